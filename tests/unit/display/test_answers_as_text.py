"""What ``print`` shows; every expected text was worked out by hand from the rules of the game."""

from dataclasses import replace
from typing import Any

import pytest

import meldwise as mw
from meldwise.display import Look, answer_text, verdict_text


def shown(hand: str, rules: str, **question: Any) -> list[str]:
    return str(mw.best_melds(hand, rules, **question)).split("\n")


def test_melds_stand_in_columns_above_the_deadwood_and_a_sentence() -> None:
    # A joker in a set of queens counts 10; in the run of hearts it would leave two queens, 20.
    assert shown("QS QD JK 7H 8H 9H 2C", "german-rummy") == [
        "set       Q♠ Q♦ JK→Q  30",
        "run       7♥ 8♥ 9♥    24",
        "deadwood  2♣           2",
        "",
        "Deadwood 2: 54 points in 2 melds.",
    ]


def test_a_wild_is_shown_in_its_slot() -> None:
    assert shown("4S 5S JK 7S 2H", "german-rummy") == [
        "run       4♠ 5♠ JK→6♠ 7♠  22",
        "deadwood  2♥               2",
        "",
        "Deadwood 2: 22 points in 1 meld.",
    ]


def test_a_card_of_a_wild_rank_is_shown_with_what_it_stands_for() -> None:
    assert shown("TH JH 2D 5C", "wildcard-rummy")[0] == "run       10♥ J♥ 2♦→Q♥  30"


def test_the_sample_hand_has_its_joker_at_the_high_end() -> None:
    lines = shown("4S 5S 6S 7S 7H 7D 7C QD QS JK 2H 9C KD", "german-rummy")
    assert lines[0] == "run       Q♦ K♦ JK→A♦  31"
    assert lines[3:] == ["deadwood  Q♠ 2♥ 9♣     21", "", "Deadwood 21: 74 points in 3 melds."]


def test_the_card_to_throw_has_a_line_and_is_named() -> None:
    # The set leaves 7♥ 8♥ (15); the run would leave 9♠ 9♦ (18).
    assert shown("7H 8H 9H 9S 9D KC", "gin-rummy", discard="required") == [
        "set       9♠ 9♥ 9♦  27",
        "deadwood  7♥ 8♥     15",
        "discard   K♣",
        "",
        "Throw K♣: deadwood 15, 27 points in 1 meld.",
    ]


def test_going_out_names_the_card_to_throw() -> None:
    assert shown("7H 8H 9H 2S 2D 2C KC", "gin-rummy", goal="out") == [
        "run      7♥ 8♥ 9♥  24",
        "set      2♠ 2♦ 2♣   6",
        "discard  K♣",
        "",
        "Out: throw K♣ (30 points in 2 melds).",
    ]


def test_going_out_without_a_discard_says_that_every_card_is_melded() -> None:
    assert shown("7H 8H 9H", "gin-rummy") == [
        "run  7♥ 8♥ 9♥  24",
        "",
        "Out: every card is melded (24 points in 1 meld).",
    ]


def test_when_there_is_no_way_to_go_out_the_least_deadwood_is_shown() -> None:
    assert shown("7H 8H KC", "gin-rummy", goal="out") == [
        "deadwood  7♥ 8♥  15",
        "discard   K♣",
        "",
        "No way to go out. Throw K♣: deadwood 15, no melds.",
    ]


def test_a_hand_without_melds_is_all_deadwood() -> None:
    assert shown("7H 2S KC", "gin-rummy") == [
        "deadwood  7♥ 2♠ K♣  19",
        "",
        "Deadwood 19: no melds.",
    ]


def test_an_empty_hand_has_one_sentence() -> None:
    assert shown("", "gin-rummy") == ["No cards, no melds."]


def test_requirements_that_cannot_be_met_are_told() -> None:
    assert shown("7S 8S 9S 2H", "german-rummy", require="points=40") == [
        "deadwood  7♠ 8♠ 9♠ 2♥  26",
        "",
        "Nothing is melded: what is required or pinned cannot be met.",
    ]


def test_alternatives_are_numbered_and_mark_what_the_best_does_not_have() -> None:
    assert shown("7S 8S 9S 9H 9D 2C 2D 2H", "gin-rummy", limit=2) == [
        "set       9♠ 9♥ 9♦  27",
        "set       2♥ 2♦ 2♣   6",
        "deadwood  7♠ 8♠     15",
        "",
        "Deadwood 15: 33 points in 2 melds.",
        "",
        "Alternatives (* marks what the best does not have):",
        "",
        "2. Deadwood 18: 30 points in 2 melds.",
        " * run       7♠ 8♠ 9♠  24",
        "   set       2♥ 2♦ 2♣   6",
        " * deadwood  9♥ 9♦     18",
    ]


