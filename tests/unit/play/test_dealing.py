"""Options of the deal: a wild rank that is drawn for each hand, a joker found when cutting."""

from __future__ import annotations

from collections import Counter

import pytest

from meldwise import best_melds, check, rules, settle
from meldwise.cards import Card
from meldwise.errors import InputError, RequestError, RulesError
from meldwise.play import deal, legal_actions, play_game, play_hand, player, record_game, replay
from meldwise.play.dealing import deal_cards, whole_pack
from meldwise.position import Position, terms_of
from meldwise.rules.ruleset import RuleSet

# Indian rummy in the main: thirteen cards of two packs, jokers and a drawn rank are wild.
DRAWN = rules(
    {
        "id": "drawn",
        "players": {"min": 2, "max": 3},
        "deck": {"packs": 2, "jokers": 4, "wild_drawn": True},
        "deal.cards": 13,
        "meld.run.aces": "high_or_low",
        "stock.on_empty": "turn",
        "values.hand": {"joker": 0, "wild": 0},
    }
)
CUT = rules("german-rummy", {"deal.cut_joker_keep": True})


def dealt_with(known: RuleSet, players: int, turned: str) -> RuleSet:
    """The rules of a hand for whose wild rank this card was turned up."""
    terms = terms_of(known, players)
    cards = list(whole_pack(terms))
    place = terms.dealt * players + 1
    found = cards.index(Card.parse(turned))
    cards[found], cards[place] = cards[place], cards[found]
    state = deal_cards(known, cards, players)
    assert state.stock[0] == Card.parse(turned)
    return state.rules


@pytest.mark.parametrize(("turned", "wild"), [("7H", "7"), ("TD", "T"), ("AS", "A"), ("JK", "A")])
def test_the_rank_turned_up_is_wild_in_that_hand(turned: str, wild: str) -> None:
    hand_rules = dealt_with(DRAWN, 2, turned)
    assert hand_rules.deck.wild_ranks == (wild,)
    assert hand_rules.deck.wild_drawn is False
    assert DRAWN.deck.wild_ranks == ()
    plain = {"deck.wild_ranks": [wild], "deck.wild_drawn": False}
    assert hand_rules == DRAWN.replace(plain)


def test_a_rank_that_is_wild_already_stays_so_and_a_new_one_is_added() -> None:
    known = DRAWN.replace({"deck.wild_ranks": ["2"]})
    assert dealt_with(known, 2, "2C").deck.wild_ranks == ("2",)
    assert dealt_with(known, 2, "KC").deck.wild_ranks == ("2", "K")


def test_each_hand_of_a_game_draws_its_own_rank() -> None:
    known = DRAWN.replace({"score.model": "own_penalty", "game.out_at": 500})
    result = play_game(known, [player("greedy")] * 2, seed=3, hands=6)
    drawn = [hand.state.rules.deck.wild_ranks for hand in result.hands]
    assert all(len(ranks) == 1 for ranks in drawn)
    assert len(set(drawn)) > 2


def test_a_position_carries_the_rank_in_its_rules() -> None:
    state = deal(DRAWN, seed=5)
    (rank,) = state.rules.deck.wild_ranks
    position = state.position()
    assert position.rules.deck.wild_ranks == (rank,)
    assert Position.from_dict(position.to_dict()) == position
    assert Position.parse(position.to_text()) == position
    compiled = position.terms.melds
    assert all(compiled.is_wild(card.code) for card in position.hand if str(card)[0] == rank)
    assert position.stock == DRAWN.cards_in_all() - 2 * 13 - 1


def test_a_hand_with_a_drawn_rank_is_played_and_settled_and_its_record_replays() -> None:
    end = play_hand(deal(DRAWN, seed=4), [player("greedy"), player("greedy")])
    assert end.over
    assert Counter(card for hand in end.hands for card in hand).total() == 26
    record = record_game(DRAWN, [player("greedy")] * 2, seed=4, hands=1)
    assert '"wild_ranks":["' in record
    assert replay(record).totals is not None


def test_a_hand_whose_drawn_rank_is_not_told_is_refused() -> None:
    hand = "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AH"
    outcome = {"rules": DRAWN.to_dict(), "ending": {"kind": "out", "player": 0}}
    for ask in (
        lambda: best_melds(hand, DRAWN),
        lambda: check("2S 3S 4S", DRAWN),
        lambda: Position.from_dict({"rules": DRAWN.to_dict(), "hand": hand}),
        lambda: settle({**outcome, "hands": [hand, hand.replace("S", "D")]}),
    ):
        with pytest.raises(RulesError, match="which rank was turned up") as caught:
            ask()
        assert caught.value.code == "no-wild-rank"
    assert settle({**outcome, "counts": [0, 9]}).winners == (0,)


def cutters(known: RuleSet, players: int, dealer: int, seeds: range) -> Counter[int]:
    """Which seats are seen to hold a joker after the deal, and how often."""
    found: Counter[int] = Counter()
    for seed in seeds:
        state = deal(known, players, seed=seed, dealer=dealer)
        for opponent in state.public:
            assert opponent.cards == len(state.hands[opponent.seat])
            if opponent.holds:
                assert [str(card) for card in opponent.holds] == ["JK"]
                assert Card.parse("JK") in state.hands[opponent.seat]
                found[opponent.seat] += 1
        everything = [*state.stock, *state.discards, *(c for hand in state.hands for c in hand)]
        assert sorted(everything) == sorted(whole_pack(state.terms))
    return found


@pytest.mark.parametrize(("players", "dealer", "cutter"), [(2, 1, 0), (2, 0, 1), (4, 0, 3)])
def test_the_player_before_the_dealer_keeps_a_joker_found_when_cutting(
    players: int, dealer: int, cutter: int
) -> None:
    found = cutters(CUT, players, dealer, range(150))
    assert set(found) == {cutter}
    # Six of 110 cards are jokers.
    assert 1 <= found[cutter] <= 25


def test_the_first_player_still_has_one_card_more_where_the_rules_say_so() -> None:
    known = CUT.replace({"deal.first_player_extra_card": True})
    for seed in range(60):
        state = deal(known, 3, seed=seed)
        assert [len(hand) for hand in state.hands] == [13, 13, 14]
    assert set(cutters(known, 3, 2, range(60))) == {1}


def test_without_the_option_the_deal_is_as_it_was() -> None:
    plain = rules("german-rummy")
    same = [deal(plain, seed=seed).hands == deal(CUT, seed=seed).hands for seed in range(60)]
    assert same.count(False) < 15
    assert all(not opponent.holds for opponent in deal(plain, seed=1).public)


def test_others_see_the_joker_that_was_kept() -> None:
    seed = next(seed for seed in range(200) if deal(CUT, seed=seed).public[0].holds)
    view = deal(CUT, seed=seed).position(1)
    assert [str(card) for card in view.opponents[0].holds] == ["JK"]
    assert Position.from_dict(view.to_dict()) == view
    assert legal_actions(deal(CUT, seed=seed).position())


@pytest.mark.parametrize(
    ("scores", "words"),
    [([0], "1 numbers for 2 players"), ([0, 100], "the game was over at 100")],
)
def test_scores_at_which_no_hand_is_played_are_refused(scores: list[int], words: str) -> None:
    with pytest.raises(RequestError, match=words):
        deal("gin-rummy", 2, scores=scores)
    assert deal("gin-rummy", 2, scores=[0, 99]).scores == (0, 99)


def test_a_dealer_who_does_not_exist_is_refused_before_anything_is_cut() -> None:
    with pytest.raises(InputError, match="seat 7 does not exist"):
        deal(CUT, 2, dealer=7)
