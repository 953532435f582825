"""What opponents may hold: sampled, or enumerated where few cards are unseen.

A hand is believed as a player would have come to it: some cards more than he holds are drawn from
the unseen ones, likelier those that go with what he took and less likely those that go with what
he threw or passed, and of these he keeps what leaves him the least deadwood. Hands that he would
have shown or laid down by now are drawn anew. Before his first turn all hands are as likely.
"""

from meldwise.advice.belief.sampling import Belief

__all__ = ["Belief"]
