"""What holds for melds and best melds under any rules: presets and random mixes of options."""

from __future__ import annotations

from collections import Counter
from typing import Any

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from meldwise import BestMelds, best_melds, check, count_melds
from meldwise.cards import RANKS, SUITS, Card, Hand, PlacedCard
from meldwise.errors import HandError, InputError
from meldwise.melds import Meld
from meldwise.partition import Partition
from meldwise.rules.ruleset import RuleSet
from tests.oracle import brute
from tests.property.outcome import outcome
from tests.strategies import (
    discards,
    games,
    goals,
    hands,
    hands_of,
    near_melds,
    near_melds_of,
    questions,
    rule_sets,
)

Game = tuple[RuleSet, Hand]

# More points than any hand holds: nothing is melded, so the deadwood is the whole hand.
OUT_OF_REACH = {"points": 1000}

few_cards = near_melds() | games(most=6, wilds=3)


def total(rules: RuleSet, hand: Hand) -> int:
    """What all cards of a hand count."""
    return best_melds(hand, rules, require=OUT_OF_REACH).deadwood.points


def figures(best: BestMelds | Partition) -> tuple[Any, ...]:
    return (
        best.deadwood.points,
        best.meld_points,
        sum(meld.wild_count for meld in best.melds),
        best.out,
    )


def all_partitions(best: BestMelds) -> list[Partition]:
    return [best.best, *best.alternatives]


def as_said(card: PlacedCard) -> str:
    """The card with what it stands for, be it itself."""
    return str(card) if card.wild else f"{card}={card}"


def reading_texts(meld: Meld) -> tuple[str, tuple[str, ...], int]:
    cards = list(map(str, meld.cards))
    return meld.kind, tuple(cards if meld.kind == "run" else sorted(cards)), meld.points


@given(st.data(), few_cards)
def test_the_order_of_the_cards_does_not_change_the_verdict(
    data: st.DataObject, game: Game
) -> None:
    rules, hand = game
    shuffled = data.draw(st.permutations(hand.cards))
    assert check(shuffled, rules) == check(hand, rules)


@given(few_cards)
def test_the_readings_are_those_of_the_definition(game: Game) -> None:
    rules, hand = game
    verdict = check(hand, rules)
    assume(not verdict.truncated)
    wanted = [
        (kind, tuple(slots if kind == "run" else sorted(slots)), points)
        for kind, slots, points, _, _ in brute.readings(
            [str(card) for card in hand], rules.to_dict(), rules.packs()
        )
    ]
    assert sorted(map(reading_texts, verdict.readings)) == sorted(wanted)
    assert [meld.points for meld in verdict.readings] == sorted(
        (points for _, _, points in wanted), reverse=True
    )


@given(few_cards)
def test_a_reading_said_card_by_card_is_the_only_reading(game: Game) -> None:
    rules, hand = game
    for reading in check(hand, rules).readings[:20]:
        said = [as_said(card) for card in reading.cards]
        assert check(said, rules).readings == (reading,)
        assert check(" ".join(said), rules, ordered=True).readings == (reading,)


@given(few_cards)
def test_the_slots_of_a_reading_are_an_order_that_is_legal(game: Game) -> None:
    rules, hand = game
    for reading in check(hand, rules).readings[:20]:
        laid = check(reading.physical, rules, ordered=True)
        assert reading in laid.readings or laid.truncated


@given(few_cards)
def test_what_is_legal_in_one_order_is_legal_in_any(game: Game) -> None:
    rules, hand = game
    laid, free = check(hand, rules, ordered=True), check(hand, rules)
    assert free.truncated or set(laid.readings) <= set(free.readings)
    assert (free.code is None) == free.legal == (free.reason is None)
    if free.legal and not laid.legal and all(reading.pure for reading in free.readings):
        assert laid.code == "not-in-order"


@given(games(most=8, wilds=3))
def test_melds_are_counted_by_their_cards(game: Game) -> None:
    rules, hand = game
    selections: set[tuple[str, ...]] = {()}
    for card in sorted(map(str, hand)):
        selections |= {(*chosen, card) for chosen in selections}
    made = {chosen for chosen in selections if chosen and check(chosen, rules).legal}
    assert count_melds(hand, rules) == len(made)


@given(st.data(), games(), goals, discards)
def test_the_order_of_the_hand_does_not_change_the_best_melds(
    data: st.DataObject, game: Game, goal: Any, discard: Any
) -> None:
    rules, hand = game
    shuffled = Hand(data.draw(st.permutations(hand.cards)))
    first = best_melds(hand, rules, goal=goal, discard=discard, limit=3)
    second = best_melds(shuffled, rules, goal=goal, discard=discard, limit=3)
    for one, other in zip(all_partitions(first), all_partitions(second), strict=True):
        assert (one.melds, one.discard, figures(one)) == (
            other.melds,
            other.discard,
            figures(other),
        )


@given(games(), questions())
def test_every_card_lies_in_one_place_and_all_values_add_up(
    game: Game, question: dict[str, Any]
) -> None:
    rules, hand = game
    best = best_melds(hand, rules, **question)
    for part in all_partitions(best):
        thrown = [] if part.discard is None else [part.discard]
        melded = [card for meld in part.melds for card in meld.physical]
        assert Counter([*melded, *part.deadwood.cards, *thrown]) == hand.counts()
        assert part.meld_points == sum(meld.points for meld in part.melds)
        values = [total(rules, Hand(cards)) for cards in (melded, part.deadwood.cards, thrown)]
        assert sum(values) == total(rules, hand)
        assert part.deadwood.points == values[1]
        assert all(meld in check(meld.physical, rules).readings for meld in part.melds)


