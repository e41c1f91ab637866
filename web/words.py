"""The words the page's scripts use, in the language of the request.

Owns the dictionary that is put into the game page, so that templates and scripts share one
catalogue. Must not know how a page looks.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import g
from flask_babel import gettext as _
from flask_babel import pgettext

from paipu.grammar.vocabulary import GLYPHS

from .i18n import pick

__all__ = [
    "action_words",
    "compass",
    "name_seats",
    "page_words",
    "phase_name",
    "place_name",
    "seat_name",
    "severity_name",
    "sheet_name",
    "side_name",
    "status_name",
]


def seat_name(seat: str | None) -> str:
    """The name of a seat as the hand on the page calls it, empty without one."""
    return _seats().get(_called(seat or ""), "")


def name_seats(names: Mapping[str, str]) -> None:
    """Call seats and sides so for the rest of the request."""
    g.seat_names = names


def _called(party: str) -> str:
    """What the hand on the page calls a seat or a side."""
    names: Mapping[str, str] = g.get("seat_names") or {}
    return names.get(party, party)


def _seats() -> dict[str, str]:
    return {
        "E": _("East"),
        "S": _("South"),
        "W": _("West"),
        "N": _("North"),
        "SE": _("Southeast"),
        "SW": _("Southwest"),
        "NW": _("Northwest"),
        "NE": _("Northeast"),
    }


def compass(seat: str) -> str:
    """The seat in one character or so, for buttons."""
    short: dict[str, str] = {
        "E": pgettext("one letter", "E"),
        "S": pgettext("one letter", "S"),
        "W": pgettext("one letter", "W"),
        "N": pgettext("one letter", "N"),
        "SE": pgettext("two letters", "SE"),
        "SW": pgettext("two letters", "SW"),
        "NW": pgettext("two letters", "NW"),
        "NE": pgettext("two letters", "NE"),
    }
    return short.get(_called(seat), seat)


def side_name(side: str) -> str:
    """The name of a partnership."""
    names: dict[str, str] = {
        "NS": _("North-South"),
        "EW": _("East-West"),
        "NESW": _("Northeast-Southwest"),
        "SENW": _("Southeast-Northwest"),
    }
    return names.get(_called(side), side)


def place_name(item: Mapping[str, Any]) -> str:
    """Where in the hand a step or a finding is: trick, play and seat as far as they are known."""
    names: dict[str, str] = {
        "deal": _("The deal"),
        "result": _("Result"),
        "bid": _("Bid"),
        "bury": _("Burying"),
        "call": _("Call"),
        "incident": _("Incident"),
    }
    if item.get("kind") == "draw":
        drawing: str = _("Drawing · {draw} cards")
        return drawing.format(draw=item["at"][1:])
    head = (
        _("Trick %(trick)s", trick=item["trick"])
        if item.get("trick")
        else names.get(item.get("kind", ""), "")
    )
    return " · ".join(filter(None, (head, seat_name(item.get("seat")))))


def sheet_name(spec: str | None) -> str:
    """A rule spec in short: its sheet, and how many values the header sets otherwise.

    >>> sheet_name("standard; throw_allowed=no; hand_size=25")
    'standard +2'
    """
    sheet, *overrides = (part.strip() for part in (spec or "").split(";"))
    return f"{sheet} +{len(overrides)}" if overrides else sheet


def severity_name(severity: str, phase: str = "") -> str:
    """What a finding of this severity is called; in the text nobody has offended."""
    names: dict[str, str] = {
        "error": _("Error") if phase == "text" else _("Offence"),
        "warning": _("Warning"),
        "note": _("Note"),
    }
    return names.get(severity, severity)


def phase_name(phase: str) -> str:
    """The part of the hand a finding is about."""
    names: dict[str, str] = {
        "text": _("Text"),
        "deal": _("Deal"),
        "bids": _("Bids"),
        "kitty": _("Kitty"),
        "tricks": _("Tricks"),
        "score": _("Score"),
        "match": _("Match"),
        "incident": _("Incident"),
    }
    return names.get(phase, phase)


def status_name(status: str | None) -> str:
    """How firmly a value of a rule set stands, empty without a status."""
    names: dict[str, str] = {
        "stated": _("stated"),
        "restored": _("restored"),
        "basic": _("basic rule"),
        "ambiguous": _("ambiguous"),
        "inferred": _("inferred"),
        "filled": _("filled"),
    }
    return names.get(status or "", status or "")


def action_words() -> list[tuple[tuple[str, ...], str]]:
    """What each key of the game page does, in the order of the help; keys as `keys.js` has them."""
    return [
        (("→", "j"), _("next play")),
        (("←", "k"), _("previous play")),
        (("]", "["), _("next, previous trick")),
        (("Home", "End"), _("start, end of the hand; again: the neighbouring hand")),
        ((".", ","), _("next, previous finding or mistake")),
        (("}", "{"), _("next, previous comment")),
        ((">", "<"), _("next, previous glyph")),
        (("↓", "↑"), _("next, previous decision of the viewed seat; in a variation, the next one")),
        (("Shift+→", "Shift+←"), _("enter, leave a variation")),
        (("n", "p"), _("next, previous hand")),
        ((_("Space"),), _("play on by itself, pause")),
        (("+", "-"), _("faster, slower")),
        (("g",), _("go to a trick or play")),
        (("f",), _("rotate the table")),
        (("v",), _("next viewpoint")),
        (("h",), _("hide or show the other hands")),
        (("o",), _("show the original hands, played cards greyed")),
        (("s",), _("no spoilers: show nothing of what comes later")),
        (("a",), _("marks on cards on and off")),
        (("C", "e"), _("comments, findings")),
        (("l",), _("copy the link to this play")),
        (("d",), _("annotate: a comment on this play")),
        (tuple("123456789"), _("while annotating: a glyph")),
        (("?", "Esc"), _("this help; close it")),
    ]


def page_words() -> dict[str, str]:
    """The dictionary of the game page's scripts; `{name}` stands for a value."""
    glyphs = {f"glyph.{glyph}": pick(*meaning) for glyph, meaning in GLYPHS.items()}
    return {**_card_words(), **_table_words(), **_explaining_words(), **_spoken_words(), **glyphs}


