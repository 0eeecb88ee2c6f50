from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml

from littlewars.engine import Game, Option, Refusal
from littlewars.engine.cases import CaseError, load, parse, run, save
from littlewars.engine.cases.expecting import MISSING, look, same
from littlewars.engine.cases.people import from_people, meant
from tests.engine import skirmish
from tests.engine.skirmish import SYSTEM, Skirmish
from tests.engine.test_asks import ASKS

HERE = Path(__file__).parent
CASES = sorted((HERE / "cases").glob("*.yaml"))
SYSTEMS: dict[str, Any] = {"skirmish": SYSTEM}


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_case(path: Path) -> None:
    report = run(path, SYSTEMS)
    assert report.checks
    assert report.file == str(path)


def test_a_report_says_what_was_looked_at() -> None:
    report = run(HERE / "cases" / "covering-fire.yaml", SYSTEMS)
    assert (report.case, report.system) == ("Covering fire catches a man on his way", "skirmish")
    assert report.rules == ("toy.move", "toy.cover", "toy.morale")
    assert report.steps == 5
    assert report.checks == 3 + 2 + 6 + 3 + 7
    assert report.game.ask.side == "blue"


# ---- failures: each names file, step and line

COVERING = (HERE / "cases" / "covering-fire.yaml").read_text()
EVERY = (HERE / "cases" / "every-ask.yaml").read_text()
REFUSED = (HERE / "cases" / "refused-scenario.yaml").read_text()

