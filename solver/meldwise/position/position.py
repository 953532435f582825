"""What one player sees at one moment: the value that legal actions and advice start from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, Self

from meldwise.cards import Card
from meldwise.melds.meld import Meld
from meldwise.position.terms import Terms, terms_of
from meldwise.rules.ruleset import RuleSet

Phase = Literal["deal", "draw", "play"]
Source = Literal["stock", "discard"]
Use = Literal["new_meld", "any"]


class Evolving:
    """A frozen value of which changed copies are made."""

    def evolve(self, **changes: Any) -> Self:
        """A copy with some fields changed."""
        # A third of the time of dataclasses.replace(), and games make millions of copies.
        copy = object.__new__(type(self))
        copy.__dict__.update(self.__dict__)
        copy.__dict__.update(changes)
        return copy


@dataclass(frozen=True, slots=True)
class TableMeld:
    """A meld on the table and the seat that laid it."""

    owner: int
    meld: Meld

    def to_dict(self) -> dict[str, Any]:
        """The meld as JSON: owner and cards."""
        return {"owner": self.owner, "cards": [str(card) for card in self.meld.cards]}


@dataclass(frozen=True, slots=True)
class Taken:
    """What was drawn in this turn: one card, or from a pile the deepest card and those above."""

    cards: tuple[Card, ...]
    source: Source

    @property
    def card(self) -> Card:
        """The card drawn; of several the deepest one."""
        return self.cards[0]

    def to_dict(self) -> dict[str, Any]:
        """What was drawn as JSON; ``with`` lists the cards above the deepest one."""
        more = [str(card) for card in self.cards[1:]]
        drawn: dict[str, Any] = {"card": str(self.card), "from": self.source}
        return drawn | ({"with": more} if more else {})


@dataclass(frozen=True, slots=True)
class Opponent:
    """What is known of another player: how many cards, and some of them.

    ``holds`` are cards seen to go to that hand and not seen to leave it, ``threw`` the cards
    discarded and ``passed`` the upcards not taken, oldest first.
    """

    seat: int
    cards: int
    holds: tuple[Card, ...] = ()
    threw: tuple[Card, ...] = ()
    passed: tuple[Card, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """The opponent as JSON; lists that are empty are left out."""
        known = {"holds": self.holds, "threw": self.threw, "passed": self.passed}
        return {"seat": self.seat, "cards": self.cards} | {
            name: [str(card) for card in cards] for name, cards in known.items() if cards
        }


@dataclass(frozen=True)
class Turn(Evolving):
    """What has happened in the turn at hand, as far as later actions of it depend on that.

    Args:
        number: Turns of this hand that were finished before.
        offered: The first upcard is on offer: take it or pass.
        stock_only: Everybody has passed the first upcard, so it may not be taken now.
        placed: Something was laid, laid off or shifted in this turn.
        opened: The player's initial meld was completed in this turn.
        used: The card taken from the discard pile has been laid on the table.
        freed: Jokers taken in an exchange that must be laid before anything else.
    """

    number: int = 0
    offered: bool = False
    stock_only: bool = False
    placed: bool = False
    opened: bool = False
    used: bool = False
    freed: tuple[Card, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """What differs from a turn in which nothing has happened, as JSON."""
        plain = {name: value for name, value in self.__dict__.items() if value}
        return plain | ({"freed": [str(card) for card in self.freed]} if self.freed else {})


@dataclass(frozen=True)
class Position(Evolving):
    """What one player sees.

    Made by `from_dict`, `parse` (one line of text), or from a game; the constructor itself does
    not validate.

    Args:
        rules: The rule set.
        players: How many play.
        seat: Whose view this is.
        dealer: The seat that dealt.
        phase: ``deal`` (a dealt hand may be declared), ``draw``, or ``play`` (after the draw).
        to_move: Whose turn it is; seldom another's, for then there is nothing to decide.
        hand: The player's cards, the one drawn included.
        stock: Cards left in the stock.
        discards: The discard pile, the top card last.
        scores: The running scores, by seat.
        taken: What was drawn in this turn, as far as it is seen.
        table: Melds on the table, oldest first.
        opened: For each seat, whether its initial meld is complete.
        placed: For each seat, whether it put cards on the table in an earlier turn of this hand.
        opponents: What is known of the others, by seat.
        turn: What has happened in this turn.
        upcard: The card turned up after the deal, where rules depend on it.

    >>> position = Position.parse(
    ...     "gin-rummy 2:0:1 draw AS2S3S5H6H7H9C9DTDKH - TC 31 0,0 - -- -- 1:10 -"
    ... )
    >>> position.upcards
    (Card('TC'),)
    """

    rules: RuleSet
    players: int
    seat: int
    dealer: int
    to_move: int
    phase: Phase
    hand: tuple[Card, ...]
    stock: int
    discards: tuple[Card, ...]
    scores: tuple[int, ...]
    taken: Taken | None
    table: tuple[TableMeld, ...]
    opened: tuple[bool, ...]
    placed: tuple[bool, ...]
    opponents: tuple[Opponent, ...]
    turn: Turn
    upcard: Card | None

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Position:
        """Read a position from its JSON form and validate it completely.

        Raises:
            InputError: what is wrong, where it stands, and what would be right.
        """
        from meldwise.position.reading import read_position

        return read_position(values)

    @classmethod
    def parse(cls, text: str) -> Position:
        """Read a position from its one-line form; see `to_text`."""
        from meldwise.position.textform import parse_position

        return parse_position(text)

    @classmethod
    def of(cls, position: PositionLike) -> Position:
        """A position from whatever stands for one: itself, JSON values, or one line of text."""
        if isinstance(position, Position):
            return position
        return cls.parse(position) if isinstance(position, str) else cls.from_dict(position)

    @property
    def terms(self) -> Terms:
        """The rules at this table."""
        return terms_of(self.rules, self.players)

    @property
    def upcards(self) -> tuple[Card, ...]:
        """The top card of the discard pile, if there is one."""
        return self.discards[-1:]

    @property
    def pending(self) -> tuple[tuple[Card, Use], ...]:
        """Cards that must be laid before anything else, and where each may go."""
        if not self.turn.freed and (self.taken is None or self.taken.source == "stock"):
            return ()
        found: list[tuple[Card, Use]] = []
        if self.taken is not None and self.taken.source == "discard" and not self.turn.used:
            terms = self.rules.draw.discard
            if terms in ("use_now", "any_depth"):
                found.append((self.taken.card, "any"))
            elif terms == "use_now_new_meld":
                found.append((self.taken.card, "new_meld"))
        if self.turn.freed:
            where: Use = "new_meld" if self.rules.joker_swap.reuse == "new_meld" else "any"
            found += [(card, where) for card in self.turn.freed]
        return tuple(found)

    @property
    def opening(self) -> tuple[Meld, ...]:
        """The melds of an initial meld that is not complete yet."""
        if self.opened[self.to_move]:
            return ()
        return tuple(known.meld for known in self.table if known.owner == self.to_move)

    def to_dict(self) -> dict[str, Any]:
        """The position as JSON; `from_dict` reads it back."""
        from meldwise.position.reading import position_dict

        return position_dict(self)

    def to_text(self) -> str:
        """The position as one line of text; `parse` reads it back."""
        from meldwise.position.textform import position_text

        return position_text(self)

    def display(self, *, ascii_only: bool = False) -> str:
        """The position as a table for people."""
        from meldwise.position.display import position_display

        return position_display(self, ascii_only=ascii_only)

    def __str__(self) -> str:
        return self.display()


PositionLike = Position | Mapping[str, Any] | str
"""What every function takes for a position: a `Position`, its JSON values, or its text form."""
