"""Laying suppression: who contributes, its size, its place, torrential fire (defiance.suppression.*)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from littlewars.systems.defiance.basics.consequences import CONSEQUENCES
from littlewars.systems.defiance.basics.numbers import INCH
from littlewars.systems.defiance.basics.profiles import Weapon
from littlewars.systems.defiance.basics.sight import ahead_of, away, seen_by
from littlewars.systems.defiance.basics.state import Rect, State, Team, Template
from littlewars.systems.defiance.orders.orders import available, may_cover
from littlewars.systems.defiance.suppression.aim import aims, bonus_of, find_aims, length_of, line_for, rate_of
from littlewars.systems.defiance.suppression.area import (
    WIDTH,
    rectangle,
    refuse_piece,
    usual_piece,
    usual_pieces,
)
from littlewars.systems.defiance.suppression.template import (
    TEMPLATE_LOF,
    divisions,
    shot_at,
)
from littlewars.table.board.hulls import overlap
from littlewars.table.constants import TOUCH
from littlewars.table.facing import step_to
from littlewars.table.shapes.bases import apart2, centre2
from tests.defiance.squads import Play, a_battle, a_state, row, run
from tests.defiance.strips import laid, template


def weapon(rate: int, high: int = 0) -> Weapon:
    return Weapon(key="w", name="w", rate=rate, high=high)


@pytest.mark.rule("defiance.suppression.eligible-weapons", "defiance.suppression.prohibited-weapons")
def test_which_weapons_suppress() -> None:
    names = {"rifle": True, "single": True, "split": True, "rocket": False, "cone": False, "mortar": False}
    for name, able in names.items():
        figure = a_battle({"r": {"at": [[20, 10]], "primary": name}, "b": {"at": [[20, 30]]}}).state.figures["r.1"]
        assert (line_for(figure, "primary") is not None) is able
    side = a_battle({"r": {"at": [[20, 10]], "primary": "", "side_arms": "pistol"}, "b": {"at": [[20, 30]]}}).state.figures[
        "r.1"
    ]
    assert line_for(side, "primary") is None
    assert line_for(side, "support") is None


@pytest.mark.rule("defiance.suppression.fr1-cluster", "defiance.suppression.elite-single", "defiance.suppression.split-fr")
def test_single_shot_weapons_suppress_only_together() -> None:
    def able(primary: str, count: int) -> bool:
        battle = a_battle({"r": {"frame": "elite", "at": row(20, 10, count), "primary": primary}, "b": {"at": [[20, 28]]}})
        return bool(find_aims(battle, battle.state.members(battle.state.units["r"]), "primary"))

    assert [able("single", 1), able("single", 2), able("rifle", 1), able("split", 1)] == [False, True, True, True]
    assert (rate_of(weapon(1, 2)), rate_of(weapon(1, 2), high=False)) == (2, 1)


@pytest.mark.rule(
    "defiance.suppression.target-unit", "defiance.suppression.firing-figure", "defiance.orders.suppression-wasted-no-los"
)
def test_the_nearest_pair_gives_target_and_firing_figure() -> None:
    # defiance.ex.suppression-nearest-pair, shifted by (10, 5): A sees both, B only the second behind his wall, C nobody
    house = {"id": "h", "category": "impassable", "box": [15.2, 7, 22, 9], "height": 8}
    wall = {"id": "w", "category": "impassable", "box": [12.1, 7.5, 13.9, 8.5], "height": 8}
    units = {"r": {"at": [[10, 5], [14, 5], [18, 5]]}, "b1": {"at": [[10, 23]]}, "b2": {"at": [[16, 22]]}}
    battle = a_battle(units, terrain=[house, wall])
    figures = battle.state.figures
    assert [set(seen_by(battle, figures[name])) for name in ("r.1", "r.2", "r.3")] == [{"b1.1", "b2.1"}, {"b2.1"}, set()]
    pairs = (("r.1", "b1.1", 18.0), ("r.1", "b2.1", 18.03), ("r.2", "b2.1", 17.12))
    for mine, theirs, far in pairs:
        assert away(figures[mine], figures[theirs]) / INCH == pytest.approx(far, abs=0.01)
    (found,) = find_aims(battle, battle.state.members(battle.state.units["r"]), "primary")
    assert (found.target.id, found.firer.id, [figure.id for figure in found.contributors]) == ("b2.1", "r.2", ["r.1", "r.2"])


@pytest.mark.rule("defiance.suppression.target-unit")
@pytest.mark.parametrize("seed", range(20))
def test_the_nearest_pair_is_found_whoever_looks_first(seed: int) -> None:
    """By the plain way: of all pairs in arc and sight those with the least distance; on a coarse grid there are ties."""
    rng = Random(seed)
    spots = {name: rng.sample(range(40), 4) for name in ("r", "b")}
    units = {
        name: {"at": [[4 + 4 * (k % 10), (4 if name == "r" else 24) + 4 * (k // 10)] for k in spots[name]]} for name in spots
    }
    battle = a_battle(units)
    state, figures = battle.state, battle.state.members(battle.state.units["r"])
    for figure in figures:
        figure.face = rng.choice((0, 3000, 33_000))
    pairs = {
        (figure.id, name): centre2(figure.at, state.figures[name].at)
        for figure in figures
        for name in seen_by(battle, figure)
        if ahead_of(figure, [state.figures[name]])
    }
    nearest = {pair for pair, far in pairs.items() if far == min(pairs.values())}
    found = find_aims(battle, figures, "primary")
    assert {(aim.firer.id, aim.target.id) for aim in found} == nearest


@pytest.mark.rule("defiance.suppression.target-unit", "defiance.orders.aim-privilege")
def test_elite_figures_and_aimers_choose_the_unit() -> None:
    units: dict[str, Any] = {"r": {"at": [[20, 5]]}, "b1": {"at": [[20, 18]]}, "b2": {"at": [[22, 24]]}}

    def units_of(frame: str, **more: Any) -> set[str]:
        battle = a_battle({**units, "r": {"frame": frame, "at": [[20, 5]], **more}})
        unit = battle.state.units["r"]
        return {aim.target.unit for aim in aims(battle, unit, battle.state.members(unit), "primary")}

    assert units_of("man") == {"b1"}
    assert units_of("elite") == {"b1", "b2"}
    assert units_of("man", aims=["b2"], aimed=2) == {"b1", "b2"}


@pytest.mark.rule("defiance.suppression.max-range")
def test_the_target_must_be_in_range_of_the_firing_figure() -> None:
    def able(far: float) -> bool:
        battle = a_battle({"r": {"at": [[20, 5]], "primary": "gun"}, "b": {"at": [[20, 5 + far]]}}, table=[48, 60])
        return bool(find_aims(battle, battle.state.members(battle.state.units["r"]), "primary"))

    assert (able(45), able(45.1)) == (True, False)


@pytest.mark.rule(
    "defiance.suppression.template-width",
    "defiance.suppression.template-length",
    "defiance.suppression.template-fr1",
    "defiance.suppression.template-additional",
)
def test_sizes_of_templates() -> None:
    # defiance.ex.template-sizes, defiance.ex.template-length-cap
    sizes = {
        (3,): 3,
        (1, 1): 2,
        (1, 1, 1, 1, 1): 4,
        (3, 1): 4,
        (2, 2, 2, 2): 4,
        (4,): 4,
        (5,): 4,
        (6, 2): 4,
        (2, 1): 3,
        (1, 1, 1): 3,
    }
    for rates, length in sizes.items():
        assert length_of([weapon(rate) for rate in rates], [False] * len(rates), False) == length * INCH
    assert WIDTH == 2 * INCH


@pytest.mark.rule("defiance.suppression.torrential-size", "defiance.suppression.torrential-maximum")
def test_torrential_fire_doubles_the_area() -> None:
    sizes = {(3,): 6, (1, 1): 4, (3, 1): 8, (4, 4): 8, (2,): 4}
    for rates, length in sizes.items():
        assert length_of([weapon(rate) for rate in rates], [False] * len(rates), True) == length * INCH


def many(rates: list[int]) -> tuple[State, Template]:
    arms = {f"w{rate}": {"FR": rate, "brackets": {"5+": 40}} for rate in set(rates)}
    figures = {str(n + 1): {"primary": f"w{rate}"} for n, rate in enumerate(rates)}
    names = [f"b.{n + 1}" for n in range(len(rates))]
    units = {"b": {"at": row(10, 40, len(rates)), "face": 180, "primary": "", "figures": figures}, "r": {"at": [[20, 20]]}}
    made = {"contributors": names, "arms": dict.fromkeys(names, 0)}
    state = laid(units, template=made, weapons=arms).state
    return state, state.templates[0]


@pytest.mark.rule("defiance.suppression.contributor-bonus")
def test_further_weapons_lower_the_number() -> None:
    # defiance.ex.suppression-roll-reduction, defiance.ex.template-length-cap
    assert [bonus_of(*many(rates)) for rates in ([5], [6, 2], [2, 1], [1, 1, 1], [3, 3, 3], [1, 1])] == [0, 1, 1, 1, 2, 0]
    assert [bonus_of(*many(rates)) for rates in ([3] * 7, [1] * 8)] == [6, 6]  # no limit as for the length
    state, made = many([3, 3, 3])
    shot = shot_at(state, made, state.figures["r.1"], TEMPLATE_LOF)
    assert shot is not None
    assert (shot.tally.base, shot.tally.needed) == (5, 5 - 2 + 3)


def firer_and_target(far: float) -> tuple[Any, Any]:
    state = a_battle({"r": {"at": [[20, 5]]}, "b": {"at": [[20, 5 + far]]}}).state
    return state.figures["r.1"], state.figures["b.1"]


def why(far: float, at: tuple[float, float], face: float = 90, length: float = 3) -> str:
    piece = Rect(round(at[0] * 1000), round(at[1] * 1000), round(face * 100), round(length * 1000))
    found = refuse_piece(*firer_and_target(far), [piece])
    return found.rule.removeprefix("defiance.suppression.") if found else ""


@pytest.mark.rule("defiance.suppression.template-placement", "defiance.suppression.min-distance")
def test_the_template_touches_the_target_and_keeps_its_distance() -> None:
    assert why(20, (20, 25)) == ""
    assert why(20, (20, 26.4)) == ""  # the edge touches the base
    assert why(20, (20, 28)) == "template-placement"
    assert why(20, (20, 25), face=37) == ""  # any angle
    assert why(12, (20, 15.5)) == "min-distance"
    assert why(12, (20, 16.05)) == ""


@pytest.mark.rule("defiance.suppression.target-within-ten")
def test_a_target_nearer_than_ten_inches_pushes_it_out() -> None:
    assert why(6, (20, 16.05)) == ""
    assert why(6, (20, 18)) == "target-within-ten"
    assert why(6, (20, 11)) == "min-distance"


@pytest.mark.parametrize("far", [4, 8, 9.9, 10.2, 11, 12, 14, 20, 33])
def test_there_is_always_a_usual_place(far: float) -> None:
    for length in (2, 3, 4):
        assert refuse_piece(*firer_and_target(far), [usual_piece(*firer_and_target(far), length * INCH)]) is None


@pytest.mark.rule("defiance.suppression.torrential-placement")
def test_pieces_of_torrential_fire_hang_together() -> None:
    firer, target = firer_and_target(20)
    first, near, far = Rect(20_000, 25_000, 9000, 4000), Rect(20_000, 27_000, 9000, 4000), Rect(20_000, 30_000, 9000, 4000)
    assert refuse_piece(firer, target, [first, near]) is None
    found = refuse_piece(firer, target, [first, far])
    assert found is not None
    assert found.rule == "defiance.suppression.torrential-placement"


@pytest.mark.rule("defiance.suppression.torrential-placement", "defiance.suppression.target-within-ten")
def test_pieces_hang_together_also_when_the_target_is_within_ten_inches() -> None:
    firer, target = firer_and_target(6)
    first, next_to_it, far = (Rect(x, 16_030, 9000, 4000) for x in (20_000, 24_000, 40_000))
    assert refuse_piece(firer, target, [first, next_to_it]) is None
    found = refuse_piece(firer, target, [first, far])
    assert found is not None
    assert found.rule == "defiance.suppression.torrential-placement"


@pytest.mark.rule("defiance.infweapon.crew-both", "defiance.suppression.fr1-cluster")
def test_a_crew_is_one_contributor_to_suppression() -> None:
    cannon = {"FR": 1, "form": "crew-served", "target": "AV", "brackets": {"5+": 20, "7+": 40}}

    def able(count: int) -> bool:
        places = [[20 + 1.5 * number, 10] for number in range(count)]
        battle = a_battle(
            {"r": {"at": places, "primary": "", "support": "cannon"}, "b": {"at": [[20, 28]]}}, weapons={"cannon": cannon}
        )
        unit = battle.state.units["r"]
        return bool(aims(battle, unit, battle.state.members(unit), "support"))

    assert [able(2), able(4)] == [False, True]  # two single shots need two guns


@pytest.mark.rule("defiance.suppression.target-unit")
def test_of_enemies_equally_near_the_owner_chooses() -> None:
    units = {
        "r": {"at": [[20, 10]], "primary": "gun"},
        "b": {"at": [[16, 26]]},
        "b2": {"at": [[24, 26]]},
        "b3": {"at": [[20, 30]]},
    }
    battle = a_battle(units)
    found = find_aims(battle, battle.state.members(battle.state.units["r"]), "primary")
    assert [aim.target.id for aim in found] == ["b.1", "b2.1"]


@pytest.mark.rule("defiance.suppression.torrential-availability", "defiance.suppression.torrential-size")
@pytest.mark.parametrize(("chosen", "length"), [("normal", 3000), ("torrential", 6000)])
def test_who_may_fire_in_torrents_says_each_time_whether_he_does(chosen: str, length: int) -> None:
    sides = {"red": {"edge": "south", "torrential": True}, "blue": {"edge": "north"}}
    units = {"r": {"at": [[20, 10]], "primary": "gun"}, "b": {"at": [[20, 30]]}}
    play = Play(units, dice="card 1", sides=sides).say("primary-suppression")
    assert play.options == ["normal", "torrential"]
    play.say(chosen, *(["4 + 2"] if chosen == "torrential" else []))
    things = play.game.ask.sheet()["things"]  # type: ignore[union-attr]
    assert sum(thing["size"][0] for thing in things.values()) == length
    other = Play(units, dice="card 1").say("primary-suppression")
    assert other.asks == "red suppression.template-placement"  # not in every army


@pytest.mark.rule("defiance.suppression.friend-and-foe")
def test_who_lays_a_template_is_told_whom_it_touches() -> None:
    """The target, a comrade of his who is near it, and one's own man in the fringe."""
    units = {"r": {"at": [[20, 10]], "primary": "gun"}, "r2": {"at": [[21, 20]]}, "b": {"at": [[20, 30], [21.2, 30]]}}
    ask: Any = Play(units, dice="card 1").say("primary-suppression").game.ask
    (trace,) = ask.trace(ask.default())
    assert {(one.figure, one.what) for one in trace.meets} == {
        ("b.1", "under the template"),
        ("b.2", "under the template"),
        ("r2.1", "in its fringe"),
    }