FAILURES: dict[str, tuple[str, str, str, str]] = {
    "a die of another purpose": (
        COVERING,
        "{save: 3}",
        "{fire: 3}",
        "step 5: the next die is 3 for 'fire', the rules roll for 'save'",
    ),
    "an impossible face": (COVERING, "{save: 3}", "{save: 9}", "step 5: 9 is no face of a d6"),
    "a die left over": (COVERING, "{morale: 4}]", "{morale: 4}, 2]", r"step 5: dice left over \(2\)"),
    "a labelled die left over": (COVERING, "{morale: 4}]", "{morale: 4}, {x: 2}]", r"step 5: dice left over \(x: 2\)"),
    "a die missing": (COVERING, ", {morale: 4}]", "]", r"step 5: no die left for 'morale' \(d6\)"),
    "a die before the first answer": (COVERING, "scenario:", "dice: [3]\nscenario:", r"dice left over \(3\)"),
    "an answer that is not allowed": (
        COVERING,
        "    refused: toy.move  ",
        "    note: x ",
        "step 2: 2: 7.0 of 6.0 inches: toy.move",
    ),
    "refused by another rule": (
        COVERING,
        "refused: toy.move",
        "refused: toy.cover",
        "step 2: refused by toy.move, expected toy.cover",
    ),
    "an answer that is allowed": (COVERING, "    rule: toy.order", "    refused: toy.order", "step 1: 'advance' was allowed"),
    "another rule asks": (COVERING, "rule: toy.order", "rule: toy.cover", "step 1: toy.order asks red, not toy.cover"),
    "another part asks": (COVERING, "rule: toy.order", "part: 3", "step 1: toy.order asks red, not .*part 3"),
    "another side is asked": (
        COVERING,
        "- red: advance",
        "- blue: advance",
        "step 1: blue is not asked 'advance'; asked: red toy.order",
    ),
    "nothing to answer": (COVERING, "- red: advance", "- red: dance", "step 1: 'dance' is not among advance"),
    "unreadable": (
        COVERING,
        "{2: [19, 10]}\n    refused: toy.move  ",
        "{2: [19]}\n    note: x ",
        "step 2: not an answer to 'move'",
    ),
    "another place": (
        COVERING,
        "at: [15, 10]",
        "at: [14, 10]",
        r"step 4: units.ravens.figures.2.at is \[15.0, 10.0\], expected \[14, 10\]",
    ),
    "not near enough": (COVERING, "~11.003", "~11.006", "step 5: units.ravens.figures.1.at is"),
    "a path that is not there": (
        COVERING,
        "ravens.figures.2.at: ",
        "ravens.figure.2.at: ",
        "step 4: .* is not there, expected",
    ),
    "a path that never was": (COVERING, "units.ravens.figures.2: null", "units.raven.figures.2: null", "never was there"),
    "other asks": (
        COVERING,
        "[blue toy.cover]",
        "[red toy.cover]",
        r"step 4: asks are \['blue toy.cover'\], expected \['red toy.cover'\]",
    ),
    "options lack": (COVERING, "contains: [fire]", "contains: [dance]", "step 4: 'dance' is not among the options"),
    "options hold": (COVERING, "lacks: [advance]", "lacks: [hold]", "step 4: 'hold' should not be among"),
    "other options": (COVERING, "options: [1, 2]", "options: [1, 3]", "step 1: options are"),
    "strange options": (COVERING, "{contains: [fire]", "{has: [fire]", "step 4: options have exactly"),
    "the sheet": (COVERING, "ask.budget.1: 6000", "ask.budget.1: 7000", "step 1: ask.budget.1 is 6000, expected 7000"),
    "events in another order": (
        COVERING,
        "events: [Draw, {Wounded",
        "events: [Tested, {Wounded",
        "step 5: no Wounded .* in its turn",
    ),
    "another event": (COVERING, "Wounded: {figure: 2,", "Wounded: {figure: 1,", "step 5: no Wounded .*events were"),
    "no such event": (COVERING, "events: [Draw,", "events: [Danced,", "step 5: there is no event 'Danced'"),
    "no such field": (COVERING, "Wounded: {figure: 2,", "Wounded: {figur: 2,", "step 5: Wounded has no 'figur'"),
    "an event that should not be": (
        COVERING,
        "never: [Wounded",
        "never: [Stepped",
        "step 4: Stepped .* happened and should not",
    ),
    "another view": (COVERING, "view.red.rows.blue: []", "view.red.rows.blue: [x]", "view.red.rows.blue is"),
    "a view of nobody": (COVERING, "view.red.rows", "view.green.rows", "'green' is not a side"),
    "another tally": (COVERING, "needed: 5", "needed: 4", r"needed of fire ravens is 5, expected 4 \(4\+, long range -1"),
    "other modifiers": (COVERING, "{long range: -1}", "{long range: -2}", "mods of fire ravens is"),
    "a tally of nothing": (COVERING, "{fire ravens: {base", "{fire badgers: {base", "'fire badgers' is not among the options"),
    "no tally": (COVERING, "{fire ravens: {base", "{cover: {base", "the tally of cover is None"),
    "a strange tally": (COVERING, "{base: 4, needed", "{basis: 4, needed", "a tally has base, .* not 'basis'"),
    "other odds": (COVERING, "{1: 5/6, 2: 1/6}", "{1: 1/6, 2: 5/6}", "odds of 1 are 5/6, expected 1/6; all"),
    "not all odds": (COVERING, "{1: 5/6, 2: 1/6}", "{1: 5/6}", "odds leave 1/6 for what is not listed"),
    "odds that are no fractions": (COVERING, "{1: 5/6, 2: 1/6}", "{1: often}", "'often' is not a number"),
    "odds of nothing": (COVERING, "{of: volley, with: {by: watch", "{of: dance, with: {by: watch", "no attack 'dance'"),
    "strange odds": (COVERING, "{of: volley, with: {by: watch", "{off: volley, with: {by: watch", "odds are {of"),
    "another result": (COVERING, "result: null", "result: {winner: red}", "the result is open, expected"),
    "another winner": (EVERY, "winner: red", "winner: blue", "winner of the result is 'red', expected 'blue'"),
    "another reason": (EVERY, "why: who is left", "why: luck", "why of the result is 'who is left', expected 'luck'"),
    "a strange result": (EVERY, "{winner: red", "{loser: red", "a result has why"),
    "still open": (EVERY, "result: {winner", "result: null\n  ask.kind: x\n  note: {winner", "the result is red wins"),
    "another card": (EVERY, "row: [gun, ravens]", "row: [ravens, gun]", "step 6: no Laid"),
    "a system that is not there": (
        COVERING,
        "system: skirmish",
        "system: chess",
        "there is no system 'chess'; there are skirmish",
    ),
    "a scenario that is not there": (
        REFUSED,
        "scenario: {",
        "scenario: dawn\nnote: {",
        "there is no scenario 'dawn'; there are small",
    ),
    "a scenario that is refused": (COVERING, "sides: [red, blue]", "sides: [red]", "two sides are needed"),
    "a scenario that is not refused": (
        COVERING,
        "play:",
        "error: two sides\nplay:",
        "the scenario was set up, expected an error",
    ),
    "another error": (REFUSED, "two sides are needed", "three sides are needed", "does not contain 'three sides are needed'"),
    "an error and more": (REFUSED, "error:", "expect: {round: 1}\nerror:", "nothing to play or expect"),
    "an unknown rule": (COVERING, "[toy.move, toy.cover", "[toy.moves, toy.cover", "'toy.moves' is not a rule of skirmish"),
    "an unknown rule in a step": (COVERING, "rule: toy.order", "rule: toy.orders", "step 1: 'toy.orders' is not a rule"),
    "an unknown rule refuses": (COVERING, "refused: toy.move", "refused: toy.mve", "step 2: 'toy.mve' is not a rule"),
    "an unknown rule asks": (COVERING, "asks: [blue toy.order]", "asks: [blue toy.odor]", "'toy.odor' is not a rule"),
    "an unknown word": (COVERING, "\nplay:", "\nplays: []\nplay:", "'plays' is not a word of a case"),
    "no name": (COVERING, "case: Cov", "note: Cov", "case is missing"),
    "two sides in a step": (COVERING, "rule: toy.order", "blue: x", "step 1: a step is one `side: answer`, not red, blue"),
    "no side in a step": (COVERING, "- red: advance\n    rule", "- rule", "step 1: a step is one `side: answer`, not nothing"),
    "a step that is none": (COVERING, "play:\n", "play:\n  - hello\n", "step 1: a step is `side: answer`, not 'hello'"),
    "play that is none": (COVERING, "play:\n", "play: hello\nnote:\n", "play is a list of steps"),
    "dice that are none": (COVERING, "dice: [{cov", "note: [{cov", "step 5: no die left for 'covering fire'"),
    "a die that is none": (COVERING, "{save: 3}", "{save: 3.5}", "step 5: 3.5 is not a face"),
    "dice that are no list": (
        COVERING,
        "dice: [{covering fire: 6}, {save: 3}, {morale: 4}]",
        "dice: six",
        "step 5: dice are a list",
    ),
    "rules that are none": (COVERING, "rules: [toy.move, toy.cover, toy.morale]", "rules: {a: 1}", "rules is a text or a list"),
    "a doubled key": (COVERING, "\nplay:", "\nsystem: skirmish\nplay:", "'system' stands twice"),
    "broken YAML": (COVERING, "sides: [red, blue]", "sides: [red, blue", "not readable as YAML"),
}


