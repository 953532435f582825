"""Hands of wayward play by the ten thousand: ``python -m tests.property.long_play``.

Every hand is checked: there is always a legal action, no card is lost or doubled in any turn,
stakes add up to nothing, the hand ends. One hand in twenty-one is looked at more closely, for that
takes longer than playing it: some of its positions are written and read back, and the whole hand
is written down and replayed from its record, which must come to the same end. A hand that fails is
written down too, for whoever looks into it.

The hands of a table (a rule set and a number of players) are numbered from 0, and the number is
the seed. They are played in blocks, a little of every table in turn. With ``--log FILE`` finished
blocks are kept there: a run that was stopped goes on where it was, and the table at the end counts
all of them.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from typing import Final

from meldwise.rules import rules
from tests.presets import PLAYED
from tests.property.playmixes import play_mix
from tests.property.randomplay import (
    play_checked,
    record,
    replay_checked,
    tables,
)

BLOCK: Final = 100
LOOK_EVERY: Final = 50
RECORD_EVERY: Final = 21

Table = tuple[str, int]


@dataclass
class Block:
    """Hands of one table that were played together: how they ended, and those that failed."""

    rules: str
    players: int
    number: int
    hands: int = 0
    replayed: int = 0
    turns: int = 0
    seconds: float = 0.0
    endings: dict[str, int] = field(default_factory=dict)
    failures: list[str] = field(default_factory=list)


def play_block(name: str, players: int, number: int) -> Block:
    """Play the hands of a block."""
    known, block, endings = rules(name), Block(name, players, number), Counter[str]()
    started = time.process_time()
    for seed in range(number * BLOCK, (number + 1) * BLOCK):
        block.hands += 1
        try:
            written = seed % RECORD_EVERY == 0
            played = play_checked(known, players, seed, look_every=LOOK_EVERY * written)
            if written:
                replay_checked(known, players, seed, played)
                block.replayed += 1
        except Exception:
            block.failures.append(_failure(name, players, seed))
            continue
        state, _ = played
        assert state.ending is not None
        endings[state.why or state.ending.kind] += 1
        block.turns += state.turn.number
    block.seconds = time.process_time() - started
    block.endings = dict(sorted(endings.items()))
    return block


def _failure(name: str, players: int, seed: int) -> str:
    """What went wrong in a hand, with its record as far as it goes."""
    told = f"{name}, {players} players, hand {seed}\n{traceback.format_exc()}"
    lines: list[str] = []
    try:
        record(rules(name), players, seed, lines)
    except Exception as error:
        lines.append(f"the record ends here: {error}")
    return told + "\n".join(lines)


def planned(
    chosen: list[Table], hands: int, done: set[tuple[str, int, int]], *, shared: bool
) -> Iterator[tuple[str, int, int]]:
    """The blocks still to play, a little of every table in turn.

    Args:
        chosen: The tables.
        hands: How many of each table, or of each rule set.
        done: The blocks already played.
        shared: Whether the hands are those of a rule set, shared by its tables.
    """
    of_rules = Counter(name for name, _ in chosen)
    queue = []
    for name, players in chosen:
        blocks = -(-hands // (BLOCK * (of_rules[name] if shared else 1)))
        queue += [((number + 0.5) / blocks, name, players, number) for number in range(blocks)]
    for _, name, players, number in sorted(queue):
        if (name, players, number) not in done:
            yield name, players, number


def run(todo: Iterator[tuple[str, int, int]], workers: int, minutes: float) -> Iterator[Block]:
    """Play blocks in so many processes until none is left or the time is up."""
    deadline = time.monotonic() + 60 * minutes
    with ProcessPoolExecutor(workers) as pool:
        playing: set[Future[Block]] = set()
        while True:
            while len(playing) < workers and time.monotonic() < deadline:
                block = next(todo, None)
                if block is None:
                    break
                playing.add(pool.submit(play_block, *block))
            if not playing:
                return
            ended, playing = wait(playing, return_when=FIRST_COMPLETED)
            for future in ended:
                yield future.result()


def report(blocks: list[Block]) -> Iterator[str]:
    """One line for each table."""
    heads = ("hands", "replayed", "turns each", "hands/s")
    yield f"{'rules':<17}{'players':>8}" + "".join(f"{head:>11}" for head in heads) + "  endings"
    by_table: dict[Table, list[Block]] = {}
    for block in blocks:
        by_table.setdefault((block.rules, block.players), []).append(block)
    for (name, players), played in sorted(by_table.items()):
        hands = sum(block.hands for block in played)
        endings = sum((Counter(block.endings) for block in played), Counter[str]())
        failed = sum(len(block.failures) for block in played)
        ends = ", ".join(f"{ending} {count}" for ending, count in sorted(endings.items()))
        yield (
            f"{name:<17}{players:>8}{hands:>11}{sum(block.replayed for block in played):>11}"
            f"{sum(block.turns for block in played) / hands:>11.0f}"
            f"{hands / max(sum(block.seconds for block in played), 1e-9):>11.1f}"
            f"  {ends}" + (f"; {failed} FAILED" if failed else "")
        )


def main() -> None:
    """Play until all tables are done or the time is up; status 1 if any hand failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rules", nargs="*", default=list(PLAYED), help="rule sets; all")
    parser.add_argument("--players", type=int, nargs="*", help="numbers of players; all")
    parser.add_argument("--hands", type=int, default=20_000, help="hands of each table")
    parser.add_argument(
        "--shared", action="store_true", help="hands of each rule set, shared by its tables"
    )
    parser.add_argument("--workers", type=int, default=1, help="processes")
    parser.add_argument("--minutes", type=float, default=1e6, help="no new block after that")
    parser.add_argument("--log", type=Path, help="file of finished blocks, to go on from")
    parser.add_argument("--mixes", type=int, default=0, help="rule sets of random options too")
    arguments = parser.parse_args()
    blocks: list[Block] = []
    if arguments.log and arguments.log.exists():
        blocks = [Block(**json.loads(line)) for line in arguments.log.read_text().splitlines()]
    chosen = [
        (name, players)
        for name, players in tables()
        if name in arguments.rules and players in (arguments.players or range(100))
    ]
    done = {(block.rules, block.players, block.number) for block in blocks}
    todo = planned(chosen, arguments.hands, done, shared=arguments.shared)
    for block in run(todo, arguments.workers, arguments.minutes):
        blocks.append(block)
        if arguments.log:
            with arguments.log.open("a") as log:
                log.write(json.dumps(asdict(block)) + "\n")
        for failure in block.failures:
            print(f"FAILED: {failure}", flush=True)  # noqa: T201 - the result of the run
    for number in range(arguments.mixes):
        mix = play_mix(Random(number))
        for seed in range(BLOCK // 10):
            replay_checked(mix, 2, seed, play_checked(mix, 2, seed, look_every=LOOK_EVERY))
    print("\n".join(report(blocks)))  # noqa: T201 - the result of the run
    sys.exit(any(block.failures for block in blocks))


if __name__ == "__main__":
    main()
