"""Languages: which one a request gets, and how to ask for another.

Owns the choice (`?lang=`, then the cookie of an earlier choice, then the browser), the link that
switches, and texts that come in English and Chinese. Must not know any page.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, TypeVar
from urllib.parse import quote, urlencode

import opencc
from flask import Flask, Response, g, request
from flask_babel import Babel, get_locale
from werkzeug.datastructures import LanguageAccept

__all__ = [
    "LANGUAGES",
    "html_language",
    "in_language",
    "in_script",
    "init_app",
    "is_chinese",
    "language_tag",
    "pick",
    "select_language",
    "without_cookies",
    "worded",
]

LANGUAGES: Final = {"zh": "zh-CN", "zh-Hant": "zh-Hant", "en": "en"}
"""Each language as addresses name it, and as HTML does."""
_NAMES: Final = {"zh": "简", "zh-Hant": "繁", "en": "EN"}
_TRADITIONAL: Final = {"hant", "tw", "hk", "mo"}
_COOKIE: Final = "lang"
_YEAR: Final = 365 * 24 * 3600

T = TypeVar("T", str, Sequence[str])


def select_language() -> str:
    """The language of this request."""
    for choice in (request.args.get("lang"), None if _cookieless() else request.cookies.get(_COOKIE)):
        if choice in LANGUAGES:
            return str(choice)
    return _accepted(request.accept_languages)


def _accepted(languages: LanguageAccept) -> str:
    """The first language of the browser's list that there is; a bare ``zh`` is simplified Chinese.

    >>> _accepted(LanguageAccept([("fr", 1), ("zh-HK", 0.9), ("en", 0.5)]))
    'zh-Hant'
    """
    for tag, quality in languages:
        first, *more = str(tag).lower().replace("_", "-").split("-")
        if quality > 0 and first == "zh":
            return "zh-Hant" if _TRADITIONAL & set(more) and "hans" not in more else "zh"
        if quality > 0 and first == "en":
            return "en"
    return "en"


def _locale() -> str:
    return select_language().replace("-", "_")


def language_tag() -> str:
    """The language of this page, as addresses name it."""
    locale = str(get_locale() or "en")
    return "zh-Hant" if locale == "zh_Hant" else "zh" if locale.startswith("zh") else "en"


def html_language() -> str:
    """The language of this page, as HTML names it."""
    return LANGUAGES[language_tag()]


def is_chinese() -> bool:
    """Whether this page is written in Chinese."""
    return str(get_locale()).startswith("zh")


def pick(english: T | None, chinese: T | None) -> T | str:
    """Of a text that comes in English and Chinese that of this page, the other where it is missing.

    On a page in traditional Chinese the characters of the Chinese text are converted.
    """
    if not is_chinese():
        return english or chinese or ""
    if not chinese or language_tag() != "zh-Hant":
        return chinese or english or ""
    return _traditional(chinese) if isinstance(chinese, str) else [_traditional(each) for each in chinese]


def worded(texts: tuple[str, str]) -> str:
    """Of a text in English and Chinese that of this page."""
    return pick(*texts)


def in_script(value: Any) -> Any:
    """A value for the scripts of this page, its Chinese messages in the script of the page."""
    return _in_script(value) if language_tag() == "zh-Hant" else value


def _in_script(value: Any, name: str = "") -> Any:
    if isinstance(value, Mapping):
        return {key: _in_script(each, str(key)) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_in_script(each, name) for each in value]
    return _traditional(value) if isinstance(value, str) and name.endswith("_zh") else value


@lru_cache(maxsize=4096)
def _traditional(text: str) -> str:
    # Characters alone: a term of the game, or a clause, stays the one its sheet uses.
    return str(_converter().convert(text)).replace("臺", "台")


@lru_cache(maxsize=1)
def _converter() -> Any:
    return opencc.OpenCC("s2tw")


def in_language(language: str) -> str:
    """The address of the present page in another language."""
    query = [(key, value) for key, value in request.args.items(multi=True) if key != "lang"]
    return f"{quote(request.path)}?{urlencode([*query, ('lang', language)])}"


def without_cookies() -> None:
    """This request neither reads nor sets a cookie: it is shown within a page of others."""
    g.without_cookies = True


def _cookieless() -> bool:
    return bool(g.get("without_cookies", False))


def _remember(response: Response) -> Response:
    """A choice made once holds for the pages after it."""
    choice = request.args.get("lang")
    if not _cookieless():
        if choice in LANGUAGES and request.cookies.get(_COOKIE) != choice:
            response.set_cookie(_COOKIE, str(choice), max_age=_YEAR, samesite="Lax", httponly=True)
        response.vary.add("Cookie")
    response.vary.add("Accept-Language")
    return response


def init_app(app: Flask) -> None:
    """Give an app its languages."""
    Babel(app, default_locale="en", locale_selector=_locale)
    app.after_request(_remember)
    app.context_processor(_for_templates)


def _for_templates() -> dict[str, Any]:
    return {
        "zh": is_chinese(),
        "language": language_tag(),
        "html_language": html_language(),
        "languages": [(tag, LANGUAGES[tag], _NAMES[tag]) for tag in LANGUAGES],
        "in_language": in_language,
        "pick": pick,
    }
