"""What a page shows of a battle: cards with rules, brackets as rings, the tracker; and rosters at the command line."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from littlewars.cli import main
from littlewars.engine import Game, ScenarioError
from littlewars.engine.catalogue.rulebook import Rulebook
from littlewars.engine.page.drawing import scene_of
from littlewars.engine.showing import Show, change
from littlewars.systems.defiance.basics.sight import away
from littlewars.systems.defiance.fire.stoppage import note_shot
from littlewars.systems.defiance.orders.activation import BY_STAGE
from littlewars.systems.defiance.page.show import WORD_OF, model_of, role_of
from littlewars.systems.defiance.roster.armies import frames, weapons
from littlewars.systems.defiance.system import DEFIANCE
from littlewars.systems.defiance.turn.reorganising import UnitChange as Join
from littlewars.systems.defiance.turn.reorganising import carry_out
from tests.defiance.squads import Play, a_battle, a_state, row

BOOK = Rulebook.of("defiance")
FAR: dict[str, Any] = {"b": {"at": row(5, 40, 5)}}


def rules_of(page: Show) -> set[str]:
    """Every rule that a page cites."""
    lines = [line for card in page.units.values() for line in card.status]
    lines += [line for model in page.models.values() for line in model.lines]
    return {line.rule for line in lines if line.rule}


def test_a_page_of_a_whole_battle_is_plain_data_and_cites_rules_that_exist() -> None:
    game = Game.start(DEFIANCE, DEFIANCE.scenarios()["first-battle"], 5)
    rng, before = Random(5), DEFIANCE.show(game.state)
    for _ in range(60):
        if game.ask is None:
            break
        game.answer(game.ask.sample(rng))
        page = DEFIANCE.show(game.state)
        assert rules_of(page) <= set(BOOK.ids)
        assert msgspec.json.decode(msgspec.json.encode(page), type=Show) == page
        moved = change(before, page)
        assert set(moved.figures) <= set(page.figures)
        before = page
        assert scene_of(DEFIANCE.show(game.state))._repr_svg_().startswith("<svg")


def test_the_card_of_a_kind_of_figure() -> None:
    state = a_state({"r": {"frame": "Crimson", "at": [[5, 5]], "primary": "Shrieker/Hedgehog"}, **FAR})
    page = DEFIANCE.show(state)
    card = page.models[page.figures["r.1"].model]
    lines = {line.name: line.value for line in card.lines}
    assert lines["QU"] == "Elite (3+)"
    assert lines["HR"] == "4@7+"
    assert lines["MV"] == "5″ S*"  # a star: a value of ours
    assert [arm.name for arm in card.arms] == ["Shrieker/Hedgehog: Shrieker", "Shrieker/Hedgehog: Hedgehog"]
    rings = [(band.name, band.reach) for band in card.arms[0].bands]
    assert rings == [("3+", 5000), ("5+", 15_000), ("7+", 25_000), ("9+", 35_000)]
    assert [band.name for band in card.arms[1].bands] == ["9+"]
    assert "unlimited range" in card.arms[1].text
    assert {arm.arc for arm in card.arms} == {4500}


@pytest.mark.rule("defiance.ranged.range-measurement")
def test_rings_are_drawn_from_the_centre_as_ranges_are_measured() -> None:
    state = a_state({"r": {"at": [[10, 10]]}, "b": {"at": [[10, 20]]}})
    page = DEFIANCE.show(state)
    shooter, target = page.figures["r.1"], page.figures["b.1"]
    arm = page.models[shooter.model].arms[0]
    assert arm.measured == "centre"
    far = arm.bands[-1].reach
    state.figures["b.1"].x, state.figures["b.1"].y = 10_000, 10_000 + far + 400
    shot = away(state.figures["r.1"], state.figures["b.1"])
    assert shot > far  # out of range in the rule, and outside a ring drawn from the centre
    assert shot - shooter.size[0] - target.size[0] < far  # a ring from rim to rim would have it inside


def test_a_broken_unit_is_afraid_as_a_whole_and_counters_lie_beside_it() -> None:
    state = a_state({"r": {"at": row(5, 10, 3)}, **FAR})
    state.units["r"].broken = 1
    state.figures["r.2"].covers = "SI"
    page = DEFIANCE.show(state)
    assert [figure.afraid for figure in page.figures.values() if figure.unit == "r"] == [True] * 3
    assert page.figures["r.2"].flags == ("watching",)
    assert page.units["r"].tokens == (("covering", 1),)


def test_a_table_for_small_figures_is_measured_in_centimetres() -> None:
    state = a_state({"r": {"at": [[20, 20]]}, "b": {"at": [[20, 40]]}}, scale="15mm")
    page = DEFIANCE.show(state)
    assert (page.unit, page.factor) == ("cm", 2)
    assert page.figures["r.1"].at == (10_000, 10_000)  # the book's own inches inside
    assert {line.name: line.value for line in page.models[page.figures["r.1"].model].lines}["MV"].startswith("8 cm")
    assert (DEFIANCE.show(a_state({"r": {"at": [[20, 20]]}, **FAR})).unit, DEFIANCE.measure(state)) == (
        "inch",
        ("cm", 2, " cm"),
    )


@pytest.mark.parametrize(
    ("frame", "role"),
    [
        ("pitbull", "vehicle"),
        ("mausoleum", "walker"),
        ("cyberdactyl", "flyer"),
        ("spondylocrit", "beast"),
        ("redcoat", "shooter"),
    ],
)
def test_how_a_figure_is_drawn(frame: str, role: str) -> None:
    kind = frames()[frame]
    arms = tuple(("primary", weapons()[key]) for key in kind.primary)
    assert role_of(kind, arms) == role
    assert model_of(frame, kind, arms).role == role


def test_cards_say_how_a_unit_is() -> None:
    units = {"r": {"at": row(5, 10, 4), "figures": {"1": {"shaken": True, "prone": True}}}, **FAR}
    page = DEFIANCE.show(a_state(units))
    card = page.units["r"]
    assert {line.name: line.value for line in card.status} == {
        "morale": "5+",
        "size": "4, minimum 5",
        "short": "1 below its minimum",
        "shaken": "1: cower",
    }
    lying, standing = page.figures["r.1"], page.figures["r.2"]
    assert (lying.flags, lying.afraid, standing.flags, standing.afraid) == (("prone",), True, (), False)
    assert (card.left, card.of, card.note) == (4, 4, "Regular, standard")


def test_what_is_left_of_the_ammunition_is_told_for_each_line_of_a_combination() -> None:
    kinds = {
        "tube": {"ammo": 2, "brackets": {"7+": 20}},
        "dart": {"ammo": 4, "brackets": {"7+": 20}},
        "both": {"modes": ["rifle", "tube", "dart"]},
    }
    plain = {"1": {"primary": "tube", "at": [5, 10]}, "2": {"primary": "both", "at": [8, 10]}}
    state = a_state({"r": {"figures": plain}, **FAR}, weapons=kinds)

    def told() -> dict[str, tuple[str, ...]]:
        return {name: tuple(m for m in figure.marks if "shot" in m) for name, figure in DEFIANCE.show(state).figures.items()}

    assert not any(told().values())  # who has not fired yet has what his card says
    for figure, line in (("r.1", 0), ("r.2", 0)):
        note_shot(state.figures[figure], 0, 1, line)
    assert (told()["r.1"], told()["r.2"]) == (("tube: 1 shot",), ("tube: 2 shots", "dart: 4 shots"))
    for line in (1, 2, 1):
        note_shot(state.figures["r.2"], 0, 1, line)
    assert (told()["r.1"], told()["r.2"]) == (("tube: 1 shot",), ("tube: 0 shots", "dart: 3 shots"))


def test_a_unit_that_joined_another_is_on_the_page_no_more() -> None:
    battle = a_battle({"r": {"at": row(10, 10, 3)}, "s": {"at": row(10, 14, 4)}, **FAR})
    before = DEFIANCE.show(battle.state)
    carry_out(battle, "red", Join("join", "r", ("s",)))
    page = DEFIANCE.show(battle.state)
    assert list(page.units) == ["r", "b"]
    told = change(before, page)
    assert (told.units_gone, told.gone, told.units_order) == (("s",), (), None)
    back = change(page, before)  # as an undo tells it
    assert (list(back.units), back.units_order, back.order) == (["r", "s"], ("r", "s", "b"), None)
    assert page.units["r"].figures == ("r.1", "r.2", "r.3", "s.1", "s.2", "s.3", "s.4")
    for name in page.units["r"].figures:
        battle.state.figures[name].gone = "killed"
    assert list(DEFIANCE.show(battle.state).units) == ["r", "b"]  # who has lost all figures is still shown


def test_suppression_is_drawn_with_its_fringe_beneath() -> None:
    pieces = [{"at": [20, 20], "face": 90, "length": 4}, {"at": [24, 20], "face": 90, "length": 2}]
    laid = {"id": "t", "unit": "b", "firer": "b.1", "target": "r", "contributors": ["b.1"], "arms": {"b.1": 0}}
    page = DEFIANCE.show(a_state({"r": {"at": [[20, 20]]}, **FAR}, templates=[laid | {"pieces": pieces}]))
    assert [marker.faint for marker in page.markers] == [True, True, False, False]
    fringe, _, template, _ = page.markers
    assert (5000, 40_000) in fringe.outline
    assert {(18_000, 19_000), (22_000, 21_000)} <= set(fringe.outline)
    assert (fringe.name, fringe.side, template.side) == ("", "blue", "blue")
    assert set(template.outline) == {(18_000, 19_000), (22_000, 19_000), (22_000, 21_000), (18_000, 21_000)}


def test_a_page_tells_who_is_engaged() -> None:
    state = a_state({"r": {"at": row(20, 10, 3)}, "b": {"at": row(20, 11, 3)}})
    assert DEFIANCE.show(state).note == ""
    state.figures["r.1"].locked, state.figures["b.1"].locked = ("b.1",), ("r.1",)
    page = DEFIANCE.show(state)
    assert "engaged with man" in page.figures["r.1"].marks
    assert page.figures["r.1"].flags == ("engaged",)
    assert {line.name: (line.value, line.rule) for line in page.units["b"].status}["engaged"] == (
        "1 locked hand to hand",
        "defiance.hth.lock",
    )
    state.figures["b.1"].gone = state.figures["r.1"].gone = "killed"
    assert DEFIANCE.show(state).note == ""


def test_the_tracker_follows_phases_and_stages() -> None:
    play = Play({"r": {"at": row(5, 10, 5)}, **FAR}, "card 1")
    tracker = DEFIANCE.show(play.state).tracker
    assert (tracker.round, tracker.rounds, tracker.phase) == (1, 6, "Active Phase")
    assert (tracker.side, tracker.unit) == ("red", "r")
    now = [stage.name for stage in tracker.stages if stage.when == "now"]
    assert now == [WORD_OF["order"]]
    calm = DEFIANCE.show(a_state({"r": {"at": row(5, 10, 5)}, **FAR}))
    assert [(stage.name, stage.when) for stage in calm.tracker.stages] == [
        ("command", "done"),
        ("active", "now"),
        ("resolution", "next"),
    ]


def test_every_stage_of_an_activation_has_a_name() -> None:
    assert set(BY_STAGE) <= set(WORD_OF)


def test_ground_says_what_it_does() -> None:
    terrain = [
        {"id": "wood", "category": "medium", "box": [10, 20, 16, 26]},
        {"id": "rock", "category": "impassable", "box": [20, 20, 24, 24]},
        {"id": "ford", "feature": "waist-deep water", "box": [30, 20, 36, 26]},
        {"id": "wall", "feature": "climbable wall", "box": [10, 30, 16, 30.5]},
    ]
    page = DEFIANCE.show(a_state({"r": {"at": [[5, 5]]}, **FAR}, terrain=terrain))
    texts = {ground.id: ground.text for ground in page.ground}
    assert texts["wood"] == "medium: 1/2 of the way; cover -3 (SI), -2 (PI); 4″ of it block sight"
    assert texts["rock"].startswith("impassable")
    assert texts["wall"].endswith("to be climbed")
    assert {ground.id: ground.kind for ground in page.ground}["ford"] == "shallows"


def test_units_that_wait_are_not_on_the_table_and_zones_are_shown() -> None:
    play = Play.of(DEFIANCE.scenarios()["first-battle"], "card 1")
    page = DEFIANCE.show(play.state)
    assert page.figures == {}
    assert [(zone.name, zone.side) for zone in page.zones] == [("deploys", "red"), ("deploys", "blue")]
    assert page.tracker.phase == "deployment"
    assert len(page.units) == 4
    assert len(scene_of(DEFIANCE.show(play.state)).zones) == 2


def test_a_line_of_sight_and_what_is_in_it() -> None:
    rock = [{"id": "rock", "category": "impassable", "box": [8, 20, 12, 24]}]
    state = a_state({"r": {"at": [[10, 10], [20, 10]]}, "b": {"at": [[10, 34]]}}, terrain=rock)
    blocked = DEFIANCE.look(state, "r.1", "b.1")
    assert blocked is not None
    assert (blocked.state, blocked.far) == ("blocked", 24_000)
    assert [(o.id, o.does) for o in blocked.obstacles] == [("rock", "blocks")]
    clear = DEFIANCE.look(state, "r.2", "b.1")
    assert clear is not None
    assert clear.state == "clear"
    assert clear.rule in BOOK
    with pytest.raises(ScenarioError):
        DEFIANCE.look(state, "r.1", "nobody")


def test_the_system_answers_what_the_engine_asks() -> None:
    state = a_state({"r": {"at": [[10, 10]]}, **FAR})
    assert (DEFIANCE.name, DEFIANCE.title, DEFIANCE.unit) == ("defiance", "Defiance: Vital Ground", "inch")
    assert DEFIANCE.measures
    assert DEFIANCE.secrets
    assert list(DEFIANCE.sides(state)) == ["red", "blue"]
    assert DEFIANCE.rounds(state) == 1
    assert {"standard-game", "first-battle", "first-strike"} <= set(DEFIANCE.scenarios())
    with pytest.raises(ScenarioError):
        DEFIANCE.attack(state, "sneeze", {})


# ---- rosters at the command line


@pytest.fixture
def army(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Any:
    """`littlewars army …`: how it ends and what it says."""
    monkeypatch.chdir(tmp_path)

    def call(*words: str) -> tuple[int, str]:
        monkeypatch.setattr(sys, "argv", ["littlewars", "army", *words])
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            main()
        told = capsys.readouterr()
        return int(ended.value.code or 0), told.out + told.err

    return call


def test_an_army_is_checked_priced_and_printed(army: Any, tmp_path: Path) -> None:
    assert army("check", "citizen-muster") == (0, "Citizen muster: legal\n")
    code, text = army("cost", "citizen-muster", "--json")
    assert (code, json.loads(text)["total"]) == (0, 969)
    assert army("print", "citizen-muster")[0] == 0
    assert "Citizen muster" in (tmp_path / "citizen-muster.html").read_text()
    assert "confederate-strike" in army("list", "defiance")[1]


def test_a_wrong_army_is_told_rule_and_line_and_advice_is_no_error(army: Any, tmp_path: Path) -> None:
    head = "system: defiance\nname: T\narmy: Altai\npoints: 900\nunits:\n"
    (tmp_path / "small.yaml").write_text(head + "  - {unit: Seedling Grove, frame: Seedling, figures: 6}\n")
    code, text = army("check", "small.yaml")
    assert code == 0
    assert "advice: 900 points" in text
    assert "[defiance.force.recommended-size]" in text
    (tmp_path / "wrong.yaml").write_text(head + "  - {unit: Seedling Grove, frame: Seedling, figures: 2}\n")
    code, text = army("check", "wrong.yaml")
    assert code == 1
    assert "wrong.yaml:6: Seedling Grove has 2 figures; Green units need 6 [defiance.unit.min-size-start]" in text
    code, text = army("check", "small.yaml", "--json")
    assert json.loads(text)["advice"][0]["rule"] == "defiance.force.recommended-size"
