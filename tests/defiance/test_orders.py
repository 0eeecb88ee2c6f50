"""Orders: activation, availability, aim, maneuver, fire, suppression, elite and linked units (defiance.orders.*)."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.engine import Leg, Refusal, Step
from littlewars.systems.defiance.basics.state import Bout, Team
from littlewars.systems.defiance.move.contact import may_touch, refuse_contact
from littlewars.systems.defiance.move.path import ParsedMove, read
from littlewars.systems.defiance.orders.orders import ORDERS, aim_targets, available, charge_targets, fires, may_cover
from littlewars.systems.defiance.travel.charging import Quarry, can_reach, refuse_maneuver, retarget
from littlewars.systems.defiance.travel.move_ask import allowance
from littlewars.systems.defiance.turn.sequence import draw
from tests.defiance.squads import Play, a_battle, finish, row, shoot, told

FAR = {"b": {"at": [[40, 44]]}}


def turn(units: dict[str, Any], dice: str = "card 1", **more: Any) -> Play:
    """The first unit activates."""
    return Play(units, dice=dice, **more)


# ---- activation


@pytest.mark.rule("defiance.orders.activation-draw", "defiance.orders.activation-all-figures", "defiance.turn.active-phase")
def test_cards_are_drawn_until_the_deck_is_empty() -> None:
    play = turn({"r": {"at": row(20, 10, 2)}, **FAR}, dice="card 2")
    assert play.told("CardDrawn")[0].unit == "b"
    assert play.asks == "blue orders.declare-first"
    play.say("cohesive-fire", "stationary", "hold", {})  # the last card needs no die
    assert [event.unit for event in play.told("Activated")] == ["b", "r"]
    assert (play.state.acting().waiting, play.state.team().figures) == ([], ["r.1", "r.2"])


@pytest.mark.rule("defiance.orders.activation-draw", "defiance.command.command-card-drawn")
def test_a_command_card_may_be_declined_and_changes_nothing() -> None:
    deck = [{"unit": "r", "by": "r.1"}, {"unit": "r"}, {"unit": "b"}]
    units = {"r": {"at": [[20, 10]], "command": 1, "covers": "primary"}, **FAR}
    play = Play(units, dice="card 1", turn={"deck": deck, "assigned": {"red": [deck[0]]}})
    assert play.asks == "red command.command-card-drawn"
    play.say("wait", dice="card 2")
    assert play["r.1"].covers == "primary"
    assert play.told("Declined")


@pytest.mark.rule("defiance.orders.resolution-phase-steps")
def test_the_resolution_phase_follows_the_last_activation() -> None:
    play = turn({"r": {"at": [[20, 10]]}, **FAR}).say("cohesive-fire", "stationary", "hold", {})
    play.say("cohesive-fire", "stationary", "hold", {}, dice="unit morale 9, unit morale 9, card 1")
    assert play.told("PhaseBegan")[0].phase == "Resolution Phase"
    assert [event.unit for event in play.told("UnitTested")] == ["r", "b"]


@pytest.mark.rule("defiance.orders.activation-stun-roll")
@pytest.mark.parametrize(("face", "stunned"), [(4, True), (5, False)])
def test_stunned_figures_try_to_recover_first(face: int, stunned: bool) -> None:
    play = turn({"r": {"at": row(20, 10, 2), "figures": {"1": {"stunned": True}}}, **FAR}, dice=f"card 1, stun recovery {face}")
    assert play["r.1"].stunned is stunned
    assert play.asks == "red orders.declare-first"


@pytest.mark.rule("defiance.orders.activation-shaken-broken-stay")
def test_activation_does_not_rally() -> None:
    play = turn({"r": {"at": row(20, 10, 2), "figures": {"1": {"shaken": True, "prone": True}}}, **FAR})
    assert play["r.1"].shaken


@pytest.mark.rule("defiance.orders.activation-sequence")
def test_suppression_is_kept_or_ended_before_anything_else_and_chits_come_before_orders() -> None:
    # defiance.ex.kept-template-hits-own-figure-once
    piece = {"at": [20, 20], "face": 90, "length": 3}
    made = {
        "id": "t",
        "unit": "r",
        "firer": "r.1",
        "target": "b",
        "pieces": [piece],
        "contributors": ["r.1"],
        "arms": {"r.1": 0},
    }
    units = {"r": {"at": [[20, 5], [20, 20]], "primary": "gun", "figures": {"1": {"leader": 2}}}, **FAR}
    play = Play(units, dice="card 1", templates=[made], give_chits=True)
    assert play.asks == "red suppression.continue-keep"
    kept = Play(units, dice="card 1", templates=[made]).say("keep", dice="damage 1, morale 9, stoppage 1")
    assert [event.tally.mods[0].value for event in kept.told("Fired")] == [-3]
    assert len(kept.told("Tested")) == 1
    ended = play.say("end")
    assert not ended.told("Fired")
    assert ended.asks == "red command.chit-assign"
    ended.say({"chit 1": "r.2"})
    assert ended.asks == "red orders.declare-first"


# ---- which orders


@pytest.mark.rule("defiance.orders.declare-first", "defiance.orders.order-table")
def test_the_table_of_orders() -> None:
    kinds = {name: order.kind for name, order in ORDERS.items() if name != "recover"}  # that one is no order of the table
    assert list(kinds.values()).count("fire") == 3
    assert {name for name, order in ORDERS.items() if order.must_move} == {"sprint", "charge", "jump"}
    assert {name: order.covers for name, order in ORDERS.items() if order.covers} == {
        "primary-fire": ("support", "side"),
        "support-fire": ("primary", "side"),
        "primary-suppression": ("support", "side"),
        "support-suppression": ("primary", "side"),
    }


def open_to(mine: dict[str, Any], enemy: dict[str, Any], lock: list[str] = (), **more: Any) -> set[str]:  # type: ignore[assignment]
    battle = a_battle({"r": {"at": row(20, 10, 2), **mine}, "b": {"at": [[20, 24]], **enemy}}, **more)
    state = battle.state
    for name in lock:
        state.figures[name].locked = ("b.1",)
    return set(available(battle, state.units["r"], Team(list(state.units["r"].figures))))


@pytest.mark.rule(
    "defiance.orders.availability",
    "defiance.orders.hth-engaged-limits",
    "defiance.orders.suppression-not-when-engaged",
    "defiance.orders.suppression-type",
)
def test_which_orders_are_open() -> None:
    # defiance.ex.order-availability
    fire = {"cohesive-fire", "primary-fire", "support-fire"}
    house = {"id": "h", "category": "impassable", "box": [10, 14, 34, 16], "height": 9}
    assert open_to({}, {}, terrain=[house]) == {"sprint", "charge", *fire}
    assert open_to({}, {}) == {"aim", "sprint", "charge", "primary-suppression", *fire}
    assert open_to({}, {}, ["r.1"]) == {"sprint", "charge", *fire}
    assert open_to({}, {}, ["r.1", "r.2"]) == {"sprint", "charge", *fire}
    assert open_to({}, {"frame": "bird", "level": 1}) == {"aim", "sprint", *fire}


@pytest.mark.rule("defiance.orders.no-able-figures", "defiance.orders.impaired-figures")
def test_a_unit_of_shaken_figures_declares_no_order() -> None:
    wood = {"id": "w", "category": "light", "box": [24, 8, 28, 12], "height": 2}
    units = {"r": {"at": [[20, 10]], "figures": {"1": {"shaken": True, "prone": True}}}, **FAR}
    play = turn(units, terrain=[wood])
    assert play.asks == "red morale.shaken-effects"
    play.say("crawl")
    assert play.at("r.1")[0] > 20.5
    assert play.unit("r").activated


@pytest.mark.rule("defiance.orders.one-order-per-unit", "defiance.command.independent-orders")
def test_commanders_and_heroes_may_have_orders_of_their_own() -> None:
    units = {"r": {"at": row(20, 10, 3), "figures": {"1": {"command": 1}}}, **FAR}
    play = turn(units)
    assert play.asks == "red orders.one-order-per-unit"
    assert play.options == ["together", "r.1", "after:r.1"]
    play.say("r.1")
    assert play.state.team().figures == ["r.1"]
    plain = turn(units, officers_independent_orders=False)
    assert plain.asks == "red orders.declare-first"


# ---- aim


@pytest.mark.rule("defiance.orders.aim-target")
def test_whom_one_may_aim_at() -> None:
    units: dict[str, Any] = {"r": {"at": [[20, 10]]}, "b1": {"at": [[20, 20]]}, "b2": {"at": [[26, 30]]}}
    for frame, names in (("man", ["b1"]), ("elite", ["b1", "b2"])):
        battle = a_battle({**units, "r": {"frame": frame, "at": [[20, 10]], "face": 180}})
        unit = battle.state.units["r"]
        assert [u.id for u in aim_targets(battle, unit, battle.state.members(unit))] == names


@pytest.mark.rule("defiance.orders.aim-no-move-no-fire")
def test_aiming_units_only_turn() -> None:
    play = turn({"r": {"at": [[20, 10]]}, "b": {"at": [[20, 20]]}}).say("aim")
    ask: Any = play.game.ask
    assert list(ask.verbs) == ["turn"]
    play.say({"r.1": {"verb": "turn", "face": 45}})
    assert (play["r.1"].aims, play["r.1"].aimed, play["r.1"].covers) == (("b",), 1, "")


@pytest.mark.rule("defiance.orders.aim-range-doubling", "defiance.orders.aim-privilege", "defiance.orders.aim-duration")
def test_aim_doubles_the_brackets_for_one_activation() -> None:
    # defiance.ex.aim-doubles-brackets
    weapon = a_battle(
        {"r": {"at": [[20, 10]], "primary": "w"}, **FAR},
        weapons={"w": {"FR": 2, "brackets": {"3+": 5, "5+": 15, "7+": 25, "9+": 35}}},
    )
    line = weapon.state.figures["r.1"].arms[0].weapon
    ranges = (10, 11, 30, 31, 50, 70, 71)
    assert [line.needs(far * 1000, True) for far in ranges] == [3, 5, 5, 7, 7, 9, None]
    assert [line.needs(far * 1000) for far in ranges] == [5, 5, 9, 9, None, None, None]
    play = turn({"r": {"at": [[20, 10]], "aims": ["b2"], "aimed": 1}, "b": {"at": [[20, 20]]}, "b2": {"at": [[20, 36]]}})
    assert play["r.1"].aimed == 2
    play.say("cohesive-fire", "stationary")
    assert {name.rpartition(":")[2] for name in play.options} >= {"b.1", "b2.1"}
    later = turn({"r": {"at": [[20, 10]], "aims": ["b"], "aimed": 2}, **FAR})
    assert (later["r.1"].aims, later["r.1"].aimed) == ((), 0)


# ---- maneuver


def way(battle: Any, who: str, *points: tuple[float, float], inches: float = 12) -> ParsedMove:
    steps = tuple(Step("go", (round(x * 1000), round(y * 1000))) for x, y in points)
    found = read(battle, battle.state.figures[who], Leg(who, steps), round(inches * 1000))
    assert not isinstance(found, Refusal), found
    return found


@pytest.mark.rule("defiance.orders.maneuver-must-move")
def test_nobody_stays_where_he_is_unless_he_is_boxed_in() -> None:
    play = turn({"r": {"at": [[20, 10]]}, **FAR}).say("sprint")
    assert play.refused({}) == "orders.maneuver-must-move"
    play.say({"r.1": [20, 10.2]})
    ring = [
        {"id": f"w{n}", "category": "impassable", "box": box, "height": 9}
        for n, box in enumerate(([19, 9, 19.4, 11], [20.6, 9, 21, 11], [19, 9, 21, 9.4], [19, 10.6, 21, 11]))
    ]
    boxed = turn({"r": {"at": [[20, 10]]}, **FAR}, terrain=ring).say("sprint")
    assert boxed.allows({})


@pytest.mark.rule("defiance.orders.maneuver-no-fire", "defiance.orders.maneuver-facing", "defiance.orders.sprint-move")
def test_maneuvering_figures_turn_freely_and_do_not_fire_or_cover() -> None:
    play = turn({"r": {"frame": "runner", "at": [[20, 10]]}, "b": {"at": [[20, 26]]}}).say("sprint")
    ask: Any = play.game.ask
    assert ask.budget == {"r.1": 15_000}
    play.say({"r.1": [[20, 14], {"verb": "turn", "face": 90}]})
    assert (play["r.1"].face, play["r.1"].covers) == (9000, "")
    assert not play.told("Fired")


@pytest.mark.rule("defiance.orders.maneuver-only-way-into-hth", "defiance.orders.fire-prohibitions")
def test_only_maneuvers_touch_the_enemy() -> None:
    fire = turn({"r": {"at": [[20, 10]]}, "b": {"at": [[20, 13]]}}).say("cohesive-fire", "walking", "move-fire")
    assert fire.refused({"r.1": [20, 12]}) == "orders.fire-prohibitions"
    sprint = turn({"r": {"at": [[20, 10], [26, 10]]}, "b": {"at": [[20, 13]]}}).say("sprint", "r.1", {"r.1": [20, 12]})
    assert sprint["r.1"].locked == ("b.1",)


@pytest.mark.rule(
    "defiance.orders.maneuver-hth-after-movement",
    "defiance.orders.sprint-hth",
    "defiance.orders.charge-reflex",
    "defiance.orders.jump-hth",
)
def test_contact_is_noted_for_the_fights_that_follow() -> None:
    for order, charged in (("charge", True), ("sprint", False), ("jump", False)):
        units = {"r": {"frame": "jumper", "at": [[20, 10], [22, 10]]}, "b": {"frame": "bug", "at": [[20, 13]]}}
        leg: Any = {"r.1": {"verb": "jump", "to": [20, 12]}} if order == "jump" else {"r.1": [20, 12]}
        play = turn(units).say(order, "r.1", leg)
        assert play.state.acting().fights == [Bout("r.1", "b.1", charged=charged)]  # all move first
        assert play["b.1"].locked == ("r.1",)
        away: Any = {"r.2": {"verb": "jump", "to": [22, 11]}} if order == "jump" else {"r.2": [22, 11]}
        play.say(away, dice="reflex 4, reflex 5, blow 1, blow 1")
        (told,) = play.told("Reflexes")
        assert (told.mine, told.first) == ((2, "r.1") if charged else (0, "b.1"))  # only a charge helps


@pytest.mark.rule("defiance.orders.sprint-counter")
def test_the_sprint_counter_lies_from_the_declaration_to_the_next_activation() -> None:
    play = turn({"r": {"at": [[20, 10]]}, **FAR}).say("sprint")
    assert play["r.1"].sprint == 8000
    again = turn({"r": {"at": [[20, 10]], "sprint": 8}, **FAR})
    assert again["r.1"].sprint == 0


@pytest.mark.rule("defiance.orders.charge-target", "defiance.orders.charge-elite")
def test_whom_one_charges() -> None:
    # defiance.ex.charge-paths
    units: dict[str, Any] = {
        "b1": {"at": [[20, 20]]},
        "b2": {"at": [[30, 26]]},
        "b3": {"frame": "bird", "at": [[20, 12]], "level": 1},
    }
    for frame, names in (("man", ["b1"]), ("elite", ["b1", "b2"])):
        state = a_battle({"r": {"frame": frame, "at": [[20, 10]]}, **units}).state
        unit = state.units["r"]
        assert [u.id for u in charge_targets(state, unit, state.members(unit))] == names


@pytest.mark.rule("defiance.orders.charge-move")
def test_a_charge_ends_closer() -> None:
    # defiance.ex.charge-closer-test
    battle = a_battle({"r": {"at": [[20, 10]]}, "b": {"at": [[20, 20], [26, 20]]}})
    state = battle.state
    legal = []
    for x, y in ((0, 3), (5, 4), (-6, 2)):
        trip = way(battle, "r.1", (20 + x, 10 + y), inches=8)
        figure, foes = state.figures["r.1"], state.members(state.units["b"])
        quarry = Quarry("charge", foes, figure.at, False, lambda enemy, left: True)
        legal.append(refuse_maneuver(state, figure, quarry, trip) is None)
    assert legal == [True, True, False]


@pytest.mark.rule("defiance.orders.charge-move", "defiance.cover.interrupt-aftermath")
def test_an_interrupted_charge_still_ends_closer_than_it_began() -> None:
    """He began at (20, 10), 10 inches off, and was stopped at (14, 10): from there (12, 13) is nearer, but not near enough."""
    battle = a_battle({"r": {"at": [[14, 10]]}, "b": {"at": [[20, 20]]}})
    state, start = battle.state, (20_000, 10_000)
    figure, foes = state.figures["r.1"], state.members(state.units["b"])
    quarry = Quarry("charge", foes, start, False, lambda enemy, left: True)
    for to, legal in (((12, 13), False), ((15, 14), True)):
        trip = way(battle, "r.1", to, inches=8)
        assert (refuse_maneuver(state, figure, quarry, trip) is None) is legal


@pytest.mark.rule("defiance.orders.charge-contact-order")
def test_the_closest_must_be_met_first() -> None:
    # defiance.ex.charge-second-figure
    battle = a_battle({"r": {"at": [[20, 10], [22, 10]]}, "b": {"at": [[20, 14], [24, 15]]}})
    state = battle.state
    unit, first, members = {"b"}, state.figures["r.1"], state.members(state.units["b"])
    allowed = list(may_touch(state, first, members, first.at, lambda enemy: True))
    assert allowed == ["b.1"]
    found = refuse_contact(first, unit, [state.figures["b.2"]], allowed)
    assert found is not None
    assert found.rule == "defiance.orders.charge-contact-order"
    assert refuse_contact(first, unit, members, allowed) is None  # it may touch both: one of them is the closest
    state.figures["b.1"].locked = ("r.1",)
    second = state.figures["r.2"]
    assert list(may_touch(state, second, members, second.at, lambda enemy: True)) == ["b.1", "b.2"]


WALL = {"id": "house", "category": "impassable", "box": [10, 12, 30, 13], "height": 8}


@pytest.mark.rule("defiance.orders.charge-contact-order", "defiance.hth.target-restriction")
@pytest.mark.parametrize(
    ("enemy", "more", "reached"),
    [
        ([20, 17], {}, True),  # 6 inches to contact
        ([20, 19.2], {}, False),  # 8.2 to contact: too far for 8
        ([20, 15], {"terrain": [WALL]}, False),  # the way round the house is too long
        ([20, 15], {"terrain": [{**WALL, "box": [18.5, 12, 19.9, 13]}]}, True),  # this one is not
        ([20, 15], {"terrain": [{"id": "bog", "category": "medium", "box": [0, 11, 48, 14], "height": 0}]}, True),  # 1 + 6
        ([20, 15.5], {"terrain": [{"id": "bog", "category": "heavy", "box": [0, 11, 48, 14], "height": 0}]}, False),
    ],
    ids=["near", "far", "blocked", "round", "slow", "too slow"],
)
def test_who_can_be_reached(enemy: list[float], more: dict[str, Any], reached: bool) -> None:
    battle = a_battle({"r": {"at": [[20, 10]]}, "b": {"at": [enemy]}}, **more)
    assert can_reach(battle, battle.state.figures["r.1"], battle.state.figures["b.1"], 8000, jumps=False) is reached


@pytest.mark.rule("defiance.orders.charge-contact-order")
def test_without_free_room_at_its_base_nobody_is_reached() -> None:
    """b.1 is boxed in by its own; a jumper needs room to land, too."""
    around = [[20, 16], [21.01, 16], [18.99, 16], [20, 17.01], [20.51, 15.13], [19.49, 15.13], [20.9, 16.9], [19.1, 16.9]]
    battle = a_battle({"r": {"frame": "jumper", "at": [[20, 10]]}, "b": {"at": around[:1]}, "b2": {"at": around[1:6]}})
    figure, enemy = battle.state.figures["r.1"], battle.state.figures["b.1"]
    assert not can_reach(battle, figure, enemy, 12_000, jumps=False)
    assert not can_reach(battle, figure, enemy, 12_000, jumps=True)


@pytest.mark.rule("defiance.orders.charge-contact-order", "defiance.hth.target-restriction")
def test_past_a_closest_figure_that_cannot_be_reached_one_goes_for_the_next() -> None:
    """b.1 is nearest as the crow flies but behind the house; b.2 may be met at once."""
    house = {"id": "house", "category": "impassable", "box": [6, 12, 23, 13], "height": 8}
    units = {"r": {"at": [[20, 10]]}, "b": {"at": [[18, 14], [25, 13]]}}
    play = turn(units, terrain=[house]).say("charge")
    assert play.allows({"r.1": [25, 12]})
    free = turn(units).say("charge")
    assert free.refused({"r.1": [25, 12]}) == "orders.charge-contact-order"


@pytest.mark.rule("defiance.orders.charge-target")
def test_when_the_charged_unit_is_gone_the_closest_of_then_is_charged() -> None:
    units = {"r": {"at": [[20, 10], [22, 10]]}, "b": {"at": [[20, 15]]}, "b2": {"at": [[22, 17]]}}
    play = turn(units).say("charge", "r.1", {"r.1": [20, 12]})
    assert play.state.team().target == "b"
    play["b.1"].gone = "killed"
    state = play.state
    assert retarget(state, state.units["r"], Team(["r.1", "r.2"], "charge", target="b")) == [state.figures["b2.1"]]
    state.figures["b2.1"].gone = "killed"
    assert retarget(state, state.units["r"], Team(["r.1", "r.2"], "charge", target="b")) == []  # as on Sprint orders


@pytest.mark.rule("defiance.orders.maneuver-must-move")
def test_a_wholly_engaged_unit_may_declare_a_maneuver() -> None:
    # defiance.ex.charge-all-locked
    assert {"sprint", "charge"} <= open_to({"at": [[20, 10]]}, {"at": [[20, 11]]}, ["r.1"])


@pytest.mark.rule("defiance.orders.jump-eligibility", "defiance.orders.jump-move", "defiance.orders.jump-mixed-unit")
def test_jumping() -> None:
    assert "jump" not in open_to({}, {})
    assert "jump" in open_to({"frame": "jumper"}, {})
    assert "jump" not in open_to({"frame": "jumper", "prone": True}, {})
    play = turn(
        {"r": {"figures": {"1": {"frame": "jumper", "at": [20, 10]}, "2": {"frame": "man", "at": [22, 10]}}}, **FAR}
    ).say("jump", "r.2")
    ask: Any = play.game.ask
    assert (ask.budget, "jump" in ask.verbs, play["r.2"].sprint) == ({"r.2": 8000}, False, 8000)
    play.say({"r.2": [22, 12]})
    ask = play.game.ask
    assert (ask.budget, "jump" in ask.verbs) == ({"r.1": 12_000}, True)


# ---- fire


@pytest.mark.rule(
    "defiance.orders.fire-only-way-to-move-and-shoot",
    "defiance.orders.fire-movement-type",
    "defiance.orders.fire-attack-pattern",
)
def test_fire_orders_ask_for_speed_and_pattern() -> None:
    play = turn({"r": {"at": [[20, 10]]}, **FAR}).say("cohesive-fire")
    assert play.options == ["stationary", "walking", "running"]
    play.say("walking")
    assert play.options == ["move-fire", "fire-move", "move-fire-move"]
    still = turn({"r": {"at": [[20, 10]]}, **FAR}).say("cohesive-fire", "stationary")
    assert "pattern" not in still.asks


@pytest.mark.rule("defiance.orders.fire-figure-by-figure")
def test_each_figure_finishes_before_the_next() -> None:
    play = turn({"r": {"at": row(20, 10, 3)}, **FAR}).say("cohesive-fire", "walking", "fire-move")
    assert play.asks == "red orders.fire-figure-by-figure"
    play.say("r.2")
    play.say("hold") if "closest" in play.asks else None
    play.say({"r.2": [21.5, 12]})
    assert play.options == ["r.1", "r.3"]


def budgets(pattern: str) -> list[int]:
    """The distances of each move of a figure with Move 5 under a pattern."""
    play = turn({"r": {"frame": "runner", "at": [[20, 10]]}, "b": {"at": [[20, 40]]}}).say("cohesive-fire", "walking", pattern)
    found = []
    while play.asks.startswith("red") and play.game.ask is not None and "declare" not in play.asks:
        ask: Any = play.game.ask
        if ask.kind == "move":
            found.append(ask.budget["r.1"])
            play.say({})
        else:
            found.append(0)
            play.say("hold")
    return found


@pytest.mark.rule(
    "defiance.orders.fire-pattern-move-fire-move",
    "defiance.orders.fire-pattern-move-fire",
    "defiance.orders.fire-pattern-fire-move",
)
def test_attack_patterns() -> None:
    # defiance.ex.move-fire-move-no-carry-over: the second half is 2.5 whatever was used of the first
    assert budgets("move-fire-move") == [2500, 0, 2500]
    assert budgets("move-fire") == [5000, 0]
    assert budgets("fire-move") == [0, 5000]


@pytest.mark.rule("defiance.orders.fire-stationary", "defiance.orders.fire-facing")
def test_a_stationary_figure_turns_and_fires() -> None:
    play = turn({"r": {"at": [[20, 10]], "face": 180}, "b": {"at": [[20, 20]]}}).say("cohesive-fire", "stationary")
    assert play.id(shoot("rifle", "b.1"))
    play.say(shoot("rifle", "b.1"), dice="damage 1, damage 1")
    assert play["r.1"].face == 0


@pytest.mark.rule(
    "defiance.orders.fire-covering-figures-move",
    "defiance.orders.primary-fire",
    "defiance.orders.primary-fire-cover",
    "defiance.orders.support-fire",
    "defiance.orders.support-fire-cover",
)
def test_who_fires_and_who_covers() -> None:
    # defiance.ex.primary-fire-berserkers
    units = {"r": {"at": row(20, 10, 2), "figures": {"2": {"support": "gun"}}}, **FAR}
    state = a_battle(units).state
    rifle, gun = state.figures["r.1"], state.figures["r.2"]
    assert [fires(f, "primary-fire") for f in (rifle, gun)] == [("primary",), ()]
    assert [fires(f, "support-fire") for f in (rifle, gun)] == [(), ("support", "side")]
    assert [may_cover(f, "primary-fire") for f in (rifle, gun)] == [[], ["support"]]
    assert [may_cover(f, "support-fire") for f in (rifle, gun)] == [["primary"], []]
    play = turn(units).say("primary-fire", "running", "fire-move", "r.2")
    ask: Any = play.game.ask
    assert (ask.kind, ask.budget) == ("move", {"r.2": 8000})


@pytest.mark.rule("defiance.orders.one-weapon-per-turn", "defiance.stats.one-weapon-per-activation")
def test_whoever_fired_or_had_to_does_not_cover() -> None:
    both = {"r": {"at": [[20, 10]], "figures": {"1": {"primary": "rifle", "support": "gun", "hero": True}}}, **FAR}
    figure = a_battle(both).state.figures["r.1"]
    assert (fires(figure, "primary-fire"), may_cover(figure, "primary-fire")) == (("primary",), [])
    assert (fires(figure, "support-fire"), may_cover(figure, "support-fire")) == (("support", "side"), [])


@pytest.mark.rule("defiance.orders.fire-wasted", "defiance.orders.cohesive-no-cover")
def test_fire_without_a_target_is_wasted_and_does_not_cover() -> None:
    house = {"id": "h", "category": "impassable", "box": [10, 14, 34, 16], "height": 9}
    play = turn({"r": {"at": [[20, 10]]}, "b": {"at": [[20, 30]]}}, terrain=[house]).say("primary-fire", "stationary", {})
    assert play["r.1"].covers == ""
    hold = turn({"r": {"at": [[20, 10]]}, "b": {"at": [[20, 30]]}}).say("cohesive-fire", "stationary")
    assert hold.options[0] == "hold"


@pytest.mark.rule("defiance.orders.cohesive-fire")
def test_under_cohesive_fire_everybody_uses_any_weapon() -> None:
    units = {
        "r": {"at": [[20, 10]], "figures": {"1": {"primary": "rifle", "support": "gun", "side_arms": "pistol", "hero": True}}},
        "b": {"at": [[20, 18]]},
    }
    play = turn(units)
    play.say("together") if "one-order" in play.asks else None
    play.say("cohesive-fire", "stationary")
    assert {name.split(":")[0] for name in play.options if name != "hold"} == {"0", "1", "2"}


@pytest.mark.rule("defiance.orders.fire-empty-class")
def test_a_unit_of_rifles_covers_as_a_whole_under_support_fire() -> None:
    play = turn({"r": {"at": row(20, 10, 2)}, **FAR}).say("support-fire", "running")
    assert "pattern" not in play.asks
    play.say("r.1", {}).say({})
    assert [play[name].cover_mod for name in ("r.1", "r.2")] == [-4, -4]


@pytest.mark.rule("defiance.orders.cover-weapon-choice")
def test_all_cover_with_one_class_of_weapon() -> None:
    units = {"r": {"at": row(20, 10, 2), "side_arms": "pistol"}, **FAR}
    play = turn(units).say("support-fire", "stationary", "r.1", {}).say({})
    assert play.asks == "red orders.cover-weapon-choice"
    play.say("side")
    assert {play[name].covers for name in ("r.1", "r.2")} == {"side"}


# ---- suppression


@pytest.mark.rule(
    "defiance.orders.suppression-no-move",
    "defiance.orders.suppression-no-stationary-bonus",
    "defiance.orders.primary-suppression",
    "defiance.orders.suppression-cover-zero",
)
def test_a_suppressing_unit_lays_a_template_and_the_others_cover_at_zero() -> None:
    house = {"id": "h", "category": "impassable", "box": [21.8, 14, 23.4, 16], "height": 9}
    units = {
        "r": {"at": [[19, 10], [20.5, 10], [24, 10], [17.5, 10]], "primary": "gun", "figures": {"4": {"support": "rifle"}}},
        "b": {"at": [[20, 24]]},
    }
    play = turn(units, terrain=[house]).say("primary-suppression")
    ask: Any = play.game.ask
    assert (ask.kind, ask.things["template"].size) == ("place", (4000, 2000))
    play.say({"template": {"at": [20, 24], "face": 90}}, dice="damage 1, morale 9, stoppage 1, stoppage 1, damage 1, morale 9")
    (made,) = play.state.templates
    assert made.contributors == ["r.1", "r.2"]
    assert {mod.name: mod.value for mod in play.told("Fired")[0].tally.mods} == {"suppression": -3, "further weapons": 1}
    assert [play[name].covers for name in ("r.1", "r.3", "r.4")] == ["", "", "support"]
    assert play["r.4"].cover_mod == 0


@pytest.mark.rule("defiance.orders.support-suppression")
def test_support_weapons_suppress_while_the_others_cover() -> None:
    units = {"r": {"at": row(19, 10, 2), "figures": {"2": {"support": "gun"}}}, "b": {"at": [[20, 24]]}}
    play = turn(units).say("support-suppression")
    blue = "damage 1, morale 9"  # whose unit activates next, within it
    play.say({"template": {"at": [20, 24], "face": 90}}, dice=f"damage 1, morale 9, stoppage 1, {blue}")
    assert play.state.templates[0].contributors == ["r.2"]
    assert (play["r.1"].covers, play["r.1"].cover_mod) == ("primary", 0)


# ---- elite and linked


@pytest.mark.rule("defiance.orders.elite-independent", "defiance.morale.elite-independent")
def test_elite_figures_have_orders_of_their_own_or_one_for_all() -> None:
    play = turn({"r": {"frame": "elite", "at": row(20, 10, 2)}, **FAR})
    assert (play.asks, play.options) == ("red orders.elite-independent", ["together", "r.1", "r.2"])
    play.say("r.1", "sprint", {"r.1": [20, 12]})
    assert (play.state.acting().waiting, play.state.team().figures) == ([], ["r.2"])


@pytest.mark.rule("defiance.orders.linked-fire-teams", "defiance.morale.linked-fire-teams")
def test_linked_units_form_fire_teams_of_three() -> None:
    play = turn({"r": {"frame": "linked", "at": row(16, 10, 6)}, **FAR})
    assert "team" in play.options
    play.say("team")
    assert play.refused(["r.1", "r.2"]) == "orders.linked-fire-teams"
    assert play.refused(["r.1", "r.2", "r.3", "r.4"]) == "orders.linked-fire-teams"
    play.say(["r.1", "r.2", "r.3"])
    assert play.state.team().figures == ["r.1", "r.2", "r.3"]
    # defiance.ex.linked-teams: below six figures there is one team, with nine there may be three
    small = turn({"r": {"frame": "linked", "at": row(16, 10, 5)}, **FAR})
    assert small.asks == "red orders.declare-first"
    nine = turn({"r": {"frame": "linked", "at": row(10, 10, 9)}, **FAR}).say("team", ["r.1", "r.2", "r.3"])
    assert nine.state.acting().waiting == [f"r.{n}" for n in range(4, 10)]


def test_distances() -> None:
    figure = a_battle({"r": {"at": [[20, 10]]}, **FAR}).state.figures["r.1"]
    assert [allowance(figure, order, "") for order in ("sprint", "charge", "jump")] == [8000, 8000, 12_000]


@pytest.mark.rule("defiance.orders.sprint-counter", "defiance.move.jump-easy-target")
def test_who_sprints_has_not_jumped() -> None:
    """A sprinter is harder to hit; the mark of a jumper would take that from him."""
    play = turn({"r": {"frame": "jumper", "at": [[20, 10]]}, **FAR}).say("sprint", {"r.1": [20, 16]})
    assert (play["r.1"].sprint, play["r.1"].jumped) == (12_000, False)


@pytest.mark.rule("defiance.turn.active-phase")
def test_the_phase_ends_when_everybody_has_activated_though_cards_are_left() -> None:
    battle = a_battle({"r": {"at": [[20, 10]], "activated": True}, "b": {"at": [[20, 40]], "activated": True}})
    finish(draw(battle))
    assert (battle.state.turn.phase, battle.state.turn.deck) == ("resolution", [])
    assert told(battle, "CardDrawn") == []
