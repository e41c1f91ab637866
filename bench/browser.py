"""A real Chromium, and a server of the viewer for it: for benchmarks and for the tests.

Owns how both are started. Knows no page.
"""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

from paipu.cli.serve import address, listen, server_of
from paipu.records.library import Library
from paipu.web import create_app

__all__ = ["FLAGS", "chromium", "launched", "serving"]

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def chromium() -> str | None:
    """The browser that `CHROMIUM` names, or the one found; None if it cannot be run."""
    path = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-headless-shell")
    return path if path and os.access(path, os.X_OK) else None


@contextmanager
def launched(*flags: str) -> Iterator[Browser]:
    """The browser, started and in the end closed; FileNotFoundError if there is none."""
    path = chromium()
    if path is None:
        raise FileNotFoundError("no Chromium: install it or name it in CHROMIUM")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=[*FLAGS, *flags])
        yield browser
        browser.close()


@contextmanager
def serving(library: Library, *, testing: bool = False) -> Iterator[str]:
    """The viewer over a library on a free port; its address without the last slash."""
    listener = listen("127.0.0.1", 0)
    server = server_of(create_app(library, testing=testing), listener)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        yield address(listener).rstrip("/")
    finally:
        server.trigger.pull_trigger(server.close)
        thread.join(10)
    assert not thread.is_alive()
