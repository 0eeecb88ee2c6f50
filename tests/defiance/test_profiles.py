"""Armies, frames, weapons and forces: every value against the catalogue, and every value of ours marked as such."""

from __future__ import annotations

import json
from typing import Any

import pytest

from littlewars.engine import ScenarioError
from littlewars.engine.catalogue.rulebook import Rulebook
from littlewars.muster import load_roster, parse_roster
from littlewars.systems.defiance.basics.numbers import NEVER, QUALITIES
from littlewars.systems.defiance.basics.profiles import BRACKETS, Frame, Weapon
from littlewars.systems.defiance.basics.state import Arm
from littlewars.systems.defiance.page.show import model_of
from littlewars.systems.defiance.roster.armies import DATA, armies, army_named, frames, weapons
from littlewars.systems.defiance.roster.figures import FigureSpec
from littlewars.systems.defiance.roster.legality import can_carry
from littlewars.systems.defiance.roster.muster import stats_of, ticks
from littlewars.systems.defiance.roster.notation import needed, rating
from littlewars.systems.defiance.roster.parse import frame_of, key_of, weapon_of

from .mustering import check, cost, expand, sheet_html

BOOK = Rulebook.of("defiance")
ENTRIES = [entry for entry in BOOK if entry.id.startswith("defiance.profiles.")]


FRAMES = [
    "defiance.profiles.meraxillan-citizen-soldier",
    "defiance.profiles.meraxillan-fakir",
    "defiance.profiles.meraxillan-runner",
    "defiance.profiles.meraxillan-tak",
    "defiance.profiles.meraxillan-crimson",
    "defiance.profiles.meraxillan-rex",
    "defiance.profiles.vobian-phantom",
    "defiance.profiles.vobian-specter",
    "defiance.profiles.vobian-boxcar-beast",
    "defiance.profiles.vobian-spondylocrit",
    "defiance.profiles.vobian-cyberdactyl",
    "defiance.profiles.vobian-citf-trooper",
    "defiance.profiles.vobian-thought-police",
    "defiance.profiles.vobian-poltergeist",
    "defiance.profiles.altai-seedling",
    "defiance.profiles.altai-sapling",
    "defiance.profiles.altai-berserker",
    "defiance.profiles.altai-controller",
    "defiance.profiles.altai-fallen",
    "defiance.profiles.human-storm-warrior",
    "defiance.profiles.human-assault-trooper",
    "defiance.profiles.human-assault-warrior",
    "defiance.profiles.human-storm-pioneer",
    "defiance.profiles.human-sniper",
    "defiance.profiles.human-corporate-infantry",
    "defiance.profiles.human-after-rider",
    "defiance.profiles.human-harem-warrior",
    "defiance.profiles.human-redcoat",
    "defiance.profiles.human-highlander",
    "defiance.profiles.altai-mausoleum",
    "defiance.profiles.altai-golden-skimmer",
    "defiance.profiles.meraxillan-pyramid",
    "defiance.profiles.human-pitbull",
    "defiance.profiles.vobian-cyber-mecha",
    "defiance.profiles.human-lancer-frame",
    "defiance.profiles.human-kestrel",
    "defiance.profiles.altai-locust",
]
WEAPONS = [
    "defiance.profiles.weapon-machine-pistol",
    "defiance.profiles.weapon-heatsink-carbine",
    "defiance.profiles.weapon-needler",
    "defiance.profiles.weapon-shrieker",
    "defiance.profiles.weapon-hedgehog",
    "defiance.profiles.weapon-shrieker-hedgehog",
    "defiance.profiles.weapon-doppler-grenade-launcher",
    "defiance.profiles.weapon-dazzler-grenade",
    "defiance.profiles.weapon-galva-cannon",
    "defiance.profiles.weapon-grav-cannon",
    "defiance.profiles.weapon-grav-mortar",
    "defiance.profiles.weapon-ghost-gun",
    "defiance.profiles.weapon-kunstler-assault-rifle",
    "defiance.profiles.weapon-gatling-laser",
    "defiance.profiles.weapon-shoulder-cannon",
    "defiance.profiles.weapon-nightmare-simulator",
    "defiance.profiles.weapon-alpha-artifact",
    "defiance.profiles.weapon-beta-artifact",
    "defiance.profiles.weapon-amygdala-stimulus",
    "defiance.profiles.weapon-rams-head",
    "defiance.profiles.weapon-plasma-rifle",
    "defiance.profiles.weapon-plasma-burst-grenade",
    "defiance.profiles.weapon-assault-rifle",
    "defiance.profiles.weapon-hc-handgun",
    "defiance.profiles.weapon-mauser",
    "defiance.profiles.weapon-field-cannon",
    "defiance.profiles.weapon-sniper-rifle",
    "defiance.profiles.weapon-trench-shotgun",
    "defiance.profiles.weapon-heatsink-cannon",
    "defiance.profiles.weapon-elephant-gun",
    "defiance.profiles.weapon-galva-lance",
    "defiance.profiles.weapon-miasma-vent",
    "defiance.profiles.weapon-gamma-artifact",
    "defiance.profiles.weapon-delta-artifact",
    "defiance.profiles.weapon-spore-grenade",
    "defiance.profiles.weapon-bloom-charge",
    "defiance.profiles.weapon-breacher-rocket",
    "defiance.profiles.weapon-smoke-grenade",
    "defiance.profiles.weapon-blast-harness",
]
FORCES = [
    "defiance.profiles.force-meraxilla-1000",
    "defiance.profiles.force-vobian-1000",
    "defiance.profiles.force-altai-1000",
    "defiance.profiles.force-human-1000",
    "defiance.profiles.force-meraxilla-2000",
    "defiance.profiles.force-vobian-2000",
    "defiance.profiles.force-altai-2000",
    "defiance.profiles.force-human-2000",
]


