"""QR codes of addresses, for paper.

Owns the drawing of one; the code itself is segno's.
"""

from __future__ import annotations

from typing import Final

import segno
from markupsafe import Markup

__all__ = ["qr_svg"]

_LONGEST: Final = 600
"""Bytes of an address."""


def qr_svg(address: str) -> Markup | None:
    """The code of an address as SVG; None where it is too long for one that a phone could read.

    >>> str(qr_svg("https://example.org/r/abc/1"))[:5], qr_svg("x" * 2000)
    ('<svg ', None)
    """
    if len(address.encode()) > _LONGEST:
        return None
    code = segno.make(address, error="m", micro=False)
    return Markup(
        code.svg_inline(border=4, svgclass="qr", lineclass=None, dark="#000", light="#fff", omitsize=True)
    )
