"""HTTP on a connection: patience with slow clients, and turns for those who come in crowds."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

from meldwise_api.settings import Settings
from meldwise_api.turns import ROUND


class _Joining:
    """A transport that keeps the header of an answer for the little while until its body comes."""

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport = transport
        self._loop = loop
        self._header = b""

    def write(self, data: bytes) -> None:
        """Send something, an answer's header a little later or together with what follows."""
        if not self._header and data.startswith(b"HTTP/"):
            self._header = data
            self._loop.call_soon(self._send_header)
            return
        header, self._header = self._header, b""
        self._transport.write(header + data if header else data)

    def _send_header(self) -> None:
        header, self._header = self._header, b""
        if header:
            self._transport.write(header)

    def close(self) -> None:
        """Send what is left, and close."""
        self._send_header()
        self._transport.close()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)


class PatientProtocol(AutoHTTPProtocol):  # type: ignore[misc,valid-type] # one of two
    """HTTP for clients who send a request's header within the time for it.

    uvicorn itself waits for a header as long as the connection lasts; a few thousand clients who
    send a byte a minute would hold as many connections.

    Reading a header takes a fifth of a millisecond. Of a crowd's questions, which are posted, no
    more are read than the round of the loop has time for; whoever watches over the service gets.

    An answer's header is sent with what follows it: two packets take twice as long as one.
    """

    def connection_made(self, transport: Any) -> None:
        """Begin to wait for the first header."""
        super().connection_made(_Joining(transport, self.loop))
        self._held = b""
        self._header_timer: asyncio.TimerHandle | None = None
        self._watch()

    def data_received(self, data: bytes) -> None:
        """Read on, a question when it is its turn."""
        if self._held:
            self._held += data
        elif data.startswith(b"POST ") and ROUND.is_over():
            self._held = data
            self.loop.call_soon(self._read_held)
        else:
            self._read(data)

    def _read_held(self) -> None:
        if not self._held:
            return
        if ROUND.is_over():
            self.loop.call_soon(self._read_held)
            return
        data, self._held = self._held, b""
        self._read(data)

    def _read(self, data: bytes) -> None:
        """Read on; wait no longer when the header is complete."""
        super().data_received(data)
        self._watch()

    def shutdown(self) -> None:
        """Begin with what waits for its turn, which is in flight too, and take nothing more."""
        data, self._held = self._held, b""
        if data:
            self._read(data)
        super().shutdown()

    def connection_lost(self, exc: Exception | None) -> None:
        """End the wait."""
        self._held = b""
        super().connection_lost(exc)
        self._stop_watching()

    def _watch(self) -> None:
        if self.cycle is None or self.cycle.response_complete:
            if self._header_timer is None:
                self._header_timer = self.loop.call_later(_header_seconds(), self._too_slow)
        else:
            self._stop_watching()

    def _stop_watching(self) -> None:
        if self._header_timer is not None:
            self._header_timer.cancel()
            self._header_timer = None

    def _too_slow(self) -> None:
        self._header_timer = None
        if self.cycle is None or self.cycle.response_complete:
            self.transport.close()


@cache
def _header_seconds() -> float:
    return Settings().body_seconds
