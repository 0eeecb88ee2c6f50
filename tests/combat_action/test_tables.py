"""The tables of the screen, whole: prices, ranges, bonuses, sizes, cover, damage, machines; and the points formula."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from littlewars.engine.catalogue.rulebook import Rulebook
from littlewars.muster import load_roster
from littlewars.systems.combat_action.basics import numbers
from littlewars.systems.combat_action.basics.numbers import CM, COSTS, DATA, MOVEMENT, category, location, speed_modifier
from littlewars.systems.combat_action.basics.profiles import Weapon, points, ready, weapon_worth, weapons
from littlewars.systems.combat_action.basics.tabletop import protection
from littlewars.systems.combat_action.fire.shooting import deviation
from littlewars.systems.combat_action.harm.damage import struck
from littlewars.systems.combat_action.roster.muster import MUSTER
from littlewars.systems.combat_action.turn.acting import DEEDS
from littlewars.table.terrain.pieces import piece
from tests.combat_action.field import a_state

BOOK = Rulebook.of("combat-action")
BANDS = ("CC", "PB", "S", "L", "VL", "BF", "UL")


@pytest.mark.rule("combat-action.actions.cost-table", "combat-action.actions.movement-actions")
def test_prices_of_all_activities() -> None:
    # combat-action.ex.action-costs
    assert BOOK["combat-action.actions.cost-table"].table == COSTS
    assert len(COSTS) == 21
    assert set(COSTS) <= set(DEEDS)
    assert list(MOVEMENT) == BOOK["combat-action.actions.movement-actions"].table["movement_actions"]


@pytest.mark.rule("combat-action.ranged.range-categories")
def test_range_categories() -> None:
    # combat-action.ex.range-categories
    far = [0, 0.5, 10, 10.1, 30, 30.1, 70, 70.1, 110, 110.1, 500, 500.1]
    found = [category(round(one * CM)) for one in far]
    assert found == ["CC", "PB", "PB", "S", "S", "L", "L", "VL", "VL", "BF", "BF", "UL"]
    table = BOOK["combat-action.ranged.range-categories"].table
    assert {band: most // CM for band, most in numbers.CATEGORIES.items()} == {
        band: one["up_to_cm"] for band, one in table.items() if one["up_to_cm"] is not None
    }


@pytest.mark.rule("combat-action.ranged.weapon-bonuses", "combat-action.ranged.weapon-limits")
@pytest.mark.rule("combat-action.profiles.weapon-classes")
def test_bonuses_and_limits_of_every_class() -> None:
    # combat-action.ex.weapon-bonuses, combat-action.ex.weapon-limits
    bonuses = {kind: {band: bonus for band, bonus in bands.items() if bonus} for kind, bands in numbers.BONUSES.items()}
    assert BOOK["combat-action.ranged.weapon-bonuses"].table == bonuses
    limits = BOOK["combat-action.ranged.weapon-limits"].table
    assert {kind: list(bands) for kind, bands in numbers.BONUSES.items()} == limits
    assert set(limits) == set(BOOK["combat-action.profiles.weapon-classes"].table)
    rows = {
        "pistol": [0, 1, 0, 0, 0, 0, 0], "rifle": [0, 1, 0, 0, 0, 0, 0], "sniping": [0, 1, 0, 0, 0, 0, 0],
        "heavy": [0, 1, 0, 0, 0, 0, 0], "very-heavy": [0, 0, 1, 0, 0, 0, 0], "assault": [0, 2, 1, 0, 0, 0, 0],
        "grenades": [0, 1, 0, 0, 0, 0, 0], "close-combat": [1, 0, 0, 0, 0, 0, 0],
        "heavy-close-combat": [2, 0, 0, 0, 0, 0, 0], "starcraft": [0, 0, 0, 0, 0, 0, 0],
    }  # fmt: skip
    for kind, row in rows.items():
        weapon = Weapon(key=kind, name=kind, kind=kind, pen=1)
        assert [weapon.bonus(band) for band in BANDS] == row
        assert [band in weapon.ranges for band in BANDS] == [band in limits[kind] for band in BANDS]


@pytest.mark.rule("combat-action.ranged.size")
def test_size_modifiers() -> None:
    # combat-action.ex.size-modifiers
    sizes = ["rifleman", "scout-car", "gunship", "sentry-drone", "hunter-robot"]
    assert [ready()[one].size_modifier for one in sizes] == [0, 1, 2, -1, 1]
    table = BOOK["combat-action.ranged.size"].table
    assert table == {**numbers.SIZES, "vehicle": numbers.VEHICLE_SIZE, "building": numbers.BUILDING_SIZE}


@pytest.mark.rule("combat-action.ranged.speed")
def test_speed_modifier() -> None:
    # combat-action.ex.speed-modifier
    assert [speed_modifier(far * CM) for far in (0, 29, 30, 39, 40, 45, 50, 80)] == [0, 0, -1, -1, -2, -2, -3, -6]
    table = BOOK["combat-action.ranged.speed"].table
    assert [speed_modifier(round(far * CM)) for far in table["moved_cm"]] == table["modifier"]


@pytest.mark.rule("combat-action.damage.living", "combat-action.damage.buildings", "combat-action.terrain.pf")
def test_damage_tables_and_materials() -> None:
    # combat-action.ex.building-damage, combat-action.ex.terrain-pf
    assert BOOK["combat-action.damage.living"].table == numbers.LIVING
    words = {"pierced": "section-pierced", "collapse": "partial-collapse", "destroyed": "section-destroyed"}
    assert {face: words[one] for face, one in numbers.SECTIONS.items()} == BOOK["combat-action.damage.buildings"].table
    assert BOOK["combat-action.terrain.pf"].table == numbers.MATERIALS
    box = ((0, 0), (10, 0), (10, 10), (0, 10))
    found = [protection(piece("x", "building", box, "cm", material=one)) for one in numbers.MATERIALS]
    assert found == [10, 8, 6, 8, 3, 9, 13]
    assert protection(piece("x", "building", box, "cm", material="concrete", protection=11)) == 11
    assert protection(piece("x", "building", box, "cm", material="concrete", protection=4)) == 9
    assert protection(piece("x", "boulder", box, "cm", material="rock", protection=30)) == 10


@pytest.mark.rule("combat-action.ranged.cover-pf", "combat-action.area.deviation-direction")
@pytest.mark.rule("combat-action.vehicles.out-of-control-direction", "combat-action.vehicles.altitude-change")
@pytest.mark.rule("combat-action.robots.slave-table", "combat-action.robots.autonomous-table")
def test_small_tables() -> None:
    # combat-action.ex.slave-robot-table, combat-action.ex.autonomous-robot-table, combat-action.ex.altitude-change
    assert BOOK["combat-action.ranged.cover-pf"].table == {
        "flat-down": numbers.FLAT,
        "partial-cover": numbers.PARTIAL,
        "slit": numbers.SLIT,
    }
    turns = BOOK["combat-action.vehicles.out-of-control-direction"].table
    assert {face: angle // 100 for face, angle in numbers.DIRECTIONS.items()} == turns
    assert BOOK["combat-action.vehicles.altitude-change"].table == numbers.ALTITUDE
    slave = BOOK["combat-action.robots.slave-table"].table
    assert {face: "halt" if face in numbers.HALTS else "repeat" for face in range(1, 7)} == slave
    words = {
        "halt": "halts",
        "shoot-nearest-enemy": "shoots at the nearest enemy",
        "move-half-mv-random": "moves",
        "shoot-nearest-any": "shoots at the nearest model",
    }
    table = BOOK["combat-action.robots.autonomous-table"].table
    assert {face: words.get(one, one) for face, one in table.items()} == numbers.AUTONOMOUS


@pytest.mark.rule("combat-action.area.deviation-distance", "combat-action.core.roll-high")
def test_deviation_distance() -> None:
    # combat-action.ex.deviation-distance
    grenade, shell = weapons()["frag-grenade"], weapons()["rocket-launcher"]
    misses = [5 - roll for roll in (4, 3, 2, 1)]
    assert [deviation(grenade, miss) // CM for miss in misses] == [3, 6, 9, 12]
    assert [deviation(shell, miss) // CM for miss in misses] == [4, 8, 12, 16]
    assert deviation(grenade, 0) == 3 * CM  # a natural 1 that would have hit


@pytest.mark.rule("combat-action.machine-damage.roll")
def test_the_machine_damage_table() -> None:
    # combat-action.ex.machine-damage-table
    found = [location(result) for result in (-9, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 12)]
    assert found[:4] == ["antenna"] * 4
    assert found[4:13] == list(numbers.LOCATIONS[1:])
    assert found[12:] == ["power-plant"] * 3


@pytest.mark.rule("combat-action.machine-damage.next-location", "combat-action.machine-damage.locations")
@pytest.mark.parametrize("kind", ["car", "hunter", "unarmed"])
def test_missing_and_damaged_locations(kind: str) -> None:
    """Every location, missing or damaged: the next line down the table that is there and whole."""
    # combat-action.ex.machine-damage-next
    models = {"unarmed": {**_machine(), "weapons": []}}
    figure = a_state({"m": {"model": kind, "at": [[60, 60]]}}, models=models).figures["m.1"]
    has = set(figure.profile.locations)
    assert ("hold" in has) == (kind == "car")
    assert ({"weapon-system", "ammunition-feed"} <= has) == (kind != "unarmed")
    for number, place in enumerate(numbers.LOCATIONS):
        for also in (None, *numbers.LOCATIONS):
            figure.broken = () if also is None else (also,)
            below = [one for one in numbers.LOCATIONS[number:] if one in has and one not in figure.broken]
            assert struck(figure, place) == (below[0] if below else "")
    figure.broken = ("engine", "control-system", "pilot-compartment")
    assert struck(figure, "engine") == "power-plant"
    figure.broken = ("power-plant",)
    assert struck(figure, "power-plant") == ""


def _machine() -> dict[str, Any]:
    return {"kind": "vehicle", "size": "large", "PF": 8, "MV": 30, "base": [5, 9], "height": 4}


@pytest.mark.rule("combat-action.actions.standard-fire", "combat-action.actions.sniping-fire")
@pytest.mark.rule("combat-action.actions.automatic-fire", "combat-action.actions.heavy-fire", "combat-action.core.weapon-stats")
def test_fire_modes() -> None:
    # combat-action.ex.fire-modes
    def dice(kind: str, auto: int = 0) -> list[int]:
        weapon = Weapon(key="x", name="x", kind=kind, pen=1, auto=auto)
        modes = ("standard-fire", "sniping-fire", "automatic-fire", "heavy-fire")
        return [weapon.dice(mode) if mode in weapon.modes else 0 for mode in modes]

    assert dice("pistol") == [1, 0, 0, 0]
    assert dice("rifle", 3) == [1, 0, 3, 0]
    assert dice("sniping") == [0, 1, 0, 0]
    assert dice("heavy") == [0, 0, 0, 1]
    assert dice("heavy", 3) == [0, 0, 3, 3]
    assert dice("very-heavy") == [0, 0, 0, 1]
    assert dice("assault") == [1, 0, 0, 0]
    assert dice("starcraft") == [0, 0, 0, 1]
    assert dice("close-combat") == [0, 0, 0, 0]


# ---- forces


@pytest.mark.rule("combat-action.setup.force")
def test_points_of_the_example_forces() -> None:
    # combat-action.ex.force-points
    worth = {one: MUSTER.cost(load_roster(DATA / "armies" / f"{one}.yaml")) for one in ("garrison", "raiders")}
    assert [unit.total for unit in worth["garrison"].units] == [144, 32, 27, 101]
    assert [unit.total for unit in worth["raiders"].units] == [162, 33, 49, 68]
    assert (worth["garrison"].total, worth["raiders"].total) == (304, 312)
    assert points(ready()["gunship"]) == 103
    unrounded = {"service-pistol": 2.0, "service-rifle": 5.75, "assault-rifle": 8.375, "shotgun": 4.5, "marksman-rifle": 8.125,
                 "machine-gun": 14.0, "rocket-launcher": 8.09375, "frag-grenade": 2.75, "knife": 0.875, "chain-blade": 1.625,
                 "autocannon": 16.0, "robot-blaster": 11.0, "hunter-cannon": 16.25, "star-lance": 9.625}  # fmt: skip
    assert {key: weapon_worth(weapon) for key, weapon in weapons().items()} == unrounded


OFFICER = "  - {name: L, models: [{model: lieutenant}]}\n"


@pytest.mark.rule("combat-action.setup.force", "combat-action.units.squads", "combat-action.core.stats")
@pytest.mark.rule("combat-action.robots.kinds", "combat-action.vehicles.crew")
@pytest.mark.parametrize(
    ("units", "limit", "rule"),
    [
        ("  - {name: R, models: [{model: rifleman}]}\n", 320, "combat-action.setup.force"),
        (OFFICER * 2, 320, "combat-action.setup.force"),
        (OFFICER + "  - {name: W, models: [{model: work-robot}]}\n", 320, "combat-action.robots.kinds"),
        (OFFICER + "  - {name: S, models: [{model: rifleman, number: 11}]}\n", 320, "combat-action.units.squads"),
        (OFFICER + "  - {name: H, models: [{model: hunter-robot, number: 6}]}\n", 900, "combat-action.units.squads"),
        (OFFICER + "  - {name: H, models: [{model: hunter-robot}, {model: rifleman}]}\n", 320, "combat-action.units.squads"),
        (OFFICER + "  - {name: C, models: [{model: scout-car}, {model: gunner}]}\n", 320, "combat-action.vehicles.crew"),
        (OFFICER + "  - {name: C, models: [{model: scout-car, number: 2}]}\n", 320, "combat-action.units.squads"),
        (OFFICER + "  - {name: S, models: [{model: rifleman, number: 10}]}\n", 320, ""),
        (OFFICER + "  - {name: S, models: [{model: rifleman, number: 10}]}\n", 252, ""),
        (OFFICER + "  - {name: S, models: [{model: rifleman, number: 10}]}\n", 251, "combat-action.setup.force"),
        (OFFICER + "  - {name: H, models: [{model: hunter-robot, number: 5}]}\n", 900, ""),
        (OFFICER + "  - {name: T, models: [{model: technician}, {model: work-robot}]}\n", 320, ""),
        (
            OFFICER + "  - {name: T, models: [{model: technician}, {model: work-robot, number: 2}]}\n",
            320,
            "combat-action.robots.kinds",
        ),
    ],
)
def test_what_a_force_may_be(units: str, limit: int, rule: str, tmp_path: Path) -> None:
    # combat-action.ex.roster-check
    file = tmp_path / "force.yaml"
    file.write_text(f"system: combat-action\nname: Force\npoints: {limit}\nunits:\n{units}")
    found = MUSTER.check(load_roster(file))
    assert {breach.rule for breach in found} == ({rule} if rule else set())


def test_both_example_forces_are_legal_at_320() -> None:
    for path in (DATA / "armies").glob("*.yaml"):
        assert MUSTER.check(load_roster(path)) == []
