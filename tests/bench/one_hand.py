"""Times of single answers, side by side in one run: ``python -m tests.bench.one_hand``.

Competitors take turns chunk by chunk, so that a slow moment of the machine hits both; medians are
compared, and only the ratios say something about another machine.
"""

from __future__ import annotations

import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib.util import find_spec

from meldwise import BestMelds, best_melds, deadwood
from meldwise.cards import JOKER, Hand, pack
from meldwise.partition.question import Engine
from meldwise.rules import rules
from meldwise.rules.ruleset import RuleSet

Question = Callable[[Hand], object]

# The slowest hands that climbing towards slow hands has found, of up to 14 cards with six wilds
# and of 22 with two.
HARD_HANDS = [
    ("german-rummy", "2S 4S 5S 6S 7S 8S 4H 4H 7H 8H 4D 5D 6D 7D 8D 4C 5C 6C 7C 8C JK JK"),
    ("german-rummy", "4S 5S 6S 7S 8S 9S 4H 5H 6H 7H 8H 4D 5D 6D 7D 8D KD 5C 6C 7C JK JK"),
    ("german-rummy", "AS 2S 3S 4S 5S 6S 8S 8H JK JK JK JK JK JK"),
    ("german-rummy", "6S 6S 7S 8S 9S JS 5H 8H JK JK JK JK JK JK"),
    ("wildcard-rummy", "2S 2H 2D 3D 4D 5D 6D 7D 8D 9D TD 2C JK JK"),
    ("wildcard-rummy", "2S 3S 4S 5S 2H 3H 4H 5H 2D 4D 2C 5C JK JK"),
]


def random_hands(rng: random.Random, packs: int, cards: int, jokers: int, count: int) -> list[Hand]:
    """Hands drawn from all cards of the packs, with so many jokers."""
    deck = list(pack(packs))
    return [Hand(rng.sample(deck, cards) + [JOKER] * jokers) for _ in range(count)]


def dense_hands(rng: random.Random, packs: int, cards: int, jokers: int, count: int) -> list[Hand]:
    """Hands drawn from five neighbouring ranks, with so many jokers."""
    deck = list(pack(packs))
    hands = []
    for _ in range(count):
        low = rng.randrange(1, 10)
        window = [card for card in deck if low <= card.rank < low + 5]
        hands.append(Hand(rng.sample(window, cards) + [JOKER] * jokers))
    return hands


def medians(chunks: Sequence[Sequence[Hand]], *questions: Question) -> list[float]:
    """The median over chunks of the time per hand of each question, in microseconds.

    The questions take turns chunk by chunk. Each has chunks of its own, so that none profits from
    tables that another has filled.
    """
    times: list[list[float]] = [[] for _ in questions]
    for number, chunk in enumerate(chunks):
        asked = number % len(questions)
        started = time.perf_counter()
        for hand in chunk:
            questions[asked](hand)
        times[asked].append((time.perf_counter() - started) / len(chunk))
    return [statistics.median(taken) * 1e6 for taken in times]


def in_chunks(hands: Sequence[Hand], size: int) -> list[Sequence[Hand]]:
    """The hands in chunks of so many."""
    return [hands[start : start + size] for start in range(0, len(hands), size)]


def search_and_model() -> Iterator[str]:
    """Rommé, 13 cards with two jokers: the search, candidates included, and the model."""
    romme = rules("german-rummy")
    rng = random.Random(1)
    best_melds(random_hands(rng, 2, 11, 2, 1)[0], romme, engine="cp")
    for name, make in (("random", random_hands), ("dense", dense_hands)):
        for state, before in (("first hands", 0), ("after 2,000", 2_000)):
            for hand in make(rng, 2, 11, 2, before):
                _ask(romme, "search", hand)
            search, model = medians(
                in_chunks(make(rng, 2, 11, 2, 800), 20),
                partial(_ask, romme, "search"),
                partial(_ask, romme, "cp"),
            )
            yield (
                f"Rommé 13 cards, 2 jokers, {name:6} {state:11}  search {search:6.0f} µs  "
                f"model {model:6.0f} µs  ratio {model / search:5.1f}"
            )


def gin_and_rlcard() -> Iterator[str]:
    """Ten-card gin from Python: deadwood as a number, against RLCard's melding."""
    gin = rules("gin-rummy")
    rng = random.Random(2)
    if find_spec("rlcard") is None:
        yield "RLCard is not installed: pip install rlcard"
        return
    from rlcard.games.base import Card as TheirCard
    from rlcard.games.gin_rummy.utils.melding import get_best_meld_clusters

    def cluster(hand: Hand) -> object:
        return get_best_meld_clusters(theirs[id(hand)])

    for name, make in (("random", random_hands), ("dense", dense_hands)):
        # The tables of suits fill with the first thousands of hands.
        for hand in make(rng, 1, 10, 0, 20_000):
            deadwood(hand, gin)
        hands = make(rng, 1, 10, 0, 8_000)
        # Converted before the clock starts, for each engine takes its own cards.
        theirs = {
            id(hand): [TheirCard(str(card)[1], str(card)[0]) for card in hand] for hand in hands
        }
        ours, rlcard = medians(in_chunks(hands, 200), lambda hand: deadwood(hand, gin), cluster)
        yield (
            f"Gin 10 cards, {name:6}             deadwood {ours:5.1f} µs  "
            f"RLCard {rlcard:6.1f} µs  ratio {rlcard / ours:5.1f}"
        )


def hard_hands() -> Iterator[str]:
    """The slowest hands known, each engine on its own."""
    for name, text in HARD_HANDS:
        hand, known = Hand.parse(text), rules(name)
        search, model = medians(
            [[hand]] * 18, partial(_ask, known, "search"), partial(_ask, known, "cp")
        )
        yield (
            f"{name:14} {len(hand)} cards: search {search / 1e3:5.1f} ms  "
            f"model {model / 1e3:5.1f} ms"
        )


def _ask(known: RuleSet, engine: Engine, hand: Hand) -> BestMelds:
    return best_melds(hand, known, engine=engine)


def start_up() -> Iterator[str]:
    """What importing costs, and a whole process of the command line."""
    code = "import time; t = time.perf_counter(); import meldwise; print(time.perf_counter() - t)"
    imports = [
        float(subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout)
        for _ in range(9)
    ]
    command = [sys.executable, "-m", "meldwise", "melds", "7S 7H 7D 8D 9D", "--rules", "gin-rummy"]
    whole = []
    for _ in range(9):
        started = time.perf_counter()
        subprocess.run(command, capture_output=True, check=True)
        whole.append(time.perf_counter() - started)
    yield f"import meldwise {statistics.median(imports) * 1e3:.0f} ms"
    yield f"meldwise melds, whole process {statistics.median(whole):.2f} s"


def main() -> None:
    """Print every table."""
    for table in (search_and_model, gin_and_rlcard, hard_hands, start_up):
        for line in table():
            print(line, flush=True)  # noqa: T201 - the result of the run


if __name__ == "__main__":
    main()
