"""The basics in play: success on four, modifiers that add up, players, measuring, markers, MOVE."""

from __future__ import annotations

import pytest

from littlewars.dice import Scripted
from littlewars.engine import Battle, Mod, ScenarioError
from littlewars.systems.oversoul.basics.rolls import succeeds, tally
from littlewars.systems.oversoul.system import OVERSOUL
from littlewars.systems.oversoul.units.aim import touched_enemies
from littlewars.systems.oversoul.units.allowance import allowance, move_of
from littlewars.systems.oversoul.units.morale import morale_tally
from tests.oversoul.helpers import Play, fallen, finish, row, scenario


def successes(die: int, *mods: int, house_rule: bool = False) -> int:
    """On how many faces of a die a roll with these modifiers succeeds."""
    state = OVERSOUL.setup(scenario({"r": {"profile": "man", "at": [[10, 10]]}}, natural_one_fails=house_rule))
    needed = tally(*(Mod("test", mod, "oversoul.basics.modifier-stacking") for mod in mods)).needed
    won = 0
    for face in range(1, die + 1):
        won += finish(succeeds(Battle(state, Scripted([("", face)])), state.figures["r.1"], die, needed, "a roll"))
    return won


# ---- rolls


@pytest.mark.rule("oversoul.basics.success-on-four")
@pytest.mark.parametrize(("die", "faces"), [(4, 1), (6, 3), (8, 5), (10, 7), (12, 9), (20, 17)])
def test_four_or_more_succeeds(die: int, faces: int) -> None:
    """oversoul.ex.success-chances"""
    assert successes(die) == faces


@pytest.mark.rule("oversoul.basics.no-automatic-results")
def test_neither_a_natural_one_nor_the_highest_face_decides_by_itself() -> None:
    assert successes(8, 3) == 8  # a natural 1 with +3 succeeds
    assert successes(4, -1) == 0  # a natural 4 at -1 fails
    assert successes(20, -17) == 0
    assert successes(8, 3, house_rule=True) == 7


@pytest.mark.rule("oversoul.basics.modifier-stacking")
def test_modifiers_of_different_sources_add_up_without_a_cap() -> None:
    assert successes(6, 2, -1, 1) == successes(6, 2) == 5
    assert successes(12, -2, -2, -1, -1) == 12 - 9


@pytest.mark.rule("oversoul.basics.modifier-stacking", "oversoul.morale.modifiers")
def test_the_same_spell_never_counts_twice_and_everything_else_does() -> None:
    spells = [{"name": "Ironwill", "by": "red", "until": 9}, {"name": "Ironwill", "by": "blue", "until": 9}]
    units = {
        "r": {"figures": fallen("brave", 10, 10, 4, lost=1), "lost": 1, "spells": spells, "leader": "rc"},
        "rc": {"profile": "captain", "at": [[10, 11]]},
    }
    state = Play(units).state
    needs = morale_tally(state, state.units["r"], state.figures["r.1"], "rally")
    assert {mod.name: mod.value for mod in needs.mods} == {
        "quarters lost": -1,
        "frightened": -2,
        "leader attached": 2,
        "Brave": 1,
        "Ironwill": 2,
    }
    assert needs.needed == 4 - 2


@pytest.mark.rule("oversoul.basics.no-automatic-results")
@pytest.mark.parametrize(("house_rule", "gone"), [(False, False), (True, True)])
def test_a_model_with_three_on_recovery_never_falls_but_by_the_house_rule(house_rule: bool, gone: bool) -> None:
    profiles = {"iron": {"die": "d6", "attributes": ["Super Heavy Armor", "Tough"]}, "giant": {"die": "d12"}}
    units = {"r": {"profile": "giant", "at": [[20, 20]]}, "b": {"profile": "iron", "at": [[20, 21.5]], "face": 180}}
    play = Play(units, profiles=profiles, natural_one_fails=house_rule)
    play.say("r", "other", "melee:b.1", dice="melee attack 4, recovery 1")
    assert bool(play["b.1"].gone) is gone


