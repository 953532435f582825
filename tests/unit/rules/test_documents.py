"""Documents are read strictly, and every fault of one is told with its place."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meldwise.errors import HandError, InputError, RequestError
from meldwise.rules.documents import JsonError, parse_json, read_text

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)

FAULTS: list[tuple[str, str, int | None, str | None]] = [
    ('{"a": 1, "a": 1}', "given-twice", 1, "a"),
    ('{"a": 1,\n\n"b": {"c": 1, "c": 2}}', "given-twice", 3, "b.c"),
    ('[1, {"a": []}, [{"x": 1,\n "x": 2}]]', "given-twice", 2, "2.0.x"),
    ('{"a": {"b": 1}, "a": {"b": 1}}', "given-twice", 1, "a"),
    ('{"a\\"": 1, "b": "a\\"", "a\\u0022": 1}', "given-twice", 1, 'a"'),
    ('{"": 0, "": 0}', "given-twice", 1, ""),
    ('["NaN", "Infinity",\nNaN]', "not-json", 2, None),
    ("[-Infinity]", "not-json", 1, None),
    ("[1,]", "not-json", 1, None),
    ("", "not-json", 1, None),
    ("[" * 100_000, "too-deep", None, None),
    ('{"a":' * 100_000, "too-deep", None, None),
    ("9" * 5000, "bad-value", None, None),
    ("-" + "9" * 5000, "bad-value", None, None),
]


@pytest.mark.parametrize(("text", "code", "line", "field"), FAULTS, ids=range(len(FAULTS)))
def test_a_fault_of_a_json_text_is_told_with_its_place(
    text: str, code: str, line: int | None, field: str | None
) -> None:
    with pytest.raises(JsonError) as caught:
        parse_json(text)
    assert (caught.value.code, caught.value.line, caught.value.field) == (code, line, field)


@given(VALUES)
def test_what_is_written_once_is_read_as_the_standard_library_reads_it(value: Any) -> None:
    assert parse_json(json.dumps(value)) == value


@given(st.dictionaries(st.text(), VALUES, min_size=1), st.data())
def test_a_name_that_is_given_twice_is_found_wherever_it_stands(
    value: dict[str, Any], data: st.DataObject
) -> None:
    name = data.draw(st.sampled_from(sorted(value)))
    text = json.dumps([0, value])[:-2] + f", {json.dumps(name)}: null}}]"
    with pytest.raises(JsonError) as caught:
        parse_json(text)
    assert caught.value.code == "given-twice"
    assert caught.value.field == f"1.{name}"[:80]


@pytest.mark.parametrize("kind", [RequestError, HandError])
def test_a_file_that_cannot_be_read_is_an_error_of_the_wanted_kind(
    tmp_path: Path, kind: type[InputError]
) -> None:
    large, binary = tmp_path / "large", tmp_path / "binary"
    large.write_bytes(b"x" * 2049)
    binary.write_bytes(b"\n\n\xff")
    for path, code, words in (
        (tmp_path / "none", "unreadable-file", "none: cannot be read"),
        (tmp_path, "unreadable-file", "cannot be read"),
        (Path("a\0b"), "unreadable-file", "cannot be read"),
        (large, "file-too-large", "2 KiB at most"),
        (binary, "not-text", "line 3: not UTF-8 text .byte 3."),
    ):
        with pytest.raises(kind, match=words) as caught:
            read_text(str(path), 2048, kind)
        assert caught.value.code == code
        assert caught.value.where["file"] == str(path)


def test_a_file_of_the_largest_size_is_read(tmp_path: Path) -> None:
    file = tmp_path / "large"
    file.write_bytes(b"x" * 2048)
    assert read_text(str(file), 2048) == "x" * 2048


def test_standard_input_is_read_and_may_be_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xef\xbb\xbf7H")))
    assert read_text("-", 100) == "7H"
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(RequestError, match="standard input: cannot be read: it is closed"):
        read_text("-", 100)