def test_the_lists_above_are_those_of_the_catalogue() -> None:
    kinds = {"infantry": FRAMES, "vehicle": FRAMES, "weapon": WEAPONS, "force": FORCES}
    for entry in ENTRIES:
        if isinstance(entry.table, dict) and entry.table.get("kind") in kinds and not entry.id.endswith("air-strike"):
            assert entry.id in kinds[entry.table["kind"]]
    assert len(FRAMES) == len(frames())
    assert len(WEAPONS) == len(weapons())


# ---- what a value is, and whose, by the merge order of defiance.profiles.format


def is_bound(value: Any) -> bool:
    """Only a limit ("3 or more"), or officers without a price."""
    if isinstance(value, dict):
        return any(part is None for part in value.values())
    return isinstance(value, str) and any(word in value for word in (" or ", "includes", "better"))


def is_blank(value: Any) -> bool:
    return value is None or (isinstance(value, dict) and bool(value) and all(is_blank(part) for part in value.values()))


def settled(table: dict[str, Any], block: str, name: str) -> tuple[Any, str]:
    """The value of a field and where it comes from: stats, then inferred, then proposed."""
    stats, inferred, proposed = table.get(block) or {}, table.get("inferred") or {}, table.get("proposed") or {}
    if not is_blank(stats.get(name)):
        return stats[name], "book"
    if name in inferred and not is_bound(inferred[name]["value"]):
        return inferred[name]["value"], "inferred"
    return proposed.get(f"{name}_value", proposed.get(name)), "ours"


def whose(source: str, name: str, thing: Frame | Weapon, ours_at_all: bool) -> None:
    """Marked as ours if it is, and not if it is the book's."""
    assert (name in thing.ours) == (source == "ours" or ours_at_all), (thing.name, name, source)


@pytest.mark.rule("defiance.profiles.format")
def test_the_first_value_that_is_stated_wins() -> None:
    table = {
        "stats": {"PV": 33, "AR": None, "OF": None, "MV": None},
        "inferred": {"AR": {"value": 1}, "OF": {"value": {"1C": None}}, "MV": {"value": "3 or more"}},
        "proposed": {"PV": 99, "AR": 9, "OF_value": {"1C": 60}, "MV_value": 5, "SZ": 2},
    }
    found = {name: settled(table, "stats", name) for name in ("PV", "AR", "OF", "MV", "SZ")}
    assert found == {
        "PV": (33, "book"),
        "AR": (1, "inferred"),
        "OF": ({"1C": 60}, "ours"),
        "MV": (5, "ours"),
        "SZ": (2, "ours"),
    }
    runner = frames()["runner"]
    assert (runner.cost, runner.hero, runner.armour, runner.powered) == (33, 32, 1, True)
    assert not {"PV", "HC", "AR", "class", "DC"} & set(runner.ours)
    assert {"SZ", "MV", "OF"} <= set(runner.ours)
    assert ("SZ", "2*") in stats_of(runner)
    assert ("PV", "33") in stats_of(runner)
    card = model_of("runner", runner, (("primary", weapons()["shrieker"]),))
    assert {line.name: line.value for line in card.lines}["SZ"] == "2*"
    assert "values of ours" in card.arms[0].text
    fields = BOOK["defiance.profiles.format"].table
    assert set(fields["forms"]) == {"loader", "powerpack", "bracing", "crew-served", "grenade", "cdw"}
    assert {weapon.form for weapon in weapons().values()} == {"", *fields["forms"]}


