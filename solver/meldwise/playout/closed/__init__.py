"""Compiled: games whose melds stay in hand until the end, with any rules the kernel holds.

* `record`: a rule set as integers; which rule sets are played here.
* `words`, `hands`: hands as two words, their deadwood, their best discard.
* `layoffs`, `scoring`: a finished hand settled, lay-offs included.
* `oneply`, `danger`, `features`, `network`: what a discard is worth.
* `deciding`, `playing`: a policy's choices, and whole hands.
* `running`: all this for arrays of starts.
"""
