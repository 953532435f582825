"""The presets at a glance, one row each."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from meldwise.rules.catalog import ALIASES, PRESETS, preset
from meldwise.rules.contradictions import largest_set, most_packs
from meldwise.rules.ruleset import RuleSet
from meldwise.rules.sentences.facts import Facts
from meldwise.rules.sentences.wording import listed


@dataclass(frozen=True, slots=True)
class RulesRow:
    """One rule set in a line: every field is text that can stand in a table.

    ``cards`` are those dealt to each player, ``wilds`` the wild cards (empty: there are none) and
    ``ends`` the ways in which a hand ends.
    """

    id: str
    aliases: tuple[str, ...]
    name: str
    players: str
    deck: str
    cards: str
    melds: str
    wilds: str
    ends: str

    def to_dict(self) -> dict[str, object]:
        """The row as JSON values."""
        return asdict(self) | {"aliases": list(self.aliases)}


def overview() -> tuple[RulesRow, ...]:
    """A row for each preset, in the order of the catalogue.

    >>> [row.melds for row in overview() if row.id == "loba"]
    ['sets 3-6 of exactly 3 suits, runs 4+ (ace high or low)']
    """
    return tuple(rules_row(preset(name)) for name in PRESETS)


def rules_row(rules: RuleSet) -> RulesRow:
    """The row of one rule set, a preset or not.

    >>> from meldwise.rules import rules
    >>> rules_row(rules("german-rummy")).deck
    '2 packs, 6 jokers'
    """
    facts = Facts(rules, range(rules.players.min, rules.players.max + 1))
    return RulesRow(
        id=rules.id,
        aliases=aliases_of(rules.id),
        name=rules.name,
        players=_span(rules.players.min, rules.players.max),
        deck=_by_players(facts, {count: _deck(rules, count) for count in facts.players}),
        cards=_by_players(
            facts, {count: str(rules.dealt_to_each(count)) for count in facts.players}
        ),
        melds=", ".join(filter(None, (_sets(rules), _runs(rules)))),
        wilds=_wilds(facts),
        ends=_ends(rules),
    )


def aliases_of(preset_id: str) -> tuple[str, ...]:
    """The other names of a preset.

    >>> aliases_of("knock-rummy")
    ('klop-rummy', 'poker-rummy')
    """
    return tuple(alias for alias, name in ALIASES.items() if name == preset_id)


def _span(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}-{high}"


def _by_players(facts: Facts, texts: dict[int, str]) -> str:
    """``7 (6 players: 6; 7 players: 10)``: what is so for the fewest, and who differs."""
    usual = texts[facts.players[0]]
    others = [
        f"{_span(low, high)} players: {text}"
        for low, high, text in facts.by_players(texts.__getitem__)
        if text != usual
    ]
    return f"{usual} ({'; '.join(others)})" if others else usual


def _deck(rules: RuleSet, players: int) -> str:
    packs, jokers = rules.packs(players), rules.jokers_total(players)
    in_pack = len(rules.deck.suits) * len(rules.deck.ranks)
    size = "" if in_pack == 52 else f" of {in_pack}"
    text = f"{packs} pack{'s' * (packs > 1)}{size}"
    return f"{text}, {jokers} joker{'s' * (jokers > 1)}" if jokers else text


def _sets(rules: RuleSet) -> str:
    options = rules.meld.set
    if not options.allowed:
        return ""
    packs = most_packs(rules)
    suits = {"distinct": "distinct", "any": "any suits" if packs > 1 else "distinct"}.get(
        str(options.suits), f"of exactly {options.suits} suits"
    )
    return f"sets {_span(options.min, largest_set(rules, packs))} {suits}"


def _runs(rules: RuleSet) -> str:
    options = rules.meld.run
    if not options.allowed:
        return ""
    unlimited = options.max >= len(rules.deck.ranks)
    size = f"{options.min}+" if unlimited else _span(options.min, options.max)
    aces = {"high_or_low": "ace high or low", "corner": "round the corner"}
    return f"runs {size} ({aces.get(options.aces, f'ace {options.aces}')})"


def _wilds(facts: Facts) -> str:
    drawn = ["a rank turned up"] if facts.rules.deck.wild_drawn else []
    names = [*facts.wild_names, *drawn]
    only = {"sets": " (sets only)", "runs": " (runs only)", "none": " (in no meld)"}
    return listed(names) + only.get(facts.rules.wild.allowed_in, "") if names else ""


def _ends(rules: RuleSet) -> str:
    ends = ["going out in one go" if rules.meld.time == "once" else "going out"]
    if rules.knock.allowed:
        limit = rules.knock.limit
        most = "the upcard's value" if limit == "upcard" else limit
        ends.append("knocking" if limit is None else f"knocking with {most} or less")
    if rules.deal_win.min is not None:
        ends.append(f"{rules.deal_win.min} or more as dealt")
    return listed(ends, "or")
