"""Examples of the catalogue that no test of a chapter plays from end to end; the others are named with their chapter."""

from __future__ import annotations

import pytest

from littlewars.systems.combat_action.basics.sight import between, cover_against, sees
from littlewars.systems.combat_action.fire.shooting import caught
from littlewars.systems.combat_action.fire.targets import Shot, tally
from tests.combat_action.field import Play, a_battle, man, vehicle

FOE = {"model": "bare", "at": [[110, 110]]}


@pytest.mark.rule("combat-action.activation.phases", "combat-action.activation.discipline-phase")
def test_the_phases_of_an_activation() -> None:
    """combat-action.ex.phases: discipline, action resolution, end."""
    play = Play({"r": {"at": [[20, 20]], "hurt": True}, "b": FOE}, "discipline 4", active="r")
    assert play.fell("discipline, r") == [4]
    assert "walk" in play.verbs()
    play.say("done")
    assert play.rule == "combat-action.ready.gain"


@pytest.mark.rule("combat-action.ranged.high-altitude")
@pytest.mark.parametrize(("mine", "its", "value"), [(0, 2, -1), (0, 1, 0), (2, 0, -1), (2, 2, -1), (1, 0, 0)])
def test_altitude_of_shooter_and_target(mine: int, its: int, value: int) -> None:
    """combat-action.ex.altitude-modifier: -1 if either is high, once."""
    units = {
        "r": {"figures": {"1": {"model": "drone", "at": [60, 10], "level": mine}}},
        "b": {"figures": {"1": {"model": "drone", "at": [60, 40], "level": its}}},
    }
    found = tally(a_battle(units), Shot("r.1", "r.1", 0, "standard-fire", "b.1"))
    assert sum(mod.value for mod in found.mods if mod.name == "high altitude") == value


@pytest.mark.rule("combat-action.ranged.cover-pf")
@pytest.mark.parametrize(
    ("flat", "wall", "slit", "bonus"),
    [
        (False, False, False, 0),
        (True, False, False, 1),
        (False, True, False, 2),
        (False, False, True, 3),
        (True, True, False, 2),
    ],
)
def test_only_the_best_cover_counts(flat: bool, wall: bool, slit: bool, bonus: int) -> None:
    """combat-action.ex.cover-bonus: PF 4 becomes 5 flat down, 6 in partial cover or both, 7 at a slit."""
    terrain = []
    if wall:
        terrain.append({"id": "w", "kind": "low-wall", "box": [40, 76, 80, 76.5], "height": 1.5})
    if slit:
        terrain.append({"id": "h", "kind": "building", "box": [55, 75, 65, 85], "height": 6, "slits": [[0, 2, 8]]})
    units = {"r": {"at": [[60, 20]]}, "b": {"figures": {"1": {"model": "bare", "at": [60, 80], "flat": flat}}}}
    battle = a_battle(units, terrain=terrain)
    assert cover_against(battle, battle.state.figures["r.1"], battle.state.figures["b.1"]).bonus == bonus


@pytest.mark.rule("combat-action.machine-damage.hatches", "combat-action.damage.test")
@pytest.mark.parametrize("face", [4, 5, 6])
@pytest.mark.parametrize("inside", [True, False])
def test_hatches_of_a_hull_of_nine(inside: bool, face: int) -> None:
    """combat-action.ex.hatches: Pen 3 opens them from inside (PF 7) on 4 and more, from outside (PF 9) on a 6 only."""
    arms = {"torch": {"class": "close-combat", "pen": 3}}
    models = {"car": vehicle(PF=9), "cutter": man(weapons=["torch"])}
    figures = {
        "1": {"model": "car", "at": [60, 40], "broken": ["hold"]},
        "2": {"model": "driver", "carrier": "r.1", "seat": "pilot"},
    }
    where = {"carrier": "r.1"} if inside else {"at": [60, 47.7]}
    cutter = {"figures": {"1": {"model": "cutter", **where}}}
    units = {"r": {"figures": figures, "leader": "r.2"}, "s": cutter, "b": FOE}
    play = Play(units, active="s", models=models, weapons=arms)
    play.say("close-combat-attack:0:hatch r.1", dice=f"damage {face}")
    assert play["r.1"].opened is (inside or face == 6)


@pytest.mark.rule("combat-action.actions.hide", "combat-action.area.blast")
def test_a_grenade_finds_who_hides() -> None:
    """combat-action.ex.hidden-model: seen from the flank only, and caught by a blast 3 cm away, on 4+."""
    wall = {"id": "wall", "kind": "low-wall", "box": [50, 23, 70, 24], "height": 2}
    hidden = {"figures": {"1": {"at": [60, 21], "hides": "wall"}}}
    battle = a_battle({"r": hidden, "b": {"at": [[60, 60]]}, "bflank": {"at": [[100, 21]]}}, terrain=[wall])
    figures = battle.state.figures
    assert not sees(battle, figures["b.1"], figures["r.1"])
    assert sees(battle, figures["bflank.1"], figures["r.1"])
    assert [(one.id, sure) for one, _, sure in caught(battle, (60000, 16750), 4000)] == [("r.1", False)]


@pytest.mark.rule("combat-action.vehicles.altitude")
def test_ranges_to_flyers_are_measured_on_the_ground() -> None:
    """combat-action.ex.altitude-levels: the level is nothing to a range."""
    units = {"r": {"at": [[60, 10]]}, "b": {"figures": {"1": {"model": "drone", "at": [60, 40], "level": 2}}}}
    figures = a_battle(units).state.figures
    assert between(figures["r.1"], figures["b.1"]) == 30000 - 1250 - 1500
