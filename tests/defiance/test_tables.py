"""The tables of Defiance, whole: what stands in the book stands here once more, and every limit is tried on both sides."""

from __future__ import annotations

from fractions import Fraction
from importlib import import_module
from typing import Any

import msgspec
import pytest

from littlewars.engine import ScenarioError
from littlewars.systems.defiance.basics import numbers
from littlewars.systems.defiance.basics.dice import FIVE, HUNDRED, OPEN, TEN, TWO
from littlewars.systems.defiance.basics.events import EVENTS
from littlewars.systems.defiance.basics.profiles import Aoe, Frame, Hull, Slot, Weapon
from littlewars.systems.defiance.basics.state import Chit, Figure, InitiativeCard, Side, Team, Unit
from littlewars.systems.defiance.basics.tabletop import COST
from littlewars.systems.defiance.basics.zones import DEPTH, called, may_be_called, pairs_of_edges
from littlewars.systems.defiance.orders.flock import must_change
from littlewars.systems.defiance.orders.orders import ORDERS
from littlewars.systems.defiance.roster.bounds import check_frame, check_weapon
from littlewars.systems.defiance.roster.notation import rating
from littlewars.systems.defiance.system import DEFIANCE
from littlewars.systems.defiance.units.morale import CHIT, COMMANDER, HERO
from littlewars.table.constants import BARRED
from littlewars.table.zones import opposite, zone
from tests.defiance.squads import a_state

INCH = 1000


@pytest.mark.rule("defiance.morale.quality-table", "defiance.command.focal-table", "defiance.command.leader-table")
def test_qualities_and_officers() -> None:
    assert {name: tuple(nerve) for name, nerve in numbers.QUALITIES.items()} == {
        "Green": (6, 6),
        "Regular": (5, 5),
        "Veteran": (5, 4),
        "Matrix": (4, 6),
        "Fanatic": (2, 5),
        "Linked": (4, 4),
        "Elite": (3, 4),
        "Vehicle": (3, 2),
    }
    assert {level: tuple(nerve) for level, nerve in numbers.FOCAL.items()} == {0: (4, 6), 1: (3, 5), 2: (2, 4)}
    assert numbers.LEADER_LEAST == {0: 0, 1: 1, 2: 1, 3: 2, 4: 2}
    assert numbers.LEADER_CHITS == {0: 0, 1: 0, 2: 1, 3: 1, 4: 2}


@pytest.mark.rule(
    "defiance.move.types-table",
    "defiance.move.terrain-table",
    "defiance.move.terrain-depth",
    "defiance.move.stand-up-cost",
    "defiance.move.crawl-rate",
    "defiance.move.fly-levels",
    "defiance.move.climb-max-height",
)
def test_moving_and_terrain() -> None:
    assert numbers.FIRE_MOD == {"stationary": 2, "walking": 0, "running": -2}
    assert numbers.REACH == {"stationary": 0, "walking": 1, "running": 2, "sprinting": 3}
    assert numbers.RATE == {"open": (1, 1), "light": (3, 4), "medium": (1, 2), "heavy": (1, 4)}
    assert numbers.COVER_PI == {"light": -1, "medium": -2, "heavy": -3}
    assert numbers.COVER_SI == {"light": -2, "medium": -3, "heavy": -4}
    assert numbers.DEPTH == {"light": 6 * INCH, "medium": 4 * INCH, "heavy": 2 * INCH}
    assert (numbers.INCH, numbers.HALF, numbers.LEVEL, numbers.TOP_LEVEL) == (1000, 500, 12_000, 3)
    assert numbers.STAND_UP == {True: 4 * INCH, False: 2 * INCH}
    assert (numbers.CRAWL, numbers.CLIMB, numbers.COVERING, numbers.COVER_ARC) == (2, 2 * INCH, -2, 4500)


def thrown(die: Any, *faces: int) -> int:
    """What a die makes of throws of ten-sided dice."""
    left = list(faces)
    found = die.read(lambda sides: left.pop(0))
    assert not left
    return int(found)


