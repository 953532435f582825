"""The best turn on a table, as ``meldwise melds --table`` asks for it."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING, Any, Final

from meldwise.errors import InputError, RequestError

if TYPE_CHECKING:
    from meldwise.rules.ruleset import RuleSet

_OF_HANDS: Final[dict[str, Any]] = {"discard": None, "require": [], "pin": [], "engine": "auto"}
"""What is asked of a hand alone, and what it is when nothing is asked."""


def answer_turn(arguments: Namespace, rules: RuleSet) -> int:
    """Plan the turn and print it; 0."""
    from meldwise.cli.output import look_of, write_cards, write_json
    from meldwise.turn import plan_turn
    from meldwise.turn.text import plan_lines

    for name, usual in _OF_HANDS.items():
        if getattr(arguments, name) != usual:
            raise RequestError(
                "bad-usage", f"--{name} is for the melds of a hand, not for a turn on a table"
            )
    plan = plan_turn(
        position_values(arguments, rules),
        goal=arguments.goal or "most-cards",
        then=arguments.then or "fewest-changes",
        limit=arguments.limit,
        seconds=arguments.time,
    )
    if arguments.json:
        write_json(plan.to_dict())
    else:
        write_cards(plan_lines(plan, look_of(arguments, rules)), arguments)
    return 0


def position_values(arguments: Namespace, rules: RuleSet) -> dict[str, Any]:
    """The position that the arguments tell of, as JSON; what they leave out is unknown."""
    from meldwise.cards import Hand
    from meldwise.cli.arguments import cards_of

    players = rules.players.min if arguments.players is None else arguments.players
    melds = _melds(arguments.table or "", arguments.locale)
    # On an empty table nobody has opened, whether that was said or not.
    opening = arguments.opening or not melds
    return {
        "rules": rules.to_dict(),
        "players": players,
        "phase": "play",
        "hand": list(map(str, Hand.parse(cards_of(arguments.cards), arguments.locale))),
        # Whose melds they are matters only for who has opened.
        "table": [{"owner": players - 1 if opening else 0, "cards": cards} for cards in melds],
        "opened": [
            not opening,
            *[False] * (players - 2),
            opening and bool(melds),
        ],
        # Where nothing is laid before the end, all hold what was dealt.
        "opponents": [
            {"seat": seat, "cards": 1} for seat in range(1, players) if rules.meld.time == "play"
        ],
    }


def _melds(text: str, locale: str) -> list[list[str]]:
    """The cards of each meld of the table; an error says in which meld it is."""
    from meldwise.cards import parse_cards

    found = []
    for number, part in enumerate(text.split("|") if text.strip() else [], 1):
        if not part.strip():
            raise RequestError("bad-usage", f"--table, meld {number}: it has no cards")
        try:
            found.append(list(map(str, parse_cards(part, locale))))
        except InputError as error:
            said = error.message.replace(" of the hand", "", 1)
            raise RequestError(error.code, f"--table, meld {number}: {said}", error.where) from None
    return found
