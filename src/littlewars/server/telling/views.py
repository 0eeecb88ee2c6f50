"""What an audience sees of a battle: a side, or "" for everybody who only watches; the state after `hide`, and nothing else."""

from __future__ import annotations

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


class AudienceViews:
    """The table as each audience sees it, always up to date, and the names that it knows. Where nothing is secret there is one
    view for all."""

    def __init__(self, system: System[Any], state: Any) -> None:
        self.system, self._cache = system, PageCache()
        self.shows: dict[str, Show] = {}
        self.names = {who: Names() for who in (*(system.sides(state) if system.secrets else ()), "")}
        self.look(state)

    def viewer(self, audience: str) -> str:
        """The audience under whose name this one's view is kept."""
        return audience if self.system.secrets else ""

    def look(self, state: Any) -> dict[str, Change]:
        """See the table as it is now; what has changed for each. Those who saw the same and see the same share it."""
        before, self.shows = self.shows, {who: self._page(state, who) for who in self.names}
        found: dict[str, Change] = {}
        shared: dict[tuple[int, int], Change] = {}
        for who, names in self.names.items():
            old, new = before.get(who), self.shows[who]
            if old is not new:
                names.learn(new)
            if old is not None:
                pair = id(old), id(new)
                found[who] = shared.get(pair) or shared.setdefault(pair, change(old, new))
        return found

    def _page(self, state: Any, who: str) -> Show:
        seen = state_for(self.system, state, who)
        return self.system.page(self.system.copy(state) if seen is state else seen, self._cache)
