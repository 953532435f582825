"""The one-line form: it round-trips, whatever the rules, and says what cannot be read."""

from __future__ import annotations

from random import Random

import pytest

from meldwise.errors import InputError, PositionError
from meldwise.play import apply, deal, legal_actions
from meldwise.position import Position
from meldwise.position.textform import parse_rules, rules_text
from meldwise.rules import rules
from tests.presets import PLAYED

LINE = "gin-rummy 2:0:1 draw AS2S3S5H6H7H9C9DTDKH - TC 31 0,0 - -- -- 1:10 -"


@pytest.mark.parametrize("name", PLAYED)
def test_positions_of_every_seat_of_a_game_round_trip(name: str) -> None:
    random, state = Random(name), deal(name, seed=name)
    for _ in range(40):
        if state.over:
            break
        for seat in range(state.players):
            known = state.position(seat)
            assert Position.parse(known.to_text()) == known
            assert Position.from_dict(known.to_dict()) == known
        state = apply(state, random.choice(legal_actions(state.position())))


def test_changed_options_and_own_rules_go_into_one_word() -> None:
    changed = rules("gin-rummy", {"knock.limit": 5, "deck.ranks": "A23456789TJQK"})
    assert rules_text(changed) == 'gin-rummy{"knock.limit":5}'
    own = rules({"id": "house", "name": "Two words", "deal.cards": 6})
    assert " " not in rules_text(own)
    for known in (changed, own, rules("loba")):
        assert parse_rules(rules_text(known)) == known


def test_coloured_jokers_do_not_run_into_the_next_card() -> None:
    own = {"id": "house", "deck.jokers": 2, "wild.joker_colours": True}
    values = {"rules": own, "hand": "JKr AS JKb 2H 3H 4H 5H", "phase": "draw"}
    known = Position.from_dict(values)
    assert "JKr;AS;JKb" in known.to_text()
    assert Position.parse(known.to_text()) == known


@pytest.mark.parametrize(
    ("old", "new", "field"),
    [
        (LINE, "gin-rummy 2:0:1 draw", "text"),
        ("2:0:1", "2:0", "seats"),
        ("2:0:1", "2:x:1", "seats"),
        (" 31 ", " some ", "stock"),
        ("0,0", "0;0", "scores"),
        (" - TC", " KH TC", "taken"),
        ("- -- --", "7H7S7C -- --", "table"),
        ("- -- --", "- -? --", "opened"),
        ("1:10", "1:10:x7H", "opponents"),
        ("1:10", "1:ten", "opponents"),
        ("1:10 -", "1:10 later", "turn"),
        ("gin-rummy", 'gin-rummy{"knock.limit":', "rules"),
    ],
)
def test_what_cannot_be_read_is_told_with_its_field(old: str, new: str, field: str) -> None:
    with pytest.raises(PositionError) as caught:
        Position.parse(LINE.replace(old, new))
    assert caught.value.where["field"] == field


def test_text_of_any_length_is_answered() -> None:
    with pytest.raises(InputError):
        Position.parse("x" * 1_000_000)
