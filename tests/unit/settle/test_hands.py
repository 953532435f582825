"""What hands show at the end: melds, lay-offs, what is left, and who may still hold what."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from meldwise import rules, settle
from meldwise.cards import Hand
from meldwise.errors import HandError, RequestError
from meldwise.settle import counting, showdown
from meldwise.settle.outcome import Ending, Outcome
from tests.unit.settle.outcomes import KNOCK, OUT, STOCK_OUT, settled

RUMMY_500 = {
    "extends": "tonk",
    "players.max": 3,
    "deal.cards": 7,
    "values": {"meld": {"ace": 15}, "hand": {"ace": 15}},
    "knock.allowed": False,
    "deal_win.min": None,
    "score.model": "melds_minus_hand",
}


def test_hands_are_shown_as_json() -> None:
    hands = ["AH 2H 3H 7S 7D 7C 9S 9D 9C 8C", "TS JS QS KC KD KH 4H 5H AD 2C"]
    found = settled("gin-rummy", KNOCK, hands=hands).to_dict()
    assert list(found) == ["scores", "winners", "counts", "explain", "hands"]
    assert found["hands"][1] == {
        "melds": [
            {"kind": "run", "cards": ["TS", "JS", "QS"], "points": 30},
            {"kind": "set", "cards": ["KH", "KD", "KC"], "points": 30},
        ],
        "left": ["AD", "2C"],
        "laid_off": [
            {
                "cards": ["4H", "5H"],
                "meld": {"kind": "run", "cards": ["AH", "2H", "3H", "4H", "5H"], "points": 15},
            }
        ],
    }


def test_the_last_discard_is_shown_where_it_was_among_the_cards() -> None:
    hands = ["AC 2C 3C 9D 9H 9S JK 5D", "4H 4S 6D 8C JH QS 2D"]
    found = settled("cincinnati-rummy", OUT, hands=hands).to_dict()
    assert found["hands"][0]["discard"] == "5D"
    assert found["counts"] == [58, 0]


def test_a_hand_without_its_last_discard_goes_out_with_one() -> None:
    hands = ["AC 2C 3C 9D 9H 9S JK", "4H 4S 6D 8C JH QS 2D"]
    for ending in (OUT, {**OUT, "discarded": True}):
        assert settled("cincinnati-rummy", ending, hands=hands).scores == (58, 0)
    with pytest.raises(HandError, match="holds 8"):
        settled("cincinnati-rummy", {**OUT, "discarded": False}, hands=hands)


def test_a_discard_that_was_not_made_leaves_nothing_over() -> None:
    hands = ["AC 2C 3C 9D 9H 9S JK 5D", "4H 4S 6D 8C JH QS 2D"]
    with pytest.raises(HandError, match="leave 5D"):
        settled("cincinnati-rummy", {**OUT, "discarded": False}, hands=hands)


def test_a_hand_that_must_contain_pure_runs_is_not_out_without_them() -> None:
    required = {"hand.requires.pure_runs": 1}
    hands = ["9D 9H 9S 9C KD KH KS", "4H 4S 6D 8C JH QS 2D"]
    assert settled("cincinnati-rummy", OUT, hands=hands).winners == (0,)
    with pytest.raises(HandError, match=r"not out|said to be out"):
        settled("cincinnati-rummy", OUT, hands=hands, options=required)


def test_everybody_scores_melds_less_what_is_left() -> None:
    fields: dict[str, Any] = {
        "rules": RUMMY_500,
        "ending": OUT,
        "hands": ["", "AS 2S 3S", "9D"],
        "table": [
            {"owner": 0, "cards": "9H 9S 9C"},
            {"owner": 1, "cards": "QD KD JD"},
            {"owner": 0, "cards": "4C 5C 6C"},
        ],
    }
    found = settle(fields)
    assert found.melded == (42, 30, 0)
    assert found.scores == (42, 30 - 20, -9)
    credited = settle({**fields, "melded": [38, 34, 0]})
    assert credited.scores == (38, 34 - 20, -9)
    again = {"rules": RUMMY_500, "ending": OUT, "counts": [0, 20, 9], "melded": [42, 30, 0]}
    assert settle(again).scores == found.scores


def test_melds_shown_at_the_end_are_chosen_for_melds_less_what_is_left() -> None:
    options = {
        "score.model": "melds_minus_hand",
        "values.hand.ace": 1,
        "values.meld.ace_set": 50,
    }
    hands = ["AS AH AD 2S 3S 4S 9C", "9H 7D KC 4H JS QD 2D", "9S 7C KH 5H JD QC 3D"]
    found = settled("knock-rummy", KNOCK, hands=hands, options=options)
    assert found.melded == (159, 0, 0)
    assert found.scores[0] == 150
    assert found.winners == (0,)


def test_lay_offs_at_the_end_of_a_game_with_melds_on_the_table_go_on_those_too() -> None:
    outcome: dict[str, Any] = {
        "rules": "ramino-drift",
        "ending": OUT,
        "hands": ["", "JS 4H KD"],
        "table": [{"owner": 0, "cards": "8S 9S TS"}, {"owner": 1, "cards": "4S 4D 4C"}],
    }
    assert settle(outcome).scores == (0, 24)
    at_showdown = settle({**outcome, "options": {"layoff.at_showdown": True}})
    assert at_showdown.scores == (0, 14)
    assert at_showdown.hands is not None
    assert str(at_showdown.hands[1].laid_off[0].meld) == "8S 9S TS JS"


def test_a_wild_on_the_table_may_say_what_it_stands_for() -> None:
    outcome: dict[str, Any] = {
        "rules": "ramino-drift",
        "options": {"layoff.at_showdown": True},
        "ending": OUT,
        "hands": ["", "6H 9H"],
        "table": [{"owner": 0, "cards": "7H 8H JK"}],
    }
    assert settle(outcome).counts == (0, 9)
    low = [{"owner": 0, "cards": "JK=6H 7H 8H"}]
    assert settle({**outcome, "table": low}).counts == (0, 6)


def test_a_joker_on_the_table_stands_where_it_lies_or_must_say_for_what() -> None:
    outcome: dict[str, Any] = {
        "rules": "ramino-drift",
        "options": {"layoff.at_showdown": True},
        "ending": OUT,
        "hands": ["", "6H 9H"],
    }
    for cards, left in (("JK 7H 8H", 6), ("7H 8H JK", 9), ("7H JKr 8H", None)):
        table = [{"owner": 0, "cards": cards}]
        if left is None:
            with pytest.raises(RequestError, match=r"can be .* or .* say what the wild") as caught:
                settle({**outcome, "table": table})
            assert caught.value.where == {"field": "table", "meld": 0}
        else:
            assert settle({**outcome, "table": table}).counts == (0, left)


def test_a_run_on_the_table_counts_as_the_pure_run_that_is_asked_for() -> None:
    outcome: dict[str, Any] = {
        "rules": "ramino-drift",
        "options": {"count.hand": "unmelded", "count.all_without_pure_run": True},
        "ending": OUT,
        "hands": ["", "4H 4S 4C 9D"],
    }
    assert settle(outcome).counts == (0, 21)
    table = [{"owner": 1, "cards": "7H 8H 9H"}]
    assert settle({**outcome, "table": table}).counts == (0, 9)
    assert settle({**outcome, "table": [{"owner": 1, "cards": "7H 8H JK"}]}).counts == (0, 21)


def test_the_end_of_the_stock_shows_every_hand() -> None:
    hands = ["3S 4S 5S 2D KH", "9S 9H 9D 9C AD", "AC 2C"]
    found = settled("tonk", STOCK_OUT, hands=hands)
    assert (found.counts, found.scores) == ((24, 37, 3), (-1, -1, 2))


def test_a_void_hand_changes_nothing() -> None:
    for ending in ({"kind": "void"}, {"kind": "stock-out"}):
        found = settled("gin-rummy", ending, counts=[12, 30])
        assert (found.scores, found.winners) == ((0, 0), ())
        assert found.explain[-1] == "The hand is void: nobody scores."


def test_the_stock_of_a_game_that_goes_on_without_it_is_settled() -> None:
    options = {"stock.on_empty": "pass", "score.model": "sum_of_others"}
    found = settled("loba", STOCK_OUT, counts=[9, 4, 6], options={**options, "game": NO_GAME})
    assert found.scores == (-9, 15, -6)
    capped = {**options, "game": NO_GAME, "score.cap": 7}
    assert settled("loba", STOCK_OUT, counts=[9, 4, 6], options=capped).scores == (-7, 13, -6)
    tied = {**options, "game": NO_GAME, "tie.stock_out": "split"}
    assert settled("loba", STOCK_OUT, counts=[9, 4, 4], options=tied).scores == (-9, 5, 4)
    none = {**options, "game": NO_GAME, "tie.stock_out": "none"}
    assert settled("loba", STOCK_OUT, counts=[9, 4, 4], options=none).scores == (0, 0, 0)


NO_GAME = {"out_at": None, "buy_in": {"max": 0}}


def test_hands_grow_shorter_where_play_goes_on_without_a_stock() -> None:
    hands = ["AC 2C 3C 4C", "4H 4S 6D"]
    with pytest.raises(HandError, match="holds 7"):
        settled("ramino-knock", KNOCK, hands=hands, options={"count.hand": "unmelded"})
    options = {"stock.on_empty": "pass", "stock.shuffle": None}
    assert settled("ramino-knock", KNOCK, hands=hands, options=options).counts == (0, 14)
    assert settled("ramino-knock", KNOCK, counts=[0, 1], options=options).scores == (0, 1)


def test_a_stock_that_ends_scores_no_melds_that_never_went_out() -> None:
    options = {"stock.on_empty": "hand_ends"}
    hands = ["AC 2C 3C 9D 9H 9S KC", "4H 4S 6D 8C JH QS 2D"]
    found = settled("cincinnati-rummy", STOCK_OUT, hands=hands, options=options)
    assert (found.counts, found.scores, found.winners) == ((0, 0), (0, 0), ())


def test_penalties_at_the_end_of_the_stock_are_won_by_all_with_the_lowest_count() -> None:
    options = {"stock.on_empty": "hand_ends"}
    found = settled("loba", STOCK_OUT, counts=[9, 4, 4], options=options)
    assert (found.scores, found.winners) == ((9, 0, 0), (1, 2))


def test_the_upcard_decides_whether_everything_counts_double() -> None:
    options = {"score.spade_upcard_factor": 2}
    for upcard, points in (("7S", 10), ("7H", 5)):
        found = settled("gin-rummy", KNOCK, counts=[4, 9], upcard=upcard, options=options)
        assert found.scores == (points, 0)


def test_a_dealt_hand_is_told_from_its_cards() -> None:
    hands = ["KS QH JD TC TD", "TS KC QC JH 9S"]
    assert settled("tonk", {"kind": "deal-win"}, hands=hands).scores == (2, -2)


def test_odd_stakes_go_to_the_first_in_the_order_of_play() -> None:
    options = {"tie.several_non_knockers": "split", "tonk.caught_factor": 1}
    found = settled("tonk", {**KNOCK, "player": 2}, counts=[5, 9, 8, 5], options=options)
    # Two stakes for each who caught the knocker; of the two that are shared, one for each.
    assert found.scores == (2, -1, -3, 2)
    three = settled("tonk", {**KNOCK, "player": 2}, counts=[5, 9, 8, 5, 9], options=options)
    assert three.scores == (2, -1, -3, 3, -1)


def test_local_letters_are_read_in_hands() -> None:
    hands = ["", "AS KD 9C B♠"]
    assert settled("loba", OUT, hands=hands, locale="de").counts == (0, 39)


def test_an_outcome_is_built_from_typed_values() -> None:
    hands = tuple(Hand.parse(text).cards for text in ("3S 4S 5S 2D KH", "9S 9H 9D 9C AD"))
    outcome = Outcome(rules("tonk"), Ending("knock", 0), hands=hands)
    assert outcome.players == 2
    assert settle(outcome).scores == (1, -1)
    assert settle(outcome) == settle(outcome)


def test_the_extra_card_of_the_first_player_is_a_possible_hand() -> None:
    options = {"deal.first_player_extra_card": True}
    hands = ["KS QH JD TC TD 2C", "AS KC QC JH 9S"]
    assert settled("tonk", {"kind": "deal-win"}, hands=hands, options=options).counts[0] == 52


def test_piles_taken_whole_make_hands_of_any_size() -> None:
    options = {"draw.discard": "any_depth"}
    hands = ["", "KS QH JD TC TD 2C 3C 4D 5D 6H 7H 8H"]
    assert settled("ramino-drift", OUT, hands=hands, options=options).winners == (0,)


def test_a_search_that_is_cut_short_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    hands = ["5S 6S 7S 9C 9D 9H AD 2C 3D TH", "8S 4S KH QD JD 3C KC KS 8D 7D"]
    options = {"layoff.at_showdown": True}
    assert settled("knock-rummy", KNOCK, hands=hands, options=options).exact
    monkeypatch.setattr(showdown, "SPREAD_STEPS", 0)
    monkeypatch.setattr(showdown, "LAY_OFF_STEPS", 0)
    found = settled("knock-rummy", KNOCK, hands=hands, options=options)
    assert found.to_dict()["exact"] is False
    assert any("in time" in line for line in found.explain)


@pytest.mark.parametrize("looks", [3, 30, 300])
def test_a_settlement_is_the_same_when_the_machine_stands_still_for_a_while(
    looks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands = ["JK JK JK 3D 4D 7S 8S 9C 2H 5H", "3S 4S 5S 6H 7H 8H 9H TD JD QD"]
    options = {"layoff.at_showdown": True, "deck.jokers": 4}
    full = settled("knock-rummy", KNOCK, hands=hands, options=options)
    assert full.exact
    times = itertools.chain(itertools.repeat(0.0, looks), itertools.repeat(5.0))
    monkeypatch.setattr("meldwise.partition.clock.monotonic", lambda: next(times))
    assert settled("knock-rummy", KNOCK, hands=hands, options=options) == full


CROWDED = {"deck.packs": 2, "deck.jokers": 12, "deal.cards": 14}
SIX_JOKERS = "JK JK JK JK JK JK 3D 4D 7S 8S 9C 2H 5H 6H"
NO_JOKER = "3S 4S 5S 6S 7H 8H 9H TD JD QD KD AC 2C 9D"


def test_melds_that_cannot_all_be_tried_are_settled_and_said_not_to_be_proven() -> None:
    options = CROWDED | {"score.model": "melds_minus_hand"}
    found = settled("knock-rummy", KNOCK, hands=[SIX_JOKERS, NO_JOKER], options=options)
    assert found.exact is False
    assert any("in time" in line for line in found.explain)


def test_a_count_that_is_not_proven_is_said_not_to_be(monkeypatch: pytest.MonkeyPatch) -> None:
    # Without a limit of steps for the count and without time for the model nothing is proven.
    monkeypatch.setattr(counting, "_COUNT_STEPS", 0)
    monkeypatch.setattr(counting, "MOST_SECONDS", 0.0)
    monkeypatch.setattr(counting, "_LEAST_SECONDS", 1e-6)
    found = settled("knock-rummy", KNOCK, hands=[SIX_JOKERS, NO_JOKER], options=CROWDED)
    assert found.exact is False


def test_laying_off_many_wilds_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    options = CROWDED | {"layoff.at_showdown": True, "deck.wild_ranks": ["2", "7"]}
    hands = [
        "5D 6D JC QC KC 9S 9H 9C 3S 8D TH KD 4S AS",
        "2S 2H 2D 2C 7S 7H JK JK JK JK 4C 6S 8H TS",
    ]
    # Each way to read a longer meld is counted, so that a few are enough to end it.
    monkeypatch.setattr(showdown, "LAY_OFF_STEPS", 300)
    found = settled("knock-rummy", KNOCK, hands=hands, options=options)
    assert found.exact is False
    assert found.counts[1] <= 28


def test_a_natural_card_of_a_wild_rank_may_be_read_as_another_to_take_fewer_lay_offs() -> None:
    # 7S=4S 5S 6S takes no 8S, which 5S 6S 7S does.
    hands = ["5S 6S 7S 2H 3H 4H 2D 3D 4D AC", "8S 9H KH KC QD JD TC 6C 5C 4C"]
    found = settled("gin-rummy", KNOCK, hands=hands, options={"deck.wild_ranks": ["7"]})
    assert found.exact
    assert found.scores == (66, 0)


def test_a_search_among_many_spreads_ends_with_one_that_takes_no_lay_off(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hands = ["AC AH AS 2C 2H 2S 3C 3H 3S KD", "4C 5S 6H 7C 9D TC JH QS QH 8C"]
    full = settled("gin-rummy", KNOCK, hands=hands)
    monkeypatch.setattr(showdown, "MANY_SPREADS", 1)
    assert settled("gin-rummy", KNOCK, hands=hands).scores == full.scores


def test_cards_held_are_laid_off_where_all_of_them_count() -> None:
    outcome: dict[str, Any] = {
        "rules": "tonk",
        "options": {"layoff.at_showdown": True},
        "ending": KNOCK,
        "hands": ["2D", "7H KC"],
        "table": [{"owner": 0, "cards": "4H 5H 6H"}],
    }
    assert settle(outcome).counts == (2, 10)


def test_the_knock_limit_of_an_unknown_upcard_is_not_checked() -> None:
    options = {"knock.limit": "upcard"}
    assert settled("gin-rummy", KNOCK, counts=[9, 20], options=options).scores == (11, 0)


def test_everyone_tied_at_the_end_of_the_stock_pays_nothing() -> None:
    for rule in ("each", "split", "none"):
        found = settled("tonk", STOCK_OUT, counts=[4, 4], options={"tie.stock_out": rule})
        assert found.scores == (0, 0)


def test_a_hand_that_is_out_may_lose_a_tie_where_the_rules_say_so() -> None:
    ending = {**OUT, "discarded": True}
    options = {"tie.rummy_immune": False, "count.hand": "unmelded"}
    assert settled("tonk", ending, counts=[0, 0], options=options).scores == (-1, 1)


def test_the_bonus_for_melding_the_whole_hand_is_scored_with_everyones_melds() -> None:
    outcome = {"rules": RUMMY_500, "ending": OUT, "counts": [0, 20, 9], "melded": [42, 30, 0]}
    bonus = {**outcome, "options": {"score.rummy_bonus": 25, "score.cap": 5}}
    assert settle(bonus).scores == (67, 10, -5)


def test_penalties_count_double_after_a_spade() -> None:
    options = {"score.spade_upcard_factor": 2}
    found = settled("loba", OUT, counts=[0, 39], upcard="2S", options=options)
    assert found.scores == (0, 78)
    assert "The upcard is a spade: everything counts double." in found.explain


def test_a_win_at_once_is_explained_where_it_doubles_points_won() -> None:
    options = {"score.go_out_at_once_factor": 2}
    found = settled("wildcard-rummy", {**OUT, "at_once": True}, counts=[0, 9], options=options)
    assert found.scores == (18, 0)
    assert any("in one turn: the others' cards count double" in line for line in found.explain)
