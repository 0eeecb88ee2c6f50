"""Snap shots in the movement phase: points of a finished way, and what they end (xenocide.snap.*); separated units, broken
units that are held, follow-ups and retreats at their limits."""

from __future__ import annotations

import random
from typing import Any

import pytest

from littlewars.engine import Battle
from littlewars.systems.xenocide.basics.numbers import SNAP
from littlewars.systems.xenocide.basics.state import FinishedMove, State, Unit
from littlewars.systems.xenocide.fire.aim import AlikeAttacks, aim, arms, could_hit
from littlewars.systems.xenocide.fire.declare import usual_volley
from littlewars.systems.xenocide.fire.views import (
    glimpses,
    mingled_with,
    sights,
    think,
    thought_at,
    view,
)
from littlewars.systems.xenocide.melee.phase import Closing, who_may_retreat
from littlewars.systems.xenocide.move.compulsory import FallBack, not_nearer
from littlewars.systems.xenocide.move.snapping import Passing, begin_march, places_at, standing_at
from littlewars.systems.xenocide.move.ways import Allowance
from littlewars.systems.xenocide.turn.movement import has_duty
from tests.xenocide.squads import Play, a_battle, a_state, row

MOVING: dict[str, Any] = {"phase": "movement", "number": 1, "stage": "units", "first": "red", "at": "red"}
MELEE: dict[str, Any] = {"phase": "melee", "number": 1, "first": "red"}
WATCH: dict[str, Any] = {"b": {"at": [[20, 24]], "order": "opportunity"}}


def going(units: dict[str, Any], **more: Any) -> Play:
    """The movement phase, with unit r to move."""
    play = Play(units, turn=MOVING, **more)
    if play.rule == "xenocide.move.side-by-side":
        play.say("r")
    return play


def groups_now(battle: Battle[State], unit: Unit, target: Unit) -> tuple[AlikeAttacks, ...]:
    """What a unit would usually fire at another where that stands now."""
    volley = usual_volley(battle, unit, target) if could_hit(battle, unit, target) else None
    return aim(battle, volley, SNAP).groups if volley else ()


def choices(play: Play, unit: str) -> dict[str, int]:
    """The points that are offered to a unit, with what it needs there."""
    ask: Any = play.game.ask
    return {option.id: option.tally.needed for option in ask.written[unit] if option.tally}


# ---- points of a way


@pytest.mark.rule("xenocide.snap.point")
def test_every_model_is_taken_at_the_same_fraction_of_its_own_way() -> None:
    state = a_state({"r": {"at": row(20, 10, 2)}, **WATCH})
    trail = {"r.1": ((20_000, 10_000), (20_000, 14_000)), "r.2": ((21_500, 10_000), (25_500, 10_000), (25_500, 14_000))}
    begin_march(state, state.units["r"], trail)
    march = state.turn.march
    assert march is not None
    assert places_at(state, march, 4) == {"r.1": (20_000, 12_000), "r.2": (25_500, 10_000)}
    assert places_at(state, march, 8) == {"r.1": (20_000, 14_000), "r.2": (25_500, 14_000)}
    battle = a_battle({"r": {"at": row(20, 10, 2)}, **WATCH})
    assert list(Passing(battle, march, state.units["r"]).eighths) == list(range(9))
    assert list(Passing(battle, FinishedMove("r", {}, jumped=True), state.units["r"]).eighths) == [0, 8]


GROUND = [
    {"id": "wood", "kind": "sparse-wood", "box": [10, 18, 16, 24]},
    {"id": "wall", "kind": "low-wall", "box": [18, 20, 28, 20.5]},
    {"id": "hill", "kind": "hill", "box": [30, 16, 40, 26], "height": 2, "flat": True, "view": "clear"},
    {"id": "wreck of truck", "kind": "wreck", "box": [24, 27, 26, 29]},
]


