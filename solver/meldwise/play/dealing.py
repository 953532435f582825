"""The deal: from a seed, or from given cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from operator import attrgetter
from random import Random

from meldwise.cards import RANKS, Card, pack
from meldwise.cards.card import BLACK_JOKER_CODE, JOKER_CODE, RED_JOKER_CODE
from meldwise.errors import PositionError, RequestError
from meldwise.play.deadwood import held
from meldwise.play.state import State
from meldwise.position import Opponent, Terms, Turn, terms_of
from meldwise.rules import rules as find_rules
from meldwise.rules.catalog import RulesLike
from meldwise.rules.ruleset import RuleSet
from meldwise.settle.game import check_before

Seed = int | str

_code = attrgetter("code")


def deal(
    rules: RulesLike,
    players: int | None = None,
    *,
    seed: Seed = 0,
    dealer: int | None = None,
    scores: Sequence[int] | None = None,
) -> State:
    """A hand as dealt: the same for the same seed on every platform.

    Args:
        rules: Id, alias, `RuleSet`, options or file.
        players: How many play; None: the fewest.
        seed: What the cards are shuffled with.
        dealer: The seat that deals; None: the last.
        scores: Running scores.

    Raises:
        RequestError: a number of players or an option that cannot be played.

    >>> state = deal("gin-rummy", seed=7)
    >>> len(state.hands[0]), len(state.stock), len(state.discards)
    (10, 31, 1)
    """
    rule_set = find_rules(rules)
    terms = terms_of(rule_set, rule_set.players.min if players is None else players)
    cards, random = list(whole_pack(terms)), Random(f"{seed}")
    random.shuffle(cards)
    dealing = _dealer(terms.players, dealer)
    cutter = _cut(terms, cards, dealing, random) if rule_set.deal.cut_joker_keep else None
    state = deal_cards(rule_set, cards, terms.players, seed=seed, dealer=dealing, scores=scores)
    return state if cutter is None else _with_joker_seen(state, cutter)


def deal_cards(
    rules: RuleSet,
    cards: Sequence[Card],
    players: int,
    *,
    seed: Seed = 0,
    dealer: int | None = None,
    scores: Sequence[int] | None = None,
) -> State:
    """A hand dealt from a shuffled pack: hands from the first card on, then upcard and stock.

    Where a rank is drawn to be wild (``deck.wild_drawn``), the next card is turned up for it and
    lies at the bottom of the stock; a joker there makes the lowest rank wild, the aces. The rules
    of the hand then name that rank in ``deck.wild_ranks``, and nothing is left to be drawn.

    Args:
        rules: The rule set.
        cards: The whole pack; the first cards go to seat 0, the next to seat 1, and so on, then
            comes the upcard; of the rest the last card is the top of the stock.
        players: How many play.
        seed: For later shuffles.
        dealer: The seat that deals; None: the last.
        scores: Running scores.

    Raises:
        PositionError: the cards are not the pack of these rules.
        RequestError: an option that cannot be played.
    """
    playable(rules)
    terms = terms_of(rules, players)
    _check_pack(terms, cards)
    _check_scores(terms, scores)
    dealing = _dealer(players, dealer)
    first, extra = _first(rules, players, dealing), rules.deal.first_player_extra_card
    starts = [_start(terms, dealing, seat) for seat in range(players + 1)]
    hands = [tuple(cards[start:end]) for start, end in pairwise(starts)]
    upcard = cards[starts[-1]] if rules.deal.upcard and not extra else None
    rest = tuple(cards[starts[-1] + (upcard is not None) :])
    if rules.deck.wild_drawn:
        rules = _with_wild_rank(rules, rest[0])
        terms = terms_of(rules, players)
    none = (False,) * players
    state = State(
        rules=rules,
        players=players,
        dealer=dealing,
        seed=f"{seed}",
        phase="play" if extra else "draw",
        seat=first,
        hands=tuple(hands),
        stock=rest,
        discards=() if upcard is None else (upcard,),
        table=(),
        opened=none,
        placed=none,
        public=tuple(Opponent(seat, len(hand)) for seat, hand in enumerate(hands)),
        taken=None,
        turn=Turn(offered=rules.draw.first_upcard == "offered" and upcard is not None),
        upcard=upcard,
        scores=tuple(scores) if scores is not None else (0,) * players,
    )
    return _with_declarations(state, terms, first)


def _check_scores(terms: Terms, scores: Sequence[int] | None) -> None:
    if scores is None:
        return
    if len(scores) != terms.players:
        raise RequestError(
            "bad-scores",
            f"scores has {len(scores)} numbers for {terms.players} players: give one for each",
            {"field": "scores", "value": len(scores)},
        )
    check_before(terms.rules, scores, None)


def _dealer(players: int, dealer: int | None) -> int:
    dealing = players - 1 if dealer is None else dealer
    if not 0 <= dealing < players:
        raise RequestError(
            "bad-dealer",
            f"dealer: seat {dealing} does not exist: seats are 0 to {players - 1}",
            {"field": "dealer", "value": dealing},
        )
    return dealing


def _first(rules: RuleSet, players: int, dealer: int) -> int:
    return dealer if rules.deal.first_player == "dealer" else (dealer + 1) % players


def _start(terms: Terms, dealer: int, seat: int) -> int:
    """Where the cards of a seat begin in the pack; those of the seat after the last: the rest."""
    extra = terms.rules.deal.first_player_extra_card
    first = _first(terms.rules, terms.players, dealer)
    return terms.dealt * seat + (extra and first < seat)


def _cut(terms: Terms, cards: list[Card], dealer: int, random: Random) -> int | None:
    """Let the player before the dealer cut; a joker found goes to that player's hand at once.

    Nobody leaves such a joker; it is one of the cards that the player is dealt.

    Returns:
        The seat that has found a joker, if it has.
    """
    cutter = (dealer - 1) % terms.players
    found, place = random.randrange(len(cards)), _start(terms, dealer, cutter)
    if not cards[found].is_joker:
        return None
    cards[found], cards[place] = cards[place], cards[found]
    return cutter


def _with_joker_seen(state: State, seat: int) -> State:
    """Everybody has seen that a seat kept the joker found, its first card."""
    known = state.public[seat]
    seen = replace(known, holds=(state.hands[seat][0],))
    return state.evolve(public=(*state.public[:seat], seen, *state.public[seat + 1 :]))


@lru_cache(maxsize=128)
def _with_wild_rank(rules: RuleSet, card: Card) -> RuleSet:
    """The rules of one hand, in which the rank of the card turned up is wild."""
    ranks = rules.deck.ranks
    rank = ranks[0] if card.is_joker else RANKS[card.rank - 1]
    wild = [known for known in ranks if known == rank or known in rules.deck.wild_ranks]
    return rules.replace({"deck.wild_ranks": wild, "deck.wild_drawn": False})


@lru_cache(maxsize=128)
def whole_pack(terms: Terms) -> tuple[Card, ...]:
    """All cards of a game, in order; where jokers keep their colour every second one is black."""
    naturals = pack(terms.packs, 0, terms.rules.deck.ranks, terms.rules.deck.suits).cards
    colours = (RED_JOKER_CODE, BLACK_JOKER_CODE)
    plain = not terms.rules.wild.joker_colours
    codes = [JOKER_CODE if plain else colours[number % 2] for number in range(terms.jokers)]
    return naturals + tuple(map(Card, codes))


def playable(rules: RuleSet) -> None:
    """Raise if the referee does not know how to play an option.

    Raises:
        RequestError: names the option.
    """
    if rules.table_rearrange:
        raise RequestError(
            "not-played",
            "table_rearrange = true: hands with this option are not dealt and played here",
            {"key": "table_rearrange"},
        )


def _check_pack(terms: Terms, cards: Sequence[Card]) -> None:
    if sorted(map(_code, cards)) != sorted(map(_code, whole_pack(terms))):
        whole, given = Counter(whole_pack(terms)), Counter(cards)
        wrong = next(iter((given - whole) or (whole - given)))
        raise PositionError(
            "not-the-pack",
            f"the pack of {terms.rules.name} for {terms.players} players has {whole[wrong]} of "
            f"{wrong}, not {given[wrong]}",
            {"text": str(wrong)},
        )


def _with_declarations(state: State, terms: Terms, first: int) -> State:
    """The state with the players asked first whose dealt hands are good enough to declare."""
    least = state.rules.deal_win.min
    if least is None:
        return state
    order = [(first + step) % state.players for step in range(state.players)]
    good = tuple(seat for seat in order if held(terms.melds, state.hands[seat]) >= least)
    if not good:
        return state
    return state.evolve(phase="deal", seat=good[0], asked=good[1:])
