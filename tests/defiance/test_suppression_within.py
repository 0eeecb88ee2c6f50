"""Activating and moving in suppression (defiance.suppression.activate-within, .move-into, .air)."""

from __future__ import annotations

from random import Random

import pytest

from littlewars.systems.defiance.basics.state import Figure, Rect, State, Stay, Template
from littlewars.systems.defiance.suppression.area import (
    SuppressionEntry,
    TemplateCrossing,
    fringes,
    stretches,
)
from littlewars.systems.defiance.suppression.template import (
    FRINGE_LOF,
    MOVING_LOF,
    shot_at,
)
from littlewars.systems.defiance.suppression.within import crossings, enter
from littlewars.table.facing import Point
from tests.defiance.squads import Play, a_battle, run, shoot, told
from tests.defiance.strips import chitted, laid, template


def entries(state: State, figure: Figure, start: Point, to: Point, jump: bool = False) -> list[SuppressionEntry]:
    """Where suppression strikes a figure on a straight way."""
    return sorted(entry for stretch in crossings(state, figure, start, to, jump) for entry in stretch.entries())


@pytest.mark.rule("defiance.suppression.blocked-sight", "defiance.suppression.activate-within")
@pytest.mark.parametrize(("place", "dice"), [([15, 24, 25, 26], ""), ([35, 24, 45, 26], ", damage 1, morale 9")])
def test_whoever_activates_unseen_within_is_not_struck(place: list[float], dice: str) -> None:
    """A house between him and the firing figure, or somewhere else."""
    house = {"id": "h", "category": "impassable", "box": place, "height": 8}
    units = {"b": {"at": [[20, 36]], "face": 180}, "r": {"at": [[20, 20]]}}
    play = Play(units, dice=f"card 2{dice}", templates=[template()], terrain=[house])
    assert len(play.told("Fired")) == bool(dice)
    assert play.asks == "red orders.declare-first"


@pytest.mark.rule("defiance.suppression.overlap-separate", "defiance.suppression.move-into")
@pytest.mark.parametrize("first", ["t", "u"])
def test_whoever_moves_into_two_templates_at_once_says_which_strikes_first(first: str) -> None:
    units = {
        "r": {"at": [[20, 10]], "frame": "runner"},
        "b": {"at": [[20, 40]], "face": 180},
        "b2": {"at": [[22, 40]], "face": 180},
    }
    both = [template(at=(20, 16)), {**template("b2", "b2.1", at=(20, 16)), "id": "u"}]
    play = Play(units, dice="card 1", templates=both).say("sprint", {"r.1": [20, 15]})
    assert (play.asks, play.options) == ("red suppression.overlap-separate", ["t", "u"])
    play.say(first, dice="damage 1, morale 9, damage 1, card 1")
    assert [event.figure for event in play.told("Fired")] == (["b.1", "b2.1"] if first == "t" else ["b2.1", "b.1"])


@pytest.mark.rule("defiance.suppression.activate-within", "defiance.suppression.moving-lof")
def test_activating_in_a_template() -> None:
    # defiance.ex.activating-in-template-staying
    play = Play(
        {"b": {"at": [[20, 36]], "face": 180}, "r": {"at": [[20, 20]]}},
        templates=[template()],
        dice="card 2, damage 1, morale 9",
    )
    (fired,) = play.told("Fired")
    assert {mod.value for mod in fired.tally.mods} == {MOVING_LOF}
    assert MOVING_LOF == FRINGE_LOF == -5
    assert len(play.told("Tested")) == 1
    assert play.asks == "red orders.declare-first"


def rolls_inside(start: float, stop: float) -> int:
    """Dice for a way north to south along x = 20; the template (and nothing of the fringe) lies at y = 19 to 21."""
    state = laid({"b": {"at": [[20, 44]], "face": 180}, "r": {"at": [[20, start]]}}).state
    return len(entries(state, state.figures["r.1"], (20_000, round(start * 1000)), (20_000, round(stop * 1000))))


@pytest.mark.rule("defiance.suppression.move-into")
def test_a_die_for_each_two_inches_inside() -> None:
    # defiance.ex.move-into-counts: the base touches the area from 18.5 on
    for inside, dice in ((0.5, 1), (2, 1), (2.1, 2), (4, 2), (4.5, 3)):
        assert rolls_inside(15, 18.5 + inside) == dice
    assert rolls_inside(15, 18.4) == 0


