import pytest

import meldwise as mw
from tests.cli.running import Runner


def test_a_legal_meld_is_shown_with_its_readings_and_status_0(meldwise: Runner) -> None:
    done = meldwise("check", "QS KS JK", "--rules", "german-rummy")
    assert done.status == 0
    assert done.lines == [
        "run  Q♠ K♠ JK→A♠  31",
        "run  JK→J♠ Q♠ K♠  30",
        "",
        "Legal in 2 ways, the dearest first.",
    ]


def test_cards_that_are_no_meld_have_a_reason_and_status_1(meldwise: Runner) -> None:
    done = meldwise("check", "QC KC AC", "--rules", "gin-rummy")
    assert done.status == 1
    assert done.out == "Not a meld: the ace is low: no run goes on after the king.\n"


@pytest.mark.parametrize(("cards", "status"), [("QS KS JK", 0), ("QS KS", 1)])
def test_json_is_what_to_dict_says_whatever_the_status(
    meldwise: Runner, cards: str, status: int
) -> None:
    done = meldwise("check", cards, "--rules", "german-rummy", "--json")
    assert done.status == status
    assert done.json == mw.check(cards, "german-rummy").to_dict()


def test_the_order_binds_only_when_it_is_said_to(meldwise: Runner) -> None:
    cards = ("check", "9H", "7H", "8H", "--rules", "gin-rummy")
    assert meldwise(*cards).status == 0
    assert meldwise(*cards, "--ordered").status == 1


def test_a_wild_may_say_what_it_stands_for(meldwise: Runner) -> None:
    done = meldwise("check", "QS KS JK=JS", "--rules", "german-rummy", "--json")
    assert [reading["cards"][0] for reading in done.json["readings"]] == ["JK=JS"]


def test_set_changes_the_rules(meldwise: Runner) -> None:
    cards = ("check", "QC KC AC", "--rules", "gin-rummy")
    assert meldwise(*cards, "--set", "meld.run.aces=high_or_low").status == 0


def test_players_and_locale_are_heeded(meldwise: Runner) -> None:
    set_of_four = ("check", "7H 7H 7S 7C", "--rules", "wildcard-rummy")
    assert meldwise(*set_of_four, "--players", "7").status == 0
    assert "one pack" in meldwise.refused(*set_of_four, "--players", "6")
    assert meldwise("check", "B♥ D♥ K♥", "--rules", "gin", "--locale", "de").status == 0


def test_cards_that_the_packs_do_not_hold_are_wrong_input(meldwise: Runner) -> None:
    assert "without jokers" in meldwise.refused("check", "7H 8H JK", "--rules", "gin")
