"""Values that are fine one by one and cannot go together.

What merely has no effect is no contradiction: Loba without jokers is a game, and so is a game
whose rule on jokers in runs never applies.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final, TypeAlias

from meldwise.cards import RANKS, SUITS

if TYPE_CHECKING:
    from meldwise.rules.ruleset import RuleSet

Faults: TypeAlias = Iterator[tuple[str, str]]

MOST_JOKERS: Final = 32
_PENALTIES: Final = ("own_penalty", "own_penalty_all")


def contradictions(rules: RuleSet) -> Faults:
    """Each contradiction of a rule set: the option to change, and a sentence.

    >>> from meldwise.rules import rules
    >>> list(contradictions(rules("loba")))
    []
    """
    # The order matters: later checks count cards and rely on the earlier ones.
    yield from _players(rules)
    yield from _ranks(rules)
    yield from _cards(rules)
    yield from _draw(rules)
    yield from _upcard(rules)
    yield from _sets(rules)
    yield from _runs(rules)
    yield from _wilds(rules)
    yield from _required_melds(rules)
    yield from _table(rules)
    yield from _ending(rules)
    yield from _game(rules)


def _players(rules: RuleSet) -> Faults:
    fewest, most = rules.players.min, rules.players.max
    if fewest > most:
        yield "players.min", f"players.min = {fewest} is more than players.max = {most}"
    for key, table in (("deck.packs", rules.deck.packs), ("deal.cards", rules.deal.cards)):
        if isinstance(table, Mapping):
            yield from _every_number_once(key, table, list(range(fewest, most + 1)))


def _every_number_once(key: str, table: Mapping[str, int], wanted: list[int]) -> Faults:
    covered: list[int] = []
    for span in table:
        low, _, high = span.partition("-")
        covered.extend(range(int(low), int(high or low) + 1))
    if sorted(covered) != wanted:
        fewest, most = wanted[0], wanted[-1]
        seats = f"{most}" if fewest == most else f"each of {fewest} to {most}"
        yield (
            key,
            f"{key} must give one number for {seats} {'player' if most == 1 else 'players'}, "
            f"not for {', '.join(table) or 'none'}",
        )


def _ranks(rules: RuleSet) -> Faults:
    ranks, suits = rules.deck.ranks, rules.deck.suits
    if not suits or suits != "".join(suit for suit in SUITS if suit in suits):
        yield (
            "deck.suits",
            f'deck.suits = "{suits}" must be one or more of "{SUITS}", in this order',
        )
    if len(ranks) < 3 or ranks != "".join(rank for rank in RANKS if rank in ranks):
        yield (
            "deck.ranks",
            f'deck.ranks = "{ranks}" must be three or more of "{RANKS}", in this order',
        )
    for rank in rules.deck.wild_ranks:
        if rank not in ranks:
            yield "deck.wild_ranks", f"deck.wild_ranks has {rank}, which deck.ranks leaves out"
        if rules.deck.wild_ranks.count(rank) > 1:
            yield "deck.wild_ranks", f"deck.wild_ranks has {rank} twice"


def _cards(rules: RuleSet) -> Faults:
    for players in range(rules.players.min, rules.players.max + 1):
        jokers = rules.jokers_total(players)
        if jokers > MOST_JOKERS:
            yield (
                "deck.jokers",
                f'deck.jokers = "{rules.deck.jokers}" makes {jokers} jokers for {players} players: '
                f"{MOST_JOKERS} in all at most",
            )
    # More players than the packs serve are refused when they sit down: a table with one pack
    # instead of two is still a game for fewer.
    fewest = rules.players.min
    if not rules.serves(fewest):
        yield (
            "deal.cards",
            f"deal.cards: {rules.dealt_to_each(fewest)} each for {fewest} players and the next "
            f"card leave no stock: the packs hold {rules.cards_in_all(fewest)} cards",
        )


def _draw(rules: RuleSet) -> Faults:
    if rules.turn.draw == "first":
        return
    for key, value, wanted in (
        ("meld.time", rules.meld.time, "play"),
        ("draw.discard", rules.draw.discard, "none"),
        ("end.go_out_discard", rules.end.go_out_discard, "none"),
    ):
        if value != wanted:
            yield (
                key,
                f"{key} = {value}, but with turn.draw = {rules.turn.draw} nobody discards "
                f"(it must be {wanted})",
            )


def _upcard(rules: RuleSet) -> Faults:
    if rules.deal.upcard and not rules.deal.first_player_extra_card:
        return
    for key, used in (
        ("draw.first_upcard", rules.draw.first_upcard == "offered"),
        ("knock.limit", rules.knock.limit == "upcard"),
        ("score.spade_upcard_factor", rules.score.spade_upcard_factor > 1),
    ):
        if used:
            yield (
                key,
                f"{key} needs an upcard, but deal.upcard = false or "
                "deal.first_player_extra_card = true",
            )


def _sets(rules: RuleSet) -> Faults:
    sets = rules.meld.set
    if not sets.allowed:
        if not rules.meld.run.allowed:
            yield "meld.run.allowed", "meld.set.allowed and meld.run.allowed are both false"
        return
    if sets.max is not None and sets.min > sets.max:
        yield "meld.set.min", f"meld.set.min = {sets.min} is more than meld.set.max = {sets.max}"
    if isinstance(sets.suits, int) and sets.max is not None and sets.max < sets.suits:
        yield (
            "meld.set.suits",
            f"meld.set.suits = {sets.suits} different suits do not fit in "
            f"meld.set.max = {sets.max} cards",
        )
    if isinstance(sets.suits, int) and sets.suits > len(rules.deck.suits):
        yield (
            "meld.set.suits",
            f"meld.set.suits = {sets.suits} different suits, but the pack has only "
            f"{len(rules.deck.suits)} (deck.suits = {rules.deck.suits})",
        )
    largest = largest_set(rules, most_packs(rules))
    if sets.min > largest:
        yield (
            "meld.set.min",
            f"meld.set.min = {sets.min}, but meld.set.suits = {sets.suits} and deck.packs "
            f"allow no set of more than {largest} cards",
        )


def _runs(rules: RuleSet) -> Faults:
    runs, ranks = rules.meld.run, rules.deck.ranks
    if not runs.allowed:
        return
    if runs.min > runs.max:
        yield "meld.run.min", f"meld.run.min = {runs.min} is more than meld.run.max = {runs.max}"
    if runs.max == 14 and runs.aces in ("low", "high"):
        yield (
            "meld.run.max",
            f"meld.run.max = 14 needs an ace at both ends, which meld.run.aces = {runs.aces} bars",
        )
    longest = len(ranks) + (runs.max == 14 and "A" in ranks)
    if runs.min > longest:
        yield (
            "meld.run.min",
            f"meld.run.min = {runs.min} is more than the {longest} ranks of a run that "
            "deck.ranks allows",
        )


def _wilds(rules: RuleSet) -> Faults:
    wild = rules.wild
    for key, limit in (("max_in_set", wild.max_in_set), ("max_in_run", wild.max_in_run)):
        if limit is not None and wild.max_per_meld is not None and limit > wild.max_per_meld:
            yield (
                f"wild.{key}",
                f"wild.{key} = {limit} is more than wild.max_per_meld = {wild.max_per_meld}",
            )
    for kind, allowed, largest in (
        ("set", rules.meld.set.allowed, largest_set(rules, most_packs(rules))),
        ("run", rules.meld.run.allowed, rules.meld.run.max),
    ):
        if allowed and wild.min_naturals > largest:
            yield (
                "wild.min_naturals",
                f"wild.min_naturals = {wild.min_naturals} natural cards do not fit in a {kind} "
                f"of {largest} at most",
            )


def _required_melds(rules: RuleSet) -> Faults:
    sets, runs, required = rules.meld.set, rules.meld.run, rules.hand.requires
    for key, wanted in (
        ("hand.requires.runs", required.runs > 0),
        ("hand.requires.pure_runs", required.pure_runs > 0),
        ("open.pure_run", rules.open.pure_run),
    ):
        if wanted and not runs.allowed:
            yield key, f"{key} requires runs, but meld.run.allowed = false"
    if required.sets and not sets.allowed:
        yield "hand.requires.sets", "sets are required, but meld.set.allowed = false"
    if rules.meld.time != "play":
        number_of_runs = max(required.runs, required.pure_runs)
        needed = required.sets * sets.min + number_of_runs * runs.min
        holds = rules.dealt_to_each(rules.players.min) + 1
        if needed > holds:
            yield (
                "hand.requires.runs" if number_of_runs else "hand.requires.sets",
                f"hand.requires asks for melds of {needed} cards, but a player holds {holds} "
                "at most (deal.cards and the card drawn)",
            )


def _table(rules: RuleSet) -> Faults:
    if rules.meld.time == "play":
        return
    for key, used in (
        ("layoff.in_play", rules.layoff.in_play),
        ("joker_swap.allowed", rules.joker_swap.allowed),
        ("joker_shift.allowed", rules.joker_shift.allowed),
        ("table_rearrange", rules.table_rearrange),
        ("open.min_points", rules.open.min_points > 0),
        ("open.pure_run", rules.open.pure_run),
        ("draw.discard", rules.draw.discard.startswith("use_now")),
    ):
        if used:
            yield (
                key,
                f"{key} needs melds on the table, but meld.time = {rules.meld.time} "
                "(it must be play)",
            )


def _ending(rules: RuleSet) -> Faults:
    if rules.knock.limit is not None and not rules.knock.allowed:
        yield "knock.limit", f"knock.limit = {rules.knock.limit}, but knock.allowed = false"
    if rules.draw.discard == "none" and rules.draw.first_upcard == "offered":
        yield (
            "draw.first_upcard",
            "draw.first_upcard = offered, but draw.discard = none: nothing may be taken",
        )
    if rules.stock.on_empty == "reshuffle" and rules.stock.shuffle is False:
        yield "stock.shuffle", "stock.shuffle = false contradicts stock.on_empty = reshuffle"
    low, high = rules.joker_shift.low, rules.joker_shift.high
    if RANKS.index(low) > RANKS.index(high):
        yield "joker_shift.low", f"joker_shift.low = {low} is above joker_shift.high = {high}"


def _game(rules: RuleSet) -> Faults:
    game, model = rules.game, rules.score.model
    if game.target is not None and model in _PENALTIES:
        yield (
            "game.target",
            f"game.target = {game.target} is for points won, but score.model = {model} gives "
            "penalty points: use game.out_at",
        )
    if game.out_at is not None and model not in _PENALTIES:
        yield (
            "game.out_at",
            f"game.out_at = {game.out_at} is for penalty points, but score.model = {model} gives "
            "none: use game.target",
        )
    if game.buy_in.max and game.out_at is None:
        yield (
            "game.buy_in.max",
            f"game.buy_in.max = {game.buy_in.max}, but nobody is ever out: game.out_at is null",
        )


def largest_set(rules: RuleSet, packs: int) -> int:
    """Most cards that a set can have with so many packs.

    A set never holds more copies of a card than there are packs, whatever wilds stand for.
    """
    in_pack, wanted = len(rules.deck.suits), rules.meld.set.suits
    suits = min(wanted, in_pack) if isinstance(wanted, int) else in_pack
    most = suits * (1 if rules.meld.set.suits == "distinct" else packs)
    return most if rules.meld.set.max is None else min(most, rules.meld.set.max)


def most_packs(rules: RuleSet) -> int:
    """Packs in play with the number of players that needs most."""
    packs = rules.deck.packs
    return packs if isinstance(packs, int) else max(packs.values())