@pytest.mark.rule("defiance.suppression.torrential-placement")
@pytest.mark.parametrize(("chosen", "sizes"), [("4 + 2", [4, 2]), ("3 + 3", [3, 3]), ("2 + 2 + 2", [2, 2, 2])])
def test_the_owner_says_into_which_pieces_torrential_fire_is_laid(chosen: str, sizes: list[int]) -> None:
    sides = {"red": {"edge": "south", "torrential": True}, "blue": {"edge": "north"}}
    units = {"r": {"at": [[20, 10]], "primary": "gun"}, "b": {"at": [[20, 30]]}}
    play = Play(units, dice="card 1", sides=sides).say("primary-suppression", "torrential")
    assert play.asks == "red suppression.torrential-placement"
    assert len(play.options) == 9  # six inches in pieces of at most four
    ask: Any = play.say(chosen).game.ask
    assert [thing.size[0] for thing in ask.things.values()] == [inches * INCH for inches in sizes]
    assert play.game.refusal(ask.default()) is None
    again = "damage 1, morale 9"  # blue activates next, within it
    spots = {spot.what: {"at": [spot.at[0] / 1000, spot.at[1] / 1000], "face": spot.face / 100} for spot in ask.default()}
    play.say(spots, dice=f"{again}, stoppage 1, {again}")
    assert [piece.length for piece in play.state.templates[0].pieces] == [inches * INCH for inches in sizes]
    assert divisions(8)[0] == [4, 4]
    assert all(sum(way) == 8 and max(way) <= 4 for way in divisions(8))


