"""What an answer comes to, in one sentence."""

from __future__ import annotations

from meldwise.display.look import Look
from meldwise.display.views import AnswerView, PartitionView, VerdictView


def partition_sentence(partition: PartitionView, look: Look) -> str:
    """Deadwood, or how to go out, and what the melds are worth."""
    worth = _worth(partition)
    thrown = None if partition.discard is None else look.card(partition.discard).text
    if partition.out:
        how = f"throw {thrown}" if thrown else "every card is melded"
        return f"Out: {how} ({worth})." if partition.melds else f"Out: {how}."
    throw = f"Throw {thrown}: deadwood" if thrown else "Deadwood"
    # Every card is melded, and yet that is not all that the rule set asks of a hand that goes out.
    short = "" if partition.deadwood.cards else ", but not the melds that going out requires"
    return f"{throw} {partition.deadwood.points}{',' if thrown else ':'} {worth}{short}."


def answer_sentence(answer: AnswerView, look: Look) -> str:
    """What the best arrangement comes to, and whether it was proven to be the best."""
    usual = partition_sentence(answer.best, look)
    if answer.met is False:
        return (
            "Nothing is melded: what is required or pinned cannot be met."
            if answer.exact
            else "Nothing that meets what is required or pinned was found in the time given."
        )
    if not len(answer.hand):
        return "No cards, no melds."
    if answer.goal == "out" and not answer.best.out:
        none = "No way to go out" + ("" if answer.exact else " was found in the time given")
        return f"{none}. {usual}"
    return usual if answer.exact else _unproven(answer, usual)


def more_sentence(answer: AnswerView) -> str | None:
    """That there are more arrangements than are listed, if it is so."""
    return "There are more arrangements than are listed here." if answer.truncated else None


def verdict_sentence(verdict: VerdictView) -> str:
    """Whether the cards are a meld, and in how many ways."""
    count = len(verdict.readings)
    if not count:
        return f"Not a meld: {verdict.reason}."
    if verdict.truncated:
        return f"Legal in more than {count} ways; these are some of them."
    return "Legal." if count == 1 else f"Legal in {count} ways, the dearest first."


def _worth(partition: PartitionView) -> str:
    count = len(partition.melds)
    if not count:
        return "no melds"
    points = f"{partition.meld_points} point{'s' * (partition.meld_points != 1)}"
    return f"{points} in {count} meld{'s' * (count != 1)}"


def _unproven(answer: AnswerView, usual: str) -> str:
    """The sentence of an answer that the time limit cut short."""
    if answer.goal == "out":
        # Every card is melded already: only the points could be more.
        return f"{usual[:-1]}, the most points found in the time given."
    if answer.goal == "points":
        found, name, limit = answer.best.meld_points, "Most points", "at most"
    else:
        found, name, limit = answer.best.deadwood.points, "Least deadwood", "at least"
    if answer.bound == found:
        # Nothing beats it by the goal's own measure; ties and alternatives were left open.
        return f"{usual[:-1]}; the time given did not suffice to compare all ties."
    bound = "" if answer.bound is None else f" ({limit} {answer.bound})"
    return f"{name} found in the time given: {found}{bound}."