def _card_words() -> dict[str, str]:
    numbers = {str(n): str(n) for n in range(2, 10)}
    ranks = numbers | {"T": "10", "J": _("jack"), "Q": _("queen"), "K": _("king"), "A": _("ace"), "?": "?"}
    plural = {n: _("%(n)ss", n=n) for n in numbers} | {
        "T": _("10s"),
        "J": _("jacks"),
        "Q": _("queens"),
        "K": _("kings"),
        "A": _("aces"),
        "?": "?",
    }
    return {
        **{f"seat.{seat}": seat_name(seat) for seat in ("E", "S", "W", "N")},
        **{f"rank.{rank}": name for rank, name in ranks.items()},
        **{f"ranks.{rank}": name for rank, name in plural.items()},
        "suit.S": _("spade"),
        "suit.H": _("heart"),
        "suit.C": _("club"),
        "suit.D": _("diamond"),
        "card.suited": _("{suit} {rank}"),
        "card.B": _("big joker"),
        "card.L": _("little joker"),
        "card.?": _("unknown card"),
        "face.B": pgettext("on the card", "BIG"),
        "face.L": pgettext("on the card", "LITTLE"),
        "short.B": pgettext("in text", "★Big"),
        "short.L": pgettext("in text", "☆Little"),
        "short.?": "?",
        "cards.B": _("big jokers"),
        "cards.L": _("little jokers"),
        "pair": _("a pair of {card}"),
        "alike": _("{count} {card}"),
        "tractor": _("tractor of {suit}s {ranks}"),
        "none": _("nothing"),
        "comma": pgettext("between cards", ", "),
        "pause": pgettext("between clauses", ", "),
        **{f"side.{side}": side_name(side) for side in ("NS", "EW")},
    }


