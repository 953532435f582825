"""Points won by the lowest count: differences, the others' deadwood, sums, and their bonuses."""

from __future__ import annotations

from meldwise.rules.sentences.wording import times
from meldwise.settle.tally import Score, Tally
from meldwise.settle.ties import Won, lowest_wins, shares
from meldwise.settle.wording import added, capital, named


def points_won(tally: Tally) -> Score:
    """The winner scores by the others' counts, with bonuses; the others score nothing."""
    won = lowest_wins(tally)
    scores = [0] * len(tally.counts)
    explain = [won.why, *_at_once(tally)]
    if not won.winners:
        return Score(tuple(scores), (), (won.why,))
    each = {winner: _parts(tally, winner) for winner in won.winners}
    for winner, parts in each.items():
        total = sum(parts.amounts) * tally.factor
        if not won.shared:
            scores[winner] = total
            explain.append(f"Player {winner} scores {parts}{multiplied(tally)}.")
    if won.shared:
        _share(tally, won, each, scores, explain)
    return Score(tuple(scores), won.winners, tuple(explain))


def sum_of_others(tally: Tally) -> Score:
    """Each loser loses what he holds, and the winner scores the sum."""
    won = lowest_wins(tally)
    if not won.winners:
        return Score((0,) * len(tally.counts), (), (won.why,))
    cap = tally.rules.score.cap
    scores = [0] * len(tally.counts)
    explain = [won.why, *_at_once(tally)]
    for loser in tally.players:
        if loser not in won.winners:
            lost = tally.counts[loser] * tally.loser_factor * tally.factor
            scores[loser] = -(lost if cap is None else min(lost, cap))
            explain.append(f"Player {loser} loses {-scores[loser]}.")
    total = -sum(scores)
    parts = shares(total, won.winners, tally)
    for winner in won.winners:
        extra = [amount * tally.factor for amount, _ in bonuses(tally, winner)]
        scores[winner] = (parts[winner] if won.shared else total) + sum(extra)
        explain.append(f"Player {winner} scores {scores[winner]}.")
    return Score(tuple(scores), won.winners, tuple(explain))


def bonuses(tally: Tally, winner: int) -> list[tuple[int, str]]:
    """What the winner scores beyond the cards, with its name."""
    score, found = tally.rules.score, []
    if winner == tally.player and tally.clean:
        per = len(tally.counts) - 1 if score.rummy_bonus_per == "per_opponent" else 1
        found.append((score.rummy_bonus * per, "for melding the whole hand"))
        if tally.rules.end.big_gin and tally.kind == "out" and tally.discarded is False:
            found.append((score.big_gin_bonus, "for big gin"))
        else:
            found.append((score.gin_bonus, "for gin"))
    if winner != tally.player and tally.kind == "knock":
        found.append((score.knocker_lost_bonus, "because the knocker lost"))
        found.append((score.undercut_bonus, "for the undercut"))
    return [(amount, why) for amount, why in found if amount]


class _Parts:
    """What one winner's points are made of; its text is the sum."""

    def __init__(self, amounts: list[int], notes: list[str]) -> None:
        self.amounts = amounts
        self.notes = notes

    def __str__(self) -> str:
        text = f"{added(self.amounts)}{sum(self.amounts)}"
        return f"{text} ({'; '.join(self.notes)})" if self.notes else text


def _parts(tally: Tally, winner: int) -> _Parts:
    own, others = tally.counts[winner], tally.others(winner)
    amounts = [tally.counts[other] * tally.loser_factor for other in others]
    model = tally.rules.score.model
    notes = []
    if model == "difference" or tally.rules.score.difference == "per_opponent":
        subtracted = own * len(others)
    else:
        subtracted = own
    if model != "others_deadwood" and subtracted:
        amounts.append(-subtracted)
    for amount, why in bonuses(tally, winner):
        amounts.append(amount)
        notes.append(f"{amount} {why}")
    return _Parts(amounts, notes)


def _share(
    tally: Tally, won: Won, each: dict[int, _Parts], scores: list[int], explain: list[str]
) -> None:
    """The winners have equal counts: what one of them would score is shared by all."""
    parts = each[won.winners[0]]
    total = sum(parts.amounts) * tally.factor
    explain.append(f"{capital(named(won.winners))} share {parts}{multiplied(tally)}.")
    for winner, amount in shares(total, won.winners, tally).items():
        scores[winner] = amount


def multiplied(tally: Tally) -> str:
    """That everything is multiplied, where it is; to go on a sentence with."""
    return f", counted {times(tally.factor)}" if tally.factor > 1 else ""


def _at_once(tally: Tally) -> list[str]:
    if tally.loser_factor == 1:
        return []
    return [
        f"Player {tally.player} went out in one turn: the others' cards count "
        f"{times(tally.loser_factor)}."
    ]
