"""The answers for a chunk of hands; this is what runs on the workers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from meldwise.batch.api import best_discard_batch, deadwood_batch, melds_batch
from meldwise.batch.inputs import COUNT_COLUMNS
from meldwise.batch.results import KINDS
from meldwise.cards import Hand, PlacedCard
from meldwise.cards.card import CARD_TEXTS, CARDS
from meldwise.errors import InputError, RequestError, excerpt, nearest
from meldwise.melds.holdings import checked_cards
from meldwise.melds.meld import Kind
from meldwise.melds.meldrules import meld_rules
from meldwise.melds.readings import read_meld
from meldwise.rules.ruleset import RuleSet

Array = NDArray[np.int8]

What = Literal["deadwood", "discard", "melds"]
"""What is asked of each hand."""

ANSWER_COLUMNS: Final[dict[What, tuple[str, ...]]] = {
    "deadwood": ("deadwood",),
    "discard": ("discard", "deadwood"),
    "melds": ("melds", "deadwood"),
}

_CODE_OF: Final = {text: code for code, text in enumerate(CARD_TEXTS)}


@dataclass(frozen=True, slots=True)
class Unreadable:
    """Stands for a hand that the file did not yield."""

    why: str


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of every hand; ``threads`` as for `deadwood_batch`."""

    rules: RuleSet
    players: int | None
    what: What
    threads: int | None


@dataclass(frozen=True, slots=True)
class Answers:
    """The answers for a chunk, row by row.

    ``columns`` are those of `ANSWER_COLUMNS`; where ``errors`` has a sentence they have None.
    """

    columns: tuple[list[Any], ...]
    errors: list[str | None]


def known_what(what: str) -> What:
    """The question of that name.

    Raises:
        RequestError: there is none.
    """
    known: tuple[What, ...] = get_args(What)
    for name in known:
        if what == name:
            return name
    raise RequestError(
        "bad-what",
        f"what: {excerpt(what)} is not known{nearest(what, ANSWER_COLUMNS)}: it is one of "
        f"{', '.join(ANSWER_COLUMNS)}",
        {"field": "what", "value": str(what)[:80]},
    )


def answer(question: Question, hands: Sequence[object]) -> Answers:
    """Answer every hand; one that cannot be read or held gets an error and harms no other.

    Args:
        question: What is asked.
        hands: Texts, lists of cards, or `Unreadable`; anything else is an error of its row.

    >>> from meldwise.rules import rules
    >>> answers = answer(Question(rules("gin"), None, "melds", 1), ["7S7H7D2C", "7X"])
    >>> answers.columns
    (['7S 7H 7D', None], [2, None])
    >>> answers.errors[1]
    'card 1 of the hand: "7X" is not a card: suits are S H D C (or ♠♥♦♣)'
    """
    question = replace(question, rules=_known(question.rules))
    errors: list[str | None] = [None] * len(hands)
    good: list[bytes] = []
    places: list[int] = []
    longest = question.rules.cards_in_all(question.players)
    for place, given in enumerate(hands):
        try:
            codes = _codes(given)
            if len(codes) > longest:
                _check(question, codes)
            good.append(codes)
            places.append(place)
        except InputError as error:
            errors[place] = error.message
    try:
        found = _ROADS[question.what](question, _array(good))
    except InputError:
        # Some hand has cards that the packs do not hold: find every such hand, leave them out.
        kept = []
        for place, codes in zip(places, good, strict=True):
            try:
                _check(question, codes)
                kept.append((place, codes))
            except InputError as error:
                errors[place] = error.message
        places = [place for place, _ in kept]
        found = _ROADS[question.what](question, _array([codes for _, codes in kept]))
    return Answers(tuple(_placed(column, places, len(hands)) for column in found), errors)


@lru_cache
def _known(rules: RuleSet) -> RuleSet:
    """One object for equal rules: a worker gets new ones with every chunk, slow to compare."""
    return rules


