"""The Flask viewer: library, upload, replay of a hand, rule sheets.

This folder owns pages, scripts and translations. It must not contain SQL or rules: it calls
`paipu.records` and `paipu.replay`.
"""

from __future__ import annotations

from .app import create_app

__all__ = ["create_app"]
