"""The JSON Schema of a rules file, generated from the options."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from meldwise.rules.catalog import ALIASES, PRESETS
from meldwise.rules.ruleset import RuleSet

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"

_REF: Final = "#/$defs/"


def rules_schema() -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of a rules file, in TOML or JSON.

    Every option may be left out, and may be written in its section or with its dotted name, at
    the top or in any section. What the schema cannot say, two values that contradict each other,
    is checked when the file is loaded.

    >>> schema = rules_schema()
    >>> schema["properties"]["meld.run.aces"]
    {'$ref': '#/$defs/RunOptions/properties/aces'}
    >>> schema["$defs"]["RunOptions"]["properties"]["aces"]["enum"]
    ['low', 'high', 'high_or_low', 'corner']
    """
    model = RuleSet.model_json_schema(by_alias=True)
    sections: dict[str, Any] = {
        name: _section(definition) for name, definition in model["$defs"].items()
    }
    return {
        "$schema": DIALECT,
        "$id": "meldwise:rules",
        "title": "Meldwise rules file",
        "description": (
            "The rules of one rummy game. An option that is left out has the value of the rule set "
            "in extends; without extends, its default."
        ),
        "type": "object",
        "properties": {"extends": _extends()} | _with_dotted(_section(model), sections),
        "additionalProperties": False,
        "$defs": {
            name: definition | {"properties": _with_dotted(definition, sections)}
            for name, definition in sections.items()
        },
    }


def _extends() -> dict[str, Any]:
    return {
        "description": "The rule set to start from: an id or an alias.",
        "enum": [*PRESETS, *ALIASES],
    }


def _section(definition: Mapping[str, Any]) -> dict[str, Any]:
    """One section as pydantic describes it, without its repetitions."""
    return {
        "type": "object",
        "description": definition["description"],
        "properties": {name: _option(value) for name, value in definition["properties"].items()},
        "additionalProperties": False,
    }


def _option(value: Mapping[str, Any]) -> dict[str, Any]:
    """One option; a section's own default only repeats those of its options."""
    left_out = {"title", "default"} if "$ref" in value else {"title"}
    option: dict[str, Any] = _closed({k: v for k, v in value.items() if k not in left_out})
    return _also(option)


def _also(option: dict[str, Any]) -> dict[str, Any]:
    """The spellings that the loader understands beyond the model's own values."""
    choices = option.get("anyOf", [])
    if {"type": "null"} in choices:
        return option | {"anyOf": [*choices, {"const": "null"}]}
    if "held" in option.get("enum", []):
        return option | {"enum": [*option["enum"], "all_held"]}
    return option


def _closed(part: Any) -> Any:
    """Tables by number of players or by rank have no other keys."""
    if isinstance(part, list):
        return [_closed(item) for item in part]
    if not isinstance(part, dict):
        return part
    closed = {name: _closed(item) for name, item in part.items()}
    return closed | {"additionalProperties": False} if "patternProperties" in part else closed


def _with_dotted(section: Mapping[str, Any], sections: Mapping[str, Any]) -> dict[str, Any]:
    """The properties of a section and, by dotted name, references to all those further down."""
    own: dict[str, Any] = section["properties"]
    return own | dict(_further_down(section, sections, ""))


def _further_down(
    section: Mapping[str, Any], sections: Mapping[str, Any], prefix: str
) -> Iterator[tuple[str, dict[str, str]]]:
    for name, value in section["properties"].items():
        if reference := value.get("$ref"):
            inner = sections[reference.removeprefix(_REF)]
            path = f"{prefix}{name}."
            for key, part in inner["properties"].items():
                yield path + key, {"$ref": part.get("$ref", f"{reference}/properties/{key}")}
            yield from _further_down(inner, sections, path)
