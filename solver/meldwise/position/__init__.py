"""What one player sees: a validated value with a JSON form, a text form and a printed form."""

from meldwise.position.position import (
    Opponent,
    Phase,
    Position,
    PositionLike,
    Source,
    TableMeld,
    Taken,
    Turn,
    Use,
)
from meldwise.position.terms import Terms, terms_of

__all__ = [
    "Opponent",
    "Phase",
    "Position",
    "PositionLike",
    "Source",
    "TableMeld",
    "Taken",
    "Terms",
    "Turn",
    "Use",
    "terms_of",
]
