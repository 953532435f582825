"""What becomes of each row: answers beside what was there, a reason where there is none."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from meldwise import best_melds
from meldwise.batch.files import run_batch
from meldwise.batch.files.lines import LONGEST_LINE
from meldwise.batch.files.parquet_file import arrow
from meldwise.errors import RequestError
from tests.batch_files.handfiles import hands, write_hands


def answered(tmp_path: Path, text: str | bytes, suffix: str = ".csv", **options: Any) -> list[Any]:
    """The rows that a file of this text is answered with, as dicts."""
    source, target = tmp_path / f"in{suffix}", tmp_path / f"out{options.pop('into', suffix)}"
    source.write_bytes(text if isinstance(text, bytes) else text.encode())
    run_batch(source, target, **options)
    found = target.read_text("utf-8")
    if target.suffix == ".jsonl":
        return [json.loads(line) for line in found.splitlines()]
    return list(csv.DictReader(found.splitlines(keepends=True)))


def test_answers_stand_behind_the_columns_that_were_there(tmp_path: Path) -> None:
    source, target = tmp_path / "in.csv", tmp_path / "out.csv"
    source.write_text('id,hand,note\n1,7S7H7D2C,"a, ""b"""\n')
    run_batch(source, target)
    assert target.read_text() == 'id,hand,note,deadwood,error\n1,7S7H7D2C,"a, ""b""",2,\n'


def test_deadwood_discard_and_melds_are_those_of_one_hand(tmp_path: Path) -> None:
    texts = list(hands(25, size=11))
    file = "hand\n" + "\n".join(texts)
    least = answered(tmp_path, file)
    thrown = answered(tmp_path, file, what="discard", force=True)
    melds = answered(tmp_path, file, what="melds", force=True)
    for text, row, discard, meld in zip(texts, least, thrown, melds, strict=True):
        best = best_melds(text).deadwood.points
        assert int(row["deadwood"]) == int(meld["deadwood"]) == best
        rest = text.split()
        rest.remove(discard["discard"])
        assert int(discard["deadwood"]) == best_melds(rest).deadwood.points
        laid = meld["melds"].replace(";", "").split()
        assert set(laid) < set(text.split())


def test_wilds_say_what_they_stand_for(tmp_path: Path) -> None:
    rows = answered(
        tmp_path,
        "hand\n4S 5S 6S 7S 7H 7D 7C QD QS JK 2H 9C KD\n",
        rules="german-rummy",
        what="melds",
    )
    assert rows[0]["deadwood"] == "21"
    assert "JK=" in rows[0]["melds"]


def test_a_hand_that_the_packs_do_not_hold_harms_no_other(tmp_path: Path) -> None:
    rows = answered(tmp_path, "hand\n7H 7H\n2C\n9C JK\n3C\n")
    assert [row["deadwood"] for row in rows] == ["", "2", "", "3"]
    assert "7H is held 2 times" in rows[0]["error"]
    assert "without jokers" in rows[2]["error"]


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("2,7X", 'card 1 of the hand: "7X" is not a card'),
        ("2", "1 cell(s) in a row: the header has 2"),
        ("2,7H,8H", "3 cell(s) in a row: the header has 2"),
        ("", "an empty line"),
        ("2,", "the hand is empty"),
        ('2,"7H 8H', "a quote is not closed"),
        ('2,"7H"8H', "',' expected after '\"'"),
        ("2,7H \xff", "card 2 of the hand"),
        ("2," + "7h " * 2_000, "the text has 6000 characters"),
        ("2," + "7H " * 2_000, "2000 cards: Gin Rummy is played with 52"),
        ("2," + "7H" * 60, "60 cards: Gin Rummy"),
    ],
)
def test_a_bad_csv_line_is_a_row_with_its_reason(tmp_path: Path, line: str, error: str) -> None:
    rows = answered(tmp_path, f"id,hand\n1,7H\n{line}\n3,9H\n")
    assert [row["deadwood"] for row in rows] == ["7", "", "9"]
    assert error in rows[1]["error"]
    assert rows[0]["error"] == rows[2]["error"] == ""


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ('{"hand": "7X"}', 'card 1 of the hand: "7X" is not a card'),
        ('{"hand": 7}', "no hand but int"),
        ('{"hand": null}', "no hand but nothing"),
        ('{"hand": []}', "the hand is empty"),
        ('{"hand": [7]}', "card 1 is of type int"),
        ('{"cards": "7H"}', 'no key "hand"'),
        ("{}", 'no key "hand"'),
        ('{"hand": "7H", "deadwood": 1}', 'the key "deadwood" is added by the batch'),
        ('{"hand": "7H", "error": null}', 'the key "error" is added by the batch'),
        ('{"hand": "7H"', "not JSON: Expecting"),
        ('{"hand": "7H", "x": NaN}', "not JSON: NaN is not a number"),
        ("[" * 100_000, "nested too deeply"),
        ("7", "is no hand"),
        ("", "an empty line"),
        ('{"hand": "\\ud800"}', "is not a card"),
    ],
)
def test_a_bad_json_line_is_a_row_with_its_reason(tmp_path: Path, line: str, error: str) -> None:
    rows = answered(tmp_path, f'{{"hand": "7H"}}\n{line}\n"9H"\n', ".jsonl")
    assert [row["deadwood"] for row in rows] == [7, None, 9]
    assert error in rows[1]["error"]


