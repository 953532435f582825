import pytest

from meldwise.display.table import table

HEADER = ("rules", "melds")
ROWS = [("gin-rummy (gin)", "sets 3-4 distinct, runs 3+ (ace low)"), ("tonk", "none")]


def test_without_a_width_every_row_is_one_line() -> None:
    assert table(HEADER, ROWS).split("\n") == [
        "rules            melds",
        "---------------  ------------------------------------",
        "gin-rummy (gin)  sets 3-4 distinct, runs 3+ (ace low)",
        "tonk             none",
    ]


def test_a_narrow_table_folds_its_cells_and_sets_its_rows_apart() -> None:
    assert table(HEADER, ROWS, 30).split("\n") == [
        "rules           melds",
        "--------------  --------------",
        "gin-rummy       sets 3-4",
        "(gin)           distinct, runs",
        "                3+ (ace low)",
        "",
        "tonk            none",
    ]


@pytest.mark.parametrize("width", range(1, 60))
def test_words_stay_whole_at_any_width(width: int) -> None:
    lines = table(HEADER, ROWS, width).split("\n")
    words = {word for line in lines for word in line.split()}
    assert {"gin-rummy", "(gin)", "distinct,", "3-4", "low)"} <= words
    assert max(map(len, lines)) <= max(width, len("gin-rummy") + 2 + len("distinct,"))


def test_a_table_without_rows_has_a_header() -> None:
    assert table(("a", "b"), [], 5) == "a  b\n-  -"
