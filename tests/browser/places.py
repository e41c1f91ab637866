"""Where a page stands in a hand."""

from __future__ import annotations

from playwright.sync_api import Page


def at(page: Page) -> str:
    """The address of the step that the table shows. The address bar follows within half a second."""
    return str(page.locator("#felt").get_attribute("data-at"))
