"""The pages load nothing from elsewhere, and say what this is."""

from __future__ import annotations

import re

import pytest
from fastapi.testclient import TestClient


@pytest.mark.parametrize("path", ["/", "/docs"])
def test_a_page_loads_only_what_is_served_here(client: TestClient, path: str) -> None:
    page = client.get(path)
    assert page.headers["content-type"].startswith("text/html")
    loaded = re.findall(r'(?:src|href)="([^"]+)"', page.text)
    assert loaded
    for link in loaded:
        assert not re.match(r"[a-z]+:|//", link)
        found = client.get(f"/{link}")
        assert found.status_code == 200, link
        assert found.content
    assert "default-src 'self'" in page.headers["content-security-policy"]


def test_the_page_links_to_the_documentation_and_has_a_form(client: TestClient) -> None:
    page = client.get("/").text
    assert 'href="docs"' in page
    form = dict(re.findall(r'name="(hand|rules)"[^>]*?value="([^"]*)"', page, re.DOTALL))
    assert client.get("/v1/melds", params=form | {"rules": "german-rummy"}).status_code == 200


def test_scripts_and_styles_have_their_types(client: TestClient) -> None:
    for name, kind in (("page.js", "text/javascript"), ("swagger-ui.css", "text/css")):
        assert client.get(f"/static/{name}").headers["content-type"].startswith(kind)
    assert client.get("/static/__init__.py").status_code == 404


def test_there_is_an_icon_for_pages_that_name_none(client: TestClient) -> None:
    icon = client.get("/favicon.ico")
    assert icon.headers["content-type"] == "image/svg+xml"
    assert icon.content == client.get("/static/icon.svg").content
    assert icon.content.startswith(b"<svg")