# ---- frames


def number(value: Any) -> Any:
    return None if value == "-" else value


@pytest.mark.rule(*FRAMES)
@pytest.mark.parametrize("rule", FRAMES)
def test_a_frame_is_as_the_catalogue_has_it(rule: str) -> None:
    entry: Any = BOOK[rule]
    table = entry.table
    name = entry.title.split(" ", 1)[1]
    frame = frames()[key_of(name)]
    ours = table.get("origin") == "ours"
    assert (frame.name, frame.rule, frame.origin) == (name, entry.id, "ours" if ours else "book")
    assert army_named(table["army"]) is armies()[frame.army]

    def value(field: str) -> Any:
        found, source = settled(table, "stats", field)
        whose(source, field, frame, ours)
        return found

    assert frame.cost == value("PV")
    assert frame.size == value("SZ")
    assert frame.quality == value("QU")
    assert frame.move == 1000 * value("MV")
    assert frame.modes == set(value("modes"))
    assert frame.armour == value("AR")
    assert frame.field == (None if value("FS") == "-" else needed(value("FS"))[0])
    assert frame.capacity == value("DC")
    assert (frame.dice, frame.strikes, frame.blows) == rating(value("HR"))
    assert frame.reflex == (number(value("RF")) or 0)
    assert frame.agility == (number(value("AG")) or 0)
    assert frame.vehicle == (table["kind"] == "vehicle")
    if not frame.vehicle:
        assert frame.powered == (value("class") == "PI")
        assert dict(frame.officers) == value("OF")
        assert frame.hero == number(value("HC"))
        assert (frame.covert, frame.covert_cost) == (value("CO"), value("CO_cost"))
        held, proposed = table["weapons"], (table.get("proposed") or {}).get("weapons") or {}
        for slot, mine in (("primary", frame.primary), ("support", frame.support), ("side_arm", frame.side)):
            listed = proposed[slot] if held.get(slot) is None else held[slot]
            assert mine == tuple(map(key_of, listed))
            assert (slot in frame.ours) == (held.get(slot) is None)
    else:
        hull = frame.hull
        assert hull is not None
        assert hull.type == value("TY")
        assert frame.mecha == hull.type.endswith("Mecha")
        assert (hull.structure, hull.actions, hull.room) == (value("SDC"), value("FA"), value("PA"))
        assert hull.entry == tuple(value("EA"))
        costs = value("turn_cost")
        assert hull.turns == tuple(None if costs[w] is None else round(1000 * costs[w]) for w in ("walk", "run", "sprint"))
        assert hull.most_turns == (None if value("max_turns") == "unlimited" else value("max_turns"))
        for slot, raw in zip(hull.slots, table["proposed"]["slots"], strict=True):
            assert (slot.name, slot.weapon) == (raw["slot"], key_of(raw["weapon"]))
            assert (slot.arcs, slot.turret) == (tuple(raw.get("arcs", ())), raw.get("turret", False))
            assert slot.cupola == raw.get("cupola", False)
    assert Frame.read(json.loads(json.dumps(frame.data()))) == frame


# ---- weapons


