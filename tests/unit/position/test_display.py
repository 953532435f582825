"""Positions as people read them."""

from __future__ import annotations

from meldwise.position import Position

TABLE = """\
Loba (Rami), 2 players, seat 0 to play, dealer 1
hand       4♠ 5♠  9♥  10♦  JK
taken      9♥ from the discard
discards   2♣ 3♣
stock      79 cards
scores     0 34
meld 0     2♥ 3♥ JK=4♥ 5♥  (seat 1)
meld 1     9♠ 9♣ 9♥  (seat 1)
seat 1     9 cards, holds 7♣ JK
use first  9♥"""


def test_a_position_is_an_aligned_table() -> None:
    known = Position.from_dict(
        {
            "rules": "loba",
            "hand": "9H JK TD 4S 5S",
            "taken": {"card": "9H", "from": "discard"},
            "discards": "2C 3C",
            "scores": [0, 34],
            "table": [
                {"owner": 1, "cards": "2H 3H JK 5H"},
                {"owner": 1, "cards": "9S 9C 9H"},
            ],
            "opponents": [{"seat": 1, "cards": 9, "holds": "7C JK"}],
        }
    )
    lines = TABLE.replace("79 cards", f"{known.stock} cards").replace("9♠ 9♣ 9♥", "9♠ 9♥ 9♣")
    assert str(known) == lines
    assert known.display(ascii_only=True).isascii()


def test_long_piles_are_cut_and_offers_told() -> None:
    known = Position.parse(
        "gin-rummy 2:0:1 draw AS2S3S5H6H7H9C9DTDKH - TC 31 0,0 - -- -- 1:10 offered"
    )
    assert "seat 0 is offered the upcard" in str(known)
    pile = "2H 3H 4H 8H 9H TH JH QH 2C 3C"
    longer = Position.from_dict({"hand": "AS 2S 3S 5H 6H 7H 9C 9D TD KH", "discards": pile})
    assert "discards   … 4♥" in str(longer)


def test_a_common_table_is_shown_in_tiles_and_without_owners() -> None:
    shown = Position.from_dict(
        {"rules": "rummikub", "hand": "r7 k13 r1", "table": [{"cards": "r1 JK r3"}]}
    ).display(ascii_only=True)
    assert shown.splitlines() == [
        "Rummikub, 2 players, seat 0 to play or draw, dealer 1",
        "hand       k13  r1 r7",
        "stock      86 tiles",
        "meld 0     r1 JK=r2 r3",
        "seat 1     14 tiles",
    ]