@pytest.mark.rule("defiance.orders.suppression-type", "defiance.move.fly-forbidden-orders")
def test_nobody_suppresses_from_the_air_or_while_engaged() -> None:
    battle = a_battle({"r": {"frame": "bird", "at": [[20, 10]], "primary": "gun"}, "b": {"at": [[20, 28]]}})
    figure = battle.state.figures["r.1"]
    assert find_aims(battle, [figure], "primary")
    figure.level = 1
    assert find_aims(battle, [figure], "primary") == []
    figure.level, figure.locked = 0, ("b.1",)
    assert find_aims(battle, [figure], "primary") == []


@pytest.mark.rule("defiance.suppression.target-unit", "defiance.suppression.template-placement")
@pytest.mark.parametrize(("chosen", "card"), [("b.1", 2), ("b2.1", 1)])
def test_the_template_lies_on_the_one_that_was_chosen(chosen: str, card: int) -> None:
    units = {"r": {"at": [[20, 10]], "primary": "gun"}, "b": {"at": [[16, 26]]}, "b2": {"at": [[24, 26]]}}
    play = Play(units, dice="card 1").say("primary-suppression")
    assert (play.asks, play.options) == ("red suppression.target-unit", ["b.1", "b2.1"])
    usual = play.say(chosen).game.ask.default()  # type: ignore[union-attr]
    spot = {"template": {"at": [number / 1000 for number in usual[0].at], "face": usual[0].face / 100}}
    play.say(spot, dice=f"damage 1, morale 9, stoppage 1, card {card}")  # the other unit is next
    assert [event.target for event in play.told("Fired")] == [chosen]
    assert play.state.templates[0].target == chosen.partition(".")[0]


