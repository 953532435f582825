"""Whether some cards can all come from the packs in play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from meldwise.cards import JOKER, RANKS, SUITS, Card, format_tile
from meldwise.cards.card import BLACK_JOKER_CODE, CARDS, JOKER_CODE, RED_JOKER_CODE
from meldwise.errors import HandError, RulesError
from meldwise.rules.ruleset import RuleSet


def checked_cards(
    cards: Sequence[Card], rules: RuleSet, players: int | None = None
) -> tuple[Card, ...]:
    """The cards, if the packs hold them; a joker's colour is dropped where the rules ignore it.

    Args:
        cards: Cards of one hand or meld.
        rules: The rule set.
        players: Number of players, where the packs depend on it.

    Raises:
        HandError: names the card and how many there are in the packs.
        RulesError: a rank is drawn to be wild, and the rules do not say which.
    """
    if rules.deck.wild_drawn:
        raise RulesError(
            "no-wild-rank",
            "deck.wild_drawn = true: which rank was turned up to be wild in this hand? Add it to "
            "deck.wild_ranks and set deck.wild_drawn = false",
            {"key": "deck.wild_drawn"},
        )
    packs, jokers = rules.packs(players), rules.jokers_total(players)
    in_packs = rules.cards_in_all(players)
    if len(cards) > in_packs:
        raise HandError(
            "too-many-cards",
            f"{len(cards)} cards: {rules.name} is played with {in_packs} cards in all",
            {"cards": len(cards)},
        )
    colours = rules.wild.joker_colours
    # Looked at by codes: they are compared and hashed faster than cards.
    codes = [card.code for card in cards if card.code < JOKER_CODE]
    held_jokers = len(cards) - len(codes)
    plain = tuple(cards)
    if held_jokers and not colours:
        plain = tuple([JOKER if card.code >= JOKER_CODE else card for card in cards])
    if held_jokers > jokers:
        number = [card.is_joker for card in plain].index(True) + 1
        raise HandError(
            "no-jokers" if jokers == 0 else "too-many-jokers",
            f"{held_jokers} joker(s): {rules.name} is played "
            + ("without jokers" if jokers == 0 else f"with {jokers} in all")
            + " (option deck.jokers)",
            {"card": number, "text": "JK"},
        )
    if len(set(codes)) == len(codes) and _is_whole(rules) and not (colours and held_jokers):
        return plain
    for code, count in Counter([card.code for card in plain]).items():
        card = CARDS[code]
        if card.is_joker:
            if colours:
                _check_colour(plain, card, count, rules, players)
            continue
        if RANKS[card.rank - 1] not in rules.deck.ranks:
            raise HandError(
                "rank-not-in-pack",
                f"card {plain.index(card) + 1} of the hand: {_name(rules, card)} is not in the "
                f"pack: its ranks are {' '.join(rules.deck.ranks)}",
                {"card": plain.index(card) + 1, "text": _name(rules, card)},
            )
        if SUITS[card.suit] not in rules.deck.suits:
            raise HandError(
                "suit-not-in-pack",
                f"card {plain.index(card) + 1} of the hand: {_name(rules, card)} is not in the "
                f"pack: its suits are {' '.join(rules.deck.suits)}",
                {"card": plain.index(card) + 1, "text": _name(rules, card)},
            )
        if count > packs:
            raise HandError(
                "card-too-often",
                f"{_name(rules, card)} is held {count} times: {rules.name} is played with "
                + ("one pack" if packs == 1 else f"{packs} packs")
                + ", so there "
                + ("is one (option deck.packs)" if packs == 1 else f"are {packs}"),
                {"card": plain.index(card) + 1, "text": _name(rules, card), "count": count},
            )
    return plain


def _is_whole(rules: RuleSet) -> bool:
    return len(rules.deck.ranks) == len(RANKS) and len(rules.deck.suits) == len(SUITS)


def copies(card: Card, rules: RuleSet, players: int | None = None) -> int:
    """How many of a card the packs hold; of jokers that keep their colour the odd one is red.

    >>> from meldwise.rules import rules
    >>> coloured = rules("german-rummy", {"wild.joker_colours": True, "deck.jokers": 5})
    >>> [copies(Card.parse(text), coloured) for text in ("7H", "JKr", "JKb", "JK")]
    [2, 3, 2, 0]
    """
    if not card.is_joker:
        return rules.packs(players)
    jokers = rules.jokers_total(players)
    if not rules.wild.joker_colours:
        return jokers
    of_colour = {RED_JOKER_CODE: (jokers + 1) // 2, BLACK_JOKER_CODE: jokers // 2}
    return of_colour.get(card.code, 0)


def _check_colour(
    cards: Sequence[Card], joker: Card, count: int, rules: RuleSet, players: int | None
) -> None:
    """Raise if a joker has no colour, or there are not so many of its colour."""
    number = cards.index(joker) + 1
    where: dict[str, str | int] = {"card": number, "text": str(joker)}
    if joker.code == JOKER_CODE:
        raise HandError(
            "joker-without-colour",
            f"card {number} of the hand: JK: jokers keep their colour here (option "
            "wild.joker_colours): write JKr or JKb",
            where,
        )
    most = copies(joker, rules, players)
    if count > most:
        raise HandError(
            "too-many-jokers",
            f"{joker} is held {count} times: {rules.name} is played with {most} of that colour "
            "(options deck.jokers, wild.joker_colours)",
            where | {"count": count},
        )


def _name(rules: RuleSet, card: Card) -> str:
    return format_tile(card) if rules.deck.notation == "tiles" else str(card)
