"""What holds for every settlement, whatever the cards and the counts are."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from meldwise import rules, settle
from meldwise.cards import Hand, pack
from meldwise.rules.catalog import PRESETS
from meldwise.settle.outcome import Ending, Outcome
from meldwise.settle.settlement import Settlement

PENALTIES = ("own_penalty", "own_penalty_all")
PAID_BY_LOSERS = ("stakes", "sum_of_others")


@st.composite
def outcomes(draw: st.DrawFn) -> Outcome:
    """An outcome with counts, under a rule set as it is shipped."""
    known = rules(draw(st.sampled_from(PRESETS)))
    players = draw(st.integers(known.players.min, known.players.max))
    kinds = ["out", "void"]
    kinds += ["knock"] if known.knock.allowed else []
    kinds += ["deal-win"] if known.deal_win.min is not None else []
    kinds += ["stock-out"] if known.stock.on_empty in ("hand_ends", "void") else []
    kind: Any = draw(st.sampled_from(kinds))
    # Few values, so that there are ties; all are such as the smallest of hands can have.
    number = st.one_of(st.integers(7, 12), st.integers(7, 40))
    if known.count.hand == "unmelded":
        number = st.one_of(st.just(0), number)
    counts = draw(st.lists(number, min_size=players, max_size=players))
    player = draw(st.integers(0, players - 1)) if kind in ("knock", "out") else None
    if kind == "knock" and isinstance(known.knock.limit, int):
        counts[player or 0] = draw(st.integers(0, known.knock.limit))
    discarded = None
    if kind == "out":
        wanted = known.end.go_out_discard
        discarded = draw(st.booleans()) if wanted == "optional" else wanted == "required"
        own_melds = known.score.model == "own_melds"
        counts[player or 0] = draw(st.integers(42, 60)) if own_melds else 0
    at_once = kind == "out" and draw(st.booleans())
    ending = Ending(kind, player, discarded=discarded, at_once=at_once)
    return Outcome(known, ending, counts=tuple(counts))


@given(outcomes())
def test_what_losers_pay_and_winners_get_sums_to_nothing(outcome: Outcome) -> None:
    found = settle(outcome)
    if outcome.rules.score.model in PAID_BY_LOSERS:
        assert sum(found.scores) == 0


@given(outcomes(), st.randoms())
def test_it_does_not_matter_in_which_seat_a_player_sits(outcome: Outcome, rng: Any) -> None:
    seats = list(range(outcome.players))
    rng.shuffle(seats)
    ending = outcome.ending
    moved = Outcome(
        outcome.rules,
        Ending(
            ending.kind,
            None if ending.player is None else seats.index(ending.player),
            discarded=ending.discarded,
            at_once=ending.at_once,
        ),
        counts=tuple((outcome.counts or ())[seat] for seat in seats),
    )
    before, after = settle(outcome), settle(moved)
    assert [before.scores[seat] for seat in seats] == list(after.scores)
    assert {seats.index(winner) for winner in before.winners} == set(after.winners)


@given(outcomes())
def test_only_going_out_at_once_takes_penalty_points_off(outcome: Outcome) -> None:
    for player, points in enumerate(settle(outcome).scores):
        if outcome.rules.score.model in PENALTIES and points < 0:
            assert outcome.ending.at_once
            assert player == outcome.ending.player
            assert points == -outcome.rules.score.go_out_at_once_bonus


@given(outcomes())
def test_points_won_are_never_negative_and_only_winners_have_them(outcome: Outcome) -> None:
    found = settle(outcome)
    if outcome.rules.score.model in (*PENALTIES, *PAID_BY_LOSERS):
        return
    assert min(found.scores) >= 0
    assert all(found.scores[p] == 0 for p in range(outcome.players) if p not in found.winners)


@given(outcomes())
def test_a_settlement_explains_itself(outcome: Outcome) -> None:
    found = settle(outcome)
    assert found.explain
    assert all(line[0].isupper() and line.endswith(".") for line in found.explain)
    for winner in found.winners:
        assert any(f"layer {winner}" in line for line in found.explain)
    assert set(found.to_dict()) == {"scores", "winners", "counts", "explain"}
    assert str(found).startswith("player")


@given(st.data())
def test_the_counts_of_a_settlement_settle_to_the_same_scores(data: st.DataObject) -> None:
    known = rules(data.draw(st.sampled_from(("tonk", "knock-rummy", "ramino-knock"))))
    known = known.replace({"knock.limit": None})
    players = data.draw(st.integers(2, 4))
    cards = data.draw(st.permutations(list(pack(known.packs(), known.jokers_total()))))
    dealt = known.cards_dealt(players)
    hands = tuple(
        Hand(cards[dealt * player : dealt * (player + 1)]).cards for player in range(players)
    )
    ending = Ending("knock", data.draw(st.integers(0, players - 1)))
    first = settle(Outcome(known, ending, hands=hands))
    again = settle(Outcome(known, ending, counts=first.counts))
    assert (again.scores, again.winners) == (first.scores, first.winners)
    assert all_cards_shown(first) == sorted(cards[: dealt * players])


def all_cards_shown(found: Settlement) -> list[Any]:
    assert found.hands is not None
    return sorted(
        card
        for hand in found.hands
        for group in (*(meld.physical for meld in hand.melds), hand.left)
        for card in group
    )