@pytest.mark.parametrize("suffix", [".csv", ".jsonl"])
def test_bytes_that_are_no_text_are_a_row_with_its_reason(tmp_path: Path, suffix: str) -> None:
    rows = answered(tmp_path, b'"7H"\n"8\xffH"\n"9H"\n', suffix)
    assert [row["deadwood"] for row in rows] in (["7", "", "9"], [7, None, 9])
    assert rows[1]["error"] == "not UTF-8 text (byte 3 of the line)"


@pytest.mark.parametrize("suffix", [".csv", ".jsonl"])
def test_a_line_without_end_is_a_row_with_its_reason(tmp_path: Path, suffix: str) -> None:
    rows = answered(tmp_path, '"7H"\n"' + "8H " * (LONGEST_LINE // 2) + '"\n"9H"\n', suffix)
    assert len(rows) == 3
    assert "longer than 1024 KiB" in rows[1]["error"]
    assert len(rows[1]["hand"]) < 2_000


def test_a_stray_quote_does_not_swallow_the_rows_behind_it(tmp_path: Path) -> None:
    lines = [f'{number},"7H 8H 9H"' for number in range(300)]
    lines[100] = '100,"7H 8H'
    rows = answered(tmp_path, "id,hand\n" + "\n".join(lines) + "\n")
    assert [row["id"] for row in rows] == [str(number) for number in range(300)]
    assert [row["id"] for row in rows if row["error"]] == ["100"]


def test_a_quoted_cell_may_go_on_over_lines(tmp_path: Path) -> None:
    rows = answered(tmp_path, 'note,hand\n"one\n\ntwo",7H\nx,8H\n')
    assert [(row["note"], row["deadwood"]) for row in rows] == [("one\n\ntwo", "7"), ("x", "8")]


@pytest.mark.parametrize("suffix", [".csv", ".jsonl"])
def test_blank_lines_at_the_end_are_no_rows(tmp_path: Path, suffix: str) -> None:
    rows = answered(tmp_path, '"7H"\r\n\r\n"9H"\r\n\r\n \r\n\r\n', suffix)
    assert [bool(row["error"]) for row in rows] == [False, True, False]


def test_objects_are_kept_to_the_letter(tmp_path: Path) -> None:
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text('{"hand":["7H","8H"],  "x": 1.10e400, "y": "\\ud800"} \n')
    run_batch(source, target)
    assert target.read_text() == (
        '{"hand":["7H","8H"],  "x": 1.10e400, "y": "\\ud800", "deadwood": 15, "error": null}\n'
    )


def test_a_line_that_is_no_json_is_kept_as_text(tmp_path: Path) -> None:
    rows = answered(tmp_path, '{"hand": 7H}\n', ".jsonl")
    assert rows[0]["hand"] == '{"hand": 7H}'


def test_the_byte_order_mark_is_no_part_of_a_name(tmp_path: Path) -> None:
    assert answered(tmp_path, "\ufeffhand,id\n7H,1\n")[0]["deadwood"] == "7"
    assert answered(tmp_path, '\ufeff"7H"\n', ".jsonl")[0]["deadwood"] == 7


@pytest.mark.parametrize("delimiter", [";", "\t"])
def test_other_delimiters_are_known_by_the_header_and_kept(tmp_path: Path, delimiter: str) -> None:
    source, target = tmp_path / "in.csv", tmp_path / "out.csv"
    source.write_text(f"id{delimiter}hand\n1{delimiter}7H,8H,9H\n")
    run_batch(source, target)
    assert target.read_text().splitlines()[1] == delimiter.join(["1", "7H,8H,9H", "0", ""])


def test_one_column_of_hands_needs_no_header(tmp_path: Path) -> None:
    rows = answered(tmp_path, "7H 8H 9H\nKD\n")
    assert [(row["hand"], row["deadwood"]) for row in rows] == [("7H 8H 9H", "0"), ("KD", "10")]
    rows = answered(tmp_path, "my cards\nKD\n", force=True)
    assert rows == [{"my cards": "KD", "deadwood": "10", "error": ""}]


def test_the_column_of_the_hands_can_be_named(tmp_path: Path) -> None:
    rows = answered(tmp_path, "hand,before\n7H,KD\n", column="before")
    assert rows[0]["deadwood"] == "10"
    rows = answered(tmp_path, '{"before": "KD"}\n', ".jsonl", column="before")
    assert rows[0]["deadwood"] == 10


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", "the file is empty"),
        ("\n\n", "the file is empty"),
        ("id,cards\n1,7H\n", r'no column "hand": its columns are "id", "cards"'),
        ("7H,8H,9H\n", r'no column "hand"'),
        ("hand,deadwood\n", 'the column "deadwood" is added by the batch'),
        ("hand,id,id\n", 'the column "id" is there twice'),
        ("ha\xff,id\n".encode("latin-1"), "not UTF-8 text"),
    ],
)
def test_a_csv_file_without_a_column_of_hands_is_refused(
    tmp_path: Path, text: str | bytes, error: str
) -> None:
    with pytest.raises(RequestError, match=error):
        answered(tmp_path, text)
    assert [path.name for path in tmp_path.iterdir()] == ["in.csv"]


