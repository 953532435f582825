"""The kinds of value that options take beyond numbers, truth values and plain choices."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Final, Literal, TypeAlias

from pydantic import AfterValidator, BeforeValidator, Field, PlainSerializer

ID_PATTERN: Final = r"^[a-z0-9][a-z0-9-]{0,59}$"
PLAYERS_PATTERN: Final = r"^[1-9][0-9]?(-[1-9][0-9]?)?$"
PACKS_PATTERN: Final = r"^[1-7]$"
RANK_PATTERN: Final = r"^[A2-9TJQK]$"
JOKERS_PATTERN: Final = r"^[0-9]{1,2}/pack$"


def _frozen(table: Mapping[str, int]) -> Mapping[str, int]:
    # Presets are shared: a table that a caller could change would change them for everybody.
    # Sorted, so that equal tables are also written, and hashed, alike.
    return MappingProxyType(dict(sorted(table.items())))


def _short_name(value: object) -> object:
    return "held" if isinstance(value, str) and value == "all_held" else value


_FROZEN: Final = AfterValidator(_frozen)
_AS_DICT: Final = PlainSerializer(dict, return_type=dict[str, int])

_Players: TypeAlias = Annotated[str, Field(pattern=PLAYERS_PATTERN)]
_PacksKey: TypeAlias = Annotated[str, Field(pattern=PACKS_PATTERN)]
_Packs: TypeAlias = Annotated[int, Field(ge=1, le=7)]
_Dealt: TypeAlias = Annotated[int, Field(ge=1, le=60)]

PacksPerPlayers: TypeAlias = _Packs | Annotated[Mapping[_Players, _Packs], _FROZEN, _AS_DICT]
"""A number of packs, or one for each number of players: ``{"2-3" = 1, "7" = 2}``."""

DealtPerPlayers: TypeAlias = _Dealt | Annotated[Mapping[_Players, _Dealt], _FROZEN, _AS_DICT]
"""A number of cards, or one for each number of players."""

DealtPerPacks: TypeAlias = Annotated[Mapping[_PacksKey, _Dealt], _FROZEN, _AS_DICT]
"""Cards dealt by number of packs: ``{"2" = 10}``."""

Jokers: TypeAlias = (
    Annotated[int, Field(ge=0, le=32)] | Annotated[str, Field(pattern=JOKERS_PATTERN)]
)
"""Jokers in all, or so many per pack: ``"2/pack"``."""

Suits: TypeAlias = Literal["distinct", "any"] | Annotated[int, Field(ge=1, le=4)]
"""The suits rule of a set: all different, any, or exactly so many different ones."""

KnockLimit: TypeAlias = Annotated[int, Field(ge=0, le=500)] | Literal["upcard"]
"""The most deadwood of a knocker, or the value of the first upcard."""

RankText: TypeAlias = Literal["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"]
CardValue: TypeAlias = Annotated[int, Field(ge=0, le=1000)]
RankValues: TypeAlias = Annotated[
    Mapping[Annotated[str, Field(pattern=RANK_PATTERN)], CardValue], _FROZEN, _AS_DICT
]
"""Card values by rank, beyond those of the ace and the court cards."""

Represented: TypeAlias = Literal["represented"]

CardsCounted: TypeAlias = Annotated[Literal["held", "unmelded"], BeforeValidator(_short_name)]
"""What is counted at the end; ``all_held`` is another spelling of ``held``."""
