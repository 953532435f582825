"""Whether some cards can all come from the packs in play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from meldwise.cards import JOKER, RANKS, Card
from meldwise.errors import HandError
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
    """
    packs, jokers = rules.packs(players), rules.jokers_total(players)
    in_packs = 4 * len(rules.deck.ranks) * packs + jokers
    if len(cards) > in_packs:
        raise HandError(
            "too-many-cards",
            f"{len(cards)} cards: {rules.name} is played with {in_packs} cards in all",
            {"cards": len(cards)},
        )
    colours = rules.wild.joker_colours
    plain = tuple([JOKER if card.is_joker and not colours else card for card in cards])
    held_jokers = sum([card.is_joker for card in plain])
    if held_jokers > jokers:
        number = [card.is_joker for card in plain].index(True) + 1
        raise HandError(
            "no-jokers" if jokers == 0 else "too-many-jokers",
            f"{held_jokers} joker(s): {rules.name} is played "
            + ("without jokers" if jokers == 0 else f"with {jokers} in all")
            + " (option deck.jokers)",
            {"card": number, "text": "JK"},
        )
    for card, count in Counter(plain).items():
        if card.is_joker:
            continue
        if RANKS[card.rank - 1] not in rules.deck.ranks:
            raise HandError(
                "rank-not-in-pack",
                f"card {plain.index(card) + 1} of the hand: {card} is not in the pack: its ranks "
                f"are {' '.join(rules.deck.ranks)}",
                {"card": plain.index(card) + 1, "text": str(card)},
            )
        if count > packs:
            raise HandError(
                "card-too-often",
                f"{card} is held {count} times: {rules.name} is played with "
                + ("one pack" if packs == 1 else f"{packs} packs")
                + ", so there "
                + ("is one (option deck.packs)" if packs == 1 else f"are {packs}"),
                {"card": plain.index(card) + 1, "text": str(card), "count": count},
            )
    return plain
