"""The options of play, section by section: names, kinds, defaults, meanings.

The dotted path of a field is the option's name everywhere: ``meld.run.aces`` is the field ``aces``
of `RunOptions` in `MeldOptions`. Each description is what the JSON Schema and the listing of a
rule set show. The defaults describe a plain game: one pack, no jokers, seven cards, sets and runs
of three or more, everything melded at the end. `scoring_options` has what happens then.
"""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from meldwise.cards import RANKS, SUITS
from meldwise.rules.kinds import (
    DealtPerPacks,
    DealtPerPlayers,
    Jokers,
    KnockLimit,
    PacksPerPlayers,
    RankText,
    Suits,
)
from meldwise.rules.section import Section


class PlayersOptions(Section):
    """How many may play."""

    min: int = Field(2, ge=1, le=12, description="Fewest players.")
    max: int = Field(4, ge=1, le=12, description="Most players.")


class DeckOptions(Section):
    """What is in the pack."""

    packs: PacksPerPlayers = Field(
        1, description='Packs of 52, or one number per number of players: {"2-6": 1, "7": 2}.'
    )
    jokers: Jokers = Field(0, description='Printed jokers in all, or so many per pack ("2/pack").')
    ranks: str = Field(
        RANKS,
        max_length=13,
        description="Ranks in the pack, in order; 40-card packs leave out 8 9 T.",
    )
    suits: str = Field(
        SUITS,
        max_length=4,
        description="Suits in the pack, in order; tiles of three colours leave one out.",
    )
    wild_ranks: tuple[RankText, ...] = Field(
        (), description="Ranks whose cards are wild.", strict=False
    )
    wild_drawn: bool = Field(
        False,
        description="The rank of a card turned up after the deal is wild in that hand, or aces"
        " where it is a joker; the rules of one hand name the rank in deck.wild_ranks.",
    )
    notation: Literal["cards", "tiles"] = Field("cards", description="How cards are written.")


class DealOptions(Section):
    """The deal."""

    cards: DealtPerPlayers = Field(
        7,
        description="Cards dealt to each player, or one number per number of players:"
        ' {"2": 10, "3-5": 7}.',
    )
    cards_by_packs: DealtPerPacks = Field(
        {},
        validate_default=True,
        description='Cards dealt with so many packs; goes before deal.cards: {"2": 10}.',
    )
    upcard: bool = Field(True, description="The next card starts the discard pile.")
    first_player: Literal["dealer", "next"] = Field("next", description="Who plays first.")
    first_player_extra_card: bool = Field(
        False, description="The first player gets one card more, no upcard, and does not draw."
    )
    cut_joker_keep: bool = Field(
        False, description="The player before the dealer cuts and keeps a joker found there."
    )


class DrawOptions(Section):
    """Drawing a card."""

    discard: Literal["free", "use_now", "use_now_new_meld", "any_depth", "whole_pile", "none"] = (
        Field("free", description="On what terms the discard pile may be drawn from.")
    )
    first_upcard: Literal["free", "offered"] = Field(
        "free", description="Whether the first upcard is offered to each player in turn first."
    )


class TurnOptions(Section):
    """How a turn begins and ends."""

    draw: Literal["first", "if_nothing_placed"] = Field(
        "first",
        description="A turn begins with a draw and ends with a discard; or only a player who puts"
        " nothing on the table draws, and nobody discards.",
    )

    discard_taken_upcard: bool = Field(
        False, description="A card just taken from the discard pile may be thrown again."
    )
    joker_discard: Literal["free", "only_to_go_out", "never", "not_takeable"] = Field(
        "free", description="When a joker may be discarded."
    )


class SetOptions(Section):
    """Cards of one rank."""

    allowed: bool = Field(True, description="Sets are melds.")
    min: int = Field(3, ge=2, le=30, description="Fewest cards of a set.")
    max: int | None = Field(
        None,
        ge=2,
        le=30,
        description="Most cards of a set; none: as many as the suits rule and the packs allow.",
    )
    suits: Suits = Field(
        "distinct",
        description="Suits of a set: distinct, any, or a number: exactly so many different ones.",
    )


class RunOptions(Section):
    """Cards of one suit in sequence."""

    allowed: bool = Field(True, description="Runs are melds.")
    min: int = Field(3, ge=2, le=14, description="Fewest cards of a run.")
    max: int = Field(13, ge=2, le=14, description="Most cards of a run; 14: an ace at both ends.")
    aces: Literal["low", "high", "high_or_low", "corner"] = Field(
        "low", description="Where the ace stands; corner: K-A-2 goes on round the corner."
    )


class MeldOptions(Section):
    """Melds."""

    time: Literal["play", "end", "once"] = Field(
        "end", description="Melds are laid in play, shown at the end, or all laid in one go."
    )
    set: SetOptions = Field(SetOptions(), description="Sets.")
    run: RunOptions = Field(RunOptions(), description="Runs.")