# ---- players


@pytest.mark.rule("oversoul.basics.players-and-equipment")
@pytest.mark.parametrize("count", [1, 5])
def test_two_to_four_sides_play(count: int) -> None:
    sides = {f"s{n}": {} for n in range(count)}
    with pytest.raises(ScenarioError, match=r"oversoul\.basics\.players-and-equipment"):
        OVERSOUL.setup(scenario({}, sides=sides))


@pytest.mark.rule("oversoul.basics.players-and-equipment")
def test_allies_share_a_side_but_not_their_turns() -> None:
    sides = {"red": {"team": "west"}, "blue": {}, "pink": {"team": "west"}}
    units = {
        "r": {"profile": "man", "at": [[10, 10]]},
        "b": {"profile": "man", "at": [[10, 40]]},
        "p": {"side": "pink", "profile": "man", "at": [[30, 10]]},
    }
    play = Play.of(
        {**scenario(units, sides=sides), "turn": {"phase": "round"}},
        dice="initiative 5, initiative 3, initiative 1",
    )
    state = play.state
    assert state.turn.order == ["red", "blue", "pink"]
    assert state.sides["red"].edge == state.sides["pink"].edge != state.sides["blue"].edge
    assert not state.enemies("red", "pink")
    assert state.enemies("pink", "blue")
    assert play.options == ["pass", "r"]  # never the ally's unit
    play.say("pass")
    assert play.asks == "blue round.one-unit-or-pass"


# ---- measuring


@pytest.mark.rule("oversoul.basics.measuring")
@pytest.mark.parametrize(("y", "touching"), [(11.0, True), (11.05, True), (11.051, False)])
def test_contact_is_a_distance_of_nothing_with_a_tolerance_of_a_twentieth(y: float, touching: bool) -> None:
    play = Play({"r": {"profile": "man", "at": [[10, 10]]}, "b": {"profile": "man", "at": [[10, y]]}})
    assert (touched_enemies(play.battle, play["r.1"]) == ["b.1"]) is touching


@pytest.mark.rule("oversoul.basics.measuring")
def test_distances_run_from_base_edge_to_base_edge_to_the_nearest_model_of_a_unit() -> None:
    """Two hulls of 4 by 2 inches side by side: their edges are 8 inches apart when their centres are 10."""
    cars = {"profile": "car", "at": [[10, 10], [20, 10]]}
    play = Play({"r": cars})
    play.say("r", "move")
    assert play.allows({"r.2": [20, 14]})
    assert play.refused({"r.2": [20, 14.2]}) == "move.end-in-cohesion"


# ---- markers


@pytest.mark.rule("oversoul.basics.markers")
def test_hits_that_owe_a_recovery_roll_are_marked_until_it_is_made() -> None:
    units = {
        "r": {"profile": "rifle", "at": row(10, 10, 2)},
        "b": {"profile": "spear", "formation": "line", "at": [10, 15], "face": 180, "count": 4},
    }
    play = Play(units).say("r", "other", "r.1", "shoot:0:b.1", dice="ranged attack 4")
    assert [(hit.target, hit.by) for hit in play.state.acting().hits] == [("b.1", "red")]
    play.say("shoot:0:b.1", dice="ranged attack 2, recovery 4")
    assert play.state.turn.doing is None
    assert not play["b.1"].gone


# ---- MOVE


def spelled(*names: str) -> list[dict[str, object]]:
    return [{"name": name, "by": "red", "until": 99} for name in names]


@pytest.mark.rule("oversoul.basics.move-modifier-order", "oversoul.spells.fast", "oversoul.spells.slow")
@pytest.mark.parametrize(
    ("spells", "running", "inches"),
    [((), False, 6), (("Fast",), False, 8), (("Slow",), False, 4), (("Fast", "Slow"), False, 6), (("Fast",), True, 16)],
)
def test_spells_come_before_doubling(spells: tuple[str, ...], running: bool, inches: int) -> None:
    """oversoul.ex.spell-move"""
    state = Play({"r": {"profile": "man", "at": [[10, 10]], "spells": spelled(*spells)}}).state
    assert allowance(state, state.figures["r.1"], running) == inches * 1000


