"""Is this a meld, and what is it worth? The question as users ask it."""

from __future__ import annotations

from meldwise.cards import CardsLike, PlacedCard, parse_cards
from meldwise.melds.holdings import checked_cards
from meldwise.melds.meld import Verdict
from meldwise.melds.meldrules import meld_rules
from meldwise.melds.readings import read_meld
from meldwise.melds.sentences import explain_fault, nearest_fault
from meldwise.rules import rules as find_rules
from meldwise.rules.catalog import RulesLike
from meldwise.rules.sentences.wording import in_tiles


def check(
    cards: CardsLike,
    rules: RulesLike = "gin-rummy",
    *,
    ordered: bool = False,
    players: int | None = None,
    locale: str = "en",
) -> Verdict:
    """Whether some cards are one meld: every reading with its points, or why not.

    Args:
        cards: The cards, in any order unless ``ordered``; a wild may say what it stands for
            (``JK=9H``) and is then read only so.
        rules: Id, alias, `RuleSet`, options or file.
        ordered: Whether the order of the cards binds: a run from its first card upwards.
        players: Number of players, where the packs depend on it.
        locale: Whose letters the court cards have.

    Returns:
        A `Verdict`; its truth value is whether the cards are a meld.

    Raises:
        NotationError, HandError, RulesError: wrong input.

    >>> verdict = check("QS KS JK", "german-rummy")
    >>> [(str(meld), meld.points) for meld in verdict.readings]
    [('QS KS JK=AS', 31), ('JK=JS QS KS', 30)]
    >>> check("QC KC AC", "gin-rummy").reason
    'the ace is low: no run goes on after the king'
    """
    rule_set = find_rules(rules)
    placed = parse_cards(cards, locale)
    compiled = meld_rules(rule_set, rule_set.packs(players))
    checked = checked_cards([card.card for card in placed], rule_set, players)
    placed = tuple(
        PlacedCard(known, card.rank, card.suit, wild=True)
        if card.wild
        else PlacedCard.natural(known)
        for card, known in zip(placed, checked, strict=True)
    )
    found = read_meld(compiled, placed, ordered=ordered)
    notation = rule_set.deck.notation
    if found.melds:
        return Verdict(found.melds, truncated=found.truncated, notation=notation)
    naturals = sum(not compiled.is_wild(card.card.code) for card in placed)
    kind, code = nearest_fault(found.faults, naturals)
    reason = explain_fault(compiled, kind, code, placed)
    return Verdict((), code, in_tiles(reason) if notation == "tiles" else reason, notation=notation)
