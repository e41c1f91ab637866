"""The viewer over a library in memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient

from paipu.records.library import Library
from paipu.web import create_app
from tests.web.games import GAME


@pytest.fixture
def library() -> Iterator[Library]:
    library = Library(None)
    yield library
    library.close()


@pytest.fixture
def app(library: Library) -> Flask:
    return create_app(library, testing=True)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def add(library: Library) -> Callable[..., str]:
    """Put a text into the library; its id."""
    return lambda text=GAME, name="game.sjn": library.add_upload(name, text.encode()).id
