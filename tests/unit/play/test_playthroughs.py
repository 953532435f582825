"""Recorded games: they replay, nothing in them has changed, and the first wrong step is told."""

from __future__ import annotations

import pytest

from meldwise.errors import ActionError
from meldwise.play import player, record_game, replay
from tests.unit.play.playthroughs import FOLDER, GAMES, Recorded, record


def _text(name: str) -> str:
    return (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.rules)
def test_the_same_players_play_the_recorded_game_again(game: Recorded) -> None:
    assert record(game) == _text(game.rules)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.rules)
def test_a_record_replays_to_its_scores(game: Recorded) -> None:
    text = _text(game.rules)
    played = replay(text)
    totals = next(line for line in text.splitlines() if line.startswith("totals: "))
    assert totals == f"totals: {' '.join(map(str, played.totals))}"


@pytest.mark.parametrize("step", [1, 4, 9])
def test_the_first_illegal_step_is_told(step: int) -> None:
    lines = _text("gin-rummy").splitlines()
    at = next(n for n, line in enumerate(lines) if line.startswith(f"{step}. "))
    lines[at + 2] = "   chosen: lay off 7H on 0"
    with pytest.raises(ActionError) as caught:
        replay("\n".join(lines))
    assert caught.value.where["step"] == step
    assert f"step {step}" in caught.value.message


def test_a_line_that_differs_is_told_with_what_the_game_has() -> None:
    text = _text("tonk").replace("scores: ", "scores: 9", 1)
    with pytest.raises(ActionError, match=r"stands where the game has") as caught:
        replay(text)
    assert caught.value.code == "record-differs"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda text: text[: text.index("ended:")], "record-differs"),
        (lambda text: text[: text.index("3. ")], "record-ends"),
        (lambda text: text + "one line more\n", "record-goes-on"),
        (lambda text: "another title\n" + text, "bad-record"),
        (lambda text: text.replace("players: 2", "players: two"), "bad-record"),
        (lambda text: text.replace("seed: 7", "seed: 8"), "record-differs"),
    ],
)
def test_damaged_records_are_refused(change, code: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(ActionError) as caught:
        replay(change(_text("gin-rummy")))
    assert caught.value.code == code


def test_a_game_with_buy_ins_replays() -> None:
    seats = [player("greedy", seat) for seat in range(3)]
    text = record_game("loba", seats, seed=4)
    assert "bought in: " in text
    assert replay(text).over