def test_a_meld_that_is_there_twice_differs_from_one_that_is_there_once() -> None:
    # Two packs: 7-8-9 of hearts twice, or once with a set of sevens.
    once = "7H 8H 9H"
    twice = mw.best_melds(f"{once} {once}", "german-rummy")
    single = mw.best_melds(once, "german-rummy")
    both = replace(single, alternatives=(twice.best,))
    assert str(both).split("\n")[-2:] == ["   run  7♥ 8♥ 9♥  24", " * run  7♥ 8♥ 9♥  24"]


def test_another_discard_is_marked() -> None:
    # Either end of the run may be thrown; the cheaper one leaves more points in the meld.
    lines = shown("7H 8H 9H TH", "gin-rummy", discard="required", limit=2)
    best, other = [line for line in lines if "discard" in line]
    assert best.startswith("discard")
    assert other.startswith(" * discard")


def test_a_large_deadwood_goes_on_below_its_first_line() -> None:
    hand = "AS 3S 5S 7S 9S JS KS 2H 4H 6H 8H TH QH KD JD AC 3C 5C 8C QC 9D"
    lines = shown(hand, "gin-rummy")
    assert lines[0].startswith("deadwood  A♠ 3♠ 5♠")
    assert lines[1].startswith("          ")
    assert max(map(len, lines)) < 80
    assert " ".join(lines[:2]).count("♠") == 7


def test_no_line_ends_in_blanks() -> None:
    for line in shown("7H 8H 9H 9S 9D KC", "gin-rummy", discard="required", limit=5):
        assert line == line.rstrip()


def test_letters_replace_glyphs_where_they_cannot_be_printed() -> None:
    best = mw.best_melds("QS QD JK 9H TH JH 2C", "german-rummy")
    text = answer_text(best, Look(ascii_only=True))
    assert text.isascii()
    assert text.split("\n")[0] == "set       QS QD JK=Q  30"
    assert text.split("\n")[1] == "run       9H 10H JH   29"


def test_tiles_are_shown_as_tiles() -> None:
    rules = mw.rules("gin-rummy", {"deck.notation": "tiles", "deck.jokers": 2})
    best = mw.best_melds("r7 r8 JK r10 o1 k1 b1 k13", rules)
    assert answer_text(best, Look(tiles=True)).split("\n") == [
        "run       r7 r8 JK→r9 r10  34",
        "set       k1 o1 b1          3",
        "deadwood  k13              10",
        "",
        "Deadwood 10: 37 points in 2 melds.",
    ]


@pytest.mark.parametrize(
    ("cards", "rules", "expected"),
    [
        (
            "QS KS JK",
            "german-rummy",
            [
                "run  Q♠ K♠ JK→A♠  31",
                "run  JK→J♠ Q♠ K♠  30",
                "",
                "Legal in 2 ways, the dearest first.",
            ],
        ),
        ("7H 7S 7D", "gin-rummy", ["set  7♠ 7♥ 7♦  21", "", "Legal."]),
        (
            "QC KC AC",
            "gin-rummy",
            ["Not a meld: the ace is low: no run goes on after the king."],
        ),
    ],
)
def test_a_verdict_lists_the_readings_or_says_why_there_is_none(
    cards: str, rules: str, expected: list[str]
) -> None:
    assert str(mw.check(cards, rules)).split("\n") == expected


def test_a_verdict_that_lists_only_some_readings_says_so() -> None:
    verdict = replace(mw.check("7H 7S 7D", "gin-rummy"), truncated=True)
    assert verdict_text(verdict).endswith("Legal in more than 1 ways; these are some of them.")


def test_a_verdict_on_tiles_is_shown_in_tiles() -> None:
    rules = mw.rules("gin-rummy", {"deck.notation": "tiles", "deck.jokers": 2})
    lines = str(mw.check("r7 r8 JK", rules)).split("\n")
    assert lines[:2] == ["run  r7 r8 JK→r9  24", "run  JK→r6 r7 r8  21"]
    assert "r7" in mw.check("r7 r8 JK", rules)._repr_html_()
    assert "the tiles share neither a number nor a colour" in str(mw.check("r7 k8 o9", rules))
    assert mw.check("r12 r13 r1", rules).reason == "the 1 is low: no run goes on after the 13"
    assert str(mw.check("7H 8H JK", "ramino-drift")).startswith("run  7♥ 8♥ JK→9♥")
