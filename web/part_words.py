"""Parts of a hand in words, as texts about a hand tell them: incidents, variations, tricks, supposed hands.

Owns that HTML, in the language of the request: seats by their names, cards with their symbols, comments in
quotes. Must not know where a part stands, nor what became of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from flask_babel import gettext as _
from flask_babel import pgettext
from markupsafe import Markup

from paipu.grammar.cards import Cards, card_text, parse_cards
from paipu.grammar.model import Comment, Dealt, Incident, Play, Trick, Variation

from .events import event_of
from .present import cards_html, dress, glyph_html
from .words import compass, seat_name

__all__ = ["Part", "part_html", "text_html"]

Part = Incident | Variation | Trick | Dealt

_COMMAND: Final = re.compile(r"(\[%[^\]\n]*\])")
_POINTING: Final = re.compile(r"\[%(mark|seat)[ \t]+([^\]\n]*)\]")


def text_html(text: str) -> Markup:
    """A text with its commands in small, since few look for them; what points something out in words."""
    return Markup("").join(
        Markup('<small class="command">{}</small>').format(_pointed_out(part)) if n % 2 else dress(part)
        for n, part in enumerate(_COMMAND.split(text))
    )


def _pointed_out(command: str) -> Markup | str:
    """What a command points out; another command as it is written."""
    pointing = _POINTING.fullmatch(command)
    if pointing is None:
        return command
    if pointing[1] == "seat":
        what: Markup | str = pgettext("between seats", ", ").join(
            seat_name(name) or name for name in pointing[2].split()
        )
    else:
        try:
            what = _cards(parse_cards(pointing[2]))
        except ValueError:
            return command
    return Markup(_("points out %(what)s")) % {"what": what}


def part_html(part: Part) -> Markup:
    """A part with all that is noted on it."""
    match part:
        case Incident():
            return _incident(part)
        case Variation():
            return _variation(part)
        case Trick():
            return Markup(" ").join(_trick(part))
        case Dealt():
            return _dealt(part)


def _incident(incident: Incident) -> Markup:
    """An incident as the page of the hand tells it."""
    step = {
        "kind": "incident",
        "incident": incident.kind,
        "party": incident.party,
        "fields": dict(incident.fields),
    }
    event = event_of(step)
    assert event is not None
    colon = pgettext("after a label", ": ")
    told = [dress(event.said)]
    if event.details:
        details = Markup(" · ").join(
            Markup("{}{}<b>{}</b>").format(name, colon, dress(value)) for name, value in event.details
        )
        told.append(Markup('<small class="event-details">{}</small>').format(details))
    told += _quoted((*incident.before, *incident.after))
    return Markup(" ").join((*told, *map(glyph_html, incident.glyphs)))


def _variation(variation: Variation) -> Markup:
    told = [*_quoted(variation.before)]
    if variation.deal:
        hands = Markup(" / ").join(map(_dealt, variation.deal))
        told.append(Markup("{} {}:").format(_("supposing"), hands))
    for trick in variation.tricks:
        told += _trick(trick)
    return Markup("( {} )").format(Markup(" ").join(told))


def _dealt(hand: Dealt) -> Markup:
    cards = _seat_cards(hand.seat, _cards(hand.cards))
    return Markup(" ").join((*_quoted(hand.before), cards, *_quoted(hand.after)))


def _trick(trick: Trick) -> Iterator[Markup]:
    """The plays of a trick behind its number, each with the variations and incidents that follow it."""
    yield Markup("<b>{}.</b>").format(trick.number)
    for play in trick.plays:
        yield from _quoted(play.before)
        yield _play(play)
        yield from _quoted(play.after)
        yield from map(_variation, play.variations)
        for incident in play.incidents:
            yield Markup("<em>{}</em>").format(_incident(incident))


def _play(play: Play) -> Markup:
    cards = _cards(play.cards)
    if play.tried:
        cards = Markup('<span class="tried-text" title="{}">{}</span> → {}').format(
            _("threw"), _cards(play.tried), cards
        )
    return _seat_cards(play.seat, cards + Markup("").join(map(glyph_html, play.glyphs)))


def _seat_cards(seat: str, cards: Markup) -> Markup:
    """A seat with its cards, the first of which stays on its line."""
    return Markup('<span class="compass">{}</span>\u00a0{}').format(compass(seat), cards)


def _cards(cards: Cards) -> Markup:
    return cards_html([card_text(card) for card in cards])


def _quoted(comments: Iterable[Comment]) -> Iterator[Markup]:
    for comment in comments:
        yield Markup("“{}”").format(text_html(comment.text))
