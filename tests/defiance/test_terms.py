"""Words of the game: figures, officers, arcs, classes of infantry, counters, coordinates; and the statistics in play."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.engine.catalogue.rulebook import Rulebook
from littlewars.engine.page.drawing import scene_of
from littlewars.systems.defiance.basics.numbers import (
    CLIMB,
    COVER_ARC,
    COVER_PI,
    COVER_SI,
    CRAWL,
    FIRE_MOD,
    QUALITIES,
    REACH,
    STAND_UP,
)
from littlewars.systems.defiance.basics.profiles import Weapon
from littlewars.systems.defiance.basics.sight import NEAR_COVER, ahead_of, cover_of
from littlewars.systems.defiance.basics.state import Chit, Figure, Settings, State, Unit
from littlewars.systems.defiance.basics.zones import called, may_be_called
from littlewars.systems.defiance.fire.damage import DamageDone, settle
from littlewars.systems.defiance.fire.shots import lof_mods
from littlewars.systems.defiance.page.show import REACTIONS
from littlewars.systems.defiance.roster.armies import frames, weapons
from littlewars.systems.defiance.roster.legality import can_carry
from littlewars.systems.defiance.roster.parse import frame_of
from littlewars.systems.defiance.system import DEFIANCE
from littlewars.systems.defiance.units.morale import nerve_tally, rally_tally, try_nerve
from littlewars.systems.defiance.units.units import least_size
from tests.defiance.squads import Play, a_battle, a_state, finish, row, run

BOOK = Rulebook.of("defiance")


def table(rule: str) -> Any:
    return BOOK[f"defiance.{rule}"].table


# ---- figures and officers


@pytest.mark.rule("defiance.terms.figure", "defiance.unit.definition")
def test_every_figure_belongs_to_exactly_one_unit() -> None:
    state = a_state({"r": {"at": row(5, 5, 3)}, "s": {"at": row(5, 9, 1)}})
    assert not DEFIANCE.state_errors(state)
    state.figures["r.1"].unit = "s"
    assert any("not in its unit" in fault for fault in DEFIANCE.state_errors(state))
    state.units["s"].figures.append("r.1")
    assert any("counts others among its figures" in fault for fault in DEFIANCE.state_errors(state))
    crowd = a_state({"r": {"at": row(5, 5, 24, 1)}}, table=[48, 48])
    assert not DEFIANCE.state_errors(crowd)
    crowd.units["r"].figures.append("r.25")
    crowd.figures["r.25"] = Figure("r.25", "r", crowd.figures["r.1"].frame, 5000, 20_000)
    assert any("defiance.unit.definition" in fault for fault in DEFIANCE.state_errors(crowd))


@pytest.mark.rule("defiance.terms.officer")
def test_who_is_an_officer_and_what_it_means() -> None:
    """defiance.ex.officer-definitions-table"""
    plain = Figure("f", "u", frames()["tak"])
    assert not plain.officer
    for field in ("leader", "command", "focal"):
        assert Figure("f", "u", frames()["tak"], **{field: 1}).officer
    assert not Figure("f", "u", frames()["tak"], hero=True).officer
    state = a_state(
        {
            "c": {"at": row(5, 5, 5), "figures": {"1": {"command": 1}}},
            "l": {"at": row(5, 9, 5), "figures": {"1": {"leader": 2}}},
            "f": {"frame": "bug", "at": row(5, 13, 6), "figures": {"1": {"focal": 1}}},
            "p": {"at": row(5, 17, 5)},
        },
        give_chits=True,
    )
    assert nerve_tally(state, state.figures["c.2"]).needed == rally_tally(state, state.figures["c.2"]).needed == 4
    assert nerve_tally(state, state.figures["l.2"]).needed == 5
    assert [least_size(state, state.units[name]) for name in "clfp"] == [5, 4, 5, 5]
    assert {name: len(figure.chits) for name, figure in state.figures.items() if figure.chits} == {"l.1": 1}


@pytest.mark.rule("defiance.terms.facing-marked")
def test_every_figure_has_a_facing_that_is_shown() -> None:
    state = a_state({"r": {"at": [[5, 5]], "face": 45}})
    assert state.figures["r.1"].face == 4500
    assert DEFIANCE.show(state).figures["r.1"].face == 4500
    assert scene_of(DEFIANCE.show(state)).figures[0].facing == 4500


@pytest.mark.rule("defiance.terms.cover-arc")
def test_the_cover_arc_is_the_front_quarter() -> None:
    """defiance.ex.cover-arc-edges"""
    others = [(10, 0), (10, 10), (10, 10.1), (0, 10), (-5, 0), (7, -7)]
    state = a_state(
        {"r": {"at": [[20, 20]], "face": 90}, "b": {"at": [[20 + x, 20 + y] for x, y in others]}},
        frames={"man": {"base": 0.01}},
    )
    viewer = state.figures["r.1"]
    assert [one.id for one in ahead_of(viewer, state.members(state.units["b"]))] == ["b.1", "b.2", "b.6"]
    assert 100 * table("terms.cover-arc")["arc_degrees"] == 2 * COVER_ARC
    arms = DEFIANCE.show(state).models["man/primary rifle"].arms
    assert [(arm.centre, arm.arc) for arm in arms] == [(0, COVER_ARC)]


@pytest.mark.rule("defiance.terms.movement-speeds", "defiance.stats.move")
def test_four_speeds_and_what_they_reach() -> None:
    """defiance.ex.move-4"""
    assert set(REACH) == {"stationary", "walking", "running", "sprinting"}
    assert set(FIRE_MOD) == set(REACH) - {"sprinting"}  # whoever sprints does not fire
    move = frame_of("x", "X", "", {"MV": 4}).move
    factors = table("stats.move")
    assert (move // CRAWL, move * REACH["walking"], move * REACH["running"]) == (2000, 4000, 8000)
    assert (1 / CRAWL, REACH["walking"], REACH["running"]) == (factors["crawl"], factors["walk"], factors["run"])


@pytest.mark.rule("defiance.stats.move-suffix")
@pytest.mark.parametrize(
    ("modes", "sprints", "jumps", "flies"),
    [([], False, False, False), (["S"], True, False, False), (["J"], True, True, False), (["F"], False, True, True)],
)
def test_what_the_letters_after_move_allow(modes: list[str], sprints: bool, jumps: bool, flies: bool) -> None:
    frame = frame_of("x", "X", "", {"modes": modes})
    assert (frame.sprints, frame.jumps, frame.flies) == (sprints, jumps, flies)  # a flyer sprints in the air only
    if modes:
        (letter,) = modes
        able = table("stats.move-suffix")[letter]
        assert ("sprint" in able, "jump" in able, "fly" in able) == (sprints, jumps, flies)


# ---- targets, classes, weapons


@pytest.mark.rule("defiance.terms.target-type", "defiance.stats.size")
def test_the_flag_makes_a_vehicle_not_the_size() -> None:
    """defiance.ex.weapon-target-type-table: whether a target is one of infantry decides which weapon suits it"""
    kinds: dict[str, Any] = {"ogre": {"SZ": 3}, "bike": {"SZ": 3, "vehicle": True, "TY": "Light Vehicle"}}
    state = a_state({"r": {"frame": "ogre", "at": [[5, 5]]}, "s": {"frame": "bike", "at": [[15, 5]]}}, frames=kinds)
    gun = Weapon(key="g", name="G")
    against = [sum(mod.value for mod in lof_mods(gun, figure) if mod) for figure in state.figures.values()]
    assert against == [0, -5]
    assert state.figures["r.1"].size == 3
    assert all(frame.vehicle == (frame.size >= 4) for frame in frames().values())  # generally


@pytest.mark.rule("defiance.terms.weapon-target-type")
def test_weapons_against_the_wrong_kind_of_target() -> None:
    """defiance.ex.weapon-target-type-table"""
    state = a_state({"r": {"at": [[5, 5]]}, "t": {"frame": "tank", "at": [[15, 5]]}}, frames={"man": {"AR": 0}})
    kinds = [
        Weapon(key="a", name="AI", target="AI"),
        Weapon(key="b", name="AI V", target="AI", effectors=frozenset("V")),
        Weapon(key="c", name="AV", target="AV"),
    ]
    found = {
        name: [sum(mod.value for mod in lof_mods(kind, state.figures[who]) if mod) for kind in kinds]
        for name, who in (("infantry", "r.1"), ("vehicle", "t.1"))
    }
    assert found == {"infantry": [0, 0, -5], "vehicle": [-5, -2, 0]}
    numbers = table("terms.weapon-target-type")
    assert (numbers["AI_vs_vehicle"], numbers["AI_vehicle_piercing_vs_vehicle"], numbers["AV_vs_infantry"]) == (-5, -2, -5)


@pytest.mark.rule("defiance.terms.si-pi", "defiance.stats.armor-si-pi")
def test_how_standard_and_powered_infantry_differ() -> None:
    """defiance.ex.si-pi-differences"""
    numbers = table("terms.si-pi")
    for kind, mods in numbers["terrain_cover_modifier"].items():
        assert (COVER_PI[kind], COVER_SI[kind]) == (mods["PI"], mods["SI"])
    assert {name: STAND_UP[name == "PI"] // 1000 for name in ("PI", "SI")} == numbers["stand_up_cost_inches"]
    powered, standard = frame_of("p", "P", "", {"class": "PI", "AR": -1}), frame_of("s", "S", "", {})
    for kind in ("SI", "PI", "VE"):
        weapon = Weapon(key="w", name="W", type=kind)
        assert can_carry(powered, weapon) == (kind in numbers["weapons"]["PI"])
        assert can_carry(standard, weapon) == (kind in numbers["weapons"]["SI"])
    with pytest.raises(ValueError, match=r"armor-si-pi"):
        frame_of("s", "S", "", {"AR": -1})
    wood = [{"id": "wood", "category": "light", "box": [0, 20, 48, 22]}]
    near = {"r": {"at": [[10, 18.8]]}, "s": {"frame": "suit", "at": [[20, 18.8]]}, "t": {"frame": "suit", "at": [[30, 19.5]]}}
    state = a_state(near, terrain=wood)
    assert NEAR_COVER == 1000
    covered = [cover_of(state, (figure.x, 40_000), figure) for figure in state.figures.values()]
    assert covered == ["light", "", "light"]  # within an inch will do for SI, PI must touch it


@pytest.mark.rule("defiance.terms.armor-vs-field")
def test_armour_changes_the_roll_and_a_field_cancels_the_hit() -> None:
    kinds: dict[str, Any] = {"plate": {"class": "PI", "AR": -2}, "field": {"FS": "5+", "AR": 0}}
    units = {"r": {"frame": "plate", "at": [[5, 5]]}, "s": {"frame": "field", "at": [[15, 5]]}}
    battle = a_battle(units, "field save 5", frames=kinds)
    plate, field = battle.state.figures["r.1"], battle.state.figures["s.1"]
    gun, piercing = Weapon(key="g", name="G"), Weapon(key="a", name="A", effectors=frozenset("A"))
    assert sum(mod.value for mod in lof_mods(gun, plate) if mod) == -2
    assert sum(mod.value for mod in lof_mods(piercing, plate) if mod) == 0
    finish(settle(battle, [DamageDone("s.1", gun, hits=1)]))
    assert not field.gone
    finish(settle(battle, [DamageDone("s.1", Weapon(key="f", name="F", effectors=frozenset("F")), hits=1)]))  # no die
    assert field.gone


@pytest.mark.rule("defiance.stats.field-save")
@pytest.mark.parametrize(("face", "saved"), [(5, True), (4, False)])
def test_a_field_saves_on_its_number(face: int, saved: bool) -> None:
    """defiance.ex.specter-field-save"""
    assert frames()["specter"].field == 5
    battle = a_battle({"r": {"frame": "Specter", "at": [[5, 5]]}}, f"field save {face}")
    finish(settle(battle, [DamageDone("r.1", Weapon(key="g", name="G"), hits=1)]))
    assert bool(battle.state.figures["r.1"].gone) != saved


@pytest.mark.rule("defiance.stats.field-save")
def test_a_save_for_each_hit_and_no_protection_from_being_tagged() -> None:
    battle = a_battle({"r": {"frame": "ghost", "at": [[5, 5]]}}, "field save 5, field save 5, morale 1")
    finish(settle(battle, [DamageDone("r.1", Weapon(key="g", name="G"), hits=2, tags=1)]))
    figure = battle.state.figures["r.1"]
    assert not figure.gone
    assert figure.shaken


@pytest.mark.rule("defiance.stats.damage-capacity", "defiance.terms.damaging-hit")
def test_each_damaging_hit_takes_a_point_and_the_last_one_the_figure() -> None:
    battle = a_battle({"r": {"frame": "giant", "at": [[5, 5]]}}, "morale 5, morale 5")
    figure = battle.state.figures["r.1"]
    for left in (2, 1):
        finish(settle(battle, [DamageDone("r.1", Weapon(key="g", name="G"), hits=1)]))
        assert (figure.left, figure.gone) == (left, "")
    finish(settle(battle, [DamageDone("r.1", Weapon(key="g", name="G"), hits=1)]))
    assert figure.gone == "killed"


@pytest.mark.rule("defiance.terms.damaging-hit")
def test_extra_hits_of_impact_take_further_points() -> None:
    battle = a_battle({"r": {"frame": "giant", "at": [[5, 5]]}}, "impact 7, morale 5")
    finish(settle(battle, [DamageDone("r.1", Weapon(key="g", name="G", impact=1), hits=1)]))
    assert battle.state.figures["r.1"].hurt == 2


@pytest.mark.rule("defiance.stats.hth-rating")
def test_a_rating_is_a_number_of_dice_and_what_each_needs() -> None:
    """defiance.ex.tak-hth-rating"""
    tak = frames()["tak"]
    assert (tak.dice, tak.strikes) == (3, 7)


@pytest.mark.rule("defiance.stats.size")
def test_what_size_is_for() -> None:
    state = a_state({"r": {"frame": "giant", "at": [[5, 5]]}, "s": {"at": [[9, 5]], "prone": True}})
    assert (state.figures["r.1"].size, state.figures["s.1"].size) == (3, 1)  # prone figures count one less
    assert CLIMB == 2000  # of height for each size class


@pytest.mark.rule("defiance.stats.agility")
def test_the_agility_of_figures_is_theirs() -> None:
    assert frames()["spondylocrit"].agility == 10
    assert frames()["pitbull"].agility == 0  # it has none


@pytest.mark.rule("defiance.stats.quality")
def test_seven_qualities_of_infantry_and_one_of_vehicles() -> None:
    """defiance.ex.quality-table"""
    rows = table("morale.quality-table")
    assert {name: (nerve.morale, nerve.least) for name, nerve in QUALITIES.items()} == {
        name: (row["morale"], row["min_size"]) for name, row in rows.items()
    }
    assert len(QUALITIES) == 7 + 1
    assert all((frame.quality == "Vehicle") == frame.vehicle for frame in frames().values())


# ---- coordinates and counters


@pytest.mark.rule("defiance.terms.coordinates")
def test_points_are_called_from_ones_own_corner() -> None:
    """defiance.ex.coordinates-two-players"""
    size = (72_000, 48_000)
    assert called(size, 3, 10_000, 20_000) == (10_000, 20_000)
    assert called(size, 1, 10_000, 20_000) == (62_000, 28_000)
    assert called(size, 4, 10_000, 20_000) == (20_000, 38_000)  # in the west the left hand is in the north
    assert called(size, 2, 10_000, 20_000) == (52_000, 10_000)
    for edge in (1, 2, 3, 4):
        across = 72_000 if edge in (1, 3) else 48_000
        deep = 48_000 if edge in (1, 3) else 72_000
        corners = {called(size, edge, x, y) for x in (0, across) for y in (0, deep)}
        assert corners == {(0, 0), (72_000, 0), (0, 48_000), (72_000, 48_000)}
        assert may_be_called(size, edge, across, deep)
        assert not may_be_called(size, edge, across + 500, 0)
    assert may_be_called(size, 3, 10_500, 0)
    assert not may_be_called(size, 3, 10_250, 0)


@pytest.mark.rule("defiance.terms.counters")
def test_every_marker_is_kept_for_each_figure_and_shown() -> None:
    units = {
        "r": {
            "at": row(5, 5, 5),
            "broken": 0,
            "figures": {
                "1": {"prone": True, "shaken": True, "stopped": ["0:0"]},
                "2": {"stunned": True, "chits": [{"owner": "r.2"}], "hero": True},
                "3": {"covers": "primary", "cover_mod": -4, "aims": ["b"]},
                "4": {"sprint": 12},
            },
        },
        "b": {"frame": "bird", "at": row(5, 30, 6), "level": 2, "broken": 1},
    }
    laid = {
        "id": "t1",
        "unit": "r",
        "firer": "r.5",
        "target": "b",
        "pieces": [{"at": [10, 20], "face": 90, "length": 4}],
        "contributors": ["r.5"],
        "arms": {"r.5": 0},
    }
    state = a_state(units, templates=[laid], turn={"number": 2})
    page = DEFIANCE.show(state)
    marks = {name: page.figures[name].marks for name in ("r.1", "r.2", "r.3", "r.4", "b.1")}
    told = {
        "r.1": {"prone", "shaken", "rifle stopped"},
        "r.2": {"stunned", "hero", "1 attack chit"},
        "r.3": {"covers, primary -4", "aims at b"},
        "r.4": {"sprinting 12″"},
        "b.1": {"level 2"},
    }
    assert {name: set(marks[name]) & told[name] for name in told} == told
    assert not set(marks["r.4"]) & {"prone", "shaken", "stunned", "level 2"}
    flags = {name: set(page.figures[name].flags) for name in told}
    drawn = {"r.1": {"prone"}, "r.2": {"stunned"}, "r.3": {"watching", "aiming"}, "r.4": set(), "b.1": {"airborne"}}
    assert flags == drawn  # a page draws by facts, not by those words
    assert [line.name for line in page.units["b"].status][-1] == "broken"
    assert "suppresses" in [line.name for line in page.units["r"].status]
    fringe, template = page.markers
    assert (fringe.faint, template.faint, template.at, template.side) == (True, False, (10_000, 20_000), "red")
    assert sorted(template.outline) == [(8000, 19_000), (8000, 21_000), (12_000, 19_000), (12_000, 21_000)]
    words = table("terms.counters")
    kept = {"prone": "prone", "shaken": "shaken", "stunned": "stunned", "stoppage": "stopped", "attack_chit": "chits"}
    for word in words["figure"]:
        assert kept.get(word, "level") in Figure.__struct_fields__
    assert "broken" in Unit.__struct_fields__
    assert {"covers", "sprint", "aims"} <= set(Figure.__struct_fields__)
    assert "templates" in State.__struct_fields__
    assert DEFIANCE.setup(DEFIANCE.describe(state)) == state


# ---- advanced rules


@pytest.mark.rule("defiance.advanced.precedence")
def test_advanced_rules_are_switches_that_win_when_they_are_on() -> None:
    usual = Settings()
    assert not usual.leader_chits_cumulative
    assert not usual.shaken_count_as_casualties
    assert not usual.vehicles_test_only_for_damage
    assert usual.scenario == "standard"
    units = {"r": {"at": row(5, 5, 5), "figures": {"1": {"leader": 2}, "2": {"leader": 2}}}}
    assert sum(len(f.chits) for f in a_state(units, give_chits=True).figures.values()) == 1
    changed = a_state(units, give_chits=True, leader_chits_cumulative=True)
    assert sum(len(figure.chits) for figure in changed.figures.values()) == 2
    assert DEFIANCE.setup(DEFIANCE.describe(changed)).settings.leader_chits_cumulative


@pytest.mark.rule("defiance.advanced.reaction-names")
def test_the_names_of_the_basic_reactions() -> None:
    names = table("advanced.reaction-names")
    assert {
        "individual": names["individual_failure"],
        "unit": names["unit_failure"],
        "matrix": names["matrix_unit_failure"],
    } == REACTIONS
    units = {
        "r": {"at": row(5, 5, 5), "figures": {"1": {"shaken": True, "prone": True}}},
        "s": {"at": row(5, 9, 5), "broken": 1},
        "t": {"frame": "bug", "at": row(5, 13, 6), "broken": 1},
    }
    page = DEFIANCE.show(a_state(units, turn={"number": 2}))
    status = {name: " ".join(line.value for line in page.units[name].status) for name in units}
    assert "cower" in status["r"]
    assert "regroup" in status["s"]
    assert "communication breakdown" in status["t"]


def test_a_chit_is_spent_before_the_die() -> None:
    battle = a_battle({"r": {"at": [[5, 5]], "figures": {"1": {"hero": True}}}}, "morale 3", give_chits=True)
    assert run(try_nerve(battle, battle.state.figures["r.1"], "tagged"), "spend")  # 5, hero +1, chit +1
    assert battle.state.figures["r.1"].chits == (Chit("r.1", 1),)


def test_weapons_are_known_by_any_spelling_of_their_names() -> None:
    state = a_state({"r": {"frame": "tak", "at": [[5, 5]], "primary": "shrieker"}})
    assert state.figures["r.1"].arms[0].weapon is weapons()["shrieker"]


@pytest.mark.rule("defiance.stats.one-weapon-per-activation")
def test_infantry_fires_one_of_its_weapons() -> None:
    units = {
        "r": {"at": [[10, 10]], "figures": {"1": {"primary": "rifle", "support": "gun"}}},
        "b": {"at": [[10, 18]], "face": 180},
    }
    play = Play(units, "card 1")
    play.say("cohesive-fire", "stationary")
    arms = {option.partition(":")[0] for option in play.options if option != "hold"}
    assert arms == {"0", "1"}  # a choice
    play.say(next(option for option in play.options if option.startswith("1:")), dice="damage 1, damage 1, damage 1")
    assert play["r.1"].shots == (0, 1)
    assert not play.asks.startswith("red")  # he is done firing
    assert len(play.told("Fired")) == 1


def test_a_size_class_is_a_factor_of_eight_in_volume() -> None:
    # defiance.ex.size-volume
    table = Rulebook.of("defiance")["defiance.stats.size-volume"].table
    assert table["factor_per_step"] ** (3 - 1) == 64
