"""One server and one browser for all tests of the page."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.web.tables import STATIC, Opens, Server, Tab, launch


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A real server; it may be killed and started again."""
    assert (STATIC / "index.html").is_file(), "the page is not built: npm ci && npm run build in web/"
    made = Server(tmp_path_factory.mktemp("server"))
    made.start()
    yield made
    made.kill()  # how it stops by itself is tested in tests/server


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A real Chromium."""
    with sync_playwright() as playwright:
        made = launch(playwright)
        yield made
        made.close()


@pytest.fixture
def opens(request: pytest.FixtureRequest, browser: Browser, server: Server) -> Iterator[Opens]:
    """Opens tabs, each in a browser of its own; in the end none of them may have complained."""
    contexts, tabs = [], []
    plain = request.node.get_closest_marker("plain") is not None

    def open_tab(
        theme: str = "dark",
        size: tuple[int, int] = (1280, 720),
        speed: str = "instant",
        touch: bool = False,
        orders: bool = False,
        guide: bool = False,
    ) -> Tab:
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            color_scheme=theme,  # type: ignore[arg-type]
            has_touch=touch,
            accept_downloads=True,
        )
        kept = json.dumps({"theme": "system", "speed": speed, "chat": False, "orders": orders, "guide": guide})
        context.add_init_script(
            f"localStorage.getItem('littlewars.settings') || localStorage.setItem('littlewars.settings', {kept!r})"
        )
        if plain:
            context.route("**/api/drawings", lambda route: route.fulfill(json={}))
        contexts.append(context)
        tab = Tab(context, server.url)
        tabs.append(tab)
        return tab

    yield open_tab
    for context in contexts:
        context.close()
    assert [text for tab in tabs for text in tab.complaints] == []