@given(st.data(), games(most=10))
def test_one_card_more_never_saves_less(data: st.DataObject, game: Game) -> None:
    rules, hand = game
    assume(hand)
    fewer = hand.minus([data.draw(st.sampled_from(hand.cards))])
    saved = [
        total(rules, cards) - best_melds(cards, rules).deadwood.points for cards in (fewer, hand)
    ]
    assert 0 <= saved[0] <= saved[1]
    points = [best_melds(cards, rules, goal="points").meld_points for cards in (fewer, hand)]
    assert points[0] <= points[1]


@given(games(), goals)
def test_throwing_a_card_is_as_good_as_the_best_hand_without_one(game: Game, goal: Any) -> None:
    rules, hand = game
    assume(hand and goal != "out")
    without = [best_melds(hand.minus([card]), rules, goal=goal) for card in dict.fromkeys(hand)]
    required = best_melds(hand, rules, goal=goal, discard="required")
    optional = best_melds(hand, rules, goal=goal, discard="optional")
    nothing = best_melds(hand, rules, goal=goal, discard="none")

    def worth(best: BestMelds) -> tuple[int, int]:
        pair = (-best.deadwood.points, best.meld_points)
        return pair if goal == "deadwood" else pair[::-1]

    assert worth(required) == max(map(worth, without))
    assert worth(optional) == max(worth(required), worth(nothing))


@given(games(), st.permutations(range(4)), goals, discards)
def test_suits_may_change_their_names(
    game: Game, names: list[int], goal: Any, discard: Any
) -> None:
    rules, hand = game
    assume(not rules.wild.joker_colours)
    renamed = Hand(card if card.is_joker else Card.of(card.rank, names[card.suit]) for card in hand)
    first = best_melds(hand, rules, goal=goal, discard=discard)
    second = best_melds(renamed, rules, goal=goal, discard=discard)
    assert figures(first) == figures(second)
    assert count_melds(hand, rules) == count_melds(renamed, rules)
    assert check(hand, rules).code == check(renamed, rules).code


@given(games(most=9, wilds=2), goals, discards, st.integers(1, 5))
def test_asking_for_one_more_adds_one_at_the_end(
    game: Game, goal: Any, discard: Any, limit: int
) -> None:
    rules, hand = game
    few = all_partitions(best_melds(hand, rules, goal=goal, discard=discard, limit=limit))
    more = all_partitions(best_melds(hand, rules, goal=goal, discard=discard, limit=limit + 1))
    assert len(few) <= limit
    assert list(map(figures, more[: len(few)])) == list(map(figures, few))
    assert len(more) - len(few) in (0, 1)
    # Equally good ones may come in either order, but none comes twice.
    assert len({(str(part.melds), part.discard) for part in more}) == len(more)


@given(games(most=9, wilds=2), goals)
def test_all_optimal_partitions_share_the_goals_own_measure(game: Game, goal: Any) -> None:
    rules, hand = game
    best = best_melds(hand, rules, goal=goal, limit="optimal")
    kind = "meld_points" if goal == "points" else "deadwood"
    measures = {
        part.meld_points if kind == "meld_points" else part.deadwood.points
        for part in all_partitions(best)
    }
    assert len(measures) == 1
    assert best.exact


@settings(max_examples=60)
@given(games(), questions())
def test_any_question_about_any_hand_is_answered(game: Game, question: dict[str, Any]) -> None:
    rules, hand = game
    best = best_melds(hand, rules, **question)
    # Only hundreds of equally good partitions may take longer than the usual limit.
    assert best.exact or question.get("limit") == "optimal"
    assert best.to_dict()["hand"] == [str(card) for card in hand]
    assert str(best)


@given(hands, rule_sets, questions())
def test_any_cards_under_any_rules_are_answered_or_refused(
    hand: Hand, rules: RuleSet, question: dict[str, Any]
) -> None:
    answers = (
        outcome(lambda: best_melds(hand, rules, seconds=0.5, **question)),
        outcome(lambda: check(hand, rules)),
        outcome(lambda: count_melds(hand, rules)),
    )
    for answer in answers:
        if isinstance(answer, InputError):
            assert answer.code
            assert str(answer).isprintable()
    # Cards that the packs do not hold are refused by all alike.
    assert len({isinstance(answer, InputError) for answer in answers}) == 1


wild_texts = st.builds(
    "{}={}{}".format,
    st.sampled_from(["JK", "2S", "7H", "KD"]),
    st.sampled_from(RANKS),
    st.sampled_from(["", *SUITS]),
)


@given(st.data(), rule_sets, st.lists(wild_texts, max_size=4))
def test_whatever_wilds_are_said_to_stand_for_there_is_a_verdict(
    data: st.DataObject, rules: RuleSet, said: list[str]
) -> None:
    hand = data.draw(near_melds_of(rules, 4, 1) | hands_of(rules, 4, 1))
    verdict = outcome(lambda: check([*said, *hand], rules))
    if isinstance(verdict, InputError):
        assert isinstance(verdict, HandError)
        return
    stands_for = sorted(text.partition("=")[2] for text in said)
    for reading in verdict.readings:
        assert reading.size == len(said) + len(hand)
        ranks = Counter(RANKS[card.rank - 1] for card in reading.cards)
        assert not Counter(text[0] for text in stands_for) - ranks
