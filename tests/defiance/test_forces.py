"""Construction: what a force costs, what it may be, and every way of breaking the rules with its id and line."""

from __future__ import annotations

import json
from contextlib import suppress
from time import perf_counter
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from littlewars.engine import ScenarioError
from littlewars.engine.catalogue.rulebook import Rulebook
from littlewars.muster import Bill, Breach, Roster, RosterError, parse_roster
from littlewars.systems.defiance.basics.profiles import Frame, Weapon
from littlewars.systems.defiance.roster.armies import armies, frames, weapons
from littlewars.systems.defiance.roster.definitions import Part, Special, UnitDef
from littlewars.systems.defiance.roster.figures import figures_of, unit_bill
from littlewars.systems.defiance.roster.legality import balance, can_carry, least, minutes, most, unit_breaches, within_share
from littlewars.systems.defiance.roster.muster import MUSTER, strikes_of
from littlewars.systems.defiance.roster.notation import OfficerLevels, ranks
from littlewars.systems.defiance.system import DEFIANCE

from .mustering import check, cost, expand, sheet_html, units_of, warnings

BOOK = Rulebook.of("defiance")
M, V, A, H = "Meraxillan Sovereignty", "Vobian Hegemony", "Altai", "Human Confederacy"


def force(*units: dict[str, Any], army: str = M, points: int = 5000, **top: Any) -> Roster:
    """A roster of units written as plain data."""
    return parse_roster(
        json.dumps({"system": "defiance", "name": "Test", "army": army, "points": points, "units": units, **top})
    )


def broken(*units: dict[str, Any], **top: Any) -> set[str]:
    """The rules a force breaks."""
    return {breach.rule.removeprefix("defiance.") for breach in check(force(*units, **top))}


def citizens(figures: int = 10, **more: Any) -> dict[str, Any]:
    return {"unit": "Citizen Troupe", "frame": "Citizen-Soldier", "figures": figures, **more}


def fakirs(figures: int = 6, **more: Any) -> dict[str, Any]:
    return {"unit": "Fakir Troupe", "frame": "Fakir", "figures": figures, **more}


def taks(figures: int = 7, **more: Any) -> dict[str, Any]:
    return {"unit": "Tak Troupe", "frame": "Tak", "figures": figures, **more}


def corporate(figures: int = 8, **more: Any) -> dict[str, Any]:
    return {"unit": "Corporate Company", "frame": "Corporate Infantry", "figures": figures, **more}


def mixed(*members: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"unit": "Mixed", "ad_hoc": True, "members": list(members), **more}


def priced(unit: dict[str, Any], army: str = M, **top: Any) -> int:
    """What one unit costs."""
    return cost(force(unit, army=army, **top)).units[0].total


def only(unit: dict[str, Any], army: str = M) -> UnitDef:
    """One unit as it is read."""
    units, faults = units_of(force(unit, army=army))
    assert not faults
    return units[0]


# ---- points


@pytest.mark.rule("defiance.force.point-value-total", "defiance.stats.hero-cost")
def test_a_unit_with_a_hero_costs_the_sum_of_its_figures() -> None:
    """defiance.ex.runner-unit-cost, defiance.ex.runner-hero"""
    runner = frames()["runner"]
    assert (runner.cost, runner.hero) == (33, 32)
    unit = {"unit": "Runner Troupe", "frame": "Runner", "figures": 5, "heroes": 1}
    assert priced(unit) == 197
    assert max(figure.cost for figure in figures_of(only(unit))) == 65
    assert broken({**unit, "heroes": 5}) == set()  # any number


@pytest.mark.rule(
    "defiance.force.point-value-total", "defiance.stats.support-weapon-limit", "defiance.stats.support-weapon-officers"
)
def test_a_support_weapon_is_paid_instead_of_the_primary_and_officers_pay_for_both() -> None:
    """defiance.ex.support-weapon-cost"""
    frame = Frame(key="x", name="X", army="", cost=20, size=2, quality="Regular", move=4000, officers=(("1C", 60),))
    primary, support = Weapon(key="p", name="P", cost=8), Weapon(key="s", name="S", cost=15)
    officer = Special(1, "1C", support=support)
    part = Part(1, frame, 7, primary, ((support, 3),), (), (officer,))
    unit = UnitDef("x", "X", 1, armies()["human"], (part,))
    figures = figures_of(unit)
    assert sum(figure.cost for figure in figures if not figure.rank) == 189
    assert [figure.cost for figure in figures if figure.rank] == [103]
    assert unit_bill(unit).total == 292


@pytest.mark.rule("defiance.force.point-value-total", "defiance.stats.officer-cost", "defiance.stats.side-arm")
def test_weapons_side_arms_and_officers_are_paid_for() -> None:
    bare = priced(taks())
    assert bare == 7 * 30
    assert priced(taks(primary="Shrieker")) == bare + 7 * 14
    assert priced(taks(primary="Shrieker", side_arms=["Dazzler Grenade"])) == bare + 7 * 14 + 7 * 4
    assert priced(taks(side_arms=["Dazzler Grenade", "Dazzler Grenade"])) == bare + 2 * 7 * 4  # each copy
    assert priced(taks(officers=["1L, 1C"])) == bare + 95
    assert priced(taks(officers=["1L, 1C", "2L"])) == bare + 95 + 55
    bill = cost(force(taks(primary="Shrieker", officers=["1L, 1C"])))
    lines = {(line.text, line.points, line.rule) for model in bill.units[0].models for line in model.lines}
    assert ("officer 1L, 1C", 95, "defiance.stats.officer-cost") in lines
    assert ("Tak", 30, "defiance.stats.point-value") in lines
    assert broken(taks(cost=1), cost=2) == {"force.point-value-total"}


