"""The count files: records of a pool of cards under some rules, and how many there are."""

from __future__ import annotations

import re
from dataclasses import dataclass

from meldwise import rules
from meldwise.cards import Hand, pack
from meldwise.rules.dotted import parse_setting
from meldwise.rules.ruleset import RuleSet
from tests.golden.records import DATA

_ALL_CARDS = re.compile(r"packs=(\d+)(?: jokers=(\d+))?")


@dataclass(frozen=True)
class Count:
    """One record of a count file; its format is told at the top of each file."""

    id: str
    rules: str
    pool: str
    count: int
    how: str

    def __str__(self) -> str:
        return self.id

    @property
    def rule_set(self) -> RuleSet:
        """The rule set with the options that differ."""
        name, *settings = self.rules.split()
        return rules(name, dict(map(parse_setting, settings)))

    @property
    def cards(self) -> Hand:
        """The cards of the pool."""
        whole = _ALL_CARDS.fullmatch(self.pool)
        if whole is None:
            return Hand.parse(self.pool)
        packs, jokers = (int(text or 0) for text in whole.groups())
        return pack(packs, jokers, self.rule_set.deck.ranks)


def counts(name: str) -> list[Count]:
    """The records of a count file, in the order of the file."""
    found = []
    for line in (DATA / name).read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            key, rules_text, pool, count, how = (part.strip() for part in line.split(" / "))
            found.append(Count(key, rules_text, pool, int(count), how))
    return found
