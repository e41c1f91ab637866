"""Text is sent gzipped to who takes it, and the same to who does not."""

from __future__ import annotations

import gzip
from collections.abc import Callable

import pytest
from flask.testing import FlaskClient

GZIP = {"Accept-Encoding": "gzip"}


@pytest.mark.parametrize(
    "path", ["/r/{}/1", "/r/{}/1.json", "/r/{}.sjn", "/static/js/state.js", "/static/css/game.css"]
)
def test_long_text_is_gzipped_for_who_takes_it(
    client: FlaskClient, add: Callable[..., str], path: str
) -> None:
    path = path.format(add())
    with client.get(path) as plain, client.get(path, headers=GZIP) as small:
        assert "Content-Encoding" not in plain.headers
        assert small.headers["Content-Encoding"] == "gzip"
        assert gzip.decompress(small.data) == plain.data
        assert small.content_length == len(small.data) < len(plain.data)
        assert "Accept-Encoding" in small.vary
        assert "Accept-Encoding" in plain.vary


def test_the_original_file_is_sent_as_it_is(client: FlaskClient, add: Callable[..., str]) -> None:
    with client.get(f"/r/{add()}/source", headers=GZIP) as response:
        assert "Content-Encoding" not in response.headers


def test_a_file_the_browser_has_is_not_sent_again(client: FlaskClient) -> None:
    with client.get("/static/js/state.js", headers=GZIP) as first:
        tag = first.headers["ETag"]
    with client.get("/static/js/state.js", headers={**GZIP, "If-None-Match": tag}) as again:
        assert again.status_code == 304
        assert again.data == b""


def test_refusing_gzip_is_heard(client: FlaskClient) -> None:
    with client.get("/rules", headers={"Accept-Encoding": "gzip;q=0"}) as response:
        assert "Content-Encoding" not in response.headers