@pytest.mark.rule("defiance.dice.d10-open-ended", "defiance.dice.d100", "defiance.dice.d10-scope")
def test_dice() -> None:
    assert [thrown(OPEN, face) for face in range(1, 10)] == [*range(1, 10)]
    assert [thrown(OPEN, 10, 5), thrown(OPEN, 10, 6, 5), thrown(OPEN, 10, 6, 6), thrown(OPEN, 10, 10, 10)] == [10, 11, 12, 12]
    assert [thrown(FIVE, face) for face in range(1, 11)] == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5]
    assert [thrown(TWO, face) for face in range(1, 11)] == [1] * 5 + [2] * 5
    assert [thrown(HUNDRED, 10, 10), thrown(HUNDRED, 10, 1), thrown(HUNDRED, 4, 2), thrown(HUNDRED, 9, 9)] == [100, 1, 42, 99]
    weights = {die.name: tuple(die.weights) for die in (OPEN, TEN, HUNDRED, FIVE, TWO)}
    assert weights["d10 open"] == (4,) * 9 + (2, 1, 1)
    assert [weights["d100"], weights["d5"], weights["d2"]] == [(1,) * 100, (1,) * 5, (1,) * 2]


FRAME = {"key": "x", "name": "X", "army": "", "cost": 10, "size": 2, "quality": "Regular", "move": 4000}
FRAME_BOUNDS = {
    "cost": (0, 10_000, "stats.point-value"),
    "size": (0, 12, "stats.size"),
    "move": (0, 60_000, "stats.move"),
    "armour": (-10, 10, "stats.armor-rating"),
    "capacity": (1, 100, "stats.damage-capacity"),
    "dice": (0, 20, "stats.hth-rating"),
    "strikes": (0, 20, "stats.hth-rating"),
    "reflex": (-20, 20, "stats.reflex"),
    "agility": (-20, 20, "stats.agility"),
    "field": (1, 20, "stats.field-save"),
    "hero": (0, 10_000, "stats.hero-cost"),
    "covert_cost": (0, 10_000, "stats.covert-cost"),
}
WEAPON_BOUNDS = {
    "rate": (0, 20, "ranged.feed-rate"),
    "high": (0, 20, "ranged.split-feed-rate"),
    "impact": (0, 20, "stats.profile"),
    "ammo": (0, 1000, "stats.profile"),
    "crew": (1, 2, "infweapon.crew-definition"),
    "cost": (0, 10_000, "stats.point-value"),
}


def arm(key: str, **more: Any) -> Weapon:
    """A weapon of which little is said."""
    return Weapon(key=key, name=key.upper(), **more)


@pytest.mark.rule("defiance.stats.profile")
@pytest.mark.parametrize(("field", "bounds"), FRAME_BOUNDS.items())
def test_a_frame_has_limits(field: str, bounds: tuple[int, int, str]) -> None:
    low, high, rule = bounds
    hull = {"vehicle": True, "hull": Hull(type="Mecha")} if field == "size" else {}  # infantry is of size 1 to 3
    for value in (low, high):
        assert getattr(check_frame(Frame(**(FRAME | hull | {field: value}))), field) == value
    for value in (low - 1, high + 1, 1.5):
        with pytest.raises(ValueError, match=f"defiance.{rule}$") as caught:
            check_frame(Frame(**(FRAME | {field: value})))
        scale = 1000 if field == "move" else 1
        assert f"is {low // scale} to {high // scale}, not " in str(caught.value)


@pytest.mark.rule("defiance.stats.profile")
@pytest.mark.parametrize(("field", "bounds"), WEAPON_BOUNDS.items())
def test_a_weapon_has_limits(field: str, bounds: tuple[int, int, str]) -> None:
    low, high, rule = bounds
    for value in (low, high):
        assert getattr(check_weapon(arm("x", **{field: value})), field) == value
    for value in (low - 1, high + 1, True):
        with pytest.raises(ValueError, match=f"defiance.{rule}$"):
            check_weapon(arm("x", **{field: value}))


@pytest.mark.rule(
    "defiance.scale.bases", "defiance.stats.move-suffix", "defiance.ranged.range-brackets", "defiance.ranged.aoe-stat"
)
def test_bases_modes_brackets_and_areas_have_limits() -> None:
    for base in (1, 12_000, (1, 12_000)):
        check_frame(Frame(**FRAME, base=base))
    for base in (0, 12_001, (500, 12_001), (0, 500)):
        with pytest.raises(ValueError, match=r"defiance\.scale\.bases"):
            check_frame(Frame(**FRAME, base=base))
    check_frame(Frame(**FRAME, modes=frozenset("SJF")))
    with pytest.raises(ValueError, match="'X', not S, J or F"):
        check_frame(Frame(**FRAME, modes=frozenset("SX")))
    check_weapon(arm("x", brackets=(0, 0, None, 5, 5)))
    for brackets in ((5, 4, None, None, None), (-1, None, None, None, None)):
        with pytest.raises(ValueError, match="farther and farther"):
            check_weapon(arm("x", brackets=brackets))
    for radius in (0, 12_000):
        check_weapon(arm("x", aoe=Aoe(radius=radius, damage=5)))
    for radius in (-1, 12_001):
        with pytest.raises(ValueError, match="radius of 0 to 12 inches"):
            check_weapon(arm("x", aoe=Aoe(radius=radius, damage=5)))