@pytest.mark.rule("defiance.suppression.target-unit")
@pytest.mark.parametrize("chosen", ["b.1", "b.2"])
def test_of_two_figures_of_one_unit_equally_near_the_owner_chooses(chosen: str) -> None:
    units = {"r": {"at": [[20, 10]], "primary": "gun"}, "b": {"at": [[16, 30], [24, 30]]}}
    play = Play(units, dice="card 1").say("primary-suppression")
    assert (play.asks, play.options) == ("red suppression.target-unit", ["b.1", "b.2"])
    usual = play.say(chosen).game.ask.default()  # type: ignore[union-attr]
    assert usual[0].at == play[chosen].at


@pytest.mark.rule("defiance.suppression.target-unit", "defiance.suppression.firing-figure")
def test_of_two_who_are_equally_near_to_the_target_the_owner_names_the_firing_figure() -> None:
    units = {"r": {"at": [[18, 10], [22, 10]], "primary": "gun"}, "b": {"at": [[20, 30]]}}
    play = Play(units, dice="card 1").say("primary-suppression")
    assert (play.asks, play.options) == ("red suppression.target-unit", ["r.1", "r.2"])
    play.say("r.2")
    again = "damage 1, morale 9"  # blue activates next, within it
    play.say({"template": {"at": [20, 30], "face": 90}}, dice=f"damage 1, morale 9, stoppage 1, stoppage 1, {again}")
    assert play.state.templates[0].firer == "r.2"


