"""HTTP by hand, on asyncio's streams: a client that costs less than the server it measures."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from time import perf_counter
from typing import Any


@dataclass(frozen=True)
class Reply:
    """What came back, and after how many seconds."""

    status: int
    body: bytes
    seconds: float


class Connection:
    """One connection that is kept, and made anew where the server closed it."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def get(self, path: str) -> Reply:
        """One answer."""
        return await self._ask(f"GET {path} HTTP/1.1\r\nHost: here\r\n\r\n".encode())

    async def post(self, path: str, body: Any) -> Reply:
        """One answer."""
        data = json.dumps(body).encode()
        head = (
            f"POST {path} HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(data)}\r\n\r\n"
        )
        return await self._ask(head.encode() + data)

    async def _ask(self, data: bytes) -> Reply:
        started = perf_counter()
        if self._writer is None or self._writer.is_closing():
            self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)
        assert self._reader is not None
        self._writer.write(data)
        head = (await self._reader.readuntil(b"\r\n\r\n")).decode().lower()
        length = int(head.partition("content-length: ")[2].split("\r\n")[0])
        body = await self._reader.readexactly(length)
        if "connection: close" in head:
            self.close()
        return Reply(int(head.split()[1]), body, perf_counter() - started)

    def close(self) -> None:
        """End the connection."""
        if self._writer is not None:
            self._writer.close()
        self._writer = None