@pytest.mark.rule("xenocide.snap.point", "xenocide.targeting.intermingled")
@pytest.mark.parametrize("profile", ["man", "big", "flyer", "truck"])
def test_who_is_thought_of_is_found_as_if_it_stood_there(profile: str) -> None:
    rng, shots, mixed = random.Random(4), 0, 0
    models = [[14, 8]] if profile == "truck" else row(12, 8, 4)
    units = {
        "r": {"at": models, "profile": profile, "airborne": profile == "flyer"},
        "r2": {"at": row(20, 14, 5)},
        "b": {"at": row(18, 38, 4), "order": "opportunity"},
        "b2": {"at": row(14, 30, 3)},
        "b3": {"at": [[34, 34]], "profile": "truck", "face": 180},
    }
    battle = a_battle(units, terrain=GROUND)
    target, state = battle.state.units["r"], battle.state
    armed = {name: arms(battle, state.units[name]).reach for name in ("b", "b2", "b3")}
    for _ in range(30):
        x, y = rng.randrange(6000, 40000), rng.randrange(6000, 30000)
        places = {figure.id: (figure.x - 14000 + x, figure.y - 8000 + y) for figure in state.standing(target)}
        thought = think(battle, target, {name: (at,) for name, at in places.items()}, (1,), 1)
        found = {name: glimpses(battle, target, thought, state.units[name], reach)[0] for name, reach in armed.items()}
        quick = {name: sights(battle, state.units[name], target, reach, thought) for name, reach in armed.items()}
        with standing_at(battle, target, places):
            for name in armed:
                assert found[name]["mingled", target.id] == mingled_with(battle, target)
                mixed += bool(found[name]["mingled", target.id])
                foe, seen = state.units[name], found[name]["view", name, target.id]
                there = view(battle, foe, target)
                assert (seen.least, seen.nearest) == (there.least, there.nearest)
                assert (seen.sees.tolist(), seen.gaps.tolist()) == (there.sees.tolist(), there.gaps.tolist())
                shot, groups = could_hit(battle, foe, target), groups_now(battle, foe, target)
                assert quick[name] == [shot]
                with thought_at(battle, places, found[name]):
                    assert could_hit(battle, foe, target) == shot
                    assert groups_now(battle, foe, target) == groups
                shots += bool(groups)
    assert shots > 10
    assert mixed or profile in ("flyer", "truck")


@pytest.mark.rule("xenocide.snap.point", "xenocide.snap.penalty")
def test_the_shooter_names_the_point_after_the_way_is_gone() -> None:
    wall = [{"id": "wall", "kind": "high-wall", "box": [18, 14, 22, 14.5]}]
    units = {"r": {"at": [[15, 10]], "order": "run"}, **WATCH}
    play = going(units, terrain=wall)
    play.say({"r.1": [20, 10]})
    assert (play.asks, play.at("r.1")) == ("blue snap.point", (20, 10))
    found = choices(play, "b")
    assert "0" in found  # at its start it is seen, at its end the wall hides it
    assert "8" not in found
    assert found["0"] == 2  # skill 3, and -1
    play.say({"b": "0"}, {"b.1": "rifle"}, dice="hit 2, save 9")
    assert (play["r.1"].gone, play.at("r.1"), play.unit("b").snapped) == ("killed", (20, 10), True)


@pytest.mark.rule("xenocide.snap.point")
def test_every_point_is_offered_at_which_it_is_seen_and_in_reach() -> None:
    play = going({"r": {"at": [[20, 10]]}, **WATCH})
    play.say({"r.1": [20, 12]})
    ask: Any = play.game.ask
    assert list(ask.items["b"]) == ["hold", *map(str, range(9))]
    near = going({"r": {"at": [[20, 10]]}, "b": {"at": [[20, 31]], "order": "opportunity", "profile": "pistoleer"}})
    near.say({"r.1": [20, 14]})
    there: Any = near.game.ask
    assert 1 < len(there.items["b"]) < 10
    assert there.items["b"][-1] == "8"


@pytest.mark.rule("xenocide.snap.who")
def test_who_does_not_move_is_not_shot_at_and_others_do_not_shoot() -> None:
    still = going({"r": {"at": [[20, 10]]}, **WATCH})
    still.say({})
    assert still.rule != "xenocide.snap.point"
    for more in ({"order": "standard"}, {"order": "run"}, {"snapped": True}):
        play = going({"r": {"at": [[20, 10]]}, "b": {**WATCH["b"], **more}})
        play.say({"r.1": [20, 12]})
        assert play.rule != "xenocide.snap.point"