@pytest.mark.rule("defiance.suppression.split-fr", "defiance.suppression.template-length", "defiance.stoppage.multiple-causes")
@pytest.mark.parametrize(("chosen", "length"), [([], 2000), (["r.2"], 3000), (["r.1", "r.2"], 3000)])
def test_the_owner_of_split_weapons_says_at_which_rate_each_fires(chosen: list[str], length: int) -> None:
    units = {"r": {"at": row(20, 10, 2), "primary": "split"}, "b": {"at": [[20, 30]], "face": 180}}
    play = Play(units, dice="card 1").say("primary-suppression")
    assert (play.asks, play.options) == ("red suppression.split-fr", ["r.1", "r.2"])
    assert play.game.ask.default() == ()  # type: ignore[union-attr]
    ask: Any = play.say(chosen).game.ask
    assert ask.things["template"].size[0] == length
    again = "damage 1, morale 9"  # blue activates next, within it
    play.say({"template": {"at": [20, 30], "face": 90}}, dice=f"damage 1, morale 9, stoppage 8, stoppage 8, {again}")
    assert play.state.templates[0].high == chosen


@pytest.mark.rule("defiance.orders.availability", "defiance.orders.suppression-type", "defiance.stoppage.effect")
def test_nobody_suppresses_while_one_of_them_is_aloft_or_with_a_stopped_weapon() -> None:
    def open_to(**figures: dict[str, Any]) -> bool:
        named = {name.removeprefix("f"): data for name, data in figures.items()}
        red = {"frame": "bird", "at": row(20, 10, 2), "primary": "gun", "figures": named}
        battle = a_battle({"r": red, "b": {"at": [[20, 28]]}})
        unit = battle.state.units["r"]
        return "primary-suppression" in available(battle, unit, Team(list(unit.figures)))

    stopped = {"stopped": ["0:0"]}
    assert open_to()
    assert not open_to(f1={"level": 1})  # the other stands on the ground, but it is one order
    assert open_to(f1=stopped)
    assert not open_to(f1=stopped, f2=stopped)


