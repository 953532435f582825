"""Positions as one line of text, as chess has FEN: fourteen fields with blanks between them.

    rules seats phase hand taken discards stock scores table opened placed opponents turn upcard

* rules: the id, followed by changed options as a JSON object without blanks
* seats: players:seat:dealer, and :seat to move if that is another one
* phase: deal, draw or play
* hand, discards: cards without blanks (with ; where jokers have colours), or -
* taken: the cards drawn and where from, ``KH@stock``, or -
* stock: the number of cards left
* scores: by seat, with commas
* table: melds as owner:cards, with slashes, or -
* opened, placed: + or - for each seat
* opponents: ``seat:cards`` with the lists ``h`` (holds), ``t`` (threw), ``p`` (passed):
  ``1:10:h7H:t3DTC``; with slashes
* turn: what has happened in it, ``n4,placed,freedJK``, or -
* upcard: the first upcard, or left out
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

from meldwise.cards import parse_cards
from meldwise.errors import PositionError, excerpt
from meldwise.position.position import Position, Taken
from meldwise.position.reading import position_dict, read_position, rules_and_options
from meldwise.rules.catalog import find_rules
from meldwise.rules.documents import JsonError, parse_json
from meldwise.rules.ruleset import RuleSet

_LONGEST: Final = 20_000
_NAMES: Final = (
    *("rules", "seats", "phase", "hand", "taken", "discards", "stock", "scores"),
    *("table", "opened", "placed", "opponents", "turn"),
)
_LISTS: Final = {"h": "holds", "t": "threw", "p": "passed"}
_TURN_FLAGS: Final = ("offered", "stock_only", "placed", "opened", "used")


def position_text(position: Position) -> str:
    """The one-line form of a position."""
    values = position_dict(position)
    fields = [
        rules_text(position.rules),
        _seats_text(position),
        position.phase,
        _joined(position.hand),
        _taken_text(position.taken),
        _joined(position.discards),
        str(position.stock),
        ",".join(map(str, position.scores)),
        "/".join(f"{known.owner}:{_joined(known.meld.cards)}" for known in position.table) or "-",
        "".join("+" if flag else "-" for flag in position.opened),
        "".join("+" if flag else "-" for flag in position.placed),
        "/".join(map(_opponent_text, values["opponents"])) or "-",
        _turn_text(values["turn"]),
    ]
    return " ".join(fields + ([] if position.upcard is None else [str(position.upcard)]))


def parse_position(text: str) -> Position:
    """Read and validate the one-line form.

    Raises:
        InputError: the field that cannot be read, or what is impossible in the position.

    >>> line = "gin-rummy 2:0:1 draw AS2S3S5H6H7H9C9DTDKH - TC 31 0,0 - -- -- 1:10 -"
    >>> parse_position(line).to_text() == line
    True
    """
    if not isinstance(text, str):
        raise PositionError("bad-text", f"a position in one line is text, not {excerpt(text)}")
    fields = text[:_LONGEST].split()
    if len(text) > _LONGEST or len(fields) not in (len(_NAMES), len(_NAMES) + 1):
        raise PositionError(
            "bad-text",
            f"a position has {len(_NAMES)} or {len(_NAMES) + 1} fields with blanks between them "
            f"({' '.join(_NAMES)} [upcard]), not {len(fields)}",
            {"field": "text"},
        )
    given = dict(zip([*_NAMES, "upcard"], fields, strict=False))
    rules, options = _rules_values(given["rules"])
    seats = _numbers("seats", given["seats"], ":", None)
    if len(seats) not in (3, 4):
        raise _unreadable("seats", given["seats"], "players:seat:dealer")
    values: dict[str, Any] = {
        "rules": rules,
        "options": options,
        **dict(zip(("players", "seat", "dealer", "to_move"), seats, strict=False)),
        "phase": given["phase"],
        "hand": _split(given["hand"]),
        "discards": _split(given["discards"]),
        "stock": _numbers("stock", given["stock"], ",", 1)[0],
        "scores": _numbers("scores", given["scores"], ",", None),
        "table": [_meld_values(item) for item in _items(given["table"])],
        "opened": _flags("opened", given["opened"]),
        "placed": _flags("placed", given["placed"]),
        "opponents": [_opponent_values(item) for item in _items(given["opponents"])],
        "turn": _turn_values(given["turn"]),
        "upcard": given.get("upcard"),
    }
    if given["taken"] != "-":
        values["taken"] = _taken_values(given["taken"])
    return read_position(values)


def _seats_text(position: Position) -> str:
    seats = f"{position.players}:{position.seat}:{position.dealer}"
    return seats if position.to_move == position.seat else f"{seats}:{position.to_move}"


def rules_text(rules: RuleSet) -> str:
    """A rule set in one word: its id and what differs from that preset, or all its options.

    >>> from meldwise.rules import rules
    >>> rules_text(rules("gin-rummy", {"knock.limit": 5}))
    'gin-rummy{"knock.limit":5}'
    """
    name, options = rules_and_options(rules)
    if isinstance(name, str) and not options:
        return name
    known = options if isinstance(name, str) else name
    # A blank can only stand in a string there, where its escape means the same.
    text = json.dumps(known, separators=(",", ":")).replace(" ", "\\u0020")
    return f"{name if isinstance(name, str) else ''}{text}"


def parse_rules(text: str) -> RuleSet:
    """Read a rule set from one word; `rules_text` writes it.

    Raises:
        InputError: the text cannot be read, or the rules are wrong.
    """
    name, options = _rules_values(text)
    return find_rules(name).replace(options)


def _rules_values(text: str) -> tuple[Any, dict[str, Any]]:
    name, brace, rest = text.partition("{")
    try:
        options = parse_json(brace + rest) if brace else {}
    except JsonError as fault:
        wanted = 'an id and options: gin-rummy{"knock.limit":5}'
        raise _unreadable("rules", text, f"{wanted} ({fault.message})") from None
    return (name, options) if name else (options, {})


def _joined(cards: Sequence[object]) -> str:
    texts = [str(card) for card in cards]
    # A joker's colour is a small letter, which must not run into the next card.
    separator = ";" if any(text.startswith(("JKr", "JKb")) for text in texts) else ""
    return separator.join(texts) or "-"


def _split(text: str) -> str:
    return "" if text == "-" else text


def _items(text: str) -> list[str]:
    return [] if text == "-" else text.split("/")


def _numbers(field: str, text: str, separator: str, count: int | None) -> list[int]:
    parts = text.split(separator)
    if (count is not None and len(parts) != count) or not all(
        part.removeprefix("-").isdecimal() and part.isascii() and len(part) < 12 for part in parts
    ):
        wanted = "whole numbers" if count is None else f"{count} whole number(s)"
        raise _unreadable(field, text, f'{wanted} with "{separator}" between them')
    return [int(part) for part in parts]


def _flags(field: str, text: str) -> list[bool]:
    if set(text) - {"+", "-"}:
        raise _unreadable(field, text, "+ or - for each seat")
    return [sign == "+" for sign in text]


def _meld_values(text: str) -> dict[str, Any]:
    owner, colon, cards = text.partition(":")
    if not colon:
        raise _unreadable("table", text, "owner:cards, such as 1:2H3HJK=4H")
    return {"owner": _numbers("table", owner, ",", 1)[0], "cards": cards}


def _taken_text(taken: Taken | None) -> str:
    return "-" if taken is None else f"{_joined(taken.cards)}@{taken.source}"


def _taken_values(text: str) -> dict[str, Any]:
    cards, at, source = text.partition("@")
    found = [str(card) for card in parse_cards(cards)]
    if not at or not found:
        raise _unreadable("taken", text, "cards@stock or cards@discard")
    return {"card": found[0], "with": found[1:], "from": source}


def _opponent_text(values: dict[str, Any]) -> str:
    lists = [
        f":{letter}{_joined(values[name])}" for letter, name in _LISTS.items() if name in values
    ]
    return f"{values['seat']}:{values['cards']}{''.join(lists)}"


def _opponent_values(text: str) -> dict[str, Any]:
    seat, _, rest = text.partition(":")
    count, *lists = rest.split(":")
    values: dict[str, Any] = {
        "seat": _numbers("opponents", seat, ",", 1)[0],
        "cards": _numbers("opponents", count, ",", 1)[0],
    }
    for item in lists:
        if item[:1] not in _LISTS:
            raise _unreadable("opponents", item, "h, t or p, followed by cards")
        values[_LISTS[item[0]]] = item[1:]
    return values


def _turn_text(values: dict[str, Any]) -> str:
    parts = [f"n{values['number']}"] if "number" in values else []
    parts += [name for name in _TURN_FLAGS if name in values]
    parts += [f"freed{_joined(values['freed'])}"] if "freed" in values else []
    return ",".join(parts) or "-"


def _turn_values(text: str) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for part in [] if text == "-" else text.split(","):
        if part in _TURN_FLAGS:
            values[part] = True
        elif part.startswith("freed"):
            values["freed"] = part.removeprefix("freed")
        elif part.startswith("n"):
            values["number"] = _numbers("turn", part[1:], ",", 1)[0]
        else:
            raise _unreadable("turn", part, f"n and a number, {', '.join(_TURN_FLAGS)}, freed")
    return values


def _unreadable(field: str, text: str, wanted: str) -> PositionError:
    return PositionError(
        "bad-text", f"{field}: {excerpt(text)} cannot be read: write {wanted}", {"field": field}
    )
