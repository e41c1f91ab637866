"""Answers made smaller on their way: text is sent gzipped to who takes it.

Owns the choice of what is worth it. Must not know any page.
"""

from __future__ import annotations

import gzip
from functools import lru_cache
from typing import Final

from flask import Response, request

__all__ = ["compressed"]

_LEAST: Final = 1000
"""Bytes below which it is not worth it."""
_TEXT: Final = ("text/", "application/json", "application/javascript", "image/svg+xml")
_FILES: Final = ("static", "latest")
"""Endpoints of files that are the same for every request: made smaller once."""


def compressed(response: Response) -> Response:
    """The answer, gzipped where it is a long text and the browser takes that."""
    if not (response.mimetype or "").startswith(_TEXT):
        return response
    response.vary.add("Accept-Encoding")
    whole = response.status_code == 200 and "Content-Encoding" not in response.headers
    if not whole or request.method != "GET" or not request.accept_encodings["gzip"]:
        return response
    # A file is sent as a stream that knows its length alone.
    response.direct_passthrough = False
    data = response.get_data()
    if len(data) < _LEAST:
        return response
    response.set_data(_gzipped(data) if request.endpoint in _FILES else gzip.compress(data, 6, mtime=0))
    response.headers["Content-Encoding"] = "gzip"
    tag, _ = response.get_etag()
    if tag:
        response.set_etag(tag, weak=True)  # of the text, not of these bytes
    return response


@lru_cache(maxsize=64)
def _gzipped(data: bytes) -> bytes:
    return gzip.compress(data, 9, mtime=0)