@pytest.mark.rule("defiance.stoppage.effect", "defiance.suppression.contributors-lost")
def test_a_contributor_with_a_stopped_weapon_adds_nothing() -> None:
    units = {"r": {"at": row(20, 10, 2), "primary": "gun", "figures": {"1": {"stopped": ["0:0"]}}}, "b": {"at": [[20, 28]]}}
    battle = a_battle(units)
    (found,) = find_aims(battle, battle.state.members(battle.state.units["r"]), "primary")
    assert (found.firer.id, [figure.id for figure in found.contributors]) == ("r.2", ["r.2"])


@pytest.mark.rule(
    "defiance.orders.primary-suppression",
    "defiance.orders.suppression-wasted-no-los",
    "defiance.cover.prohibited",
    "defiance.suppression.prohibited-weapons",
    "defiance.suppression.template-additional",
    "defiance.suppression.contributor-bonus",
)
def test_the_poltergeists_suppress() -> None:
    """A and B see E; C does not and wastes its fire; D with its Grav Mortar neither covers nor could it suppress."""
    # defiance.ex.primary-suppression-poltergeists
    house = {"id": "h", "category": "impassable", "box": [21.8, 14, 23.4, 16], "height": 9}
    arms = {"1": {"primary": "Gatling Laser"}, "2": {"primary": "Gatling Laser"}, "3": {"primary": "Gatling Laser"}}
    figures = {**arms, "4": {"support": "Grav Mortar"}}
    units = {
        "r": {"frame": "Poltergeist", "at": [[19, 10], [20.5, 10], [24, 10], [17.5, 10]], "primary": "", "figures": figures},
        "b": {"at": [[20, 24]]},
    }
    play = Play(units, dice="card 1", terrain=[house])
    assert "support-suppression" not in play.options
    ask: Any = play.say("primary-suppression").game.ask
    assert ask.things["template"].size == (4000, 2000)
    again = "damage 1, morale 9"  # blue activates next, within it
    play.say({"template": {"at": [20, 24], "face": 90}}, dice=f"damage 1, morale 9, stoppage 1, stoppage 1, {again}")
    assert play.state.templates[0].contributors == ["r.1", "r.2"]
    assert {mod.name: mod.value for mod in play.told("Fired")[0].tally.mods} == {"suppression": -3, "further weapons": 1}
    assert [play[name].covers for name in ("r.1", "r.2", "r.3", "r.4")] == ["", "", "", ""]
    assert play.unit("r").activated


