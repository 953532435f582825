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
from io import BytesIO
from pathlib import Path
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from meldwise.errors import RequestError, excerpt, shown
from meldwise.rules import rules as find_rules
from meldwise.rules.catalog import PRESETS
from meldwise.rules.ruleset import RuleSet, build

# Inputs change their meaning with their version.
_INPUTS_IN_HAND: Final = "hand 1"
_INPUTS_AT_TABLE: Final = "table 1"
# What a broken file raises.
_BROKEN: Final = (ValueError, TypeError, EOFError, MemoryError, RecursionError)
_LARGEST: Final = 2**18
_MOST_WEIGHT: Final = 1e9
_MOST_BLEND: Final = 1e9

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
_SHAPES: Final = tuple((sets, KINDS, WEIGHTS) for sets in (1, SETS))


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
        # Half precision keeps four digits, far more than training fixes; high stakes are beyond it.
        with np.errstate(over="ignore"):
            half = self.weights.astype(np.float16)
        np.save(path, half if np.isfinite(half).all() else self.weights)
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


def is_folder(path: Path) -> bool:
    """Whether there is a folder; false too for what cannot be the name of one.

    >>> is_folder(Path("x" * 1000))
    False
    """
    try:
        return path.is_dir()
    except OSError:
        return False


def own_values(rules: RuleSet, players: int) -> ValueFunctions | None:
    """Value functions trained by oneself, from the folder that ``MELDWISE_VALUES`` names.

    What was found in a folder is kept: files that change while a process runs are not seen.

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
    if not is_folder(folder):
        raise RequestError(
            "no-folder",
            f"{FOLDER_VARIABLE}: there is no folder {excerpt(named)}",
            {"field": FOLDER_VARIABLE},
        )
    return load_values(rules, players, folder)


@lru_cache(maxsize=64)
def load_values(rules: RuleSet, players: int, folder: Path | None = None) -> ValueFunctions | None:
    """The value functions of a rule set for so many players; None where there are none.

    Args:
        rules: The rule set.
        players: How many play.
        folder: Where they are; None: those that come with the package.

    Raises:
        RequestError: a file that does not hold value functions of this version for these rules.
    """
    home: Traversable | Path = (
        files("meldwise.playout.values") / "data" if folder is None else folder
    )
    name = name_of(rules, players)
    weights, recipe = _weights(home / f"{name}.npy"), home / f"{name}.json"
    if weights is None:
        return None
    told = _recipe(recipe)
    if weights.dtype.kind != "f" or weights.shape not in _SHAPES:
        wrong = f"it holds {weights.dtype} numbers of the shape {weights.shape}"
        raise _bad(home / f"{name}.npy", wrong)
    weights = weights.astype(np.float32)
    if not np.isfinite(weights).all() or np.abs(weights).max() > _MOST_WEIGHT:
        raise _bad(home / f"{name}.npy", "it holds numbers without bounds")
    blend, take = told.get("blend"), told.get("take")
    if not isinstance(blend, int | float) or not 0 <= blend <= _MOST_BLEND:
        raise _bad(recipe, f"blend: {excerpt(blend)} is not a number from 0 on")
    if take not in ("improves", "values"):
        raise _bad(recipe, f"take: {excerpt(take)} is neither improves nor values")
    for key, wanted in trained_for(rules, players).items():
        if told.get(key) != wanted:
            wrong = f"{key}: trained for {shown(told.get(key), 40)}, not for {wanted}"
            raise _bad(recipe, wrong)
    return ValueFunctions(weights, name, float(blend), take, told)


def trained_for(rules: RuleSet, players: int) -> dict[str, Any]:
    """What a recipe says of its rules, players and inputs.

    >>> from meldwise.rules import rules
    >>> trained_for(rules("tonk"), 3)
    {'rules': 'tonk', 'players': 3, 'inputs': 'table 1'}
    """
    inputs = _INPUTS_AT_TABLE if rules.meld.time == "play" else _INPUTS_IN_HAND
    return {"rules": rules.id, "players": players, "inputs": inputs}


def _weights(file: Traversable | Path) -> NDArray[Any] | None:
    """The array of a file; None where there is no such file. What it holds is not checked."""
    try:
        with file.open("rb") as known:
            written = known.read(_LARGEST + 1)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise _bad(file, f"it cannot be read: {error.strerror}") from None
    if len(written) > _LARGEST:
        raise _bad(file, "it is far too large")
    try:
        weights = np.load(BytesIO(written), allow_pickle=False)
    except _BROKEN:
        raise _bad(file, "it cannot be read as an array of numbers") from None
    if not isinstance(weights, np.ndarray):
        raise _bad(file, "it cannot be read as an array of numbers")
    return weights


def _recipe(file: Traversable | Path) -> dict[str, Any]:
    """The recipe in a file; what it says is not checked."""
    try:
        recipe = json.loads(file.read_text("utf-8"))
    except OSError as error:
        raise _bad(file, f"it cannot be read: {error.strerror}") from None
    except _BROKEN:
        raise _bad(file, "it cannot be read as JSON") from None
    if not isinstance(recipe, dict):
        raise _bad(file, "it is no recipe")
    return recipe


def _bad(file: Traversable | Path, fault: str) -> RequestError:
    return RequestError(
        "bad-values", f"{file}: {fault}: train the value functions anew", {"field": "values"}
    )