@pytest.mark.rule("defiance.suppression.activate-within-moving")
def test_from_inside_a_die_only_for_each_full_two_inches() -> None:
    # defiance.ex.activating-in-template: one inch to the edge: no further roll; three inches: one more
    assert [rolls_inside(19.5, 17), rolls_inside(21.5, 17)] == [0, 1]


DEEP = {"length": 4, "face": 0}  # from y = 18 to 22; with its fringe the base touches it from (20, 17.5) northwards


GUNNER = {"at": [[20, 40]], "face": 180, "primary": "gun"}


@pytest.mark.rule("defiance.suppression.move-into")
@pytest.mark.parametrize(
    "way",
    [
        [[20, 25]],
        [[20, 17.5], [20, 25]],
        [[20, 11.5 + 1.5 * number] for number in range(10)],
        [[20, 17.5 + 0.5 * number] for number in range(16)],
    ],
)
def test_the_dice_are_counted_over_the_whole_way_however_it_is_cut(way: list[list[float]]) -> None:
    """7.5 inches inside are four dice: on moving in and past 2, 4 and 6 inches."""
    play = Play({"r": {"at": [[20, 10]], "frame": "runner"}, "b": GUNNER}, dice="card 1", templates=[template(**DEEP)])
    play.say("sprint").say({"r.1": way}, dice="damage 1, morale 9, damage 1, damage 1, damage 1")
    assert len(play.told("Fired")) == 4


@pytest.mark.rule("defiance.suppression.move-into")
def test_each_two_inches_are_one_die_in_a_way_of_exact_pieces() -> None:
    """Four inches inside in pieces of two: two dice; a hair more: a third."""
    for end, dice in ((21.5, 2), (21.6, 3)):
        play = Play({"r": {"at": [[20, 10]], "frame": "runner"}, "b": GUNNER}, dice="card 1", templates=[template(**DEEP)])
        more = ", damage 1" * (dice - 1)
        play.say("sprint").say({"r.1": [[20, 17.5], [20, 19.5], [20, 21.5], [20, end]]}, dice=f"damage 1, morale 9{more}")
        assert len(play.told("Fired")) == dice


@pytest.mark.rule("defiance.suppression.activate-within-moving")
@pytest.mark.parametrize("way", [[[20, 17]], [[20, 18.8], [20, 17]], [[20, 19.4], [20, 18.8], [20, 18.2], [20, 17]]])
def test_from_inside_too_the_whole_way_counts(way: list[list[float]]) -> None:
    """Two and a half inches to the edge: one die when it activates, one on the way."""
    units = {"r": {"at": [[20, 20]], "frame": "runner"}, "b": GUNNER}
    play = Play(units, dice="card 1, damage 1, morale 9", templates=[template(**DEEP)])
    play.say("sprint").say({"r.1": way}, dice="damage 1")
    assert len(play.told("Fired")) == 2


@pytest.mark.rule("defiance.suppression.activate-within-moving")
def test_leaving_and_coming_back_is_moving_in() -> None:
    play = Play({"r": {"at": [[20, 14]], "frame": "runner"}, "b": GUNNER}, dice="card 1", templates=[template(**DEEP)])
    play.say("sprint").say({"r.1": [[20, 18], [20, 16], [20, 18]]}, dice="damage 1, morale 9, damage 1")
    assert len(play.told("Fired")) == 2


@pytest.mark.rule("defiance.suppression.activate-within-moving", "defiance.orders.fire-pattern-move-fire-move")
def test_both_halves_of_a_move_are_one_way() -> None:
    """1.2 inches before the shot and 1.2 after it: past two inches, one more die."""
    units = {"r": {"at": [[20, 20]], "frame": "runner"}, "b": GUNNER}
    play = Play(units, dice="card 1, damage 1, morale 9", templates=[template(**DEEP)])
    play.say("cohesive-fire", "walking", "move-fire-move", {"r.1": [20, 18.8]}, "hold")
    play.say({"r.1": [20, 17.6]}, dice="damage 1")
    assert len(play.told("Fired")) == 2