LATER = "\n    expect: {units.yes.figures: {}}\n  - red: luck"
FAILURES["a die of a later step"] = (
    EVERY,
    ", {save: 1}]" + LATER,
    "]" + LATER + "\n    dice: [{save: 1}]",
    r"step 8: no die left for 'save' \(d6\)",
)


@pytest.mark.parametrize("what", FAILURES)
def test_a_failure_says_what_and_where(what: str) -> None:
    text, old, new, message = FAILURES[what]
    assert old in text
    broken = text.replace(old, new, 1)
    with pytest.raises(CaseError, match=rf"^wrong\.yaml:\d+: .*{message}") as found:
        run(parse(broken, "wrong.yaml"), SYSTEMS)
    assert 1 <= found.value.line <= len(broken.splitlines())
    if step := re.match(r"step (\d)", message):
        assert found.value.step == int(step[1])


def test_the_line_is_that_of_the_expectation() -> None:
    broken = COVERING.replace("units.ravens.figures.1.at: [10, 10]", "units.ravens.figures.1.at: [10, 11]")
    line = 1 + next(i for i, row in enumerate(broken.splitlines()) if "[10, 11]" in row)
    with pytest.raises(CaseError) as found:
        run(parse(broken, "wrong.yaml"), SYSTEMS)
    assert found.value.line == line
    broken = COVERING.replace("  result: null", "  result: {}")
    with pytest.raises(CaseError) as found:
        run(parse(broken, "wrong.yaml"), SYSTEMS)
    assert found.value.line == len(broken.splitlines())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the file is empty"),
        ("hello", "a case is a mapping"),
        ("- 1", "a case is a mapping"),
        ("case: x\nsystem: skirmish\nscenario: small", "this case expects nothing"),
        ("case: 5\nsystem: skirmish\nscenario: small", "case is missing"),
        ("case: x\nsystem: skirmish\nscenario: 5\nexpect: {round: 0}", "TypeError|cannot be set up"),
        ("case: x\nsystem: skirmish\nscenario: small\nexpect: 5", "expect is a mapping"),
        ("case: x\nsystem: skirmish\nscenario: small\nplay:\n- true: 1", "a name is needed"),
        ("case: x\nsystem: skirmish\nscenario: small\nplay:\n- red: 1\n  part: a", "part is a number"),
        ("case: x\nsystem: skirmish\nscenario: small\nplay:\n- red: 1\n  refused: [a]", "refused is the id of a rule"),
        ("case: [" + "[" * 5000, "nested too deeply"),
        ("case: \x00", "YAML"),
    ],
)
def test_what_is_no_case(text: str, message: str) -> None:
    with pytest.raises(CaseError, match=message):
        run(parse(text), SYSTEMS)