class WildOptions(Section):
    """Jokers and wild ranks in melds."""

    allowed_in: Literal["both", "sets", "runs", "none"] = Field(
        "both", description="Melds in which wilds may stand."
    )
    min_naturals: int = Field(1, ge=0, le=14, description="Fewest natural cards of a meld.")
    max_per_meld: int | None = Field(None, ge=0, le=14, description="Most wilds of one meld.")
    max_in_set: int | None = Field(None, ge=0, le=14, description="Most wilds of one set.")
    max_in_run: int | None = Field(None, ge=0, le=14, description="Most wilds of one run.")
    max_adjacent: int | None = Field(
        None, ge=1, le=14, description="Most wilds side by side in a run."
    )
    at_run_ends: bool = Field(True, description="A wild may be the first or last card of a run.")
    not_more_than_naturals: bool = Field(
        False, description="A meld may not hold more wilds than naturals."
    )
    natural_use: bool = Field(
        True, description="A card of a wild rank may also stand for itself, as a natural."
    )
    joker_colours: bool = Field(
        False,
        description="A red joker (JKr) stands only for hearts and diamonds, a black one"
        " (JKb) for spades and clubs.",
    )


class RequiredMelds(Section):
    """What the whole arrangement must contain to go out."""

    all: bool = Field(False, description="Every card must be melded.")
    sets: int = Field(0, ge=0, le=20, description="At least so many sets.")
    runs: int = Field(0, ge=0, le=20, description="At least so many runs.")
    pure_runs: int = Field(0, ge=0, le=20, description="At least so many runs without a wild.")


class HandOptions(Section):
    """The hand as a whole."""

    requires: RequiredMelds = Field(
        RequiredMelds(), description="What a hand that goes out must contain."
    )


class OpenOptions(Section):
    """The initial meld."""

    min_points: int = Field(0, ge=0, le=500, description="Fewest points of the initial meld.")
    pure_run: bool = Field(False, description="The initial meld needs a run without a wild.")
    layoff_same_turn: bool = Field(
        True, description="Cards may be laid off in the turn of the initial meld."
    )
    exempt_if_going_out: bool = Field(
        False, description="Who goes out in the same turn needs no points to open."
    )


class LayoffOptions(Section):
    """Adding cards to melds on the table."""

    in_play: bool = Field(False, description="Cards may be laid off on one's turn.")
    requires_open: bool = Field(False, description="Only after one's own initial meld.")
    targets: Literal["all", "runs", "sets", "own"] = Field(
        "all", description="Melds that may be added to."
    )
    at_showdown: bool = Field(
        False, description="Opponents lay off on the melds of the player who ended the hand."
    )
    against_gin: bool = Field(False, description="Also when that player has no deadwood.")


class JokerSwapOptions(Section):
    """Taking a joker from the table for the card it stands for."""

    allowed: bool = Field(False, description="Jokers on the table may be exchanged.")
    requires_open: bool = Field(False, description="Only after one's own initial meld.")
    reuse: Literal["new_meld", "any", "keep"] = Field(
        "any", description="Where the joker must go at once; keep: it may stay in hand."
    )
    strict: bool = Field(
        False, description="In a set only when it then has four naturals of the rank."
    )


class JokerShiftOptions(Section):
    """Putting the represented card into a run and moving its joker to an end."""

    allowed: bool = Field(False, description="Jokers may be shifted.")
    from_: Literal["any", "ends_only"] = Field(
        "any", alias="from", description="Slots from which a joker may be shifted."
    )
    low: RankText = Field("A", description="Lowest rank that it may be shifted to.")
    high: RankText = Field("K", description="Highest rank that it may be shifted to.")


class EndOptions(Section):
    """Going out."""

    go_out_discard: Literal["optional", "required", "none"] = Field(
        "optional", description="Whether the last card must be, may be or is never discarded."
    )
    big_gin: bool = Field(False, description="All cards melded without a discard ends the hand.")
    turn_limit: int | None = Field(
        None, ge=1, le=10_000, description="Turns of one hand after which it is void."
    )


class KnockOptions(Section):
    """Ending the hand with deadwood."""

    allowed: bool = Field(False, description="A player may knock.")
    limit: KnockLimit | None = Field(
        None, description="Most deadwood of a knocker; none: no limit; upcard: its value."
    )
    timing: Literal["before_draw", "with_discard"] = Field(
        "with_discard", description="When in the turn a player knocks."
    )


class DealWinOptions(Section):
    """A hand that wins as dealt."""

    min: int | None = Field(None, ge=0, le=500, description="Points that win; none: no such win.")
    mandatory: bool = Field(False, description="It must be declared.")
    factor: int = Field(2, ge=1, le=10, description="Stakes that everyone pays.")


class StockOptions(Section):
    """The end of the stock."""

    on_empty: Literal["reshuffle", "turn", "hand_ends", "void", "pass"] = Field(
        "turn",
        description="The discards are shuffled or just turned over, the hand ends and is"
        " settled, it is void, or play goes on without drawing.",
    )
    shuffle: bool | None = Field(
        None, description="Whether turned discards are shuffled; none: as on_empty says."
    )
    wall: Literal["none", "void", "knock_only"] = Field(
        "none", description="What happens when wall_at cards are left after a discard."
    )
    wall_at: int = Field(2, ge=0, le=20, description="Stock cards at which the wall is reached.")