def unusual(thing: Any, *needed: str) -> dict[str, Any]:
    """What is said of a thing beyond the words it needs."""
    return {name: getattr(thing, name) for name in type(thing).__struct_fields__ if name not in needed}


def test_of_whom_nothing_is_said_nothing_is_true() -> None:
    """Every field that a scenario leaves out means no, none or nothing."""
    frame = Frame(**FRAME)
    said = {"powered", "vehicle", "mecha", "armour", "dice", "strikes", "reflex", "agility", "covert_cost"}
    assert not any(getattr(frame, word) for word in said)
    assert (frame.field, frame.hero, frame.capacity, frame.covert, frame.base, frame.hull) == (None, None, 1, "0", 500, None)
    weapon = arm("x")
    assert (weapon.type, weapon.target, weapon.rate, weapon.high, weapon.impact, weapon.crew, weapon.cost) == (
        "SI",
        "AI",
        1,
        0,
        0,
        1,
        0,
    )
    assert (weapon.indirect, weapon.poison, weapon.kamikaze, weapon.smoke, weapon.ammo) == (False, False, False, (0, 0), None)
    assert (weapon.brackets, weapon.longest) == ((None,) * 5, 0)
    slot, hull = Slot(name="a", weapon="b"), Hull(type="AFV")
    assert (slot.turret, slot.cupola, slot.arcs) == (False, False, ())
    assert (hull.structure, hull.actions, hull.room, hull.turns, hull.most_turns) == (0, 1, 0, (None,) * 3, None)
    for thing in (
        Figure("f", "u", frame),
        Unit("u", "U", "red", [], "Regular"),
        InitiativeCard("u"),
        Chit("f"),
        Team([]),
        Side("red", 3),
    ):
        needed = ("id", "unit", "frame", "name", "side", "quality", "owner", "figures", "status", "edge")
        assert {name: value for name, value in unusual(thing, *needed).items() if value} == {}, type(thing).__name__


@pytest.mark.rule("defiance.terms.weapon-carrier-type", "defiance.move.sprint-capability", "defiance.move.fly-notation")
def test_what_a_frame_can() -> None:
    def can(**more: Any) -> tuple[Any, ...]:
        frame = Frame(**(FRAME | more))
        return frame.carries, frame.sprints, frame.jumps, frame.flies, frame.matrix

    assert can() == (("SI",), False, False, False, False)
    assert can(powered=True, modes=frozenset("S")) == (("PI", "SI"), True, False, False, False)
    assert can(vehicle=True, modes=frozenset("J")) == (("VE", "PI", "SI"), True, True, False, False)
    assert can(modes=frozenset("F"), quality="Matrix") == (("SI",), False, True, True, True)


@pytest.mark.rule("defiance.suppression.prohibited-weapons", "defiance.cover.prohibited", "defiance.cover.cone-allowed")
def test_what_a_weapon_can() -> None:
    def can(**more: Any) -> tuple[bool, bool, bool]:
        weapon = arm("x", **more)
        return weapon.can_suppress, weapon.can_cover, weapon.suppressing is weapon

    assert can() == (True, True, True)
    assert can(ammo=2) == (False, True, False)
    assert can(aoe=Aoe(radius=2000, damage=5)) == (False, False, False)
    assert can(effectors=frozenset("C")) == (False, True, False)
    assert can(form="grenade") == can(form="cdw") == (False, False, False)
    assert can(form="bracing") == (True, True, True)
    quick, slow, few = (arm(name, rate=rate, ammo=ammo) for name, rate, ammo in (("q", 3, None), ("s", 2, None), ("f", 9, 4)))
    assert arm("x", modes=(slow, quick, few)).suppressing is quick
    assert arm("x", modes=(slow, arm("h", rate=1, high=4))).suppressing == arm("h", rate=1, high=4)
    assert arm("x", modes=(few,)).suppressing is None


