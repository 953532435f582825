"""Value functions as plain arrays, kept in small files; running them needs no training library."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from meldwise.errors import RequestError
from meldwise.rules.ruleset import RuleSet

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
        rules: The id of the rule set that they were trained for.
        players: For how many players.
        blend: How much of the heuristic's cost is subtracted from the values of discards; see
            `Policy`.
        take: When the player takes the upcard; see `Policy`.
        recipe: How they were trained, and what the panel measured.
    """

    weights: NDArray[np.float32]
    rules: str
    players: int
    blend: float = 1.0
    take: TakeBy = "improves"
    recipe: dict[str, Any] = field(default_factory=dict)

    def save(self, folder: Path) -> Path:
        """Write the weights, and the recipe as JSON beside them; the path of the weights."""
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{name_of(self.rules, self.players)}.npy"
        # Half precision keeps four digits, far more than training fixes.
        np.save(path, self.weights.astype(np.float16))
        recipe = json.dumps(
            {**self.recipe, "blend": self.blend, "take": self.take}, indent=1, ensure_ascii=False
        )
        path.with_suffix(".json").write_text(f"{recipe}\n", encoding="utf-8")
        return path


def digest_of(rules: RuleSet) -> str:
    """What tells whether value functions were trained for these very options.

    >>> from meldwise.rules import rules
    >>> digest_of(rules("tonk")) == digest_of(rules("tonk").replace({"knock.limit": 10}))
    False
    """
    options = json.dumps(dict(rules.options), default=dict, sort_keys=True)
    return sha256(options.encode()).hexdigest()[:16]


def own_values(rules: RuleSet, players: int) -> ValueFunctions | None:
    """Value functions trained by oneself, from the folder that ``MELDWISE_VALUES`` names.

    Args:
        rules: The rule set; functions trained for other options under the same id do not count.
        players: How many play.

    Raises:
        RequestError: as `load_values`.
    """
    folder = os.environ.get(FOLDER_VARIABLE)
    values = load_values(rules.id, players, Path(folder)) if folder else None
    if values is None or values.recipe.get("options_digest") != digest_of(rules):
        return None
    return values


def name_of(rules: str, players: int) -> str:
    """The name of the files of a rule set for so many players.

    >>> name_of("gin-rummy", 2)
    'gin-rummy-2'
    """
    return f"{rules}-{players}"


@lru_cache(maxsize=32)
def load_values(rules: str, players: int, folder: Path | None = None) -> ValueFunctions | None:
    """The value functions of a rule set for so many players; None where none were trained.

    Args:
        rules: The id of the rule set.
        players: How many play.
        folder: Where they are; None: those that come with the package.

    Raises:
        RequestError: a file that does not hold value functions of this version.
    """
    home: Traversable | Path = (
        files("meldwise.playout.values") / "data" if folder is None else folder
    )
    found = home / f"{name_of(rules, players)}.npy"
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
    recipe = home / f"{name_of(rules, players)}.json"
    known = json.loads(recipe.read_text("utf-8")) if recipe.is_file() else {}
    blend, take = float(known.get("blend", 1.0)), known.get("take", "improves")
    return ValueFunctions(weights, rules, players, blend, take, known)