@pytest.mark.rule("defiance.force.point-value-total")
def test_a_crew_pays_once_and_vehicles_pay_for_filled_slots() -> None:
    pioneers = {"unit": "Pioneer Team", "frame": "Storm Pioneer", "figures": 5, "primary": "Trench Shotgun"}
    gun = {**pioneers, "support": {"Field Cannon": 1}}
    assert priced(gun, H) == 5 * 21 + 3 * 6 + 22  # two men serve it and give up their shotguns
    assert [figure.arms[0].weapon.name for figure in figures_of(only(gun, H))].count("Field Cannon") == 2
    assert broken(gun, army=H) == set()
    assert broken({**gun, "figures": 4, "support": {"Field Cannon": 2}}, army=H) == {"stats.support-weapon-limit"}
    tank = {"unit": "Pitbull Section", "frame": "Pitbull", "figures": 1}
    assert priced(tank, H) == 345
    assert priced({**tank, "slots": ["primary", "quaternary"]}, H) == 345 + 47 + 8
    assert broken({**tank, "slots": ["fifth"]}, army=H) == {"force.point-value-total"}
    assert "force.point-value-total" in broken({**tank, "primary": "Mauser"}, army=H)


@pytest.mark.rule("defiance.stats.covert-cost")
def test_the_covert_level_costs_only_where_it_is_used_and_then_always() -> None:
    """defiance.ex.seedling-covert-cost"""
    grove = {"unit": "Seedling Grove", "frame": "Seedling", "figures": 6}
    assert priced(grove, A) == 6 * 9
    assert priced(grove, A, switches={"covert": True}) == 6 * 17
    assert frames()["seedling"].covert == "2I"
    with pytest.raises(RosterError, match="no switch 'cover'"):
        check(force(grove, army=A, switches={"cover": True}))


# ---- the force


@pytest.mark.rule("defiance.force.balance", "defiance.force.legality")
def test_a_force_does_not_exceed_its_limit() -> None:
    """defiance.ex.force-limits"""
    assert [bool(list(balance(total, 1000, 1))) for total in (1000, 1001, 980)] == [False, True, False]
    assert broken(citizens(), points=120) == set()
    assert broken(citizens(), points=119) == {"force.balance"}
    assert {breach.rule for breach in check(force(citizens(), points=500), limit=100)} == {"defiance.force.balance"}


@pytest.mark.rule("defiance.force.recommended-size", "defiance.force.large-figures")
def test_advice_is_no_breach() -> None:
    """defiance.ex.force-limits"""
    rex = {"unit": "Rex Den", "frame": "Rex", "figures": 4}
    for points, advice in ((1000, 1), (2000, 0)):
        roster = force({**rex, "figures": 4}, points=points)
        assert [w.rule for w in warnings(roster)] == ["defiance.force.large-figures"] * advice
        assert [breach.rule for breach in check(roster)] == []
    assert [w.rule for w in warnings(force(citizens(), points=999))] == ["defiance.force.recommended-size"]
    assert [w.rule for w in warnings(force(citizens(), points=5001))] == ["defiance.force.recommended-size"]
    assert warnings(force(citizens(), points=1000)) == []
    assert check(force(citizens(), points=999)) == []
    table = BOOK["defiance.force.large-figures"].table
    assert (table["figure_pv_over"], table["min_game_pv"]) == (200, 2000)


@pytest.mark.rule("defiance.force.duration-estimate")
def test_how_long_a_battle_takes() -> None:
    """defiance.ex.first-strike-duration"""
    assert minutes(2000 + 1000) == (90, 120)
    assert "about 60 to 80 minutes" in sheet_html(force(citizens(), points=1000))
    low, high = BOOK["defiance.force.duration-estimate"].table["typical_turns"]
    assert all(low <= scenario["turns"] <= high for scenario in DEFIANCE.scenarios().values())


@pytest.mark.rule(
    "defiance.force.standard-units", "defiance.force.ad-hoc-units", "defiance.unit.standard", "defiance.unit.max-size"
)
def test_a_force_of_standard_units_and_one_that_is_ad_hoc() -> None:
    """defiance.ex.meraxillan-force"""
    army = armies()["meraxilla"]
    assert (len(army.units), sum(unit.exclusive for unit in army.units)) == (9, 4)
    both = [{"frame": "Citizen-Soldier", "figures": 3}, {"frame": "Fakir", "figures": 3}]
    standard = [citizens(12), fakirs(12), fakirs(12)]
    assert broken(*standard, mixed(*both)) == set()
    assert broken(*standard, {"unit": "Citizen Troupe", "members": both}) == {"force.standard-units"}
    assert broken(*standard, {"unit": "Mixed", "members": both}) == {"force.standard-units"}
    units = expand(force(*standard, mixed(*both)))
    assert [unit.status for unit in units] == ["standard"] * 3 + ["ad hoc"]
    assert {frames()[key].quality for key in ("citizen-soldier", "fakir")} == {"Fanatic"}
    ad_hoc = only(mixed(*both))
    assert (least(ad_hoc), most(ad_hoc)) == (5, 12)
    for unit in (citizens(5), citizens(12)):
        assert broken(unit) == set()
    assert broken(citizens(4)) == {"unit.min-size-start"}
    assert broken(citizens(13)) == {"unit.max-size"}
    state = DEFIANCE.setup(_battle(*standard, mixed(*both)))
    mine = [unit for unit in state.units.values() if unit.side == "red"]
    assert [unit.card for unit in mine] == [1, 2, 3, 4]  # each has its card before anybody is placed