def test_what_is_no_file(tmp_path: Path) -> None:
    binary = tmp_path / "binary.yaml"
    binary.write_bytes(b"\xff\xfe\x00case")
    for path in (tmp_path / "none.yaml", tmp_path, binary):
        with pytest.raises(CaseError, match=str(path)):
            load(path)


def test_a_rule_that_breaks_is_named() -> None:
    class Broken(Skirmish):
        def describe(self, state: Any) -> Any:
            raise KeyError("oops")

    with pytest.raises(CaseError, match="KeyError: 'oops'"):
        run(parse(COVERING, "x.yaml"), {"skirmish": Broken()})


def test_a_broken_catalogue_is_named(tmp_path: Path) -> None:
    class Elsewhere(Skirmish):
        folder = tmp_path

    run(parse(COVERING), {"skirmish": Elsewhere()})  # no catalogue: nothing to compare with
    (tmp_path / "rulebook.yaml").write_text("hello")
    with pytest.raises(CaseError, match="a rulebook is a list"):
        run(parse(COVERING), {"skirmish": Elsewhere()})


def test_a_refused_answer_that_changes_something_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    states: list[Any] = []

    class Sly(Skirmish):
        def step(self, battle: Any) -> Any:
            states.append(battle.state)
            return super().step(battle)

    def refused(rule: str, text: str) -> Refusal:
        states[-1].coins["red"] = 9
        return Refusal(rule, text)

    monkeypatch.setattr(skirmish, "Refusal", refused)
    with pytest.raises(CaseError, match="a refused answer has changed the game"):
        run(parse(COVERING), {"skirmish": Sly()})


# ---- looking up and comparing


def test_paths() -> None:
    data = {"a": {"b.c": {"d": 1}, "b": {"x": 2}}, "l": [{"n": 3}, 4], "1": "one", "no": None}
    assert look(data, "a.b.c.d") == 1
    assert look(data, "a.b.x") == 2
    assert look(data, "l.0.n") == 3
    assert look(data, "l.-1") == 4
    assert look({1: "one"}, "1") == "one"
    assert look(data, "no") is None
    assert look(data, "") is data
    for path in ("a.b.y", "l.2", "l.x", "a.b.c.d.e", "z"):
        assert look(data, path) is MISSING


