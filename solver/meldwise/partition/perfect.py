"""A score that no arrangement of a hand can pass, worked out card by card.

Every card that is in some candidate is taken as melded where it counts most. A hand that melds
all of them at once cannot do better, and the search may stop.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from meldwise.cards.card import JOKER_CODE
from meldwise.melds.candidates import Candidate, Holding, hand_candidates
from meldwise.partition.scoring import CARDS, Scoring

# Below this a score differs only in the number of melds.
MOST_MELDS = (1 << CARDS) - 1


def perfect_score(scoring: Scoring, holding: Holding, *, thrown: bool) -> int:
    """The score if every card could lie where it is worth most.

    Args:
        scoring: The goal.
        holding: The hand.
        thrown: Whether a card may be thrown.
    """
    rules = scoring.rules
    kinds = holding.kinds(rules)
    candidates = hand_candidates(rules, holding)
    melded = {code for candidate in candidates for code, _ in candidate.naturals()}
    for index, known in enumerate(rules.classes):
        if any(candidate.shape.units[index] for candidate in candidates):
            melded.add(known.codes[0])
    saved = sum(rules.hand_values[code] * n for code, n in kinds if code in melded)
    outside = [rules.hand_values[code] for code, _ in kinds if code not in melded]
    cards = sum(n for code, n in kinds if code in melded)
    if thrown and outside:
        saved += max(outside)
        cards += 1
    points = _most_points(scoring, holding, candidates, melded)
    wilds = _fewest_wilds(scoring, holding, melded)
    return scoring.score(saved, points, cards, max(0, wilds - thrown), 0)


def _most_points(
    scoring: Scoring, holding: Holding, candidates: Sequence[Candidate], melded: set[int]
) -> int:
    """Naturals at their dearest, wilds at the most that one counts in any candidate."""
    rules = scoring.rules
    values: list[list[int]] = [[rules.set_values[rank]] for rank in range(14)]
    for window in rules.windows:
        for rank, value in zip(window.ranks, window.values, strict=True):
            values[rank].append(value)
    least, most = [min(slots) for slots in values], [max(slots) for slots in values]
    for_wild = 0
    for candidate in candidates:
        if candidate.shape.wild_count:
            naturals = sum(least[code % 13 + 1] * n for code, n in candidate.naturals())
            share = ceil((candidate.shape.points - naturals) / candidate.shape.wild_count)
            for_wild = max(for_wild, share)
    points = 0
    for code, count in holding.kinds(rules):
        index = rules.class_of[code]
        if code not in melded:
            continue
        if index < 0:
            points += most[code % 13 + 1] * count
        else:
            at_home = [most[c % 13 + 1] for c in rules.classes[index].codes if c < JOKER_CODE]
            points += max(for_wild, *at_home, 0) * count
    return points


def _fewest_wilds(scoring: Scoring, holding: Holding, melded: set[int]) -> int:
    """How many jokers have to be melded, if none is thrown, to reach the first level."""
    rules = scoring.rules
    if scoring.goal == "points":
        return 0
    count = 0
    for index, (known, held) in enumerate(zip(rules.classes, holding.capacity, strict=True)):
        if known.codes[0] in melded and (scoring.goal == "out" or known.hand_value):
            naturals = sum(
                n
                for suit, ranks in enumerate(holding.naturals)
                for rank, n in enumerate(ranks)
                if rules.class_of[13 * suit + rank] == index
            )
            count += max(0, held - naturals)
    return count