@pytest.mark.rule("xenocide.snap.moving-player")
def test_friends_of_the_mover_take_no_snap_shots() -> None:
    units = {"r": {"at": [[20, 10]]}, "s": {"at": [[24, 10]], "order": "opportunity"}, "b": {"at": [[20, 24]]}}
    play = going(units)
    play.say({"r.1": [20, 12]})
    assert play.rule == "xenocide.move.side-by-side"


@pytest.mark.rule("xenocide.snap.resolution")
def test_where_a_shot_ends_the_contact_no_melee_comes_about() -> None:
    units = {
        "r": {"at": [[20, 21], [20, 16]], "order": "run"},
        "b": {"at": [[20, 24]], "profile": "bare"},
        "bb": {"at": [[26, 24]], "order": "opportunity"},
    }
    play = going(units)
    play.say({"r.1": [20, 23]})
    assert play.unit("r").engaged == ["b"]
    play.say({"bb": "0"}, {"bb.1": "rifle"}, dice="hit 1, save 9")
    assert play.rule == "xenocide.save.casualties"
    play.say(["r.1"])
    assert (play.unit("r").engaged, play.unit("b").engaged, play.unit("r").charged) == ([], [], False)
    held = going(units)
    held.say({"r.1": [20, 23]}, {"bb": "hold"})
    assert held.unit("r").engaged == ["b"]


# ---- separated units


@pytest.mark.rule("xenocide.move.coherency-restore")
def test_a_separated_unit_comes_together_if_it_can() -> None:
    far = {"b": {"at": [[20, 46]], "profile": "bare"}}
    units = {"r": {"at": [[10, 10], [11.5, 10], [21, 10]]}, **far}
    battle = a_battle(units, turn=MOVING)
    assert has_duty(battle, battle.state.units["r"])
    play = going(units)
    assert play.refused({}) == "move.coherency-restore"
    assert play.refused({"r.3": [20, 10]}) == "move.coherency-restore"
    play.say({"r.3": [19, 10]})
    assert [play[f"r.{n}"].gone for n in (1, 2, 3)] == ["", "", ""]
    lost = a_battle({"r": {"at": [[10, 10], [11.5, 10], [30, 10]]}, **far}, turn=MOVING)
    assert not has_duty(lost, lost.state.units["r"])  # it cannot


@pytest.mark.rule("xenocide.move.coherency-restore")
def test_who_cannot_come_back_is_lost_also_where_all_stay() -> None:
    far = {"b": {"at": [[20, 46]], "profile": "bare"}}
    play = Play({"r": {"at": [[10, 10], [11.5, 10], [30, 10]]}, **far}, turn=MOVING)
    play.say("done")
    assert [play[f"r.{n}"].gone for n in (1, 2, 3)] == ["", "", "lost"]


@pytest.mark.rule("xenocide.orders.run-minimum", "xenocide.suppressed-move.run")
@pytest.mark.parametrize(("markers", "y", "rule"), [
    (0, 13.9, "orders.run-minimum"), (0, 14, ""), (0, 18, ""), (0, 18.1, "move.allowance"),
    (1, 13.9, "orders.run-minimum"), (1, 16, ""), (1, 16.1, "suppressed-move.towards"),
    (3, 11.9, "orders.run-minimum"), (3, 12, ""), (3, 12.1, "suppressed-move.towards"),
    (3, 6.1, "orders.run-minimum"), (3, 6, ""), (3, 2, ""),
])  # fmt: skip
def test_from_where_to_where_a_run_goes(markers: int, y: float, rule: str) -> None:  # the example run-distance
    men = row(20, 10, 4)
    play = going({"r": {"at": men, "order": "run", "markers": markers}, "b": {"at": [[22, 40]], "profile": "bare"}})
    legs = {f"r.{n + 1}": [x, y] for n, (x, _) in enumerate(men)}
    assert (play.refused(legs) if rule else play.allows(legs)) == (rule or True)


# ---- broken units


