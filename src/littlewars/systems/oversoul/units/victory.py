"""Victory points, objectives, the end of the game and who has won."""

from __future__ import annotations

from fractions import Fraction

from littlewars.engine import Battle, Result
from littlewars.table.shapes.bases import holds

from ..basics.events import Ended, Scored
from ..basics.state import Figure, Objective, Side, State

QUARTER = Fraction(1, 4)  # of the creation cost (oversoul.victory.points-per-model)
ROUNDS_PER_UNIT = 8  # oversoul.victory.game-end
IDLE_ROUNDS = 2  # rounds in a row in which all pass


def points(side: Side) -> Fraction:
    """A side's victory points, exact to the quarter (oversoul.victory.points-per-model, oversoul.victory.objectives)."""
    return QUARTER * side.score + side.bonus


def score(battle: Battle[State], figure: Figure, by: str) -> None:
    """A model is eliminated: its worth goes to the side that caused it (oversoul.victory.credit); summoned ones cost
    nothing."""
    state, owner = battle.state, battle.state.side_of(figure)
    credit = by if by and state.enemies(by, owner) else _only_enemy(state, owner)
    if credit:
        state.sides[credit].score += figure.profile.cost


def _only_enemy(state: State, owner: str) -> str:
    """Without an enemy's hand the points go to the enemy in a game of two sides and to nobody otherwise."""
    foes = [name for name in state.sides if state.enemies(name, owner)]
    teams = {side.team for side in state.sides.values()}
    return foes[0] if len(teams) == 2 and foes else ""


def default_rounds(state: State) -> int:
    """Eight rounds for each unit of the largest army at the start, where none were agreed (oversoul.victory.game-end)."""
    sizes = [sum(unit.side == name and not unit.summoned for unit in state.units.values()) for name in state.sides]
    return ROUNDS_PER_UNIT * max(sizes)


# ---- objectives


def achieved(state: State, goal: Objective) -> bool:
    """Is this objective accomplished as the table stands?"""
    if state.turn.round < goal.from_round:
        return False
    if goal.kind == "eliminate":
        return not any(goal.what in (unit.id, unit.side) for unit in state.present())
    mine = _inside(state, goal, friendly=True)
    return bool(mine) and not _inside(state, goal, friendly=False)


def _inside(state: State, goal: Objective, friendly: bool) -> list[Figure]:
    """Models of the side (or of its enemies) whose centre is in the zone, the frightened apart."""
    return [
        figure
        for unit in state.present()
        if state.enemies(unit.side, goal.side) != friendly and not unit.frightened
        for figure in state.standing(unit)
        if holds(goal.zone, figure.at) >= 0
    ]


def check_objectives(battle: Battle[State]) -> None:
    """Objectives are checked at the end of every turn (oversoul.victory.strategic, oversoul.victory.objectives)."""
    state = battle.state
    unmet = [goal for goal in state.settings.objectives if goal.id not in state.sides[goal.side].achieved]
    met = [goal for goal in unmet if achieved(state, goal)]
    for goal in met:
        side = state.sides[goal.side]
        side.achieved.append(goal.id)
        side.bonus += goal.points
        battle.record(Scored(side=goal.side, objective=goal.label or goal.id))
    if met and state.settings.victory == "strategic":
        winner = _first_to_achieve(state, [goal.side for goal in met])
        end(battle, winner, f"{winner} achieves its objective")


def _first_to_achieve(state: State, sides: list[str]) -> str:
    """The side whose turn it was wins, else the one that comes first in this round's order (oversoul.victory.strategic)."""
    order = [state.active().name, *state.turn.order, *state.sides]
    return min(sides, key=lambda name: next(k for k, other in enumerate(order) if not state.enemies(name, other)))


# ---- the end


def check_end_of_turn(battle: Battle[State]) -> None:
    """After a turn: an objective, or at most one side left (oversoul.victory.game-end)."""
    check_objectives(battle)
    if battle.state.turn.phase != "over":
        check_sides_left(battle)


def check_sides_left(battle: Battle[State]) -> None:
    """The battle ends when at most one side has models left (oversoul.victory.game-end)."""
    state = battle.state
    left: set[str] = set()
    for unit in state.units.values():
        if (team := state.sides[unit.side].team) not in left and state.is_present(unit):
            left.add(team)
            if len(left) > 1:
                return
    end(battle, *_decide(state, "only one side has models left" if left else "nobody is left"))


def check_end_of_round(battle: Battle[State]) -> None:
    """After a round: all passed twice in a row, or the last round is over (oversoul.victory.game-end)."""
    turn = battle.state.turn
    if turn.idle >= IDLE_ROUNDS:
        end(battle, *_decide(battle.state, "all passed in two rounds in a row"))
    elif turn.round >= battle.state.settings.rounds:
        end(battle, *_decide(battle.state, "the last round is over"))


def _decide(state: State, why: str) -> tuple[str, str]:
    """Who has won when the game ends (oversoul.victory.decision, oversoul.victory.mathematical)."""
    if state.settings.victory == "strategic":
        left = {state.sides[unit.side].team: unit.side for unit in state.present()}
        return (next(iter(left.values())) if len(left) == 1 else ""), why
    totals = team_points(state)
    best = max(totals.values())
    leaders = [team for team, total in totals.items() if total == best]
    return (next(n for n, s in state.sides.items() if s.team == leaders[0]) if len(leaders) == 1 else ""), why


def team_points(state: State) -> dict[str, Fraction]:
    """Sides with several players add their points up (oversoul.victory.credit)."""
    totals: dict[str, Fraction] = {}
    for side in state.sides.values():
        totals[side.team] = totals.get(side.team, Fraction(0)) + points(side)
    return totals


def end(battle: Battle[State], winner: str, why: str) -> None:
    """The battle is over."""
    turn = battle.state.turn
    turn.phase, turn.winner, turn.result, turn.doing = "over", winner, why, None
    battle.record(Ended(why=why, winner=winner))


def verdict(state: State) -> Result:
    """Who has won, or would if it ended as it stands."""
    winner, why = (state.turn.winner, state.turn.result) if state.turn.phase == "over" else _decide(state, "as it stands")
    team = state.sides[winner].team if winner else ""
    winners = tuple(name for name, side in state.sides.items() if side.team == team) if winner else ()
    scores = {name: float(points(side)) for name, side in state.sides.items()}
    return Result(winners, why, "oversoul.victory.decision", scores)
