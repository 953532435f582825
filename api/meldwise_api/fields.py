"""What requests and answers have in common: cards, rules, melds.

Models check the shape of a request: types, lengths, unknown names. What the values mean is checked
by the library, which says more about it than a model could, and in the words of the command line.
Lists are given up at their first fault: one is told, and a list may have many.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from meldwise.cards import LOCALES

MOST_CARDS: Final = 1000
LONGEST_CARDS: Final = 4000


def one_of(*words: str) -> dict[str, JsonValue]:
    """The words that a field may have, for the schema alone: the library suggests the right one."""
    return {"enum": list(words)}


CardText = Annotated[str, Field(max_length=80)]

Cards = Annotated[
    Annotated[str, Field(max_length=LONGEST_CARDS)]
    | Annotated[list[CardText], Field(max_length=MOST_CARDS, fail_fast=True)],
    Field(
        description='Cards as text ("7H 10♦ JK", separators optional) or as a list of texts. A '
        "card is a rank A 2–9 T J Q K (10 for T) and a suit S H D C (or ♠♥♦♣); a joker is JK. A "
        "Rummikub tile is a colour k r o b (black, red, orange, blue) and a number, and answers "
        "write it as the card that it stands for, the colours as S H D C: r1 is AH, k10 is TS."
    ),
]

Options = Annotated[
    dict[str, Any] | None,
    Field(
        description="Changes to the rule set, by dotted names or nested; GET /v1/rules/schema "
        "lists them.",
        examples=[{"meld.run.min": 3}],
    ),
]

Rules = Annotated[
    Annotated[str, Field(max_length=200)] | dict[str, Any],
    Field(
        description="The rule set: an id or alias of GET /v1/rules, or a whole rule set as in "
        'GET /v1/rules/schema, for example {"extends": "loba", "meld": {"run": {"min": 3}}}.',
        examples=["german-rummy"],
    ),
]

Players = Annotated[
    int | None,
    Field(description="How many play, where packs or cards depend on it.", examples=[None]),
]

Locale = Annotated[
    str,
    Field(
        max_length=20,
        description="Whose letters the court cards have.",
        json_schema_extra=one_of(*LOCALES),
    ),
]

Time = Annotated[
    Annotated[str, Field(max_length=20)] | float | None,
    Field(
        description="Time limit of the search: 200ms, 2s, or a number of seconds. When it is "
        "reached, the best found is told and `exact` is false.",
        examples=["200ms"],
    ),
]


class Question(BaseModel):
    """A request's body: unknown fields are refused, numbers are not made of text."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Meld(BaseModel):
    """One meld."""

    kind: Literal["run", "set"] = Field(description="What it is.")
    cards: list[str] = Field(
        description="In slot order; a wild says what it stands for: JK=9H, and JK=7 in a set."
    )
    points: int = Field(description="What it counts.")


class Deadwood(BaseModel):
    """The cards in no meld."""

    cards: list[str] = Field(description="The cards.")
    points: int = Field(description="What they count in hand.")


class Arrangement(BaseModel):
    """A hand put into melds."""

    melds: list[Meld] = Field(description="The melds, dearest first.")
    meld_points: int = Field(description="The points of all melds.")
    deadwood: Deadwood = Field(description="What is in no meld.")
    discard: str | None = Field(description="The card to throw, where one was asked for.")
    out: bool = Field(description="Whether every card but the discard is melded.")
