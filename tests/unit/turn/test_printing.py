"""Plans as people read them."""

from __future__ import annotations

from meldwise import plan_turn
from meldwise.display import Look
from meldwise.turn.text import plan_lines, plan_text

POSITION = {
    "rules": "german-rummy",
    "hand": "TS 9S KH 6C KD",
    "phase": "play",
    "table": [
        {"owner": 0, "cards": "JS QS KS"},
        {"owner": 1, "cards": "TD TC TH"},
        {"owner": 1, "cards": "6S 6H JK"},
    ],
}
PRINTED = """\
1  lay off  10♠ on meld 0
2  lay off  9♠ on meld 0
3  swap     6♣ for the joker of meld 2
4  meld     K♥ K♦ JK→K

meld 0   9♠ 10♠ J♠ Q♠ K♠  extended (seat 0)
meld 1   10♥ 10♦ 10♣      unchanged (seat 1)
meld 2   6♠ 6♥ 6♣         rearranged (seat 1)
meld 3   K♥ K♦ JK→K       new (seat 0)

Out: no card is left (5 cards placed for 49 points).

- 9♠ can follow only if 10♠ is laid on the run J♠ Q♠ K♠, not on the set 10♥ 10♦ 10♣
- 6♣ frees the joker of meld 2, which goes at once into K♥ K♦ JK→K"""


def test_a_plan_is_printed_in_columns_with_its_reasons() -> None:
    assert str(plan_turn(POSITION)) == PRINTED


def test_a_plan_is_printed_in_letters_where_glyphs_are_missing() -> None:
    text = plan_text(plan_turn(POSITION), Look(ascii_only=True))
    assert "meld 0   9S 10S JS QS KS" in text
    assert "JK=K" in text


def test_alternatives_are_printed_with_their_steps() -> None:
    plan = plan_turn(POSITION | {"hand": "7H 9C KD", "table": POSITION["table"]}, limit=3)
    text = str(plan)
    assert "\n2. Throw" in text
    assert "\n3. Throw" in text
    assert all(isinstance(line, tuple) for line in plan_lines(plan, Look()))


def test_a_notebook_shows_the_printed_form() -> None:
    assert plan_turn(POSITION)._repr_html_().startswith("<pre>1  ")
