"""The explanation of a rule set follows from its options, and shows every one that matters."""

from __future__ import annotations

from functools import partial
from itertools import combinations
from typing import Any

import pytest

from meldwise.errors import RequestError
from meldwise.rules import rules
from meldwise.rules.catalog import PRESETS
from meldwise.rules.explain import explain
from meldwise.rules.ruleset import RuleSet, option_names
from tests.unit.rules.alternatives import alternatives
from tests.unit.rules.outcome import outcome

# Two games that make the last options matter: big gin is off, and no preset has both wild ranks
# and melds that score.
GAMES = (
    *(rules(name) for name in PRESETS),
    rules("gin-rummy", {"end.big_gin": True}),
    rules("cincinnati-rummy", {"deck.wild_ranks": ["2"]}),
)

NOT_EXPLAINED = {
    "id": "a name for programs",
    "name": "the heading above the explanation",
    "description": "stands beside the explanation",
    "deck.notation": "how cards are written, not how the game is played",
}
SAME_GAME = [
    ("meld.set.max", 30, None),  # no set can be as large as 30 cards
    ("stock.shuffle", False, None),  # discards that are turned over are not shuffled anyway
]
ANOTHER_SPELLING = {"null": None, "all_held": "held"}


def as_played(value: Any) -> Any:
    return ANOTHER_SPELLING.get(value, value) if isinstance(value, str) else value


@pytest.mark.parametrize("option", [name for name in option_names() if name not in NOT_EXPLAINED])
def test_another_value_of_an_option_gives_another_explanation(option: str) -> None:
    told = [
        game != changed and explain(game) != explain(changed)
        for game in GAMES
        for changed in variants(game, option).values()
    ]
    assert any(told)


@pytest.mark.parametrize("option", [name for name in option_names() if name not in NOT_EXPLAINED])
def test_any_two_values_of_an_option_are_told_apart_in_some_game(option: str) -> None:
    values = alternatives(option)
    changed = [variants(game, option) for game in GAMES]
    for one, other in combinations(range(len(values)), 2):
        first, second = as_played(values[one]), as_played(values[other])
        both = [
            explain(games[one]) != explain(games[other])
            for games in changed
            if one in games and other in games
        ]
        if both and first != second and (option, first, second) not in SAME_GAME:
            assert any(both), (option, first, second)


def variants(game: RuleSet, option: str) -> dict[int, RuleSet]:
    """The game with each other value of an option, as far as it does not contradict the rest."""
    changed = [outcome(partial(game.replace, {option: value})) for value in alternatives(option)]
    return {index: game for index, game in enumerate(changed) if isinstance(game, RuleSet)}


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_explained_in_a_page_of_sentences(name: str) -> None:
    sentences = explain(rules(name))
    assert 12 <= len(sentences) <= 25
    assert len(set(sentences)) == len(sentences)
    for sentence in sentences:
        assert sentence[0].isupper()
        assert sentence.endswith(".")
        assert len(sentence) < 200


@pytest.mark.parametrize("name", PRESETS)
def test_an_explanation_speaks_no_option_language(name: str) -> None:
    text = " ".join(explain(rules(name)))
    assert "_" not in text
    assert not [option for option in option_names() if "." in option and option in text]


@pytest.mark.parametrize("name", PRESETS)
def test_a_game_without_wild_cards_does_not_speak_of_them(name: str) -> None:
    game = rules(name, {"deck.jokers": 0, "deck.wild_ranks": []})
    text = " ".join(explain(game)).lower()
    for word in ("joker", "wild", "natural"):
        assert word not in text


@pytest.mark.parametrize("name", PRESETS)
def test_only_a_game_with_knocking_speaks_of_it(name: str) -> None:
    game = rules(name)
    assert ("knock" in " ".join(explain(game))) == game.knock.allowed


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("german-rummy", "It is played with two packs of 52 cards and six jokers."),
        ("german-rummy", "At most two jokers may lie side by side in a run."),
        (
            "german-rummy",
            "The first melds that you lay in one turn must together be worth 40 points or more.",
        ),
        ("german-rummy", "In the turn of your first melds you may not add cards to melds."),
        (
            "german-rummy",
            "In melds an ace counts 11 (1 as the low card of a run), a jack, queen or king 10, "
            "any other card its number and a joker what it stands for.",
        ),
        ("tonk", "A knocker who ties for the lowest count has lost."),
        (
            "tonk",
            "Going out without a discard wins two stakes from every other player, going out with "
            "a discard one.",
        ),
        (
            "knock-rummy",
            "Two players get ten cards each; three to five players get seven cards each.",
        ),
        ("wildcard-rummy", "Jokers and twos are wild: each stands for any card."),
        (
            "wildcard-rummy",
            "A set is three or four cards of one rank, of any suits; with two packs it may hold "
            "equal cards and up to eight cards.",
        ),
        (
            "loba",
            "A set is three to six cards of one rank, of exactly three different suits; it may "
            "hold equal cards.",
        ),
        ("loba", "Only runs may hold jokers."),
        (
            "ramino-knock",
            "When you discard you may knock, which ends the hand at once, if your unmelded cards "
            "count 6 or less.",
        ),
        ("ramino-knock", "A run is three or four cards of one suit in sequence."),
        ("cincinnati-rummy", "A hand that goes out must be melded whole."),
        ("gin-rummy", "The first player with 100 points wins the game."),
    ],
)
def test_a_preset_is_explained_by_its_known_rules(name: str, sentence: str) -> None:
    assert sentence in explain(rules(name))


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"deck.ranks": "A234567JQK"}, "with two packs of 40 cards (A 2 3 4 5 6 7 J Q K)"),
        ({"deck.wild_drawn": True}, "all cards of its rank are wild in that hand"),
        ({"deck.wild_ranks": ["8", "J"]}, "An eight or a jack may also be used as itself"),
        ({"hand.requires": {"runs": 2, "pure_runs": 1}}, "two runs, one of them without jokers"),
        ({"values.hand.ranks": {"A": 20}}, "A jack, queen or king counts 10, an ace 20, any"),
        ({"values.hand.ranks": {"8": 50, "Q": 13}}, "a jack or king 10, an eight 50, a queen 13"),
        ({"values.hand.court": "pip"}, "a jack 11, a queen 12, a king 13"),
        ({"game.buy_in.max": 1}, "may buy in again once"),
        ({"wild.allowed_in": "none"}, "No meld may hold a joker."),
        ({"joker_shift.from": "ends_only"}, "that a joker at an end of the run stands for"),
    ],
)
def test_a_house_rule_shows_in_the_explanation(changes: dict[str, Any], sentence: str) -> None:
    game = rules("loba", {"deck.jokers": 4} | changes)
    assert sentence.lower().rstrip(".") in " ".join(explain(game)).lower()


def test_with_the_number_of_players_packs_and_deal_are_theirs() -> None:
    sentences = explain(rules("wildcard-rummy"), 7)
    assert sentences[:3] == [
        "The game is for two to seven players; this is how seven play.",
        "It is played with two packs of 52 cards and four jokers.",
        "Each player is dealt ten cards.",
    ]
    assert "Each player is dealt six cards." in explain(rules("wildcard-rummy"), 6)


def test_a_wrong_number_of_players_is_an_error() -> None:
    with pytest.raises(RequestError, match="is for 2 to 7 players, not 8"):
        explain(rules("wildcard-rummy"), 8)