@pytest.mark.rule(*WEAPONS)
@pytest.mark.parametrize("rule", WEAPONS)
def test_a_weapon_is_as_the_catalogue_has_it(rule: str) -> None:
    entry: Any = BOOK[rule]
    table = entry.table
    name = entry.title.replace(" (Confederate)", "").replace(" combination", "")
    weapon = weapons()[key_of(name)]
    ours = table.get("origin") == "ours"
    assert (weapon.name, weapon.rule) == (name, entry.id)
    assert weapon.key in army_named(table["army"]).weapons  # type: ignore[union-attr]
    proposed = table["proposed"]
    if "modes" in proposed:
        assert [line.name for line in weapon.lines] == proposed["modes"]
        assert weapon.cost == proposed["PV"]
        assert Weapon.read(json.loads(json.dumps(weapon.data()))) == weapon
        return

    def value(field: str) -> Any:
        found, source = settled(table, "weapon", field)
        if field not in ("brackets", "aoe"):
            whose(source, field, weapon, ours)
        return found

    assert weapon.cost == value("PV")
    assert (weapon.type, weapon.target, weapon.rate) == (value("type"), value("target"), value("FR"))
    assert weapon.high == ((table.get("weapon") or {}).get("FR_high") or 0)
    assert weapon.effectors == set(value("effectors"))
    assert weapon.impact == value("IR")
    assert weapon.indirect == value("IF")
    assert weapon.ammo == (None if value("ammo") == "UN" else value("ammo"))
    assert weapon.form == (proposed.get("form") or "")
    assert (weapon.poison, weapon.kamikaze) == (proposed.get("poison", False), proposed.get("kamikaze", False))
    assert weapon.smoke == tuple((proposed.get("smoke") or {"a": 0, "b": 0}).values())
    _brackets(table, weapon)
    _area(table, weapon)
    assert Weapon.read(json.loads(json.dumps(weapon.data()))) == weapon


def _brackets(table: dict[str, Any], weapon: Weapon) -> None:
    """Field by field: printed, inferred, ours."""
    printed, proposed = (table.get("weapon") or {}).get("brackets") or {}, table["proposed"].get("brackets")
    if isinstance(proposed, str):
        assert weapon.brackets == (None,) * 5
        return
    for target, reach in zip(BRACKETS, weapon.brackets, strict=True):
        name = f"{target}+"
        wanted = printed.get(name)
        if wanted is None:
            wanted = (table.get("inferred") or {}).get(name, {}).get("value")
        if wanted is None:
            wanted = proposed[name]
        assert reach == (None if wanted == "-" else NEVER if wanted == "UN" else 1000 * wanted)


def _area(table: dict[str, Any], weapon: Weapon) -> None:
    whole, _ = settled(table, "weapon", "aoe")
    if whole == "-":
        assert weapon.aoe is None
        return
    printed, proposed = (table.get("weapon") or {}).get("aoe") or {}, table["proposed"].get("aoe") or {}
    area = {field: printed.get(field) if printed.get(field) is not None else proposed.get(field) for field in whole}
    assert weapon.aoe is not None
    assert weapon.aoe.radius == 1000 * area["radius"]
    assert weapon.aoe.damage == (needed(area["damage"])[0] if area["damage"] else None)
    assert weapon.aoe.effectors == set(area["effectors"])


@pytest.mark.rule("defiance.profiles.weapon-air-strike")
def test_an_air_strike_has_its_price() -> None:
    price = BOOK["defiance.profiles.weapon-air-strike"].table["proposed"]["PV"]
    assert {army.key: army.air_strike for army in armies().values() if army.air_strikes} == {"human": price}
    assert "air_strike" in armies()["human"].ours


@pytest.mark.rule("defiance.profiles.weapon-notation")
def test_the_two_weapons_that_only_show_how_arcs_are_written() -> None:
    table = BOOK["defiance.profiles.weapon-notation"].table
    assert not {"rail-cannon", "phase-cannon"} & set(weapons())
    for name, slot in (("Rail Cannon", {"arcs": ["L"]}), ("Phase Cannon", {"arcs": ["B"], "cupola": True})):
        raw = {"vehicle": True, "TY": "AFV", "slots": [{"slot": "primary", "weapon": name, **slot}]}
        hull = frame_of("test", "Test", "", raw).hull
        assert hull is not None
        arcs = {"left": ("L",), "back": ("B",)}
        assert hull.slots[0].arcs == arcs[table[name]["arc"]]
        assert hull.slots[0].cupola == table[name]["cupola"]


# ---- armies


