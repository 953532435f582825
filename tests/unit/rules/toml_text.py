"""Nested options as TOML, for the tests: the library reads TOML and never writes it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any


def toml_text(options: Mapping[str, Any]) -> str:
    """One inline value a line; what a rules file writes as "null" is None."""
    return "\n".join(f"{key} = {_value(value)}" for key, value in options.items())


def _value(value: Any) -> str:
    if isinstance(value, Mapping):
        inner = ", ".join(f"{json.dumps(key)} = {_value(item)}" for key, item in value.items())
        return f"{{ {inner} }}"
    return json.dumps("null" if value is None else value, ensure_ascii=False)
