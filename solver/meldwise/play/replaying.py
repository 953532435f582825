"""Playing a recorded game again, and finding the first step in which a record is wrong."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from meldwise.errors import ActionError, InputError, excerpt
from meldwise.play.actions import Action
from meldwise.play.game import GameResult, play_game
from meldwise.play.legal import require
from meldwise.play.notation import parse_action
from meldwise.play.record import Recorder, header
from meldwise.position import Position
from meldwise.position.textform import parse_rules
from meldwise.rules.ruleset import RuleSet
from meldwise.settle.game import Standing

_LONGEST: Final = 50_000_000
_FIELDS: Final = ("rules", "players", "seed", "hands")
_CHOSEN: Final = "chosen: "
_BOUGHT_IN: Final = "bought in: "
_STEP: Final = re.compile(r"(\d+)\. ")


def replay(text: str) -> GameResult:
    """Play a recorded game again, comparing every line.

    Args:
        text: The record, as `record_game` writes it.

    Returns:
        The game, which ended as recorded.

    Raises:
        ActionError: the first step that is not legal, or the first line that differs; ``where``
            has the line's number and the step's.

    >>> from meldwise.play.players import player
    >>> from meldwise.play.record import record_game
    >>> text = record_game("tonk", [player("greedy")] * 3, seed=1)
    >>> replay(text).totals == replay(text).totals
    True
    """
    record = _Record(text)
    recorder = Recorder(record.compare)
    rules, players, seed, hands = record.read_header()
    result = play_game(
        rules,
        [_Reader(record)] * players,
        seed=seed,
        hands=hands,
        buys_in=record.buys_in,
        watch=recorder,
    )
    recorder.game_ends(result)
    record.finish()
    return result


class _Record:
    """The lines of a record, read and compared one after the other."""

    def __init__(self, text: str) -> None:
        if len(text) > _LONGEST:
            raise ActionError("record-too-long", f"a record has {_LONGEST} characters at most")
        self._lines = text.splitlines()
        self._at = 0
        self._step = ""
        self._hand = ""

    def read_header(self) -> tuple[RuleSet, int, str, int | None]:
        """Rules, players, seed and hands, as the first lines say."""
        values = {}
        for number, name in enumerate(_FIELDS, 1):
            line = self._line(number)
            if not line.startswith(f"{name}: "):
                raise self._wrong("bad-record", number, f'"{name}: …" is needed here')
            values[name] = line.removeprefix(f"{name}: ")
        rules = parse_rules(values["rules"])
        for name, pattern in (("players", r"\d{1,2}"), ("hands", r"\d{1,4}|to the end")):
            if not re.fullmatch(pattern, values[name], re.ASCII):
                number = _FIELDS.index(name) + 1
                raise self._wrong("bad-record", number, f"{excerpt(values[name])} is no number")
        hands = None if values["hands"] == "to the end" else int(values["hands"])
        players = int(values["players"])
        for line in header(rules, players, values["seed"], hands):
            self.compare(line)
        return rules, players, values["seed"], hands

    def compare(self, line: str) -> None:
        """Compare the next line with what the game brings."""
        found = self._line(self._at)
        step = _STEP.match(line)
        if line.startswith("hand "):
            self._hand, self._step = line.split(",", maxsplit=1)[0], ""
        elif step:
            self._step = step.group(1)
        if found != line:
            raise self._wrong(
                "record-differs",
                self._at,
                f"{excerpt(found, 120)} stands where the game has {excerpt(line, 120)}",
            )
        self._at += 1

    def choice(self, position: Position) -> Action:
        """The action chosen in this position, if it is one and is legal."""
        for offset in range(3):
            line = self._line(self._at + offset).strip()
            if line.startswith(_CHOSEN):
                return self._legal(position, line.removeprefix(_CHOSEN), self._at + offset)
        raise self._wrong(
            "record-ends", self._at, "the game goes on here, but the record has no further choice"
        )

    def _legal(self, position: Position, words: str, index: int) -> Action:
        step = _STEP.match(self._line(self._at))
        self._step = step.group(1) if step else self._step
        try:
            action = parse_action(words)
            require(position, action)
        except InputError as error:
            raise self._wrong(error.code, index, error.message) from None
        return action

    def buys_in(self, seat: int, standing: Standing) -> bool:
        """Whether the record says that a seat bought in after this hand."""
        if standing.buy_in_at is None:
            return False
        for line in self._rest_of_hand():
            if line.startswith(_BOUGHT_IN):
                return str(seat) in line.removeprefix(_BOUGHT_IN).split()
        return False

    def _rest_of_hand(self) -> Iterator[str]:
        for line in self._lines[self._at :]:
            if not line:
                return
            yield line

    def finish(self) -> None:
        """Nothing may follow the end."""
        if self._at < len(self._lines):
            raise self._wrong("record-goes-on", self._at, "the game has ended before this line")

    def place(self) -> str:
        """Where in the record the game is."""
        return ", ".join(part for part in (self._hand, self._step and f"step {self._step}") if part)

    def _line(self, index: int) -> str:
        return self._lines[index] if index < len(self._lines) else ""

    def _wrong(self, code: str, index: int, message: str) -> ActionError:
        place = self.place()
        where: dict[str, str | int] = {"line": index + 1}
        if self._step:
            where["step"] = int(self._step)
        return ActionError(
            code, f"line {index + 1}{f' ({place})' if place else ''}: {message}", where
        )


class _Reader:
    """A player who does what the record says."""

    def __init__(self, record: _Record) -> None:
        self._record = record

    def choose(self, position: Position, /) -> Action:
        """The recorded action."""
        return self._record.choice(position)