@pytest.mark.rule("xenocide.broken.passed")
def test_a_broken_unit_engages_nobody_else_either() -> None:
    units = {"r": {"at": [[20, 20]], "markers": 1, "panic": "stands"}, "b": {"at": [[20, 24]]}, "bb": {"at": [[20, 15]]}}
    battle = a_battle(units, turn=MOVING)
    refusal = not_nearer(battle, battle.state.units["r"])({"r.1": (20_000, 16_000)})
    assert refusal is not None  # away from b, into bb
    assert refusal.rule == "xenocide.broken.passed"


@pytest.mark.rule("xenocide.broken.fixed-weapons", "xenocide.size.move-after")
def test_who_passed_is_held_by_what_he_fired() -> None:
    units = {
        "r": {"at": row(20, 20, 2), "profile": "gunner", "markers": 2, "panic": "stands"},
        "b": {"at": [[22, 40]], "profile": "bare"},
    }
    state = a_state(units, turn=MOVING)
    state.figures["r.1"].fired = ("light-machine-gun",)
    play = Play.__new__(Play)
    play.begin(state, "")
    assert play.rule == "xenocide.broken.seek-cover"
    assert set(play.budget) == {"r.2"}


# ---- after a melee


@pytest.mark.rule("xenocide.melee.close-up")
def test_closing_up_costs_no_terrain() -> None:
    rubble = [{"id": "rubble", "kind": "rubble", "box": [18, 17, 30, 24]}]
    units = {
        "r": {"at": [[20, 20], [23.9, 21]], "profile": "bare", "engaged": ["b"]},
        "b": {"at": [[20, 21], [20.9, 21.9]], "profile": "bare", "engaged": ["r"]},
    }
    battle = a_battle(units, turn=MELEE, terrain=rubble)
    closing = Closing(battle, battle.state.units["r"], Allowance({"r.2": 2000}, 0, 0, ()))
    assert closing.fallbacks[0] != ()
    play = Play(units, turn=MELEE, terrain=rubble)
    assert play.rule == "xenocide.melee.close-up"
    assert play.allows({"r.2": [21.9, 21]})  # two inches, all of them in rubble


@pytest.mark.rule("xenocide.result.voluntary-retreat")
def test_losers_are_asked_first_and_those_who_must_are_not_asked() -> None:
    units = {
        "r": {"at": [[20, 20]], "engaged": ["b"]},
        "s": {"at": [[22, 20]], "engaged": ["b"]},
        "b": {"at": [[21, 21]], "engaged": ["r", "s"]},
    }
    battle = a_battle(units, turn=MELEE)
    state = battle.state
    state.units["b"].lost = True
    state.turn.losers = ["s"]
    assert [unit.id for unit in who_may_retreat(battle, list(state.units.values()))] == ["b", "r"]


@pytest.mark.rule("xenocide.retreat.move")
def test_a_retreat_prefers_a_place_clear_of_all_enemies() -> None:
    wood = [{"id": "wood", "kind": "sparse-wood", "box": [16, 18.5, 19, 20]}]
    units = {"r": {"at": [[20, 20]], "profile": "bare"}, "b": {"at": [[20, 21.5]], "profile": "bare"}}
    battle = a_battle(units, turn=MELEE, terrain=wood)
    unit = battle.state.units["r"]
    legs, _ = FallBack(battle, unit, Allowance({"r.1": 8000}, 0, 0, ()), clear=4000).best
    to = legs[0].steps[-1].to
    assert to is not None
    assert (to[0] - 20_000) ** 2 + (to[1] - 21_500) ** 2 >= 5000**2  # the wood is too near


@pytest.mark.rule("xenocide.followup.move", "xenocide.broken.passed")
def test_a_broken_unit_follows_up_to_no_enemy() -> None:
    units = {
        "r": {"at": row(20, 20, 1), "profile": "bare", "markers": 1},
        "b": {"at": [[20, 30]], "profile": "bare"},
    }
    play = Play(units, turn={**MELEE, "stage": "following", "queue": ["r"], "fought": ["r"]})
    assert play.rule == "xenocide.followup.move"
    assert play.refused({"r.1": [20, 22]}) == "broken.passed"
    assert play.allows({"r.1": [20, 18]})