@pytest.mark.rule("oversoul.basics.move-modifier-order")
def test_damage_comes_after_spells_never_below_nothing_and_before_the_halves() -> None:
    def car(damage: int, *spells: str, **more: object) -> int:
        figures = {"1": {"profile": "sub", "at": [10, 10], "damage": damage, **more}}
        play = Play({"r": {"figures": figures, "spells": spelled(*spells)}}, terrain=[{"water": "deep", "box": [0, 0, 48, 48]}])
        return allowance(play.state, play["r.1"], False)

    assert car(0) == 10_000
    assert car(4) == 6_000
    assert car(8, "Slow") == 0
    assert car(10, "Slow") == 0
    assert car(10, "Fast") == 2_000
    assert car(3, submerged=True) == 3_500  # fractions are kept


TABLE = {"d4": (5, None), "d6": (6, None), "d8": (8, 12), "d10": (10, 10), "d12": (12, 8), "d20": (20, 6)}


@pytest.mark.rule("oversoul.basics.move-table", "oversoul.move.allowance")
@pytest.mark.parametrize(
    ("kind", "die", "inches"),
    [
        (kind, die, move)
        for die, moves in TABLE.items()
        for kind, move in zip(("trooper", "vehicle"), moves, strict=True)
        if move
    ],
)
def test_the_die_fixes_move(kind: str, die: str, inches: int) -> None:
    """oversoul.ex.move-table, for every die a model may have"""
    play = Play({"r": {"profile": "odd", "at": [[10, 10]]}}, profiles={"odd": {"kind": kind, "die": die}}).say("r", "move")
    assert play.allows({"r.1": [10, 10 + inches]})
    assert play.refused({"r.1": [10, 10 + inches + 0.01]}) == "move.allowance"


@pytest.mark.rule("oversoul.basics.move-modifier-order", "oversoul.attr.fast-trooper", "oversoul.attr.slow-trooper")
@pytest.mark.parametrize(
    ("attributes", "die", "inches"),
    [(["Fast"], "d6", 8), (["Slow"], "d6", 5), (["Fast"], "d20", 24), (["Slow"], "d4", 4), (["Mounted"], "d8", 12)],
)
def test_fast_and_slow_troopers_and_common_steeds_move_as_the_tables_say(attributes: list[str], die: str, inches: int) -> None:
    """oversoul.ex.fast-slow-d6, oversoul.ex.mounted-move"""
    profiles = {"odd": {"die": die, "attributes": attributes}}
    play = Play({"r": {"profile": "odd", "at": [[10, 10]]}}, profiles=profiles)
    assert move_of(play.state, play["r.1"]) == inches * 1000
    play.say("r", "move")
    assert play.refused({"r.1": [10, 10 + inches + 0.01]}) == "move.allowance"
    assert play.allows({"r.1": [10, 10 + inches]})


@pytest.mark.rule("oversoul.attr.fast-vehicle", "oversoul.attr.slow-vehicle")
@pytest.mark.parametrize(("attribute", "inches"), [("Fast", 14), ("Slow", 6)])
def test_fast_and_slow_vehicles_gain_and_lose_four(attribute: str, inches: int) -> None:
    """oversoul.ex.fast-slow-vehicle"""
    profiles = {"odd": {"kind": "vehicle", "die": "d10", "attributes": [attribute]}}
    play = Play({"r": {"profile": "odd", "at": [[10, 10]]}}, profiles=profiles).say("r", "move")
    assert play.refused({"r.1": [10, 10 + inches + 0.01]}) == "move.allowance"
    assert play.allows({"r.1": [10, 10 + inches]})
