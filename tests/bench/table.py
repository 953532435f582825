"""Times of batches, side by side in one run: ``python -m tests.bench.table``.

Competitors take turns, chunk by chunk, so that a slow moment of the machine hits both; medians
are compared, and only the ratios say something about another machine. Batches use all cores as
a user's call would; every other engine answers in a loop on one core, as its users call it.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib.util import find_spec
from typing import Any

import numpy as np
from numpy.typing import NDArray

from meldwise import best_discard_batch, best_melds, deadwood, deadwood_batch
from meldwise.cards import Card, Hand, pack
from meldwise.rules import rules
from meldwise.rules.catalog import PRESETS
from meldwise.rules.ruleset import RuleSet

Codes = NDArray[np.int8]
Batch = Callable[[NDArray[Any]], object]
Single = Callable[[int], object]

CHUNK = 200_000
ROUNDS = 7
# OpenSpiel's suits are S C D H, ours S H D C.
THEIR_SUITS = (0, 3, 2, 1)


def dealt(rng: np.random.Generator, pool: Sequence[Card], size: int, count: int) -> Codes:
    """So many random hands of a pool, shape (count, size)."""
    codes = np.array([card.code for card in pool], np.int8)
    parts = [
        codes[np.argpartition(rng.random((min(20_000, count - at), len(codes))), size)[:, :size]]
        if size < len(codes)
        else np.tile(codes, (min(20_000, count - at), 1))
        for at in range(0, count, 20_000)
    ]
    return np.concatenate(parts)


def dense(rng: np.random.Generator, pool: Sequence[Card], size: int, count: int) -> Codes:
    """The same from five neighbouring ranks."""
    share = -(-count // 9)
    parts = [
        dealt(rng, [c for c in pool if low <= c.rank < low + 5], size, share)
        for low in range(1, 10)
    ]
    return rng.permutation(np.concatenate(parts))[:count]


def in_play(rng: np.random.Generator, size: int, count: int) -> Codes:
    """Gin hands after six turns of drawing and throwing for least deadwood."""
    deck = dealt(rng, pack(), 52, count)
    deck = rng.permuted(deck, axis=1)
    hands = deck[:, :10]
    for turn in range(6):
        eleven = np.concatenate([hands, deck[:, 10 + turn : 11 + turn]], axis=1)
        thrown = best_discard_batch(eleven).discard
        kept = eleven != thrown[:, None]
        hands = eleven[kept].reshape(count, 10)
    return hands if size == 10 else np.concatenate([hands, deck[:, 16:17]], axis=1)


def with_wilds(hands: Codes, count: int) -> Codes:
    """The hands with so many jokers more."""
    return np.concatenate([hands, np.full((len(hands), count), 52, np.int8)], axis=1)


def compared(
    hands: NDArray[Any], batch: Batch, single: Single, singles: int
) -> tuple[float, float]:
    """Median microseconds a hand of a batch and of a call a hand, taking turns."""
    batch(hands[:1000])
    single(0)
    ours, theirs = [], []
    for turn in range(ROUNDS):
        started = time.perf_counter()
        batch(hands)
        ours.append((time.perf_counter() - started) / len(hands))
        rows = [(turn * singles + row) % len(hands) for row in range(singles)]
        started = time.perf_counter()
        for row in rows:
            single(row)
        theirs.append((time.perf_counter() - started) / singles)
    return statistics.median(ours) * 1e6, statistics.median(theirs) * 1e6


def line(name: str, kind: str, ours: float, peer: str, theirs: float, wanted: float = 0) -> str:
    """One row of the table."""
    ratio = theirs / ours
    goal = f"  (wanted {wanted:.0f}: {'yes' if ratio >= wanted else 'NO'})" if wanted else ""
    return (
        f"{name:34} {kind:8} {ours:8.4f} µs  {peer:20} {theirs:9.2f} µs  ratio {ratio:9.0f}{goal}"
    )


def gin() -> Iterator[str]:
    """Gin against OpenSpiel and RLCard: ten cards, and the best discard of eleven."""
    rng = np.random.default_rng(1)
    for size, wanted in (
        (10, {"random": 50, "dense": 60}),
        (11, {"random": 50, "in play": 50, "dense": 50}),
    ):
        for kind, hands in (
            ("random", dealt(rng, pack(), size, CHUNK)),
            ("in play", in_play(rng, size, CHUNK // 4)),
            ("dense", dense(rng, pack(), size, CHUNK)),
        ):
            masks = np.bitwise_or.reduce(np.uint64(1) << hands.astype(np.uint64), axis=1)
            batch: Batch = deadwood_batch if size == 10 else best_discard_batch
            name = "gin, 10 cards" if size == 10 else "gin, best discard of 11"
            ask = _openspiel(hands, size)
            if ask is not None:
                ours, theirs = compared(masks, batch, ask, 3_000)
                yield line(name, kind, ours, "OpenSpiel", theirs, wanted.get(kind, 0))
            ask = _rlcard(hands, size)
            if ask is not None:
                ours, theirs = compared(masks, batch, ask, 300)
                yield line(name, kind, ours, "RLCard", theirs, 500 if size == 11 else 0)
    ours, theirs = compared(hands[:, :10], deadwood_batch, _own(hands[:, :10]), 2_000)
    yield line("gin, 10 cards, given as codes", "dense", ours, "deadwood()", theirs)


def _openspiel(hands: Codes, size: int) -> Single | None:
    """Its least deadwood; of eleven cards one call for each discard, which is exact."""
    if find_spec("pyspiel") is None:
        return None
    import pyspiel

    utils = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)
    theirs = (np.array(THEIR_SUITS)[hands // 13] * 13 + hands % 13).tolist()
    if size == 10:
        return lambda row: utils.min_deadwood(theirs[row])

    def best_of_eleven(row: int) -> int:
        cards = theirs[row]
        return min(int(utils.min_deadwood(cards[:at] + cards[at + 1 :])) for at in range(11))

    return best_of_eleven


def _rlcard(hands: Codes, size: int) -> Single | None:
    """Its best meld clusters; of eleven cards one call for each discard."""
    if find_spec("rlcard") is None:
        return None
    from rlcard.games.base import Card as TheirCard
    from rlcard.games.gin_rummy.utils.melding import get_best_meld_clusters

    deck = [TheirCard(str(card)[1], str(card)[0]) for card in pack().sorted()]
    theirs = [[deck[code] for code in hand] for hand in hands[:3_000].tolist()]
    if size == 10:
        return lambda row: get_best_meld_clusters(theirs[row % len(theirs)])

    def best_of_eleven(row: int) -> list[object]:
        cards = theirs[row % len(theirs)]
        return [get_best_meld_clusters(cards[:at] + cards[at + 1 :]) for at in range(11)]

    return best_of_eleven


def _own(hands: Codes) -> Single:
    known = rules("gin-rummy")
    theirs = [Hand(Card(code) for code in hand) for hand in hands[:5_000].tolist()]
    return lambda row: deadwood(theirs[row % len(theirs)], known)


def romme() -> Iterator[str]:
    """Rommé with jokers against the one-hand search and the constraint model."""
    known = rules("german-rummy")
    rng = np.random.default_rng(2)
    for wilds in (0, 1, 2, 4, 6):
        for kind, deal in (("random", dealt), ("dense", dense)):
            hands = with_wilds(deal(rng, pack(2), 13 - wilds, CHUNK), wilds)
            for engine in ("search", "cp"):
                ours, theirs = compared(
                    hands,
                    partial(deadwood_batch, rules=known),
                    _best(hands, known, engine, "none"),
                    40 if engine == "search" else 15,
                )
                goal = {"random": 1_500, "dense": 1_000}[kind] if wilds == 2 else 0
                name = f"Rommé, 13 cards, {wilds} jokers"
                yield line(name, kind, ours, engine, theirs, goal if engine == "cp" else 0)
    for kind, deal in (("random", dealt), ("dense", dense)):
        hands = with_wilds(deal(rng, pack(2), 12, CHUNK), 2)
        ours, theirs = compared(
            hands,
            partial(best_discard_batch, rules=known),
            _best(hands, known, "cp", "required"),
            15,
        )
        yield line("Rommé, best discard of 14, 2 jokers", kind, ours, "cp", theirs, 1_000)


def _best(hands: Codes, known: RuleSet, engine: str, discard: str) -> Single:
    asked = [Hand(Card(code) for code in hand) for hand in hands[:1_000].tolist()]
    return lambda row: best_melds(
        asked[row % len(asked)],
        known,
        engine=engine,  # type: ignore[arg-type]
        discard=discard,  # type: ignore[arg-type]
    )


def every_preset() -> Iterator[str]:
    """Each preset at its own hand size, random hands of its packs with their wilds."""
    rng = np.random.default_rng(3)
    for name in PRESETS:
        known = rules(name)
        for players in {known.packs(p): p for p in (known.players.max, known.players.min)}.values():
            deck = pack(known.packs(players), known.jokers_total(players), known.deck.ranks)
            size = known.cards_dealt(players)
            hands = [dealt(rng, deck, size + more, CHUNK) for more in (0, 1)]
            times = [
                _median(partial(batch, some, known, players=players))
                for batch, some in zip((deadwood_batch, best_discard_batch), hands, strict=True)
            ]
            slow = deadwood_batch(hands[0], known, players=players).meta.slow_rows
            kept, thrown = (taken / CHUNK * 1e6 for taken in times)
            yield (
                f"{name:18} {known.packs(players)} pack(s), {size:2} cards: {kept:6.3f} µs, "
                f"best discard of {size + 1:2}: {thrown:6.3f} µs, slower road {slow}"
                f"  (wanted below 1 µs: {'yes' if kept < 1 else 'NO'})"
            )


def cores() -> Iterator[str]:
    """A million Rommé hands on one core and on two."""
    hands = dealt(np.random.default_rng(4), pack(2, 6), 13, 1_000_000)
    known = rules("german-rummy")
    deadwood_batch(hands, known)
    times: list[list[float]] = [[], []]
    for _ in range(ROUNDS):
        for threads, taken in zip((1, 2), times, strict=True):
            started = time.perf_counter()
            deadwood_batch(hands, known, threads=threads)
            taken.append(time.perf_counter() - started)
    one, two = (statistics.median(taken) for taken in times)
    yield (
        f"a million Rommé hands: 1 core {one:.3f} s, 2 cores {two:.3f} s, ratio {one / two:.2f}"
        f" (best {min(times[0]) / min(times[1]):.2f}; wanted 1.8)"
    )


def _median(ask: Callable[[], object]) -> float:
    taken = []
    ask()
    for _ in range(ROUNDS):
        started = time.perf_counter()
        ask()
        taken.append(time.perf_counter() - started)
    return statistics.median(taken)


def main() -> None:
    """Print the tables asked for, or all."""
    tables = {"gin": gin, "romme": romme, "presets": every_preset, "cores": cores}
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tables", nargs="*", default=list(tables), help=", ".join(tables))
    for name in parser.parse_args().tables:
        for row in tables[name]():
            print(row, flush=True)  # noqa: T201 - the result of the run


if __name__ == "__main__":
    main()
