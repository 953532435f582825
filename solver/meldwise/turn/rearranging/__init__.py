"""Turns of games with a common table that may be rearranged, such as Rummikub.

The new table is found as a whole: a programme (`model`) over candidate melds (`columns`) takes
every card of the table and as many of the rack as is best. What cannot be said as melds and
lay-offs is said by the table itself: where each card comes from, and what became of each meld.

A meld of the table *survives* when all its cards still lie together in one meld of the new table,
alone (unchanged) or with further ones (extended); each new meld continues one old meld at most. The
number of *changes* is the number of melds that do not survive. A joker on the table stands for
whatever it is needed for, stays on the table, and counts no points for the player who moves it.

>>> from meldwise import plan_turn
>>> table = [{"cards": "r1 r2 r3"}, {"cards": "k1 k2 k3"}, {"cards": "o1 o2 o3"}]
>>> position = {"rules": "rummikub", "hand": "b1 b3", "table": table, "opened": [True, False]}
>>> plan = plan_turn(position, goal="most-cards", then="fewest-changes")
>>> plan.out, plan.exact, [meld.change for meld in plan.table]
(True, True, ['rearranged', 'rearranged', 'rearranged'])
>>> print(*plan.table[0].cards, plan.table[0].origins)
AS AH AD AC (1, 0, 2, 'hand')
"""

from meldwise.turn.rearranging.answer import rearranged_plan

__all__ = ["rearranged_plan"]