@pytest.mark.rule(
    "defiance.profiles.army-meraxilla",
    "defiance.profiles.army-vobian",
    "defiance.profiles.army-altai",
    "defiance.profiles.army-human",
    "defiance.force.standard-units",
)
@pytest.mark.parametrize("key", armies())
def test_an_army_is_as_the_catalogue_has_it(key: str) -> None:
    table = BOOK[f"defiance.profiles.army-{key}"].table
    army, proposed = armies()[key], table["proposed"]
    facts = {
        "largest": "max_unit_size",
        "ad_hoc_percent": "ad_hoc_percent",
        "mob": "mob_formation",
        "torrential": "torrential_fire",
        "air_strikes": "air_strikes",
    }
    for field, name in facts.items():
        ours = table.get(name) is None
        assert getattr(army, field) == (proposed[name] if ours else table[name])
        assert (field in army.ours) == ours
    assert len(army.units) == table.get("standard_units", len(army.units))
    assert sum(unit.exclusive for unit in army.units) == table.get(
        "exclusive_units", sum(unit.exclusive for unit in army.units)
    )
    for unit, (name, raw) in zip(army.units, proposed["unit_list"].items(), strict=True):
        assert (unit.name, unit.exclusive) == (name, raw["exclusive"])
        assert (unit.least, unit.most) == tuple(raw["size"])
        assert unit.frames == tuple(map(key_of, raw["frames"]))
        printed = (table.get("named_units") or {}).get(name)
        assert ("name" in unit.ours) == (printed is None)
        assert ("size" in unit.ours) == (printed is None or not printed.get("size"))
    named = {key_of(frame) for frame in (*table["infantry"], *table["vehicles"], *proposed.get("extra_vehicles", ()))}
    assert set(army.frames) == named
    extra = [name for name in proposed.get("extra_weapons", ()) if name != "Air strike"]
    assert set(army.weapons) == {key_of(name) for name in (*table["weapons"], *extra)}


@pytest.mark.rule("defiance.terms.factions")
def test_there_are_four_armies() -> None:
    assert {army.name for army in armies().values()} == set(BOOK["defiance.terms.factions"].table["armies"])
    assert army_named("human confederacy") is army_named("human") is armies()["human"]
    assert army_named("Romans") is None


@pytest.mark.rule("defiance.force.standard-units", "defiance.stats.quality", "defiance.unit.max-size")
def test_minimum_sizes_follow_from_quality_and_maximum_sizes_from_the_list() -> None:
    for army in armies().values():
        for unit in army.units:
            qualities = {frames()[key].quality for key in unit.frames}
            assert len(qualities) == 1, unit.name
            (quality,) = qualities
            assert unit.least == (1 if quality == "Vehicle" else QUALITIES[quality].least), unit.name
            assert unit.least <= unit.most <= army.largest


@pytest.mark.rule("defiance.stats.frame", "defiance.stats.profile", "defiance.terms.weapon-carrier-type")
def test_frames_of_an_army_differ_and_carry_what_they_can() -> None:
    assert BOOK["defiance.stats.frame"].table["frame"] == ["SZ", "QU", "MV", "AR", "FS", "DC"]
    for army in armies().values():
        lines = [
            (f.size, f.quality, f.move, f.modes, f.armour, f.field, f.capacity) for f in (frames()[key] for key in army.frames)
        ]
        assert len(set(lines)) == len(lines)
        for frame in (frames()[key] for key in army.frames):
            for key in (*frame.primary, *frame.support, *frame.side):
                assert can_carry(frame, weapons()[key]), (frame.name, key)