def _battle(*units: dict[str, Any], army: str = M) -> dict[str, Any]:
    ours = {"system": "defiance", "name": "Ours", "army": army, "points": 5000, "units": list(units)}
    theirs = {"system": "defiance", "name": "Theirs", "army": M, "points": 5000, "units": [citizens()]}
    return {"scenario": "free", "sides": {"red": {"army": ours}, "blue": {"army": theirs}}}


@pytest.mark.rule("defiance.force.ad-hoc-units")
def test_an_ad_hoc_unit_is_as_large_as_standard_units_of_its_quality() -> None:
    crimsons = mixed({"frame": "Crimson", "figures": 8})
    assert broken(citizens(12, primary="Shrieker"), *(citizens(12, primary="Shrieker"),) * 8, crimsons) == set()
    assert most(only(crimsons)) == 8
    assert "unit.max-size" in broken(mixed({"frame": "Crimson", "figures": 9}))
    assert broken(mixed({"frame": "Redcoat", "figures": 5})) == {"force.standard-units"}  # not of this army


@pytest.mark.rule("defiance.force.exclusive-units")
def test_an_exclusive_unit_comes_once() -> None:
    circle = {"unit": "Crimson Circle", "frame": "Crimson", "figures": 4}
    assert broken(circle) == set()
    assert broken(circle, circle) == {"force.exclusive-units"}
    assert broken(citizens(), citizens()) == set()


@pytest.mark.rule("defiance.force.ad-hoc-share", "defiance.force.legality")
def test_the_share_of_ad_hoc_units() -> None:
    """defiance.ex.ad-hoc-share"""
    cases = [(250, 1000, True), (251, 1000, False), (240, 900, False)]
    assert [within_share(ad_hoc, total, 25) for ad_hoc, total, _ in cases] == [legal for *_, legal in cases]
    loose = mixed({"frame": "Fakir", "figures": 5})  # 110
    assert broken(citizens(12), citizens(12), citizens(4, officers=["1L, 1C"]), loose, points=5000) == set()  # 431 + 110
    assert broken(citizens(12), loose) == {"force.ad-hoc-share"}
    single = {"unit": "Marshal", "ad_hoc": True, "frame": "Runner", "figures": 1, "heroes": 1}
    assert broken(citizens(5), single) == set()  # a single hero is of standard status
    tank = {"unit": "Loose tank", "ad_hoc": True, "frame": "Pyramid Troop Transport", "figures": 1}
    assert broken(citizens(5), tank) == set()  # nor does a vehicle bought singly count


@pytest.mark.rule("defiance.force.placed-as-purchased")
def test_units_take_the_field_as_bought() -> None:
    state = DEFIANCE.setup(
        _battle(citizens(12, primary="Shrieker", officers=["1L, 1C"]), mixed({"frame": "Fakir", "figures": 5}))
    )
    mine = [unit for unit in state.units.values() if unit.side == "red"]
    assert [(unit.name, len(unit.figures), unit.status) for unit in mine] == [
        ("Citizen Troupe", 12, "standard"),
        ("Mixed", 5, "ad hoc"),
    ]
    officer = state.figures["citizen-troupe.1"]
    assert (officer.leader, officer.command, officer.cost) == (1, 1, 12 + 14 + 95)
    assert [arm.weapon.name for arm in officer.arms] == ["Shrieker"]
    assert state.sides["red"].fielded == sum(figure.cost for name in mine for figure in state.members(name))
    assert (state.sides["red"].army, state.turn.phase) == ("meraxilla", "zones")
    assert len(state.turn.waiting) == 3


@pytest.mark.rule("defiance.force.legality")
def test_every_check_of_the_catalogue_can_fail() -> None:
    grove = {"unit": "Seedling Grove", "frame": "Seedling", "figures": 6}
    carrier = Frame(key="x", name="X", army="", cost=1, size=2, quality="Regular", move=4000, primary=("needler",))
    heavy = UnitDef("x", "X", 1, armies()["human"], (Part(1, carrier, 5, weapons()["needler"]),))
    found = {
        *broken(citizens(12), points=10),
        *broken(mixed({"frame": "Fakir", "figures": 5}, {"frame": "Crimson", "figures": 4})),
        *broken(citizens(4)),
        *broken(citizens(13)),
        *broken(
            {**grove, "unit": "Controller Choir", "frame": "Controller"},
            *({"unit": "Controller Choir", "frame": "Controller", "figures": 4},),
            army=A,
        ),
        *broken(mixed({"frame": "Fakir", "figures": 5})),
        *broken(corporate(officers=["1C", "1C", "1C"]), army=H),
        *broken({"unit": "Boxcar Herd", "frame": "Boxcar Beast", "figures": 6, "officers": ["1C"]}, army=V),
        *broken({"unit": "Boxcar Herd", "frame": "Boxcar Beast", "figures": 6, "heroes": 1}, army=V),
        *broken(citizens(primary="Needler")),
        *broken(taks(support={"Shrieker/Hedgehog": 4})),
        *broken(taks(support={"Shrieker/Hedgehog": 1, "Doppler Grenade Launcher": 1})),
        *broken(citizens(side_arms=["Dazzler Grenade"])),
        *(breach.rule.removeprefix("defiance.") for breach in unit_breaches(heavy)),
    }
    assert {rule.removeprefix("defiance.") for rule in BOOK["defiance.force.legality"].table["checks"]} <= found
    with pytest.raises(RosterError, match="without units"):
        force()
    assert broken(citizens()) == set()  # a commander is not compulsory


