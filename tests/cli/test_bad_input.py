"""Whatever is given: exit code 1, one line that says why, nothing changed, never a traceback."""

import os

import pytest

ROSTER = """system: oversoul
name: Patrol
points: {points}
units:
  - name: Trappers
    models:
      - {{name: Trapper, count: {count}, die: {die}, range: 8}}
"""
SCENARIO = """name: Duel
system: oversoul
table: [24, 24]
deploy: false
rounds: 3
terrain:
  - {id: copse, kind: dense-wood, outline: %s}
sides:
  red: {edge: south}
  blue: {edge: north}
profiles:
  rifle: {die: d6, range: 10}
units:
  ravens: {side: red, profile: rifle, at: [[10, 8]]}
  watch: {side: blue, profile: rifle, at: [[10, 16]]}
"""
PLAIN = SCENARIO % "[[2, 2], [5, 2], [5, 5]]"
CROSSING = "[[2, 2], [6, 6], [6, 2], [2, 6]]"
FILES = {
    "empty.yaml": b"",
    "binary.yaml": bytes(range(256)) * 8,
    "latin.yaml": "name: Käse\n".encode("latin-1"),
    "deep.yaml": b"a: " + b"[" * 5000 + b"]" * 5000,
    "bomb.yaml": b"a: &a [x, x, x, x]\n"
    + b"".join(b"%c: &%c [*%c, *%c, *%c, *%c]\n" % (n, n, *[n - 1] * 4) for n in range(98, 122)),
    "ring.yaml": b"a: &a [*a]\nsystem: oversoul\n",
    "tag.yaml": b"!!python/object/apply:os.system ['echo pwned']\n",
    "list.yaml": b"[1, 2, 3]\n",
    "text.yaml": b"just a text\n",
    "number.yaml": b"42\n",
    "twice.yaml": b"name: a\nname: b\n",
    "open.yaml": b"name: [1, 2\nsystem: {",
    "odd.yaml": b"system: oversoul\nname: 3\nunits: 7\nsides: 5\nscenario: 1\ncase: 2\npieces: 9\nsize: x\n",
    "large.yaml": b"#" * 1_100_000,
}
READERS = (
    ("army", "check"),
    ("army", "cost"),
    ("army", "print"),
    ("case",),
    ("map", "check"),
    ("replay",),
    ("verify",),
    ("watch", "oversoul", "--scenario"),
    ("simulate", "oversoul", "--games", "1", "--scenario"),
    ("picture", "oversoul", "--scenario"),
)


@pytest.mark.parametrize("words", READERS, ids=" ".join)
@pytest.mark.parametrize("name", FILES)
def test_no_file_breaks_a_command(run, write, tmp_path, words, name):
    write(name, FILES[name])
    assert name in run(*words, name).why
    assert [path.name for path in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize("words", [*READERS, ("odds",)], ids=" ".join)
def test_what_is_no_file(run, tmp_path, words):
    more = ("unit=a", "target=b") if words == ("odds",) else ()
    (tmp_path / "folder.yaml").mkdir()
    (tmp_path / "gone.yaml").symlink_to("nowhere.yaml")
    (tmp_path / "round.yaml").symlink_to("round.yaml")
    os.mkfifo(tmp_path / "pipe.yaml")
    assert "folder.yaml: is a directory" in run(*words, "folder.yaml", *more).why
    assert "pipe.yaml: is not a plain file" in run(*words, "pipe.yaml", *more).why
    for missing in ("gone.yaml", "round.yaml", "missing.yaml", "folder.yaml/x.yaml", "x" * 3000 + ".yaml"):
        assert missing[:50] in run(*words, missing, *more).why
    assert "/dev/zero" in run(*words, "/dev/zero", *more).why


@pytest.mark.parametrize("name", sorted(FILES))
def test_odds_of_anything(run, write, name):
    write(name, FILES[name])
    assert run("odds", name, "unit=a", "target=b").why


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("bogus", "bogus"),
        ("", "command"),
        ("army", "command"),
        ("systems --bogus", "--bogus"),
        ("rules", "system"),
        ("rules nosuch", "there is no system 'nosuch'; there are oversoul"),
        ("rules oversoul --show nosuch", "no rule 'oversoul.nosuch'"),
        ("rules oversoul --show move.runn", "did you mean oversoul.move.run"),
        ("watch nosuch", "no system 'nosuch'"),
        ("watch oversoul --scenario nosuch", "no oversoul scenario 'nosuch'; there are"),
        ("watch oversoul --seed -1", "--seed"),
        ("watch oversoul --seed seven", "--seed"),
        ("watch oversoul --red chess", "no player 'chess'; there are tactician, random"),
        ("watch oversoul --svg nowhere/b.svg", "nowhere/b.svg: there is no directory nowhere"),
        ("watch oversoul --journal nowhere/b.jsonl", "there is no directory nowhere"),
        ("watch oversoul --svg .", "is a directory"),
        ("watch oversoul --svg b --journal b", "named for two files"),
        ("simulate oversoul --games 0", "--games"),
        ("simulate oversoul --games 1 --jobs -1", "--jobs"),
        ("simulate oversoul --games 1 --seed -3", "--seed"),
        ("simulate oversoul --games 1 --blue chess", "no player 'chess'"),
        ("simulate oversoul --games 1 --scenario nosuch", "nosuch"),
        ("army check nosuch", "nosuch"),
        ("army list nosuch", "nosuch"),
        ("map random --seed -1", "--seed"),
        ("map random --width 3", "12 to 240"),
        ("map random --width nan", "12 to 240"),
        ("map random --svg nowhere/m.svg", "nowhere"),
        ("picture oversoul", "--scenario"),
        ("picture oversoul --scenario nosuch", "nosuch"),
        ("picture oversoul --scenario crossroads --svg nowhere/x.svg", "nowhere"),
        ("odds crossroads nonsense", "name=value"),
        ("odds crossroads unit=nosuch target=nosuch", "no unit 'nosuch'"),
        ("odds crossroads unit=red target=blue --of dance", "dance"),
        ("odds nosuch unit=a target=b", "nosuch"),
        ("case", "files"),
    ],
)
def test_words_that_do_not_fit(run, tmp_path, words, why):
    assert why in run(*words.split()).why
    assert not list(tmp_path.iterdir())


