"""Stakes: what players pay each other, as in Tonk."""

from __future__ import annotations

from meldwise.rules.sentences.wording import counted
from meldwise.settle.tally import Score, Tally
from meldwise.settle.ties import lowest_wins, shares
from meldwise.settle.wording import capital, named


class _Ledger:
    """Who has paid what to whom; nothing is lost or gained on the way."""

    def __init__(self, tally: Tally) -> None:
        self.stake = tally.rules.score.stake * tally.factor
        self.balance = [0] * len(tally.counts)
        self.explain: list[str] = []

    def pay(self, payers: list[int], receiver: int, stakes: int, why: str) -> None:
        """Each of the payers gives some stakes to one player."""
        amount = stakes * self.stake
        for payer in payers:
            self.balance[payer] -= amount
            self.balance[receiver] += amount
        if not payers or not amount:
            return
        many = len(payers) > 1
        self.explain.append(
            f"{capital(named(payers))} {'each pay' if many else 'pays'} player {receiver} "
            f"{amount} ({counted(stakes, 'stake')}): {why}."
        )

    def share(self, payers: list[int], parts: dict[int, int], why: str) -> None:
        """Each of the payers gives one stake, and the winners share them."""
        for payer in payers:
            self.balance[payer] -= self.stake
        for receiver, amount in parts.items():
            self.balance[receiver] += amount
        parted = named(parts)
        self.explain.append(
            f"{capital(named(payers))} {'each pay' if len(payers) > 1 else 'pays'} {self.stake}, "
            f"which {parted} share: {why}."
        )

    def score(self, winners: tuple[int, ...], *first: str) -> Score:
        """The balance as a score; it sums to 0."""
        return Score(tuple(self.balance), winners, (*filter(None, first), *self.explain))


def stakes(tally: Tally) -> Score:
    """What a hand costs and brings each player, in stakes that sum to 0."""
    match tally.kind:
        case "out":
            return _out(tally)
        case "knock":
            return _knock(tally)
        case _:
            return _lowest(tally)


def deal_win(tally: Tally, declared: tuple[int, ...]) -> Score:
    """A hand that wins as dealt: one such hand is paid, two or more are worth nothing."""
    least = tally.rules.deal_win.min
    ledger = _Ledger(tally)
    if len(declared) != 1:
        why = (
            f"No dealt hand has the {least} points that win: nothing is paid."
            if not declared
            else f"{capital(named(declared))} all have {least} points or more as dealt: nobody "
            "wins and nothing is paid."
        )
        return ledger.score((), why)
    winner = declared[0]
    why = f"{tally.counts[winner]} points as dealt, and {least} win"
    ledger.pay(tally.others(winner), winner, tally.rules.deal_win.factor, why)
    return ledger.score((winner,))


def _out(tally: Tally) -> Score:
    won = lowest_wins(tally)
    ledger = _Ledger(tally)
    alone = won.winners[0] if won.winners == (tally.player,) else None
    if alone is None:
        return _lowest(tally)
    factor = 1 if tally.discarded else tally.rules.tonk.out_factor
    how = "out with a last discard" if tally.discarded else "out without a discard"
    ledger.pay(tally.others(alone), alone, factor, how)
    return ledger.score((alone,))


def _knock(tally: Tally) -> Score:
    """A knocker with the lowest count wins; one who is caught pays those who caught him.

    The lowest of the others also wins a stake from everyone, from the knocker too where
    ``tonk.knocker_pays_winner_too``.
    """
    won = lowest_wins(tally)
    knocker, counts = tally.player, tally.counts
    ledger = _Ledger(tally)
    if knocker is None or won.winners == (knocker,):
        return _lowest(tally)
    others = tally.others(knocker)
    beaten = min(counts[other] for other in others) < counts[knocker]
    if not beaten and tally.rules.tie.lowest == "nobody":
        return ledger.score((), won.why)
    for other in others:
        if counts[other] <= counts[knocker]:
            why = f"the knock is caught, {counts[other]} against {counts[knocker]}"
            ledger.pay([knocker], other, tally.rules.tonk.caught_factor, why)
    free = () if tally.rules.tonk.knocker_pays_winner_too else (knocker,)
    _pay_winners(tally, ledger, won.winners, won.shared, free)
    return ledger.score(won.winners, won.why)


def _lowest(tally: Tally) -> Score:
    won = lowest_wins(tally)
    ledger = _Ledger(tally)
    _pay_winners(tally, ledger, won.winners, won.shared, ())
    return ledger.score(won.winners, won.why)


def _pay_winners(
    tally: Tally, ledger: _Ledger, winners: tuple[int, ...], shared: bool, free: tuple[int, ...]
) -> None:
    """One stake from everyone, to each winner or shared by them."""
    why = "the lowest count"
    if shared:
        payers = [p for p in tally.players if p not in winners and p not in free]
        if payers:
            ledger.share(payers, shares(len(payers) * ledger.stake, winners, tally), why)
        return
    for winner in winners:
        # Between two winners it cancels.
        payers = [p for p in tally.others(winner) if p not in winners and p not in free]
        ledger.pay(payers, winner, 1, why)