# ---- quality and size


@pytest.mark.rule("defiance.unit.quality-uniform")
def test_a_unit_has_one_quality() -> None:
    """defiance.ex.ad-hoc-mixed-quality-illegal"""
    assert "unit.quality-uniform" in broken(mixed({"frame": "Fakir", "figures": 4}, {"frame": "Crimson", "figures": 1}))
    assert "unit.quality-uniform" not in broken(mixed({"frame": "Fakir", "figures": 4}, {"frame": "Tak", "figures": 1}))
    with pytest.raises(ScenarioError, match=r"defiance\.unit\.quality-uniform"):
        DEFIANCE.setup(
            {
                "sides": {"red": {}, "blue": {}},
                "units": {
                    "r": {
                        "side": "red",
                        "figures": {"1": {"frame": "Fakir", "at": [5, 5]}, "2": {"frame": "Crimson", "at": [8, 5]}},
                    }
                },
            }
        )


@pytest.mark.rule("defiance.unit.min-size-start")
def test_the_minimum_size_at_the_start() -> None:
    assert broken(corporate(5), army=H) == set()
    assert broken(corporate(4), army=H) == {"unit.min-size-start"}
    assert broken(corporate(4, officers=["1L, 1C"]), army=H) == set()  # a leader takes one off
    herd = {"unit": "Boxcar Herd", "frame": "Boxcar Beast", "figures": 4}
    assert broken(herd, army=V) == {"unit.min-size-start"}
    assert broken({**herd, "officers": ["1F"]}, army=V) == {"unit.min-size-start"}
    assert broken({**herd, "officers": ["2F"]}, army=V) == set()
    assert broken({"unit": "Pitbull Section", "frame": "Pitbull", "figures": 1}, army=H) == set()  # bought singly
    two = {"unit": "Two heroes", "ad_hoc": True, "frame": "Runner", "figures": 2, "heroes": 2}
    assert "unit.min-size-start" in broken(two)  # several have no exemption


@pytest.mark.rule("defiance.command.commander-independent-start", "defiance.command.hero-independent-start")
def test_commanders_and_heroes_may_start_alone() -> None:
    for more in ({"officers": ["1C"]}, {"heroes": 1}):
        alone = {"unit": "The General", "frame": "Runner", "figures": 1, **more}
        assert broken(alone) == set()
        (unit,) = expand(force(alone))
        assert (unit.solo, unit.status, least(only(alone))) == (True, "standard", 1)
        state = DEFIANCE.setup(_battle(alone))
        assert state.units["the-general"].solo
    leader = {"unit": "Runner Troupe", "frame": "Runner", "figures": 1, "officers": ["2L"]}
    assert broken(leader) == {"unit.min-size-start"}
    assert broken({"unit": "Nobody", "frame": "Runner", "figures": 1}) == {"force.standard-units", "unit.min-size-start"}
    own = Frame(key="stranger", name="Stranger", army="", cost=1, size=2, quality="Regular", move=4000, officers=(("1C", 60),))
    stranger = UnitDef("s", "S", 1, armies()["human"], (Part(1, own, 1, specials=(Special(1, "1C"),)),))
    assert (stranger.solo, stranger.status) == (True, "ad hoc")  # no standard unit has his frame


@pytest.mark.rule(
    "defiance.unit.mob-eligibility", "defiance.unit.mob-size", "defiance.unit.max-size", "defiance.unit.definition"
)
def test_mobs() -> None:
    """defiance.ex.mob"""
    grove = {"unit": "Seedling Grove", "frame": "Seedling"}
    sizes = (12, 13, 24, 25)
    assert [broken({**grove, "figures": n, "mob": True}, army=A) == set() for n in sizes] == [True, True, True, False]
    assert [broken({**grove, "figures": n}, army=A) == set() for n in sizes] == [True, False, False, False]
    assert broken({**grove, "figures": 25, "mob": True}, army=A) == {"unit.mob-size"}
    assert broken(corporate(mob=True), army=H) == {"unit.mob-eligibility"}  # the army knows no mobs
    assert "unit.mob-eligibility" in broken(mixed({"frame": "Seedling", "figures": 6}, mob=True), army=A)
    assert "unit.mob-eligibility" in broken({**grove, "figures": 6, "mob": True, "ad_hoc": True}, army=A)
    mob = {**grove, "figures": 6, "mob": True, "officers": ["1L"]}
    assert least(only(mob, A)) == 6  # the leader's level is one less
    assert least(only({**mob, "mob": False}, A)) == 5
    assert broken({**mob, "figures": 5}, army=A) == {"unit.min-size-start"}
    assert expand(force(mob, army=A))[0].status == "mob"
    fielded = DEFIANCE.setup(_battle(mob, army=A))
    assert [figure.from_mob for figure in fielded.figures.values()] == [True] * 6 + [False] * 10
    table = BOOK["defiance.unit.definition"].table
    assert table["max_figures"] == 24


