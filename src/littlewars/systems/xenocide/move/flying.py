"""Flight packs: taking off, flying on, landing (xenocide.flight.*)."""

from __future__ import annotations

from collections.abc import Sequence

from littlewars.engine import Battle, Choose, Legs, Option, Refusal
from littlewars.engine.names import ref
from littlewars.table.shapes.bases import moved

from ..basics.state import State, Unit
from ..basics.tabletop import board, elsewhere, sync_board, tabletop
from .allowance import DOUBLE, flying_distance, leave_of
from .compulsory import not_nearer
from .engaging import engage_all
from .snapping import begin_march
from .walking import Ends, Walk, go
from .ways import on_wall

RULE = "xenocide.flight.take-off"
LABELS = {
    "foot": ("Run on foot", "From its movement to double."),
    "up": ("Take off", "Its movement, over everything; then it is in the air."),
    "hop": ("Take off and land", "Its movement, over everything, ending on free ground."),
    "on": ("Fly on", "From its movement to triple."),
    "down": ("Land", "Its movement, ending on free ground."),
}


def can_fly(state: State, unit: Unit) -> bool:
    """Have all of them flight packs, and run orders (xenocide.flight.orders)? Who stays in a melee does not take off
    (xenocide.move.partial-disengage)."""
    members = state.standing(unit)
    return (
        unit.order == "run"
        and not unit.engaged
        and bool(members)
        and all(figure.profile.can("flight-pack") for figure in members)
    )


async def choose_flight(battle: Battle[State], unit: Unit) -> str:
    """How it goes this turn: decided for the whole unit (xenocide.flight.take-off)."""
    ways = ("on", "down") if unit.airborne else ("foot", "up", "hop")
    figures = tuple(figure.id for figure in battle.state.members(unit))
    options = [Option(way, LABELS[way][0], of=figures, about=LABELS[way][1], means="go") for way in ways]
    ask = Choose(unit.side, RULE, f"{ref(unit.id)}: how does it go?", options)
    return await ask.about(*figures, unit=unit.id, topic="plan")


async def fly(battle: Battle[State], unit: Unit, way: str, left: Sequence[str] = ()) -> None:
    """Through the air: terrain and models below do not matter (xenocide.flight.distance, xenocide.flight.take-off). `left`:
    enemies that it may not engage, for it has just left them (xenocide.move.partial-disengage)."""
    state = battle.state
    set_airborne(battle, unit, airborne=True)
    leave = leave_of(battle, unit, DOUBLE)  # markers cost what they cost a run (xenocide.flight.distance)
    if way == "on":
        most = {name: flying_distance(state.figures[name]) for name in leave.most}
        least = max((state.figures[name].profile.movement for name in most), default=0)
        leave = leave._replace(most=most, least=least)
    else:
        leave = leave._replace(most={name: state.figures[name].profile.movement for name in leave.most})
    if way not in ("hop", "down"):
        flight = Walk(battle, unit, leave, lambda ends: not_nearer(battle, unit, ends) if unit.panic else None)
        begin_march(state, unit, go(battle, await flight.ask(RULE, f"{ref(unit.id)} flies"), "flies"))
        return
    landing = Landing(battle, unit, leave, lambda ends: refuse_landing(battle, unit, ends))
    if landing.fallbacks:  # else it stays up: it lands only on free ground
        trail = go(battle, await landing.ask(RULE, f"{ref(unit.id)} lands"), "flies")
        set_airborne(battle, unit, airborne=False)
        begin_march(state, unit, trail, met=engage_all(battle, unit, left))


class Landing(Walk):
    """A way through the air that ends where everybody may land; where they hover is often not such a place."""

    @property
    def fallbacks(self) -> list[Legs]:
        """Straight down where that is allowed, else some way that is; nothing if there is none."""
        down: Legs = ()
        return [down] if self.forbids is not None and self.forbids({}) is None else self._ideas()


def refuse_landing(battle: Battle[State], unit: Unit, ends: Ends) -> Refusal | None:
    """Only on free ground (xenocide.flight.take-off); a broken unit no nearer to the enemy (xenocide.broken.passed)."""
    state, table, houses = battle.state, board(battle), tabletop(battle).going.houses
    if unit.panic and (refusal := not_nearer(battle, unit, ends)):
        return refusal
    for figure in state.standing(unit):
        base = moved(figure.base(), ends.get(figure.id, figure.at))
        if table.stands(base, elsewhere(battle, aloft=False)) is not None or on_wall(houses, figure, base.at) is not None:
            return Refusal(RULE, f"{ref(figure.id)} cannot land there")
    return None


def set_airborne(battle: Battle[State], unit: Unit, airborne: bool) -> None:
    """The whole unit is in the air, or down (xenocide.flight.take-off)."""
    if unit.airborne == airborne:
        return
    unit.airborne = airborne
    for figure in battle.state.standing(unit):
        sync_board(battle, figure)
