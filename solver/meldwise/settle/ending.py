"""What ends a hand, and which endings a rule set knows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeGuard, get_args

from meldwise.errors import RequestError, excerpt, nearest
from meldwise.rules.ruleset import RuleSet

Kind = Literal["deal-win", "knock", "out", "stock-out", "void"]


@dataclass(frozen=True, slots=True)
class Ending:
    """What ended the hand.

    ``kind`` is ``deal-win`` (a hand that wins as dealt), ``knock``, ``out``, ``stock-out``, or
    ``void`` (the hand counts for nothing: the wall or a limit of turns was reached). ``player``
    ended the hand; ``discarded`` says whether a player who is out threw a last card (None: as
    the rules have it), ``at_once`` whether all went down in one turn. ``declared`` are the
    players who declared a dealt hand (None: all whose hands are good enough).

    >>> Ending("out", 2, discarded=True)
    Ending(kind='out', player=2, discarded=True, at_once=False, declared=None)
    """

    kind: Kind
    player: int | None = None
    discarded: bool | None = None
    at_once: bool = False
    declared: tuple[int, ...] | None = None


def check_ending(rules: RuleSet, ending: Ending, players: int) -> None:
    """An ending that the rule set knows, by players who exist."""
    _check_kind(rules, ending)
    if ending.player is None and ending.kind in ("knock", "out"):
        raise _wrong(
            "no-player", f"ending.player: say who ended the hand, 0 to {players - 1}", "player"
        )
    named = [] if ending.player is None else [("player", ending.player)]
    declared = [(f"declared.{place}", who) for place, who in enumerate(ending.declared or ())]
    for field, player in [*named, *declared]:
        if not is_whole(player) or not 0 <= player < players:
            raise _wrong(
                "bad-player",
                f"ending.{field}: {excerpt(player)} is not a player: with {players} players they "
                f"are numbered 0 to {players - 1}",
                field,
            )
    if len(set(ending.declared or ())) < len(ending.declared or ()):
        raise _wrong("bad-player", "ending.declared names a player twice", "declared")
    for field in ("discarded", "at_once"):
        _check_flag(rules, ending, field)


def _check_kind(rules: RuleSet, ending: Ending) -> None:
    kinds = get_args(Kind)
    if ending.kind not in kinds:
        raise _wrong(
            "unknown-ending",
            f"unknown ending {excerpt(ending.kind)}{nearest(ending.kind, kinds)}: "
            f"it is one of {', '.join(kinds)}",
            "kind",
        )
    missing = {
        "knock": not rules.knock.allowed and "nobody may knock (option knock.allowed)",
        "deal-win": rules.deal_win.min is None and "no dealt hand wins (option deal_win.min)",
        "stock-out": rules.stock.on_empty in ("reshuffle", "turn")
        and rules.stock.wall == "none"
        and "the discards become the new stock (option stock.on_empty)",
    }.get(ending.kind)
    if missing:
        raise _wrong(
            "ending-not-in-rules",
            f"{rules.name} knows no ending {excerpt(ending.kind)}: {missing}",
            "kind",
        )
    if ending.kind == "deal-win" and rules.score.model != "stakes":
        raise _wrong(
            "ending-not-in-rules",
            "a dealt hand wins stakes (option deal_win.min), but score.model = "
            f"{rules.score.model} has none",
            "kind",
        )
    if ending.declared is not None and ending.kind != "deal-win":
        raise _wrong("bad-declared", "ending.declared belongs to a deal-win", "declared")


def _check_flag(rules: RuleSet, ending: Ending, field: str) -> None:
    value = getattr(ending, field)
    if value is not None and not isinstance(value, bool):
        raise _wrong(
            f"bad-{field}", f"ending.{field}: {excerpt(value)} is not true or false", field
        )
    if value and ending.kind != "out":
        raise _wrong(
            f"bad-{field}", f"ending.{field} belongs to the ending out, not {ending.kind}", field
        )
    if field != "discarded" or ending.kind != "out" or value is None:
        return
    wanted = rules.end.go_out_discard
    if value and wanted == "none":
        raise _wrong(
            "bad-discarded",
            f"in {rules.name} a player goes out without a discard (option end.go_out_discard)",
            field,
        )
    if not value and wanted == "required" and not rules.end.big_gin:
        raise _wrong(
            "bad-discarded",
            f"in {rules.name} the last card must be discarded (options end.go_out_discard, "
            "end.big_gin)",
            field,
        )


def is_whole(value: object) -> TypeGuard[int]:
    """Whether a value is a whole number; true and false are none."""
    return isinstance(value, int) and not isinstance(value, bool)


def _wrong(code: str, message: str, field: str) -> RequestError:
    return RequestError(code, message, {"field": f"ending.{field}"})