# ---- officers and heroes


@pytest.mark.rule("defiance.stats.officer", "defiance.stats.hero-cost")
def test_an_officer_is_no_hero_unless_he_is_bought_as_one() -> None:
    specs = figures_of(only(corporate(officers=["1L, 1C"]), H))
    assert [(spec.rank, spec.hero) for spec in specs[:2]] == [("1L, 1C", False), ("", False)]


@pytest.mark.rule("defiance.stats.officer", "defiance.stats.officer-limit", "defiance.stats.officer-cost")
def test_two_officers_at_most_of_the_profiles_listed() -> None:
    """defiance.ex.corporate-infantry-officers"""
    assert dict(frames()["corporate-infantry"].officers) == {"1C": 60, "1L, 1C": 95}
    combinations = [[], ["1C"], ["1L, 1C"], ["1C", "1C"], ["1C", "1L, 1C"], ["1L, 1C", "1L, 1C"]]
    for bought, extra in zip(combinations, [0, 60, 95, 120, 155, 190], strict=True):
        assert broken(corporate(officers=bought), army=H) == set()
        assert priced(corporate(officers=bought), H) == 8 * 11 + extra
    assert broken(corporate(officers=["1C"] * 3), army=H) == {"stats.officer-limit"}
    assert broken(corporate(officers=["4L"]), army=H) == {"stats.officer"}
    assert "stats.officer-limit" in broken(corporate(officers=["1F"]), army=H)
    assert broken(corporate(officers=["captain"]), army=H) == {"stats.officer"}
    assert broken(corporate(5, officers=["1C"] * 9), army=H) == {"stats.officer", "stats.officer-limit"}
    assert ranks("1L, 1C") == OfficerLevels(1, 1, 0)
    assert ranks("2F") == OfficerLevels(0, 0, 2)


@pytest.mark.rule("defiance.stats.matrix-officers")
def test_focal_points() -> None:
    """defiance.ex.boxcar-beast-officers"""
    herd = {"unit": "Boxcar Herd", "frame": "Boxcar Beast", "figures": 6}
    assert broken({**herd, "officers": ["1F", "1F", "2F"]}, army=V) == set()
    assert priced({**herd, "officers": ["1F", "1F", "2F"]}, V) - priced(herd, V) == 120
    assert "stats.matrix-officers" in broken({**herd, "officers": ["1L"]}, army=V)
    for frame in frames().values():
        if frame.matrix:
            assert dict(frame.officers) == {"1F": 30, "2F": 60}
        else:
            assert not any(rank.endswith("F") for rank, _ in frame.officers)


@pytest.mark.rule("defiance.stats.hero-cost")
def test_who_can_be_a_hero() -> None:
    assert broken(citizens(heroes=3)) == set()
    swarm = {"unit": "Spondylocrit Swarm", "frame": "Spondylocrit", "figures": 6, "heroes": 1}
    assert broken(swarm, army=V) == {"stats.hero-cost"}
    tank = {"unit": "Pitbull Section", "frame": "Pitbull", "figures": 1, "heroes": 1}
    assert "stats.hero-cost" in broken(tank, army=H)
    both = citizens(officers=[{"rank": "1L, 1C", "hero": True}])
    assert broken(both) == set()  # an officer may be a hero as well, and pays for both
    assert priced(both) == 10 * 12 + 95 + 12


# ---- weapons


@pytest.mark.rule("defiance.stats.primary-weapon", "defiance.stats.primary-weapon-officers")
def test_all_have_the_same_primary_weapon_but_officers_and_heroes() -> None:
    """defiance.ex.citf-primary-weapons"""
    section = {"unit": "CITF Section", "frame": "CITF Trooper", "figures": 8, "primary": "Kunstler Assault Rifle"}
    assert frames()["citf-trooper"].primary == ("kunstler-assault-rifle", "ghost-gun")
    assert broken(section, army=V) == set()
    assert broken({**section, "primary": "Ghost Gun"}, army=V) == set()
    kinds = [{"frame": "CITF Trooper", "figures": 4, "primary": name} for name in ("Kunstler Assault Rifle", "Ghost Gun")]
    assert broken({"unit": "CITF Section", "members": kinds}, army=V) == {"stats.primary-weapon"}
    assert broken({**section, "officers": [{"rank": "1C", "primary": "Ghost Gun"}]}, army=V) == set()
    assert broken({**section, "heroes": [{"primary": "Ghost Gun"}]}, army=V) == set()
    assert broken({**section, "primary": "Gatling Laser"}, army=V) == {"stats.primary-weapon"}
    assert broken({key: value for key, value in section.items() if key != "primary"}, army=V) == set()  # or none
    officer, *others = figures_of(only({**section, "officers": [{"rank": "1C", "primary": "Ghost Gun"}]}, V))
    assert [arm.weapon.key for arm in officer.arms] == ["ghost-gun"]
    assert {arm.weapon.key for figure in others for arm in figure.arms} == {"kunstler-assault-rifle"}