@pytest.mark.rule("defiance.ranged.range-brackets", "defiance.ranged.range-maximum", "defiance.orders.aim-range-doubling")
def test_brackets_end_where_they_end() -> None:
    weapon = arm("x", brackets=(5000, 10_000, None, 30_000, 40_000))
    far = (0, 5000, 5001, 10_000, 10_001, 30_000, 30_001, 40_000, 40_001)
    assert [weapon.needs(away) for away in far] == [3, 3, 5, 5, 9, 9, 11, 11, None]
    assert [weapon.needs(2 * away, aimed=True) for away in far] == [3, 3, 5, 5, 9, 9, 11, 11, None]
    assert [weapon.needs(10_001, aimed=True), weapon.needs(80_001, aimed=True), weapon.longest] == [5, None, 40_000]
    assert arm("y", modes=(weapon, arm("z", brackets=(50_000,) + (None,) * 4))).longest == 50_000


FEATURES = {
    "grassland": ("light", 1, "none"),
    "knee-deep water": ("light", 0, "knee"),
    "sparse forest": ("light", 3, "none"),
    "sandbags": ("medium", 1, "none"),
    "waist-deep water": ("medium", 0, "waist"),
    "hill outcropping": ("medium", 2, "none"),
    "pine forest": ("medium", 3, "none"),
    "light fortification": ("heavy", 1, "none"),
    "climbable wall": ("heavy obstacle", 2, "none"),
    "neck-deep water": ("heavy", 0, "neck"),
    "rock outcropping": ("heavy", 2, "none"),
    "dense forest with undergrowth": ("heavy", 3, "none"),
    "heavy fortification": ("impassable", 5, "none"),
    "wall too tall or perilous to climb": ("impassable", 6, "none"),
    "cliff": ("impassable", 6, "none"),
    "large boulder": ("impassable", 3, "none"),
}
BOX = {"box": [5, 5, 9, 9]}


def laid(**raw: Any) -> Any:
    """A piece of terrain on a table."""
    (piece,) = a_state({"r": {"at": [[20, 20]]}}, terrain=[{**BOX, **raw}]).pieces
    return piece


@pytest.mark.rule("defiance.deploy.terrain-categories")
@pytest.mark.parametrize(("name", "facts"), FEATURES.items())
def test_a_feature_of_the_table(name: str, facts: tuple[str, float, str]) -> None:
    piece = laid(feature=name)
    assert (piece.classes["defiance"], piece.top / INCH, piece.water) == facts


@pytest.mark.rule("defiance.deploy.terrain-agreed", "defiance.deploy.terrain-categories")
def test_terrain_is_as_agreed() -> None:
    by_category = {category: laid(category=category) for category in ("light", "medium", "heavy", "impassable")}
    assert {category: piece.classes["defiance"] for category, piece in by_category.items()} == {
        name: name for name in by_category
    }
    assert [piece.top for piece in by_category.values()] == [3000, 3000, 3000, 3000]
    assert laid(feature="sandbags", obstacle=True).classes["defiance"] == "medium obstacle"
    assert laid(feature="climbable wall", obstacle=False).classes["defiance"] == "heavy"
    assert laid(feature="sandbags", category="heavy").classes["defiance"] == "heavy"
    assert laid(category="light", height=2.5).top == 2500
    assert laid(category="light", height=None).top is None
    assert laid(kind="boulder").id == "piece-1"
    wrong: list[dict[str, Any]] = [
        {"feature": "jelly"},
        {"category": "open"},
        {"kind": "jelly"},
        {},
        {"kind": "ford", "water": "wet"},
        {"kind": "boulder", "obstacle": True},
        {"classes": {"defiance": "jelly"}},
        {"classes": {"defiance": "heavy jelly"}},
    ]
    for raw in wrong:
        with pytest.raises(ScenarioError, match=r"defiance\.deploy\.terrain"):
            laid(**raw)
    for classes in ("open", "heavy", "heavy obstacle"):
        assert laid(kind="boulder", classes={"defiance": classes}).classes == {"defiance": classes}


