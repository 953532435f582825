"""What a legal meld is: readings of given cards, and all candidate melds of a hand."""

from meldwise.melds.check import check
from meldwise.melds.meld import Meld, Verdict

__all__ = ["Meld", "Verdict", "check"]
