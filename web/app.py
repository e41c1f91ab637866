"""The Flask application: factory, headers, error pages.

Owns what all pages share. Must not know any single page, rules or SQL.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from flask import Flask, Response, current_app, render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from werkzeug.exceptions import HTTPException
from werkzeug.routing import IntegerConverter

from paipu.records.library import Library

from . import annotating, embed, pages, report_pages, rulebook, sharing, viewing
from .catalogue import Catalogue
from .compress import compressed
from .policy import policy
from .static_files import add_static_files
from .templating import dress_templates

__all__ = ["create_app"]

_ENVELOPE: Final = 64 * 1024
"""Bytes a form may have around the upload itself."""


class _Number(IntegerConverter):
    """The number of a hand: one address a hand, so no leading zeros and no digits but ASCII."""

    regex = "[1-9][0-9]{0,8}"


def create_app(library: Library | Path | str, *, testing: bool = False) -> Flask:
    """The viewer over a library, given itself or as the path of its file."""
    if not isinstance(library, Library):
        library = Library(library)
    app = Flask(__name__, static_folder=None)
    app.config.update(
        TESTING=testing,
        PROPAGATE_EXCEPTIONS=False,
        MAX_CONTENT_LENGTH=pages.UPLOAD_LIMIT + _ENVELOPE,
        MAX_FORM_MEMORY_SIZE=pages.UPLOAD_LIMIT + _ENVELOPE,
    )
    app.json.ensure_ascii = False  # type: ignore[attr-defined]
    app.extensions["paipu"] = Catalogue(library)
    app.url_map.converters["number"] = _Number
    dress_templates(app)
    app.register_blueprint(pages.blueprint)
    for part in (annotating, sharing, embed, viewing, report_pages):
        app.register_blueprint(part.blueprint)
    app.register_blueprint(rulebook.blueprint)
    add_static_files(app)
    app.after_request(compressed)
    app.after_request(_guard)
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(Exception, _crash)
    return app


def _guard(response: Response) -> Response:
    """Nothing from elsewhere, nothing inline, no guessing of types."""
    response.headers.setdefault("Content-Security-Policy", policy())
    response.headers.setdefault("X-Content-Type-Options", "nosniff")
    response.headers.setdefault("Referrer-Policy", "same-origin")
    return response


def _http_error(error: HTTPException) -> ResponseReturnValue:
    """A page for what went wrong; redirects, which are raised too, stay what they are."""
    if error.code is None or error.code < 400:
        return error.get_response()
    if isinstance(error, rulebook.UnknownRules):
        return _unknown_rules(), error.code
    headers = [each for each in error.get_headers() if each[0] != "Content-Type"]
    return _error_page(error.code), error.code, headers


def _crash(error: Exception) -> ResponseReturnValue:
    """A fault of ours: logged with its trace, told without it."""
    current_app.logger.error("%s %s failed", request.method, request.path, exc_info=error)
    return _error_page(500), 500


def _unknown_rules() -> str:
    return render_template(
        "error.html",
        code=404,
        title=_("No such rule set"),
        text=_(
            "The rule set “%(rules)s”, by which the address asks to judge this hand, is not known.",
            rules=request.args.get("rules", "")[:200],
        ),
    )


def _error_page(code: int) -> str:
    size = f"{pages.UPLOAD_LIMIT // 1024 // 1024} MiB"
    told: dict[int, tuple[str, str]] = {
        403: (
            _("Not from here"),
            _("This form was sent from another site. Open the page here and send it again."),
        ),
        404: (
            _("No such page"),
            _("There is no game, file or rule set at this address. It may have been mistyped or cut short."),
        ),
        405: (_("Not this way"), _("This address cannot be used like that.")),
        409: (
            _("Not as it was"),
            _("This hand was read anew meanwhile, and what it records has changed."),
        ),
        413: (
            _("Too large"),
            _(
                "One upload may hold %(size)s at most. Split the file, one match each, and send the parts.",
                size=size,
            ),
        ),
        500: (
            _("Something broke here"),
            _("The fault is on our side and is in the log. What you had uploaded before is safe."),
        ),
        503: (_("Not just now"), _("Others are saving this hand just now. Please try again.")),
    }
    title, text = told.get(code, (_("That did not work"), _("The request could not be answered.")))
    return render_template("error.html", code=code, title=title, text=text)