@pytest.mark.rule("defiance.suppression.torrential-placement", "defiance.suppression.template-placement")
@pytest.mark.parametrize("far", [8, 11, 14, 25])
def test_the_usual_pieces_of_torrential_fire_lie_end_to_end(far: float) -> None:
    """Two pieces that touch and do not lie on each other: all of their length is of use."""
    state = a_battle({"r": {"at": [[20, 10]]}, "b": {"at": [[20, 10 + far]]}}).state
    firer, target = state.figures["r.1"], state.figures["b.1"]
    first, second = usual_pieces(firer, target, [4000, 3000])
    assert refuse_piece(firer, target, [first, second]) is None
    assert overlap(rectangle(first), rectangle(second)) <= 4000 * TOUCH


@pytest.mark.rule("defiance.orders.impaired-figures", "defiance.morale.shaken-effects")
def test_the_shaken_of_a_unit_that_lays_suppression_may_crawl() -> None:
    wood = {"id": "w", "category": "light", "box": [26, 8, 30, 12], "height": 2}
    red = {"at": row(20, 10, 3), "primary": "gun", "figures": {"3": {"shaken": True, "prone": True}}}
    play = Play({"r": red, "b": {"at": [[20, 40]], "face": 180}}, dice="card 1", terrain=[wood]).say("primary-suppression")
    play.say({"template": {"at": [20, 40], "face": 90}}, dice="damage 1, morale 9, stoppage 1, stoppage 1")
    assert play.asks == "red morale.shaken-effects"
    play.say("crawl", dice="damage 1, morale 9")  # blue activates next, within it
    assert play.at("r.3") == (24.525, 10)


@pytest.mark.rule(
    "defiance.suppression.split-fr", "defiance.suppression.contributor-bonus", "defiance.suppression.contributors-lost"
)
@pytest.mark.parametrize(("high", "bonus", "lies"), [([], 0, False), (["r.1"], 1, True), (["r.2"], 1, False)])
def test_a_split_weapon_counts_with_the_rate_it_was_declared_with(high: list[str], bonus: int, lies: bool) -> None:
    """Two of them: at 1 each both are the base, at 2 the other is a further weapon. When r.2 falls r.1 goes on alone at 2."""
    names = ["r.1", "r.2"]
    made = template("r", "r.1", length=2, target="b", contributors=names, arms=dict.fromkeys(names, 0), high=high)
    battle = a_battle({"r": {"at": row(20, 5, 2), "primary": "split"}, "b": {"at": [[20, 20]]}}, templates=[made])
    state = battle.state
    assert bonus_of(state, state.templates[0]) == bonus
    state.figures["r.2"].gone = "killed"
    run(CONSEQUENCES.serve(battle))
    assert bool(state.templates) is lies