@pytest.mark.rule("defiance.deploy.zones", "defiance.terms.coordinates")
def test_edges_zones_and_points_that_are_called() -> None:
    assert [opposite(edge) for edge in (1, 2, 3, 4)] == [3, 4, 1, 2]
    assert pairs_of_edges((72, 48)) == [(3, 1)]
    assert pairs_of_edges((48, 72)) == [(4, 2)]
    assert pairs_of_edges((48, 48)) == [(3, 1), (4, 2)]
    size = (72_000, 40_000)
    boxes = {edge: (min(zone(size, edge, DEPTH)), max(zone(size, edge, DEPTH))) for edge in (1, 2, 3, 4)}
    assert boxes == {
        1: ((0, 30_000), (72_000, 40_000)),  # a quarter of the way across
        2: ((60_000, 0), (72_000, 40_000)),
        3: ((0, 0), (72_000, 10_000)),
        4: ((0, 0), (12_000, 40_000)),
    }
    assert [called(size, edge, 5000, 3000) for edge in (1, 2, 3, 4)] == [
        (67_000, 37_000),
        (69_000, 5000),
        (5000, 3000),
        (3000, 35_000),
    ]
    corners = [(0, 0), (72_000, 40_000), (72_500, 0), (0, 40_500), (-500, 0), (0, -500), (250, 0), (0, 250), (500, 500)]
    assert [may_be_called(size, 3, *at) for at in corners] == [True, True, *[False] * 6, True]
    assert [may_be_called(size, 2, *at) for at in ((40_000, 72_000), (40_500, 0), (0, 72_500))] == [True, False, False]


CHAPTERS: dict[str, dict[str, Any]] = {
    "basics.rolls": {"ONE": 1},
    "basics.sight": {"BY_LEVEL": 6 * INCH, "NEAR_COVER": INCH},
    "basics.tabletop": {
        "DEPTH_CLASS": {"light": 1, "medium": 2, "heavy": 3},
        "PRONE_TOP": 500,
        "WATER": {"knee": "light", "waist": "medium", "neck": "heavy", "deep": "impassable"},
    },
    "basics.zones": {"DEPTH": 12 * INCH, "CALLED": 500},
    "basics.numbers": {"IMPACT": 7},
    "fire.shots": {
        "PRONE": -2,
        "UNBRACED": -2,
        "UNPLUGGED": -2,
        "WRONG_TARGET": -5,
        "PIERCING": -2,
        "SPEEDS": ((10_000, 0), (20_000, -1), (30_000, -2)),
        "FASTEST": -3,
    },
    "fire.spread": {"STEP": 2 * INCH, "MOST_BRIDGING": 3},
    "fight.strikes": {"FRIEND_REFLEX": 2},
    "fight.aftermath": {"FAR": 2 * INCH},
    "fire.redirect": {"LARGEST": 4, "ENEMY": 8, "GUN": 7, "CLOSE": (3, 5)},
    "units.guns": {"CREW": 2, "COUNTS_AS": 3},
    "move.boarding": {"BOARDING": {False: 2 * INCH, True: 4 * INCH}, "MOST_ABOARD": 24, "OUT_OF_CONTROL": 2},
    "roster.bounds": {"WIDEST": 12 * INCH, "MOST_DICE": 20, "LEAST_VEHICLE": 4, "SIZES": (1, 3), "ACTIONS": (1, 4)},
    "ride.leaving": {"FAR": 4 * INCH},
    "vehicles.survival": {"KILLS": 5, "NEAR": 2 * INCH},
    "move.path": {"SPUR": INCH, "ON_FOOT": 2},
    "orders.activation": {"FEWEST": 3},
    "units.stun": {"RECOVERS": 7, "FATAL": 1},
    "vehicles.nerves": {"HAYWIRE": 1, "WILD": 2},
    "scenario.state_errors": {"TOP_LEADER": 4, "TOP_RANK": 4, "TOP_FOCAL": 2, "LARGEST_MOD": 20, "WEAKEST": 40},
    "area.bursts": {"WIDER": 1000},
    "area.clouds": {"GROWS": 2 * INCH, "WEAKENS": 2, "LARGEST": 8 * INCH, "SMOKE": (-2, 2)},
    "area.grenades": {"WILD": -4, "NEAR_GUESS": INCH, "CLEARS": 2 * INCH},
    "area.indirect": {"LEAST": 15 * INCH, "CAP": 2},
    "basics.dice": {"REROLL": 6},
    "basics.profiles": {
        "BASE": 500,
        "THROWN": ((4 * INCH, 6 * INCH, 8 * INCH), (8 * INCH, 12 * INCH, 16 * INCH), (12 * INCH, 18 * INCH, 24 * INCH)),
    },
    "cover.reaction_points": {"BLIND": 12},
    "drive.ramming": {"DICE": {4: 1, 5: 2, 6: 3}, "THROWN": 4500, "THROWS": 2, "LEAST_NATURAL": 2},
    "fight.escape": {"CLEAR": 500, "AWAY": 3 * INCH},
    "area.cones": {"HALF": 2250},
    "orders.levels": {"HALVES": 2},
    "vehicles.steering": {"QUARTER": 9000, "SLIDE": 4500},
    "roster.armies": {"LARGEST": 12, "AD_HOC_PERCENT": 25},
    "roster.definitions": {"MOST_FIGURES": 1000, "MOST_LISTED": 200},
    "roster.legality": {
        "MOST_OFFICERS": 2,
        "LARGEST": 24,
        "MINUTES": (30, 40),
        "SMALL_FORCE": 1000,
        "LARGE_FORCE": 5000,
        "LARGE_FIGURE": 200,
        "LARGE_GAME": 2000,
    },
    "roster.muster": {"MOST_UNITS": 100, "MOST_STRIKES": 20},
    "roster.parse": {"WIDTH": (3, 5), "CREW": {"crew-served": 2}, "AGILITY": {"Mecha": 5, "Anime Mecha": 7}},
    "scenario.lanes": {"LINES": 400, "MOST_OPEN": Fraction(1, 5), "STANDING": 2 * INCH},
    "scenario.setup": {"DEFAULT_TABLE": (72, 48), "AREA": (20, 40), "POINTS": (1000, 5000), "SQUARE_FOOT": 144 * INCH * INCH},
    "suppression.area": {
        "WIDTH": 2 * INCH,
        "MOST": 4 * INCH,
        "MOST_TORRENTIAL": 8 * INCH,
        "LEAST_AWAY": 10 * INCH,
        "EVERY": 2 * INCH,
    },
    "turn.deployment": {
        "CENTRE_GAP": 12 * INCH,
        "MOST_CHANGES": 6,
        "ADDED": {
            "light": ("sparse-wood", 2500, 3000),
            "medium": ("rubble", 1500, 2000),
            "heavy": ("dense-wood", 2000, 2500),
            "impassable": ("boulder", 1000, 1000),
        },
    },
    "turn.reorganising": {"MOST_OFFICERS": 2},
    "turn.victory": {"DESTROYED": (3, 4)},
    "units.chits": {"DUMB_LUCK": 10},
}


