"""Requests that were right before something happened to them."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass
from typing import Any, Final

from tests.api.test_openapi import DOCUMENT, EXAMPLES

_PATHS: Final = [*DOCUMENT["paths"], "/", "/docs", "/openapi.json", "/metrics", "/static/page.js"]
_METHODS: Final = ["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "TRACE", "X"]
_TYPES: Final = ["text/plain", "application/json; charset=utf-16", "", "application/xml", "x" * 500]
_ODD: Final[list[Any]] = [
    *(None, True, False, 0, -1, 1, 10**30, -(10**400), 0.5, 1e308, -0.0, "", " ", "JK", "7H 7H"),
    *("\x00", "é" * 50, "7H" * 3000, "🃏" * 200, "null", "../../x", "%s%n", "x" * 100_000),
    *([], {}, [[]], {"": {}}, ["7H"] * 2000, [None], {"extends": "loba"}, {"meld.run.min": 3}),
    *("german-rummy", "tonk", "rummikub", "deal-win", "optimal", "cp", "1ms", "999999999s"),
]
_CARDS: Final = ["7H", "8H", "9H", "TD", "JK", "X", "AS", "2S", "KC", "10♦", "JK=9H", "r7", "QQ"]


@dataclass(frozen=True)
class Mangled:
    """A request."""

    method: str
    path: str
    body: bytes
    headers: dict[str, str]


def mangled(rng: random.Random) -> Mangled:
    """A request near those of the document's examples."""
    path, _, example = rng.choice(EXAMPLES)
    value = json.loads(json.dumps(example))
    for _ in range(rng.choice([1, 1, 1, 2, 4])):
        value = _changed(value, rng)
    body = _text(value, rng)
    if rng.random() < 0.2:
        body = _bytes(body, rng)
    method, headers = "POST", {"content-type": "application/json"}
    if rng.random() < 0.1:
        method, path = rng.choice(_METHODS), rng.choice(_PATHS)
        body = body if method in ("POST", "PUT", "PATCH") else b""
    if rng.random() < 0.05:
        headers["content-type"] = rng.choice(_TYPES)
    if rng.random() < 0.05:
        headers["x-request-id"] = rng.choice(["a" * 300, "ok", "%00", "é".encode().hex()])
    return Mangled(method, path, body, headers)


def _changed(value: Any, rng: random.Random) -> Any:
    """The value with one thing changed, somewhere in it."""
    if isinstance(value, dict) and value and rng.random() < 0.8:
        key = rng.choice(list(value))
        match rng.randrange(6):
            case 0:
                return {name: item for name, item in value.items() if name != key}
            case 1:
                return value | {
                    rng.choice(["golas", "rules", key + key, "time", "meld"]): _odd(rng)
                }
            case _:
                return value | {key: _changed(value[key], rng)}
    if isinstance(value, list) and value and rng.random() < 0.7:
        place = rng.randrange(len(value))
        return [*value[:place], _changed(value[place], rng), *value[place + rng.randrange(2) :]]
    if isinstance(value, str) and rng.random() < 0.6:
        return _other_cards(value, rng)
    return _odd(rng)


def _other_cards(text: str, rng: random.Random) -> str:
    """The cards of a text with some of them others: most are hands that can be held."""
    cards = text.split()
    for _ in range(rng.randrange(4)):
        place = rng.randrange(len(cards) + 1)
        cards[place : place + rng.randrange(2)] = [rng.choice(_CARDS)]
    return " ".join(cards)


def _odd(rng: random.Random) -> Any:
    if rng.random() < 0.3:
        return " ".join(rng.choice(_CARDS) for _ in range(rng.randrange(16)))
    return rng.choice(_ODD)


def _text(value: Any, rng: random.Random) -> bytes:
    text = json.dumps(value, ensure_ascii=rng.random() < 0.5)
    if rng.random() < 0.03:
        text = text.replace(":", ": NaN, " if rng.random() < 0.5 else ': "\\ud800", "x":', 1)
    if rng.random() < 0.03:
        text = "[" * rng.randrange(2000) + text
    return text.encode("utf-8", "surrogatepass")


def _bytes(body: bytes, rng: random.Random) -> bytes:
    found = bytearray(body)
    for _ in range(rng.randrange(1, 8)):
        place = rng.randrange(len(found) + 1)
        match rng.randrange(3):
            case 0:
                found[place:place] = rng.randbytes(rng.randrange(1, 5))
            case 1:
                del found[place : place + rng.randrange(1, 40)]
            case _:
                found[place : place + 1] = bytes([rng.choice(b'{}[]",:0\\ \xff')])
    return bytes(found)
