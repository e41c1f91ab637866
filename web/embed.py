"""A hand within a page of others: the frame, and oEmbed, which tells others of it.

Owns these routes. A frame sets no cookie and reads none, and only its address may be framed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import parse_qsl, urlsplit
from xml.etree import ElementTree as ET

from flask import Blueprint, Response, abort, current_app, jsonify, render_template, request, url_for
from flask_babel import gettext as _
from markupsafe import Markup
from werkzeug.exceptions import HTTPException

from .i18n import in_script, without_cookies
from .policy import policy
from .present import events_of
from .sharing import catalogue, timeline_of, view_asked
from .words import name_seats, page_words

__all__ = ["FRAME", "blueprint", "frame_html"]

FRAME: Final = (800, 600)
"""Width and height of a frame, in CSS pixels, where nothing else is asked for."""
_NARROW: Final = (390, 720)
_NARROW_UP_TO: Final = 560
_FRAGMENT: Final = re.compile(r"[0-9a-z./]{0,40}")
_QUERY: Final = ("seat", "original", "home", "rules", "lang")
"""What of the address of a hand says how it is shown."""

blueprint = Blueprint("embed", __name__)


@blueprint.get("/embed/r/<upload_id>/<number:hand>")
def frame(upload_id: str, hand: int) -> Response:
    without_cookies()
    view = view_asked()
    timeline, _count = timeline_of(upload_id, hand, view)
    name_seats(timeline["names"])
    page = render_template(
        "embed.html",
        timeline=in_script({**timeline, "source": "", "known": {}}),
        heading=timeline["tags"].get("Event") or catalogue().name(upload_id) or _("Untitled game"),
        events=events_of(timeline),
        words=page_words(),
        view=view,
        home=url_for("records.hand", upload_id=upload_id, hand=hand, **_shown(request.args)),
    )
    return Response(page, headers={"Content-Security-Policy": policy(in_frames=True)})


@blueprint.get("/oembed")
def oembed() -> Response:
    """What oEmbed 1.0 asks: the frame for the address of a hand, as JSON or XML."""
    form = request.args.get("format", "json")
    if form not in ("json", "xml"):
        abort(501)
    answer = _answer(request.args.get("url", ""))
    if form == "json":
        return jsonify(answer)
    root = ET.Element("oembed")
    for name, value in answer.items():
        ET.SubElement(root, name).text = _printable(str(value))
    return Response(ET.tostring(root, "unicode", xml_declaration=True), mimetype="text/xml")


def _answer(address: str) -> dict[str, Any]:
    parts = _hand_address(address)
    upload_id, hand = parts["upload_id"], parts["hand"]
    timeline, _count = timeline_of(upload_id, hand, "all")
    title = timeline["tags"].get("Event") or catalogue().name(upload_id) or _("Untitled game")
    title += " · " + _("Hand %(n)s", n=timeline["tags"].get("Hand") or hand)
    width, height = _size()
    source = url_for("embed.frame", upload_id=upload_id, hand=hand, _external=True, **parts["query"])
    return {
        "version": "1.0",
        "type": "rich",
        "provider_name": "paipu",
        "provider_url": url_for("records.index", _external=True),
        "title": title,
        "width": width,
        "height": height,
        "html": frame_html(f"{source}{parts['fragment']}", title, width, height),
    }


def frame_html(source: str, title: str, width: int, height: int) -> str:
    """The element that shows a frame, to be pasted into a page."""
    return str(
        Markup(
            '<iframe src="{}" title="{}" width="{}" height="{}" loading="lazy"'
            ' style="border:0;max-width:100%"></iframe>'
        ).format(source, title, width, height)
    )


def _hand_address(address: str) -> dict[str, Any]:
    """Upload, hand, view and play that an address of this site names; 404 for any other."""
    try:
        split = urlsplit(address)
        if split.scheme not in ("http", "https") or split.netloc != request.host:
            abort(404)
        urls = current_app.url_map.bind(request.host, url_scheme=split.scheme)
        endpoint, values = urls.match(split.path, query_args=split.query)
    except (HTTPException, ValueError):
        abort(404)
    if endpoint not in ("records.hand", "embed.frame"):
        abort(404)
    fragment = split.fragment if _FRAGMENT.fullmatch(split.fragment) else ""
    return {
        "upload_id": values["upload_id"],
        "hand": values["hand"],
        "query": _shown(dict(parse_qsl(split.query))),
        "fragment": f"#{fragment}" if fragment else "",
    }


def _shown(query: Mapping[str, str]) -> dict[str, Any]:
    return {name: query[name] for name in _QUERY if query.get(name)}


def _size() -> tuple[int, int]:
    """A frame within the limits that were asked for: wide if there is room, else as on a phone."""
    most_wide = request.args.get("maxwidth", FRAME[0], type=int)
    most_high = request.args.get("maxheight", 10_000, type=int)
    width, height = FRAME if most_wide > _NARROW_UP_TO else _NARROW
    return max(1, min(width, most_wide)), max(1, min(height, most_high))


def _printable(text: str) -> str:
    """Without what XML cannot hold."""
    return "".join(c for c in text if c >= " " and not "\ud800" <= c <= "\udfff" and c not in "\ufffe\uffff")
