"""The referee: deals, turns, the stock renewed, endings, and errors that change nothing."""

from __future__ import annotations

from collections import Counter

import pytest

from meldwise.cards import Card, Hand
from meldwise.errors import ActionError, InputError, PositionError, RequestError
from meldwise.play import action_text, apply, deal, legal_actions, parse_action, score
from meldwise.play.dealing import deal_cards, whole_pack
from meldwise.play.state import TURNS_EACH, State
from meldwise.position import Opponent, terms_of
from meldwise.rules import rules
from meldwise.settle.ending import Ending
from tests.presets import PLAYED
from tests.unit.play.table import position

ALL_TABLES = [
    (name, players)
    for name in PLAYED
    for players in range(rules(name).players.min, rules(name).players.max + 1)
]


def cards(text: str) -> tuple[Card, ...]:
    return Hand.parse(text).cards


def played(state: State, *words: str) -> State:
    for line in words:
        state = apply(state, parse_action(line))
    return state


@pytest.mark.parametrize(("name", "players"), ALL_TABLES)
def test_every_preset_is_dealt_for_every_number_of_players(name: str, players: int) -> None:
    state = deal(name, players, seed=3)
    known = rules(name)
    assert {len(hand) for hand in state.hands} == {known.cards_dealt(players)}
    everything = Counter(state.stock) + Counter(state.discards)
    everything += Counter(card for hand in state.hands for card in hand)
    assert everything == Counter(whole_pack(state.terms))
    assert state.discards == (state.upcard,)


def test_the_deal_follows_from_the_seed_alone() -> None:
    assert deal("loba", 3, seed=5) == deal("loba", 3, seed=5)
    assert deal("loba", 3, seed=5).hands != deal("loba", 3, seed=6).hands
    # Fixed, so that records of one platform replay on every other.
    assert str(Hand(deal("gin-rummy", seed=7).hands[0])) == FIRST_HAND


FIRST_HAND = "2C 3D 2S JS 4S QS 2D AD 5H 5C"


@pytest.mark.parametrize(
    ("name", "dealer", "first"), [("gin-rummy", 1, 0), ("german-rummy", 1, 1), ("loba", 0, 1)]
)
def test_the_rules_say_who_plays_first(name: str, dealer: int, first: int) -> None:
    assert deal(name, 2, dealer=dealer).seat == first


def test_the_first_player_may_get_one_card_more_and_not_draw() -> None:
    known = rules("german-rummy", {"deal.first_player_extra_card": True})
    state = deal(known, 3, seed=1, dealer=0)
    assert (state.seat, state.phase, state.discards) == (0, "play", ())
    assert [len(hand) for hand in state.hands] == [14, 13, 13]


def test_the_upcard_goes_round_once_and_then_the_stock_is_drawn() -> None:
    state = deal("gin-rummy", seed=7)
    state = played(state, "pass", "pass")
    assert (state.seat, state.turn.offered, state.turn.stock_only) == (0, False, True)
    assert state.public[1].passed == (state.upcard,)
    assert [action_text(action) for action in legal_actions(state.position())] == ["draw stock"]
    after = played(state, "draw stock")
    assert not after.turn.stock_only
    assert after.public[0].passed == (state.upcard,)


def test_what_everybody_saw_is_known_of_each_seat() -> None:
    state = deal("knock-rummy", seed=1)
    upcard = state.discards[-1]
    card = state.hands[0][0]
    state = played(state, "draw discard", f"discard {card}")
    assert state.public[0] == Opponent(0, 10, holds=(upcard,), threw=(card,))
    view = state.position()
    assert (view.seat, view.opponents) == (1, (state.public[0],))


def test_a_seat_sees_its_own_hand_and_no_card_drawn_from_the_stock() -> None:
    state = played(deal("knock-rummy", seed=1), "draw stock")
    other = state.position(1)
    assert (other.hand, other.taken, other.to_move) == (state.hands[1], None, 0)
    assert other.opponents[0].cards == 11
    seen = played(deal("knock-rummy", seed=1), "draw discard").position(1)
    assert seen.taken is not None
    with pytest.raises(ActionError, match="seats are 0 to 1"):
        state.position(2)


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        # The pile is turned over: the card thrown first is drawn first.
        ({}, "2C"),
        ({"stock.shuffle": True}, None),
    ],
)
def test_an_empty_stock_is_made_of_the_discards(
    options: dict[str, object], expected: str | None
) -> None:
    state = deal(rules("knock-rummy", options), seed=2)
    pile = cards("2C 3C 4C 5C 6C 7C 8C 9C TC JC")
    rest = [card for card in whole_pack(state.terms) if card not in pile]
    hands = (tuple(rest[:10]), tuple(rest[10:20]))
    state = state.evolve(stock=(), discards=pile, hands=hands)
    after = played(state, "draw stock")
    assert after.discards == cards("JC")
    assert len(after.stock) == 8
    assert after.shuffles == 1
    assert after.taken is not None
    if expected is not None:
        assert str(after.taken.card) == expected
    else:
        assert Counter((*after.stock, after.taken.card)) == Counter(pile[:-1])
        assert played(state, "draw stock") == after


def test_gin_is_void_when_the_wall_is_reached() -> None:
    state = deal("gin-rummy", seed=7).evolve(turn=deal("knock-rummy").turn)
    state = state.evolve(stock=state.stock[:3])
    state = played(state, "draw stock")
    state = played(state, f"discard {state.hands[0][0]}")
    assert (state.ending, state.why) == (Ending("void"), "wall")
    assert score(state).scores == (0, 0)


