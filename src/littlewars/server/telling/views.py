"""What an audience sees of a battle: a side, or "" for everybody who only watches; the state after `hide`, and nothing else."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from littlewars.engine import System
from littlewars.engine.names import Names
from littlewars.engine.page.cache import PageCache
from littlewars.engine.showing import Change, Show, change

EVERYBODY: None = None  # the audience of a replay: the battle is over, nothing is secret


def state_for(system: System[Any], state: Any, audience: str | None) -> Any:
    """The state as this audience may know it; those who only watch know what all sides know."""
    if audience is EVERYBODY or not system.secrets:
        return state
    seen = system.copy(state)
    for side in [audience] if audience else system.sides(state):
        system.hide(seen, side)
    return seen


def units_of(state: Any) -> tuple[str, ...]:
    """Who is there: the units, those that still wait, and the figures that are left. When that changes, somebody may have a
    name that nobody has heard yet."""
    waiting = getattr(getattr(state, "turn", None), "waiting", ())
    figures = getattr(state, "figures", {})
    return (
        *getattr(state, "units", ()),
        "",
        *waiting,
        "",
        *[name for name, one in figures.items() if not getattr(one, "gone", "")],
    )


class AudienceViews:
    """The table as each audience sees it, and the names that it knows. Where nothing is secret there is one view for all.

    Nothing is shown to those who do not watch: their table is made when somebody comes.
    """

    def __init__(self, system: System[Any], state: Any) -> None:
        self.system, self._cache = system, PageCache()
        self._shows: dict[str, Show] = {}
        self.names = {who: Names() for who in (*(system.sides(state) if system.secrets else ()), "")}
        self._units: tuple[str, ...] = ()
        self.learn(state)

    def viewer(self, audience: str) -> str:
        """The audience under whose name this one's view is kept."""
        return audience if self.system.secrets else ""

    def learn(self, state: Any) -> None:
        """Everybody hears the names of those who are there."""
        self._units = units_of(state)
        for who, names in self.names.items():
            names.learn(self._page(state, who))

    def table(self, state: Any, viewer: str) -> Show:
        """The whole table as this one sees it."""
        if viewer not in self._shows:
            self._shows[viewer] = self._page(state, viewer)
            self.names[viewer].learn(self._shows[viewer])
        return self._shows[viewer]

    def look(self, state: Any, viewers: Collection[str]) -> dict[str, Change]:
        """What has changed for each of those who watch. Those who saw the same and see the same share it."""
        if self._units != units_of(state):
            self.learn(state)
        before, self._shows = self._shows, {who: self._page(state, who) for who in viewers}
        found: dict[str, Change] = {}
        shared: dict[tuple[int, int], Change] = {}
        for who, new in self._shows.items():
            old = before.get(who)
            if old is not new:
                self.names[who].learn(new)
            if old is not None:
                pair = id(old), id(new)
                found[who] = shared.get(pair) or shared.setdefault(pair, change(old, new))
        return found

    def _page(self, state: Any, who: str) -> Show:
        seen = state_for(self.system, state, who)
        return self.system.page(self.system.copy(state) if seen is state else seen, self._cache)
