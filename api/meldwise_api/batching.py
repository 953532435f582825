"""The hands of a batch: read one by one, answered together where compiled code holds them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from time import monotonic, perf_counter
from typing import Any, Final

import meldwise as mw
from meldwise.batch.files.answers import meld_reading
from meldwise.batch.results import KINDS
from meldwise.cards.card import CARD_TEXTS, JOKER
from meldwise.errors import HandError, InputError
from meldwise.melds.holdings import checked_cards
from meldwise.stopping import current_stop
from meldwise_api.pointers import pointer

# Longer hands go to the search one by one, which keeps to a time limit.
_LONGEST: Final = 20

# Hands between two looks at the clock.
_CHUNK: Final = 250


def batch_melds(
    hands: Sequence[str | Sequence[str]],
    rules: mw.RuleSet,
    *,
    players: int | None = None,
    locale: str = "en",
    most_cards: int = 110,
    seconds: float = 2.0,
) -> dict[str, Any]:
    """The answers for some hands, as the JSON of ``/v1/batch/melds``.

    >>> answer = batch_melds(["7S 7H 7D 2C", "7X"], mw.rules("gin"))
    >>> answer["items"][0]["deadwood"], answer["items"][1]["error"]["code"]
    ({'cards': ['2C'], 'points': 2}, 'not-a-card')
    """
    started = perf_counter()
    deadline = monotonic() + seconds
    items: list[dict[str, Any]] = [{} for _ in hands]
    together: list[tuple[int, mw.Hand]] = []
    alone: list[tuple[int, mw.Hand]] = []
    for place, given in enumerate(hands):
        try:
            hand = mw.Hand.parse(given, locale)
            if len(hand) > most_cards:
                raise HandError("too-many-cards", f"{len(hand)} cards: at most {most_cards} here")
            # Compiled code looks at the packs by itself; colours it does not drop.
            if len(hand) > _LONGEST or any(card.code > JOKER.code for card in hand.cards):
                hand = mw.Hand(checked_cards(hand.cards, rules, players))
            (together if len(hand) <= _LONGEST else alone).append((place, hand))
        except InputError as error:
            items[place] = _fault(error, place, given)
    for start in range(0, len(together), _CHUNK):
        chunk = together[start : start + _CHUNK]
        if _late(deadline):
            alone += together[start:]
            break
        for place, answer in _answers(chunk, rules, players, hands):
            items[place] = answer
    search = partial(mw.best_melds, rules=rules, players=players)
    for place, hand in alone:
        if _late(deadline):
            late = InputError("no-time", f"not reached within {seconds:g} seconds")
            items[place] = _fault(late, place, hands[place])
        else:
            best = search(hand, seconds=max(0.001, deadline - monotonic())).to_dict()
            wanted = ("hand", "melds", "meld_points", "deadwood", "exact")
            items[place] = {name: best[name] for name in wanted}
    return {
        "rules": rules.id,
        "items": items,
        "errors": sum("error" in item for item in items),
        "exact": all(item.get("exact", True) for item in items),
        "elapsed_ms": round((perf_counter() - started) * 1000, 3),
    }


def _answers(
    chunk: Sequence[tuple[int, mw.Hand]],
    rules: mw.RuleSet,
    players: int | None,
    given: Sequence[str | Sequence[str]],
) -> Iterator[tuple[int, dict[str, Any]]]:
    """The answers for some hands in compiled code; faults of those that the packs do not hold."""
    try:
        answers = _compiled([hand for _, hand in chunk], rules, players)
    except InputError:
        # It names the first wrong hand: find all of them, and ask for the others again.
        kept = []
        for place, hand in chunk:
            try:
                checked_cards(hand.cards, rules, players)
                kept.append((place, hand))
            except InputError as error:
                yield place, _fault(error, place, given[place])
        chunk = kept
        answers = _compiled([hand for _, hand in chunk], rules, players)
    yield from zip([place for place, _ in chunk], answers, strict=True)


def _late(deadline: float) -> bool:
    return current_stop().is_set or monotonic() > deadline


def _fault(error: InputError, place: int, given: str | Sequence[str]) -> dict[str, Any]:
    parts: list[str | int] = ["hands", place]
    number = error.where.get("card")
    if isinstance(number, int) and not isinstance(given, str) and number <= len(given):
        parts.append(number - 1)
    return {
        "error": {
            "code": error.code,
            "detail": error.message[:600],
            "pointer": pointer(parts),
            "where": error.where,
        }
    }


def _compiled(
    hands: Sequence[mw.Hand], rules: mw.RuleSet, players: int | None
) -> list[dict[str, Any]]:
    found = mw.melds_batch(hands, rules, players=players, threads=1)
    rows = zip(
        found.cards.tolist(),
        found.meld.tolist(),
        found.kind.tolist(),
        found.deadwood.tolist(),
        strict=True,
    )
    return [_item(rules, players, *row) for row in rows]


def _item(
    rules: mw.RuleSet,
    players: int | None,
    codes: list[int],
    marks: list[int],
    kinds: list[int],
    points: int,
) -> dict[str, Any]:
    groups: list[list[int]] = [[] for kind in kinds if kind >= 0]
    left = []
    for code, mark in zip(codes, marks, strict=True):
        if mark >= 0:
            groups[mark].append(code)
        elif code >= 0:
            left.append(CARD_TEXTS[code])
    melds = sorted(
        [
            meld_reading(rules, players, KINDS[kind], tuple(sorted(group)))
            for kind, group in zip(kinds, groups, strict=False)
        ]
    )
    return {
        "hand": [CARD_TEXTS[code] for code in codes if code >= 0],
        "melds": [
            {"kind": kind, "cards": text.split(), "points": -negative}
            for negative, kind, _, text in melds
        ],
        "meld_points": -sum([negative for negative, *_ in melds]),
        "deadwood": {"cards": left, "points": points},
        "exact": True,
    }