@pytest.mark.rule("defiance.stats.primary-weapon", "defiance.stats.primary-weapon-officers")
@pytest.mark.parametrize("officers_first", [False, True])
def test_members_who_are_all_officers_bind_nobody(officers_first: bool) -> None:
    """What they carry is their own affair, whether they are written before the others or after them."""
    others = {"frame": "CITF Trooper", "figures": 7, "primary": "Kunstler Assault Rifle"}
    alone = {"frame": "CITF Trooper", "figures": 1, "primary": "Ghost Gun", "officers": [{"rank": "1C"}]}
    members: list[dict[str, Any]] = [alone, others] if officers_first else [others, alone]
    assert broken({"unit": "CITF Section", "members": members}, army=V) == set()
    two = [{**part, "figures": part["figures"] + 1} for part in members]  # one of those with the Ghost Gun is no officer
    assert broken({"unit": "CITF Section", "members": two}, army=V) == {"stats.primary-weapon"}


@pytest.mark.rule(
    "defiance.stats.support-weapon-limit", "defiance.stats.support-weapon-same", "defiance.stats.support-weapon-officers"
)
def test_half_of_them_may_have_a_support_weapon_of_one_kind() -> None:
    """defiance.ex.tak-support-weapons"""
    officer = {"rank": "1L, 1C", "support": "Doppler Grenade Launcher"}
    unit = taks(8, primary="Shrieker", support={"Shrieker/Hedgehog": 3}, officers=[officer])  # seven and an officer
    assert broken(unit) == set()
    assert broken({**unit, "support": {"Shrieker/Hedgehog": 4}}) == {"stats.support-weapon-limit"}
    assert broken({**unit, "support": {"Shrieker/Hedgehog": 2, "Doppler Grenade Launcher": 1}}) == {"stats.support-weapon-same"}
    assert broken({**unit, "support": {"Galva Lance": 1}}) == {"stats.support-weapon-limit", "terms.weapon-carrier-type"}
    first, *others = figures_of(only(unit))
    assert [(arm.slot, arm.weapon.name) for arm in first.arms] == [
        ("primary", "Shrieker"),
        ("support", "Doppler Grenade Launcher"),
    ]
    held = [[arm.slot for arm in figure.arms] for figure in others]
    assert held == [["primary"]] * 4 + [["support"]] * 3


@pytest.mark.rule("defiance.stats.support-weapon-limit", "defiance.stats.support-weapon-same")
@pytest.mark.parametrize(
    ("ordinary", "heroes", "officers", "half", "others"), [(6, 2, 1, 3, 3), (7, 0, 0, 3, 0), (1, 4, 0, 0, 4)]
)
def test_heroes_are_not_counted_in_the_half(ordinary: int, heroes: int, officers: int, half: int, others: int) -> None:
    """defiance.ex.support-limit-with-heroes"""
    armed = {"support": "Shrieker/Hedgehog"}
    special = [{"rank": "2L", **armed}] * officers
    base = taks(ordinary + heroes + officers, officers=special, heroes=[armed] * heroes)
    assert broken({**base, "support": {"Shrieker/Hedgehog": half}}) == set()
    assert broken({**base, "support": {"Shrieker/Hedgehog": half + 1}}) == {"stats.support-weapon-limit"}
    carried = [figure for figure in figures_of(only(base)) if any(arm.slot == "support" for arm in figure.arms)]
    assert len(carried) == others


@pytest.mark.rule("defiance.stats.side-arm", "defiance.stats.side-arm-officers")
def test_side_arms_are_for_all_or_for_officers() -> None:
    """defiance.ex.after-rider-side-arms"""
    troop = {"unit": "After Rider Troop", "frame": "After Rider", "figures": 6}
    handgun = {"side_arms": ["HC Handgun"]}
    assert broken({**troop, **handgun}, army=H) == set()
    assert broken(troop, army=H) == set()
    some = [{"frame": "After Rider", "figures": 3}, {"frame": "After Rider", "figures": 3, **handgun}]
    assert broken({"unit": "After Rider Troop", "members": some}, army=H) == {"stats.side-arm"}
    assert broken({**troop, "officers": [{"rank": "2L", **handgun}]}, army=H) == set()
    assert broken({**troop, "heroes": [handgun]}, army=H) == set()
    assert broken({**troop, "side_arms": ["Smoke Grenade"]}, army=H) == {"stats.side-arm"}
    (first, *_) = figures_of(only({**troop, **handgun, "officers": [{"rank": "2L", "side_arms": []}]}, H))
    assert not first.arms  # he may also go without


