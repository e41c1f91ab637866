"""Real records, where the folder that holds them is beside the project."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[3] / "shared" / "records"


@pytest.fixture(scope="session")
def real() -> Callable[[str], bytes]:
    """The bytes of a real record by its path in the folder."""
    if not FOLDER.is_dir():
        pytest.skip("the folder of real records is not beside the project")
    return lambda path: (FOLDER / path).read_bytes()
