"""The options of the settlement, section by section: card values, counting, scores, ties, game."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from meldwise.rules.kinds import CardsCounted, CardValue, RankValues, Represented
from meldwise.rules.section import Section


class MeldValues(Section):
    """What cards count in melds."""

    ace: CardValue = Field(1, description="An ace that follows the king.")
    ace_low: CardValue = Field(1, description="An ace as the first card of A-2-3.")
    ace_set: CardValue | None = Field(None, description="An ace in a set; none: as ace.")
    court: CardValue | Literal["pip"] = Field(10, description="J Q K; pip: 11 12 13.")
    joker: CardValue | Represented = Field(
        "represented", description="A joker: what it stands for, or a fixed number."
    )
    wild: CardValue | Represented = Field(
        "represented", description="A card of a wild rank used as a wild."
    )
    ranks: RankValues = Field(
        {}, validate_default=True, description='Other values, rank by rank: {"Q": 50}.'
    )


class HandValues(Section):
    """What cards count in hand."""

    ace: CardValue = Field(1, description="An ace.")
    court: CardValue | Literal["pip"] = Field(10, description="J Q K; pip: 11 12 13.")
    joker: CardValue = Field(20, description="A joker.")
    wild: CardValue | None = Field(
        None, description="A card of a wild rank; none: as any card of its rank."
    )
    ranks: RankValues = Field(
        {}, validate_default=True, description='Other values, rank by rank: {"Q": 50}.'
    )


class ValuesOptions(Section):
    """Card values."""

    meld: MeldValues = Field(MeldValues(), description="In melds.")
    hand: HandValues = Field(HandValues(), description="In hand.")


class CountOptions(Section):
    """What counts against a player at the end."""

    hand: CardsCounted = Field(
        "unmelded", description="All cards held (also written all_held), or only the unmelded."
    )
    all_without_pure_run: bool = Field(
        False, description="All cards count when the hand has no run without a wild."
    )


class ScoreOptions(Section):
    """Settlement."""

    model: Literal[
        "own_penalty",
        "own_penalty_all",
        "stakes",
        "others_minus_own",
        "others_deadwood",
        "own_melds",
        "difference",
        "melds_minus_hand",
        "sum_of_others",
    ] = Field("own_penalty", description="Who scores what.")
    stake: int = Field(1, ge=1, le=1_000_000, description="One stake.")
    difference: Literal["once", "per_opponent"] = Field(
        "once", description="The winner's own deadwood is subtracted once or per opponent."
    )
    rummy_bonus: int = Field(0, ge=0, le=1000, description="For melding the whole hand.")
    rummy_bonus_per: Literal["once", "per_opponent"] = Field(
        "once", description="The rummy bonus is paid once or by each opponent."
    )
    knocker_lost_bonus: int = Field(
        0, ge=0, le=1000, description="For the winner when a knocker lost."
    )
    gin_bonus: int = Field(0, ge=0, le=1000, description="For going gin.")
    big_gin_bonus: int = Field(0, ge=0, le=1000, description="For big gin.")
    undercut_bonus: int = Field(0, ge=0, le=1000, description="For an undercut.")
    spade_upcard_factor: int = Field(
        1, ge=1, le=10, description="Everything counts so many times when the upcard is a spade."
    )
    go_out_at_once_bonus: int = Field(
        0, ge=0, le=1000, description="Deducted for going out in one turn."
    )
    go_out_at_once_floor: int | None = Field(
        None,
        ge=-1_000_000,
        le=1_000_000,
        description="The score below which that deduction does not go; none: no floor.",
    )
    go_out_at_once_factor: int = Field(
        1, ge=1, le=10, description="Losers count so many times when a player goes out in one turn."
    )
    cap: int | None = Field(None, ge=1, le=10_000, description="Most penalty points of one hand.")


class TieOptions(Section):
    """Ties."""

    lowest: Literal["knocker_loses", "non_knocker", "defender", "nobody"] = Field(
        "nobody", description="Who wins when the knocker ties for the lowest count."
    )
    stock_out: Literal["each", "split", "none"] = Field(
        "each", description="Who is paid when the lowest counts tie at the end of the stock."
    )
    rummy_immune: bool = Field(True, description="A melded hand wins even against another zero.")
    several_non_knockers: Literal["none", "split", "each"] = Field(
        "none",
        description="Who scores when several players other than the knocker share the lowest"
        " count: nobody, all of them a part, or each of them in full.",
    )
    game_end: Literal["lowest_total", "shared"] = Field(
        "lowest_total", description="Who wins when all that are left go out in the same hand."
    )


class TonkOptions(Section):
    """Stakes of Tonk and its relatives."""

    out_factor: int = Field(2, ge=1, le=10, description="Stakes for going out without a discard.")
    caught_factor: int = Field(
        2, ge=1, le=10, description="Stakes that a caught knocker pays to each who caught him."
    )
    knocker_pays_winner_too: bool = Field(
        True, description="A caught knocker also pays the winner's single stake."
    )


class BuyInOptions(Section):
    """Coming back after elimination."""

    max: int = Field(0, ge=0, le=20, description="How often a player may buy in.")
    min_left: int = Field(
        2, ge=1, le=12, description="Players that must be below the limit for a buy-in."
    )


class GameOptions(Section):
    """The end of the game."""

    target: int | None = Field(
        None, ge=1, le=1_000_000, description="Points that win the game; none: single hands."
    )
    out_at: int | None = Field(
        None, ge=1, le=1_000_000, description="Penalty points at which a player is out."
    )
    buy_in: BuyInOptions = Field(BuyInOptions(), description="Buying in again.")
