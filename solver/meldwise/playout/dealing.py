"""Freshly dealt hands as starts of playouts."""

from __future__ import annotations

import numpy as np

from meldwise.play.dealing import whole_pack
from meldwise.playout.starts import JOKER, KINDS, NO_CARD, Codes, Starts
from meldwise.playout.turnorder import first_seat
from meldwise.position import Terms, terms_of
from meldwise.rules import rules as find_rules
from meldwise.rules.catalog import RulesLike
from meldwise.rules.ruleset import RuleSet


def deal_starts(
    rules: RulesLike,
    players: int | None = None,
    *,
    n: int,
    seed: int = 0,
    dealer: int | None = None,
) -> Starts:
    """Freshly dealt hands: the same for the same seed on every platform.

    Args:
        rules: Id, alias, `RuleSet`, options or file.
        players: How many play; None: the fewest.
        n: How many deals.
        seed: What the cards are shuffled with.
        dealer: The seat that deals; None: the last.

    >>> deal_starts("loba", 3, n=2, seed=5).hands.sum(axis=2).tolist()
    [[9, 9, 9], [9, 9, 9]]
    """
    rule_set = find_rules(rules)
    terms = terms_of(rule_set, rule_set.players.min if players is None else players)
    order = np.random.default_rng(seed).permuted(np.tile(_pack(terms), (n, 1)), axis=1)
    return _dealt(rule_set, terms, order, terms.players - 1 if dealer is None else dealer)


def numbered_starts(rules: RuleSet, players: int, seed: int, first: int, n: int) -> Starts:
    """Freshly dealt hands that are told apart by seed and number.

    Args:
        rules: The rule set.
        players: How many play.
        seed: The seed.
        first: The number of the first deal.
        n: How many deals.

    >>> from meldwise.rules import rules
    >>> whole, tail = (numbered_starts(rules("tonk"), 2, 1, first, 8 - first) for first in (0, 5))
    >>> bool((whole.hands[5:] == tail.hands).all())
    True
    """
    terms = terms_of(rules, players)
    pack = _pack(terms)
    numbers = range(first, first + n)
    order = np.array([np.random.default_rng((seed, one)).permutation(pack) for one in numbers])
    return _dealt(rules, terms, order.reshape(n, len(pack)), players - 1)


def _pack(terms: Terms) -> Codes:
    """The codes of a whole pack."""
    return np.array([min(card.code, JOKER) for card in whole_pack(terms)], np.uint8)


def _dealt(rule_set: RuleSet, terms: Terms, order: Codes, dealing: int) -> Starts:
    """The hands dealt from packs in this order, shape (n, cards)."""
    n = len(order)
    first = first_seat(rule_set, dealing, terms.players)
    extra = rule_set.deal.first_player_extra_card
    hands = np.zeros((n, terms.players, KINDS), np.uint8)
    at, rows = 0, np.arange(n)
    for seat in range(terms.players):
        for _ in range(terms.dealt + (extra and seat == first)):
            hands[rows, seat, order[:, at]] += 1
            at += 1
    turned = rule_set.deal.upcard and not extra
    discards = np.full((n, 1), NO_CARD, np.uint8)
    if turned:
        discards[:, 0] = order[:, at]
        at += 1
    offered = rule_set.draw.first_upcard == "offered" and turned
    return Starts(
        rules=rule_set,
        players=terms.players,
        dealer=dealing,
        seat=first,
        phase="play" if extra else "draw",
        hands=hands,
        stock=np.concatenate([order[:, at:], np.full((n, 1), NO_CARD, np.uint8)], axis=1),
        discards=discards,
        passes=0 if offered else None,
    )
