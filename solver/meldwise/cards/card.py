"""One playing card, and a card that stands for another one in a meld."""

from __future__ import annotations

from dataclasses import dataclass
from operator import index
from typing import Final

SUITS: Final = "SHDC"
RANKS: Final = "A23456789TJQK"
SUIT_GLYPHS: Final = "♠♥♦♣"
ACE: Final = 1
JOKER_CODE: Final = 52
RED_JOKER_CODE: Final = 53
BLACK_JOKER_CODE: Final = 54
CODES: Final = 55

_JOKER_TEXTS: Final = {JOKER_CODE: "JK", RED_JOKER_CODE: "JKr", BLACK_JOKER_CODE: "JKb"}


@dataclass(frozen=True, slots=True, order=True)
class Card:
    """A card of a standard pack, or a joker; two packs hold two equal cards.

    ``code`` is 13 × suit + rank − 1 with the suits in the order S H D C and the ranks A … K;
    52 is a joker. 53 and 54 are the red and the black joker, for the few rule sets in which a
    joker keeps its colour.

    >>> Card.parse("TD").code
    35
    >>> str(Card(35)), Card(35).display()
    ('TD', '10♦')
    """

    code: int

    def __post_init__(self) -> None:
        # Integers of arrays are welcome too; they become plain ones.
        code = index(self.code) if hasattr(self.code, "__index__") else -1
        if isinstance(self.code, bool) or not 0 <= code < CODES:
            from meldwise.errors import NotationError, shown

            raise NotationError(
                "not-a-card",
                f"{shown(self.code)} is not a card code: 0 to {CODES - 1}",
                {"code": code if -(10**9) < code < 10**9 else shown(self.code)},
            )
        object.__setattr__(self, "code", code)

    @classmethod
    def parse(cls, text: str, locale: str = "en") -> Card:
        """Read one card, such as ``TD``, ``10♦`` or ``JK``; `NotationError` if it is not one."""
        from meldwise.cards.notation import parse_card

        return parse_card(text, locale)

    @classmethod
    def of(cls, rank: int, suit: int) -> Card:
        """The card of a rank (1 is the ace … 13 the king) and a suit (0 … 3 for S H D C)."""
        if not (1 <= rank <= 13 and 0 <= suit <= 3):
            from meldwise.errors import NotationError

            raise NotationError(
                "not-a-card",
                f"rank {rank} and suit {suit} are no card: ranks are 1 to 13, suits 0 to 3",
                {"rank": rank, "suit": suit},
            )
        return CARDS[13 * suit + rank - 1]

    @property
    def is_joker(self) -> bool:
        """Whether this is a printed joker."""
        return self.code >= JOKER_CODE

    @property
    def rank(self) -> int:
        """1 (ace) to 13 (king); 0 for a joker."""
        return self.code % 13 + 1 if self.code < JOKER_CODE else 0

    @property
    def suit(self) -> int:
        """0 to 3 for spades, hearts, diamonds, clubs; −1 for a joker."""
        return self.code // 13 if self.code < JOKER_CODE else -1

    def display(self, *, ascii_only: bool = False) -> str:
        """The card as people read it: ``10♦``; ``10D`` with ``ascii_only``."""
        if self.is_joker:
            return _JOKER_TEXTS[self.code]
        suits = SUITS if ascii_only else SUIT_GLYPHS
        return rank_display(self.rank) + suits[self.suit]

    def __hash__(self) -> int:
        return self.code

    def __str__(self) -> str:
        return CARD_TEXTS[self.code]

    def __repr__(self) -> str:
        return f"Card({str(self)!r})"


@dataclass(frozen=True, slots=True)
class PlacedCard:
    """A card in its slot of a meld: itself, or a wild that stands for another card.

    A natural card has ``rank`` and ``suit`` of its own and ``wild`` false. A wild has those of
    the card it stands for; in a set only the rank is fixed and ``suit`` is −1.

    >>> str(PlacedCard(Card.parse("JK"), rank=9, suit=1, wild=True))
    'JK=9H'
    """

    card: Card
    rank: int
    suit: int
    wild: bool

    @classmethod
    def natural(cls, card: Card) -> PlacedCard:
        """The card as itself."""
        return NATURALS[card.code]

    @property
    def stands_for(self) -> str | None:
        """What a wild stands for, as text (``9H``, or ``7`` in a set); None for a natural."""
        if not self.wild:
            return None
        return RANKS[self.rank - 1] + (SUITS[self.suit] if self.suit >= 0 else "")

    def __str__(self) -> str:
        return f"{self.card}={self.stands_for}" if self.wild else str(self.card)


def rank_display(rank: int) -> str:
    """A rank as people read it: 10 for the ten."""
    return "10" if rank == 10 else RANKS[rank - 1]


CARD_TEXTS: Final = tuple(
    [rank + suit for suit in SUITS for rank in RANKS] + list(_JOKER_TEXTS.values())
)
CARDS: Final = tuple(Card(code) for code in range(CODES))
NATURALS: Final = tuple(PlacedCard(card, card.rank, card.suit, wild=False) for card in CARDS)
JOKER: Final = CARDS[JOKER_CODE]