@pytest.mark.parametrize(
    ("found", "wanted", "equal"),
    [
        (14.0, 14, True),
        (5.017, "~5.02", True),
        (5.014, "~5.02", False),
        ("~5.02", "~5.02", True),
        (True, 1, False),
        (True, True, True),
        (True, "~1", False),
        ([1, 2], [1, 2, 3], False),
        ([1, 2.004], [1, "~2"], True),
        ({1: "a"}, {"1": "a"}, True),
        ({"a": 1, "b": 2}, {"a": 1}, False),
        (None, None, True),
        ("a", None, False),
    ],
)
def test_comparing(found: Any, wanted: Any, equal: bool) -> None:
    assert same(found, wanted) is equal


# ---- saving


@pytest.mark.parametrize("scenario", ["small", "reserves"])
@pytest.mark.parametrize("seed", [1, 2])
def test_the_situation_at_hand_is_a_case_that_holds(scenario: str, seed: int) -> None:
    game, rng = Game.start(SYSTEM, SYSTEM.scenarios()[scenario], seed), Random(seed)
    if seed == 2:
        game.reseed(2**80)
    while game.ask:
        part, ask = rng.choice(game.asks)
        game.answer_part(part, ask.sample(rng))
        for back in (0, 2):
            text = save(game, "At hand", back)
            report = run(parse(text, "saved.yaml"), SYSTEMS)
            assert report.game.system.describe(report.game.state) == SYSTEM.describe(game.state)
            assert [a.sheet() for _, a in report.game.asks] == [a.sheet() for _, a in game.asks]
            assert report.checks >= 1 + bool(game.result)


def test_a_saved_case_holds_dice_changes_and_ends() -> None:
    game = run(parse(COVERING.split("expect:\n  units.ravens.is:")[0] + "expect: {round: 1}"), SYSTEMS).game
    game.concede("blue")
    found = yaml.safe_load(save(game, "Saved", back=9, rules=("toy.cover",)))
    assert found["rules"] == ["toy.cover"]
    assert found["play"][1]["red"] == {"2": [[15, 10], {"verb": "turn", "face": 90}], "1": [11, 10]}
    assert found["play"][2] == {"blue": "fire", "rule": "toy.cover", "dice": [{"covering fire": 6}, {"save": 3}, {"morale": 4}]}
    assert found["play"][-1] == {"concede": "blue"}
    assert found["expect"]["units.ravens.figures.2"] is None
    assert found["expect"]["result"] == {"winners": ["red"], "why": "blue concedes"}
    run(parse(save(game, "Saved", back=9)), SYSTEMS)


def test_what_cannot_be_saved() -> None:
    game = Game.start(SYSTEM, SYSTEM.scenarios()["small"], 1)
    with pytest.raises(ValueError, match="imagined"):
        save(game.imagine("red", 3), "x")
    with pytest.raises(ValueError, match="no checkpoints"):
        save(Game.start(SYSTEM, SYSTEM.scenarios()["small"], 1, keep="none"), "x")


def test_an_option_may_be_named_by_whom_it_concerns() -> None:
    """An id comes first; then a figure, where just one option to act concerns it."""
    options = [
        Option("hold", of=("a",), means="hold"),
        Option("0:a", of=("a",), means="act"),
        Option("1:b", of=("b",), means="act"),
    ]
    assert [meant(options, said) for said in ("hold", "a", "b", "c")] == ["hold", "0:a", "1:b", "c"]
    twice = [*options, Option("2:b", of=("b",), means="act")]
    assert meant(twice, "b") == "b"


# ---- the page about cases


def blocks() -> list[str]:
    page = (HERE.parent.parent / "docs" / "cases.md").read_text()
    return re.findall(r"```yaml\n(.*?)```", page, re.S)


def test_the_page_has_an_example_for_every_kind_of_ask() -> None:
    shown: set[str] = set()
    for block in blocks():
        for step in yaml.safe_load(block) if block.startswith("# kind: ") else []:
            kind = re.match(r"# kind: (\S+)", block)[1]  # type: ignore[index]
            from_people(ASKS[kind], step.get("red", step.get("blue")))
            shown.add(kind)
    assert shown == {ask.kind for ask in ASKS.values()}
