"""A way carried out: past those who cover it and through suppression (defiance.cover.timing-movement,
defiance.suppression.move-into)."""

from __future__ import annotations

from collections.abc import Callable

from littlewars.engine import Battle
from littlewars.table.facing import Point, facing_to
from littlewars.table.shapes.legs import at_step, steps

from ..area.clouds import enter as breathe
from ..area.clouds import entered
from ..basics.events import Changed, Moved
from ..basics.numbers import INCH
from ..basics.rolls import agile
from ..basics.state import Figure, State
from ..basics.tabletop import put, sync_board, turn
from ..cover.reaction_points import reaction_points, watched
from ..cover.reactions import FIRED, PASS, WAIT, react
from ..move.path import ParsedMove, Segment, begin, free_end, nearest_free, wall_under
from ..move.terrain_cost import price, stretches
from ..suppression.within import crossings, enter, land, note_stay
from ..vehicles.steering import turn_hull

WHOLE = ("jump", "climb")  # all or nothing
WORDS = {"walk": "goes", "crawl": "crawls", "climb": "climbs", "jump": "jumps", "fly": "flies", "turn": "turns"}


class Walk:
    """A figure under way: the places not yet told, and what those who cover it have said.

    `replans`: a figure that is interrupted is asked again; without it, it goes on as answered.
    """

    __slots__ = ("battle", "figure", "fit", "replans", "said", "told")

    def __init__(self, battle: Battle[State], figure: Figure, replans: bool) -> None:
        self.battle, self.figure, self.replans = battle, figure, replans
        self.told: list[Point] = []
        self.said = WAIT
        self.fit = (figure.shaken, figure.stunned)

    def stopped(self) -> bool:
        """Eliminated, shaken or stunned on the way: it goes no farther (defiance.cover.interrupt-aftermath)."""
        return bool(self.figure.gone) or (self.figure.shaken, self.figure.stunned) != self.fit

    def may_replan(self, way: Segment) -> bool:
        """Could it stay here? Not in the middle of a jump or a climb, nor on another: then it goes on as it meant to."""
        return self.replans and way.how not in WHOLE and _is_free(self.battle, self.figure)

    def place(self, at: Point) -> None:
        """One step farther."""
        figure = self.figure
        if (figure.x, figure.y) != at:
            put(self.battle, self.figure, at)
        if not self.told or self.told[-1] != at:
            self.told.append(at)

    def tell(self, how: str) -> None:
        """What it has done since anybody was told."""
        if self.battle.events is None:
            self.told.clear()  # nobody listens
        if self.told:
            figure = self.figure
            self.battle.record(Moved(figure=figure.id, path=tuple(self.told), face=figure.face, how=WORDS[how]))
            self.told.clear()


Until = Callable[[Segment], Point | None]  # where on a stretch a vehicle runs into something; None: nowhere


async def carry_out(
    battle: Battle[State], figure: Figure, parsed: ParsedMove, replans: bool = True, until: Until | None = None
) -> bool:
    """Take the figure along its way; False if it was stopped before the end. What it has left is in the parsed, and on which
    stretch it was stopped."""
    if not parsed.path and figure.craft is None and (figure.prone, figure.level) == (parsed.prone, parsed.level):
        turn(battle, figure, parsed.face)  # it only turns
        return figure.able
    walk = Walk(battle, figure, replans)
    for number, way in enumerate(parsed.path):
        parsed.reached = number
        changed = (figure.prone, figure.level) != (way.prone, way.level)
        if changed:
            await _change_posture(battle, figure, way.prone, way.level)
        begun = number > 0 and not changed
        if walk.stopped():
            return False
        if way.how == "climb" and not _climbs(battle, figure, way):
            assert way.foot is not None
            await _along(walk, way, way.foot, begun, True)
            parsed.left = 0.0  # defiance.move.climb-fail: the rest of its movement is lost
            if battle.state.turn.doing is not None:
                battle.state.turn.doing.stuck.append(figure.id)
            walk.tell(way.how)
            _set_down(battle, figure)
            return False
        if way.face >= 0:
            _steer(battle, figure, way)
        meets = until(way) if until and way.how != "turn" else None
        fired = await _along(walk, way, way.to if meets is None else meets, begun, _ends(parsed, number))
        if meets is not None and not fired and not walk.stopped():
            parsed.left = left_after(battle.state, way, figure)
            walk.tell(way.how)
            return False
        if walk.stopped() or (fired and _has_more(battle.state, parsed, number, figure)):
            parsed.left = left_after(battle.state, way, figure)
            walk.tell(way.how)
            _set_down(battle, figure)
            return False
    if figure.craft is None:
        turn(battle, figure, parsed.face)
    else:
        turn_hull(battle, figure, parsed.face)
    walk.tell(parsed.path[-1].how if parsed.path else "turn")
    if (figure.prone, figure.level) != (parsed.prone, parsed.level):
        await _change_posture(battle, figure, parsed.prone, parsed.level)
    return figure.able


def _steer(battle: Battle[State], figure: Figure, way: Segment) -> None:
    """A vehicle looks as it is to look all along a stretch; it has moved, and on which course (defiance.vehicle.turning,
    defiance.vehicle.final-roll)."""
    turn_hull(battle, figure, way.face)
    figure.hulled.rolled = True
    if way.start != way.to:
        figure.hulled.course = facing_to(way.start, way.to)


