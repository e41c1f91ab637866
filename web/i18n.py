"""Languages: which one a request gets, and how to ask for the other.

Owns the choice (`?lang=`, then the cookie of an earlier choice, then the browser) and the link
that switches. Must not know any page.
"""

from __future__ import annotations

from typing import Final
from urllib.parse import quote, urlencode

from flask import Flask, Response, request
from flask_babel import Babel, get_locale

__all__ = ["LANGUAGES", "in_language", "init_app", "is_chinese", "pick", "select_language", "worded"]

LANGUAGES: Final = ("zh", "en")
_COOKIE: Final = "lang"
_YEAR: Final = 365 * 24 * 3600


def select_language() -> str:
    """The language of this request."""
    for choice in (request.args.get("lang"), request.cookies.get(_COOKIE)):
        if choice in LANGUAGES:
            return choice
    return request.accept_languages.best_match(LANGUAGES, default="en") or "en"


def is_chinese() -> bool:
    """Whether this page is written in Chinese."""
    return str(get_locale()).startswith("zh")


def pick(english: str | None, chinese: str | None) -> str:
    """Of a text that comes in both languages, the one of this page, the other where it is missing."""
    first, second = (chinese, english) if is_chinese() else (english, chinese)
    return first or second or ""


def worded(texts: tuple[str, str]) -> str:
    """Of a text in English and Chinese that of this page."""
    return pick(*texts)


def in_language(language: str) -> str:
    """The address of the present page in another language."""
    query = [(key, value) for key, value in request.args.items(multi=True) if key != "lang"]
    return f"{quote(request.path)}?{urlencode([*query, ('lang', language)])}"


def _remember(response: Response) -> Response:
    """A choice made once holds for the pages after it."""
    choice = request.args.get("lang")
    if choice in LANGUAGES and request.cookies.get(_COOKIE) != choice:
        response.set_cookie(_COOKIE, choice, max_age=_YEAR, samesite="Lax", httponly=True)
    response.vary.update(("Accept-Language", "Cookie"))
    return response


def init_app(app: Flask) -> None:
    """Give an app its languages."""
    Babel(app, default_locale="en", locale_selector=select_language)
    app.after_request(_remember)
    app.context_processor(lambda: {"zh": is_chinese(), "in_language": in_language, "pick": pick})