@pytest.mark.rule("defiance.suppression.min-distance", "defiance.suppression.target-within-ten")
@pytest.mark.parametrize(
    ("target", "near_edge", "rule"),
    [
        (21.0, 20.0, None),  # its near edge is 10 inches away, not within them
        (21.0, 19.999, "min-distance"),
        (20.0, 20.4, None),  # so is the target: the template touches it like any other
        (19.999, 20.4, "target-within-ten"),  # a hair nearer, and the template begins 10 inches out
        (19.999, 20.0, None),
    ],
)
def test_ten_inches_are_not_within_ten_inches(target: float, near_edge: float, rule: str | None) -> None:
    state = a_battle({"r": {"at": [[20, 10]], "primary": "gun"}, "b": {"at": [[20, target]]}}).state
    piece = Rect(20_000, round(near_edge * 1000) + WIDTH // 2, 9000, 3000)
    found = refuse_piece(state.figures["r.1"], state.figures["b.1"], [piece])
    assert (found and found.rule.removeprefix("defiance.suppression.")) == rule


@pytest.mark.rule("defiance.suppression.min-distance")
def test_a_quick_look_at_the_middle_of_a_piece_overlooks_none_too_near() -> None:
    state, rng = a_battle({"r": {"at": [[20, 10]], "primary": "gun"}, "b": {"at": [[20, 21]]}}).state, Random(8)
    firer, target, kinds = state.figures["r.1"], state.figures["b.1"], set[bool]()
    for _ in range(400):
        face, off = rng.randrange(36_000), rng.randrange(10_500, 13_500)
        piece = Rect(*step_to(firer.at, face, off), face + rng.choice((0, 9000, 2650, 6350)), 1000 * rng.randint(1, 4))
        num, den = apart2([firer.at], rectangle(piece))
        found = refuse_piece(firer, target, [piece])
        near = found is not None and found.rule == "defiance.suppression.min-distance"
        assert near is (num < 10_000**2 * den)
        kinds.add(near)
    assert kinds == {True, False}


@pytest.mark.rule(
    "defiance.orders.support-suppression", "defiance.orders.suppression-cover-zero", "defiance.orders.cover-weapon-choice"
)
def test_whoever_has_nothing_to_suppress_with_covers_with_his_side_arm() -> None:
    """r.1 suppresses; r.2 could, but its gun is stopped; the rocket of r.3 never suppresses, so its pistol covers."""
    figures = {"1": {"support": "gun"}, "2": {"support": "gun", "stopped": ["0:0"]}, "3": {"support": "rocket"}}
    both = {name: {**one, "side_arms": ["pistol"]} for name, one in figures.items()}
    red = {"at": row(20, 10, 3), "primary": "", "figures": both}
    state = a_battle({"r": red, "b": {"at": [[20, 30]]}}).state
    found = {name: may_cover(state.figures[name], "support-suppression") for name in ("r.1", "r.2", "r.3")}
    assert found == {"r.1": [], "r.2": [], "r.3": ["side"]}
    assert may_cover(state.figures["r.3"], "support-fire") == []  # there it fires, or wastes it


@pytest.mark.rule("defiance.suppression.template-placement", "defiance.suppression.min-distance")
@pytest.mark.parametrize("far", [12.0, 12.5, 20.0])
def test_without_an_answer_a_template_lies_across_the_line_on_its_target(far: float) -> None:
    """From 12 inches on: 10 that it keeps from the firing figure, and 2 that it is wide."""
    state = a_state({"r": {"at": [[20, 10]]}, "b": {"at": [[20, 10 + far]], "face": 180}})
    firer, target = state.figures["r.1"], state.figures["b.1"]
    piece = usual_piece(firer, target, 2000)
    assert (piece.x, piece.y, piece.face) == (20_000, 10_000 + round(far * 1000), 9000)
    assert refuse_piece(firer, target, [piece]) is None


@pytest.mark.rule("defiance.suppression.continue-keep", "defiance.orders.mecha-orders")
def test_a_mecha_keeps_up_what_its_second_weapon_suppresses_with() -> None:
    """Whatever the slot is called, it is a support weapon for its orders."""
    walker = {"vehicle": True, "TY": "Mecha", "SZ": 4, "DC": 2, "HR": "1@5+"}
    units = {
        "r": {"at": [[20, 10]], "frame": "walker", "primary": "", "figures": {"1": {"arms": [["secondary", "gun"]]}}},
        "b": {"at": [[20, 30]]},
    }
    lies = [template("r", "r.1", (4, 44), target="b")]
    play = Play(units, dice="card 1", frames={"walker": walker}, templates=lies).say("keep", dice="stoppage 1")
    assert [one.unit for one in play.state.templates] == ["r"]
