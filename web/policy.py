"""The content security policy of the pages: nothing from elsewhere, nothing inline.

Owns the header and that of the one page others may frame. Must not know any page.
"""

from __future__ import annotations

import base64
import hashlib

__all__ = ["file_policy", "policy"]


def policy(*, in_frames: bool = False) -> str:
    """The policy of a page; `in_frames`: any page may show it in a frame, one opened from disk too.

    >>> policy().split("; ")[-1]
    "frame-ancestors 'none'"
    """
    return "; ".join(
        (
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "img-src 'self'",
            "connect-src 'self'",
            "form-action 'self'",
            "base-uri 'none'",
            *([] if in_frames else ["frame-ancestors 'none'"]),  # `*` would leave out pages from disk
        )
    )


def file_policy(style: str, *scripts: str) -> str:
    """The policy a page in one file carries: this very style, these very scripts, and nothing else.

    >>> file_policy("")
    "default-src 'none'; style-src 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"
    """
    parts = ["default-src 'none'", f"style-src {_digest(style)}"]
    if scripts:
        parts.append("script-src " + " ".join(map(_digest, scripts)))
    return "; ".join(parts)


def _digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
