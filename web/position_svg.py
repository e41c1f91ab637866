"""A position as an SVG drawing: the one renderer of the report, of the print sheet and of pictures.

Owns the geometry: four hands around what lies on the table, in units of the drawing. What is drawn
comes from `report_drawings` or `positions`. No style sheet and no script is needed: a picture opened by
itself looks like one in a page.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final
from unicodedata import east_asian_width

from flask import render_template
from flask_babel import gettext as _
from flask_babel import pgettext
from markupsafe import Markup

from .words import compass, seat_name

__all__ = ["inline_svg", "svg_file"]

Card = tuple[str, str]
"""An SJN text and a mark: ``duty``, ``played``, ``both`` or none."""

_WIDTH: Final = 480
_W: Final = 22
_H: Final = 31
_LEAST: Final = 10.5
"""So much of an overlapped card is to be seen that its rank can be read."""
_SIDE: Final = 156
"""Width of the hands at the sides."""
_TABLE: Final = _WIDTH - 2 * _SIDE
_GAP: Final = 8
_LINE: Final = 16
_SYMBOLS: Final = {"S": "♠", "H": "♥", "C": "♣", "D": "♦"}
_INKS: Final = {"S": "#20242a", "H": "#c22f2b", "C": "#1c7a41", "D": "#1f58b5", "B": "#c22f2b"}
_GREY: Final = "#63676d"
_SEAL: Final = "#b92b27"
_QUIET: Final = "#6d7176"
_MARKS: Final = {
    "duty": Markup(
        '<rect x="{}" y="{}" width="{}" height="33" rx="4" fill="none" stroke="#b07a00" stroke-width="2.6"/>'
    ),
    "played": Markup(
        '<rect x="{}" y="{}" width="{}" height="33" rx="4" fill="none" stroke="#c22f2b" stroke-width="2"'
        ' stroke-dasharray="4 2.5"/>'
    ),
}  # fmt: skip
_MARKS_OF: Final = {"": (), "duty": ("duty",), "played": ("played",), "both": ("duty", "played")}
_FONT: Final = "system-ui, 'Segoe UI', 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif"


@dataclass(slots=True)
class _Block:
    """A piece of the drawing: its elements at their places within it, and how much room it takes."""

    parts: list[Markup] = field(default_factory=list)
    height: float = 0

    def at(self, x: float, y: float, name: str = "") -> Markup:
        """The block moved to its place, as a group of this class."""
        return Markup('<g class="{}" transform="translate({} {})">{}</g>').format(
            name, _n(x), _n(y), Markup("").join(self.parts)
        )


def _n(number: float) -> str:
    """A coordinate in as few characters as it needs.

    >>> _n(3.0), _n(2.26)
    ('3', '2.3')
    """
    return f"{number:.1f}".removesuffix(".0")


def inline_svg(drawing: Mapping[str, Any], players: Mapping[str, str], dealer: str | None) -> Markup:
    """The drawing for a page that has the pips of `_pips.html`."""
    body, height = _body(drawing, players, dealer)
    return _svg(body, _WIDTH, height, ' class="position"', _label(drawing))


def svg_file(
    drawing: Mapping[str, Any],
    players: Mapping[str, str],
    dealer: str | None,
    *,
    title: str,
    lines: Sequence[str] = (),
    language: str = "en",
) -> str:
    """The drawing as a file of its own: on paper, below a title and lines about the moment shown."""
    body, height = _body(drawing, players, dealer)
    heads = [Markup('<title>{}</title>').format(title), Markup(render_template("_pips.html"))]  # fmt: skip
    heads.append(Markup('<rect width="100%" height="100%" fill="#fffdf9"/>'))
    top = 22.0
    for text, size, weight in ((title, 14, 700), *((line, 11, 400) for line in lines)):
        fill = "" if weight > 400 else _QUIET
        heads.append(_text(16, top, _cut(text, 448 / size * 1.9), size=size, weight=weight, fill=fill))
        top += size + 5
    inner = Markup('<g transform="translate(16 {})">{}</g>').format(_n(top), body)
    total = top + height + 14
    svg = _svg(
        Markup("").join([*heads, inner]),
        _WIDTH + 32,
        total,
        Markup(
            ' xmlns="http://www.w3.org/2000/svg" xml:lang="{}" width="{}" height="{}" color="#20242a"'
        ).format(language, (_WIDTH + 32) * 2, _n(total * 2)),
        title,
    )
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{_printable(svg)}\n'


def _printable(text: str) -> str:
    """Without what XML cannot hold: control characters and lone surrogates."""
    kept = (c if c in "\t\n\r" or c >= " " else " " for c in text)
    return "".join(" " if "\ud800" <= c <= "\udfff" or c in "\ufffe\uffff" else c for c in kept)


def _svg(body: Markup, width: float, height: float, attributes: str, label: str) -> Markup:
    return Markup(
        '<svg{} viewBox="0 0 {} {}" role="group" aria-label="{}" font-family="{}"'
        ' fill="currentColor">{}</svg>'
    ).format(Markup(attributes), _n(width), _n(height), label, _FONT, body)


def _label(drawing: Mapping[str, Any]) -> str:
    """What the drawing is, for those who hear it."""
    seat = seat_name(drawing.get("seat"))
    return f"{_('Position')}: {seat}" if seat else _("Position")


# --- the whole --------------------------------------------------------------------------------------


def _body(drawing: Mapping[str, Any], players: Mapping[str, str], dealer: str | None) -> tuple[Markup, float]:
    hands = {
        seat: _hand(seat, hand, _SIDE if seat in "WE" else _WIDTH, players.get(seat, ""), dealer, drawing)
        for seat, hand in drawing["hands"].items()
    }
    table = _table(drawing)
    empty = _Block()
    north, south = hands.get("N", empty), hands.get("S", empty)
    west, east = hands.get("W", empty), hands.get("E", empty)
    middle = max(west.height, east.height, table.height)
    top = north.height + _GAP if north.height else 0
    below = top + middle + (_GAP if middle else 0)

    def centred(block: _Block) -> float:
        return top + (middle - block.height) / 2

    places = (
        (north, 0.0, 0.0, "N"), (west, 0.0, centred(west), "W"),
        (east, _WIDTH - _SIDE, centred(east), "E"), (south, 0.0, below, "S"),
    )  # fmt: skip
    at = drawing.get("seat")
    drawn = [
        block.at(x, y, f"hand at-{seat}{' is-at' if seat == at else ''}")
        for block, x, y, seat in places
        if block.parts
    ]
    if table.parts:
        drawn.insert(2, table.at(_SIDE, centred(table), "trick"))
    return Markup("").join(drawn), below + south.height + 3


# --- hands ------------------------------------------------------------------------------------------


def _hand(
    seat: str,
    hand: Mapping[str, Any],
    width: float,
    player: str,
    dealer: str | None,
    drawing: Mapping[str, Any],
) -> _Block:
    block = _Block(height=_LINE)
    block.parts.append(_name(seat, hand, width, player, dealer, seat == drawing.get("seat")))
    if "hidden" in hand:
        _add_backs(block, min(hand["hidden"], 108), width)
    elif seat in "WE":
        for row in hand["rows"]:
            for part in _chunks(row["cards"], width):
                _add_row(block, part, width)
    else:
        for groups in _fan_rows([row["cards"] for row in hand["rows"]], width):
            _add_fan(block, groups, width)
    block.height += 1
    return block


def _name(
    seat: str, hand: Mapping[str, Any], width: float, player: str, dealer: str | None, acts: bool
) -> Markup:
    """Seat, player, dealer and the number of cards on one line, cut where it is too long."""
    if hand.get("derived"):
        count = _("from the plays")
    else:
        unknown = f" + {hand['unknown']} ?" if hand.get("unknown") else ""
        count = _("%(n)s cards", n=hand["count"]) + unknown
    badge = f" · {pgettext('badge', 'dealer')}" if seat == dealer else ""
    head = seat_name(seat) + badge
    room = width / 11 * 2 - _columns(head) - _columns(count) - 5
    player = _cut(player, room) if player and room >= 3 else ""
    return Markup(
        '<text y="11" font-size="11"{}><tspan font-weight="700"{}>{}</tspan>'
        '<tspan dx="5"{}>{}</tspan><tspan dx="5" font-size="10"{}>{}</tspan></text>'
    ).format(
        Markup(' x="{}" text-anchor="middle"').format(_n(width / 2)) if width == _WIDTH else "",
        _ink(_SEAL) + Markup(' text-decoration="underline"') if acts else "",
        head, _ink(_QUIET), player, _ink(_QUIET), count,
    )  # fmt: skip


def _chunks(cards: Sequence[Card], width: float) -> Iterable[Sequence[Card]]:
    """Cards in rows of about the same length, none so long that ranks would be covered."""
    most = 1 + int((width - _W) // _LEAST)
    rows = -(-len(cards) // most) or 1
    size = -(-len(cards) // rows)
    return [cards[start : start + size] for start in range(0, len(cards), size)] if cards else []


def _fan_rows(groups: list[Sequence[Card]], width: float) -> list[list[Sequence[Card]]]:
    """Groups in one row, or in as many as leave every rank to be seen."""
    if not groups or _step(groups, width) >= _LEAST:
        return [groups] if groups else []
    if len(groups) == 1:
        return [[part] for part in _chunks(groups[0], width)]
    cut = min(range(1, len(groups)), key=lambda at: max(_count(groups[:at]), _count(groups[at:])))
    return [*_fan_rows(groups[:cut], width), *_fan_rows(groups[cut:], width)]


def _count(groups: Sequence[Sequence[Card]]) -> int:
    return sum(map(len, groups))


def _step(groups: Sequence[Sequence[Card]], width: float) -> float:
    """From one card to the next, so that the groups fill the width at most."""
    free = width - 2 - len(groups) * _W - (len(groups) - 1) * 7
    return min(18, free / max(1, _count(groups) - len(groups)))


def _add_fan(block: _Block, groups: Sequence[Sequence[Card]], width: float) -> None:
    step = _step(groups, width)
    rest = _count(groups) - len(groups)
    x = (width - rest * step - len(groups) * (_W + 7) + 7) / 2
    placed = []
    for group in groups:
        placed += [(card, x + number * step) for number, card in enumerate(group)]
        x += (len(group) - 1) * step + _W + 7
    _add_cards(block, placed)


def _add_row(block: _Block, cards: Sequence[Card], width: float) -> None:
    step = min(15, (width - 2 - _W) / max(1, len(cards) - 1))
    _add_cards(block, [(card, 1 + number * step) for number, card in enumerate(cards)])


def _add_cards(block: _Block, placed: Sequence[tuple[Card, float]]) -> None:
    """Cards from left to right, each over the one before; the frames of those that are marked on top."""
    y = block.height + 1
    block.parts += [_card(card, mark, x, y) for (card, mark), x in placed]
    ends = [*(x for _pair, x in placed[1:]), _WIDTH]
    block.parts += [
        _MARKS[each].format(_n(x - 1), _n(_raised(mark, y) - 1), _n(min(_W + 2, end - x + 1)))
        for ((_text_of, mark), x), end in zip(placed, ends, strict=True)
        for each in _MARKS_OF[mark]
    ]
    block.height += _H + 4


def _add_backs(block: _Block, count: int, width: float) -> None:
    step = min(8, (width - 2 - _W) / max(1, count - 1))
    start = (width - (count - 1) * step - _W) / 2 if width == _WIDTH else 1
    block.parts += [_back(start + number * step, block.height + 1) for number in range(count)]
    block.height += _H + 4 if count else 0


# --- the table --------------------------------------------------------------------------------------


def _table(drawing: Mapping[str, Any]) -> _Block:
    """What was played or shown, each card before its seat; below it the kitty and what was buried."""
    block, laid = _Block(), drawing["table"]
    half = _TABLE / 2
    if "N" in laid:
        _add_laid(block, laid["N"], 4, _TABLE - 8)
    sides = [(seat, _laid(laid[seat], half - 8)) for seat in ("W", "E") if seat in laid]
    for seat, side in sides:
        block.parts.append(side.at(4 if seat == "W" else half + 4, block.height))
    block.height += max((side.height for _seat, side in sides), default=0)
    if "S" in laid:
        _add_laid(block, laid["S"], 4, _TABLE - 8)
    for entry in laid.values():
        if entry.get("tried"):
            text = f"{_('threw')} {' '.join(_plain(card) for card in entry['tried'])}"
            block.parts.append(_text(half, block.height + 10, _cut(text, 30), size=10, middle=True))
            block.height += 14
    for name, cards, now in (
        (_("Kitty"), [(card, "") for card in drawing.get("kitty") or ()], False),
        (_("Buried"), drawing.get("buried") or (), True),
    ):
        if cards:
            _add_laid(block, {"name": name, "cards": cards, "now": now}, 4, _TABLE - 8)
    return block


def _add_laid(block: _Block, entry: Mapping[str, Any], x: float, width: float) -> None:
    piece = _laid(entry, width)
    block.parts.append(piece.at(x, block.height))
    block.height += piece.height


def _laid(entry: Mapping[str, Any], width: float) -> _Block:
    block = _Block(height=14)
    name = entry.get("name") or compass(entry["seat"])
    if entry.get("leads"):
        name += f" {pgettext('flag', 'leads')}"
    if entry.get("draw"):
        name += f" @{entry['draw']}"
    now = entry.get("now")
    block.parts.append(
        _text(
            width / 2,
            10,
            name,
            size=10,
            weight=700 if now else 400,
            fill=_SEAL if now else _QUIET,
            middle=True,
        )
    )
    for row in _chunks(entry["cards"], width):
        step = min(_W + 3, (width - 2 - _W) / max(1, len(row) - 1))
        start = (width - (len(row) - 1) * step - _W) / 2
        _add_cards(block, [(card, start + n * step) for n, card in enumerate(row)])
    return block


# --- one card ---------------------------------------------------------------------------------------


def _card(card: str, mark: str, x: float, y: float) -> Markup:
    """A face: rank over suit at the left, where an overlapped card can still be read."""
    name, top, pip, ink = _face(card)
    return Markup(
        '<g class="mini{}" role="img" aria-label="{}" transform="translate({} {})" color="{}">'
        '<rect width="22" height="31" rx="3" fill="#fffefb" stroke="#c9c2b3"/>{}{}</g>'
    ).format(
        "".join(f" is-{each}" for each in _MARKS_OF[mark]),
        name, _n(x), _n(_raised(mark, y)), ink,
        _text(7, 13.5, top, size=13 if len(top) < 2 else 10.5, weight=700, middle=True, fill=""),
        Markup('<use href="#{}" x="2" y="17" width="10" height="10"/>').format(pip) if pip else "",
    )  # fmt: skip


def _raised(mark: str, y: float) -> float:
    """Cards that would have met the duty stand out of the row."""
    return y - 3 if mark in ("duty", "both") else y


def _face(card: str) -> tuple[str, str, str, str]:
    """Name for ears, text at the top, pip and colour of a card."""
    if len(card) == 2:
        rank = card[1].replace("T", "10")
        return _SYMBOLS[card[0]] + rank, rank, f"pip-{card[0]}", _INKS[card[0]]
    if card == "B":
        return _("big joker"), pgettext("on a small card", "B"), "pip-joker", _INKS["B"]
    if card == "L":
        return _("little joker"), pgettext("on a small card", "L"), "pip-joker", _GREY
    return _("unknown card"), "?", "", _GREY


def _plain(card: str) -> str:
    """A card in a line of text."""
    return _face(card)[0]


def _back(x: float, y: float) -> Markup:
    return Markup(
        '<g class="mini is-back" transform="translate({} {})"><rect width="22" height="31" rx="3"'
        ' fill="#fffefb" stroke="#c9c2b3"/><rect x="3" y="3" width="16" height="25" rx="1.5"'
        ' fill="#5d7f9c"/></g>'
    ).format(_n(x), _n(y))


def _text(
    x: float, y: float, text: str, *, size: float, weight: int = 400, fill: str = _QUIET, middle: bool = False
) -> Markup:
    return Markup('<text x="{}" y="{}" font-size="{}"{}>{}</text>').format(
        _n(x), _n(y), _n(size),
        Markup(' font-weight="{}"{}{}').format(
            weight,
            _ink(fill),
            Markup(' text-anchor="middle"') if middle else "",
        ),
        text,
    )  # fmt: skip


def _ink(colour: str) -> Markup:
    """The colour of a text: as an attribute, and as a class that a page in dark colours restyles."""
    if not colour:
        return Markup("")
    return Markup(' class="is-{}" fill="{}"').format("seal" if colour == _SEAL else "quiet", colour)


def _columns(text: str) -> int:
    """How wide a text is, a Chinese character counted as two."""
    return sum(2 if east_asian_width(char) in "WF" else 1 for char in text)


def _cut(text: str, columns: float) -> str:
    """A text cut to so many columns.

    >>> _cut("牌谱大师赛", 6), _cut("League", 6)
    ('牌谱…', 'League')
    """
    if _columns(text) <= columns:
        return text
    kept, room = "", columns - 1
    for char in text:
        room -= _columns(char)
        if room < 0:
            break
        kept += char
    return kept + "…"
