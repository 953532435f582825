"""Compiled: games with melds on the table.

* `support`: which rule sets are played; `ground`: a rule set as numbers; `layout`: where they are.
* `cards`, `arranging`, `adding`: hands, their best melds, melds on the table.
* `laying`, `choosing`, `hand`, `settling`: what a policy does, whole hands, their settlement.
* `desk`, `calling`: room to work in, and calls through addresses.
* `stating`, `trail`, `placing`: starts and positions as states, and actions back and forth.
* `simulate`, `deciding`, `players`: playouts, a policy's turn in a position, policies.
"""
