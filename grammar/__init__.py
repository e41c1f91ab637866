"""SJN, the notation: card codes, the record, its reader and its writer.

This folder owns the text. It must not know rules, storage or the web.

>>> from paipu.grammar import dumps, loads
>>> records = loads('[SJN "1"]\\n\\nTricks:\\n1. 北 ♠A / 西 ♠3 / 南 ♠5 / 东 ♠10\\n= *\\n')
>>> dumps(records).splitlines()[3]
'1. N SA / W S3 / S S5 / E ST'
"""

from __future__ import annotations

from .cards import (
    BIG_JOKER,
    LITTLE_JOKER,
    RANKS,
    SEATS,
    SUITS,
    UNKNOWN,
    Card,
    Cards,
    Rank,
    Seat,
    Side,
    Suit,
    Trump,
    card,
    card_text,
    format_cards,
    is_unknown,
    parse_cards,
    partner,
    points_of,
    rank_of,
    side_of,
    sort_cards,
    suit_of,
)
from .commands import KNOWN_COMMANDS, Command, commands
from .findings import Finding, Phase, Severity, Status, worst
from .headers import Header, hand_at, iter_headers
from .jsonform import JsonFormError, from_json, to_json
from .messages import TEXT_CODES
from .model import (
    Bid,
    Bury,
    Call,
    CallKind,
    Comment,
    Dealt,
    Element,
    Glyph,
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
from .profiles import redacted, reduced
from .reader import NotationError, iter_load, iter_loads, load, loads
from .writer import KNOWN_TAGS, canonical, dump, dumps, write

__all__ = [
    "BIG_JOKER",
    "KNOWN_COMMANDS",
    "KNOWN_TAGS",
    "LITTLE_JOKER",
    "RANKS",
    "SEATS",
    "SUITS",
    "TEXT_CODES",
    "UNKNOWN",
    "Bid",
    "Bury",
    "Call",
    "CallKind",
    "Card",
    "Cards",
    "Command",
    "Comment",
    "Dealt",
    "Element",
    "Finding",
    "Glyph",
    "Header",
    "Incident",
    "JsonFormError",
    "Kitty",
    "NotationError",
    "Phase",
    "Place",
    "Play",
    "Rank",
    "Record",
    "Result",
    "Seat",
    "Severity",
    "Side",
    "Status",
    "Suit",
    "Tag",
    "Trick",
    "Trump",
    "Variation",
    "canonical",
    "card",
    "card_text",
    "commands",
    "dump",
    "dumps",
    "format_cards",
    "from_json",
    "hand_at",
    "is_unknown",
    "iter_headers",
    "iter_load",
    "iter_loads",
    "load",
    "loads",
    "parse_cards",
    "partner",
    "points_of",
    "rank_of",
    "redacted",
    "reduced",
    "side_of",
    "sort_cards",
    "suit_of",
    "to_json",
    "worst",
    "write",
]