@pytest.mark.rule("defiance.stats.ad-hoc-weapons", "defiance.stats.primary-weapon")
def test_in_a_mixed_unit_each_frame_is_armed_for_itself() -> None:
    """defiance.ex.ad-hoc-weapons"""
    soldiers = {"frame": "Citizen-Soldier", "figures": 5, "primary": "Shrieker", "support": {"Doppler Grenade Launcher": 2}}
    priests = {"frame": "Fakir", "figures": 3, "support": {"Hedgehog": 1}}
    rest = [citizens(12, primary="Shrieker")] * 4
    assert broken(*rest, mixed(soldiers, priests)) == set()
    assert broken(*rest, mixed({**soldiers, "support": {"Doppler Grenade Launcher": 3}}, priests)) == {
        "stats.support-weapon-limit"
    }
    assert broken(*rest, mixed(soldiers, {**priests, "support": {"Hedgehog": 2}})) == {"stats.support-weapon-limit"}
    bare = {"frame": "Citizen-Soldier", "figures": 2}
    assert broken(*rest, mixed({**soldiers, "figures": 4}, bare, priests)) == {"stats.primary-weapon"}


@pytest.mark.rule("defiance.terms.weapon-carrier-type")
@pytest.mark.parametrize("carrier", ["SI", "PI", "vehicle"])
def test_who_can_carry_which_weapon(carrier: str) -> None:
    """defiance.ex.weapon-carrier-table"""
    table = BOOK["defiance.terms.weapon-carrier-type"].table[carrier]
    frame = Frame(
        key="x",
        name="X",
        army="",
        cost=1,
        size=2,
        quality="Regular",
        move=4000,
        powered=carrier == "PI",
        vehicle=carrier == "vehicle",
    )
    for kind in ("SI", "PI", "VE"):
        weapon = Weapon(key="w", name="W", type=kind)
        assert can_carry(frame, weapon) == (kind in table)
    both = Weapon(key="c", name="C", modes=(Weapon(key="a", name="A", type="SI"), Weapon(key="b", name="B", type="PI")))
    assert can_carry(frame, both) == ("PI" in table)


# ---- files


HEAD = "system: defiance\nname: Test\narmy: Altai\npoints: 1000\nunits:\n"
BREACHES = [
    ("  - {unit: Seedling Grove, frame: Seedling, figures: 5}", 6, "defiance.unit.min-size-start", "Green units need 6"),
    (
        "  - unit: Seedling Grov\n    frame: Seedling\n    figures: 6",
        6,
        "defiance.force.standard-units",
        "did you mean Seedling Grove",
    ),
    (
        "  - unit: Seedling Grove\n    frame: Seedlin\n    figures: 6",
        7,
        "defiance.force.standard-units",
        "did you mean Seedling",
    ),
    (
        "  - unit: Seedling Grove\n    frame: Seedling\n    figures: 6\n    primary: Alpha Artefact",
        9,
        "defiance.stats.profile",
        "did you mean Alpha Artifact",
    ),
    (
        "  - unit: Seedling Grove\n    frame: Seedling\n    figures: 6\n    officers:\n      - 1L\n      - 9C",
        11,
        "defiance.stats.officer",
        "not 9C",
    ),
    ("  - {unit: Seedling Grove, frame: Seedling, figures: 0}", 6, "defiance.unit.definition", "cannot be fielded"),
]


@pytest.mark.parametrize(("units", "line", "rule", "text"), BREACHES)
def test_breaches_have_a_rule_and_a_line(units: str, line: int, rule: str, text: str) -> None:
    breaches = check(parse_roster(HEAD + units))
    assert [(breach.line, breach.rule) for breach in breaches] == [(line, rule)]
    assert text in breaches[0].text


ERRORS = [
    ("system: oversoul\nname: T\nunits: [{unit: A}]", "not for defiance"),
    ("system: defiance\nname: T\nunits: [{unit: A}]", "names its army"),
    ("system: defiance\nname: T\narmy: Rome\nunits: [{unit: A}]", "not 'Rome'"),
    (HEAD + "  - {unit: Seedling Grove, figures: 6}", "lacks 'frame'"),
    (HEAD + "  - {unit: Seedling Grove, frame: Seedling, figures: six}", "whole number"),
    (HEAD + "  - {unit: Seedling Grove, frame: Seedling, figures: 6, weapons: x}", "has no 'weapons'"),
    (HEAD + "  - {unit: Seedling Grove, frame: Seedling, figures: 6, support: Beta}", "should be a mapping"),
    (HEAD + "  - {unit: Seedling Grove, frame: Seedling, figures: 6, officers: [{primary: Alpha Artifact}]}", "has a rank"),
    (HEAD + "  - 7", "should be a mapping"),
]


@pytest.mark.parametrize(("text", "why"), ERRORS)
def test_what_cannot_be_read_says_why(text: str, why: str) -> None:
    with pytest.raises(RosterError, match=why):
        check(parse_roster(text))


JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-5, 30)
    | st.text(max_size=6)
    | st.sampled_from(["Fakir", "Shrieker", "1L, 1C", "1F"]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["rank", "primary", "Hedgehog", "frame"]), inner)
    ),
    max_leaves=6,
)
WORDS = [
    "unit",
    "frame",
    "figures",
    "primary",
    "support",
    "side_arms",
    "officers",
    "heroes",
    "mob",
    "ad_hoc",
    "members",
    "slots",
    "cost",
]


