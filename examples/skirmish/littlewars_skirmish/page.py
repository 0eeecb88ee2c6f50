"""What people see: the table for a page, and a line of sight."""

from littlewars.dice import Scripted
from littlewars.engine import Battle, Show
from littlewars.engine.page.looking import on_table
from littlewars.engine.showing import Arm, Band, Look, Model, Shown, Tracker
from littlewars.kit.page import card_of, ground_of, party_of

from .state import INCH, RADIUS, State, troops
from .tabletop import COVER, SOLID, tabletop


def show(state: State) -> Show:
    men = {side: sum(len(state.members(unit)) for unit in state.units_of(side)) for side in state.sides}
    text = {**dict.fromkeys(COVER, "cover: -1 to be hit"), **dict.fromkeys(SOLID, "nobody enters it or sees through it")}
    there = [figure for figure in state.figures.values() if not figure.gone]
    arms = {key: Arm("rifle", bands=(Band("reach", troop.reach * INCH),)) for key, troop in troops().items()}
    return Show(
        title=state.settings.name or "Skirmish",
        unit="inch",
        size=(state.width, state.depth),
        measures=True,
        tracker=Tracker(state.turn.number, state.settings.rounds, side=state.turn.at),
        parties=tuple(party_of(side, "", f"{men[side.name]} men") for side in state.sides.values()),
        models={key: Model(key, troop.name, "shooter", arms=(arms[key],)) for key, troop in troops().items()},
        units={u.id: card_of(state, u, lambda f: f.troop.key, (), "acted" if u.acted else "") for u in state.units.values()},
        figures={f.id: Shown(f.id, f.unit, state.side_of(f), f.troop.key, f.troop.name, f.at, (RADIUS,)) for f in there},
        ground=tuple(ground_of(piece, text.get(piece.kind, "open")) for piece in state.pieces),
    )


def look(state: State, start: str, to: str) -> Look | None:
    """What one man sees of another (skirmish.sight)."""
    top, a, b = tabletop(Battle(state, Scripted(), quiet=True)), on_table(state, start), on_table(state, to)
    return Look("clear" if top.in_sight(a, b) else "blocked", ((a.at, b.at),), top.board.gap(start, to), "skirmish.sight")
