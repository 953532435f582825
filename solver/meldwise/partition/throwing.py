"""Discards under rules that keep jokers in hand: each card that may be thrown is tried."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from meldwise.cards import Card, Hand
from meldwise.melds.meldrules import MeldRules
from meldwise.partition.clock import Clock
from meldwise.partition.collecting import layout_score
from meldwise.partition.engines import Answer, answer
from meldwise.partition.physical import Layout
from meldwise.partition.question import Question
from meldwise.partition.scoring import Scoring, first_level, least_score
from meldwise.rules.ruleset import RuleSet


def jokers_are_kept(rules: RuleSet) -> bool:
    """Whether a joker may be thrown only to go out, or never."""
    return rules.turn.joker_discard in ("only_to_go_out", "never")


def may_throw(rules: RuleSet, hand: Hand, card: Card, *, out: bool) -> bool:
    """Whether a card of a hand may be thrown.

    Args:
        rules: The rule set.
        hand: The hand, with the card.
        card: What is thrown.
        out: Whether every other card is melded.
    """
    if not card.is_joker or not jokers_are_kept(rules):
        return True
    if out and rules.turn.joker_discard == "only_to_go_out":
        return True
    # A turn ends with a discard, so a hand of nothing but jokers has to break the rule.
    return all(held.is_joker for held in hand)


def answer_keeping_jokers(
    rules: RuleSet, compiled: MeldRules, hand: Hand, question: Question, clock: Clock
) -> Answer:
    """As `engines.answer`, but no joker is thrown that the rule set keeps in hand."""
    if (
        question.discard == "none"
        or not jokers_are_kept(rules)
        or not any(card.is_joker for card in hand)
    ):
        return answer(compiled, hand, question, clock)
    answers = list(_answers(rules, compiled, hand, question, clock))
    scoring = Scoring(compiled, question.goal)
    best: dict[tuple[object, ...], tuple[int, Layout]] = {}
    for found in answers:
        for layout in found.layouts:
            score = layout_score(scoring, layout)
            if layout.key not in best or best[layout.key][0] < score:
                best[layout.key] = (score, layout)
    ranked = sorted(best.values(), key=lambda kept: -kept[0])
    if question.limit == "optimal":
        floor = least_score(first_level(ranked[0][0])) if ranked else 0
        ranked = [kept for kept in ranked if kept[0] >= floor]
    else:
        ranked = ranked[: question.limit]
    bounds = [found.bound for found in answers if found.bound is not None]
    return Answer(
        layouts=tuple(layout for _, layout in ranked),
        exact=all(found.exact for found in answers),
        engine=answers[0].engine,
        bound=(min if question.goal == "deadwood" else max)(bounds) if bounds else None,
        truncated=any(found.truncated for found in answers),
    )


def _answers(
    rules: RuleSet, compiled: MeldRules, hand: Hand, question: Question, clock: Clock
) -> Iterator[Answer]:
    """The answer for each card thrown, and for none where that is allowed."""
    kept = replace(question, discard="none")
    if question.discard == "optional":
        yield answer(compiled, hand, kept, clock)
    for card in dict.fromkeys(hand):
        found = answer(compiled, hand.minus([card]), kept, clock)
        allowed = tuple(
            replace(layout, discard=card)
            for layout in found.layouts
            if may_throw(rules, hand, card, out=not layout.deadwood)
        )
        yield replace(found, layouts=allowed)