@pytest.mark.rule("defiance.suppression.move-into", "defiance.cover.interrupt-aftermath")
def test_whoever_is_interrupted_inside_goes_on_counting() -> None:
    """1.9 inches inside somebody fires at him; with the six that follow it is 7.9 inches, four dice in all."""
    watcher = {"at": [[30, 19.4]], "face": 270, "covers": "primary"}
    units = {"r": {"at": [[20, 12]], "frame": "runner"}, "b": GUNNER, "b2": watcher}
    play = Play(units, dice="card 1", templates=[template(**DEEP)]).say("sprint", {"r.1": [[20, 19.4], [20, 25.4]]})
    play.say("wait", dice="damage 1, morale 9")  # from where he enters the arc to the corner of his way
    assert play.at("r.1") == (20, 19.4)
    play.say("b2").say(shoot("rifle", "r.1"), dice="damage 1, damage 1")
    play.say({"r.1": [20, 25.4]}, dice="damage 1, damage 1, damage 1, card 1")
    assert [event.figure for event in play.told("Fired")].count("b.1") == 4


@pytest.mark.rule("defiance.suppression.move-into", "defiance.suppression.torrential-placement")
def test_between_the_pieces_of_torrential_fire_nobody_is_struck() -> None:
    """Two pieces in an angle, the firing figure to the north: (22.8, 24.6) is in neither of them, nor in their fringes."""
    made = template(at=(20, 24), length=4, face=0, torrential=True)
    made["pieces"].append({"at": [23, 27], "face": 90, "length": 4})
    state = a_battle({"r": {"at": [[26, 22]]}, "b": {"at": [[20, 40]], "face": 180}}, templates=[made]).state
    figure = state.figures["r.1"]
    assert entries(state, figure, (26_000, 22_000), (22_800, 24_600)) == []
    found = entries(state, figure, (24_500, 22_000), (24_500, 34_000))  # through the second and its fringe
    assert found
    assert found[0].first
    into_both = entries(state, figure, (16_000, 25_900), (26_000, 25_900))  # from one into the other: one way inside
    assert [entry.first for entry in into_both].count(True) == 1


@pytest.mark.rule("defiance.suppression.air")
def test_a_jumper_is_struck_where_he_lands() -> None:
    state = laid({"b": {"at": [[20, 44]], "face": 180}, "r": {"frame": "jumper", "at": [[20, 12]]}}).state
    figure = state.figures["r.1"]
    assert len(entries(state, figure, (20_000, 12_000), (20_000, 20_000), jump=True)) == 1
    assert entries(state, figure, (20_000, 12_000), (20_000, 20_000), jump=True)[0].at == 8000  # there, not on the way
    assert entries(state, figure, (20_000, 12_000), (8000, 12_000), jump=True) == []
    figure.x, figure.y = 14_000, 20_000
    assert entries(state, figure, (14_000, 20_000), (26_000, 20_000), jump=True) == []  # right over it
    assert entries(state, figure, (14_000, 20_000), (26_000, 20_000))


@pytest.mark.rule("defiance.suppression.move-into")
def test_who_is_shaken_on_moving_in_stops_there() -> None:
    play = Play({"b": {"at": [[20, 44]], "face": 180}, "r": {"at": [[20, 15]]}}, templates=[template()], dice="card 2")
    play.say("support-fire", "running").say({"r.1": [20, 22]}, dice="damage 1, morale 1")
    assert (play["r.1"].shaken, play["r.1"].prone) == (True, True)
    assert play.at("r.1")[1] == pytest.approx(18.5, abs=0.01)


@pytest.mark.rule("defiance.command.chit-damage", "defiance.suppression.move-into")
def test_a_chit_helps_against_somebody_who_walks_in() -> None:
    battle = chitted({"at": [[20, 20]], "frame": "bug"}, "damage 10, damage 3")
    state = battle.state
    shot = shot_at(state, state.templates[0], state.figures["r.1"], MOVING_LOF)
    assert shot is not None
    assert shot.tally.needed == 11  # 7+, -5, +1
    run(enter(battle, state.figures["r.1"], SuppressionEntry(0, "t", True)), "spend")
    assert state.figures["r.1"].gone == "killed"  # an open-ended 10 with +1