def _codes(given: object) -> bytes:
    """The codes of a hand's cards."""
    codes = b""
    if isinstance(given, str):
        # Most hands are written canonically, and a million of them should take no minute.
        with suppress(KeyError):
            codes = bytes(map(_CODE_OF.__getitem__, given.split()))
    if not codes:
        codes = bytes(card.code for card in _hand(given))
    if not codes:
        raise InputError("empty-hand", 'the hand is empty: write cards such as "7H 8H 9H"')
    return codes


def _hand(given: object) -> Hand:
    if isinstance(given, Unreadable):
        raise InputError("unreadable-row", given.why)
    if not isinstance(given, str | list):
        kind = "nothing" if given is None else f"{type(given).__name__} {excerpt(given)}"
        raise InputError(
            "no-hand", f'no hand but {kind}: a hand is text such as "7H 8H 9H" or a list of cards'
        )
    return Hand.parse(given)


def _check(question: Question, codes: bytes) -> None:
    checked_cards([CARDS[code] for code in codes], question.rules, question.players)


def _array(hands: Sequence[bytes]) -> Array:
    """Codes as `deadwood_batch` takes them: one row a hand, −1 where there is no card."""
    width = max(map(len, hands), default=0)
    if width == COUNT_COLUMNS:
        # So many columns would be taken for counts.
        width += 1
    rows = b"".join([codes.ljust(width, b"\xff") for codes in hands])
    return np.frombuffer(rows, np.int8).reshape(len(hands), width)


def _placed(column: Sequence[Any], places: Sequence[int], count: int) -> list[Any]:
    if len(places) == count:
        return list(column)
    whole: list[Any] = [None] * count
    for place, value in zip(places, column, strict=True):
        whole[place] = value
    return whole


Columns = tuple[Sequence[Any], ...]


def _deadwood(question: Question, hands: Array) -> Columns:
    found = deadwood_batch(
        hands, question.rules, players=question.players, threads=question.threads
    )
    return (found.deadwood.tolist(),)


def _discard(question: Question, hands: Array) -> Columns:
    found = best_discard_batch(
        hands, question.rules, players=question.players, threads=question.threads
    )
    return [CARD_TEXTS[code] for code in found.discard.tolist()], found.deadwood.tolist()


def _melds(question: Question, hands: Array) -> Columns:
    found = melds_batch(hands, question.rules, players=question.players, threads=question.threads)
    rows = zip(found.cards.tolist(), found.meld.tolist(), found.kind.tolist(), strict=True)
    texts = []
    for codes, marks, kinds in rows:
        groups: list[list[int]] = [[] for kind in kinds if kind >= 0]
        for code, mark in zip(codes, marks, strict=True):
            if mark >= 0:
                groups[mark].append(code)
        melds = [
            meld_reading(question.rules, question.players, KINDS[kind], tuple(sorted(group)))
            for kind, group in zip(kinds, groups, strict=False)
        ]
        texts.append("; ".join([text for *_, text in sorted(melds)]))
    return texts, found.deadwood.tolist()


@lru_cache(maxsize=50_000)
def meld_reading(
    rules: RuleSet, players: int | None, kind: Kind, codes: tuple[int, ...]
) -> tuple[int, Kind, tuple[int, ...], str]:
    """A meld as text, which says what the wilds stand for: the dearest reading of that kind.

    What comes before the text puts melds in the order of `best_melds`: dearest first, equal ones
    by kind and cards.
    """
    placed = [PlacedCard.natural(CARDS[code]) for code in codes]
    readings = read_meld(meld_rules(rules, rules.packs(players)), placed, every_order=False).melds
    meld = next(meld for meld in readings if meld.kind == kind)
    return -meld.points, kind, codes, str(meld)


_ROADS: Final[dict[What, Callable[[Question, Array], Columns]]] = {
    "deadwood": _deadwood,
    "discard": _discard,
    "melds": _melds,
}