def test_tonk_ends_when_nobody_wants_the_last_upcard() -> None:
    state = deal("tonk", 3, seed=4).evolve(stock=())
    state = played(state, "pass")
    assert (state.ending, state.why) == (Ending("stock-out"), "stock-empty")
    assert sum(score(state).scores) == 0


def test_a_stock_that_cannot_be_renewed_makes_the_hand_void() -> None:
    state = deal("ramino-drift", 3, seed=4).evolve(stock=())
    state = played(state, "pass")
    assert (state.ending, state.why) == (Ending("void"), "no-cards")


@pytest.mark.parametrize(("options", "limit"), [({"end.turn_limit": 7}, 7), ({}, 2 * TURNS_EACH)])
def test_a_hand_without_an_end_is_void_after_a_limit_of_turns(
    options: dict[str, object], limit: int
) -> None:
    state = deal(rules("cincinnati-rummy", options), 2, seed=4)
    while not state.over:
        state = played(state, "draw stock")
        state = played(state, f"discard {state.hands[state.seat][-1]}")
    assert (state.ending, state.why, state.turn.number) == (Ending("void"), "turn-limit", limit)


def test_dealt_hands_are_declared_seat_by_seat_and_two_cancel() -> None:
    known = rules("tonk")
    good, better = "KS QS JS TS KH", "QH JH TH KD QD"
    rest = [c for c in whole_pack(terms_of(known, 2)) if str(c) not in f"{good} {better}".split()]
    state = deal_cards(known, [*cards(good), *cards(better), *rest], 2)
    assert (state.phase, state.seat, state.asked) == ("deal", 0, (1,))
    one = played(state, "declare", "pass")
    assert one.ending == Ending("deal-win", declared=(0,))
    assert score(one).scores == (2, -2)
    both = played(state, "declare", "declare")
    assert score(both).scores == (0, 0)
    none = played(state, "pass", "pass")
    assert (none.phase, none.seat) == ("draw", 0)


def out_of_loba(*, placed: bool) -> State:
    """Loba, two cards before the end: one is laid off, the other thrown."""
    known = position("loba", "8S 2C", ["7H 7C 7S", "4S 5S 6S 7S"])
    return deal("loba", seed=1).evolve(
        phase="play",
        seat=0,
        hands=(known.hand, cards("AS KD 9C JK")),
        table=known.table,
        opened=known.opened,
        placed=(placed, True),
    )


@pytest.mark.parametrize(("placed", "winner"), [(False, -10), (True, 0)])
def test_going_out_at_once_is_told_from_going_out(*, placed: bool, winner: int) -> None:
    state = played(out_of_loba(placed=placed), "lay off 8S on 1", "discard 2C")
    assert state.ending == Ending("out", 0, discarded=True, at_once=not placed)
    # L10: the other player holds 39 points.
    assert score(state).scores == (winner, 39)


def test_the_last_card_laid_ends_the_hand_without_a_discard() -> None:
    state = out_of_loba(placed=True).evolve(hands=(cards("8S"), cards("AS KD")))
    over = played(state, "lay off 8S on 1")
    assert over.ending == Ending("out", 0, discarded=False, at_once=False)


@pytest.mark.parametrize(
    ("words", "seat", "code"),
    [
        ("discard KS", None, "wrong-phase"),
        ("draw stock", 1, "wrong-seat"),
        ("meld 7H 7S 7C", None, "wrong-phase"),
        ("knock", None, "knock-with-discard"),
        ("declare", None, "wrong-phase"),
        ("pass", None, "must-draw"),
    ],
)
def test_what_is_not_legal_is_an_error_and_changes_nothing(
    words: str, seat: int | None, code: str
) -> None:
    state = deal("knock-rummy", seed=1)
    before = state.position().to_text()
    with pytest.raises(ActionError) as caught:
        apply(state, parse_action(words), seat=seat)
    assert caught.value.code == code
    assert state.position().to_text() == before
    assert state == deal("knock-rummy", seed=1)


def test_nothing_is_legal_after_the_end() -> None:
    state = played(deal("knock-rummy", seed=1), "draw stock")
    over = played(state, f"knock {state.hands[0][0]}")
    with pytest.raises(ActionError) as caught:
        apply(over, parse_action("draw stock"))
    assert caught.value.code == "hand-over"
    with pytest.raises(ActionError):
        over.position()
    with pytest.raises(ActionError, match="not over"):
        score(state)


@pytest.mark.parametrize(
    ("values", "error"),
    [
        ({"players": 9}, RequestError),
        ({"dealer": 2}, RequestError),
        ({"options": {"table_rearrange": True, "meld.time": "play"}}, RequestError),
    ],
)
def test_what_cannot_be_dealt_is_an_error(
    values: dict[str, object], error: type[InputError]
) -> None:
    options = values.pop("options", {})
    assert isinstance(options, dict)
    with pytest.raises(error):
        deal(rules("gin-rummy", options), **values)  # type: ignore[arg-type]


def test_another_pack_than_that_of_the_rules_is_an_error() -> None:
    known = rules("gin-rummy")
    whole = whole_pack(terms_of(known, 2))
    with pytest.raises(PositionError, match="has 1 of 2S, not 2"):
        deal_cards(known, (*whole[1:], whole[1]), 2)
