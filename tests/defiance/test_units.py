"""Units: perimeters, sizes, mobs, splitting and joining (defiance.unit.*)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from littlewars.engine import Refusal
from littlewars.systems.defiance.basics.state import Activation, State
from littlewars.systems.defiance.system import DEFIANCE
from littlewars.systems.defiance.turn.command import _cards, eligible, possible
from littlewars.systems.defiance.turn.reorganising import UnitChange, carry_out, could_split, refuse, touched_by
from littlewars.systems.defiance.units.chits import owed
from littlewars.systems.defiance.units.morale import unit_tally
from littlewars.systems.defiance.units.perimeter import (
    counts,
    first_movers,
    is_inside,
    mingling,
    must_part,
    owes_way,
    parts_ways,
    perimeter,
    refuse_apart,
    refuse_end,
    refuse_joined,
    refuse_way,
    violated,
)
from littlewars.systems.defiance.units.units import commands, current_size, leads, least_of, least_size, short_by
from littlewars.table.board.hulls import intermingled, outline
from tests.defiance.squads import Play, a_battle, a_state, row

LEGAL = ([[0, 0], [3, 0], [1.5, 3]], [[10, 0], [13, 0], [11.5, 3]])
AMONG = ([[0, 0], [6, 0], [5, 3]], [[3, 2], [9, 2], [6, 6]])  # the third stands in the other hull
ILLEGAL = ([[0, 0], [6, 0], [3, 5]], [[3, 2], [9, 2], [6, 6]])


def shifted(places: list[list[float]]) -> list[list[float]]:
    return [[x + 10, y + 10] for x, y in places]


@pytest.mark.rule("defiance.unit.splitting-perimeter", "defiance.unit.joining-perimeter")
def test_who_stands_among_whom_is_what_the_hulls_say() -> None:
    rng, apart, joined = Random(1), [], []
    for _ in range(150):
        places, off = rng.sample([[x, y] for x in range(2, 24, 2) for y in range(2, 14, 2)], 12), rng.choice((0, 22))
        theirs = [[x + off, y] for x, y in places[4:]]
        state = a_state({"r": {"at": places[:4]}, "s": {"at": theirs[::2]}, "t": {"at": theirs[1::2]}})
        units = [state.units[name] for name in "rst"]
        hulls = {name: outline([figure.base() for figure in state.members(state.units[name])]) for name in "rst"}
        first, *rest = state.members(units[0])
        alone, left = outline([first.base()]), outline([figure.base() for figure in rest])
        among = any(intermingled(part, hulls[name]) for part in (alone, left) for name in "st")
        apart.append(not among and not intermingled(alone, left))
        assert (refuse_apart(state, units[0], ([first], rest)) is None) == apart[-1]
        whole = outline([figure.base() for unit in units[:2] for figure in state.members(unit)])
        joined.append(not intermingled(whole, hulls["t"]))
        assert (refuse_joined(state, units[:2]) is None) == joined[-1]
    assert set(apart) == set(joined) == {True, False}


def two(
    places: tuple[list[list[float]], list[list[float]]] = ILLEGAL, one: str = "man", other: str = "man", **more: Any
) -> State:
    """Two red units on these places, moved into the table."""
    first, second = places
    return a_state({"r": {"frame": one, "at": shifted(first)}, "s": {"frame": other, "at": shifted(second)}}, **more)


def why(found: Refusal | None) -> str:
    return found.rule.removeprefix("defiance.") if found else ""


# ---- perimeters


@pytest.mark.rule("defiance.unit.perimeter-definition")
def test_perimeters_are_hulls_that_stay_apart() -> None:
    """defiance.ex.perimeter-separate-and-crossing"""
    apart, crossing = two(LEGAL), two(ILLEGAL)
    assert violated(apart, apart.units["r"]) == []
    assert violated(crossing, crossing.units["r"]) == ["s"]
    assert violated(crossing, crossing.units["s"]) == ["r"]
    touching = a_state({"r": {"at": row(10, 10, 3)}, "s": {"at": row(10, 11, 3)}})
    assert violated(touching, touching.units["r"]) == []  # touching is allowed


@pytest.mark.rule("defiance.unit.perimeter-definition", "defiance.unit.perimeter-hth")
def test_who_counts_for_the_perimeter() -> None:
    state = two()
    for figure in state.figures.values():
        figure.prone = figure.stunned = True
    assert violated(state, state.units["r"]) == ["s"]  # whatever their state
    flying = two(one="bird")
    for name in flying.units["r"].figures:
        flying.figures[name].level = 1
    assert not len(perimeter(flying, flying.units["r"]))
    engaged = two()
    for name in engaged.units["r"].figures:
        engaged.figures[name].locked = ("b.1",)
    assert not len(perimeter(engaged, engaged.units["r"]))
    assert violated(engaged, engaged.units["s"]) == []
    assert refuse_end(engaged, engaged.figures["r.1"], (16_000, 14_000)) is None  # engaged figures ignore them
    gone = two()
    for name in gone.units["r"].figures:
        gone.figures[name].gone = "killed"
    assert violated(gone, gone.units["s"]) == []


@pytest.mark.rule("defiance.unit.no-coherency")
def test_members_may_be_anywhere() -> None:
    state = a_state({"r": {"at": [[1, 1], [47, 1], [1, 47], [47, 47], [24, 24]]}})
    assert not DEFIANCE.state_errors(state)
    assert refuse_end(state, state.figures["r.5"], (40_000, 3000)) is None


@pytest.mark.rule("defiance.unit.perimeter-elite-vehicle", "defiance.unit.perimeter-enemy", "defiance.unit.perimeter-movement")
@pytest.mark.parametrize(
    ("other", "side", "violation"),
    [("man", "red", True), ("elite", "red", False), ("tank", "red", False), ("man", "blue", False)],
)
def test_elite_units_vehicles_and_enemies_are_no_hindrance(other: str, side: str, violation: bool) -> None:
    """defiance.ex.perimeter-elite-and-enemy"""
    first, second = ILLEGAL
    spread = [[2 * x, 2 * y] for x, y in second] if other == "tank" else second
    units = {"r": {"at": shifted(first)}, "s": {"side": side, "frame": other, "at": [[x + 10, y + 10] for x, y in spread]}}
    if other == "tank":
        units["s"]["at"] = [[11, 15], [19, 15], [15, 22]]
    state = a_state(units)
    assert bool(violated(state, state.units["r"])) == violation
    assert bool(violated(state, state.units["s"])) == violation
    assert refuse_way(state, state.figures["s.1"], [(13_000, 30_000)]) is None


@pytest.mark.rule("defiance.unit.perimeter-movement", "defiance.unit.perimeter-airborne")
def test_friendly_perimeters_are_walked_around_or_flown_over() -> None:
    """defiance.ex.perimeter-path"""
    friends = [[24, 8], [24, 12], [28, 8], [28, 12]]
    state = a_state({"r": {"at": [[20, 10]]}, "s": {"at": friends}})
    mover = state.figures["r.1"]
    assert why(refuse_way(state, mover, [(32_000, 10_000)])) == "unit.perimeter-movement"
    around = [(20_000, 20_000), (32_000, 20_000), (32_000, 10_000)]
    assert refuse_way(state, mover, around) is None
    assert refuse_end(state, mover, (32_000, 10_000)) is None  # over it, in the air, only the end counts
    assert why(refuse_end(state, mover, (26_000, 10_000))) == "unit.perimeter-movement"
    aloft = a_state({"r": {"frame": "bird", "at": [[20, 10]], "level": 1}, "s": {"at": friends}})
    assert why(refuse_end(aloft, aloft.figures["r.1"], (26_000, 10_000))) == "unit.perimeter-movement"  # nor may it land there
    assert refuse_end(aloft, aloft.figures["r.1"], (32_000, 10_000)) is None


@pytest.mark.rule("defiance.unit.perimeter-movement")
def test_the_own_hull_may_not_grow_over_another_either() -> None:
    units = {"r": {"at": [[10, 10], [12, 10]]}, "s": {"at": [[20, 9], [20, 11]]}}
    state = a_state(units)
    mover = state.figures["r.2"]
    path = [(15_000, 20_000), (30_000, 20_000), (30_000, 10_000)]
    assert refuse_way(state, mover, path) is None  # nobody is met on the way
    assert why(refuse_end(state, mover, path[-1])) == "unit.perimeter-movement"  # but the friends would be enclosed
    assert refuse_end(state, mover, mover.at) is None  # staying put is always legal


@pytest.mark.rule("defiance.unit.perimeter-movement")
def test_a_move_through_friends_is_refused_in_play() -> None:
    play = Play(
        {"r": {"at": [[20, 10]]}, "s": {"at": [[24, 8], [24, 12], [28, 8], [28, 12]]}, "b": {"at": [[40, 44]]}}, "card 1"
    )
    play.say("sprint")
    assert play.refused({"r.1": [[28, 10]]}) == "unit.perimeter-movement"


# ---- mingled units


@pytest.mark.rule("defiance.unit.perimeter-involuntary")
def test_those_who_stand_among_friends_move_first_and_out() -> None:
    state = two(AMONG)
    unit = state.units["r"]
    assert must_part(state, unit)
    inside = [name for name in unit.figures if is_inside(state, state.figures[name])]
    assert inside == ["r.3"]
    assert first_movers(state, unit, unit.figures) == inside
    state.turn.doing = Activation("r")
    who = state.figures[inside[0]]
    assert owes_way(state, who)
    assert not parts_ways(state, who, who.at)
    assert parts_ways(state, who, (who.x - 4000, who.y - 4000))
    assert mingling(state, unit, {who.id: (who.x - 4000, who.y - 4000)}) < mingling(state, unit)
    for status in ("stunned", "shaken"):
        setattr(who, status, True)
        assert not owes_way(state, who)
        setattr(who, status, False)
    unit.broken = 1
    assert not must_part(state, unit)
    assert first_movers(state, unit, unit.figures) == unit.figures
    elite = two(one="elite")
    assert not must_part(elite, elite.units["r"])


@pytest.mark.rule("defiance.unit.perimeter-involuntary")
def test_a_mingled_unit_may_neither_aim_nor_stay() -> None:
    first, second = (shifted(places) for places in AMONG)
    play = Play({"r": {"at": first}, "s": {"at": second}, "b": {"at": [[13, 40]]}}, "card 1")
    assert not {"aim", "primary-suppression", "support-suppression"} & set(play.options)
    play.say("cohesive-fire")
    assert "stationary" not in play.options
    play.say("walking", "move-fire")
    name = next(iter(play.game.ask.budget))  # type: ignore[union-attr]
    assert name == "r.3"  # nobody else may go first
    assert play.refused({}) == "unit.perimeter-involuntary"
    assert play.game.refusal(play.game.ask.default()) is None  # type: ignore[union-attr]
    x, y = play.at(name)
    assert play.allows({name: [[x - 2.5, y - 2.5]]})
    assert play.refused({name: [[x + 1, y + 0.5]]}) in ("unit.perimeter-involuntary", "unit.perimeter-movement")


@pytest.mark.rule("defiance.unit.perimeter-involuntary")
def test_if_nobody_stands_inside_the_first_to_move_has_the_duty() -> None:
    units = {"r": {"at": [[10, 20], [30, 20]]}, "s": {"at": [[20, 10], [20, 30]]}}
    state = a_state(units)
    unit = state.units["r"]
    assert violated(state, unit) == ["s"]
    assert not any(is_inside(state, state.figures[name]) for name in unit.figures)
    state.turn.doing = Activation("r")
    assert owes_way(state, state.figures["r.1"])
    state.turn.doing.moved.append("r.1")
    assert not owes_way(state, state.figures["r.2"])


# ---- sizes


@pytest.mark.rule("defiance.unit.current-size")
def test_stunned_figures_are_casualties_and_shaken_ones_are_not() -> None:
    units = {"r": {"at": row(10, 10, 5), "figures": {"1": {"stunned": True}, "2": {"shaken": True, "prone": True}}}}
    state = a_state(units)
    assert current_size(state, state.units["r"]) == 4
    assert short_by(state, state.units["r"]) == 1
    strict = a_state(units, shaken_count_as_casualties=True)
    assert current_size(strict, strict.units["r"]) == 3
    state.figures["r.1"].stunned = False
    assert short_by(state, state.units["r"]) == 0


@pytest.mark.rule("defiance.unit.min-size-drop")
@pytest.mark.parametrize(
    ("size", "short", "needed"), [(8, 0, 6), (7, 0, 6), (6, 0, 6), (5, 1, 7), (4, 2, 8), (3, 3, 9), (1, 5, 11)]
)
def test_below_its_minimum_a_unit_tests_from_then_on(size: int, short: int, needed: int) -> None:
    """defiance.ex.seedling-unit-test"""
    state = a_state({"r": {"frame": "green", "at": row(10, 10, 8)}})
    for number in range(size + 1, 9):
        state.figures[f"r.{number}"].gone = "killed"
    unit = state.units["r"]
    assert short_by(state, unit) == short
    assert unit_tally(state, unit).needed == needed


@pytest.mark.rule("defiance.unit.min-size-drop")
def test_a_leader_or_a_partner_brings_it_back_to_its_minimum() -> None:
    battle = a_battle({"r": {"at": row(10, 10, 3)}, "s": {"at": row(10, 14, 4)}})
    state = battle.state
    assert short_by(state, state.units["r"]) == 2
    carry_out(battle, "red", UnitChange("join", "r", ("s",)))
    assert short_by(state, state.units["r"]) == 0
    led = a_state({"r": {"at": row(10, 10, 4), "figures": {"1": {"leader": 1}}}})
    assert short_by(led, led.units["r"]) == 0


# ---- standard, ad hoc, mob


@pytest.mark.rule("defiance.unit.ad-hoc-advantages", "defiance.unit.ad-hoc-disadvantages", "defiance.unit.standard")
def test_what_only_standard_and_only_ad_hoc_units_may_do() -> None:
    units = {
        "r": {"at": row(5, 10, 10), "status": "ad hoc"},
        "s": {"at": row(5, 14, 10)},
        "t": {"at": row(5, 18, 2)},
        "u": {"at": row(5, 22, 2), "status": "ad hoc"},
    }
    state = a_state(units)
    assert why(refuse(state, UnitChange("split", "s", ("s.1",)))) == "unit.splitting"
    assert refuse(state, UnitChange("split", "r", tuple(f"r.{n}" for n in range(6, 11)))) is None
    assert refuse(state, UnitChange("join", "s", ("t",))) is None
    assert why(refuse(state, UnitChange("join", "s", ("u",)))) == "unit.joining"
    assert why(refuse(state, UnitChange("join", "u", ("r",)))) == "unit.joining"
    options = {option.id for option in possible(state, "red", [])}
    assert options == {"split:r", "join:s", "join:t"}


@pytest.mark.rule("defiance.unit.same-otherwise")
def test_otherwise_standard_and_ad_hoc_units_are_alike() -> None:
    played = []
    for status in ("standard", "ad hoc"):
        play = Play({"r": {"at": row(10, 10, 5), "status": status}, "b": {"at": row(10, 40, 5)}}, "card 1")
        state = play.state
        played.append((play.options, least_size(state, state.units["r"]), unit_tally(state, state.units["r"]).needed))
    assert played[0] == played[1]


@pytest.mark.rule(
    "defiance.unit.mob-status", "defiance.unit.mob-officers", "defiance.command.mob-leader", "defiance.command.mob-commander"
)
def test_a_mob_and_its_officers() -> None:
    """defiance.ex.mob"""
    officer = {"leader": 1, "command": 1, "from_mob": True, "at": [5, 6]}
    units = {
        "r": {"frame": "green", "status": "mob", "at": row(5, 10, 12), "figures": {"13": officer}},
        "s": {"frame": "green", "at": row(5, 20, 6)},
    }
    battle = a_battle(units)
    state = battle.state
    mob, he = state.units["r"], state.figures["r.13"]
    assert (leads(mob, he), commands(mob, he)) == (0, 0)
    assert (least_size(state, mob), owed(state, mob, he)) == (6, 0)
    assert _cards(state, "red") == ([], [])
    assert eligible(state, "red") == []
    assert why(refuse(state, UnitChange("split", "r", ("r.1",)))) == "unit.splitting"
    assert why(refuse(state, UnitChange("join", "r", ("s",)))) == "unit.joining"
    assert why(refuse(state, UnitChange("join", "s", ("r",)))) == "unit.joining"
    assert refuse(state, UnitChange("leave", "r", ("r.13",))) is None  # a commander may still go
    carry_out(battle, "red", UnitChange("leave", "r", ("r.13",)))
    alone = state.units[he.unit]
    assert (commands(alone, he), leads(alone, he)) == (1, 0)  # he regains his command, not his leadership
    assert (alone.status, alone.solo) == ("standard", True)
    assert not DEFIANCE.state_errors(state)


@pytest.mark.rule("defiance.unit.mob-officers", "defiance.command.mob-commander")
def test_who_joins_a_mob_later_is_reduced_only_while_he_is_there() -> None:
    units = {
        "r": {"frame": "green", "status": "mob", "at": row(5, 10, 12), "from_mob": True},
        "s": {"frame": "green", "at": [[5, 6]], "solo": True, "leader": 2, "command": 2},
    }
    battle = a_battle(units)
    state = battle.state
    he = state.figures["s.1"]
    carry_out(battle, "red", UnitChange("enter", "s", ("r",)))
    mob = state.units["r"]
    assert mob.status == "mob"
    assert (leads(mob, he), commands(mob, he)) == (1, 1)
    assert [figure.id for figure in eligible(state, "red")] == ["s.1"]  # a level 2 commander in a mob has a card left
    carry_out(battle, "red", UnitChange("leave", "r", ("s.1",)))
    alone = state.units[he.unit]
    assert (leads(alone, he), commands(alone, he)) == (2, 2)
    bugs = a_state({"r": {"frame": "bug", "status": "mob", "at": row(5, 10, 6), "figures": {"1": {"focal": 2}}}})
    assert least_size(bugs, bugs.units["r"]) == 4  # focal points are unaffected


# ---- splitting


def to_split(first: int, second: int, **more: Any) -> tuple[State, UnitChange]:
    """A unit that stands in two parts, and its division."""
    overlay = more.pop("figures", {})
    gap = more.pop("gap", 6)
    places = [*row(5, 10, first), *row(5, 10 + gap, second)]
    state = a_state({"r": {"at": places, "status": "ad hoc", "figures": overlay, **more}})
    return state, UnitChange("split", "r", tuple(f"r.{n}" for n in range(first + 1, first + second + 1)))


SPLITS: list[tuple[dict[str, Any], tuple[int, int], str]] = [
    ({}, (5, 5), ""),
    ({}, (5, 4), "unit.splitting-minimum"),
    ({"figures": {"6": {"leader": 2}}}, (5, 4), ""),
    ({"figures": {"6": {"stunned": True}}}, (5, 5), "unit.splitting-minimum"),
    ({"figures": {"10": {"at": [8, 9]}}}, (5, 5), "unit.splitting-perimeter"),
    ({"status": "standard"}, (5, 5), "unit.splitting"),
    ({"broken": 1}, (5, 5), "unit.reorganise-states"),
]


@pytest.mark.rule(
    "defiance.unit.splitting",
    "defiance.unit.splitting-minimum",
    "defiance.unit.splitting-perimeter",
    "defiance.unit.splitting-card",
)
@pytest.mark.parametrize(("more", "parts", "rule"), SPLITS)
def test_when_a_unit_may_be_divided(more: dict[str, Any], parts: tuple[int, int], rule: str) -> None:
    """defiance.ex.split-legality"""
    state, change = to_split(*parts, **more)
    assert why(refuse(state, change)) == rule


@pytest.mark.rule("defiance.unit.splitting-perimeter")
def test_parts_keep_apart_from_other_friends_too() -> None:
    state, change = to_split(5, 5)
    assert refuse(state, change) is None
    crowded = a_state(
        {
            "r": {"at": [*row(5, 10, 5), *row(5, 16, 5)], "status": "ad hoc"},
            "s": {"at": [[6, 17], [10, 15]]},
        }
    )
    assert why(refuse(crowded, change)) == "unit.splitting-perimeter"


@pytest.mark.rule("defiance.unit.splitting-minimum")
def test_a_focal_point_counts_for_its_own_part() -> None:
    """defiance.ex.vobian-split"""
    beasts = {str(n): {"frame": "Boxcar Beast", "at": [5 + 2 * n, 10]} for n in range(1, 5)}
    crits = {str(n): {"frame": "Spondylocrit", "at": [5 + 2 * n, 20]} for n in range(5, 11)}
    for focal, rule in ((2, ""), (0, "unit.splitting-minimum")):
        raw = {**beasts, **crits, "1": {**beasts["1"], "focal": focal}}
        battle = a_battle({"r": {"status": "ad hoc", "figures": raw, "primary": ""}})
        state, parted = battle.state, tuple(f"r.{n}" for n in range(5, 11))
        assert why(refuse(state, UnitChange("split", "r", parted))) == rule
        if not rule:
            both = [[f for f in state.members(state.units["r"]) if (f.id in parted) == new] for new in (False, True)]
            assert [least_of(state, state.units["r"], part) for part in both] == [4, 6]
            carry_out(battle, "red", UnitChange("split", "r", parted))
            assert [(unit.status, len(unit.figures)) for unit in state.units.values()] == [("ad hoc", 4), ("ad hoc", 6)]


@pytest.mark.rule("defiance.unit.splitting-card", "defiance.unit.splitting")
def test_the_new_part_gets_a_card_and_is_a_unit_like_any_other() -> None:
    _, change = to_split(5, 10)
    battle = a_battle({"r": {"at": [*row(5, 10, 5), *row(5, 16, 10)], "status": "ad hoc"}, "b": {"at": [[40, 40]]}})
    state = battle.state
    touched = touched_by(state, change)
    carry_out(battle, "red", change)
    new = state.units["r+2"]
    assert (new.side, new.quality, new.status, new.card) == ("red", "Regular", "ad hoc", 3)
    assert (state.units["r"].figures, len(new.figures)) == ([f"r.{n}" for n in range(1, 6)], 10)
    assert all(state.figures[name].unit == "r+2" for name in new.figures)
    again = UnitChange("split", "r+2", tuple(new.figures[:5]))
    assert why(refuse(state, again, touched)) == "unit.reorganise-states"  # not twice in one turn
    assert refuse(state, UnitChange("split", "r+2", tuple(f"r.{n}" for n in range(11, 16)))) is None
    assert not could_split(state, new, touched)
    assert could_split(state, new, [])
    assert not DEFIANCE.state_errors(state)
    assert DEFIANCE.setup(DEFIANCE.describe(state)) == state


def test_a_unit_is_not_divided_twice_in_one_phase() -> None:
    battle = a_battle({"r": {"at": [*row(5, 10, 10), *row(5, 16, 5)], "status": "ad hoc"}})
    state = battle.state
    change = UnitChange("split", "r", tuple(f"r.{n}" for n in range(11, 16)))
    touched = touched_by(state, change)
    carry_out(battle, "red", change)
    assert (
        why(refuse(state, UnitChange("split", "r", tuple(f"r.{n}" for n in range(6, 11))), touched)) == "unit.reorganise-states"
    )


# ---- joining


def to_join(one: dict[str, Any], other: dict[str, Any]) -> str:
    """Why these two may not join."""
    state = a_state(
        {"r": {"at": row(5, 10, one.pop("size"), 1.2), **one}, "s": {"at": row(5, 14, other.pop("size"), 1.2), **other}}
    )
    return why(refuse(state, UnitChange("join", "r", ("s",))))


TWO_OFFICERS = {"1": {"leader": 1}, "2": {"command": 1}}


@pytest.mark.rule("defiance.unit.joining", "defiance.unit.joining-max-size", "defiance.unit.ad-hoc-disadvantages")
@pytest.mark.parametrize(
    ("one", "other", "rule"),
    [
        ({"size": 3}, {"size": 4}, ""),
        ({"size": 7}, {"size": 6}, "unit.joining-max-size"),
        ({"size": 3}, {"size": 3, "frame": "veteran"}, "unit.quality-uniform"),
        ({"size": 3}, {"size": 3, "status": "ad hoc"}, "unit.joining"),
        ({"size": 4, "figures": TWO_OFFICERS}, {"size": 4, "figures": {"1": {"leader": 1}}}, "stats.officer-limit"),
        ({"size": 3, "broken": 1}, {"size": 3}, "unit.reorganise-states"),
    ],
)
def test_when_units_may_join(one: dict[str, Any], other: dict[str, Any], rule: str) -> None:
    """defiance.ex.join-legality"""
    assert to_join(dict(one), dict(other)) == rule


@pytest.mark.rule("defiance.unit.joining-becomes-ad-hoc", "defiance.unit.joining-card", "defiance.unit.joining")
def test_what_a_joined_unit_is() -> None:
    """defiance.ex.join-legality"""
    battle = a_battle(
        {"r": {"at": row(5, 10, 5)}, "s": {"at": row(5, 14, 4)}, "t": {"at": row(5, 18, 3)}, "b": {"at": [[40, 40]]}}
    )
    state = battle.state
    carry_out(battle, "red", UnitChange("join", "r", ("s",)))
    whole = state.units["r"]
    assert (len(whole.figures), whole.status, short_by(state, whole)) == (9, "ad hoc", 0)
    assert [unit.id for unit in state.units_of("red")] == ["r", "t"]  # one card for both
    assert why(refuse(state, UnitChange("join", "r", ("t",)))) == "unit.joining"
    assert why(refuse(state, UnitChange("split", "r", tuple(f"s.{n}" for n in range(1, 5))))) == "unit.splitting-minimum"
    assert not DEFIANCE.state_errors(state)
    again = DEFIANCE.setup(DEFIANCE.describe(state))
    assert again == state
    several = a_state({name: {"at": row(5, 10 + 3 * n, 3)} for n, name in enumerate("rstu")})
    assert refuse(several, UnitChange("join", "r", ("s", "t", "u"))) is None  # two or more


@pytest.mark.rule("defiance.unit.joining-perimeter")
def test_nobody_may_stand_between_units_that_join() -> None:
    units = {"r": {"at": row(5, 10, 3)}, "s": {"at": row(5, 20, 3)}, "t": {"at": row(5, 15, 3)}}
    state = a_state(units)
    assert why(refuse(state, UnitChange("join", "r", ("s",)))) == "unit.joining-perimeter"
    assert refuse(state, UnitChange("join", "r", ("t",))) is None
    elite = a_state({name: {"frame": "elite", **unit} for name, unit in units.items()})
    assert refuse(elite, UnitChange("join", "r", ("s",))) is None


@pytest.mark.rule("defiance.unit.reorganise-states")
def test_what_becomes_of_counters() -> None:
    laid = {
        "id": "t1",
        "unit": "r",
        "firer": "r.1",
        "target": "b",
        "pieces": [{"at": [10, 30], "face": 90, "length": 4}],
        "contributors": ["r.1", "r.2", "r.6"],
        "arms": {"r.1": 0, "r.2": 0, "r.6": 0},
    }
    state_words = {"covers": "primary", "cover_mod": -2, "aims": ["b"], "aimed": 1, "prone": True, "hurt": 0}
    places = [*row(5, 10, 5), *row(5, 16, 5)]
    units = {
        "r": {"at": places, "status": "ad hoc", **state_words},
        "s": {"at": row(25, 10, 3)},
        "t": {"at": row(25, 14, 3)},
        "b": {"at": [[40, 40]]},
    }
    battle = a_battle(units, templates=[laid])
    state = battle.state
    carry_out(battle, "red", UnitChange("split", "r", tuple(f"r.{n}" for n in range(6, 11))))
    kept, parted = state.figures["r.1"], state.figures["r.6"]
    assert (kept.covers, kept.aims, kept.aimed) == ("primary", ("b",), 1)
    assert (parted.covers, parted.aims, parted.aimed, parted.prone) == ("primary", (), 0, True)
    joined = a_battle({**units, "r": {**units["r"], "status": "standard", "at": row(5, 10, 10)}}, templates=[laid])
    carry_out(joined, "red", UnitChange("join", "s", ("t",)))
    assert joined.state.templates  # not of these units
    carry_out(joined, "red", UnitChange("join", "r", ("s",)))
    assert not joined.state.templates
    assert {f.covers for f in joined.state.figures.values()} == {""}
    assert {f.prone for f in joined.state.members(joined.state.units["r"])} == {True, False}  # own states stay


@pytest.mark.rule("defiance.unit.reorganise-states")
def test_engaged_figures_stay_engaged() -> None:
    units = {
        "r": {"at": row(5, 10, 3)},
        "s": {"at": row(5, 14, 3), "figures": {"1": {"locked": ["b.1"]}}},
        "b": {"at": [[5, 15]], "locked": ["s.1"]},
    }
    battle = a_battle(units)
    carry_out(battle, "red", UnitChange("join", "r", ("s",)))
    assert battle.state.figures["s.1"].locked == ("b.1",)
    assert not DEFIANCE.state_errors(battle.state)


@pytest.mark.rule("defiance.unit.perimeter-definition")
def test_who_has_not_been_deployed_has_no_perimeter() -> None:
    state = a_state({"r": {"at": row(5, 5, 3)}, "b": {"at": [[40, 40]]}})
    figure = state.figures["r.1"]
    assert counts(state, figure)
    state.turn.waiting = ["r"]
    assert not counts(state, figure)
    state.turn.waiting = []
    for status, value in (("gone", "killed"), ("level", 1), ("locked", ("b.1",))):
        usual = getattr(figure, status)
        setattr(figure, status, value)
        assert not counts(state, figure)
        setattr(figure, status, usual)


@pytest.mark.rule("defiance.morale.solo-exempt")
@pytest.mark.parametrize(("who", "may"), [({"hero": True}, True), ({"command": 1}, True), ({"leader": 1}, False), ({}, False)])
def test_a_commander_or_a_hero_who_is_left_alone_goes_on_alone(who: dict[str, Any], may: bool) -> None:
    state = a_state({"r": {"at": [[5, 5]], **who}, "b": {"at": [[40, 40]]}})
    assert (refuse(state, UnitChange("alone", "r", ())) is None) is may


@pytest.mark.rule("defiance.unit.perimeter-involuntary", "defiance.move.fly-levels")
def test_a_flyer_leaves_the_friends_it_stands_among_by_going_up() -> None:
    """Only the third of these birds stands in the other hull: without it nothing is shared."""
    state = two(AMONG, one="bird")
    inside, other = state.figures["r.3"], state.figures["r.1"]
    assert mingling(state, state.units["r"]) > 0
    assert parts_ways(state, inside, inside.at, level=1)
    alone = two(([[4, 3]], AMONG[1]), one="bird")
    assert parts_ways(alone, alone.figures["r.1"], alone.figures["r.1"].at, level=1)  # nobody of it is left on the ground
    assert not parts_ways(state, other, other.at)


@pytest.mark.rule("defiance.unit.perimeter-involuntary", "defiance.unit.perimeter-movement")
def test_who_stands_among_friends_may_move_as_long_as_it_gets_no_worse() -> None:
    """The fourth stands inside the hull of the others: wherever it goes in there nothing changes."""
    first, second = ILLEGAL
    state = two(([*first, [3, 1]], second))
    inner, outer = state.figures["r.4"], state.figures["r.3"]
    assert mingling(state, state.units["r"]) > 0
    assert refuse_end(state, inner, (12_500, 11_000)) is None
    assert why(refuse_end(state, outer, (outer.x, outer.y + 500))) == "unit.perimeter-movement"


@pytest.mark.rule("defiance.unit.splitting-minimum", "defiance.command.focal-table")
@pytest.mark.parametrize(("focal", "stunned", "least"), [(0, False, 6), (1, False, 5), (2, False, 4), (2, True, 6)])
def test_a_part_of_a_matrix_unit_needs_as_many_as_its_focal_point_says(focal: int, stunned: bool, least: int) -> None:
    state = a_state({"r": {"frame": "bug", "at": row(10, 10, 6), "figures": {"1": {"focal": focal, "stunned": stunned}}}})
    unit = state.units["r"]
    assert least_of(state, unit, state.members(unit)) == least
    assert least_of(state, unit, [state.figures["r.1"]]) == least
