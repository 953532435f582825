"""Players, cards, deal, drawing, discarding and the end of the stock, in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from meldwise.cards import RANKS
from meldwise.rules.sentences.facts import Facts
from meldwise.rules.sentences.wording import counted, number, rank_sign, sentence, span

_DRAW: Final = {
    "free": "At the start of your turn you draw the top card of the stock or of the discard pile.",
    "use_now": (
        "You draw the top card of the stock; you may take the top card of the discard pile instead "
        "only if you meld it or lay it off at once."
    ),
    "use_now_new_meld": (
        "You draw the top card of the stock; you may take the top card of the discard pile instead "
        "only if you use it at once in a new meld."
    ),
    "any_depth": (
        "You draw the top card of the stock, or take any card of the discard pile with all that "
        "lie above it, if you use the deepest one at once."
    ),
    "whole_pile": "You draw the top card of the stock or take the whole discard pile.",
    "none": "You draw the top card of the stock; nobody takes cards from the discard pile.",
}

_JOKER_DISCARD: Final = {
    "free": "",
    "only_to_go_out": "; a joker may be discarded only as your last card, to go out",
    "never": "; a joker may never be discarded",
    "not_takeable": "; a joker may be discarded, but not taken from the discard pile",
}

_STOCK_EMPTY: Final = {
    "hand_ends": (
        "When the stock is empty and the next player does not take the top discard, the hand ends "
        "and is settled as it stands."
    ),
    "void": "When the stock is empty, the hand is void.",
    "pass": "When the stock is empty, play goes on without drawing.",
}


def players_and_cards(facts: Facts) -> Iterator[str]:
    """How many play, and with which cards."""
    how_many = facts.how_many()
    if len(facts.players) == 1 and facts.rules.players.min < facts.rules.players.max:
        yield f"The game is for {how_many} players; this is how {number(facts.players[0])} play."
    else:
        yield f"The game is for {how_many} players."
    packs = facts.by_players(lambda count: _packs(facts, count))
    if len(packs) == 1:
        yield f"It is played with {packs[0][2]}."
    else:
        yield sentence("; ".join(f"{_players(low, high)} use {pack}" for low, high, pack in packs))


def _players(low: int, high: int) -> str:
    return counted(low, "player") if low == high else f"{span(low, high)} players"


def _packs(facts: Facts, players: int) -> str:
    ranks, suits = facts.rules.deck.ranks, len(facts.rules.deck.suits)
    packs = facts.rules.packs(players)
    if facts.tiles:
        text = f"{number(packs)} of each of {suits * len(ranks)} cards"
        if len(ranks) < 13 or suits < 4:
            text += f" ({counted(len(ranks), 'number')} in {counted(suits, 'suit')})"
    else:
        text = f"{counted(packs, 'pack')} of {suits * len(ranks)} cards"
        if ranks != RANKS:
            text += f" ({' '.join(map(rank_sign, ranks))})"
        if suits < 4:
            text += f" in {counted(suits, 'suit')}"
    jokers = facts.rules.jokers_total(players)
    return f"{text} and {counted(jokers, 'joker')}" if jokers else text


def deal(facts: Facts) -> Iterator[str]:
    """The deal, the first upcard, who plays first."""
    options = facts.rules.deal
    if options.cut_joker_keep and facts.jokers:
        yield "A joker found when the cards are cut may be kept."
    hands = facts.by_players(lambda count: counted(facts.rules.dealt_to_each(count), "card"))
    if len(hands) == 1:
        yield f"Each player is dealt {hands[0][2]}."
    else:
        yield sentence(
            "; ".join(f"{_players(low, high)} get {cards} each" for low, high, cards in hands)
        )
    first = "dealer" if options.first_player == "dealer" else "player after the dealer"
    if options.first_player_extra_card:
        yield (
            f"The {first} plays first with one card more than the others, and does not draw in "
            "that turn; no card is turned up."
        )
        return
    upcard = (
        "The next card is turned face up and starts the discard pile"
        if options.upcard
        else "No card is turned up after the deal"
    )
    yield f"{upcard}; the {first} plays first."
    if facts.rules.draw.first_upcard == "offered":
        yield (
            "The first upcard is offered to each player in turn; if nobody takes it, the first "
            "player draws from the stock."
        )


def turn(facts: Facts) -> Iterator[str]:
    """Drawing and discarding."""
    draw, discard = facts.rules.draw.discard, facts.rules.turn
    if not facts.discards:
        yield "On your turn you put cards on the table."
        yield "A player who puts nothing on the table draws a card instead."
        yield "Nobody discards."
        return
    yield _DRAW[draw]
    ends = "Your turn ends with one discard"
    if draw not in ("none", "use_now", "use_now_new_meld"):
        ends += (
            ", which may be the card just taken from the discard pile"
            if discard.discard_taken_upcard
            else ", but not the card just taken from the discard pile"
        )
    if facts.jokers:
        ends += _JOKER_DISCARD[discard.joker_discard]
    yield f"{ends}."


def stock(facts: Facts) -> Iterator[str]:
    """What happens when the stock runs out."""
    options = facts.rules.stock
    are = "is" if options.wall_at == 1 else "are"
    left = f"{counted(options.wall_at, 'card')} of the stock {are} left"
    if options.wall == "void":
        yield f"When {left} after a discard, the hand is void."
    elif options.wall == "knock_only":
        yield (
            f"When {left} after a discard, the next player may still take that discard to knock "
            "with it at once; otherwise the hand is void."
        )
    elif options.on_empty in _STOCK_EMPTY:
        yield _STOCK_EMPTY[options.on_empty]
    else:
        shuffled = options.shuffle or options.on_empty == "reshuffle"
        yield (
            "When the stock is empty, the discard pile except its top card is "
            f"{'shuffled' if shuffled else 'turned over, unshuffled,'} to make a new stock."
        )
