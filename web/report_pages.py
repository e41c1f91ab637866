"""The referee's report as pages: of a whole file, of one hand, and as one file to keep.

Owns these routes. Must not know what a report says: that comes from the `Catalogue`.
"""

from __future__ import annotations

from flask import Blueprint, Response, current_app, render_template, request

from paipu.replay.rules import RuleError

from .catalogue import Catalogue, Reported
from .pages import file_name, or_404
from .report_file import file_html, program_version
from .rulebook import UnknownRules

__all__ = ["blueprint"]

blueprint = Blueprint("reports", __name__, url_prefix="/report")


@blueprint.get("/<upload_id>")
def whole(upload_id: str) -> str:
    return _page(upload_id, None)


@blueprint.get("/<upload_id>/<number:hand>")
def one_hand(upload_id: str, hand: int) -> str:
    return _page(upload_id, hand)


@blueprint.get("/<upload_id>.html", defaults={"hand": None})
@blueprint.get("/<upload_id>/<number:hand>.html")
def one_file(upload_id: str, hand: int | None) -> Response:
    """The file to keep; its styles are inside, so it is saved, not shown as a page of this site."""
    found = _reported(upload_id, hand)
    name = f"{file_name(upload_id)}{f'-{hand}' if hand else ''}-report.html"
    return Response(
        file_html(found.parts, title=found.title),
        mimetype="text/html",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


def _page(upload_id: str, hand: int | None) -> str:
    found = _reported(upload_id, hand)
    return render_template(
        "report.html",
        parts=found.parts,
        title=found.title,
        unread=(),
        version=program_version(),
        upload_id=upload_id,
        hand=hand,
        hands=found.hands,
        shown=found.shown,
        left_out=hand is None and found.shown < found.hands,
        asked=request.args.get("rules"),
    )


def _reported(upload_id: str, hand: int | None) -> Reported:
    catalogue: Catalogue = current_app.extensions["paipu"]
    try:
        return or_404(catalogue.report(upload_id, hand, request.args.get("rules")))
    except RuleError:
        raise UnknownRules from None
