"""The settlement of an outcome: count, score, explain, and what it means for the game."""

from __future__ import annotations

from meldwise.errors import RequestError
from meldwise.rules.sentences.wording import counted as so_many
from meldwise.rules.sentences.wording import listed
from meldwise.settle.counted import Counted, counted
from meldwise.settle.game import Standing, after_hand
from meldwise.settle.outcome import Outcome
from meldwise.settle.scoring import score
from meldwise.settle.settlement import Settlement, ShownHand
from meldwise.settle.stakes import deal_win
from meldwise.settle.tally import Score, Tally
from meldwise.settle.wording import capital, named, with_counts


def settle_outcome(outcome: Outcome) -> Settlement:
    """The settlement of a finished hand.

    Args:
        outcome: How it ended.

    Returns:
        Scores, winners, counts and an explanation; see `Settlement`.

    Raises:
        HandError, RequestError: an outcome that is impossible, or in which something is missing
            that the rules need.

    >>> from meldwise.rules import rules
    >>> from meldwise.settle.ending import Ending
    >>> print(settle_outcome(Outcome(rules("tonk"), Ending("knock", 0), counts=(9, 10, 14))))
    player    count   score
    0 *           9      +2
    1            10      -1
    2            14      -1
    <BLANKLINE>
    Player 0 knocks with 9; player 1 counts 10 and player 2 counts 14.
    Player 0 has the lowest count and wins.
    Player 1 and player 2 each pay player 0 1 (one stake): the lowest count.
    """
    found = counted(outcome)
    scored = _scored(outcome, found.tally)
    game = None
    if outcome.scores is not None:
        game = after_hand(outcome.rules, outcome.scores, scored.scores, outcome.buy_ins)
    return Settlement(
        scores=scored.scores,
        winners=scored.winners,
        counts=found.tally.counts,
        explain=(
            *_shown(found),
            *_opening(found.tally),
            *scored.explain,
            *(_standing(game) if game is not None else ()),
        ),
        hands=found.hands,
        melded=found.tally.melded,
        game=game,
        exact=found.exact,
    )


def _scored(outcome: Outcome, tally: Tally) -> Score:
    if tally.kind == "void" or (tally.kind == "stock-out" and _is_void(outcome)):
        return Score((0,) * len(tally.counts), (), ("The hand is void: nobody scores.",))
    if tally.kind == "deal-win":
        return deal_win(tally, _declared(outcome, tally))
    if tally.rules.score.model == "stakes" and tally.kind == "out" and tally.discarded is None:
        raise RequestError(
            "no-discarded",
            "ending.discarded: say whether the last card was discarded; going out without a "
            f"discard wins {so_many(tally.rules.tonk.out_factor, 'stake')} (option "
            "tonk.out_factor)",
            {"field": "ending.discarded"},
        )
    return score(tally)


def _is_void(outcome: Outcome) -> bool:
    """Whether a hand that the end of the stock ends is void instead of being settled."""
    return outcome.rules.stock.on_empty not in ("hand_ends", "pass")


def _declared(outcome: Outcome, tally: Tally) -> tuple[int, ...]:
    """The players who won as dealt: those who declared it, or all who could."""
    least = tally.rules.deal_win.min or 0
    able = tuple(player for player in tally.players if tally.counts[player] >= least)
    said, named = outcome.ending.declared, outcome.ending.player
    if said is not None and named is not None and named not in said:
        raise RequestError(
            "bad-player",
            f"ending.player: player {named} is said to have won as dealt, but ending.declared "
            "does not name that player",
            {"field": "ending.player", "player": named},
        )
    field = "player" if said is None else "declared"
    for player in ([] if named is None else [named]) if said is None else said:
        if player not in able:
            raise RequestError(
                "no-deal-win",
                f"ending.{field}: player {player} has a dealt hand of {tally.counts[player]}: "
                f"{least} or more win (option deal_win.min)",
                {"field": f"ending.{field}", "player": player, "value": tally.counts[player]},
            )
    if said is None:
        return able
    return able if tally.rules.deal_win.mandatory else said


def _opening(tally: Tally) -> list[str]:
    """How the hand ended and what everyone counts."""
    player, others = tally.player, with_counts(tally.others(tally.player), tally.counts)
    own_melds = tally.rules.score.model == "own_melds"
    match tally.kind:
        case "knock":
            what = "with everything melded" if tally.clean else f"with {tally.counts[player or 0]}"
            return [f"Player {player} knocks {what}; {others}."]
        case "out":
            how = {True: " with a last discard", False: " without a discard", None: ""}
            once = " in one turn" if tally.at_once else ""
            return [
                f"Player {player} is out{once}{how[tally.discarded]}"
                + ("." if own_melds else f"; {others}.")
            ]
        case "stock-out":
            return [f"The stock has run out; {with_counts(tally.players, tally.counts)}."]
        case _:
            return []


def _shown(found: Counted) -> list[str]:
    """What each player shows, where something is melded or laid off."""
    if found.hands is None:
        return []
    lines = [
        f"Player {player} {parts}."
        for player, hand in enumerate(found.hands)
        if (parts := _hand(hand))
    ]
    if found.better_than:
        lines.append(
            f"Player {found.tally.player} chose these melds because others that leave as much "
            "would let more be laid off."
        )
    if not found.exact:
        lines.append("Not every way to lay the cards out could be tried in time.")
    return lines


def _hand(hand: ShownHand) -> str:
    parts = []
    if hand.melds:
        parts.append(f"melds {listed(map(str, hand.melds))}")
    parts += [f"lays off {' '.join(map(str, laid.cards))} ({laid.meld})" for laid in hand.laid_off]
    if parts and hand.left:
        parts.append(f"is left with {' '.join(map(str, hand.left))}")
    if hand.discard is not None:
        parts.append(f"discards {hand.discard}")
    return listed(parts) if parts else ""


def _standing(game: Standing) -> list[str]:
    lines = []
    if game.out:
        are = "are" if len(game.out) > 1 else "is"
        lines.append(f"{capital(named(game.out))} {are} out of the game.")
    if game.may_buy_in:
        lines.append(f"{capital(named(game.may_buy_in))} may buy in at {game.buy_in_at}.")
    if game.over:
        wins = "share the win of" if len(game.winners) > 1 else "wins"
        lines.append(f"{capital(named(game.winners))} {wins} the game.")
    return lines
