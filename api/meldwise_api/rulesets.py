"""The rule set that a request names or brings along."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any, Final

import meldwise as mw
from meldwise.errors import RequestError

# Making a rule set of options takes half a millisecond, and its melds some more: a game server asks
# by the same house rules again and again. Rules of more text than this are made anew.
_MOST: Final = 256
_LONGEST: Final = 8_192


class RuleSets:
    """Rule sets by what stands for them, so that the same house rules are the same object."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, mw.RuleSet] = OrderedDict()

    def find(
        self, rules: str | Mapping[str, Any], options: Mapping[str, Any] | None
    ) -> tuple[mw.RuleSet, bool]:
        """The rule set, and whether it was known already.

        Raises:
            RulesError: there is none of that name, or its options are wrong.

        >>> RuleSets().find("rami", {"meld.run.min": 3})[0].meld.run.min
        3
        """
        if isinstance(rules, str) and not options:
            return mw.rules(rules), True
        try:
            key = json.dumps([rules, options], sort_keys=True)
        except RecursionError:
            raise RequestError("too-deep", "options are nested too deeply") from None
        found = self._known.get(key)
        if found is not None:
            self._known.move_to_end(key)
            return found, True
        made = mw.rules(rules, options)
        if len(key) <= _LONGEST:
            self._known[key] = made
            if len(self._known) > _MOST:
                self._known.popitem(last=False)
        return made, False
