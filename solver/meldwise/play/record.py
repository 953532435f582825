"""A game as readable text: the deal, each state, the legal actions, what was chosen, scores.

The text says all that is needed to play the game again: see `meldwise.play.replaying`. A change of
behaviour shows up as a difference between two texts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from meldwise.cards import Card
from meldwise.play.actions import Action
from meldwise.play.dealing import Seed
from meldwise.play.game import BuysIn, GameResult, HandResult, always, play_game
from meldwise.play.legal import legal_actions
from meldwise.play.notation import action_text
from meldwise.play.players import Player
from meldwise.play.state import State
from meldwise.position.textform import rules_text
from meldwise.rules import rules as find_rules
from meldwise.rules.catalog import RulesLike

TITLE: Final = "meldwise playthrough"

Write = Callable[[str], None]
"""Takes one line of a record."""


def header(rules: RulesLike, players: int, seed: Seed, hands: int | None) -> list[str]:
    """The lines that say what was played."""
    return [
        TITLE,
        f"rules: {rules_text(find_rules(rules))}",
        f"players: {players}",
        f"seed: {seed}",
        f"hands: {'to the end' if hands is None else hands}",
    ]


class Recorder:
    """Follows a game and writes its record, line by line.

    Args:
        write: Takes each line.
    """

    def __init__(self, write: Write) -> None:
        self._write = write
        self._step = 0

    def hand_begins(self, number: int, seats: tuple[int, ...], state: State) -> None:
        """The deal, as the referee sees it."""
        self._step = 0
        self._write("")
        self._write(f"hand {number}, dealer {state.dealer}, seats {_numbers(seats)}")
        for seat, hand in enumerate(state.hands):
            self._write(f"seat {seat}: {_cards(sorted(hand))}")
        self._write(f"upcard: {'none' if state.upcard is None else state.upcard}")
        self._write(f"stock, top card first: {_cards(state.stock[::-1])}")

    def step(self, state: State, action: Action) -> None:
        """A state, its legal actions and what was chosen."""
        self._step += 1
        position = state.position()
        self._write(f"{self._step}. {position.to_text()}")
        self._write(f"   legal: {' | '.join(map(action_text, legal_actions(position)))}")
        self._write(f"   chosen: {action_text(action)}")

    def hand_ends(self, result: HandResult) -> None:
        """How the hand ended and what it changes."""
        ending = result.state.ending
        assert ending is not None
        by = "" if ending.player is None else f" by seat {ending.player}"
        why = f" ({result.state.why})" if result.state.why else ""
        self._write(f"ended: {ending.kind}{by}{why}")
        for seat, hand in enumerate(result.state.hands):
            self._write(f"left at seat {seat}: {_cards(sorted(hand)) or 'nothing'}")
        self._write(f"scores: {_numbers(result.settlement.scores)}")
        if result.bought_in:
            self._write(f"bought in: {_numbers(result.bought_in)}")
        self._write(f"totals: {_numbers(result.standing.totals)}")

    def game_ends(self, result: GameResult) -> None:
        """Who has won."""
        self._write("")
        self._write(f"winners: {_numbers(result.winners)}")
        self._write(f"end of the game: {'as ruled' if result.over else 'stopped'}")


def record_game(
    rules: RulesLike,
    players: Sequence[Player],
    *,
    seed: Seed = 0,
    hands: int | None = None,
    buys_in: BuysIn = always,
) -> str:
    r"""Play a game and return its record.

    Args:
        rules: Id, alias, `RuleSet`, options or file.
        players: One for each seat.
        seed: The game's seed.
        hands: Most hands; see `play_game`.
        buys_in: Whether a player who is out and may buy in does so.

    >>> from meldwise.play.players import player
    >>> text = record_game("gin-rummy", [player("greedy")] * 2, seed=1, hands=1)
    >>> print("\n".join(text.splitlines()[:5]))
    meldwise playthrough
    rules: gin-rummy
    players: 2
    seed: 1
    hands: 1
    """
    lines = header(rules, len(players), seed, hands)
    recorder = Recorder(lines.append)
    result = play_game(rules, players, seed=seed, hands=hands, buys_in=buys_in, watch=recorder)
    recorder.game_ends(result)
    return "\n".join(lines) + "\n"


def _cards(cards: Sequence[Card]) -> str:
    return " ".join(map(str, cards))


def _numbers(numbers: Sequence[int]) -> str:
    return " ".join(map(str, numbers))
