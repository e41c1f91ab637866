"""Static files are kept by browsers for as long as they are what they were."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from paipu.web import static_files
from paipu.web.static_files import static_version


def stamped(client: FlaskClient, path: str) -> set[str]:
    """The versions in the addresses of a page."""
    return set(re.findall(r'"/static/([0-9a-f]{10})/', client.get(path).text))


@pytest.mark.parametrize(
    "path", ["/", "/r/{}/1", "/embed/r/{}/1", "/r/{}/1/print", "/report/{}", "/rules", "/view"]
)
def test_a_page_names_files_by_their_version(client: FlaskClient, add: Callable[..., str], path: str) -> None:
    page = client.get(path.format(add())).text
    assert re.findall(r'"/static/(?![0-9a-f]{10}/)[^"]*"', page) == []
    assert stamped(client, path.format(add())) == {static_version()}


def test_what_has_a_version_is_kept_for_a_year(client: FlaskClient) -> None:
    with client.get(f"/static/{static_version()}/js/main.js") as response:
        kept = response.cache_control
        assert (kept.max_age, kept.immutable, kept.public, kept.no_cache) == (31536000, True, True, None)


@pytest.mark.parametrize("path", ["/static/js/main.js", "/static/0123456789/js/main.js", "/favicon.ico"])
def test_what_has_none_or_another_is_asked_for_again(client: FlaskClient, path: str) -> None:
    with client.get(path) as response:
        assert response.status_code == 200
        assert response.cache_control.no_cache
        assert response.cache_control.max_age is None


@pytest.mark.parametrize(
    "path", ["/static/../app.py", "/static/{}/../app.py", "/static/{}/", "/static/{}/js/none.js"]
)
def test_nothing_else_is_served(client: FlaskClient, path: str) -> None:
    assert client.get(path.format(static_version())).status_code in (301, 308, 404)


def test_a_change_is_another_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also one that leaves date and size of every other file as they were."""
    monkeypatch.setattr(static_files, "FOLDER", tmp_path)
    (tmp_path / "static" / "css").mkdir(parents=True)
    style = tmp_path / "static" / "css" / "a.css"
    style.write_text("p { top: 1px }")
    os.utime(style, (1, 1))
    first = static_version()
    style.write_text("p { top: 2px }")
    os.utime(style, (2, 2))
    assert static_version() != first
    style.write_text("p { top: 1px }")
    os.utime(style, (3, 3))
    assert static_version() == first