def _table_words() -> dict[str, str]:
    return {
        "dealer": _("Dealer"),
        "dealer.short": pgettext("badge", "dealer"),
        "clock": _("Time told in a comment"),
        "derived": pgettext("badge", "derived"),
        "derived.long": _("This hand was not recorded; it follows from the plays"),
        "held": _("{count} cards"),
        "held.one": _("{count} card"),
        "trumps": _("Trumps"),
        "trump": _("Trump"),
        "trump.short": pgettext("row of a hand", "T"),
        "no_trump": _("No trump"),
        "to_play": _("to play"),
        "lead": pgettext("flag", "leads"),
        "wins": pgettext("flag", "wins"),
        "fault": pgettext("flag", "offence"),
        "note": pgettext("flag", "note"),
        "tried": _("threw"),
        "points": _("points"),
        "deal": _("The deal"),
        "kitty": _("Kitty"),
        "spot": _("{seat}: {said}"),
        "kitty.unknown": _("The kitty is not recorded."),
        "bid": pgettext("flag", "bid"),
        "bid.draw": _("at card {draw}"),
        "bury.by": _("{seat} buries"),
        "took": _("Taken from the kitty"),
        "buried": _("Buried"),
        "result": _("Result"),
        "kitty.captured": _("The attackers capture the kitty: {face} × {multiplier} = {points} points"),
        "kitty.safe": _("The dealer's side keeps the kitty."),
        "stated": pgettext("ledger", "stated"),
        "replayed": pgettext("ledger", "replayed"),
        "attackers": _("Attackers' points"),
        "penalties": _("Of these, penalties"),
        "dealer_next": _("Next dealer"),
        "gain": _("Levels gained"),
        "captured": _("Points captured by the attackers"),
        "captured.short": _("Captured {points}"),
        "bar.deal": pgettext("timeline", "deal"),
        "bar.result": pgettext("timeline", "end"),
        "copied": _("Link copied"),
        "goto.none": _("This hand has no such place: {at}"),
        "play_on": _("Play on by itself"),
        "pause_playing": _("Pause"),
        "in_variation": _("You are in a variation."),
        "leave_variation": _("Back to the game"),
        "findings.count": _("{count} findings"),
        "findings.count.one": _("{count} finding"),
    }


def _explaining_words() -> dict[str, str]:
    return {
        "offline": _("The server cannot be reached just now."),
        "gone": _("This hand, or this revision of it, is no longer there."),
        "broken_there": _("Something broke on the server; it is in its log."),
        "speed": _("Speed {speed}"),
        "bar.trumps": _("{count} trumps"),
        "bar.trumps.one": _("{count} trump"),
        "bar.comments": _("{count} comments"),
        "bar.comments.one": _("{count} comment"),
        "throw.title": _("The throw fails"),
        "throw.above": _("beaten by {seat} with"),
        "throw.above_all": _("beaten by the others together with"),
        "throw.must": _("To be led:"),
        "legal.title": _("Legal plays"),
        "legal.loading": "…",
        "legal.unknown": _("Not known: the hand, or what was led, is not recorded or not shown."),
        "legal.played": pgettext("of a play", "played"),
        "legal.example": _("for example; there are too many to list"),
        "legal.more": _("and more"),
        "legal.only": _("the only one"),
        "legal.count": _("{count} in all"),
        "legal.throws": _("Throws that stand may be led as well."),
        "known.points": _("points still out"),
        "known.still_out": _("Still out"),
        "known.void": pgettext("a seat has", "none of"),
        "known.no_pair": pgettext("a seat has", "no pair of"),
        "known.shown": pgettext("a seat has", "has shown"),
    }


def _spoken_words() -> dict[str, str]:
    return {
        "at.deal": _("The deal"),
        "at.draw": _("Drawing · {draw} cards"),
        "at.bid": _("Bid by {seat}"),
        "at.bury": _("{seat} buries"),
        "at.call": _("Call"),
        "at.incident": _("Incident"),
        "at.trick": _("Trick {trick}"),
        "at.play": _("Trick {trick} · play {play}"),
        "at.result": _("Result"),
        "say.deal": _("The deal"),
        "say.draw": _("{draw} cards are drawn"),
        "say.bid": _("{seat} bids {cards}"),
        "say.bury": _("{seat} buries {count} cards"),
        "say.lead": _("Trick {trick}, {seat} leads {cards}"),
        "say.play": _("Trick {trick}, {seat} plays {cards}"),
        "say.throw": _("Trick {trick}, {seat} throws {cards}"),
        "say.fails": _("the throw fails and {cards} is led"),
        "say.points": _("{points} points"),
        "say.wins": _("{seat} wins the trick"),
        "say.result": _("End of the hand, attackers {points} points"),
        "say.dealer_next": _("next dealer {who}"),
        "say.level": _("{side} at level {level}"),
        "say.finding": _("Finding: "),
    }
