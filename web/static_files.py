"""Styles, programs and drawings at addresses that hold their version, so that a browser keeps them.

Owns these addresses (`/static/4f0c9a1b22/js/main.js`), what may be kept, and for how long. Must not know
any page. Programs import each other by relative paths, and so by the same version.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from flask import Flask, Response, g
from werkzeug.routing import BaseConverter

from .templating import FOLDER

__all__ = ["add_static_files", "static_version"]

_YEAR: Final = 365 * 24 * 3600


class _Version(BaseConverter):
    """What `static_version` may answer, so that no folder is taken for a version."""

    regex = "[0-9a-f]{10}"


def add_static_files(app: Flask) -> None:
    """Serve the folder `static` with and without a version; `url_for("static", ...)` names that of now."""
    app.static_folder = "static"
    app.url_map.converters["version"] = _Version
    app.add_url_rule("/static/<version:version>/<path:filename>", "static", _versioned(app))
    app.add_url_rule("/static/<path:filename>", "latest", app.send_static_file)
    app.add_url_rule("/favicon.ico", "favicon", lambda: app.send_static_file("seal.svg"))
    app.url_defaults(_with_version)


def static_version() -> str:
    """A name for what the files hold now, other than for anything they held before.

    >>> static_version() == static_version()
    True
    """
    files = sorted(path for path in (FOLDER / "static").rglob("*") if path.is_file())
    return _digest(tuple((str(path), path.stat().st_mtime_ns, path.stat().st_size) for path in files))


@lru_cache(maxsize=1)
def _digest(files: tuple[tuple[str, int, int], ...]) -> str:
    """Of their bytes, read again only where a file has another date or size."""
    told = hashlib.sha256()
    for name, _, _ in files:
        data = Path(name).read_bytes()
        told.update(f"{Path(name).name} {len(data)}\n".encode())
        told.update(data)
    return told.hexdigest()[:10]


def _with_version(endpoint: str, values: dict[str, Any]) -> None:
    if endpoint == "static" and "version" not in values:
        if "static_version" not in g:
            g.static_version = static_version()
        values["version"] = g.static_version


def _versioned(app: Flask) -> Any:
    def file(version: str, filename: str) -> Response:
        response = app.send_static_file(filename)
        if version == static_version():
            # It never changes: a browser need not ask again. An older page may ask for an older version
            # and gets what there is, not to be kept.
            response.cache_control.no_cache = None
            response.cache_control.public = True
            response.cache_control.max_age = _YEAR
            response.cache_control.immutable = True
        return response

    return file
