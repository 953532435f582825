"""A rule set in sentences that a player understands, made from its options."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from meldwise.rules.ruleset import RuleSet
from meldwise.rules.sentences import ending, melding, scoring, setup
from meldwise.rules.sentences.facts import Facts
from meldwise.rules.sentences.wording import in_tiles

# In the order in which a player needs them.
_PARTS: Final[tuple[Callable[[Facts], Iterator[str]], ...]] = (
    setup.players_and_cards,
    setup.deal,
    ending.deal_win,
    setup.turn,
    melding.melds,
    melding.wilds,
    melding.table,
    ending.ending,
    melding.required,
    setup.stock,
    scoring.values,
    scoring.counting,
    scoring.scores,
    scoring.ties,
    scoring.game,
)


def explain(rules: RuleSet, players: int | None = None) -> list[str]:
    """How a game is played, sentence by sentence.

    Every sentence follows from the options, so a house rule shows; what does not apply is left
    out. Rule sets whose play differs read differently.

    Args:
        rules: The rule set.
        players: How many play, if that is known; it decides packs and cards dealt.

    Raises:
        RequestError: the game is not for so many players.

    >>> from meldwise.rules import rules
    >>> explain(rules("tonk"))[1]
    'It is played with one pack of 52 cards.'
    >>> explain(rules("wildcard-rummy"), players=6)[2]
    'Each player is dealt six cards.'
    """
    if players is not None:
        rules.packs(players)
        counts = range(players, players + 1)
    else:
        counts = range(rules.players.min, rules.players.max + 1)
    facts = Facts(rules, counts)
    said = [sentence for part in _PARTS for sentence in part(facts)]
    return [in_tiles(sentence) for sentence in said] if facts.tiles else said
