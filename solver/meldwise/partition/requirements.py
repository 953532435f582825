"""What a whole arrangement must contain: points, runs, sets, a contract."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, Protocol, TypeAlias, get_args

from meldwise.errors import RequestError, excerpt, nearest, shown, whole
from meldwise.melds.meld import Kind
from meldwise.rules.sentences.wording import number

MOST = 1000
MOST_PARTS = 20


class MeldLike(Protocol):
    """What a requirement looks at in a meld or a shape."""

    @property
    def kind(self) -> Kind:
        """Run or set."""
        ...

    @property
    def points(self) -> int:
        """Its points."""
        ...

    @property
    def size(self) -> int:
        """Its number of cards."""
        ...

    @property
    def wild_count(self) -> int:
        """Its cards that stand for others."""
        ...


@dataclass(frozen=True, slots=True)
class ContractPart:
    """One meld of a contract: its kind and the fewest cards it must have."""

    kind: Kind
    size: int = 0

    def __str__(self) -> str:
        return f"{self.kind}{self.size or ''}"


@dataclass(frozen=True, slots=True)
class Requirements:
    """What an arrangement must contain; nothing by default.

    Args:
        points: Least points of all melds together (the initial meld of German Rummy: 40).
        sets: At least so many sets.
        runs: At least so many runs.
        pure_runs: At least so many runs without a card that stands for another.
        contract: Melds that must be there, each by a meld of its own: ``set``, ``run``, or with
            a least size ``set4``.
        only_contract: No meld beside those of the contract.
    """

    points: int = 0
    sets: int = 0
    runs: int = 0
    pure_runs: int = 0
    contract: tuple[ContractPart, ...] = ()
    only_contract: bool = False

    @classmethod
    def parse(cls, value: RequirementsLike) -> Requirements:
        """Requirements from a dict or from texts such as ``points=40`` or ``contract=set set run``.

        >>> Requirements.parse(["runs=2", "contract=two sets and a run"]).contract[2].kind
        'run'
        """
        if value is None:
            return _NOTHING
        if isinstance(value, Requirements):
            return value
        given = dict(value) if isinstance(value, Mapping) else _pairs(value)
        names = [field.name for field in fields(cls)]
        for name in given:
            if name not in names:
                raise RequestError(
                    "unknown-requirement",
                    f"unknown requirement {excerpt(name)}{nearest(str(name), names)}: "
                    f"known are {', '.join(names)}",
                    {"field": "require", "value": shown(name)},
                )
        values: dict[str, Any] = {}
        for name, item in given.items():
            if name == "contract":
                values[name] = _contract(item)
            elif name == "only_contract":
                values[name] = _flag(item)
            else:
                values[name] = _number(name, item)
        return cls(**values)

    @property
    def empty(self) -> bool:
        """Whether anything will do."""
        return self is _NOTHING or self == _NOTHING

    def with_least(self, *, sets: int, runs: int, pure_runs: int) -> Requirements:
        """These requirements, raised to what a rule set asks of a hand that goes out."""
        return Requirements(
            self.points,
            max(self.sets, sets),
            max(self.runs, runs),
            max(self.pure_runs, pure_runs),
            self.contract,
            self.only_contract,
        )

    def met_by(self, melds: Sequence[MeldLike]) -> bool:
        """Whether these melds contain all that is required."""
        if self.empty:
            return True
        runs = [meld for meld in melds if meld.kind == "run"]
        return (
            sum(meld.points for meld in melds) >= self.points
            and len(melds) - len(runs) >= self.sets
            and len(runs) >= self.runs
            and sum(meld.wild_count == 0 for meld in runs) >= self.pure_runs
            and self._contract_met(melds)
        )

    def _contract_met(self, melds: Sequence[MeldLike]) -> bool:
        if self.only_contract and len(melds) != len(self.contract):
            return False
        # The greatest demands meet the largest melds: if that fails, nothing fits.
        for kind in get_args(Kind):
            wanted = sorted((p.size for p in self.contract if p.kind == kind), reverse=True)
            sizes = sorted((meld.size for meld in melds if meld.kind == kind), reverse=True)
            if len(sizes) < len(wanted) or any(
                size < least for size, least in zip(sizes, wanted, strict=False)
            ):
                return False
        return True

    def to_dict(self) -> dict[str, Any]:
        """The requirements that are not empty, as JSON."""
        values: dict[str, Any] = {}
        for field in fields(self):
            value = getattr(self, field.name)
            if value:
                values[field.name] = (
                    [str(part) for part in value] if field.name == "contract" else value
                )
        return values


_NOTHING = Requirements()

RequirementsLike: TypeAlias = "Requirements | Mapping[str, Any] | Iterable[str] | str | None"

_COUNTS = {"a": 1, "an": 1} | {number(count): count for count in range(1, 13)}
_NUMBER = rf"({'|'.join(_COUNTS)}|[1-9][0-9]?)"
_CLAUSE = re.compile(rf"(?:{_NUMBER} )?(set|run)s?([0-9]{{0,2}})(?: of {_NUMBER})?(?: |$)")


def _contract(value: object) -> tuple[ContractPart, ...]:
    """A contract from parts or words: ``set set run4``, ``two sets and a run of four``."""
    text = " ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
    words = " ".join(re.sub(r"[,+]|\band\b", " ", text.lower()).split())
    found: list[ContractPart] = []
    at = 0
    while at < len(words):
        clause = _CLAUSE.match(words, at)
        times, kind, least, of = clause.groups() if clause else ("", "", "", "")
        if clause is None or len(found) + _count(times or "one") > MOST_PARTS:
            raise RequestError(
                "bad-contract",
                f"contract: {excerpt(words[at:])} does not belong in a contract of up to "
                f'{MOST_PARTS} melds: write "set set run4" or "two sets and a run of four"',
                {"field": "require", "value": words[at : at + 80]},
            )
        size = _count(of or least or "0")
        found += [ContractPart("set" if kind == "set" else "run", size)] * _count(times or "one")
        at = clause.end()
    return tuple(found)


def _count(text: str) -> int:
    return _COUNTS[text] if text in _COUNTS else int(text)


def _pairs(value: object) -> dict[str, str]:
    """Texts such as ``points=40`` as names and values."""
    texts = [value] if isinstance(value, str) else value
    if not isinstance(texts, Iterable):
        raise _not_requirements(value)
    pairs = {}
    for text in texts:
        if not isinstance(text, str):
            raise _not_requirements(text)
        name, _, item = text.partition("=")
        pairs[name.strip()] = item.strip()
    return pairs


def _not_requirements(value: object) -> RequestError:
    return RequestError(
        "bad-requirement",
        f"require: {excerpt(value)} is not a requirement: write points=40, or give a dict",
        {"field": "require"},
    )


def _number(name: str, value: object) -> int:
    text = value if isinstance(value, str) else ""
    found = int(text) if text.isascii() and text.isdigit() and len(text) < 9 else whole(value)
    if found is None or not 0 <= found <= MOST:
        raise RequestError(
            "bad-requirement",
            f"{name}: {excerpt(value)} is not a number from 0 to {MOST}",
            {"field": "require", "value": shown(value)},
        )
    return found


def _flag(value: object) -> bool:
    known = {"true": True, "yes": True, "": True, "false": False, "no": False}
    found = known.get(str(value).lower())
    if found is None:
        raise RequestError(
            "bad-requirement",
            f"only_contract: {excerpt(value)} is not true or false",
            {"field": "require", "value": shown(value)},
        )
    return found