# ---- rosters


def test_too_many_points(run, write):
    write("army.yaml", ROSTER.format(points=10, count=9, die="d6"))
    ended = run("army", "check", "army.yaml")
    assert "line 3" in ended.why
    assert "oversoul.build." in ended.why
    assert "army.yaml:3: " in ended.out
    report = run("army", "check", "army.yaml", "--json")
    assert report.code == 1
    assert report.json["legal"] is False
    assert report.json["breaches"][0]["line"] == 3


def test_a_vehicle_with_a_small_die(run, write):
    roster = "system: oversoul\nname: Toys\nunits:\n  - name: Cart\n    models:\n      - {name: Cart, kind: vehicle, die: d4}\n"
    write("army.yaml", roster)
    ended = run("army", "check", "army.yaml")
    assert "oversoul." in ended.why
    assert "line 6" in ended.why


def test_too_many_spells(run, write):
    model = "{name: Mage, die: d6, attributes: [Spellcaster], spells: [Fireball, Zap, Shield, Summon, Teleport, Terrify, Fly]}"
    write("army.yaml", f"system: oversoul\nname: Mages\nunits:\n  - name: Mage\n    models:\n      - {model}\n")
    ended = run("army", "check", "army.yaml")
    assert "oversoul." in ended.why


def test_a_roster_of_another_system(run, write):
    write("army.yaml", ROSTER.format(points=500, count=4, die="d6").replace("oversoul", "chainmail"))
    for command in ("check", "cost", "print"):
        assert "no system 'chainmail'; there are oversoul" in run("army", command, "army.yaml").why


def test_a_roster_of_another_system_in_a_scenario(run, write):
    roster = "{system: defiance, name: X, units: [{profile: steel-ravens}]}"
    write("s.yaml", PLAIN.replace("red: {edge: south}", f"red: {{edge: south, army: {roster}}}"))
    assert "defiance" in run("watch", "oversoul", "--scenario", "s.yaml").why


def test_an_army_that_does_not_exist(run, write):
    write("s.yaml", PLAIN.replace("red: {edge: south}", "red: {edge: south, army: nosuch}"))
    assert "no army 'nosuch'" in run("watch", "oversoul", "--scenario", "s.yaml").why


def test_a_sheet_is_not_written_over_its_roster(run, write):
    path = write("army.yaml", ROSTER.format(points=500, count=4, die="d6"))
    before = path.read_bytes()
    assert "written over" in run("army", "print", "army.yaml", "--out", "army.yaml").why
    assert path.read_bytes() == before


# ---- tables


def test_a_map_that_crosses_itself(run, write):
    write("map.yaml", f"size: [24, 24]\npieces:\n  - {{id: copse, kind: dense-wood, outline: {CROSSING}}}\n")
    why = run("map", "check", "map.yaml", "--svg", "map.svg").why
    assert "map.yaml:3: copse: the outline crosses itself" in why


@pytest.mark.parametrize("words", [("watch", "oversoul"), ("simulate", "oversoul", "--games", "1"), ("picture", "oversoul")])
def test_a_scenario_whose_terrain_crosses_itself(run, write, tmp_path, words):
    write("s.yaml", SCENARIO % CROSSING)
    why = run(*words, "--scenario", "s.yaml").why
    assert "copse" in why
    assert "cross" in why
    assert [path.name for path in tmp_path.iterdir()] == ["s.yaml"]


