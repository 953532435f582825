"""The letters of other languages: every court card and ace in every locale."""

from __future__ import annotations

from typing import Any

import pytest

from meldwise import best_melds, check, count_melds
from meldwise.cards import LOCALES, Card, Hand
from meldwise.errors import NotationError, RequestError

# Jack, queen, king and ace, as printed packs show them.
COURTS = {
    "de": "BDKA",
    "nl": "BVHA",
    "fr": "VDRA",
    "it": "FDRA",
    "es": "SCRA",
    "en": "JQKA",
    "ko": "JQKA",
}


@pytest.mark.parametrize("suit", "SHDC♠♥♦♣")
@pytest.mark.parametrize("locale", COURTS)
def test_court_cards_are_read_by_local_letters_in_every_suit(locale: str, suit: str) -> None:
    text = " ".join(letter + suit for letter in COURTS[locale])
    wanted = " ".join(letter + suit for letter in "JQKA")
    assert Hand.parse(text, locale).cards == Hand.parse(wanted).cards
    assert Hand.parse(text.replace(" ", "").lower(), locale).cards == Hand.parse(wanted).cards


@pytest.mark.parametrize("locale", COURTS)
def test_english_letters_stay_valid_everywhere(locale: str) -> None:
    every = "A23456789TJQK"
    text = " ".join(rank + suit for suit in "SHDC" for rank in every)
    assert [card.code for card in Hand.parse(text, locale)] == list(range(52))


def test_every_locale_is_tested() -> None:
    assert set(COURTS) == set(LOCALES)


@pytest.mark.parametrize("locale", ["de-AT", "de_DE", "DE", "De-ch"])
def test_a_region_makes_no_difference(locale: str) -> None:
    assert Card.parse("DH", locale) == Card.parse("QH")


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ("BH", r"write J \(B is the jack with locale de, nl\)"),
        ("VH", r"write Q \(V is the queen with locale nl\); for the jack write J \(V is .* fr\)"),
        ("RH", r"write K \(R is the king with locale fr, it, es\)"),
        ("FH", r"write J \(F is the jack with locale it\)"),
    ],
)
def test_a_letter_of_another_language_is_told_in_english(text: str, advice: str) -> None:
    with pytest.raises(NotationError, match=advice):
        Card.parse(text)


@pytest.mark.parametrize("locale", ["xx", "", "english", "x" * 999, None, 5, ["de"]])
def test_an_unknown_locale_is_refused_with_the_known_ones(locale: Any) -> None:
    for ask in (best_melds, check, count_melds):
        with pytest.raises(RequestError, match="en, de, nl, fr, it, es, ko") as error:
            ask("7H 8H 9H", locale=locale)
        assert (error.value.code, error.value.where["field"]) == ("unknown-locale", "locale")


def test_every_question_takes_local_letters() -> None:
    assert check("BH DH KH", locale="de").legal
    assert best_melds("BH DH KH", locale="de").deadwood.points == 0
    assert count_melds("BH DH KH", locale="de") == 1
    assert best_melds("BH DH KH", locale="de", pins=["DH"]).met