@pytest.mark.parametrize("module", CHAPTERS)
def test_the_numbers_of_a_chapter(module: str) -> None:
    found = import_module(f"littlewars.systems.defiance.{module}")
    assert {name: getattr(found, name) for name in CHAPTERS[module]} == CHAPTERS[module]


@pytest.mark.rule("defiance.command.commander-morale-bonus", "defiance.command.hero-morale", "defiance.command.chit-morale")
def test_modifiers_of_morale() -> None:
    assert [(mod.name, mod.value) for mod in (COMMANDER, HERO, CHIT)] == [("commander", 1), ("hero", 1), ("attack chit", 1)]


@pytest.mark.rule("defiance.ranged.range-measurement")
def test_everything_may_be_measured_before() -> None:
    assert DEFIANCE.measures is True


def said(thing: Any, **more: Any) -> None:
    """Every number of a profile, the usual ones included."""
    found = thing.fields()
    assert {name: found[name] for name in more} == more


@pytest.mark.rule("defiance.profiles.format", "defiance.stats.profile")
def test_what_a_profile_means_that_says_little() -> None:
    units = {
        "r": {"at": [[5, 5]]},
        "v": {"frame": "tank", "at": [[15, 5]], "primary": "rocket"},
        "m": {"frame": "giant", "at": [[25, 5]], "primary": "mortar"},
        "b": {"frame": "car", "at": [[35, 30]], "primary": "both"},
    }
    car = {"vehicle": True, "TY": "Mecha", "SZ": 3, "MV": 7.5, "AR": -1, "AG": 4, "RF": 2, "HR": "2@7+", "FS": "8+", "PV": 33}
    arms = {"near": {"FR": "1(2)V", "brackets": {"3+": 5, "5+": 10}}, "far": {"FR": 1, "IR": 3, "brackets": {"11+": "UN"}}}
    state = a_state(units, frames={"car": car}, weapons={**arms, "both": {"modes": ["near", "far"], "PV": 4}})
    man, tank, giant, car_frame = (state.figures[f"{unit}.1"].frame for unit in "rvmb")
    usual = {"cost": 10, "move": 4000, "dice": 1, "strikes": 9, "reflex": 0, "agility": 6, "field": None, "covert_cost": 0}
    said(man, **usual, size=2, quality="Regular", capacity=1, armour=0, base=500, powered=False, vehicle=False, mecha=False)
    said(
        tank,
        **(usual | {"dice": 0, "strikes": 0, "agility": 0}),
        size=4,
        quality="Vehicle",
        capacity=2,
        base=(4000, 2400),
        powered=False,
        vehicle=True,
    )
    said(giant, **usual, size=3, quality="Regular", capacity=3, armour=-2, base=500, powered=True)
    said(car_frame, cost=33, size=3, move=7500, armour=-1, agility=4, reflex=2, dice=2, strikes=7, field=8, base=(3000, 1800))
    rifle, rocket, mortar, both = (state.figures[f"{unit}.1"].arms[0].weapon for unit in "rvmb")
    plain = {"type": "SI", "high": 0, "impact": 0, "crew": 1, "cost": 0, "smoke": (0, 0), "poison": False, "kamikaze": False}
    said(rifle, **plain, rate=2, target="AI", ammo=None, brackets=(None, 10_000, 20_000, 30_000, 40_000), indirect=False)
    said(rocket, **plain, rate=1, target="AV", ammo=2, brackets=(None, 10_000, 20_000, None, None), indirect=False)
    said(mortar, **plain, rate=1, target="AI", ammo=None, aoe=Aoe(radius=2000, damage=5), indirect=True)
    near, far = both.modes
    assert both.cost == 4
    said(near, rate=1, high=2, effectors=frozenset("V"), brackets=(5000, 10_000, None, None, None))
    said(far, rate=1, high=0, impact=3, brackets=(None, None, None, None, numbers.NEVER))


