"""A record with a slot wherever text may stand, and HTML to put into it."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Final

from paipu.grammar import KNOWN_TAGS

NEEDED: Final = {"SJN": "1", "Rules": "standard", "Level": "2", "Trump": "S", "Dealer": "N"}
_BODY: Final = (
    "«comment of the hand»\nDeal:\n«comment before a hand» N HA S2 S3 «comment behind a hand»\n"
    "«comment before the kitty» Kitty D3 D4 «comment behind the kitty»\n\nBids:\n"
    "«comment before a bid» 5 N S2 «comment behind a bid»\n"
    "«comment before a call» W pass «comment behind a call»\n"
    '«comment before an incident» <conduct E by=N reason="«reason»" «name of a field»="x" ruling="«ruling»">'
    " «comment behind an incident»\n"
    "«comment before another kind» <«kind of an incident» E> «comment behind another kind»\n\nBury:\n"
    "«comment before a bury» N D3 D4 «comment behind a bury»\n\nTricks:\n"
    "1. «comment before a play» N HA! «comment behind a play» / W H3 $«number of a glyph»"
    " ( «comment of a variation» Deal: «comment before a supposed hand» W H4 H7"
    " «comment behind a supposed hand»"
    " 1. N HA / W H4 «comment on a play of a variation»"
    ' <claim W reason="«reason in a variation»"> «comment on an incident of a variation»'
    " ( «comment of an inner variation» 1. N HA / W H7 ) ) / S H5"
    ' <revoke S found="«found»" ruling="«ruling on a play»"> «comment on an incident behind a play» / E H6\n'
    "= 80 «comment on the result»\n"
)
SLOTS: Final = tuple(re.findall("«(.*?)»", _BODY))
TAGS: Final = (*(name for name in KNOWN_TAGS if name not in ("SJN", "Seats")), "X-Private")
_PLAIN: Final = {"number of a glyph": "201", "kind of an incident": "late", "name of a field": "extra"}
MEANT: Final = (*_PLAIN, "Rules", "Decks", "Direction", "Levels", "Level", "Dealer", "Trump", "Match", "Hand")
"""Where HTML keeps more than itself from being read."""


def html(name: str = "") -> str:
    """What would run if any of it were taken as HTML; each slot and tag has one of its own."""
    number = (*TAGS, *SLOTS, "").index(name)
    script = f"<script>zq({number})</script><img src=x onerror=zq({number})>"
    return f"</script></title></textarea>-->{script}\"'"


def quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


def record(*hostile: str) -> str:
    """A record with HTML in the slots and tags of these names."""
    tags = {**NEEDED, **{name: quoted(html(name)) for name in TAGS if name in hostile}}
    head = "".join(f'[{name} "{value}"]\n' for name, value in tags.items())

    def slot(match: re.Match[str]) -> str:
        name = match[1]
        if name.startswith("comment"):
            return f"{{{html(name)}}}" if name in hostile else ""
        if name in _PLAIN:
            return html(name) if name in hostile else _PLAIN[name]
        return quoted(html(name)) if name in hostile else "x"

    return f"{head}\n{re.sub('«(.*?)»', slot, _BODY)}"


FREE: Final = tuple(name for name in (*TAGS, *SLOTS) if name not in MEANT)
EVERYWHERE: Final = record(*FREE)


class Parts(HTMLParser):
    """What a page consists of: elements with their attributes, and its text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.text = ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))

    def handle_data(self, data: str) -> None:
        self.text += data

    @property
    def told(self) -> str:
        """All that a reader may come to see of it."""
        return self.text + " ".join(value for _tag, each in self.elements for value in each.values())

    @property
    def running(self) -> list[tuple[str, dict[str, str]]]:
        """Elements that do something by themselves: pictures, frames, scripts but the page's, `on...`."""
        return [
            (tag, attributes)
            for tag, attributes in self.elements
            if tag in ("img", "iframe", "object", "embed", "base")
            or (tag == "script" and attributes.get("type") not in ("application/json", "module"))
            or any(name.startswith("on") for name in attributes)
            or any(value.lower().startswith("javascript:") for value in attributes.values())
        ]
