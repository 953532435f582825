"""What Hypothesis draws from: cards and how people write them, hands, rule sets, questions."""

from __future__ import annotations

from typing import Any, Final

from hypothesis import strategies as st

from meldwise.cards import JOKER, RANKS, SUITS, Card, Hand, PlacedCard, pack
from meldwise.rules.ruleset import RuleSet
from tests.differential.mixes import all_rules

GLYPHS: Final = "♠♥♦♣"
OUTLINED: Final = "♤♡♢♧"

# The presets first: Hypothesis shrinks towards the first of a list.
RULE_SETS: Final = all_rules(seed=41, mixes=60)

suited_cards = st.builds(Card, st.integers(0, 51))
cards = suited_cards | st.just(JOKER)
coloured_cards = st.builds(Card, st.integers(0, 54))

wild_placed_cards = st.builds(
    PlacedCard,
    card=coloured_cards,
    rank=st.integers(1, 13),
    suit=st.integers(-1, 3),
    wild=st.just(True),
)
placed_cards = st.builds(PlacedCard.natural, coloured_cards) | wild_placed_cards

hands = st.lists(coloured_cards, max_size=30).map(Hand)

rule_sets = st.sampled_from(RULE_SETS)

separators = st.sampled_from([" ", ",", ";", "  ", ", ", "\n", "\t", " ;,"])


@st.composite
def written(draw: st.DrawFn, card: Card) -> str:
    """One of the ways in which people write a card."""
    if card.is_joker:
        return draw(st.sampled_from(["JK", "jk", "Jk", "X", "x", "*", "🃏"]))
    rank = draw(st.sampled_from([RANKS[card.rank - 1], *(["10"] if card.rank == 10 else [])]))
    rank = draw(st.sampled_from([rank, rank.lower()]))
    glyph = draw(st.sampled_from([GLYPHS, OUTLINED]))[card.suit]
    glyph += draw(st.sampled_from(["", "\ufe0f", "\ufe0e"]))
    letter = SUITS[card.suit]
    forms = [rank + letter, rank + letter.lower(), rank + glyph, glyph + rank]
    return draw(st.sampled_from(forms))


def _unusual(letters: str) -> st.SearchStrategy[str]:
    return st.sampled_from(letters) | st.characters(exclude_categories=())


# Text that is nearly cards, or anything at all: controls, halves of surrogate pairs, marks that
# turn the writing round, pictures.
nearly_cards = st.text(
    _unusual("AKQJT98765432100♠♥♦♣SHDCshdckrobBVDRFJK=X*,; \n\ufe0f\u200f\u202e🃏\0")
)


@st.composite
def hands_of(draw: st.DrawFn, rules: RuleSet, most: int = 12, wilds: int = 4) -> Hand:
    """Cards of a rule set's packs, often close together, with up to so many wild ones."""
    ranks = rules.deck.ranks
    first, span = draw(st.integers(0, len(ranks) - 1)), draw(st.sampled_from([4, 3, 6, 13]))
    near = {ranks[(first + step) % len(ranks)] for step in range(span)}
    plain, wild = _pools(rules)
    chosen = _some(draw, [card for card in plain if RANKS[card.rank - 1] in near], most)
    chosen += _some(draw, wild, wilds)
    return Hand(draw(st.permutations(chosen[-most:])))


@st.composite
def near_melds_of(draw: st.DrawFn, rules: RuleSet, most: int = 7, wilds: int = 3) -> Hand:
    """Cards of one rank, or near each other in one suit, and a few wilds: often a meld."""
    plain, wild = _pools(rules)
    ranks = rules.deck.ranks
    first, length = draw(st.integers(0, len(ranks) - 1)), draw(st.integers(3, most))
    suit = draw(st.integers(0, 3))
    line = [RANKS.index(ranks[(first + step) % len(ranks)]) + 1 for step in range(length)]
    run = [card for card in (Card.of(rank, suit) for rank in line) if card in plain]
    own = [card for card in plain if card.rank == line[0]]
    chosen = _some(draw, own, 6, least=2) if draw(st.booleans()) else _without_some(draw, run)
    return Hand(draw(st.permutations(chosen + _some(draw, wild, wilds))))


def _pools(rules: RuleSet) -> tuple[list[Card], list[Card]]:
    """The cards of a rule set's packs that are never wild, and those that may be."""
    every = pack(rules.packs(), 0, rules.deck.ranks)
    wild = [card for card in every if RANKS[card.rank - 1] in rules.deck.wild_ranks]
    jokers = [JOKER] * rules.jokers_total()
    if rules.wild.joker_colours:
        jokers = [Card(53 + number % 2) for number in range(len(jokers))]
    return [card for card in every if card not in wild], wild + jokers


def _some(draw: st.DrawFn, pool: list[Card], most: int, least: int = 0) -> list[Card]:
    """Some cards of a pool, each physical card once at most."""
    if not pool:
        return []
    low, high = max(0, min(least, len(pool))), min(most, len(pool))
    places = st.lists(st.integers(0, len(pool) - 1), unique=True, min_size=low, max_size=high)
    return [pool[place] for place in draw(places)]


def _without_some(draw: st.DrawFn, run: list[Card]) -> list[Card]:
    """A run without a card or two."""
    return _some(draw, run, len(run), least=len(run) - draw(st.sampled_from([0, 0, 1, 2])))


@st.composite
def games(draw: st.DrawFn, most: int = 12, wilds: int = 4) -> tuple[RuleSet, Hand]:
    """A rule set and a hand of its packs."""
    rules = draw(rule_sets)
    return rules, draw(hands_of(rules, most, wilds))


@st.composite
def near_melds(draw: st.DrawFn) -> tuple[RuleSet, Hand]:
    """A rule set and a few cards that are often one meld under it."""
    rules = draw(rule_sets)
    return rules, draw(near_melds_of(rules))


goals = st.sampled_from(["deadwood", "points", "out"])
discards = st.sampled_from(["none", "optional", "required"])
engines = st.sampled_from(["search", "cp", "auto"])


@st.composite
def questions(draw: st.DrawFn) -> dict[str, Any]:
    """What may be asked of `best_melds` beside the hand and the rules."""
    return draw(
        st.fixed_dictionaries(
            {"goal": goals, "discard": st.none() | discards, "engine": engines},
            optional={
                "limit": st.integers(1, 6) | st.just("optimal"),
                "require": st.sampled_from(
                    [
                        "points=30",
                        "contract=two sets and a run of four",
                        {"runs": 1, "pure_runs": 1},
                        {"sets": 1, "points": 20},
                        {"contract": "run", "only_contract": True},
                    ]
                ),
            },
        )
    )
