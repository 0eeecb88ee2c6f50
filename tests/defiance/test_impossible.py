"""What cannot be about a state of Defiance, and what cannot happen between two: each is named, and its neighbour is fine."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from littlewars.systems.defiance.basics.state import Activation, Chit, InitiativeCard, State, Team
from littlewars.systems.defiance.system import DEFIANCE
from tests.defiance.squads import a_state, row
from tests.defiance.strips import template

Deed = Callable[[State], Any]
UNITS = {
    "r": {"at": row(10, 10, 3), "figures": {"1": {"leader": 1, "command": 1}}},
    "v": {"frame": "tank", "at": [[24, 10]]},
    "f": {"frame": "bird", "at": [[34, 10]]},
    "m": {"frame": "bug", "at": row(40, 10, 2)},
    "b": {"at": row(10, 40, 2), "face": 180},
}


def fresh() -> State:
    return a_state(UNITS, templates=[template("b", "b.1", at=(20, 20), target="r")])


def of(name: str, **fields: Any) -> Deed:
    """A figure changed in some fields."""

    def change(state: State) -> None:
        for field, value in fields.items():
            setattr(state.figures[name], field, value)

    return change


def unit(name: str, **fields: Any) -> Deed:
    def change(state: State) -> None:
        for field, value in fields.items():
            setattr(state.units[name], field, value)

    return change


def turn(**fields: Any) -> Deed:
    def change(state: State) -> None:
        for field, value in fields.items():
            setattr(state.turn, field, value)

    return change


def laid(**fields: Any) -> Deed:
    def change(state: State) -> None:
        for field, value in fields.items():
            setattr(state.templates[0], field, value)

    return change


def both(*deeds: Deed) -> Deed:
    def change(state: State) -> None:
        for deed in deeds:
            deed(state)

    return change


def crowd(count: int) -> Deed:
    """Unit r with so many figures, in ranks of ten."""

    def change(state: State) -> None:
        for number in range(4, count + 1):
            figure = DEFIANCE.copy(state).figures["r.3"]
            figure.id, figure.x, figure.y = f"r.{number}", 2000 + 1500 * (number % 10), 12_000 + 1500 * (number // 10)
            state.figures[figure.id] = figure
            state.units["r"].figures.append(figure.id)

    return change


def acting(stage: str = "act", waiting: tuple[str, ...] = (), **fields: Any) -> Deed:
    """Unit r in the middle of its activation."""
    team = Team(["r.1"], **{"order": "cohesive-fire", **fields})
    return turn(doing=Activation("r", stage, team=team, waiting=list(waiting)))


WRONG: list[tuple[Deed, str]] = [
    (of("r.1", x=499), "r.1 is off the table"),
    (of("r.1", y=47_501), "r.1 is off the table"),
    (of("r.1", x=11_499), "r.1 and r.2 overlap"),
    (lambda s: setattr(s.sides["red"], "primary", "b.1"), "b.1 is no figure of red: defiance.command.primary-commander"),
    (lambda s: setattr(s.sides["red"], "primary", "x"), "x is no figure of red: defiance.command.primary-commander"),
    (turn(assigned={"green": ()}), "green is no side and has no command cards: defiance.command.command-card-drawn"),
    (unit("r", side="green"), "r belongs to nobody"),
    (unit("r", figures=["r.1", "r.2", "r.3", "b.1"]), "r counts others among its figures"),
    (unit("r", quality="Green"), "r mixes qualities: defiance.unit.quality-uniform"),
    (crowd(25), "r has more than 24 figures: defiance.unit.definition"),
    (both(of("r.2", leader=1), of("r.3", command=1)), "r has 3 leaders and commanders: defiance.stats.officer-limit"),
    (of("m.1", leader=1), "m has 1 leaders and commanders: defiance.stats.officer-limit"),
    (unit("r", solo=True), "r is called single and is not: defiance.morale.solo-exempt"),
    (unit("r", status="crew"), "r is neither standard, ad hoc nor a mob"),
    (unit("r", figures=["r.1", "r.2"]), "r.3 is not in its unit"),
    (of("r.3", unit="x"), "r counts others among its figures; r.3 is not in its unit"),
    (of("r.3", gone="asleep"), "r.3 is 'asleep', which nobody is"),
    (of("r.3", chits=(Chit("x"),)), "r.3 has a chit of x, who is nobody"),
    (
        both(unit("r", broken=True), of("r.3", shaken=True)),
        "r.3 is shaken and cannot be: defiance.morale.shaken-in-broken-unit, defiance.morale.matrix-individual",
    ),
    (
        of("m.1", shaken=True),
        "m.1 is shaken and cannot be: defiance.morale.shaken-in-broken-unit, defiance.morale.matrix-individual",
    ),
    (of("r.3", covers="claws"), "r.3 covers with 'claws', which is no class of weapon: defiance.cover.counter"),
    (of("r.1", leader=5), "r.1 has a level that no officer has: defiance.stats.officer"),
    (of("r.1", leader=-1), "r.1 has a level that no officer has: defiance.stats.officer"),
    (of("r.1", command=5), "r.1 has a level that no officer has: defiance.stats.officer"),
    (of("r.1", command=-1), "r.1 has a level that no officer has: defiance.stats.officer"),
    (of("r.1", focal=3), "r.1 has a level that no officer has: defiance.stats.officer"),
    (of("r.1", focal=-1), "r.1 has a level that no officer has: defiance.stats.officer"),
    (of("r.3", cover_mod=-21), "r.3 covers with a modifier of -21: defiance.cover.modifier-table"),
    (of("r.3", cover_mod=21), "r.3 covers with a modifier of 21: defiance.cover.modifier-table"),
    (of("r.3", hurt=1), "r.3 has taken 1 hits and stands: defiance.stats.damage-capacity"),
    (of("v.1", hurt=2), "v.1 has taken 2 hits and stands: defiance.stats.damage-capacity"),
    (of("v.1", hurt=-1), "v.1 has taken -1 hits and stands: defiance.stats.damage-capacity"),
    (of("f.1", level=4), "f.1 cannot be on level 4: defiance.move.fly-levels"),
    (of("f.1", level=-1), "f.1 cannot be on level -1: defiance.move.fly-levels"),
    (of("r.3", level=1), "r.3 cannot be on level 1: defiance.move.fly-levels"),
    (of("f.1", level=1, prone=True), "f.1 cannot be prone: defiance.move.prone-vehicles"),
    (of("v.1", prone=True), "v.1 cannot be prone: defiance.move.prone-vehicles"),
    (of("m.1", hero=True), "m.1 cannot be a hero: defiance.stats.hero-cost"),
    (of("v.1", hero=True), "v.1 cannot be a hero: defiance.stats.hero-cost"),
    (of("r.3", stopped=("0:1",)), "r.3 has a stoppage of a weapon that it has not"),
    (of("r.3", stopped=("1:0",)), "r.3 has a stoppage of a weapon that it has not"),
    (of("r.3", rounds=("0:1",)), "r.3 has fired a line of a weapon that it has not"),
    (of("r.3", shots=(1, 1)), "r.3 has counted shots of weapons that it has not"),
    (of("r.3", locked=("b.1",)), "r.3 is engaged with b.1, who is not with it: defiance.hth.lock"),
    (of("r.3", locked=("x",)), "r.3 is engaged with x, who is not with it: defiance.hth.lock"),
    (
        both(of("r.3", locked=("b.2",)), of("b.2", locked=("r.3",), gone="killed")),
        "r.3 is engaged with b.2, who is not with it: defiance.hth.lock",
    ),
    (laid(unit="x"), "suppression {id} is of no unit, or against none"),
    (laid(target="x"), "suppression {id} is of no unit, or against none"),
    (laid(firer="r.1"), "suppression {id} is fed by others than its unit's"),
    (laid(contributors=["b.1", "r.1"]), "suppression {id} is fed by others than its unit's"),
    (laid(contributors=["b.1", "b.2"]), "suppression {id} is fed with weapons that its figures have not"),
    (laid(arms={"b.1": 1}), "suppression {id} is fed with weapons that its figures have not"),
    (laid(arms={"b.1": -1}), "suppression {id} is fed with weapons that its figures have not"),
    (laid(lines={"b.1": 1}), "suppression {id} is fed with weapons that its figures have not"),
    (laid(lines={"b.1": -1}), "suppression {id} is fed with weapons that its figures have not"),
    (turn(phase="tea"), "there is no phase 'tea': defiance.turn.sequence"),
    (turn(waiting=["x"]), "there is no unit x to deploy"),
    (turn(shaken=["x"]), "there is no figure x to rally"),
    (turn(doing=Activation("x", "act")), "there is no unit x to act"),
    (turn(doing=Activation("r", "rest")), "r is in no stage 'rest' of its activation: defiance.orders.activation-sequence"),
    (turn(doing=Activation("r", "act")), "r acts without orders: defiance.orders.declare-first"),
    (acting("lay", order=""), "r acts without orders: defiance.orders.declare-first"),
    (acting("cover", order=""), "r acts without orders: defiance.orders.declare-first"),
    (acting(waiting=("x",)), "there is no figure x to follow an order"),
    (acting(order="dance"), "there are no orders 'dance': defiance.orders.declare-first"),
    (acting(speed="hopping"), "nobody goes 'hopping': defiance.move.types-table"),
    (acting(pattern="wave"), "nobody attacks by 'wave': defiance.orders.fire-attack-pattern"),
    (turn(deck=[InitiativeCard("x")]), "there is a card of x, which is no unit"),
    (turn(assigned={"red": (InitiativeCard("x"),)}), "there is a card of x, which is no unit"),
]
FINE: list[Deed] = [
    of("r.1", x=500),
    of("r.1", y=47_500),
    of("r.1", x=10_500),
    both(of("f.1", level=1, x=24_000, y=10_000)),
    both(turn(waiting=["r"]), of("r.1", x=-5)),
    of("r.1", x=-5, gone="killed"),
    lambda s: setattr(s.sides["red"], "primary", "r.1"),
    turn(assigned={"red": (InitiativeCard("r"), InitiativeCard(""))}),
    crowd(24),
    of("r.2", leader=1),
    both(unit("r", solo=True), of("r.2", gone="routed"), of("r.3", gone="dissolved")),
    unit("r", status="mob"),
    unit("r", status="ad hoc"),
    unit("r", broken=True),
    of("r.3", shaken=True),
    of("r.1", leader=4, command=4, focal=2),
    of("r.3", cover_mod=20, covers="side"),
    of("r.3", cover_mod=-20, covers="vehicle"),
    of("v.1", hurt=1),
    of("f.1", level=3),
    of("r.3", prone=True, hero=True),
    of("r.3", stopped=("0:0",), rounds=("0:0",), shots=(2,)),
    both(of("r.3", locked=("b.2",)), of("b.2", locked=("r.3",))),
    laid(lines={"b.1": 0}),
    laid(contributors=["b.1", "b.2"], arms={"b.1": 0, "b.2": 0}),
    turn(doing=Activation("r", "teams")),
    acting(speed="sprinting", waiting=("r.2",)),
    acting("lay", speed="stationary"),
]


@pytest.mark.parametrize(("deed", "fault"), WRONG)
def test_what_cannot_be_is_named(deed: Deed, fault: str) -> None:
    state = fresh()
    assert DEFIANCE.state_errors(state) == []
    deed(state)
    assert "; ".join(DEFIANCE.state_errors(state)) == fault.format(id=state.templates[0].id)


@pytest.mark.parametrize("deed", FINE)
def test_what_can_be_is_no_fault(deed: Deed) -> None:
    state = fresh()
    deed(state)
    assert DEFIANCE.state_errors(state) == []


LEAPS: list[tuple[Deed, Deed, str]] = [
    (unit("r"), lambda s: s.figures.pop("r.3"), "r.3 has vanished"),
    (lambda s: s.figures.pop("r.3"), unit("r"), "r.3 has come from nowhere"),
    (unit("r"), lambda s: s.units.pop("r"), "unit r has vanished"),
    (unit("r"), unit("r", side="blue"), "r has changed its side or its quality"),
    (unit("r"), unit("r", quality="Green"), "r has changed its side or its quality"),
    (
        unit("r", status="ad hoc"),
        unit("r", status="standard"),
        "r was ad hoc and is standard: defiance.unit.joining-becomes-ad-hoc",
    ),
    (unit("r", status="mob"), unit("r", status="ad hoc"), "r was mob and is ad hoc: defiance.unit.joining-becomes-ad-hoc"),
    (turn(number=2), turn(number=1), "a turn has come back"),
    (of("r.3", gone="killed"), of("r.3", gone=""), "r.3 has come back"),
    (of("r.3", gone="killed"), of("r.3", gone="routed"), "r.3 has come back"),
    (of("v.1", hurt=1), of("v.1", hurt=0), "v.1 has healed"),
    (of("r.3", shots=(2,)), of("r.3", shots=(1,)), "r.3 has found shots again"),
    (of("r.3", shots=(2,)), of("r.3", shots=()), "r.3 has found shots again"),
    (unit("r"), of("r.3", arms=()), "r.3 is not who it was"),
    (unit("r"), of("r.3", cost=99), "r.3 is not who it was"),
    (unit("r"), of("r.3", leader=2), "r.3 has been promoted"),
    (unit("r"), of("r.3", command=2), "r.3 has been promoted"),
    (unit("r"), of("r.3", focal=2), "r.3 has been promoted"),
    (unit("r"), of("r.3", hero=True), "r.3 has been promoted"),
    (unit("r"), unit("r", status="ad hoc"), ""),
    (unit("r", status="mob"), unit("r", status="mob"), ""),
    (turn(number=1), turn(number=2), ""),
    (unit("r"), of("r.3", gone="killed"), ""),
    (of("r.3", gone="killed"), unit("b"), ""),
    (of("v.1", hurt=0), of("v.1", hurt=1), ""),
    (of("r.3", shots=()), of("r.3", shots=(1,)), ""),
    (of("r.3", shots=(1,)), of("r.3", shots=(2,)), ""),
    (of("r.3", shots=(2,)), of("r.3", shots=(2,)), ""),
]


@pytest.mark.parametrize(("first", "then", "leap"), LEAPS)
def test_what_cannot_happen_is_named(first: Deed, then: Deed, leap: str) -> None:
    before, after = fresh(), fresh()
    first(before)
    first(after)
    then(after)
    if leap.endswith("nowhere"):
        after.figures["r.3"] = fresh().figures["r.3"]
    assert "; ".join(DEFIANCE.transition_errors(before, after)) == leap
