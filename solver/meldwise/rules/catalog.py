"""Rule sets by name: the presets and their aliases."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from os import PathLike
from types import MappingProxyType
from typing import Any, Final, TypeAlias
from unicodedata import normalize

from meldwise.errors import RequestError, RulesError, excerpt, nearest
from meldwise.rules.files import load_rules, resolve
from meldwise.rules.ruleset import RuleSet

RulesLike: TypeAlias = "str | RuleSet | Mapping[str, Any] | PathLike[str]"
"""What every function takes for rules: an id or alias, a rule set, options, or a file's path."""

PRESETS: Final = (
    "german-rummy",
    "tonk",
    "knock-rummy",
    "wildcard-rummy",
    "loba",
    "ramino-knock",
    "ramino-drift",
    "cincinnati-rummy",
    "gin-rummy",
    "rummikub",
)

ALIASES: Final = MappingProxyType(
    {
        "romme": "german-rummy",
        "rommé": "german-rummy",
        "klop-rummy": "knock-rummy",
        "poker-rummy": "knock-rummy",
        "rami": "loba",
        "remigio": "ramino-drift",
        "gin": "gin-rummy",
    }
)

_FILES: Final = (
    " (a file is given with --rules, or in Python as a pathlib.Path; in JSON its options stand in "
    "place of the name)"
)


def find_rules(rules: RulesLike) -> RuleSet:
    """The rule set that a name, a file, options or a rule set stand for.

    Args:
        rules: An id (``loba``), an alias (``romme``), a `RuleSet`, options by dotted or nested
            names with or without ``extends`` (a dict), or the path of a TOML or JSON file.

    Raises:
        RulesError: unknown name (with the nearest one), or whatever is wrong with the options.

    >>> find_rules("Klop Rummy").id
    'knock-rummy'
    """
    if isinstance(rules, RuleSet):
        return rules
    if isinstance(rules, str):
        return preset(rules)
    if isinstance(rules, Mapping):
        return resolve(rules)
    if isinstance(rules, PathLike):
        return load_rules(rules)
    raise RulesError(
        "bad-rules",
        f"rules are an id, a RuleSet, options or a file's path, not {type(rules).__name__}",
        {"field": "rules"},
    )


def rules_in(document: Mapping[str, Any], usual: RulesLike | None = None) -> RuleSet:
    """The rule set that the fields ``rules`` and ``options`` of a document stand for.

    Args:
        document: An outcome, a position or a request, as JSON values.
        usual: What is meant when ``rules`` is left out; None: it must be there.

    Raises:
        RulesError: whatever is wrong; its ``where`` says in which of the two fields.
        RequestError: ``rules`` is left out.

    >>> rules_in({"rules": "gin", "options": {"knock.limit": 5}}).knock.limit
    5
    """
    named, options = document.get("rules", usual), document.get("options")
    if named is None:
        raise RequestError("no-rules", "rules: say which rule set was played", {"field": "rules"})
    if options is not None and not isinstance(options, Mapping):
        raise RequestError(
            "bad-options", f"options: {excerpt(options)} is not an object", {"field": "options"}
        )
    field = "rules"
    try:
        plain = find_rules(named)
        field = "options"
        return plain.replace(options or {})
    except RulesError as error:
        raise RulesError(error.code, error.message, {"field": field} | error.where) from None


def preset(name: str) -> RuleSet:
    """The preset with this id or alias; capitals, blanks and underscores do not matter.

    Raises:
        RulesError: no preset has that name; the nearest one is suggested.

    >>> preset("Gin_Rummy").id, preset("rami").id
    ('gin-rummy', 'loba')
    """
    composed = normalize("NFC", name[:200])
    key = "-".join(composed.lower().replace("_", " ").split())[:60]
    found = ALIASES.get(key, key)
    if found not in PRESETS:
        # A name may come from another machine, so it never opens a file; a Path does.
        is_file = key.endswith((".toml", ".json"))
        hint = _FILES if is_file else ""
        raise RulesError(
            "unknown-rules",
            f"unknown rule set {excerpt(name)}{hint or nearest(key, (*PRESETS, *ALIASES))}; "
            f"known are {', '.join(PRESETS)}",
            {"field": "rules", "value": name[:80]},
        )
    return _load_preset(found)


@cache
def _load_preset(name: str) -> RuleSet:
    with (files("meldwise.rules") / "presets" / f"{name}.toml").open("rb") as file:
        return resolve({"id": name} | tomllib.load(file))
