"""A toy rulebook made of secrets: orders written at the same time, dice behind a screen, a card that lies face down.

Each round both sides write an order (and a side that hides says where); red may roll behind its screen. Then orders are opened.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from msgspec import Struct

from littlewars import engine
from littlewars.engine import Choose, Event, Number, Result, Rule, ScenarioError, Show, Together
from littlewars.engine.showing import Party, Tracker
from littlewars.kit.system import BaseSystem

SIDES = ("red", "blue", "green")
ORDERS = ["march", "hide"]


class State(Struct):
    rounds: int
    round: int = 0
    brief: bool = False  # who marches is not asked where
    orders: dict[str, str] = {}
    places: dict[str, int] = {}  # where somebody hides: never opened
    scouted: dict[str, int] = {}  # what a side rolled behind its screen
    opened: dict[str, str] = {}


class Hidden(Event):
    side: str
    place: int

    def tell(self) -> str:
        return f"{self.side} hides at {self.place}"


class Opened(Event):
    side: str
    order: str

    def tell(self) -> str:
        return f"{self.side}: {self.order}"


async def order(battle: engine.Battle[State], side: str) -> tuple[str, int]:
    chosen = await Choose(side, "whisper.order", "Write an order", ORDERS)
    if battle.state.brief and chosen == "march":
        return chosen, 0
    place = await Number(side, "whisper.place", "Where?", 0, 99)
    return chosen, place


async def round_(battle: engine.Battle[State]) -> None:
    s = battle.state
    written = await Together([order(battle, side) for side in SIDES])
    for side, (chosen, place) in zip(SIDES, written, strict=True):
        s.orders[side], s.places[side] = chosen, place
        battle.record(Hidden(side=side, place=place, to=side))
    for side in SIDES:
        with battle.in_secret(side):
            s.scouted[side] = battle.dice.roll(20, f"{side} scouts")
    await Choose("blue", "whisper.nod", "Open the orders?", ["yes", "of course"])
    s.opened = dict(s.orders)
    for side in SIDES:
        battle.record(Opened(side=side, order=s.opened[side]))
    battle.seal()
    s.round += 1


class Whispers(BaseSystem[State]):
    name, title, about = "whispers", "Whispers", "Nothing but secrets."
    measures, secrets, longest_step = False, True, 12
    stances = ()
    folder, state = Path(__file__).parent / "nowhere", State
    events: Sequence[type[Event]] = (Hidden, Opened)

    def scenarios(self) -> Mapping[str, Any]:
        return {"night": {"name": "Night", "rounds": 2}, "dusk": {"name": "Dusk", "rounds": 2, "brief": True}}

    def setup(self, scenario: Mapping[str, Any]) -> State:
        if not isinstance(scenario.get("rounds"), int):
            raise ScenarioError("how many rounds?")
        return State(scenario["rounds"], brief=bool(scenario.get("brief")))

    def describe(self, state: State) -> dict[str, Any]:
        return {"rounds": state.rounds, "brief": state.brief}

    def step(self, battle: engine.Battle[State]) -> Rule[None] | None:
        return round_(battle) if battle.state.round < battle.state.rounds else None

    def sides(self, state: State) -> Sequence[str]:
        return SIDES

    def rounds(self, state: State) -> int:
        return state.round

    def verdict(self, state: State) -> Result:
        return Result((), "morning", "whisper.end")

    def hide(self, state: State, side: str) -> None:
        for secret in (state.orders, state.places, state.scouted):
            for other in [owner for owner in secret if owner != side]:
                del secret[other]

    def guess(self, state: State, side: str, rng: Random) -> None:
        for other in SIDES:
            if other != side and state.places:
                state.orders[other], state.places[other] = rng.choice(ORDERS), rng.randrange(100)
                state.scouted[other] = rng.randint(1, 20)

    def show(self, state: State) -> Show:
        secret = {side: f"{state.orders.get(side)} {state.places.get(side)} {state.scouted.get(side)}" for side in SIDES}
        return Show(
            title="Night",
            unit="inch",
            size=(1000, 1000),
            measures=False,
            tracker=Tracker(state.round, state.rounds),
            parties=tuple(Party(side, side, score=f"{secret[side]} / {state.opened.get(side)}") for side in SIDES),
            models={},
            units={},
            figures={},
        )


SYSTEM = Whispers()