@pytest.mark.parametrize(
    "change",
    [
        ("[24, 24]", "[.inf, 24]"),
        ("[24, 24]", "[.nan, 24]"),
        ("[24, 24]", "[-24, 24]"),
        ("[24, 24]", "[24]"),
        ("rounds: 3", "rounds: many"),
        ("[[10, 8]]", "[[1.0e+30, 8]]"),
        ("[[10, 8]]", "[[500, 8]]"),
        ("[[10, 8]]", "[[10, 16]]"),
        ("profile: rifle", "profile: nosuch"),
        ("side: red", "side: nosuch"),
        ("die: d6", "die: d7"),
        ("kind: dense-wood", "kind: nosuch"),
        ("rounds: 3", "nonsense: 3"),
        ("units:", "units: 5\nabout:"),
        ("  blue: {edge: north}\n", ""),
    ],
    ids=" -> ".join,
)
def test_scenarios_that_cannot_be_played(run, write, change):
    assert change[0] in PLAIN
    write("s.yaml", PLAIN.replace(*change, 1))
    assert "s.yaml" in run("watch", "oversoul", "--scenario", "s.yaml", "--quiet").why


RIDE = """system: combat-action
table: [60, 60]
deploy: false
sides: {red: {edge: south}, blue: {edge: north}}
units:
  car:
    side: red
    figures:
      1: {model: scout-car, at: [30, 20]}
      2: {model: driver, carrier: car.1, seat: pilot}
  hunter: {side: blue, figures: {1: {model: hunter-robot, at: [30, 40]}}}
"""


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("seat: pilot", "seat: banana", "car.2 has no seat 'banana'; it may be pilot or gunner: combat-action.vehicles.crew"),
        ("at: [30, 40]", "at: [30, 40], wreck: banana", "hunter.1 has no wreck 'banana'; it may be destroyed or shut down"),
        ("at: [30, 40]", "at: [30, 40], primed: -1", "unit hunter, figure 1: primed: "),
    ],
)
def test_words_that_a_scenario_of_combat_action_invents(run, write, old, new, why):
    write("s.yaml", RIDE.replace(old, new, 1))
    assert why in run("watch", "combat-action", "--scenario", "s.yaml", "--quiet").why


def test_a_scenario_file_is_not_written_over(run, write):
    path = write("s.yaml", PLAIN)
    for option in ("--svg", "--journal"):
        assert "s.yaml" in run("watch", "oversoul", "--scenario", "s.yaml", option, "s.yaml").why
    assert path.read_text() == PLAIN


def test_only_a_journal_is_written_over(run, write):
    path = write("thesis.txt", "years of work")
    assert "not a journal" in run("watch", "oversoul", "--journal", "thesis.txt").why
    assert path.read_text() == "years of work"


# ---- cases

CASE = """case: A step
system: oversoul
rules: [{rule}]
scenario:
  table: [24, 24]
  deploy: false
  sides: {{red: {{edge: south}}, blue: {{edge: north}}}}
  profiles: {{rifle: {{die: d6, range: 10}}}}
  units:
    ravens: {{side: red, profile: rifle, at: [[10, 8]]}}
    watch: {{side: blue, profile: rifle, at: [[10, 20]]}}
dice: [{{initiative: [6, 1]}}]
play:
  - red: ravens
  - red: move-other
  - red: {{ravens.1: [10, {to}]}}
    {refused}
expect:
  units.ravens.figures.1.at: [10, {ends}]
"""


def case(rule="oversoul.move.allowance", to=14, ends=14, refused="note: fine"):
    return CASE.format(rule=rule, to=to, ends=ends, refused=refused)


def test_a_move_one_hundredth_too_long(run, write):
    write("exact.yaml", case())
    write("long.yaml", case(to=14.01, ends=8, refused="refused: oversoul.move.allowance"))
    assert run("case", "exact.yaml", "long.yaml").code == 0
    write("wrong.yaml", case(to=14.01))
    why = run("case", "wrong.yaml").why
    assert "wrong.yaml:16: step 3" in why
    assert "oversoul.move.allowance" in why


def test_a_case_with_an_unknown_rule(run, write):
    write("c.yaml", case(rule="oversoul.move.teleport-home"))
    why = run("case", "c.yaml").why
    assert "c.yaml:3" in why
    assert "oversoul.move.teleport-home" in why


def test_several_cases(run, write):
    write("good.yaml", case())
    write("bad.yaml", case(ends=13))
    ended = run("case", "good.yaml", "bad.yaml", "missing.yaml")
    assert ended.why == "2 of 3 cases do not hold"
    assert ended.out.splitlines()[0] == "good.yaml: holds"
    report = run("case", "good.yaml", "bad.yaml", "--json")
    assert [row["holds"] for row in report.json] == [True, False]
    assert "bad.yaml:19" in report.why