def _is_free(battle: Battle[State], figure: Figure) -> bool:
    """Could it stay here: on nobody, on no impassable ground, across no wall?"""
    if not figure.level and wall_under(battle, figure, figure.at):
        return False
    return free_end(battle, figure, begin(figure, 0)) is None


def _set_down(battle: Battle[State], figure: Figure) -> None:
    """A figure that is stopped among others or on a wall is put on the nearest free spot (defiance.move.figures-as-obstacles,
    defiance.move.climb-must-clear)."""
    if not figure.gone and not _is_free(battle, figure):
        put(battle, figure, nearest_free(battle, figure))
        battle.record(Moved(figure=figure.id, path=(figure.at,), face=figure.face, how="is set down"))


async def _change_posture(battle: Battle[State], figure: Figure, prone: bool, level: int) -> None:
    """It goes prone, stands up, or changes its level."""
    if figure.prone != prone:
        battle.record(Changed(who=figure.id, what="goes prone" if prone else "stands up"))
    if figure.level != level:
        battle.record(Changed(who=figure.id, what=f"is on level {level}"))
    landed, doing = figure.level > level == 0, battle.state.turn.doing
    figure.prone, figure.level = prone, level
    sync_board(battle, figure)
    if landed and doing is not None:
        doing.landed.append(figure.id)  # defiance.orders.go-prone-forbidden
    if landed:
        await land(battle, figure)


def _ends(parsed: ParsedMove, number: int) -> bool:
    """Is this the last stretch, or the last before it lies down, stands up or changes its level?"""
    if number == len(parsed.path) - 1:
        return True
    way, then = parsed.path[number], parsed.path[number + 1]
    return (way.prone, way.level) != (then.prone, then.level)


def _has_more(state: State, parsed: ParsedMove, number: int, figure: Figure) -> bool:
    """Is there a way left to think about, or allowance?"""
    way = parsed.path[number]
    return number < len(parsed.path) - 1 or figure.at != way.to or left_after(state, way, figure) >= 1


def left_after(state: State, way: Segment, figure: Figure) -> float:
    """What an interrupted figure still has: all but what it has covered so far (defiance.cover.interrupt-aftermath)."""
    if way.how in ("walk", "crawl"):  # piece by piece, as it was charged (defiance.move.terrain-mixed)
        return max(0.0, way.had - price(stretches(state.pieces, way.start, figure.at, not figure.frame.vehicle), way.prone))
    whole = steps(way.start, way.to)
    share = steps(way.start, figure.at) / whole if whole else 1.0
    return max(0.0, way.had - way.cost * share)


def _climbs(battle: Battle[State], figure: Figure, way: Segment) -> bool:
    """An obstacle higher than the figure's size class in inches needs an agility roll (defiance.move.climb-agility)."""
    piece = next(p for p in battle.state.pieces if p.id == way.piece)
    if (piece.top or 0) <= figure.frame.size * INCH:
        return True
    if agile(battle, figure.frame.agility, f"climb, {figure.id}"):
        return True
    battle.record(Changed(who=figure.id, what=f"fails to climb {piece.label}"))
    return False


async def _along(walk: Walk, way: Segment, to: Point, begun: bool, ends: bool) -> bool:
    """One stretch. True if covering fire interrupted it and the figure may think again (defiance.cover.active-movement)."""
    battle, figure, start = walk.battle, walk.figure, way.start
    state = battle.state
    covered = walk.said != PASS and watched(battle, figure)
    asked = (
        dict(battle.memo("move.reaction-points", lambda: reaction_points(battle, figure, start, to, begun, ends)))
        if covered
        else {}
    )
    on_ground = bool(state.templates) and way.how != "fly"
    through = crossings(state, figure, start, to, jump=way.how == "jump") if on_ground else []
    fumes = entered(state, figure, start, to, lands=way.how == "jump") if state.turn.clouds and way.how != "fly" else {}
    if not asked and not through and not fumes:  # as on most ways: nothing happens before the end
        walk.place(to)
        note_stay(state, figure)
        return False
    whole = steps(start, to)
    struck = [entry for stretch in through for entry in stretch.entries()]
    for done in sorted({*asked, *fumes, *(entry.at for entry in struck), whole}):
        walk.place(at_step(start, to, done, max(1, whole)))
        note_stay(state, figure, through, done)  # carried on to the next stretch, whatever comes between
        if here := [entry for entry in struck if entry.at == done]:
            await enter(battle, figure, *here)
        if done in fumes and not walk.stopped():
            await breathe(battle, figure, fumes[done])
        if walk.stopped():
            return False
        if done not in asked or walk.said == PASS:
            continue
        figure.leaping = way.how == "jump" and 0 < done < whole  # in the open there (defiance.move.jump-easy-target)
        walk.said = await react(battle, figure, "last" if asked[done] else "move", lambda: walk.tell(way.how))
        figure.leaping = False
        if walk.stopped() or (walk.said == FIRED and walk.may_replan(way)):
            return True
    return False