@pytest.mark.rule("defiance.orders.fire-movement-type", "defiance.orders.declare-first")
def test_the_table_of_orders() -> None:
    fire, other = ("primary", "support", "side"), ("support", "side")
    assert {name: (order.kind, order.fires, order.covers, order.must_move) for name, order in ORDERS.items()} == {
        "aim": ("aim", (), (), False),
        "recover": ("fire", (), (), False),
        "sprint": ("maneuver", (), (), True),
        "charge": ("maneuver", (), (), True),
        "jump": ("maneuver", (), (), True),
        "cohesive-fire": ("fire", fire, (), False),
        "primary-fire": ("fire", ("primary",), other, False),
        "support-fire": ("fire", other, ("primary", "side"), False),
        "primary-suppression": ("suppression", ("primary",), other, False),
        "support-suppression": ("suppression", ("support",), ("primary", "side"), False),
        "vehicle-orders": ("vehicle", (), (), False),
    }


@pytest.mark.rule("defiance.stats.hth-rating", "defiance.dice.notation")
def test_a_rating_of_nothing() -> None:
    assert (rating("-"), rating("3@7+"), rating("12@10+")) == ((0, 0, set()), (3, 7, set()), (12, 10, set()))


@pytest.mark.rule("defiance.move.fly-levels")
@pytest.mark.parametrize(
    ("levels", "must"), [((1, 1), False), ((1, 2), True), ((0, 2), True), ((0, 3), True), ((1, 3), True), ((0,), False)]
)
def test_flyers_on_several_levels_must_come_together(levels: tuple[int, ...], must: bool) -> None:
    """A run is two Moves, and a level costs one: whoever is three levels apart meets in between."""
    figures = {str(number): {"level": level} for number, level in enumerate(levels, 1)}
    state = a_state({"r": {"frame": "bird", "at": [[5 + 2 * n, 5] for n in range(len(levels))], "figures": figures}})
    unit = state.units["r"]
    assert must_change(state, unit, state.members(unit)) is must


# ---- what holds as long as nothing else is said

