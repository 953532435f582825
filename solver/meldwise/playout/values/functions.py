"""Value functions as plain arrays, kept in small files; running them needs no training library."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from meldwise.errors import RequestError, excerpt
from meldwise.rules import rules as find_rules
from meldwise.rules.catalog import PRESETS
from meldwise.rules.ruleset import RuleSet, build

# Where value functions of one's own are.
FOLDER_VARIABLE: Final = "MELDWISE_VALUES"

# A network: so many inputs, two layers of rectified units, one output in points.
INPUTS: Final = 32
FIRST: Final = 32
SECOND: Final = 16
WEIGHTS: Final = INPUTS * FIRST + FIRST + FIRST * SECOND + SECOND + SECOND + 1

# The functions of a set.
GOING_ON: Final = 0
ENDING_NOW: Final = 1
DRAWING: Final = 2
KINDS: Final = 3

# The sets, where there is one for each style of the others: not seen yet, or they knock as soon as
# they may, or wait until nothing is left.
STYLE_UNKNOWN: Final = 0
STYLE_KNOCKS: Final = 1
STYLE_WAITS: Final = 2
SETS: Final = 3


TakeBy = Literal["improves", "values"]
"""When a player who follows value functions takes the upcard; see `Policy`."""


@dataclass(frozen=True, slots=True, eq=False)
class ValueFunctions:
    """What a hand is worth, by learned networks, in points of advantage.

    One set of networks, or `SETS` of which the opponents' style chooses. Where the winner of a hand
    scores and a game has a target, points are weighed by what they do for winning the game; see
    `meldwise.playout.values.chances`.

    Args:
        weights: float32 (sets, `KINDS`, `WEIGHTS`): for each set the networks for going on after a
            discard, for ending the hand now, and for drawing from the stock. Each has its weights
            input by input for each unit, then the biases, layer by layer.
        name: What tells the rule set and the number of players; see `name_of`.
        blend: How much of the heuristic's cost is subtracted from the values of discards; see
            `Policy`.
        take: When the player takes the upcard; see `Policy`.
        recipe: How they were trained, and what the panel measured.
    """

    weights: NDArray[np.float32]
    name: str
    blend: float = 1.0
    take: TakeBy = "improves"
    recipe: dict[str, Any] = field(default_factory=dict)

    def save(self, folder: Path) -> Path:
        """Write the weights, and the recipe as JSON beside them; the path of the weights."""
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{self.name}.npy"
        # Half precision keeps four digits, far more than training fixes.
        np.save(path, self.weights.astype(np.float16))
        recipe = json.dumps(
            {**self.recipe, "blend": self.blend, "take": self.take}, indent=1, ensure_ascii=False
        )
        path.with_suffix(".json").write_text(f"{recipe}\n", encoding="utf-8")
        return path


def changed_options(rules: RuleSet) -> dict[str, Any]:
    """The options that a rule set has otherwise than the preset of its name, or than the model.

    >>> from meldwise.rules import rules
    >>> changed_options(rules("tonk").replace({"knock.limit": 10}))
    {'knock.limit': 10}
    """
    usual = (find_rules(rules.id) if rules.id in PRESETS else build({"id": rules.id})).options
    return {
        name: dict(value) if isinstance(value, Mapping) else value
        for name, value in rules.options.items()
        if value != usual[name]
    }


def name_of(rules: RuleSet, players: int) -> str:
    """The name of the files of a rule set for so many players.

    What is no preset as it comes has a few letters more, which tell its options.

    >>> from meldwise.rules import rules
    >>> name_of(rules("gin-rummy"), 2)
    'gin-rummy-2'
    >>> name_of(rules("gin-rummy").replace({"knock.limit": 5}), 2).startswith("gin-rummy-2-")
    True
    """
    changed = changed_options(rules)
    name = f"{rules.id}-{players}"
    if rules.id in PRESETS and not changed:
        return name
    options = json.dumps(changed, sort_keys=True, default=list)
    return f"{name}-{sha256(options.encode()).hexdigest()[:8]}"


def own_values(rules: RuleSet, players: int) -> ValueFunctions | None:
    """Value functions trained by oneself, from the folder that ``MELDWISE_VALUES`` names.

    A folder is looked into once in a process for each rule set.

    Args:
        rules: The rule set.
        players: How many play.

    Raises:
        RequestError: there is no such folder, or as `load_values`.
    """
    named = os.environ.get(FOLDER_VARIABLE)
    if not named:
        return None
    folder = Path(named)
    if not folder.is_dir():
        raise RequestError(
            "no-folder",
            f"{FOLDER_VARIABLE}: there is no folder {excerpt(named)}",
            {"field": FOLDER_VARIABLE},
        )
    return load_values(name_of(rules, players), folder)


@lru_cache(maxsize=64)
def load_values(name: str, folder: Path | None = None) -> ValueFunctions | None:
    """The value functions of this name; None where there are none.

    Args:
        name: As `name_of` gives it.
        folder: Where they are; None: those that come with the package.

    Raises:
        RequestError: a file that does not hold value functions of this version.
    """
    home: Traversable | Path = (
        files("meldwise.playout.values") / "data" if folder is None else folder
    )
    found = home / f"{name}.npy"
    if not found.is_file():
        return None
    with found.open("rb") as file:
        weights = np.load(file).astype(np.float32)
    shapes = [(sets, KINDS, WEIGHTS) for sets in (1, SETS)]
    if weights.shape not in shapes or not np.isfinite(weights).all():
        raise RequestError(
            "bad-values",
            f"{found.name}: the file holds numbers of the shape {weights.shape}, not value "
            f"functions of the shape (1 or {SETS}, {KINDS}, {WEIGHTS}): train them anew",
            {"field": "values"},
        )
    recipe = home / f"{name}.json"
    known = json.loads(recipe.read_text("utf-8")) if recipe.is_file() else {}
    blend, take = float(known.get("blend", 1.0)), known.get("take", "improves")
    return ValueFunctions(weights, name, blend, take, known)
