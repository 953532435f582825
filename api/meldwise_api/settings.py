"""What an operator can set: by environment, by a file, or by `meldwise serve`."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from limits import parse_many
from limits.aio.storage import Storage
from limits.errors import ConfigurationError
from limits.storage import storage_from_string
from pydantic import Field, SecretStr, field_validator
from pydantic_settings import (
    BaseSettings,
    NoDecode,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)

from meldwise.playout.values.functions import is_folder

PREFIX: Final = "MELDWISE_"
FILE_VARIABLE: Final = "MELDWISE_CONFIG"

# Bodies are looked at in the event loop, where so many hands take a few milliseconds.
MOST_HANDS: Final = 10_000


def _processors() -> int:
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


class Settings(BaseSettings):
    """The settings of the service.

    The environment (``MELDWISE_PORT=9000``) comes before the TOML file that ``MELDWISE_CONFIG``
    names, the file before the defaults. Lists are written with commas in the environment.

    >>> Settings(max_cards=30).max_cards
    30
    """

    model_config = SettingsConfigDict(env_prefix=PREFIX, extra="forbid", frozen=True)

    host: str = Field("127.0.0.1", description="address to listen on")
    port: int = Field(8000, ge=0, le=65535, description="port to listen on; 0 picks a free one")
    workers: int = Field(1, ge=1, le=64, description="processes that answer")
    root_path: str = Field("", max_length=200, description="path under which a proxy mounts it")
    trusted_proxies: str = Field(
        "127.0.0.1", description="addresses whose X-Forwarded-For is believed; * is all"
    )

    concurrency: int = Field(
        default_factory=_processors,
        ge=1,
        le=64,
        description="searches at once in each process (default: the processors)",
    )
    queue: int = Field(
        64, ge=0, le=10_000, description="requests that may wait for a search; then 503"
    )
    queue_seconds: float = Field(5.0, gt=0, le=600, description="longest wait for a search")
    default_seconds: float = Field(
        2.0, gt=0, le=600, description="time limit of a search where the request names none"
    )
    max_seconds: float = Field(
        10.0, gt=0, le=600, description="longest time limit a request may ask for"
    )
    body_seconds: float = Field(
        10.0, gt=0, le=600, description="time for a request's header, and for its body, to arrive"
    )
    stop_seconds: int = Field(30, ge=0, le=3600, description="time for the answers in flight")

    max_body: int = Field(1_048_576, ge=1024, le=2**30, description="largest body, in bytes")
    max_cards: int = Field(110, ge=1, le=1000, description="most cards of a hand")
    max_players: int = Field(8, ge=1, le=100, description="most players")
    max_table: int = Field(60, ge=0, le=60, description="most melds on the table")
    max_samples: int = Field(100_000, ge=0, le=10**6, description="most samples of a hint")
    max_hands: int = Field(1000, ge=1, le=MOST_HANDS, description="most hands of a batch")
    max_alternatives: int = Field(100, ge=1, le=1000, description="most arrangements of a hand")

    api_keys: Annotated[frozenset[SecretStr], NoDecode] = Field(
        frozenset(), description="keys for X-API-Key, of which each request needs one; none: open"
    )
    rate_limit: str = Field(
        "", description='requests of one key or address, such as "60/minute"; empty: any number'
    )
    rate_limit_storage: str = Field(
        "memory://",
        description="where they are counted: memory:// (in each process), or redis://HOST:PORT "
        "with the library redis installed",
    )
    cors_origins: Annotated[tuple[str, ...], NoDecode] = Field(
        (), description="web pages that may call, such as https://example.org; * is all"
    )
    values: str = Field(
        "", description="folder of value functions of one's own, as meldwise train makes them"
    )
    docs: bool = Field(True, description="serve /docs and /openapi.json")
    metrics: bool = Field(True, description="serve /metrics")
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        "info", description="least grave messages that are logged: debug, info, warning or error"
    )
    log_format: Literal["json", "text"] = Field(
        "json", description="json or text, one line a message"
    )

    @field_validator("api_keys", "cors_origins", mode="before")
    @classmethod
    def _with_commas(cls, value: Any) -> Any:
        if isinstance(value, str):
            return [part.strip() for part in value.split(",") if part.strip()]
        return value

    @field_validator("values")
    @classmethod
    def _a_folder(cls, value: str) -> str:
        if value and not is_folder(Path(value)):
            raise ValueError(f"there is no folder {value}")
        return value

    @field_validator("rate_limit")
    @classmethod
    def _a_rate(cls, value: str) -> str:
        if value:
            parse_many(value)
        return value

    @field_validator("rate_limit_storage")
    @classmethod
    def _a_store(cls, value: str) -> str:
        rate_store(value)
        return value

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Arguments, then the environment, then the file."""
        del dotenv_settings, file_secret_settings
        file = os.environ.get(FILE_VARIABLE)
        if not file:
            return init_settings, env_settings
        return (
            init_settings,
            env_settings,
            TomlConfigSettingsSource(settings_cls, toml_file=Path(file)),
        )


def rate_store(address: str) -> Storage:
    """Where requests are counted.

    Raises:
        ValueError: no such store, or one whose library is not installed.
    """
    try:
        # The usual client of this store, coredis, can be used only inside a context of its own.
        client = {"implementation": "redispy"} if address.startswith("redis") else {}
        found = storage_from_string(f"async+{address}", **client)
    except ConfigurationError as error:
        raise ValueError(str(error)) from None
    assert isinstance(found, Storage)
    return found


def settings_table() -> list[tuple[str, str, str]]:
    """Every setting: its variable, its default, and what it is.

    >>> settings_table()[1]
    ('MELDWISE_PORT', '8000', 'port to listen on; 0 picks a free one')
    """
    return [
        (PREFIX + name.upper(), _default(field.default), field.description or "")
        for name, field in Settings.model_fields.items()
    ]


def _default(value: object) -> str:
    match value:
        case bool():
            return str(value).lower()
        case int() | float() | str():
            return str(value)
        case _:
            return ""
