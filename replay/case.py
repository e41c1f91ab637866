"""One hand under audit: the record, the rules, what its header states, and the findings so far.

Owns reading the header into facts and turning a broken rule into a `Finding` with severity, clause
and sentences. The checks hold a `Case` and report to it; it judges nothing itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

from paipu.grammar.cards import Cards, Rank, Seat, Side, Trump
from paipu.grammar.findings import Finding, Severity
from paipu.grammar.model import Element, Place, Record, Tag
from paipu.grammar.seats import COMPASS
from paipu.grammar.tagvalues import level_value, levels_value, seat_value, trump_value
from paipu.replay.rules import RuleError, RuleSet, load_rules

from .damage import Damage, damage_of
from .messages import CODES, sentence
from .order import Order, order_for
from .weight import Breaks, Weighed, weigh

__all__ = ["Case", "Header", "open_case"]


@dataclass(frozen=True, slots=True)
class Header:
    """What the tags state, None where they do not (or not readably).

    `hand_no` counts the hands of the game from 1; `levels` are those before the hand.
    """

    level: Rank | None = None
    trump: Trump | None = None
    dealer: Seat | None = None
    hand_no: int | None = None
    levels: Mapping[Side, Rank] = field(default_factory=dict)


@dataclass(slots=True)
class Case:
    """The audit of one record in progress."""

    record: Record
    rules: RuleSet
    header: Header
    findings: list[Finding] = field(default_factory=list)
    trump: Trump | None = None
    """Trump as played: that of the header, else that of the bids."""
    dealer: Seat | None = None
    """Dealer as played: that of the header, else who buried, else who led first."""
    levels: Mapping[Side, Rank] = field(default_factory=dict)
    """Levels before the hand: those of the header, else those that follow from the hand before."""
    damaged: Damage = field(default_factory=Damage)
    """What of the deal, the auction and the tricks the text has lost."""

    @property
    def order(self) -> Order | None:
        """The order of the cards, None while trump or level is not known."""
        if self.trump is None or self.header.level is None:
            return None
        return order_for(self.rules, self.trump, self.header.level)

    def forget_what_was_lost(self) -> None:
        """Take back what the bids and buries seemed to say where the deciding line may be lost."""
        bids, buries = self.record.bids, self.record.buries
        if self.header.trump is None and self.damaged.after(bids[-1] if bids else None):
            self.trump = None
        if self.header.dealer is None and buries and self.damaged.before(buries[0]):
            self.dealer = None

    def order_under(self, rules: RuleSet) -> Order:
        """The order of the same hand under other rules."""
        assert self.trump is not None
        assert self.header.level is not None
        return order_for(rules, self.trump, self.header.level)

    @property
    def errors(self) -> bool:
        return any(finding.severity == "error" for finding in self.findings)

    def report(
        self,
        code: str,
        facts: Mapping[str, Any],
        *,
        parameters: tuple[str, ...] = (),
        breaks: Breaks | None = None,
        severity: Severity | None = None,
        element: str | None = None,
        place: Element | Place | None = None,
        trick: int | None = None,
        play: int | None = None,
        cards: Cards = (),
        held: Cards = (),
    ) -> Finding:
        """Add a finding: the sentences of `code` filled with `facts`, weighed by `parameters`.

        `severity` overrides the weight (a consequence of another finding is a note). What can follow
        from text that was lost is a note as well.
        """
        weighed = weigh(parameters, self.rules, breaks) if parameters else Weighed("error", None)
        message = CODES[code]
        spot = place.place if isinstance(place, Element) else place
        entry = weighed.entry
        weight: Severity = severity or weighed.severity
        if weight == "error" and self.damaged.explains(code, spot.line if spot else None, facts, self.record):
            weight = "note"
        said = partial(sentence, facts=facts, naming=self.record.naming)
        finding = Finding(
            code=code,
            severity=weight,
            phase=message.phase,
            message=said(message.en, chinese=False),
            message_zh=said(message.zh, chinese=True),
            trick=trick,
            play=play,
            seat=facts.get("seat"),
            seat_name=_seat_name(self.record, facts.get("seat")),
            line=spot.line if spot else None,
            column=spot.column if spot else None,
            parameter=entry.name if entry else None,
            clause=entry.clause if entry else None,
            status=entry.standing if entry else None,
            readings=weighed.readings,
            readings_zh=weighed.readings_zh,
            expected=said(message.expected, chinese=False) if message.expected else None,
            expected_zh=said(message.expected_zh, chinese=True) if message.expected_zh else None,
            element=element,
            cards=cards,
            held=held,
        )
        self.findings.append(finding)
        return finding


def _seat_name(record: Record, seat: Seat | None) -> str | None:
    return None if seat is None or record.naming is COMPASS else record.naming.called(seat)


def open_case(record: Record, rules: RuleSet | None = None) -> Case:
    """Read the header of a record; `rules` overrides the set it names."""
    case = Case(record, rules or load_rules("standard"), Header())
    if rules is None:
        case.rules = _as_played(case, _named_rules(case))
    case.damaged = damage_of(record, case.rules.number("hand_size"))
    naming = record.naming
    seats, levels = naming.value, f"{naming.called('NS')}:8 {naming.called('EW')}:5"
    case.header = Header(
        level=_tag(case, "Level", level_value, "a level 2..9 T J Q K A", "级牌 2..9 T J Q K A"),
        trump=_tag(case, "Trump", trump_value, "S H C D or NT", "S H C D 或 NT"),
        dealer=_tag(
            case, "Dealer", lambda text: seat_value(text, naming), f"a seat {seats}", f"座位 {seats}"
        ),
        hand_no=_tag(case, "Hand", _number, "a number", "数字"),
        levels=_tag(
            case,
            "Levels",
            lambda text: levels_value(text, naming),
            f'levels such as "{levels}"',
            f"如 {levels} 的级数",
        )
        or {},
    )
    case.trump = case.header.trump
    case.dealer = case.header.dealer
    case.levels = case.header.levels
    return case


def _named_rules(case: Case) -> RuleSet:
    spec = case.record.tag("Rules")
    if not spec:
        case.report(
            "deal.unnamed",
            {"needed": 'the rules: judged by "standard"', "needed_zh": "规则，按 standard 判定"},
            severity="note",
            element="deal",
        )
        return case.rules
    try:
        return load_rules(spec)
    except RuleError as error:
        tag = _where(case, "Rules")
        case.report(
            "deal.rules",
            {"given": spec, "needed": str(error)},
            severity="warning",
            element="deal",
            place=tag.place,
        )
        return case.rules


_SIZES: Final = {1: (12, 6), 2: (25, 8), 3: (39, 6), 4: (52, 8)}
"""Hand and kitty with so many decks, as usually dealt."""


def _as_played(case: Case, rules: RuleSet) -> RuleSet:
    """The rules with the decks and the direction that the header states, but for what it overrides itself."""
    spec = case.record.tag("Rules") or ""
    decks = _tag(case, "Decks", _decks, "a number from 1 to 4", "1 到 4 的数字")
    direction = _tag(case, "Direction", _direction, "cw or ccw", "cw 或 ccw")
    stated: dict[str, Any] = {}
    if decks and decks != rules["deck_count"]:
        stated = dict(zip(("deck_count", "hand_size", "kitty_size"), (decks, *_SIZES[decks]), strict=True))
    if direction and direction != rules["play_direction"]:
        stated["play_direction"] = direction
    overridden = {part.partition("=")[0].strip() for part in spec.split(";")[1:]}
    for name, value in stated.items():
        if name not in overridden:
            rules = rules.replaced(name, value)
    return rules


def _decks(text: str) -> int | None:
    return int(text) if text in ("1", "2", "3", "4") else None


def _direction(text: str) -> str | None:
    return text if text in ("cw", "ccw") else None


def _tag(case: Case, name: str, read: Any, needed: str, needed_zh: str) -> Any:
    text = case.record.tag(name)
    if text is None or text in ("", "?"):
        return None
    value = read(text.strip())
    if value is None:
        tag = _where(case, name)
        case.report(
            "deal.tag",
            {"name": name, "given": text, "needed": needed, "needed_zh": needed_zh},
            severity="warning",
            element="deal",
            place=tag.place,
        )
    return value


def _where(case: Case, name: str) -> Tag:
    """The tag that counts, of the hand before that of its match."""
    record = case.record
    return next(tag for tags in (record.tags, record.inherited) for tag in reversed(tags) if tag.name == name)


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 7 else None
