"""`littlewars odds` for Defiance: what may be asked, and one clear line for everything else."""

import pytest

SKIRMISH = """name: Skirmish
system: defiance
scenario: free
table: [36, 36]
sides: {red: {edge: south}, blue: {edge: north}}
frames: {man: {HR: "2@6+"}}
weapons:
  rifle: {FR: 2, brackets: {5+: 10, 7+: 20}}
  mortar: {FR: 1, IF: true, brackets: {5+: 15}, aoe: {radius: 2, damage: 5+}}
units:
  r: {side: red, frame: man, primary: rifle, at: [[10, 10], [12, 10]], figures: {2: {primary: mortar}}}
  b: {side: blue, frame: man, primary: rifle, at: [[10, 18], [30, 34]], face: 180}
turn: {phase: active, number: 1, deck: [{unit: r}, {unit: b}]}
"""


@pytest.fixture
def odds(run, write):
    write("s.yaml", SKIRMISH)
    return lambda *words: run("odds", "s.yaml", *words)


def test_an_attack_is_what_is_meant_without_a_word(odds):
    report = odds("attacker=r.1", "target=b.1", "--json").json
    assert report["of"] == "attack"
    assert sum(one["chance"] for one in report["outcomes"].values()) == pytest.approx(1)
    fewer = odds("attacker=r.1", "target=b.1", "rate=1", "--json").json
    covering = odds("attacker=r.1", "target=b.1", "covering=-2", "--json").json
    running = odds("attacker=r.1", "target=b.1", "speed=running", "--json").json
    assert max(fewer["mean"], covering["mean"], running["mean"]) < report["mean"]
    told = odds("attacker=r.1", "target=b.1").out
    assert "eliminated, shaken" in told
    assert "chits are kept" in told


def test_odds_of_a_round_count_where_it_scatters(odds):
    report = odds("attacker=r.2", "target=b.1", "--json").json
    assert sum(one["chance"] for one in report["outcomes"].values()) == pytest.approx(1)
    running = odds("attacker=r.2", "target=b.1", "speed=running", "--json").json
    assert running["mean"] < report["mean"]


def test_odds_of_a_fight(odds):
    met = odds("attacker=r.1", "target=b.1", "--of", "fight", "--json").json
    charged = odds("attacker=r.1", "target=b.1", "charged=1", "--of", "fight", "--json").json
    assert sum(one["chance"] for one in met["outcomes"].values()) == pytest.approx(1)
    assert charged["mean"] > met["mean"] > 0
    assert "an attack has no 'rate'" in odds("attacker=r.1", "target=b.1", "rate=1", "--of", "fight").why
    assert "charged" in odds("attacker=r.1", "target=b.1", "charged=2", "--of", "fight").why
    assert "is on its side" in odds("attacker=r.1", "target=r.2", "--of", "fight").why


def test_odds_that_take_too_long(odds):
    why = odds("attacker=r.1", "target=b.1", "--seconds", "0").why
    assert why == "the dice fall in more ways than can be reckoned in 0 seconds; --seconds N allows more time"
    for strange in ("-1", "nan", "soon"):
        assert "--seconds" in odds("attacker=r.1", "target=b.1", "--seconds", strange).why


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("unit=r target=b", "odds of an attack"),
        ("attacker=r.1 target=b.1 --of volley", "odds of an attack"),
        ("attacker=r.1", "an attack needs target=…"),
        ("target=b.1", "an attack needs attacker=…"),
        ("attacker=nobody target=b.1", "attacker: there is no figure 'nobody'"),
        ("attacker=r.1 target=r.1", "on its side: defiance.ranged.legal-targets"),
        ("attacker=r.1 target=r.2", "on its side: defiance.ranged.legal-targets"),
        ("attacker=r.1 target=b.1 zorg=1", "no 'zorg'; it has attacker"),
        ("attacker=r.1 target=b.1 how=melee", "no 'how'"),
        ("attacker=r.1 target=b.1 =1", "name=value"),
        ("attacker=r.1 target=b.1 rate=-3", "rate is 1 to 2, not -3: defiance.ranged.feed-rate"),
        ("attacker=r.1 target=b.1 rate=0", "rate is 1 to 2"),
        ("attacker=r.1 target=b.1 rate=99999", "rate is 1 to 2"),
        ("attacker=r.1 target=b.1 rate=" + "9" * 5000, "rate is 1 to 2"),
        ("attacker=r.1 target=b.1 rate=two", "rate is 1 to 2, not two"),
        ("attacker=r.1 target=b.1 line=9", "line is 0 to 0, not 9"),
        ("attacker=r.1 target=b.1 line=-1", "line is 0 to 0, not -1"),
        ("attacker=r.1 target=b.1 arm=1", "arm is 0 to 0, not 1"),
        ("attacker=r.1 target=b.1 speed=sprinting", "speed is stationary or walking or running"),
        ("attacker=r.1 target=b.1 speed=", "speed is stationary"),
        ("attacker=r.1 target=b.1 covering=x", "covering is -20 to 20"),
        ("attacker=r.1 target=b.1 covering=-2 speed=walking", "not both"),
        ("attacker=r.2 target=b.1 covering=0", "a mortar does not cover: defiance.cover.prohibited"),
        ("attacker=r.1 target=b.2", "b.2 is out of range: defiance.ranged.range-maximum"),
    ],
)
def test_what_does_not_fit_is_said_in_a_line(odds, words, why):
    assert why in odds(*words.split(" ")).why


def test_a_ready_scenario_is_found_whoever_has_it(run):
    assert "there is no figure 'a'" in run("odds", "first-battle", "attacker=a", "target=b").why


@pytest.mark.parametrize(
    ("attacker", "target", "why"),
    [
        ("redcoat-section.1", "seedling-grove.1", "attacker: redcoat-section.1 is not on the table yet"),
        ("nobody", "seedling-grove.1", "attacker: there is no figure 'nobody'"),
    ],
)
def test_whoever_has_not_been_deployed_has_no_odds(run, attacker, target, why):
    assert why in run("odds", "first-battle", "--system", "defiance", f"attacker={attacker}", f"target={target}").why