def test_a_file_of_no_rows_is_answered_with_none(tmp_path: Path) -> None:
    assert answered(tmp_path, "hand\n") == []
    assert (tmp_path / "out.csv").read_text() == "hand,deadwood,error\n"
    assert answered(tmp_path, "", ".jsonl") == []


@pytest.mark.parametrize("before", [".csv", ".jsonl", ".parquet"])
def test_rows_go_from_any_form_to_any_other(tmp_path: Path, before: str) -> None:
    source = write_hands(tmp_path / f"in{before}", 40, bad_every=20)
    found = []
    for after in (".csv", ".jsonl", ".parquet"):
        run_batch(source, tmp_path / f"out{after}")
        found.append(_rows(tmp_path / f"out{after}"))
    assert len(found[0]) == 40
    assert found[0] == found[1] == found[2]


def _rows(path: Path) -> list[dict[str, str]]:
    """The rows of a file of any form, all values as text."""
    if path.suffix == ".parquet":
        rows = arrow("pyarrow.parquet").read_table(path).to_pylist()
    elif path.suffix == ".jsonl":
        rows = [json.loads(line) for line in path.read_text().splitlines()]
    else:
        rows = list(csv.DictReader(path.read_text().splitlines()))
    return [
        {name: "" if value is None else str(value) for name, value in row.items()} for row in rows
    ]


def test_in_columns_a_row_with_other_keys_is_at_fault(tmp_path: Path) -> None:
    text = 'no json\n{"id": 1, "hand": ["7H"]}\n{"hand": "8H"}\n{"hand": "9H", "x": 1}\n"TH"\n'
    rows = answered(tmp_path, text, ".jsonl", into=".csv")
    assert [row["deadwood"] for row in rows] == ["", "7", "8", "", "10"]
    assert [row["hand"] for row in rows][:3] == ["no json", '["7H"]', "8H"]
    assert rows[3]["error"] == 'the key "x" is not in the first row'
