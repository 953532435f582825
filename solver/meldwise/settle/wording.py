"""Players, sums and lists of counts as words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from meldwise.rules.sentences.wording import listed


def named(players: Iterable[int], last: str = "and") -> str:
    """Some players, as the subject or object of a sentence.

    >>> named([0, 2, 3])
    'player 0, player 2 and player 3'
    """
    return listed([f"player {player}" for player in players], last)


def capital(text: str) -> str:
    """The text with a capital letter first.

    >>> capital("player 0 pays")
    'Player 0 pays'
    """
    return text[0].upper() + text[1:]


def with_counts(players: Iterable[int], counts: Sequence[int]) -> str:
    """Players and what each of them counts.

    >>> with_counts([1, 2], [0, 15, 22])
    'player 1 counts 15 and player 2 counts 22'
    """
    return listed([f"player {player} counts {counts[player]}" for player in players])


def added(numbers: Sequence[int]) -> str:
    """A sum to be read before its result; one number needs no sum.

    >>> added([15, 22]), added([15, 22, -8]), added([7])
    ('15 + 22 = ', '15 + 22 − 8 = ', '')
    """
    if len(numbers) < 2:
        return ""
    first, *more = numbers
    return str(first) + "".join(f" {'−' if n < 0 else '+'} {abs(n)}" for n in more) + " = "
