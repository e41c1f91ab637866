"""The fine road: from the parse tree of the import language to a record.

Owns the meaning of the grammar: which comment belongs to which element, what a glyph or a list of
cards says, who plays when the seat is not written. Knows nothing of spellings (they are folded
before) nor of damaged text (`recovery` removes what does not read).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Final, Literal, Required, TypedDict, TypeVar, cast

from lark import Token, Tree

from .cards import SEATS, Cards, Seat, Side, format_cards, parse_cards, sort_cards
from .escapes import comment_text, incident_values, unquote
from .findings import Finding
from .limits import MAX_BID
from .messages import text_finding
from .model import (
    Bid,
    Bury,
    Call,
    CallKind,
    Comment,
    Dealt,
    Element,
    Incident,
    Kitty,
    Place,
    Play,
    Record,
    Result,
    Tag,
    Trick,
    Variation,
)
from .seats import COMPASS, Naming
from .syntax import fine_parser

__all__ = ["LongBidError", "Read", "ResultValues", "glyph_text", "read_fine", "result_values"]

_Node = Tree[Token] | Token
_Item = TypeVar("_Item", bound=Element)
_NOTES: Final = ("COMMENT", "LEAD")
_STATES: Final[dict[str, Literal["unfinished", "unstated"]]] = {"*": "unfinished", "?": "unstated"}
_GLYPHS: Final = ("GLYPH", "MARK", "QUERY", "QUERIES")


class ResultValues(TypedDict, total=False):
    """What the two words of a result line say."""

    state: Required[Literal["stated", "unfinished", "unstated"]]
    attackers: int
    dealer_next: Side | None
    gain: int | None


class _Held(TypedDict):
    seat: Seat
    cards: Cards
    glyphs: tuple[str, ...]


class LongBidError(ValueError):
    """A bid has more cards than any bid has: perhaps the cards of a bury whose head is missing."""


@dataclass(slots=True)
class Read:
    """A record, what was left out of it, and the offset of the first thing that only the import form has:
    a play without its seat, or an incident in no section."""

    record: Record
    findings: list[Finding] = field(default_factory=list)
    import_form: int | None = None


def read_fine(text: str, place: Callable[[int], Place], naming: Naming = COMPASS) -> Read:
    """Read one hand of folded text; `place` tells where a character stands in the file.

    Raises `lark.UnexpectedInput` if the text is not in the import language, `NotASeatError` if it names a
    seat that is none of the naming, `LongBidError` if a bid has too many cards.
    """
    return _Builder(place, naming).hand(fine_parser().parse(text, start="hand"))


def glyph_text(written: str) -> str:
    """A glyph without the ``$`` that keeps a question mark from being a card."""
    return written[1:] if written.startswith("$?") else written


def result_values(score: str, ahead: str | None, naming: Naming = COMPASS) -> ResultValues:
    """The fields of a result from its two words, ``85`` and ``EW+0``.

    >>> result_values("85", "EW+0") == {
    ...     "state": "stated", "attackers": 85, "dealer_next": "EW", "gain": 0}
    True
    """
    values: ResultValues = {"state": _STATES.get(score, "stated")}
    if values["state"] == "stated":
        values["attackers"] = int(score)
    if ahead:
        name = ahead.rstrip("+-0123456789")
        gain = ahead[len(name) :]
        values["dealer_next"] = naming.side(name) if name else None
        values["gain"] = int(gain) if gain else None
    return values


def _is(node: _Node, *names: str) -> bool:
    return (node.type if isinstance(node, Token) else node.data) in names


def _cards(node: _Node) -> Cards:
    assert isinstance(node, Tree)
    return sort_cards(parse_cards(" ".join(cast("list[Token]", node.children))))


def _glyphs(nodes: Iterable[_Node]) -> tuple[str, ...]:
    return tuple(glyph_text(str(node)) for node in nodes if isinstance(node, Token) and node.type in _GLYPHS)


def _in_order(nodes: list[_Node]) -> tuple[Cards, tuple[str, ...]]:
    """Cards in the order written, every question mark among them, and the glyphs behind."""
    cards = parse_cards(" ".join(str(node) for node in nodes if not _is(node, "GLYPH", "MARK")))
    return cards, _glyphs(node for node in nodes if _is(node, "GLYPH", "MARK"))


def _followed(element: _Item, comments: list[Comment]) -> _Item:
    """An element with the comments behind it, set once: there may be any number."""
    return replace(element, after=(*element.after, *comments)) if comments else element


def _check_bid(held: _Held) -> None:
    if len(held["cards"]) > MAX_BID:
        raise LongBidError(len(held["cards"]))


class _Builder:
    """Turns trees into values; holds the places and what there is to report."""

    def __init__(self, place: Callable[[int], Place], naming: Naming) -> None:
        self._place = place
        self._naming = naming
        self._findings: list[Finding] = []
        self._import_form: int | None = None
        self._orphans: list[Comment] = []

    def hand(self, tree: Tree[Token]) -> Read:
        """The whole record."""
        tags: tuple[Tag, ...] = ()
        deal: tuple[Dealt, ...] = ()
        kitty: Kitty | None = None
        auction: list[Bid | Call | Bury | Incident] = []
        tricks: tuple[Trick, ...] = ()
        result: Result | None = None
        for section in cast("list[Tree[Token]]", tree.children):
            match section.data:
                case "head":
                    tags = tuple(self._tag(node) for node in section.children if _is(node, "TAG"))
                    self._orphans = self._comments(section.children)
                case "deal" | "draw":
                    more, kitty = self._deal(section, kitty)
                    deal += more
                case "bids" | "bury":
                    auction += self._list(section.children[1:], self._in_auction)
                case "bare":
                    auction += self._bare(section.children)
                case "tricks" if any(_is(node, "incident") for node in section.children):
                    _, pre, *rest = section.children
                    auction += self._bare([*cast("Tree[Token]", pre).children, *rest])
                case "tricks":
                    tricks = self._tricks(section)
                case _:
                    result = self._result(section)
        record = Record(
            tags=tags,
            comments=tuple(self._orphans),
            deal=deal,
            kitty=kitty,
            auction=tuple(auction),
            tricks=tricks,
            result=result,
        )
        return Read(record, self._findings, self._import_form)

    # -- tokens

    def _at(self, node: _Node) -> Place:
        assert isinstance(node, Token)
        assert node.start_pos is not None
        return self._place(node.start_pos)

    def _seat(self, node: _Node) -> Seat:
        return self._naming.seat(str(node))

    def _tag(self, node: _Node) -> Tag:
        assert isinstance(node, Token)
        name, value = node[1:-1].strip(" \t").split('"', 1)
        return Tag(name.strip(" \t"), unquote('"' + value), self._at(node))

    def _comment(self, token: Token) -> Comment:
        brace = token.index("{")
        assert token.start_pos is not None
        return Comment(comment_text(token[brace:]), self._place(token.start_pos + brace))

    def _comments(self, nodes: Iterable[_Node]) -> list[Comment]:
        return [self._comment(node) for node in nodes if isinstance(node, Token) and node.type in _NOTES]

    # -- lists: deal, bids, bury

    def _list(self, nodes: Iterable[_Node], make: Callable[[Tree[Token]], _Item]) -> list[_Item]:
        """Elements with their comments: one at the start of a line belongs to what follows."""
        made: list[_Item] = []
        behind: list[list[Comment]] = []
        ahead: list[Comment] = []
        for node in nodes:
            if isinstance(node, Token):
                to = ahead if ahead or not made or node.type == "LEAD" else behind[-1]
                to.append(self._comment(node))
                continue
            element = make(node)
            made.append(replace(element, before=(*ahead, *element.before)) if ahead else element)
            behind.append([])
            ahead = []
        if made:
            behind[-1] += ahead
        else:
            self._orphans += ahead
        return [_followed(element, comments) for element, comments in zip(made, behind, strict=True)]

    def _deal(self, section: Tree[Token], kitty: Kitty | None) -> tuple[tuple[Dealt, ...], Kitty | None]:
        items = self._list(section.children[1:], self._dealt_or_kitty)
        kitties = [item for item in (kitty, *items) if isinstance(item, Kitty)]
        for second in kitties[1:]:
            self._findings.append(
                text_finding(
                    "text.duplicate_kitty",
                    second.place,
                    loses_data=True,
                    text=format_cards(second.cards),
                )
            )
        return tuple(item for item in items if isinstance(item, Dealt)), kitties[0] if kitties else None

    def _dealt_or_kitty(self, tree: Tree[Token]) -> Dealt | Kitty:
        head, *rest = tree.children
        if tree.data == "kitty":
            cards, glyphs = _in_order(rest)
            return Kitty(cards=cards, glyphs=glyphs, place=self._at(head))
        if tree.data == "drawn":
            cards, glyphs = _in_order(rest)
            return Dealt(seat=self._seat(head), cards=cards, drawn=True, glyphs=glyphs, place=self._at(head))
        return Dealt(place=self._at(head), **self._seat_and_cards(tree))

    def _seat_and_cards(self, tree: Tree[Token]) -> _Held:
        seat, *rest = tree.children
        has_cards = bool(rest) and _is(rest[0], "cards")
        return {
            "seat": self._seat(seat),
            "cards": _cards(rest[0]) if has_cards else (),
            "glyphs": _glyphs(rest),
        }

    def _in_auction(self, tree: Tree[Token]) -> Bid | Call | Bury | Incident:
        match tree.data:
            case "bid":
                return self._bid(tree)
            case "call":
                return self._call(tree)
            case "buried":
                return self._buried(tree)
            case _:
                return self._incident(tree)

    def _call(self, tree: Tree[Token]) -> Call:
        start = 2 if _is(tree.children[0], "INT") else 0
        before = cast("Tree[Token]", tree.children[1]).children if start else ()
        kind = next(n for n, node in enumerate(tree.children) if _is(node, "CALL"))
        cards, glyphs = _in_order(tree.children[kind + 1 :])
        return Call(
            kind=cast("CallKind", str(tree.children[kind])),
            seat=self._seat(tree.children[start]) if kind > start else None,
            cards=cards,
            draw=int(cast(Token, tree.children[0])) if start else None,
            before=tuple(self._comments(before)),
            glyphs=glyphs,
            place=self._at(tree.children[0]),
        )

    def _incident(self, tree: Tree[Token]) -> Incident:
        first, *glyphs = tree.children
        kind, party, fields = incident_values(str(first))
        return Incident(
            kind=kind,
            party=self._naming.party(party) if party else None,
            fields=fields,
            glyphs=_glyphs(glyphs),
            place=self._at(first),
        )

    def _bare(self, nodes: list[_Node]) -> list[Incident]:
        """Incidents where there is no section of theirs: they stand among the bids."""
        first = next(node for node in nodes if isinstance(node, Tree))
        if self._import_form is None:
            self._import_form = cast(Token, first.children[0]).start_pos
        return self._list(nodes, self._incident)

    def _buried(self, tree: Tree[Token]) -> Bury:
        return Bury(place=self._at(tree.children[0]), **self._seat_and_cards(tree))

    def _bid(self, tree: Tree[Token]) -> Bid:
        first = tree.children[0]
        if not _is(first, "INT"):
            held = self._seat_and_cards(tree)
            _check_bid(held)
            return Bid(place=self._at(first), **held)
        pre = cast("Tree[Token]", tree.children[1])
        held = self._seat_and_cards(Tree("bid", tree.children[2:]))
        _check_bid(held)
        return Bid(
            draw=int(cast(Token, first)),
            before=tuple(self._comments(pre.children)),
            place=self._at(first),
            **held,
        )

    # -- tricks

    def _tricks(self, section: Tree[Token]) -> tuple[Trick, ...]:
        _, pre, *trees = cast("list[Tree[Token]]", section.children)
        ahead = self._comments(pre.children)
        tricks = [self._trick(tree) for tree in trees]
        if ahead and not tricks:
            self._orphans += ahead
        elif ahead:
            first = tricks[0].plays[0]
            first = replace(first, before=(*ahead, *first.before))
            tricks[0] = replace(tricks[0], plays=(first, *tricks[0].plays[1:]))
        return tuple(tricks)

    def _trick(self, tree: Tree[Token]) -> Trick:
        number, *rest = tree.children
        plays: list[Play] = []
        for pre, play in zip(rest[::2], rest[1::2], strict=True):
            plays.append(self._play(cast("Tree[Token]", pre), cast("Tree[Token]", play), plays))
        return Trick(number=int(cast(Token, number)[:-1]), plays=tuple(plays), place=self._at(number))

    def _play(self, pre: Tree[Token], tree: Tree[Token], earlier: list[Play]) -> Play:
        nodes = tree.children
        if tree.data == "play":
            at = self._at(nodes[0])
            seat = self._seat(nodes[0])
            nodes = nodes[1:]
        else:
            first = cast(Token, cast("Tree[Token]", nodes[0]).children[0])
            at = self._at(first)
            seat = SEATS[(SEATS.index(earlier[-1].seat) + 1) % 4]
            if self._import_form is None:
                self._import_form = first.start_pos
        groups = [_cards(node) for node in nodes if _is(node, "cards")]
        after, variations, incidents = self._rest(cast("Tree[Token]", nodes[-1]))
        return Play(
            seat=seat,
            cards=groups[-1],
            tried=groups[0] if len(groups) > 1 else None,
            variations=variations,
            incidents=incidents,
            before=tuple(self._comments(pre.children)),
            glyphs=_glyphs(nodes),
            after=after,
            place=at,
        )

    def _rest(
        self, tree: Tree[Token]
    ) -> tuple[tuple[Comment, ...], tuple[Variation, ...], tuple[Incident, ...]]:
        """What follows a play; a comment after an incident belongs to the incident."""
        after: list[Comment] = []
        variations: list[Variation] = []
        incidents: list[Incident] = []
        behind: list[list[Comment]] = []
        for node in tree.children:
            if isinstance(node, Token):
                (behind[-1] if behind else after).append(self._comment(node))
            elif node.data == "variation":
                variations.append(self._variation(node))
            else:
                incidents.append(self._incident(node))
                behind.append([])
        followed = [
            _followed(incident, comments) for incident, comments in zip(incidents, behind, strict=True)
        ]
        return tuple(after), tuple(variations), tuple(followed)

    def _variation(self, tree: Tree[Token]) -> Variation:
        opening, pre, *trees = tree.children
        supposed = cast("Tree[Token]", trees.pop(0)) if _is(trees[0], "supposed") else None
        return Variation(
            tricks=tuple(self._trick(cast("Tree[Token]", node)) for node in trees),
            before=tuple(self._comments(cast("Tree[Token]", pre).children)),
            deal=tuple(self._supposed(supposed)) if supposed else (),
            place=self._at(opening),
        )

    def _supposed(self, tree: Tree[Token]) -> Iterator[Dealt]:
        """The hands supposed for a variation, each with its comments."""
        nodes = iter(cast("list[Tree[Token]]", tree.children[1:]))
        for pre, dealt, post in zip(nodes, nodes, nodes, strict=True):
            yield Dealt(
                place=self._at(dealt.children[0]),
                before=tuple(self._comments(pre.children)),
                after=tuple(self._comments(post.children)),
                **self._seat_and_cards(dealt),
            )

    # -- result

    def _result(self, tree: Tree[Token]) -> Result:
        equals, pre, score, *rest = tree.children
        ahead = str(rest.pop(0)) if _is(rest[0], "NEXT", "SIGNED") else None
        return Result(
            before=tuple(self._comments(cast("Tree[Token]", pre).children)),
            glyphs=_glyphs(rest),
            after=tuple(self._comments(cast("Tree[Token]", rest[-1]).children)),
            place=self._at(equals),
            **result_values(str(score), ahead, self._naming),
        )
