"""A report in one HTML file: styles inside, no script, nothing fetched, so that it opens anywhere.

Owns that form, in the context of a request or without any (`paipu audit --report`). What is in a report
is `report`'s, how it is laid out the templates'.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from importlib.metadata import version
from typing import Any, Final, Literal

from flask import Flask, render_template
from flask_babel import force_locale
from markupsafe import Markup

from .policy import file_policy
from .report import Judged, parts_of
from .templating import FOLDER, dress_templates

__all__ = ["file_html", "program_version", "report_html", "speaking"]

_STYLES: Final = ("base", "cards", "report")


def report_html(
    judged: Iterable[Judged],
    language: Literal["en", "zh"],
    *,
    title: str = "",
    unread: Sequence[tuple[str, str]] = (),
) -> str:
    """The report on audited hands as one HTML file.

    `title` heads what the records do not name themselves; `unread` are files that could not be read,
    each with the reason.
    """
    with speaking(language):
        return file_html(parts_of(judged), title=title, unread=unread)


def file_html(
    parts: Sequence[Mapping[str, Any]], *, title: str, unread: Sequence[tuple[str, str]] = ()
) -> str:
    """The parts of a report as one HTML file, in the language of the present context."""
    style = _style()
    return render_template(
        "report_file.html",
        parts=parts,
        title=title,
        unread=unread,
        version=program_version(),
        style=Markup(style),
        policy=file_policy(style),
    )


@lru_cache(maxsize=1)
def program_version() -> str:
    """The version of paipu, as reports name it."""
    return version("paipu")


@lru_cache(maxsize=1)
def _style() -> str:
    folder = FOLDER / "static" / "css"
    return "\n".join((folder / f"{name}.css").read_text("utf-8") for name in _STYLES)


@contextmanager
def speaking(language: Literal["en", "zh"]) -> Iterator[None]:
    """A place for templates outside of any request, in this language."""
    with _bare_app().app_context(), force_locale(language):
        yield


@lru_cache(maxsize=1)
def _bare_app() -> Flask:
    """An application without pages: templates, translations and filters alone."""
    app = Flask(__name__)
    dress_templates(app)
    return app
