"""Letters of the court cards and the ace in other languages.

Suits are written S H D C or ♠ ♥ ♦ ♣ everywhere: national suit letters clash with each other and
with the ranks. English letters stay valid in every locale, for none of them has another meaning
there as a rank.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from meldwise.cards.card import RANKS
from meldwise.errors import RequestError, excerpt, nearest

_ENGLISH: Final = {letter: rank for rank, letter in enumerate(RANKS, 1)} | {"10": 10}

# Jack, queen, king, ace: every letter in use. Sources: the index letters of printed French,
# German, Dutch, Italian and Spanish packs (Italian and Spanish packs also carry J Q K).
_COURTS: Final = {
    "de": {"B": 11, "D": 12, "K": 13, "A": 1},
    "nl": {"B": 11, "V": 12, "H": 13, "A": 1},
    "fr": {"V": 11, "D": 12, "R": 13, "A": 1},
    "it": {"F": 11, "D": 12, "R": 13, "A": 1},
    "es": {"S": 11, "C": 12, "R": 13, "A": 1},
    "ko": {},
}

LOCALES: Final = MappingProxyType(
    {"en": MappingProxyType(_ENGLISH)}
    | {name: MappingProxyType(_ENGLISH | courts) for name, courts in _COURTS.items()}
)


def elsewhere(letter: str) -> str:
    """Where a letter that is no English rank is one, and what to write instead.

    >>> elsewhere("B")
    'for the jack write J (B is the jack with locale de, nl)'
    """
    names = {1: "ace", 11: "jack", 12: "queen", 13: "king"}
    meanings: dict[int, list[str]] = {}
    for locale, courts in _COURTS.items():
        if letter in courts and letter not in _ENGLISH:
            meanings.setdefault(courts[letter], []).append(locale)
    return "; ".join(
        f"for the {names[rank]} write {RANKS[rank - 1]} "
        f"({letter} is the {names[rank]} with locale {', '.join(locales)})"
        for rank, locales in meanings.items()
    )


def rank_letters(locale: object) -> MappingProxyType[str, int]:
    """The rank of each letter of a locale (``de``, ``de-AT`` and ``de_DE`` are the same).

    >>> rank_letters("de")["D"]
    12
    """
    name = locale.replace("_", "-").split("-")[0].lower() if isinstance(locale, str) else ""
    found = LOCALES.get(name)
    if found is None:
        raise RequestError(
            "unknown-locale",
            f"unknown locale {excerpt(locale)}{nearest(name, LOCALES)}: {', '.join(LOCALES)}",
            {"field": "locale"},
        )
    return found
