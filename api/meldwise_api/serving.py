"""The service as a process: uvicorn and its workers."""

from __future__ import annotations

import errno
import os
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from tempfile import TemporaryDirectory
from tomllib import TOMLDecodeError
from typing import TYPE_CHECKING, Final

import uvicorn
from pydantic import ValidationError
from pydantic_settings import SettingsError

from meldwise.errors import RequestError, excerpt, nearest, one_line
from meldwise_api.logs import log_config
from meldwise_api.protocol import PatientProtocol
from meldwise_api.settings import FILE_VARIABLE, PREFIX, Settings

if TYPE_CHECKING:
    from collections.abc import Mapping

# A connection that asks nothing is closed after so long.
_IDLE_SECONDS: Final = 15


def serve(given: Mapping[str, object], config: str | None = None) -> int:
    """Run the service until it is told to stop; answers in flight are finished.

    Args:
        given: Settings that come before the environment and the file.
        config: The TOML file of settings.

    Returns:
        The exit status.

    Raises:
        RequestError: a setting is wrong; it names the setting.
    """
    if config is not None:
        os.environ[FILE_VARIABLE] = config
    settings = _settings(given)
    _check_address(settings.host, settings.port)
    # Workers are new processes, which read their settings as this one has: from the environment.
    os.environ |= {PREFIX + name.upper(): str(value) for name, value in given.items()}
    with ExitStack() as stack:
        if settings.workers > 1 and settings.metrics:
            stack.enter_context(_shared_metrics())
        uvicorn.run(
            "meldwise_api.app:create_app",
            factory=True,
            host=settings.host,
            port=settings.port,
            workers=settings.workers,
            loop="meldwise_api.loops:new_loop",
            http=PatientProtocol,
            ws="none",
            log_config=log_config(settings.log_level, settings.log_format),
            access_log=False,
            server_header=False,
            forwarded_allow_ips=settings.trusted_proxies,
            timeout_keep_alive=_IDLE_SECONDS,
            timeout_graceful_shutdown=settings.stop_seconds,
            timeout_worker_healthcheck=30,
        )
    return 0


def _settings(given: Mapping[str, object]) -> Settings:
    file = os.environ.get(FILE_VARIABLE)
    if file and not os.path.isfile(file):  # noqa: PTH113 - any text; a Path may refuse it
        raise RequestError("unreadable-file", f"{file}: there is no such settings file")
    try:
        return Settings(**given)  # type: ignore[arg-type] # checked there
    except (ValidationError, SettingsError, ValueError) as error:
        raise RequestError("bad-setting", one_line(_sentence(error))) from None


def _sentence(error: ValueError) -> str:
    if isinstance(error, TOMLDecodeError):
        return f"{os.environ.get(FILE_VARIABLE)}: {error}"
    if not isinstance(error, ValidationError):
        return f"settings: {error}"
    fault = error.errors(include_url=False)[0]
    name = ".".join(str(part) for part in fault["loc"])
    if fault["type"] == "extra_forbidden":
        return f"unknown setting {excerpt(name)}{nearest(name, list(Settings.model_fields))}"
    text = fault["msg"].removeprefix("Value error, ")
    return f"setting {name}: {text[:1].lower()}{text[1:]}"


def _check_address(host: str, port: int) -> None:
    """Tell of an address that cannot be listened on, before anything is loaded.

    uvicorn would tell it among its messages, and after the engines have been started.
    """
    refused: OSError | None = None
    try:
        addresses = socket.getaddrinfo(
            host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
        for family, *_, address in addresses:
            try:
                socket.create_server(address, family=family).close()
            except OSError as error:
                # A name may stand for an address of a kind that this machine lacks.
                if error.errno != errno.EADDRNOTAVAIL or len(addresses) == 1:
                    raise
                refused = error
            else:
                refused = None
    except (OSError, UnicodeError) as error:
        refused = error if isinstance(error, OSError) else OSError(str(error))
    if refused is not None:
        # The number's own words: Python's repeat the address. Names that lead nowhere have none.
        number = refused.errno or 0
        reason = os.strerror(number) if number > 0 else refused.strerror or str(refused)
        raise RequestError("bad-address", f"cannot listen on {host} port {port}: {reason.lower()}")


@contextmanager
def _shared_metrics() -> Iterator[None]:
    """A folder in which all workers count, so that each can tell the sum."""
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        yield
        return
    with TemporaryDirectory(prefix="meldwise-metrics-") as folder:
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder
        yield