@settings(max_examples=150, deadline=None)
@given(st.dictionaries(st.sampled_from(WORDS), JUNK))
def test_junk_is_never_a_traceback(junk: dict[str, Any]) -> None:
    with suppress(RosterError):
        roster = force({**fakirs(), **junk})
        found = check(roster)
        assert all(isinstance(breach, Breach) and breach.rule in BOOK for breach in found)
        assert all(breach.rule in BOOK for breach in warnings(roster))
        bill = cost(roster)
        assert isinstance(bill, Bill)
        assert bill.total == sum(unit.cost for unit in expand(roster))
        assert sheet_html(roster)
        msgspec.json.encode(bill)


@pytest.mark.rule("defiance.stats.support-weapon-limit", "defiance.unit.definition")
@pytest.mark.parametrize("count", [9, 10**8, 10**9, 10**12])
def test_a_number_in_a_roster_takes_no_memory(count: int) -> None:
    began = perf_counter()
    rocket = corporate(support={"Breacher Rocket": count})
    found = [breach for breach in check(force(rocket, army=H)) if breach.rule == "defiance.stats.support-weapon-limit"]
    assert found[0].text == f"{count} x Breacher Rocket among 8 figures"
    assert found[0].line == 1
    plain = {"frame": "Corporate Infantry", "figures": 1000}
    assert "unit.definition" in broken(corporate(count * 1000), army=H) | broken(mixed(*[plain] * 99), army=H)
    with pytest.raises(RosterError, match="heroes"):
        check(force(corporate(heroes=1000 + count), army=H))
    with pytest.raises(RosterError, match="slots: more than"):
        check(force(corporate(slots=["A"] * 999), army=H))
    assert perf_counter() - began < 5


@pytest.mark.rule("defiance.stats.support-weapon-limit")
@pytest.mark.parametrize("number", ["1" + "0" * 32, "-1" + "0" * 32, "0x" + "f" * 9000])
def test_a_number_beyond_all_bounds_is_refused_by_its_line(number: str) -> None:
    text = f"{HEAD}  - unit: Seedling Grove\n    frame: Seedling\n    figures: 6\n    support: {{Beta Artifact: {number}}}\n"
    with pytest.raises(RosterError, match=r"line 9: .*too large a number"):
        parse_roster(text)


@pytest.mark.rule("defiance.force.exclusive-units")
def test_an_exclusive_type_may_come_again_as_an_ad_hoc_unit() -> None:
    circle = {"unit": "Crimson Circle", "frame": "Crimson", "figures": 4}
    loose = {**circle, "name": "Others", "ad_hoc": True}
    assert "force.exclusive-units" not in broken(circle, loose)
    assert "force.exclusive-units" not in broken(loose, circle)


@pytest.mark.rule("defiance.unit.min-size-drop")
@pytest.mark.parametrize(("count", "marks"), [(12, (8, 9, 10, 11)), (6, (2, 3, 4, 5)), (5, (1, 2, 3, 4))])
def test_a_sheet_marks_the_casualties_from_which_on_a_unit_tests(count: int, marks: tuple[int, ...]) -> None:
    """With fewer than five left it tests; the last casualty is the end of it."""
    unit = only(citizens(count))
    assert least(unit) == 5
    (boxes,) = MUSTER.sheet(MUSTER.read(force(citizens(count)))).cards[0].ticks
    assert (boxes.boxes, boxes.marks) == (count, marks)
    assert all(count - lost < 5 for lost in marks)


@pytest.mark.rule("defiance.force.point-value-total")
@pytest.mark.parametrize("arms", [{"primary": "Shrieker"}, {"support": {"Shrieker": 1}}, {"side_arms": ["Shrieker"]}])
def test_the_weapons_of_a_vehicle_are_in_its_slots(arms: dict[str, Any]) -> None:
    transport = {"unit": "Loose tank", "ad_hoc": True, "frame": "Pyramid Troop Transport", "figures": 1}
    assert "force.point-value-total" not in broken(citizens(5), transport)
    assert "force.point-value-total" in broken(citizens(5), {**transport, **arms})


@pytest.mark.rule("defiance.effector.summary-table", "defiance.airstrike.purchase")
def test_the_ready_forces_between_them_carry_everything() -> None:
    """Every effector, form of weapon and type of vehicle, poison, smoke, indirect fire and air strikes take the field."""
    found: set[str] = set()
    for path in sorted((DEFIANCE.folder / "armies").glob("*.yaml")):
        roster = parse_roster(path.read_text(encoding="utf-8"), path.name)
        ready = MUSTER.read(roster)
        assert not ready.breaches
        found |= {"air strike"} if strikes_of(roster) else set()
        found |= {figure.frame.hull.type for unit in ready.units for figure in figures_of(unit) if figure.frame.hull}
        carried = [arm.weapon for unit in ready.units for figure in figures_of(unit) for arm in figure.arms]
        for line in (line for weapon in carried for line in weapon.lines):
            found |= line.effectors | (line.aoe.effectors if line.aoe else frozenset())
            kinds = {"poison": line.poison, "kamikaze": line.kamikaze, "smoke": bool(line.smoke[0]), "indirect": line.indirect}
            found |= {line.form, *(kind for kind, has in kinds.items() if has)}
    assert set("ABCFKPSTUV") <= found
    assert {"loader", "powerpack", "bracing", "crew-served", "grenade", "cdw"} <= found
    assert {"Light Vehicle", "Mecha", "Anime Mecha", "APC", "AFV"} <= found
    assert {"air strike", "poison", "kamikaze", "smoke", "indirect"} <= found