UNSAID: dict[str, dict[str, Any]] = {
    "basics.state.Chit": {"used": 0},
    "basics.state.Figure": {
        "x": 0, "y": 0, "face": 0, "level": 0, "leader": 0, "command": 0, "focal": 0, "hero": False, "from_mob": False,
        "cost": 0, "hurt": 0, "prone": False, "shaken": False, "stunned": False, "last_shot": 0,
        "stunned_in": 0, "stun_rolls": 0,
        "cover_mod": 0, "sprint": 0, "jumped": False, "leaping": False, "aimed": 0, "spurred": False, "idle": False,
    },
    "basics.state.Craft": {
        "rolled": False, "haywire": 0, "fresh": False, "slowed": 0, "holed": 0, "course": -1, "stays": 0,
        "spent": (), "lost": (),
    },
    "basics.state.Unit": {"broken": 0, "activated": False, "solo": False, "card": 0},
    "basics.state.Side": {"limit": 0, "fielded": 0, "headless": False, "torrential": False, "strikes": 0},
    "basics.state.Template": {"torrential": False, "aimed": False},
    "basics.state.Turn": {"number": 0, "step": 0, "losses": 0},
    "basics.state.Settings": {
        "turns": 6, "depth": 12_000, "deploy": True, "officers_independent_orders": True, "leader_chits_cumulative": False,
        "shaken_count_as_casualties": False, "vehicles_test_only_for_damage": False, "scatter_lands": False,
    },
    "basics.state.State": {"next_id": 1},
    "basics.fire_action.Manner": {"turns": False},
    "fire.damage.DamageDone": {"hits": 0, "tags": 0},
    "move.path.Segment": {"cost": 0.0, "had": 0.0, "prone": False, "level": 0},
    "travel.move_ask.Terms": {"must": False, "contact": False},
    "orders.orders.OrderRow": {"must_move": False},
    "roster.definitions.Special": {"hero": False},
    "roster.definitions.UnitDef": {"ad_hoc": False, "mob": False},
    "roster.figures.FigureSpec": {"hero": False},
    "roster.notation.OfficerLevels": {"leader": 0, "command": 0, "focal": 0},
    "scenario.terrain_words.Feature": {"obstacle": False},
}  # fmt: skip


@pytest.mark.parametrize("path", UNSAID)
def test_what_holds_as_long_as_nothing_else_is_said(path: str) -> None:
    module, _, name = path.rpartition(".")
    kind = getattr(import_module(f"littlewars.systems.defiance.{module}"), name)
    if issubclass(kind, tuple):
        found = dict(kind._field_defaults)
    else:
        found = {field.name: field.default for field in msgspec.structs.fields(kind)}
    assert {field: found[field] for field in UNSAID[path]} == UNSAID[path]


@pytest.mark.rule("defiance.stats.frame", "defiance.stats.profile")
def test_a_plain_frame_weapon_hull_and_army() -> None:
    frame = Frame(**FRAME).fields()
    assert not [name for name, value in frame.items() if value is True]
    numbers = {name: value for name, value in frame.items() if type(value) is int and value}
    assert numbers == {"cost": 10, "size": 2, "move": 4000, "capacity": 1, "base": 500}
    weapon = Weapon(key="w", name="W").fields()
    assert not [name for name, value in weapon.items() if value is True]
    assert {name: value for name, value in weapon.items() if type(value) is int and value} == {"rate": 1, "crew": 1}
    hull = Hull(type="AFV").fields()
    assert (hull["structure"], hull["actions"], hull["room"], hull["turns"]) == (0, 1, 0, (None, None, None))
    slot = Slot(name="s", weapon="w").fields()
    assert (slot["turret"], slot["cupola"]) == (False, False)


@pytest.mark.rule("defiance.move.terrain-table", "defiance.move.terrain-impassable")
def test_what_an_inch_of_each_ground_costs() -> None:
    assert {"open": 1000, "light": 1333, "medium": 2000, "heavy": 4000, "impassable": BARRED} == COST
    for ground, (num, den) in numbers.RATE.items():
        assert COST[ground] == 1000 * den // num


def test_headings_and_chapters_of_the_log() -> None:
    """Each turn is a heading; phases, cards, units that act, orders and interruptions are chapters; the rest are details."""
    chapters = {"PhaseBegan", "ZoneTaken", "Deployed", "Named", "Reorganised", "CardDrawn", "Activated", "Ordered"}
    depth = {"TurnBegan": 0, **dict.fromkeys(chapters | {"Interrupted", "Ended"}, 1)}
    assert {kind.__name__: kind.depth for kind in EVENTS} == {kind.__name__: depth.get(kind.__name__, 2) for kind in EVENTS}
