"""Where the material beside the project lies: rule sheets read as data, real games.

Tests that need it are skipped, with the reason, where that folder is absent (a plain clone).
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

SHARED = Path(__file__).resolve().parents[2] / "shared"

needs_shared = pytest.mark.skipif(not SHARED.is_dir(), reason="the folder ../shared is not here")


def lines(path: str) -> list[dict[str, Any]]:
    """The JSON lines of a shared file; none where the folder is absent (see `needs_shared`)."""
    file = SHARED / path
    if not SHARED.is_dir():
        return []
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]