@pytest.mark.rule("defiance.profiles.point-values", "defiance.stats.point-value")
def test_points_stand_in_a_sensible_relation() -> None:
    """defiance.ex.sapling-seedling-pv"""
    table = BOOK["defiance.profiles.point-values"].table
    for name, (_, printed) in table["model_against_print"].items():
        assert frames()[key_of(name)].cost == printed
    seedling, sapling = frames()["seedling"], frames()["sapling"]
    assert sapling.cost / seedling.cost == 2
    assert QUALITIES[sapling.quality].morale < QUALITIES[seedling.quality].morale
    assert (sapling.move, sapling.dice) > (seedling.move, seedling.dice)
    prices = table["officers"]
    for frame in frames().values():
        for rank, price in frame.officers:
            parts = [part.strip() for part in rank.split(",")]
            assert price == (sum(prices[part] for part in parts) if not frame.matrix else {"1F": 30, "2F": 60}[rank])
        if frame.hero is not None and frame.key != "runner":
            assert frame.hero == (frame.cost if frame.cost <= 60 else 60 + (frame.cost - 60) // 4)
        if not frame.vehicle and frame.key != "seedling":
            level, infiltrates = frame.covert[0], frame.covert.endswith("I")
            assert frame.covert_cost == table["covert"][level] + (table["covert"]["infiltrate"] if infiltrates else 0)


@pytest.mark.rule("defiance.stats.armor-si-pi", "defiance.stats.armor-rating", "defiance.stats.reflex", "defiance.stats.move")
def test_statistics_lie_within_their_bounds() -> None:
    """defiance.ex.armour-storm-warrior-assault-trooper"""
    storm, trooper = frames()["storm-warrior"], frames()["assault-trooper"]
    assert (storm.powered, storm.armour) == (False, 3)
    assert (trooper.powered, trooper.armour) == (True, -1)
    with pytest.raises(ValueError, match=r"defiance\.stats\.armor-si-pi"):
        frame_of("x", "X", "", {"class": "SI", "AR": -1})
    assert frame_of("x", "X", "", {"class": "PI", "AR": 1}).powered  # the reverse does not hold
    reflex, slowest = BOOK["defiance.stats.reflex"].table, BOOK["defiance.stats.move"].table["infantry_range"]
    for frame in frames().values():
        assert -3 <= frame.armour <= 4
        assert reflex["worst"] <= frame.reflex <= reflex["best"]
        if not frame.vehicle:
            assert slowest[0] <= frame.move / 1000 <= slowest[1]
            assert frame.size in BOOK["defiance.stats.size"].table["infantry"]
            assert frame.powered or frame.armour >= 0


def test_what_is_misspelled_is_refused() -> None:
    with pytest.raises(ScenarioError, match="has no 'MW'"):
        frame_of("x", "X", "", {"MW": 4})
    with pytest.raises(ValueError, match=r"defiance\.stats\.quality"):
        frame_of("x", "X", "", {"QU": "Plucky"})
    with pytest.raises(ValueError, match="no bracket '4"):
        weapon_of("x", "X", {"brackets": {"4+": 10}})


# ---- forces


@pytest.mark.rule(*FORCES)
@pytest.mark.parametrize("rule", FORCES)
def test_a_force_is_legal_and_priced_as_stated(rule: str) -> None:
    entry: Any = BOOK[rule]
    table = entry.table
    units = [dict(unit) for unit in table["units"]]
    raw = {"system": "defiance", "name": "Test", "army": table["army"], "points": table["limit"], "units": units}
    roster = parse_roster(json.dumps({**raw, "cost": table["total"]}))
    assert check(roster) == []
    bill = cost(roster)
    assert bill.total == table["total"] <= table["limit"]
    assert [unit.total for unit in bill.units] == [unit["cost"] for unit in units]
    name = entry.id.removeprefix("defiance.profiles.force-")
    ready = load_roster(DATA / "armies" / f"{name}.yaml")
    assert expand(ready) == expand(roster)
    leaders = next(unit for unit in expand(roster) if unit.name == table["primary_commander"])
    assert leaders.status == "standard"
    assert any(figure.ranks.command for figure in leaders.figures)


@pytest.mark.parametrize("path", sorted((DATA / "armies").glob("*.yaml")), ids=lambda path: path.stem)
def test_every_ready_army_is_legal_and_prints(path: Any) -> None:
    roster = load_roster(path)
    assert check(roster) == []
    page = sheet_html(roster)
    assert roster.name in page
    assert "breaks the rules" not in page


@pytest.mark.rule("defiance.ranged.ammo")
def test_the_sheet_has_boxes_for_the_shots_of_every_line() -> None:
    rifle, tube, dart = (Weapon(key=name, name=name, ammo=ammo) for name, ammo in (("Rifle", None), ("Tube", 2), ("Dart", 4)))
    both = Weapon(key="both", name="Both", modes=(rifle, dart))
    figure = FigureSpec(next(iter(frames().values())), (Arm("support", tube), Arm("primary", both)))
    boxes = {tick.label: tick.boxes for tick in ticks(figure, 3) if "shots" in tick.label}
    assert boxes == {"Tube: shots": 6, "Dart: shots": 12}


@pytest.mark.rule("defiance.profiles.point-values")
def test_where_nothing_is_printed_every_value_that_is_written_is_ours() -> None:
    raw = {"FR": 2, "PV": 5, "rule": "defiance.profiles.format", "brackets": {"5+": 10}}
    assert weapon_of("w", "W", {**raw, "origin": "ours"}).ours == ("PV", "FR", "brackets")
    assert weapon_of("w", "W", {**raw, "ours": ["PV"]}).ours == ("PV",)
    assert weapon_of("w", "W", raw).ours == ()
