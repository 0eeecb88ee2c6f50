"""Suppression: who contributes, size, placing, dice, fringe, moving in, keeping, torrential fire (defiance.suppression.*)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from squads import Play, a_battle, row, run, told

from littlewars.engine import Battle
from littlewars.systems.defiance.firing import lines_of
from littlewars.systems.defiance.numbers import INCH
from littlewars.systems.defiance.orders import available, may_cover
from littlewars.systems.defiance.profiles import Weapon
from littlewars.systems.defiance.resolution import resolution_phase
from littlewars.systems.defiance.sight import away, faces, seen_by
from littlewars.systems.defiance.state import Chit, Rect, State, Stay, Team, Template
from littlewars.systems.defiance.suppression import (
    FRINGE_LOF,
    MOVING_LOF,
    TEMPLATE_LOF,
    affected,
    divisions,
    may_contribute,
    resolve,
    review,
    shot_at,
)
from littlewars.systems.defiance.suppression_aim import aims, bonus_of, find_aims, length_of, line_for, rate_of
from littlewars.systems.defiance.suppression_area import (
    WIDTH,
    Entry,
    Stretch,
    fringes,
    in_either,
    in_fringe,
    in_template,
    rectangle,
    refuse_piece,
    stretches,
    usual_piece,
    usual_pieces,
)
from littlewars.systems.defiance.suppression_within import enter, entries
from littlewars.table.bases import apart2, centre2
from littlewars.table.constants import TOUCH
from littlewars.table.facing import step_to
from littlewars.table.hulls import overlap

CARBINE = {"FR": "1U", "brackets": {"7+": 20, "9+": 30, "11+": 40}}


def weapon(rate: int, high: int = 0) -> Weapon:
    return Weapon(key="w", name="w", rate=rate, high=high)


def template(
    unit: str = "b", firer: str = "b.1", at: tuple[float, float] = (20, 20), length: float = 3, face: float = 90, **more: Any
) -> dict[str, Any]:
    """A template as a scenario writes it."""
    piece = {"at": list(at), "face": face, "length": length}
    found = {
        "id": "t",
        "unit": unit,
        "firer": firer,
        "target": "r",
        "pieces": [piece],
        "contributors": [firer],
        "arms": {firer: 0},
    }
    return {**found, **more}


def laid(units: dict[str, Any], dice: str = "", **more: Any) -> Battle[State]:
    return a_battle(units, dice, templates=[template(**more.pop("template", {}))], **more)


# ---- who contributes


@pytest.mark.rule("defiance.suppression.eligible-weapons", "defiance.suppression.prohibited-weapons")
def test_which_weapons_suppress() -> None:
    names = {"rifle": True, "single": True, "split": True, "rocket": False, "cone": False, "mortar": False}
    for name, able in names.items():
        figure = a_battle({"r": {"at": [[20, 10]], "primary": name}, "b": {"at": [[20, 30]]}}).state.figures["r.1"]
        assert (line_for(figure, "primary") is not None) is able
    side = a_battle({"r": {"at": [[20, 10]], "primary": "", "side_arms": "pistol"}, "b": {"at": [[20, 30]]}}).state.figures[
        "r.1"
    ]
    assert line_for(side, "primary") is None
    assert line_for(side, "support") is None


@pytest.mark.rule("defiance.suppression.fr1-cluster", "defiance.suppression.elite-single", "defiance.suppression.split-fr")
def test_single_shot_weapons_suppress_only_together() -> None:
    def able(primary: str, count: int) -> bool:
        battle = a_battle({"r": {"frame": "elite", "at": row(20, 10, count), "primary": primary}, "b": {"at": [[20, 28]]}})
        return bool(find_aims(battle, battle.state.members(battle.state.units["r"]), "primary"))

    assert [able("single", 1), able("single", 2), able("rifle", 1), able("split", 1)] == [False, True, True, True]
    assert (rate_of(weapon(1, 2)), rate_of(weapon(1, 2), high=False)) == (2, 1)


@pytest.mark.rule(
    "defiance.suppression.target-unit", "defiance.suppression.firing-figure", "defiance.orders.suppression-wasted-no-los"
)
def test_the_nearest_pair_gives_target_and_firing_figure() -> None:
    # defiance.ex.suppression-nearest-pair, shifted by (10, 5): A sees both, B only the second behind his wall, C nobody
    house = {"id": "h", "category": "impassable", "box": [15.2, 7, 22, 9], "height": 8}
    wall = {"id": "w", "category": "impassable", "box": [12.1, 7.5, 13.9, 8.5], "height": 8}
    units = {"r": {"at": [[10, 5], [14, 5], [18, 5]]}, "b1": {"at": [[10, 23]]}, "b2": {"at": [[16, 22]]}}
    battle = a_battle(units, terrain=[house, wall])
    figures = battle.state.figures
    assert [set(seen_by(battle, figures[name])) for name in ("r.1", "r.2", "r.3")] == [{"b1.1", "b2.1"}, {"b2.1"}, set()]
    pairs = (("r.1", "b1.1", 18.0), ("r.1", "b2.1", 18.03), ("r.2", "b2.1", 17.12))
    for mine, theirs, far in pairs:
        assert away(figures[mine], figures[theirs]) / INCH == pytest.approx(far, abs=0.01)
    (found,) = find_aims(battle, battle.state.members(battle.state.units["r"]), "primary")
    assert (found.target.id, found.firer.id, [figure.id for figure in found.contributors]) == ("b2.1", "r.2", ["r.1", "r.2"])


@pytest.mark.rule("defiance.suppression.target-unit")
@pytest.mark.parametrize("seed", range(20))
def test_the_nearest_pair_is_found_whoever_looks_first(seed: int) -> None:
    """By the plain way: of all pairs in arc and sight those with the least distance; on a coarse grid there are ties."""
    rng = Random(seed)
    spots = {name: rng.sample(range(40), 4) for name in ("r", "b")}
    units = {
        name: {"at": [[4 + 4 * (k % 10), (4 if name == "r" else 24) + 4 * (k // 10)] for k in spots[name]]} for name in spots
    }
    battle = a_battle(units)
    state, figures = battle.state, battle.state.members(battle.state.units["r"])
    for figure in figures:
        figure.face = rng.choice((0, 3000, 33_000))
    pairs = {
        (figure.id, name): centre2(figure.at, state.figures[name].at)
        for figure in figures
        for name in seen_by(battle, figure)
        if faces(figure, state.figures[name])
    }
    nearest = {pair for pair, far in pairs.items() if far == min(pairs.values())}
    found = find_aims(battle, figures, "primary")
    assert {(aim.firer.id, aim.target.id) for aim in found} == nearest


@pytest.mark.rule("defiance.suppression.target-unit", "defiance.orders.aim-privilege")
def test_elite_figures_and_aimers_choose_the_unit() -> None:
    units: dict[str, Any] = {"r": {"at": [[20, 5]]}, "b1": {"at": [[20, 18]]}, "b2": {"at": [[22, 24]]}}

    def units_of(frame: str, **more: Any) -> set[str]:
        battle = a_battle({**units, "r": {"frame": frame, "at": [[20, 5]], **more}})
        unit = battle.state.units["r"]
        return {aim.target.unit for aim in aims(battle, unit, battle.state.members(unit), "primary")}

    assert units_of("man") == {"b1"}
    assert units_of("elite") == {"b1", "b2"}
    assert units_of("man", aims=["b2"], aimed=2) == {"b1", "b2"}


@pytest.mark.rule("defiance.suppression.max-range")
def test_the_target_must_be_in_range_of_the_firing_figure() -> None:
    def able(far: float) -> bool:
        battle = a_battle({"r": {"at": [[20, 5]], "primary": "gun"}, "b": {"at": [[20, 5 + far]]}}, table=[48, 60])
        return bool(find_aims(battle, battle.state.members(battle.state.units["r"]), "primary"))

    assert (able(45), able(45.1)) == (True, False)


# ---- size


@pytest.mark.rule(
    "defiance.suppression.template-width",
    "defiance.suppression.template-length",
    "defiance.suppression.template-fr1",
    "defiance.suppression.template-additional",
)
def test_sizes_of_templates() -> None:
    # defiance.ex.template-sizes, defiance.ex.template-length-cap
    sizes = {
        (3,): 3,
        (1, 1): 2,
        (1, 1, 1, 1, 1): 4,
        (3, 1): 4,
        (2, 2, 2, 2): 4,
        (4,): 4,
        (5,): 4,
        (6, 2): 4,
        (2, 1): 3,
        (1, 1, 1): 3,
    }
    for rates, length in sizes.items():
        assert length_of([weapon(rate) for rate in rates], [False] * len(rates), False) == length * INCH
    assert WIDTH == 2 * INCH


@pytest.mark.rule("defiance.suppression.torrential-size", "defiance.suppression.torrential-maximum")
def test_torrential_fire_doubles_the_area() -> None:
    sizes = {(3,): 6, (1, 1): 4, (3, 1): 8, (4, 4): 8, (2,): 4}
    for rates, length in sizes.items():
        assert length_of([weapon(rate) for rate in rates], [False] * len(rates), True) == length * INCH


def many(rates: list[int]) -> tuple[State, Template]:
    arms = {f"w{rate}": {"FR": rate, "brackets": {"5+": 40}} for rate in set(rates)}
    figures = {str(n + 1): {"primary": f"w{rate}"} for n, rate in enumerate(rates)}
    names = [f"b.{n + 1}" for n in range(len(rates))]
    units = {"b": {"at": row(10, 40, len(rates)), "face": 180, "primary": "", "figures": figures}, "r": {"at": [[20, 20]]}}
    made = {"contributors": names, "arms": dict.fromkeys(names, 0)}
    state = laid(units, template=made, weapons=arms).state
    return state, state.templates[0]


@pytest.mark.rule("defiance.suppression.contributor-bonus")
def test_further_weapons_lower_the_number() -> None:
    # defiance.ex.suppression-roll-reduction, defiance.ex.template-length-cap
    assert [bonus_of(*many(rates)) for rates in ([5], [6, 2], [2, 1], [1, 1, 1], [3, 3, 3], [1, 1])] == [0, 1, 1, 1, 2, 0]
    assert [bonus_of(*many(rates)) for rates in ([3] * 7, [1] * 8)] == [6, 6]  # no limit as for the length
    state, made = many([3, 3, 3])
    shot = shot_at(state, made, state.figures["r.1"], TEMPLATE_LOF)
    assert shot is not None
    assert (shot.tally.base, shot.tally.needed) == (5, 5 - 2 + 3)


# ---- placing


def firer_and_target(far: float) -> tuple[Any, Any]:
    state = a_battle({"r": {"at": [[20, 5]]}, "b": {"at": [[20, 5 + far]]}}).state
    return state.figures["r.1"], state.figures["b.1"]


def why(far: float, at: tuple[float, float], face: float = 90, length: float = 3) -> str:
    piece = Rect(round(at[0] * 1000), round(at[1] * 1000), round(face * 100), round(length * 1000))
    found = refuse_piece(*firer_and_target(far), [piece])
    return found.rule.removeprefix("defiance.suppression.") if found else ""


@pytest.mark.rule("defiance.suppression.template-placement", "defiance.suppression.min-distance")
def test_the_template_touches_the_target_and_keeps_its_distance() -> None:
    assert why(20, (20, 25)) == ""
    assert why(20, (20, 26.4)) == ""  # the edge touches the base
    assert why(20, (20, 28)) == "template-placement"
    assert why(20, (20, 25), face=37) == ""  # any angle
    assert why(12, (20, 15.5)) == "min-distance"
    assert why(12, (20, 16.05)) == ""


@pytest.mark.rule("defiance.suppression.target-within-ten")
def test_a_target_nearer_than_ten_inches_pushes_it_out() -> None:
    assert why(6, (20, 16.05)) == ""
    assert why(6, (20, 18)) == "target-within-ten"
    assert why(6, (20, 11)) == "min-distance"


@pytest.mark.parametrize("far", [4, 8, 9.9, 10.2, 11, 12, 14, 20, 33])
def test_there_is_always_a_usual_place(far: float) -> None:
    for length in (2, 3, 4):
        assert refuse_piece(*firer_and_target(far), [usual_piece(*firer_and_target(far), length * INCH)]) is None


@pytest.mark.rule("defiance.suppression.torrential-placement")
def test_pieces_of_torrential_fire_hang_together() -> None:
    firer, target = firer_and_target(20)
    first, near, far = Rect(20_000, 25_000, 9000, 4000), Rect(20_000, 27_000, 9000, 4000), Rect(20_000, 30_000, 9000, 4000)
    assert refuse_piece(firer, target, [first, near]) is None
    found = refuse_piece(firer, target, [first, far])
    assert found is not None
    assert found.rule == "defiance.suppression.torrential-placement"


@pytest.mark.rule("defiance.suppression.torrential-placement", "defiance.suppression.target-within-ten")
def test_pieces_hang_together_also_when_the_target_is_within_ten_inches() -> None:
    firer, target = firer_and_target(6)
    first, next_to_it, far = (Rect(x, 16_030, 9000, 4000) for x in (20_000, 24_000, 40_000))
    assert refuse_piece(firer, target, [first, next_to_it]) is None
    found = refuse_piece(firer, target, [first, far])
    assert found is not None
    assert found.rule == "defiance.suppression.torrential-placement"


# ---- what it does


def highlanders(dice: str) -> Battle[State]:
    units = {
        "r": {"at": [[8, 10], [9.2, 10], [10.4, 10], [11.6, 10], [12.8, 10]], "primary": "carbine"},
        "b1": {"frame": "fanatic", "at": [[10.4, 29]]},
        "b2": {"frame": "fanatic", "at": [[10.4, 31]]},
        "b3": {"frame": "fanatic", "at": [[10.4, 26]]},
    }
    names = [f"r.{n}" for n in range(1, 6)]
    made = {
        "unit": "r",
        "firer": "r.3",
        "at": (10.4, 30.2),
        "length": 4,
        "contributors": names,
        "arms": dict.fromkeys(names, 0),
        "target": "b1",
    }
    return laid(units, dice, template=made, weapons={"carbine": CARBINE})


@pytest.mark.rule(
    "defiance.suppression.base-roll",
    "defiance.suppression.one-die",
    "defiance.suppression.lof",
    "defiance.suppression.morale",
    "defiance.suppression.fringe-damage",
    "defiance.suppression.fringe-morale",
    "defiance.suppression.stoppage",
)
def test_the_highlanders() -> None:
    # defiance.ex.highlanders-suppression: 7+ and 9+ in the template, 7+ in the fringe, three weapons past the second
    stoppage = ", ".join(["stoppage 1"] * 5)
    battle = highlanders(f"damage 7, damage 8, morale 9, damage 6, morale 9, {stoppage}")
    run(resolve(battle, battle.state.templates[0]))
    fired = {event.target: event for event in told(battle, "Fired")}
    bases = {name: event.tally.base for name, event in fired.items()}
    assert bases == {"b1.1": 7, "b2.1": 9, "b3.1": 7}
    totals = {name: sum(mod.value for mod in event.tally.mods) for name, event in fired.items()}
    assert totals == {"b1.1": 3 - 3, "b2.1": 3 - 3, "b3.1": 3 - 5}
    assert battle.state.figures["b1.1"].gone == "killed"
    assert [event.figure for event in told(battle, "Tested")] == ["b2.1", "b3.1"]


@pytest.mark.rule("defiance.suppression.friend-and-foe", "defiance.suppression.fringe-area", "defiance.suppression.air")
def test_everybody_under_it_is_struck_but_not_its_own_contributors_in_the_fringe() -> None:
    units = {
        "b": {"at": [[20, 36], [20, 30]], "face": 180},
        "r": {"at": [[20, 20]]},
        "s": {"frame": "bird", "at": [[20, 28]], "level": 1},
    }
    battle = laid(units)
    there, edge = affected(battle, battle.state.templates[0])
    assert ([f.id for f in there], [f.id for f in edge]) == (["r.1"], ["b.2"])
    made = battle.state.templates[0]
    made.contributors = ["b.1", "b.2"]
    assert affected(battle, made)[1] == []
    figure = battle.state.figures["r.1"]
    assert in_template(made, figure)
    assert not in_fringe(battle.state, made, figure)  # the template only


@pytest.mark.rule("defiance.suppression.blocked-sight")
def test_whom_the_firing_figure_cannot_see_is_not_struck() -> None:
    house = {"id": "h", "category": "impassable", "box": [15, 24, 25, 26], "height": 8}
    battle = laid({"b": {"at": [[20, 36]], "face": 180}, "r": {"at": [[20, 20]]}}, terrain=[house])
    assert affected(battle, battle.state.templates[0]) == ([], [])


@pytest.mark.rule("defiance.suppression.blocked-sight", "defiance.suppression.activate-within")
@pytest.mark.parametrize(("place", "dice"), [([15, 24, 25, 26], ""), ([35, 24, 45, 26], ", damage 1, morale 9")])
def test_whoever_activates_unseen_within_is_not_struck(place: list[float], dice: str) -> None:
    """A house between him and the firing figure, or somewhere else."""
    house = {"id": "h", "category": "impassable", "box": place, "height": 8}
    units = {"b": {"at": [[20, 36]], "face": 180}, "r": {"at": [[20, 20]]}}
    play = Play(units, dice=f"card 2{dice}", templates=[template()], terrain=[house])
    assert len(play.told("Fired")) == bool(dice)
    assert play.asks == "red orders.declare-first"


@pytest.mark.rule("defiance.suppression.los-terrain-only")
@pytest.mark.parametrize(("near", "cover"), [((10, 20), {}), ((20, 26), {"light terrain": -2})])
def test_terrain_is_judged_from_the_nearest_contributor(near: tuple[float, float], cover: dict[str, int]) -> None:
    """A hedge between the target and the firing figure, b.1; b.2 is nearer, beside it or behind it, too."""
    hedge = {"id": "w", "category": "light", "box": [16, 20.8, 24, 21.4], "height": 2}
    units = {"b": {"at": [[20, 36], list(near)], "face": 180}, "r": {"at": [[20, 20]]}}
    made = {"contributors": ["b.1", "b.2"], "arms": {"b.1": 0, "b.2": 0}}
    state = laid(units, terrain=[hedge], template=made).state
    shot = shot_at(state, state.templates[0], state.figures["r.1"], TEMPLATE_LOF)
    assert shot is not None
    assert {mod.name: mod.value for mod in shot.tally.mods} == {"suppression": -3, "further weapons": 1, **cover}


@pytest.mark.rule("defiance.suppression.los-terrain-only")
def test_of_sight_only_terrain_counts() -> None:
    wood = {"id": "w", "category": "light", "box": [15, 18, 25, 22], "height": 2}
    units = {"b": {"at": [[20, 36]], "face": 180}, "r": {"at": [[20, 20]], "prone": True, "sprint": 25}}
    state = laid(units, terrain=[wood]).state
    shot = shot_at(state, state.templates[0], state.figures["r.1"], TEMPLATE_LOF)
    assert shot is not None
    assert {mod.name: mod.value for mod in shot.tally.mods} == {"suppression": -3, "light terrain": -2}


@pytest.mark.rule("defiance.suppression.effectors")
def test_effectors_are_those_of_the_nearest_contributor() -> None:
    units = {
        "b": {"at": [[20, 36], [20, 30]], "face": 180, "figures": {"2": {"primary": "ultra"}}},
        "r": {"frame": "suit", "at": [[20, 20]]},
    }
    state = laid(units, template={"contributors": ["b.1", "b.2"], "arms": {"b.1": 0, "b.2": 0}}).state
    shot = shot_at(state, state.templates[0], state.figures["r.1"], TEMPLATE_LOF)
    assert shot is not None
    assert (shot.figure, shot.line.effectors) == ("b.2", frozenset("U"))


@pytest.mark.rule("defiance.suppression.morale", "defiance.suppression.one-morale-test")
def test_one_test_in_an_activation_however_often_it_is_struck() -> None:
    units = {"b": {"at": [[20, 36]], "face": 180}, "b2": {"at": [[24, 36]], "face": 180}, "r": {"at": [[20, 20]]}}
    templates = [template(), {**template("b2", "b2.1"), "id": "u"}]
    play = Play(units, dice="card 3", templates=templates)
    assert play.asks == "red suppression.overlap-separate"
    play.say("u", dice="damage 1, morale 9, damage 1")
    assert len(play.told("Tested")) == 1
    assert [event.figure for event in play.told("Fired")] == ["b2.1", "b.1"]


@pytest.mark.rule("defiance.suppression.overlap-separate")
def test_overlapping_templates_are_resolved_in_the_order_of_the_struck() -> None:
    units = {"b": {"at": [[20, 36]], "face": 180}, "b2": {"at": [[24, 36]], "face": 180}, "r": {"at": [[20, 20]]}}
    play = Play(units, dice="card 3", templates=[template(), {**template("b2", "b2.1"), "id": "u"}])
    play.say("t", dice="damage 1, morale 9, damage 1")
    assert [event.figure for event in play.told("Fired")] == ["b.1", "b2.1"]


@pytest.mark.rule(
    "defiance.suppression.move-into",
    "defiance.suppression.moving-lof",
    "defiance.suppression.overlap-separate",
    "defiance.suppression.one-morale-test",
)
def test_the_two_poltergeists() -> None:
    """An inch of the first template alone, two inches of both: two dice of the first, one of the second, one test."""
    # defiance.ex.overlapping-poltergeists: the base touches the first from x = 18.5 to 21.5, the second from 19.5 to 21.5
    hero = {"frame": "Poltergeist", "primary": "Gatling Laser", "face": 180, "solo": True, "figures": {"1": {"hero": True}}}
    units = {
        "r": {"at": [[16, 18]], "frame": "runner"},
        "b": {"at": [[20, 36]], **hero},
        "b2": {"at": [[20.5, 38]], **hero},
    }
    one, two = template(at=(20, 18), face=0), {**template("b2", "b2.1", at=(20.5, 20), face=0), "id": "u"}
    play = Play(units, dice="card 1", templates=[one, two]).say("sprint")
    play.say({"r.1": [26, 18]}, dice="damage 1, morale 9, damage 1, damage 1, card 1")
    assert [event.figure for event in play.told("Fired")] == ["b.1", "b2.1", "b.1"]
    assert {mod.value for event in play.told("Fired") for mod in event.tally.mods} == {-5}
    assert [event.figure for event in play.told("Tested")] == ["r.1"]
    assert play.at("r.1") == (26, 18)


@pytest.mark.rule("defiance.suppression.overlap-separate", "defiance.suppression.move-into")
@pytest.mark.parametrize("first", ["t", "u"])
def test_whoever_moves_into_two_templates_at_once_says_which_strikes_first(first: str) -> None:
    units = {
        "r": {"at": [[20, 10]], "frame": "runner"},
        "b": {"at": [[20, 40]], "face": 180},
        "b2": {"at": [[22, 40]], "face": 180},
    }
    both = [template(at=(20, 16)), {**template("b2", "b2.1", at=(20, 16)), "id": "u"}]
    play = Play(units, dice="card 1", templates=both).say("sprint", {"r.1": [20, 15]})
    assert (play.asks, play.options) == ("red suppression.overlap-separate", ["t", "u"])
    play.say(first, dice="damage 1, morale 9, damage 1, card 1")
    assert [event.figure for event in play.told("Fired")] == (["b.1", "b2.1"] if first == "t" else ["b2.1", "b.1"])


# ---- activating and moving in it


@pytest.mark.rule("defiance.suppression.activate-within", "defiance.suppression.moving-lof")
def test_activating_in_a_template() -> None:
    # defiance.ex.activating-in-template-staying
    play = Play(
        {"b": {"at": [[20, 36]], "face": 180}, "r": {"at": [[20, 20]]}},
        templates=[template()],
        dice="card 2, damage 1, morale 9",
    )
    (fired,) = play.told("Fired")
    assert {mod.value for mod in fired.tally.mods} == {MOVING_LOF}
    assert MOVING_LOF == FRINGE_LOF == -5
    assert len(play.told("Tested")) == 1
    assert play.asks == "red orders.declare-first"


def rolls_inside(start: float, stop: float) -> int:
    """Dice for a way north to south along x = 20; the template (and nothing of the fringe) lies at y = 19 to 21."""
    state = laid({"b": {"at": [[20, 44]], "face": 180}, "r": {"at": [[20, start]]}}).state
    return len(entries(state, state.figures["r.1"], (20_000, round(start * 1000)), (20_000, round(stop * 1000))))


@pytest.mark.rule("defiance.suppression.move-into")
def test_a_die_for_each_two_inches_inside() -> None:
    # defiance.ex.move-into-counts: the base touches the area from 18.5 on
    for inside, dice in ((0.5, 1), (2, 1), (2.1, 2), (4, 2), (4.5, 3)):
        assert rolls_inside(15, 18.5 + inside) == dice
    assert rolls_inside(15, 18.4) == 0


@pytest.mark.rule("defiance.suppression.activate-within-moving")
def test_from_inside_a_die_only_for_each_full_two_inches() -> None:
    # defiance.ex.activating-in-template: one inch to the edge: no further roll; three inches: one more
    assert [rolls_inside(19.5, 17), rolls_inside(21.5, 17)] == [0, 1]


DEEP = {"length": 4, "face": 0}  # from y = 18 to 22; with its fringe the base touches it from (20, 17.5) northwards
GUNNER = {"at": [[20, 40]], "face": 180, "primary": "gun"}


@pytest.mark.rule("defiance.suppression.move-into")
@pytest.mark.parametrize(
    "way",
    [
        [[20, 25]],
        [[20, 17.5], [20, 25]],
        [[20, 11.5 + 1.5 * number] for number in range(10)],
        [[20, 17.5 + 0.5 * number] for number in range(16)],
    ],
)
def test_the_dice_are_counted_over_the_whole_way_however_it_is_cut(way: list[list[float]]) -> None:
    """7.5 inches inside are four dice: on moving in and past 2, 4 and 6 inches."""
    play = Play({"r": {"at": [[20, 10]], "frame": "runner"}, "b": GUNNER}, dice="card 1", templates=[template(**DEEP)])
    play.say("sprint").say({"r.1": way}, dice="damage 1, morale 9, damage 1, damage 1, damage 1")
    assert len(play.told("Fired")) == 4


@pytest.mark.rule("defiance.suppression.move-into")
def test_each_two_inches_are_one_die_in_a_way_of_exact_pieces() -> None:
    """Four inches inside in pieces of two: two dice; a hair more: a third."""
    for end, dice in ((21.5, 2), (21.6, 3)):
        play = Play({"r": {"at": [[20, 10]], "frame": "runner"}, "b": GUNNER}, dice="card 1", templates=[template(**DEEP)])
        more = ", damage 1" * (dice - 1)
        play.say("sprint").say({"r.1": [[20, 17.5], [20, 19.5], [20, 21.5], [20, end]]}, dice=f"damage 1, morale 9{more}")
        assert len(play.told("Fired")) == dice


@pytest.mark.rule("defiance.suppression.activate-within-moving")
@pytest.mark.parametrize("way", [[[20, 17]], [[20, 18.8], [20, 17]], [[20, 19.4], [20, 18.8], [20, 18.2], [20, 17]]])
def test_from_inside_too_the_whole_way_counts(way: list[list[float]]) -> None:
    """Two and a half inches to the edge: one die when it activates, one on the way."""
    units = {"r": {"at": [[20, 20]], "frame": "runner"}, "b": GUNNER}
    play = Play(units, dice="card 1, damage 1, morale 9", templates=[template(**DEEP)])
    play.say("sprint").say({"r.1": way}, dice="damage 1")
    assert len(play.told("Fired")) == 2


@pytest.mark.rule("defiance.suppression.activate-within-moving")
def test_leaving_and_coming_back_is_moving_in() -> None:
    play = Play({"r": {"at": [[20, 14]], "frame": "runner"}, "b": GUNNER}, dice="card 1", templates=[template(**DEEP)])
    play.say("sprint").say({"r.1": [[20, 18], [20, 16], [20, 18]]}, dice="damage 1, morale 9, damage 1")
    assert len(play.told("Fired")) == 2


@pytest.mark.rule("defiance.suppression.activate-within-moving", "defiance.orders.fire-pattern-move-fire-move")
def test_both_halves_of_a_move_are_one_way() -> None:
    """1.2 inches before the shot and 1.2 after it: past two inches, one more die."""
    units = {"r": {"at": [[20, 20]], "frame": "runner"}, "b": GUNNER}
    play = Play(units, dice="card 1, damage 1, morale 9", templates=[template(**DEEP)])
    play.say("cohesive-fire", "walking", "move-fire-move", {"r.1": [20, 18.8]}, "hold")
    play.say({"r.1": [20, 17.6]}, dice="damage 1")
    assert len(play.told("Fired")) == 2


@pytest.mark.rule("defiance.suppression.move-into", "defiance.cover.interrupt-aftermath")
def test_whoever_is_interrupted_inside_goes_on_counting() -> None:
    """1.9 inches inside somebody fires at him; with the six that follow it is 7.9 inches, four dice in all."""
    watcher = {"at": [[30, 19.4]], "face": 270, "covers": "primary"}
    units = {"r": {"at": [[20, 12]], "frame": "runner"}, "b": GUNNER, "b2": watcher}
    play = Play(units, dice="card 1", templates=[template(**DEEP)]).say("sprint", {"r.1": [[20, 19.4], [20, 25.4]]})
    play.say("wait", dice="damage 1, morale 9")  # from where he enters the arc to the corner of his way
    assert play.at("r.1") == (20, 19.4)
    play.say("b2").say("0:0:2:r.1", dice="damage 1, damage 1")
    play.say({"r.1": [20, 25.4]}, dice="damage 1, damage 1, damage 1, card 1")
    assert [event.figure for event in play.told("Fired")].count("b.1") == 4


@pytest.mark.rule("defiance.suppression.move-into", "defiance.suppression.torrential-placement")
def test_between_the_pieces_of_torrential_fire_nobody_is_struck() -> None:
    """Two pieces in an angle, the firing figure to the north: (22.8, 24.6) is in neither of them, nor in their fringes."""
    made = template(at=(20, 24), length=4, face=0, torrential=True)
    made["pieces"].append({"at": [23, 27], "face": 90, "length": 4})
    state = a_battle({"r": {"at": [[26, 22]]}, "b": {"at": [[20, 40]], "face": 180}}, templates=[made]).state
    figure = state.figures["r.1"]
    assert entries(state, figure, (26_000, 22_000), (22_800, 24_600)) == []
    found = entries(state, figure, (24_500, 22_000), (24_500, 34_000))  # through the second and its fringe
    assert found
    assert found[0].first
    into_both = entries(state, figure, (16_000, 25_900), (26_000, 25_900))  # from one into the other: one way inside
    assert [entry.first for entry in into_both].count(True) == 1


@pytest.mark.rule("defiance.suppression.air")
def test_a_jumper_is_struck_where_he_lands() -> None:
    state = laid({"b": {"at": [[20, 44]], "face": 180}, "r": {"frame": "jumper", "at": [[20, 12]]}}).state
    figure = state.figures["r.1"]
    assert len(entries(state, figure, (20_000, 12_000), (20_000, 20_000), jump=True)) == 1
    assert entries(state, figure, (20_000, 12_000), (20_000, 20_000), jump=True)[0].at == 8000  # there, not on the way
    assert entries(state, figure, (20_000, 12_000), (8000, 12_000), jump=True) == []
    figure.x, figure.y = 14_000, 20_000
    assert entries(state, figure, (14_000, 20_000), (26_000, 20_000), jump=True) == []  # right over it
    assert entries(state, figure, (14_000, 20_000), (26_000, 20_000))


@pytest.mark.rule("defiance.suppression.move-into")
def test_who_is_shaken_on_moving_in_stops_there() -> None:
    play = Play({"b": {"at": [[20, 44]], "face": 180}, "r": {"at": [[20, 15]]}}, templates=[template()], dice="card 2")
    play.say("support-fire", "running").say({"r.1": [20, 22]}, dice="damage 1, morale 1")
    assert (play["r.1"].shaken, play["r.1"].prone) == (True, True)
    assert play.at("r.1")[1] == pytest.approx(18.5, abs=0.01)


# ---- keeping, ending, losing


def suppressors(dice: str = "card 1") -> Play:
    units = {"r": {"at": [[20, 5]], "face": 0, "primary": "gun"}, "b": {"at": [[20, 20], [21.5, 20]]}}
    return Play(units, dice=dice, templates=[template("r", "r.1", target="b")])


@pytest.mark.rule("defiance.suppression.continue-end", "defiance.suppression.duration")
def test_ending_suppression_rolls_nothing() -> None:
    # defiance.ex.suppression-continue-or-end
    play = suppressors()
    assert play.asks == "red suppression.continue-keep"
    play.say("end")
    assert play.state.templates == []
    assert not play.told("Fired")
    assert play.asks == "red orders.declare-first"


@pytest.mark.rule("defiance.suppression.continue-keep")
def test_keeping_suppression_is_resolved_as_if_just_laid() -> None:
    blue = "damage 1, morale 9, damage 1, morale 9"  # whose unit activates next, within it
    play = suppressors().say("keep", dice=f"damage 1, damage 1, morale 9, morale 9, stoppage 1, {blue}")
    assert [event.tally.mods[0].value for event in play.told("Fired")] == [-3, -3, -5, -5]
    assert len(play.state.templates) == 1
    assert play["r.1"].id in play.state.templates[0].contributors


@pytest.mark.rule("defiance.suppression.contributors-lost", "defiance.stoppage.template-removed")
def test_a_template_shrinks_with_its_contributors() -> None:
    units = {"r": {"at": row(18, 5, 3), "face": 0, "primary": "gun"}, "b": {"at": [[20, 20]]}}
    names = ["r.1", "r.2", "r.3"]
    made = template("r", "r.2", length=4, target="b", contributors=names, arms=dict.fromkeys(names, 0))
    battle = a_battle(units, templates=[made])
    state = battle.state
    state.figures["r.2"].stopped = ("0:0",)
    run(review(battle))
    assert (state.templates[0].contributors, state.templates[0].firer) == (["r.1", "r.3"], "r.1") or state.templates[
        0
    ].firer == "r.3"
    state.figures["r.1"].shaken = True
    run(review(battle), "front")
    assert sum(piece.length for piece in state.templates[0].pieces) == 3 * INCH
    state.figures["r.3"].gone = "killed"
    run(review(battle))
    assert state.templates == []


@pytest.mark.rule("defiance.suppression.torrential-stoppage")
def test_torrential_fire_stops_on_ten() -> None:
    units = {"r": {"at": [[20, 5]], "face": 0, "primary": "gun"}, "b": {"at": [[20, 40]]}}
    battle = a_battle(units, "stoppage 10, stoppage 3", templates=[template("r", "r.1", target="b", torrential=True)])
    run(resolve(battle, battle.state.templates[0]))
    assert battle.state.figures["r.1"].stopped == ("0:0",)
    assert battle.state.templates == []
    assert len(rectangle(Rect(0, 0, 0, 4000))) == 4


# ---- chits


CHITTED = {"b": {"at": [[20, 36], [22, 36]], "face": 180, "figures": {"1": {"hero": True}, "2": {"hero": True}}}}


def chitted(red: dict[str, Any], dice: str, **more: Any) -> Battle[State]:
    """Two heroes contribute to one template on (20, 20); each has a chit."""
    both = {"contributors": ["b.1", "b.2"], "arms": {"b.1": 0, "b.2": 0}}
    return laid({"r": red, **CHITTED}, dice, template={**both, **more}, give_chits=True)


@pytest.mark.rule("defiance.command.chit-damage", "defiance.command.chit-one-per-roll")
def test_contributors_may_spend_a_chit_each_on_a_die_of_the_template() -> None:
    """Rifles at 16 inches: 7+, -3 for suppression and +1 for the second weapon: 9+. Each die falls an 8."""
    red = {"at": [[19.5, 20], [20.5, 20]], "frame": "bug"}  # Matrix: nobody tests
    battle = chitted(red, "damage 8, damage 8, stoppage 1, stoppage 1")
    state, found = battle.state, battle.state.templates[0]
    shots = [shot_at(state, found, state.figures[name], TEMPLATE_LOF) for name in ("r.1", "r.2")]
    assert [shot.tally.needed for shot in shots if shot] == [9, 9]
    run(resolve(battle, found), "r.2", "keep")  # the second is asked about the die that has no chit
    assert [state.figures[name].gone for name in ("r.1", "r.2")] == ["", "killed"]
    assert [[chit.used for chit in state.figures[name].chits] for name in ("b.1", "b.2")] == [[1], [0]]


@pytest.mark.rule("defiance.command.chit-damage")
def test_a_weapon_profits_once_for_template_and_fringe() -> None:
    """r.1 touches the template, r.2 the fringe; whoever has spent a chit on the first is not asked for the second."""
    red = {"at": [[20, 20], [20.5, 28]], "frame": "bug"}
    battle = chitted(red, "damage 1, damage 1, stoppage 1, stoppage 1")
    state = battle.state
    for name in ("b.1", "b.2"):
        state.figures[name].chits = (*state.figures[name].chits, Chit(name))
    run(resolve(battle, state.templates[0]), "spend", "keep")  # b.1 for the template, b.2 is asked for the fringe only
    assert [event.how for event in told(battle, "Fired")] == ["suppression", "fringe of suppression"]
    assert [[chit.used for chit in state.figures[name].chits] for name in ("b.1", "b.2")] == [[1, 0], [0, 0]]


@pytest.mark.rule("defiance.command.chit-damage", "defiance.suppression.move-into")
def test_a_chit_helps_against_somebody_who_walks_in() -> None:
    battle = chitted({"at": [[20, 20]], "frame": "bug"}, "damage 10, damage 3")
    state = battle.state
    shot = shot_at(state, state.templates[0], state.figures["r.1"], MOVING_LOF)
    assert shot is not None
    assert shot.tally.needed == 11  # 7+, -5, +1
    run(enter(battle, state.figures["r.1"], Entry(0, "t", True)), "spend")
    assert state.figures["r.1"].gone == "killed"  # an open-ended 10 with +1


@pytest.mark.rule("defiance.suppression.air")
def test_a_flyer_is_struck_once_where_it_lands() -> None:
    """It flies over the near half of the area untouched and comes down on (20, 20): one die at -5, one test."""
    units = {
        "r": {"frame": "bird", "at": [[20, 14]], "level": 1},
        "b": {"at": [[20, 36]], "face": 180},
    }
    play = Play(units, dice="card 1", templates=[template()])
    play.say("sprint").say({"r.1": [{"to": [20, 20]}, {"verb": "down"}]}, dice="damage 1, morale 9")
    assert play["r.1"].level == 0
    assert [event.how for event in play.told("Fired")] == ["fringe of suppression"]
    over = Play(units, dice="card 1", templates=[template()]).say("sprint").say({"r.1": [20, 20]})
    assert (over["r.1"].level, over.told("Fired")) == (1, [])


@pytest.mark.rule("defiance.infweapon.crew-both", "defiance.suppression.fr1-cluster")
def test_a_crew_is_one_contributor_to_suppression() -> None:
    cannon = {"FR": 1, "form": "crew-served", "target": "AV", "brackets": {"5+": 20, "7+": 40}}

    def able(count: int) -> bool:
        places = [[20 + 1.5 * number, 10] for number in range(count)]
        battle = a_battle(
            {"r": {"at": places, "primary": "", "support": "cannon"}, "b": {"at": [[20, 28]]}}, weapons={"cannon": cannon}
        )
        unit = battle.state.units["r"]
        return bool(aims(battle, unit, battle.state.members(unit), "support"))

    assert [able(2), able(4)] == [False, True]  # two single shots need two guns


@pytest.mark.rule("defiance.suppression.contributors-lost", "defiance.morale.unit-fail")
def test_the_template_of_a_unit_that_breaks_in_the_resolution_phase_is_taken_off() -> None:
    """Two figures of five are left: three short, an 8 is needed."""
    units = {"r": {"at": [[20, 20]], "frame": "elite", "solo": True}, "b": {"at": [[20, 36], [22, 36]], "face": 180}}
    battle = a_battle(units, "unit morale 7", templates=[template()], turn={"phase": "resolution"})
    battle.state.units["b"].solo = False
    run(resolution_phase(battle))
    assert battle.state.units["b"].broken == 1
    assert battle.state.templates == []


@pytest.mark.rule("defiance.suppression.friend-and-foe", "defiance.suppression.fringe-area")
def test_a_contributor_under_the_template_is_struck_one_in_the_fringe_is_not() -> None:
    """b.2 stands under it, for it lies ten inches from the firing figure and not from him; b.3 in the fringe, like b.4."""
    blue = {"at": [[20, 36], [20, 20.5], [20, 28], [20.5, 30]], "face": 180}
    three = {"contributors": ["b.1", "b.2", "b.3"], "arms": {"b.1": 0, "b.2": 0, "b.3": 0}}
    battle = laid({"r": {"at": [[40, 5]]}, "b": blue}, template=three)
    there, edge = affected(battle, battle.state.templates[0])
    assert ([figure.id for figure in there], [figure.id for figure in edge]) == (["b.2"], ["b.4"])


@pytest.mark.rule("defiance.suppression.morale", "defiance.morale.vehicle-individual")
@pytest.mark.parametrize(("setting", "die", "tests"), [(False, 1, 1), (True, 1, 0), (True, 12, 1)])
def test_under_suppression_a_vehicle_tests_or_only_if_it_was_damaged(setting: bool, die: int, tests: int) -> None:
    gun = {"FR": 2, "target": "AV", "brackets": {"5+": 40}}
    units = {"r": {"frame": "tank", "at": [[20, 20]], "primary": ""}, "b": {"at": [[20, 36]], "face": 180, "primary": "av"}}
    faces = "damage 10, damage 9, damage 9" if die == 12 else f"damage {die}"
    dice = ", ".join([faces, *["morale 9"] * tests, "stoppage 1"])
    more = {"vehicles_test_only_for_damage": setting, "weapons": {"av": gun}}
    battle = a_battle(units, dice, templates=[template()], **more)
    run(resolve(battle, battle.state.templates[0]))
    assert len(told(battle, "Tested")) == tests


@pytest.mark.rule("defiance.suppression.target-unit")
def test_of_enemies_equally_near_the_owner_chooses() -> None:
    units = {
        "r": {"at": [[20, 10]], "primary": "gun"},
        "b": {"at": [[16, 26]]},
        "b2": {"at": [[24, 26]]},
        "b3": {"at": [[20, 30]]},
    }
    battle = a_battle(units)
    found = find_aims(battle, battle.state.members(battle.state.units["r"]), "primary")
    assert [aim.target.id for aim in found] == ["b.1", "b2.1"]


@pytest.mark.rule("defiance.suppression.torrential-availability", "defiance.suppression.torrential-size")
@pytest.mark.parametrize(("chosen", "length"), [("normal", 3000), ("torrential", 6000)])
def test_who_may_fire_in_torrents_says_each_time_whether_he_does(chosen: str, length: int) -> None:
    sides = {"red": {"edge": "south", "torrential": True}, "blue": {"edge": "north"}}
    units = {"r": {"at": [[20, 10]], "primary": "gun"}, "b": {"at": [[20, 30]]}}
    play = Play(units, dice="card 1", sides=sides).say("primary-suppression")
    assert play.options == ["normal", "torrential"]
    play.say(chosen, *(["4 + 2"] if chosen == "torrential" else []))
    things = play.game.ask.sheet()["things"]  # type: ignore[union-attr]
    assert sum(thing["size"][0] for thing in things.values()) == length
    other = Play(units, dice="card 1").say("primary-suppression")
    assert other.asks == "red suppression.template-placement"  # not in every army


@pytest.mark.rule("defiance.suppression.torrential-placement")
@pytest.mark.parametrize(("chosen", "sizes"), [("4 + 2", [4, 2]), ("3 + 3", [3, 3]), ("2 + 2 + 2", [2, 2, 2])])
def test_the_owner_says_into_which_pieces_torrential_fire_is_laid(chosen: str, sizes: list[int]) -> None:
    sides = {"red": {"edge": "south", "torrential": True}, "blue": {"edge": "north"}}
    units = {"r": {"at": [[20, 10]], "primary": "gun"}, "b": {"at": [[20, 30]]}}
    play = Play(units, dice="card 1", sides=sides).say("primary-suppression", "torrential")
    assert play.asks == "red suppression.torrential-placement"
    assert len(play.options) == 9  # six inches in pieces of at most four
    ask: Any = play.say(chosen).game.ask
    assert [thing.size[0] for thing in ask.things.values()] == [inches * INCH for inches in sizes]
    assert play.game.refusal(ask.default()) is None
    again = "damage 1, morale 9"  # blue activates next, within it
    spots = {spot.what: {"at": [spot.at[0] / 1000, spot.at[1] / 1000], "face": spot.face / 100} for spot in ask.default()}
    play.say(spots, dice=f"{again}, stoppage 1, {again}")
    assert [piece.length for piece in play.state.templates[0].pieces] == [inches * INCH for inches in sizes]
    assert divisions(8)[0] == [4, 4]
    assert all(sum(way) == 8 and max(way) <= 4 for way in divisions(8))


@pytest.mark.rule("defiance.orders.suppression-type", "defiance.move.fly-forbidden-orders")
def test_nobody_suppresses_from_the_air_or_while_engaged() -> None:
    battle = a_battle({"r": {"frame": "bird", "at": [[20, 10]], "primary": "gun"}, "b": {"at": [[20, 28]]}})
    figure = battle.state.figures["r.1"]
    assert find_aims(battle, [figure], "primary")
    figure.level = 1
    assert find_aims(battle, [figure], "primary") == []
    figure.level, figure.locked = 0, ("b.1",)
    assert find_aims(battle, [figure], "primary") == []


@pytest.mark.rule("defiance.suppression.target-unit", "defiance.suppression.template-placement")
@pytest.mark.parametrize(("chosen", "card"), [("b.1", 2), ("b2.1", 1)])
def test_the_template_lies_on_the_one_that_was_chosen(chosen: str, card: int) -> None:
    units = {"r": {"at": [[20, 10]], "primary": "gun"}, "b": {"at": [[16, 26]]}, "b2": {"at": [[24, 26]]}}
    play = Play(units, dice="card 1").say("primary-suppression")
    assert (play.asks, play.options) == ("red suppression.target-unit", ["b.1", "b2.1"])
    usual = play.say(chosen).game.ask.default()  # type: ignore[union-attr]
    spot = {"template": {"at": [number / 1000 for number in usual[0].at], "face": usual[0].face / 100}}
    play.say(spot, dice=f"damage 1, morale 9, stoppage 1, card {card}")  # the other unit is next
    assert [event.target for event in play.told("Fired")] == [chosen]
    assert play.state.templates[0].target == chosen.partition(".")[0]


@pytest.mark.rule("defiance.stoppage.multiple-causes", "defiance.suppression.stoppage")
@pytest.mark.parametrize(("high", "stops"), [([], False), (["b.1"], True)])
def test_a_split_weapon_at_its_higher_rate_stops_on_nine(high: list[str], stops: bool) -> None:
    """A second weapon keeps the template up; b.1 rolls a 9: less than the 11 of suppression, the 9 of the higher rate."""
    blue = {"at": [[20, 36], [22, 36]], "face": 180, "figures": {"1": {"primary": "split"}, "2": {"primary": "rifle"}}}
    both = {"contributors": ["b.1", "b.2"], "arms": {"b.1": 0, "b.2": 0}, "high": high}
    battle = laid({"r": {"at": [[40, 5]]}, "b": blue}, "stoppage 9, stoppage 1", template=both)
    run(resolve(battle, battle.state.templates[0]), *(["front"] if stops else []))
    assert battle.state.figures["b.1"].stopped == (("0:0",) if stops else ())


@pytest.mark.rule("defiance.suppression.contributors-lost")
@pytest.mark.parametrize("lost", ["shaken", "stunned", "gone", "locked", "stopped", "broken", "unit"])
def test_who_no_longer_contributes(lost: str) -> None:
    state = laid({"r": {"at": [[20, 20]]}, "b": {"at": [[20, 36]], "face": 180}, "b2": {"at": [[40, 36]]}}).state
    found, figure = state.templates[0], state.figures["b.1"]
    assert may_contribute(state, found, "b.1")
    if lost == "broken":
        state.units["b"].broken = 1
    else:
        values = {"gone": "killed", "locked": ("r.1",), "stopped": ("0:0",), "unit": "b2"}
        setattr(figure, lost, values.get(lost, True))
    assert not may_contribute(state, found, "b.1")


@pytest.mark.rule("defiance.suppression.blocked-sight", "defiance.suppression.move-into")
def test_who_moves_in_unseen_is_not_struck() -> None:
    house = {"id": "h", "category": "impassable", "box": [15, 24, 25, 26], "height": 8}
    battle = laid({"b": {"at": [[20, 36]], "face": 180}, "r": {"at": [[20, 20]]}}, terrain=[house])
    run(enter(battle, battle.state.figures["r.1"], Entry(0, "t", True)))
    assert told(battle, "Fired") == []


@pytest.mark.rule("defiance.orders.aim-range-doubling", "defiance.suppression.base-roll")
@pytest.mark.parametrize(("aimed", "base"), [(False, 9), (True, 7)])
def test_a_template_on_the_unit_aimed_at_has_doubled_brackets(aimed: bool, base: int) -> None:
    state = laid(
        {"r": {"at": [[20, 14]]}, "b": {"at": [[20, 36]], "face": 180}}, template={"at": (20, 14), "aimed": aimed}
    ).state
    shot = shot_at(state, state.templates[0], state.figures["r.1"], TEMPLATE_LOF)
    assert shot is not None
    assert shot.tally.base == base


@pytest.mark.rule("defiance.orders.aim-range-doubling", "defiance.orders.aim-duration", "defiance.suppression.continue-keep")
def test_the_aim_ends_before_the_template_is_kept() -> None:
    """The gun at 25 inches: 5+ with doubled brackets when it was laid, 7+ an activation later."""
    units = {"r": {"at": [[20, 5]], "primary": "gun", "aims": ["b"], "aimed": 2}, "b": {"at": [[20, 30]], "face": 180}}
    made = template("r", "r.1", at=(20, 30), target="b", aimed=True)
    state = a_battle(units, templates=[made]).state
    shot = shot_at(state, state.templates[0], state.figures["b.1"], TEMPLATE_LOF)
    assert shot is not None
    assert shot.tally.base == 5
    play = Play(units, dice="card 1", templates=[made])
    play.say("keep", dice="damage 1, morale 9, stoppage 1, damage 1, morale 9")
    assert [event.tally.base for event in play.told("Fired")] == [7, 7]


@pytest.mark.rule("defiance.suppression.target-unit")
@pytest.mark.parametrize("chosen", ["b.1", "b.2"])
def test_of_two_figures_of_one_unit_equally_near_the_owner_chooses(chosen: str) -> None:
    units = {"r": {"at": [[20, 10]], "primary": "gun"}, "b": {"at": [[16, 30], [24, 30]]}}
    play = Play(units, dice="card 1").say("primary-suppression")
    assert (play.asks, play.options) == ("red suppression.target-unit", ["b.1", "b.2"])
    usual = play.say(chosen).game.ask.default()  # type: ignore[union-attr]
    assert usual[0].at == play[chosen].at


@pytest.mark.rule("defiance.suppression.target-unit", "defiance.suppression.firing-figure")
def test_of_two_who_are_equally_near_to_the_target_the_owner_names_the_firing_figure() -> None:
    units = {"r": {"at": [[18, 10], [22, 10]], "primary": "gun"}, "b": {"at": [[20, 30]]}}
    play = Play(units, dice="card 1").say("primary-suppression")
    assert (play.asks, play.options) == ("red suppression.target-unit", ["r.1", "r.2"])
    play.say("r.2")
    again = "damage 1, morale 9"  # blue activates next, within it
    play.say({"template": {"at": [20, 30], "face": 90}}, dice=f"damage 1, morale 9, stoppage 1, stoppage 1, {again}")
    assert play.state.templates[0].firer == "r.2"


@pytest.mark.rule("defiance.suppression.split-fr", "defiance.suppression.template-length", "defiance.stoppage.multiple-causes")
@pytest.mark.parametrize(("chosen", "length"), [([], 2000), (["r.2"], 3000), (["r.1", "r.2"], 3000)])
def test_the_owner_of_split_weapons_says_at_which_rate_each_fires(chosen: list[str], length: int) -> None:
    units = {"r": {"at": row(20, 10, 2), "primary": "split"}, "b": {"at": [[20, 30]], "face": 180}}
    play = Play(units, dice="card 1").say("primary-suppression")
    assert (play.asks, play.options) == ("red suppression.split-fr", ["r.1", "r.2"])
    assert play.game.ask.default() == ()  # type: ignore[union-attr]
    ask: Any = play.say(chosen).game.ask
    assert ask.things["template"].size[0] == length
    again = "damage 1, morale 9"  # blue activates next, within it
    play.say({"template": {"at": [20, 30], "face": 90}}, dice=f"damage 1, morale 9, stoppage 8, stoppage 8, {again}")
    assert play.state.templates[0].high == chosen


@pytest.mark.rule("defiance.orders.availability", "defiance.orders.suppression-type", "defiance.stoppage.effect")
def test_nobody_suppresses_while_one_of_them_is_aloft_or_with_a_stopped_weapon() -> None:
    def open_to(**figures: dict[str, Any]) -> bool:
        named = {name.removeprefix("f"): data for name, data in figures.items()}
        red = {"frame": "bird", "at": row(20, 10, 2), "primary": "gun", "figures": named}
        battle = a_battle({"r": red, "b": {"at": [[20, 28]]}})
        unit = battle.state.units["r"]
        return "primary-suppression" in available(battle, unit, Team(list(unit.figures)))

    stopped = {"stopped": ["0:0"]}
    assert open_to()
    assert not open_to(f1={"level": 1})  # the other stands on the ground, but it is one order
    assert open_to(f1=stopped)
    assert not open_to(f1=stopped, f2=stopped)


@pytest.mark.rule("defiance.stoppage.effect", "defiance.suppression.contributors-lost")
def test_a_contributor_with_a_stopped_weapon_adds_nothing() -> None:
    units = {"r": {"at": row(20, 10, 2), "primary": "gun", "figures": {"1": {"stopped": ["0:0"]}}}, "b": {"at": [[20, 28]]}}
    battle = a_battle(units)
    (found,) = find_aims(battle, battle.state.members(battle.state.units["r"]), "primary")
    assert (found.firer.id, [figure.id for figure in found.contributors]) == ("r.2", ["r.2"])


COMBINATION = {
    "near": {"FR": 2, "brackets": {"5+": 15, "7+": 30}},
    "far": {"FR": 4, "brackets": {"9+": "UN"}},
    "both": {"modes": ["near", "far"]},
}


@pytest.mark.rule("defiance.stoppage.effect", "defiance.stoppage.template-removed")
def test_of_a_combination_weapon_only_the_line_stops_that_suppressed() -> None:
    """It suppresses with its line of rate 4; when that has stopped the other still fires, and may suppress."""
    units = {"r": {"at": [[20, 5]], "primary": "both"}, "b": {"at": [[40, 40]]}}
    battle = a_battle(
        units, "stoppage 10, stoppage 9, stoppage 3", weapons=COMBINATION, templates=[template("r", "r.1", target="b")]
    )
    run(resolve(battle, battle.state.templates[0]))
    figure = battle.state.figures["r.1"]
    assert (figure.stopped, battle.state.templates) == (("0:1",), [])
    assert [line.rate for _, _, line in lines_of(battle.state, figure, ("primary",))] == [2]
    found = line_for(figure, "primary")
    assert found is not None
    assert found[1].rate == 2


@pytest.mark.rule("defiance.stoppage.effect", "defiance.suppression.base-roll")
def test_a_template_keeps_the_line_with_which_it_was_laid() -> None:
    """The line of rate 4 is stopped: the template is 2 inches long, and stays so when that works again."""
    units = {"r": {"at": [[20, 10]], "primary": "both", "figures": {"1": {"stopped": ["0:1"]}}}, "b": {"at": [[20, 30]]}}
    play = Play(units, dice="card 1", weapons=COMBINATION).say("primary-suppression")
    again = "damage 1, morale 9"  # blue activates next, within it
    play.say({"template": {"at": [20, 30], "face": 90}}, dice=f"damage 1, morale 9, stoppage 1, {again}")
    play["r.1"].stopped = ()
    shot = shot_at(play.state, play.state.templates[0], play["b.1"], TEMPLATE_LOF)
    assert shot is not None
    assert (shot.line.rate, play.state.templates[0].pieces[0].length) == (2, 2000)


@pytest.mark.rule(
    "defiance.orders.primary-suppression",
    "defiance.orders.suppression-wasted-no-los",
    "defiance.cover.prohibited",
    "defiance.suppression.prohibited-weapons",
    "defiance.suppression.template-additional",
    "defiance.suppression.contributor-bonus",
)
def test_the_poltergeists_suppress() -> None:
    """A and B see E; C does not and wastes its fire; D with its Grav Mortar neither covers nor could it suppress."""
    # defiance.ex.primary-suppression-poltergeists
    house = {"id": "h", "category": "impassable", "box": [21.8, 14, 23.4, 16], "height": 9}
    arms = {"1": {"primary": "Gatling Laser"}, "2": {"primary": "Gatling Laser"}, "3": {"primary": "Gatling Laser"}}
    figures = {**arms, "4": {"support": "Grav Mortar"}}
    units = {
        "r": {"frame": "Poltergeist", "at": [[19, 10], [20.5, 10], [24, 10], [17.5, 10]], "primary": "", "figures": figures},
        "b": {"at": [[20, 24]]},
    }
    play = Play(units, dice="card 1", terrain=[house])
    assert "support-suppression" not in play.options
    ask: Any = play.say("primary-suppression").game.ask
    assert ask.things["template"].size == (4000, 2000)
    again = "damage 1, morale 9"  # blue activates next, within it
    play.say({"template": {"at": [20, 24], "face": 90}}, dice=f"damage 1, morale 9, stoppage 1, stoppage 1, {again}")
    assert play.state.templates[0].contributors == ["r.1", "r.2"]
    assert {mod.name: mod.value for mod in play.told("Fired")[0].tally.mods} == {"suppression": -3, "further weapons": 1}
    assert [play[name].covers for name in ("r.1", "r.2", "r.3", "r.4")] == ["", "", "", ""]
    assert play.unit("r").activated


@pytest.mark.rule("defiance.orders.elite-independent", "defiance.suppression.elite-single", "defiance.suppression.split-fr")
def test_the_crimsons() -> None:
    """Three with Shrieker/Hedgehogs on primary fire, one after another; the Needler suppresses alone: 2 by 2 inches."""
    # defiance.ex.elite-crimsons
    arms = {str(number): {"primary": "Shrieker/Hedgehog"} for number in (1, 2, 3)}
    red = {"frame": "Crimson", "at": row(18, 10, 4), "primary": "", "figures": {**arms, "4": {"support": "Needler"}}}
    play = Play({"r": red, "b": {"at": [[20, 30]]}}, dice="card 1")
    for number, speed in ((1, "stationary"), (2, "walking"), (3, "running")):
        assert play.asks == "red orders.elite-independent"
        play.say(f"r.{number}", "primary-fire", speed)
        play.say("fire-move") if speed != "stationary" else None
        assert {"0:0:2:b.1", "0:1:4:b.1"} <= set(play.options)
        play.say("hold", {})
    assert play.asks == "red orders.declare-first"  # only the Needler is left
    ask: Any = play.say("support-suppression").game.ask
    assert ask.things["template"].size == (2000, 2000)
    again = "damage 1, morale 9"  # blue activates next, within it
    play.say({"template": {"at": [20, 30], "face": 90}}, dice=f"damage 1, morale 9, stoppage 8, {again}")
    (made,) = play.state.templates
    assert (made.contributors, made.high) == (["r.4"], ["r.4"])


@pytest.mark.rule("defiance.suppression.torrential-placement", "defiance.suppression.template-placement")
@pytest.mark.parametrize("far", [8, 11, 14, 25])
def test_the_usual_pieces_of_torrential_fire_lie_end_to_end(far: float) -> None:
    """Two pieces that touch and do not lie on each other: all of their length is of use."""
    state = a_battle({"r": {"at": [[20, 10]]}, "b": {"at": [[20, 10 + far]]}}).state
    firer, target = state.figures["r.1"], state.figures["b.1"]
    first, second = usual_pieces(firer, target, [4000, 3000])
    assert refuse_piece(firer, target, [first, second]) is None
    assert overlap(rectangle(first), rectangle(second)) <= 4000 * TOUCH


@pytest.mark.rule("defiance.suppression.contributors-lost")
@pytest.mark.parametrize(("target", "left"), [((22, 20), (20_500, 20_000)), ((18, 20), (19_500, 20_000))])
def test_a_template_shrinks_away_from_its_nearest_target(target: tuple[float, float], left: tuple[int, int]) -> None:
    """Four inches from west to east, the target at one end, another of its unit farther off at the other: no choice."""
    other = (40 - target[0], 20.9)
    names = ["r.1", "r.2"]
    units = {"r": {"at": row(20, 5, 2), "primary": "gun"}, "b": {"at": [list(target), list(other)]}}
    made = template("r", "r.1", length=4, target="b", contributors=names, arms=dict.fromkeys(names, 0))
    battle = a_battle(units, templates=[made])
    battle.state.figures["r.2"].shaken = True
    run(review(battle))
    (piece,) = battle.state.templates[0].pieces
    assert (piece.length, (piece.x, piece.y)) == (3 * INCH, left)
    assert in_template(battle.state.templates[0], battle.state.figures["b.1"])


@pytest.mark.rule("defiance.suppression.contributors-lost", "defiance.suppression.torrential-placement")
def test_of_two_pieces_the_one_on_the_target_is_kept() -> None:
    """Six inches of torrential fire shrink to four: the target touches only the second piece, so the first gives way."""
    names = ["r.1", "r.2"]
    units = {"r": {"at": row(20, 5, 2), "primary": "rifle"}, "b": {"at": [[24.4, 20]]}}
    pieces = [{"at": [20, 20], "face": 90, "length": 4}, {"at": [23, 20], "face": 90, "length": 2}]
    more = {"contributors": names, "arms": dict.fromkeys(names, 0), "torrential": True, "pieces": pieces}
    battle = a_battle(units, templates=[template("r", "r.1", target="b", **more)])
    battle.state.figures["r.2"].shaken = True
    run(review(battle))
    found = battle.state.templates[0]
    assert [(piece.x, piece.length) for piece in found.pieces] == [(21_000, 2000), (23_000, 2000)]


@pytest.mark.rule("defiance.effector.phase-definition", "defiance.suppression.effectors")
def test_no_field_saves_from_the_suppression_of_a_phase_weapon() -> None:
    """Feed rate 2 at 16 inches: 7+ and -3, a 10 kills; the field of 5+ is not rolled for."""
    ghost = {"ghost gun": {"FR": "2P", "brackets": {"5+": 15, "7+": 30}}}
    units = {"r": {"frame": "ghost", "at": [[20, 20]]}, "b": {"at": [[20, 36]], "face": 180, "primary": "ghost gun"}}
    battle = laid(units, "damage 10, damage 1, stoppage 1", weapons=ghost)
    run(resolve(battle, battle.state.templates[0]))
    assert battle.state.figures["r.1"].gone == "killed"


@pytest.mark.rule("defiance.orders.impaired-figures", "defiance.morale.shaken-effects")
def test_the_shaken_of_a_unit_that_lays_suppression_may_crawl() -> None:
    wood = {"id": "w", "category": "light", "box": [26, 8, 30, 12], "height": 2}
    red = {"at": row(20, 10, 3), "primary": "gun", "figures": {"3": {"shaken": True, "prone": True}}}
    play = Play({"r": red, "b": {"at": [[20, 40]], "face": 180}}, dice="card 1", terrain=[wood]).say("primary-suppression")
    play.say({"template": {"at": [20, 40], "face": 90}}, dice="damage 1, morale 9, stoppage 1, stoppage 1")
    assert play.asks == "red morale.shaken-effects"
    play.say("crawl", dice="damage 1, morale 9")  # blue activates next, within it
    assert play.at("r.3") == (24.525, 10)


@pytest.mark.rule(
    "defiance.suppression.split-fr", "defiance.suppression.contributor-bonus", "defiance.suppression.contributors-lost"
)
@pytest.mark.parametrize(("high", "bonus", "lies"), [([], 0, False), (["r.1"], 1, True), (["r.2"], 1, False)])
def test_a_split_weapon_counts_with_the_rate_it_was_declared_with(high: list[str], bonus: int, lies: bool) -> None:
    """Two of them: at 1 each both are the base, at 2 the other is a further weapon. When r.2 falls r.1 goes on alone at 2."""
    names = ["r.1", "r.2"]
    made = template("r", "r.1", length=2, target="b", contributors=names, arms=dict.fromkeys(names, 0), high=high)
    battle = a_battle({"r": {"at": row(20, 5, 2), "primary": "split"}, "b": {"at": [[20, 20]]}}, templates=[made])
    state = battle.state
    assert bonus_of(state, state.templates[0]) == bonus
    state.figures["r.2"].gone = "killed"
    run(review(battle))
    assert bool(state.templates) is lies


# ---- exactly on the border


@pytest.mark.rule("defiance.suppression.min-distance", "defiance.suppression.target-within-ten")
@pytest.mark.parametrize(
    ("target", "near_edge", "rule"),
    [
        (21.0, 20.0, None),  # its near edge is 10 inches away, not within them
        (21.0, 19.999, "min-distance"),
        (20.0, 20.4, None),  # so is the target: the template touches it like any other
        (19.999, 20.4, "target-within-ten"),  # a hair nearer, and the template begins 10 inches out
        (19.999, 20.0, None),
    ],
)
def test_ten_inches_are_not_within_ten_inches(target: float, near_edge: float, rule: str | None) -> None:
    state = a_battle({"r": {"at": [[20, 10]], "primary": "gun"}, "b": {"at": [[20, target]]}}).state
    piece = Rect(20_000, round(near_edge * 1000) + WIDTH // 2, 9000, 3000)
    found = refuse_piece(state.figures["r.1"], state.figures["b.1"], [piece])
    assert (found and found.rule.removeprefix("defiance.suppression.")) == rule


@pytest.mark.rule("defiance.suppression.min-distance")
def test_a_quick_look_at_the_middle_of_a_piece_overlooks_none_too_near() -> None:
    state, rng = a_battle({"r": {"at": [[20, 10]], "primary": "gun"}, "b": {"at": [[20, 21]]}}).state, Random(8)
    firer, target, kinds = state.figures["r.1"], state.figures["b.1"], set[bool]()
    for _ in range(400):
        face, off = rng.randrange(36_000), rng.randrange(10_500, 13_500)
        piece = Rect(*step_to(firer.at, face, off), face + rng.choice((0, 9000, 2650, 6350)), 1000 * rng.randint(1, 4))
        num, den = apart2([firer.at], rectangle(piece))
        found = refuse_piece(firer, target, [piece])
        near = found is not None and found.rule == "defiance.suppression.min-distance"
        assert near is (num < 10_000**2 * den)
        kinds.add(near)
    assert kinds == {True, False}


@pytest.mark.rule("defiance.suppression.template-placement", "defiance.suppression.friend-and-foe")
@pytest.mark.parametrize(("x", "y"), [(1, 0), (-1, 0), (0, 1), (0, -1)])
def test_whoever_just_touches_the_template_is_under_it(x: int, y: int) -> None:
    """Two inches by four, and a base of half an inch on each of its sides: touching, and a thousandth of an inch off."""
    made = Template("t", "b", "b.1", "r", [Rect(20_000, 20_000, 0, 4000)], ["b.1"], {"b.1": 0})
    for off, touches in ((0, True), (0.001, False)):
        at = [20 + x * (1.5 + off), 20 + y * (2.5 + off)]
        state = a_battle({"r": {"at": [at]}, "b": {"at": [[20, 40]]}}).state
        assert in_template(made, state.figures["r.1"]) is touches


@pytest.mark.rule("defiance.suppression.fringe-area", "defiance.suppression.activate-within")
def test_a_quick_look_at_template_and_fringe_overlooks_nobody() -> None:
    rng, state = Random(5), a_battle({"r": {"at": [[20, 10]]}, "b": {"at": [[20, 40]]}}).state
    figure, found = state.figures["r.1"], set[tuple[bool, bool]]()
    for _ in range(400):
        pieces = [Rect(rng.randrange(15_000, 25_000), rng.randrange(15_000, 25_000), rng.randrange(36_000), 4000)]
        made = Template("t", "b", "b.1", "r", pieces, [rng.choice(("b.1", "r.1"))], {"b.1": 0})
        figure.x, figure.y = rng.randrange(12_000, 28_000), rng.randrange(12_000, 42_000)
        plain = in_template(made, figure), in_fringe(state, made, figure)
        assert in_either(state, made, figure) is any(plain)
        found.add(plain)
    assert found == {(False, False), (True, False), (False, True)}


@pytest.mark.rule("defiance.suppression.move-into")
def test_a_quick_look_at_a_way_overlooks_no_suppression() -> None:
    rng, state = Random(6), a_battle({"r": {"at": [[20, 10]]}, "b": {"at": [[20, 40]]}}).state
    figure, found = state.figures["r.1"], set[tuple[bool, bool]]()
    for _ in range(400):
        pieces = [Rect(rng.randrange(15_000, 25_000), rng.randrange(15_000, 25_000), rng.randrange(36_000), 4000)]
        made = Template("t", "b", "b.1", "r", pieces, ["b.1"], {"b.1": 0})
        frm, to = ((rng.randrange(8000, 32_000), rng.randrange(8000, 42_000)) for _ in range(2))
        near, struck = fringes(state, made).near_way(figure, frm, to), stretches(state, made, figure, frm, to, None)
        assert near or not struck
        found.add((near, bool(struck)))
    assert found == {(False, False), (True, False), (True, True)}


@pytest.mark.rule("defiance.suppression.activate-within-moving", "defiance.suppression.move-into")
@pytest.mark.parametrize(
    ("stay", "inside", "marks"),
    [
        (Stay(0, moved_in=False), 1999, []),
        (Stay(0, moved_in=False), 2000, [2000]),  # each full 2 inches for whoever activated inside
        (Stay(500, moved_in=False), 1500, [1500]),
        (None, 2000, [0]),  # each 2 inches or fraction for whoever moves in
        (None, 2001, [0, 2000]),
        (Stay(2000, moved_in=True), 1, [0]),
    ],
)
def test_exactly_two_inches_inside(stay: Stay | None, inside: int, marks: list[int]) -> None:
    assert [entry.at for entry in Stretch("t", 0, inside, stay).entries()] == marks


@pytest.mark.rule(
    "defiance.orders.support-suppression", "defiance.orders.suppression-cover-zero", "defiance.orders.cover-weapon-choice"
)
def test_whoever_has_nothing_to_suppress_with_covers_with_his_side_arm() -> None:
    """r.1 suppresses; r.2 could, but its gun is stopped; the rocket of r.3 never suppresses, so its pistol covers."""
    figures = {"1": {"support": "gun"}, "2": {"support": "gun", "stopped": ["0:0"]}, "3": {"support": "rocket"}}
    both = {name: {**one, "side_arms": ["pistol"]} for name, one in figures.items()}
    red = {"at": row(20, 10, 3), "primary": "", "figures": both}
    state = a_battle({"r": red, "b": {"at": [[20, 30]]}}).state
    found = {name: may_cover(state.figures[name], "support-suppression") for name in ("r.1", "r.2", "r.3")}
    assert found == {"r.1": [], "r.2": [], "r.3": ["side"]}
    assert may_cover(state.figures["r.3"], "support-fire") == []  # there it fires, or wastes it