@pytest.mark.rule("defiance.suppression.air")
def test_a_flyer_is_struck_once_where_it_lands() -> None:
    """It flies over the near half of the area untouched and comes down on (20, 20): one die at -5, one test."""
    units = {
        "r": {"frame": "bird", "at": [[20, 14]], "level": 1},
        "b": {"at": [[20, 36]], "face": 180},
    }
    play = Play(units, dice="card 1", templates=[template()])
    play.say("sprint").say({"r.1": [{"to": [20, 20]}, {"verb": "down"}]}, dice="damage 1, morale 9")
    assert play["r.1"].level == 0
    assert [event.how for event in play.told("Fired")] == ["fringe of suppression"]
    over = Play(units, dice="card 1", templates=[template()]).say("sprint").say({"r.1": [20, 20]})
    assert (over["r.1"].level, over.told("Fired")) == (1, [])


@pytest.mark.rule("defiance.suppression.blocked-sight", "defiance.suppression.move-into")
def test_who_moves_in_unseen_is_not_struck() -> None:
    house = {"id": "h", "category": "impassable", "box": [15, 24, 25, 26], "height": 8}
    battle = laid({"b": {"at": [[20, 36]], "face": 180}, "r": {"at": [[20, 20]]}}, terrain=[house])
    run(enter(battle, battle.state.figures["r.1"], SuppressionEntry(0, "t", True)))
    assert told(battle, "Fired") == []


@pytest.mark.rule("defiance.suppression.move-into")
def test_a_quick_look_at_a_way_overlooks_no_suppression() -> None:
    rng, state = Random(6), a_battle({"r": {"at": [[20, 10]]}, "b": {"at": [[20, 40]]}}).state
    figure, found = state.figures["r.1"], set[tuple[bool, bool]]()
    for _ in range(400):
        pieces = [Rect(rng.randrange(15_000, 25_000), rng.randrange(15_000, 25_000), rng.randrange(36_000), 4000)]
        made = Template("t", "b", "b.1", "r", pieces, ["b.1"], {"b.1": 0})
        start, to = ((rng.randrange(8000, 32_000), rng.randrange(8000, 42_000)) for _ in range(2))
        near, struck = fringes(state, made).near_way(start, to, figure.reach), stretches(state, made, figure, start, to, None)
        assert near or not struck
        found.add((near, bool(struck)))
    assert found == {(False, False), (True, False), (True, True)}


@pytest.mark.rule("defiance.suppression.activate-within-moving", "defiance.suppression.move-into")
@pytest.mark.parametrize(
    ("stay", "inside", "marks"),
    [
        (Stay(0, moved_in=False), 1999, []),
        (Stay(0, moved_in=False), 2000, [2000]),  # each full 2 inches for whoever activated inside
        (Stay(500, moved_in=False), 1500, [1500]),
        (None, 2000, [0]),  # each 2 inches or fraction for whoever moves in
        (None, 2001, [0, 2000]),
        (Stay(2000, moved_in=True), 1, [0]),
    ],
)
def test_exactly_two_inches_inside(stay: Stay | None, inside: int, marks: list[int]) -> None:
    assert [entry.at for entry in TemplateCrossing("t", 0, inside, stay).entries()] == marks


@pytest.mark.rule("defiance.suppression.overlap-separate", "defiance.suppression.move-into")
def test_whom_the_first_of_two_templates_kills_the_second_does_not_strike() -> None:
    units = {
        "r": {"at": [[20, 10], [40, 4]], "frame": "runner"},
        "b": {"at": [[20, 27]], "face": 180, "primary": "gun"},
        "b2": {"at": [[22, 27]], "face": 180, "primary": "gun"},
    }
    both = [template(at=(20, 16)), {**template("b2", "b2.1", at=(20, 16)), "id": "u"}]
    play = Play(units, dice="card 1", templates=both).say("sprint", "r.1", {"r.1": [20, 15]})
    play.say("t", dice="damage 10, damage 5")
    assert play["r.1"].gone == "killed"
    assert [event.figure for event in play.told("Fired")] == ["b.1"]
