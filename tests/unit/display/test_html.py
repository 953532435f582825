from dataclasses import replace
from html.parser import HTMLParser

import pytest

import meldwise as mw
from meldwise.display import Look, answer_html

SAMPLE = "QS QD JK 7H 8H 9H 2C"


class Page(HTMLParser):
    """Reads HTML, insists that every tag is closed, and collects cells, captions and styles."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self._open: list[str] = []
        self.tags: list[str] = []
        self.texts: dict[str, list[str]] = {}
        self.styles: dict[str, str] = {}
        self._style = ""
        self.feed(text)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._open.append(tag)
        self.tags.append(tag)
        self._style = dict(attrs).get("style") or ""
        self.texts.setdefault(tag, []).append("")

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        for tag in set(self._open):
            self.texts[tag][-1] += data
        if self._open[-1] == "span":
            self.styles[data] = self._style


def colour_of(page: Page, card: str) -> str:
    return page.styles[card].split(";color:")[1].split(";")[0]


def test_the_best_melds_are_a_table_with_a_caption() -> None:
    page = Page(mw.best_melds(SAMPLE, "german-rummy")._repr_html_())
    assert page.texts["caption"] == ["german-rummy: Deadwood 2: 54 points in 2 melds."]
    rows = [" ".join(text.split()) for text in page.texts["tr"]]
    assert rows == ["kindcardspoints", "setQ♠ Q♦ JK→Q 30", "run7♥ 8♥ 9♥ 24", "deadwood2♣ 2"]


def test_every_alternative_is_a_table_of_its_own_with_its_differences_marked() -> None:
    page = Page(mw.best_melds("7S 8S 9S 9H 9D", "gin-rummy", limit=2)._repr_html_())
    assert page.texts["caption"][1] == "2. Deadwood 18: 24 points in 1 meld."
    assert page.texts["th"][-2:] == ["* run", "* deadwood"]


def test_the_four_suits_have_four_colours_and_a_wild_is_marked() -> None:
    page = Page(mw.best_melds("7S 7H 7D 7C QS QD JK", "german-rummy")._repr_html_())
    colours = {colour_of(page, card) for card in ("7♠", "7♥", "7♦", "7♣", "JK→Q")}
    assert len(colours) == 5
    assert "dashed" in page.styles["JK→Q"]
    assert "bold" in page.styles["JK→Q"]


def test_the_html_stands_alone() -> None:
    html = mw.best_melds(SAMPLE, "german-rummy", limit=3)._repr_html_()
    assert not {"script", "link", "style", "img", "iframe"} & set(Page(html).tags)
    assert "http" not in html
    assert "class=" not in html


def test_text_from_a_rules_file_is_escaped() -> None:
    best = replace(mw.best_melds(SAMPLE, "german-rummy"), rules="<script>alert(1)</script>&\"'")
    html = best._repr_html_()
    assert "<script" not in html
    assert Page(html).texts["caption"][0].startswith("<script>alert(1)</script>&\"'")


def test_more_arrangements_than_are_listed_are_mentioned() -> None:
    best = replace(mw.best_melds(SAMPLE, "german-rummy"), truncated=True)
    assert Page(best._repr_html_()).texts["p"] == [
        "There are more arrangements than are listed here."
    ]


@pytest.mark.parametrize("hand", ["", "7H 2S KC", "7H 8H 9H"])
def test_small_answers_are_well_formed_too(hand: str) -> None:
    assert len(Page(mw.best_melds(hand, "gin-rummy")._repr_html_()).texts["caption"]) == 1


def test_a_verdict_shows_its_readings() -> None:
    page = Page(mw.check("QS KS JK", "german-rummy")._repr_html_())
    assert page.texts["caption"] == ["Legal in 2 ways, the dearest first."]
    assert [" ".join(text.split()) for text in page.texts["tr"][1:]] == [
        "runQ♠ K♠ JK→A♠ 31",
        "runJK→J♠ Q♠ K♠ 30",
    ]


def test_a_verdict_shows_why_the_cards_are_no_meld() -> None:
    page = Page(mw.check("QC KC AC", "gin-rummy")._repr_html_())
    assert page.texts["caption"] == ["Not a meld: the ace is low: no run goes on after the king."]
    assert "tr" not in page.tags


def test_tiles_are_tiles_in_html_too() -> None:
    rules = mw.rules("gin-rummy", {"deck.notation": "tiles"})
    page = Page(answer_html(mw.best_melds("r7 r8 r9", rules), Look(tiles=True)))
    assert set(page.styles) == {"r7", "r8", "r9"}
