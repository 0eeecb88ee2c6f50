"""The numbers of the play screen and of our rulings, one table each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import yaml

from littlewars.engine import Battle, Mod, Tally
from littlewars.engine.measures import UNIT

T = TypeVar("T")

DATA = Path(__file__).parents[1] / "data"
CM = UNIT
DIE = 6  # every roll is a single d6 (combat-action.core.die)
CONTACT = 100  # thousandths within which bases touch (combat-action.core.measuring)

# ---- actions

ACTIVITIES: dict[str, dict[str, int]] = yaml.safe_load((DATA / "activities.yaml").read_text(encoding="utf-8"))
MOVEMENT = ACTIVITIES["movement"]  # combat-action.actions.movement-actions
COSTS = MOVEMENT | ACTIVITIES["other"]  # combat-action.actions.cost-table
FIRING = ("standard-fire", "sniping-fire", "automatic-fire", "heavy-fire", "throw-grenade")
STAYS = ("hide-behind-cover", "go-flat-down", "get-up", "open-door")  # moves that lead nowhere
BOARD, TAKE_SEAT = 1, 1  # combat-action.actions.embark, combat-action.vehicles.crew
AP = 2  # combat-action.actions.allowance
CHARGE = 2  # times MV (combat-action.actions.charge)
NEAR = 1 * CM  # to a door, cover or obstacle (combat-action.actions.open-door, combat-action.actions.hide)
JUMP_WIDTH = 3 * CM  # combat-action.actions.jump
CLIMB_TIMES = 2  # the height of the model (combat-action.actions.climb)
STANDARD_SHOTS = 2  # of one weapon in an activation (combat-action.actions.repeat)
VOICE, OWN_VOICE = 30 * CM, 10 * CM  # combat-action.actions.impart-order
HATCH = 2 * CM  # to a vehicle (combat-action.actions.embark, combat-action.machine-damage.hatches)
SPRAY = 5 * CM  # round the target of a burst (combat-action.actions.automatic-fire)
JAMS = 2  # natural 1s (combat-action.actions.automatic-fire)
DEVICE = 1  # combat-action.actions.targeting-device
STEP = 1 * CM  # along a way that is answered (combat-action.ready.use)

# ---- shooting

CATEGORIES = {"CC": 0, "PB": 10 * CM, "S": 30 * CM, "L": 70 * CM, "VL": 110 * CM, "BF": 500 * CM}  # up to; beyond: UL
BONUSES = {  # in the ranges where it is used (combat-action.ranged.weapon-limits): combat-action.ranged.weapon-bonuses
    "pistol": {"CC": 0, "PB": 1, "S": 0},
    "rifle": {"PB": 1, "S": 0, "L": 0},
    "sniping": {"PB": 1, "S": 0, "L": 0, "VL": 0},
    "heavy": {"PB": 1, "S": 0, "L": 0, "VL": 0},
    "very-heavy": {"S": 1, "L": 0, "VL": 0, "BF": 0},
    "assault": {"PB": 2, "S": 1},
    "grenades": {"PB": 1, "S": 0},
    "close-combat": {"CC": 1},
    "heavy-close-combat": {"CC": 2},
    "starcraft": {"L": 0, "VL": 0, "BF": 0, "UL": 0},
}
SIZES = {"small": -1, "medium": 0, "large": 1, "very-large": 2}  # combat-action.ranged.size
VEHICLE_SIZE, BUILDING_SIZE = 1, 2
HIGH = -1  # combat-action.ranged.high-altitude
FAST, FASTER = 30 * CM, 10 * CM  # combat-action.ranged.speed
FLAT, PARTIAL, SLIT = 1, 2, 3  # combat-action.ranged.cover-pf
COVER_NEAR = 3 * CM  # combat-action.los.partial-cover

# ---- damage

LIVING = {1: "killed", 2: "killed", 3: "ooa", 4: "ooa", 5: "wounded", 6: "wounded"}  # combat-action.damage.living
SECTIONS = {1: "destroyed", 2: "destroyed", 3: "collapse", 4: "collapse", 5: "pierced", 6: "pierced"}  # damage to buildings
MATERIALS = {"rock": 10, "earth": 8, "woods": 6, "ice": 8, "snow": 3, "concrete": 9, "military-concrete": 13}
BLAST_ON = 4  # combat-action.area.blast
EXPLOSION_PEN, EXPLOSION_REACH, EXPLOSION_ON = 3, 5 * CM, 4  # combat-action.profiles.explosion
LOCATION_RULES = {  # combat-action.machine-damage.roll
    "antenna": "combat-action.machine-damage.antenna",
    "hold": "combat-action.machine-damage.hold",
    "weapon-system": "combat-action.machine-damage.weapon-system",
    "locomotive-system": "combat-action.machine-damage.locomotive",
    "power-grid": "combat-action.machine-damage.power-grid",
    "ammunition-feed": "combat-action.machine-damage.ammunition-feed",
    "engine": "combat-action.machine-damage.engine",
    "control-system": "combat-action.machine-damage.control-system",
    "pilot-compartment": "combat-action.machine-damage.pilot-compartment",
    "power-plant": "combat-action.machine-damage.power-plant",
}
LOCATIONS = tuple(LOCATION_RULES)
CORE, CORE_RULE = "control core", "combat-action.machine-damage.control-core"  # the pilot compartment of robots
FIRST_LINE = -3  # of that table
FAULTY_ON = 4  # it is out from here on (combat-action.machine-damage.weapon-system)
INSIDE = 2  # less PF of hatches from inside (combat-action.machine-damage.hatches)
LAND_ON = 4  # combat-action.vehicles.emergency-landing

# ---- area weapons

DEVIATION = {"grenades": 3 * CM}  # times the miss (combat-action.area.deviation-distance)
OTHER_DEVIATION = 4 * CM
WALL_FOOT = 3 * CM  # combat-action.area.deviation-limits

# ---- units, discipline

LINK = 10 * CM  # combat-action.units.coherency
SQUAD, ROBOTS = (2, 10), 5  # combat-action.units.squads
ORDER, HALF_STRENGTH, NO_LEADER = 1, -1, -1  # combat-action.discipline.test
BREAK_AWAY = 4  # combat-action.close-combat.break-away
FAN, WIDEST = 1500, 9000  # hundredths of a degree (combat-action.rout.charge-away)

# ---- machines

HALTS = (1, 2, 3)  # combat-action.robots.slave-table, combat-action.robots.autonomous-table
AUTONOMOUS = dict.fromkeys(HALTS, "halts") | {4: "shoots at the nearest enemy", 5: "moves", 6: "shoots at the nearest model"}
DIRECTIONS = {1: -9000, 2: -4500, 3: 0, 4: 0, 5: 4500, 6: 9000}  # combat-action.vehicles.out-of-control-direction
ALTITUDE = {1: -1, 2: -1, 3: 0, 4: 0, 5: 1, 6: 1}  # combat-action.vehicles.altitude-change
GROUND, LOW, HIGHEST = 0, 1, 2  # combat-action.vehicles.altitude
LEVELS = ("ground", "low", "high")
LOW_FOOT = 10 * CM
TURNS, QUARTER = 2, 9000  # combat-action.vehicles.movement

# ---- setup, end

TABLE, ZONE, TURN_LIMIT = (180, 120), 20 * CM, 8  # combat-action.setup.table, combat-action.setup.force


def rolled(battle: Battle[Any], table: Mapping[int, T], why: str) -> T:
    """The line of a table that a die shows (combat-action.core.die)."""
    return table[battle.dice.roll(DIE, why, key=lambda face: table[face])]


def least(score: int, mods: Iterable[Mod], rule: str, most: int = 2 * DIE) -> Tally:
    """What a die needs, with the modifiers that there are: a natural 1 never is enough (combat-action.ranged.to-hit), and no
    more than so much is needed (combat-action.discipline.test)."""
    found = Tally(score, tuple(mod for mod in mods if mod.value))
    beyond = found.needed - max(2, min(most, found.needed))  # by how much a natural 1 or 6 decides in place of the modifiers
    natural = Mod("natural 1" if beyond < 0 else "natural 6", beyond, rule)
    return Tally(score, (*found.mods, natural)) if beyond else found


def category(distance: int) -> str:
    """The range category of a distance (combat-action.ranged.range-categories)."""
    return next((name for name, most in CATEGORIES.items() if distance <= most), "UL")


def speed_modifier(moved: int) -> int:
    """The target's speed: -1 from 30 cm, and one more for every full 10 cm beyond (combat-action.ranged.speed)."""
    return 0 if moved < FAST else -(1 + (moved - FAST) // FASTER)


def location(result: int) -> str:
    """The line of the damage table (combat-action.machine-damage.roll)."""
    return LOCATIONS[max(0, min(len(LOCATIONS) - 1, result - FIRST_LINE))]
