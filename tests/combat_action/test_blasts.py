"""Area weapons and grenades."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.systems.combat_action.basics.profiles import weapons
from littlewars.systems.combat_action.basics.sight import blast_cover
from littlewars.systems.combat_action.fire.shooting import caught, explode, impact, resolve
from littlewars.systems.combat_action.fire.targets import Shot
from littlewars.systems.combat_action.harm.damage import remove
from tests.combat_action.field import Play, a_battle, man

CORNER = {"model": "bare", "at": [[5, 110]]}


@pytest.mark.rule("combat-action.area.blast", "combat-action.damage.test")
def test_whom_a_blast_catches() -> None:
    """Blast 4 cm: the base over the point without a die, 3.9 and 4.0 on 4+, 4.1 not at all."""
    # combat-action.ex.blast
    units = {"r": {"model": "tough", "at": [[60, 60], [60, 65.15], [54.75, 60], [60, 54.65]]}, "b": CORNER}
    battle = a_battle(units, "damage 1, blast 4, damage 1, blast 3", models={"tough": man(PF=12)})
    found = caught(battle, (60000, 60000), 4000)
    assert [(figure.id, sure) for figure, _, sure in found] == [("r.1", True), ("r.2", False), ("r.3", False)]
    explode(battle, "grenade", (60000, 60000), weapons()["frag-grenade"])
    assert not battle.dice.left  # type: ignore[attr-defined]


@pytest.mark.rule("combat-action.area.deviation-direction")
def test_six_directions() -> None:
    # combat-action.ex.deviation-direction
    ends = [(60, 46), (65.196, 43), (65.196, 37), (60, 34), (54.804, 37), (54.804, 43)]
    for face, (x, y) in enumerate(ends, 1):
        battle = a_battle({"r": {"at": [[60, 20]]}, "b": CORNER}, f"deviation {face}")
        at = impact(battle, (60000, 20000), (60000, 40000), 6000)
        assert at is not None
        assert at == pytest.approx((x * 1000, y * 1000), abs=1)


@pytest.mark.rule("combat-action.area.deviation-limits")
def test_a_wall_stops_what_deviates_and_the_edge_ends_it() -> None:
    for height, end in ((4, 45000), (3, 48000), (3.1, 45000)):
        wall = {"id": "w", "kind": "high-wall", "box": [50, 45, 70, 46], "height": height}
        battle = a_battle({"r": {"at": [[60, 20]]}, "b": CORNER}, "deviation 1", terrain=[wall])
        at = impact(battle, (60000, 20000), (60000, 40000), 8000)
        assert at is not None
        assert at[1] == pytest.approx(end, abs=2)
    battle = a_battle({"r": {"at": [[60, 2]]}, "b": CORNER}, "deviation 4")  # back over the thrower and off the table
    assert impact(battle, (60000, 2000), (60000, 5000), 8000) is None
    battle = a_battle({"r": {"at": [[60, 100]]}, "b": CORNER}, "deviation 1")
    assert impact(battle, (60000, 100000), (60000, 115000), 8000) is None


@pytest.mark.rule(
    "combat-action.actions.throw-grenade", "combat-action.actions.prime-grenade", "combat-action.area.deviation-distance"
)
def test_a_grenade_thrown() -> None:
    # combat-action.ex.grenade-throw
    units = {"r": {"model": "bomber", "at": [[60, 20]]}, "b": {"model": "bare", "at": [[60, 38]]}}
    play = Play(units, active="r")
    assert "throw-grenade" not in play.verbs()  # only a primed one
    play.say("prime-grenade")
    assert (play["r.1"].primed, play["r.1"].ap) == (1, 1)
    play.say("throw-grenade:0:b.1", dice="to hit 2, deviation 4")
    assert (play["r.1"].primed, play["r.1"].ap) == (0, 0)
    (burst,) = play.told("Exploded")
    assert (burst.at, burst.off) == ((60000, 32000), 6000)  # 2 short of SS 4: 6 cm back towards the thrower


@pytest.mark.rule("combat-action.actions.throw-grenade", "combat-action.ranged.targets")
def test_a_grenade_at_a_point() -> None:
    wall = {"id": "w", "kind": "high-wall", "box": [64, 20, 66, 40], "height": 6}
    figures = {"1": {"model": "bomber", "at": [60, 20], "primed": 1}}
    play = Play({"r": {"figures": figures}, "b": {"model": "bare", "at": [[60, 38]]}}, active="r", terrain=[wall])
    play.say("throw-grenade:0:point")
    assert play.refused({"aim": [60, 51.3]}) == "ranged.weapon-limits"  # more than 30 cm
    assert play.refused({"aim": [72, 25]}) == "ranged.targets"  # behind a wall
    assert play.refused({"aim": [60, -5]}) == "ranged.targets"
    play.say({"aim": [60, 35]}, dice="to hit 4, blast 4, damage 1, wound 6")
    assert play["b.1"].wounded


@pytest.mark.rule("combat-action.actions.prime-grenade", "combat-action.activation.end-phase")
def test_a_grenade_kept_explodes_in_the_next_activation() -> None:
    # combat-action.ex.grenade-kept
    for turn, explodes in ((3, False), (4, True)):
        figures = {"1": {"model": "bomber", "at": [60, 20], "primed": 3}}
        play = Play({"r": {"figures": figures}, "b": CORNER}, active="r", turn={"number": turn})
        if explodes:
            play.say("done", dice="damage 1, wound 6")
            assert play["r.1"].wounded
            assert play["r.1"].primed == 0
        else:
            play.say("done")
            assert play["r.1"].primed == 3


@pytest.mark.rule("combat-action.actions.prime-grenade")
def test_who_is_out_of_action_drops_it() -> None:
    battle = a_battle({"r": {"figures": {"1": {"model": "bomber", "at": [60, 20], "primed": 1}}}, "b": CORNER})
    remove(battle, battle.state.figures["r.1"], "ooa")
    assert battle.state.figures["r.1"].primed == 0


@pytest.mark.rule("combat-action.area.blast", "combat-action.ranged.cover-pf", "combat-action.area.deviation-limits")
@pytest.mark.parametrize(("height", "cover"), [(None, 0), (1.5, 2), (1.4, 0), (3, 2), (3.1, None), (4, None)])
def test_walls_and_blasts(height: float | None, cover: int | None) -> None:
    # combat-action.ex.blast-and-walls
    wall = [{"id": "w", "kind": "low-wall", "box": [55, 61, 65, 61.5], "height": height}] if height else []
    battle = a_battle({"r": {"at": [[60, 63.25]]}, "b": CORNER}, terrain=wall)
    figure = battle.state.figures["r.1"]
    assert blast_cover(figure, (60000, 60000), battle.state.pieces) == cover
    found = caught(battle, (60000, 60000), 4000)
    assert [one[1] for one in found] == ([] if cover is None else [cover])
    figure.flat = True
    if cover is not None:
        assert caught(battle, (60000, 60000), 4000)[0][1] == max(1, cover)  # flat down counts always, only the best counts


@pytest.mark.rule("combat-action.area.blast", "combat-action.ranged.cover-pf")
def test_woods_rubble_and_holes_against_a_blast() -> None:
    def cover(piece: dict[str, Any]) -> int | None:
        battle = a_battle({"r": {"at": [[60, 63.25]]}, "b": CORNER}, terrain=[{"id": "p", **piece}])
        return blast_cover(battle.state.figures["r.1"], (60000, 60000), battle.state.pieces)

    assert cover({"kind": "rubble", "box": [55, 62, 65, 70]}) == 2
    assert cover({"kind": "boulder", "box": [55, 61, 65, 61.5], "height": 5, "marks": ["pierced"]}) == 3
    house: dict[str, Any] = {"kind": "building", "box": [55, 61.5, 65, 71], "height": 6}
    assert cover(house) is None
    assert cover({**house, "slits": [[0, 3, 7]]}) == 3
    assert cover({**house, "doors": [[0, 3, 7, "open"]]}) == 0
    assert cover({**house, "doors": [[0, 3, 7]]}) is None


@pytest.mark.rule("combat-action.area.blast", "combat-action.vehicles.altitude")
@pytest.mark.parametrize("hits", [True, False])
def test_a_rocket_at_a_flyer(hits: bool) -> None:
    """It alone is affected, and after a miss nothing happens."""
    # combat-action.ex.rocket-at-a-flyer
    figures = {"1": {"model": "drone", "at": [60, 40], "level": 1}}
    units = {"r": {"model": "rocket", "at": [[60, 20]]}, "b": {"figures": figures}, "bman": {"model": "bare", "at": [[63, 40]]}}
    battle = a_battle(units, "to hit 6, damage 1, location 1" if hits else "to hit 1")
    resolve(battle, Shot("r.1", "r.1", 0, "heavy-fire", "b.1"), ["b.1"])
    assert bool(battle.state.figures["b.1"].broken) is hits
    assert not [event for event in battle.events or [] if type(event).__name__ == "Exploded"]


@pytest.mark.rule("combat-action.area.blast", "combat-action.units.aboard")
def test_riders_and_flyers_are_not_in_a_blast() -> None:
    figures: dict[str, Any] = {
        "1": {"model": "car", "at": [60, 60]},
        "2": {"model": "driver", "carrier": "r.1", "seat": "pilot"},
    }
    units = {"r": {"figures": figures}, "d": {"figures": {"1": {"model": "drone", "at": [60, 60], "level": 1}}}, "b": CORNER}
    assert [one[0].id for one in caught(a_battle(units), (60000, 60000), 4000)] == ["r.1"]


@pytest.mark.rule("combat-action.area.deviation-distance", "combat-action.ranged.to-hit")
def test_a_natural_one_that_would_have_hit_deviates_by_one() -> None:
    # combat-action.ex.deviation-natural-one
    units = {"r": {"figures": {"1": {"model": "ace", "at": [60, 20], "primed": 1}}}, "b": {"model": "bare", "at": [[60, 30]]}}
    play = Play(units, active="r", models={"ace": man(SS=2, weapons=["frag-grenade"])})
    play.say("throw-grenade:0:b.1", dice="to hit 1, deviation 1, blast 1")
    assert play.told("Exploded")[0].off == 3000


@pytest.mark.rule("combat-action.actions.throw-grenade", "combat-action.vehicles.altitude")
def test_grenades_are_not_thrown_at_flyers() -> None:
    figures = {"1": {"model": "bomber", "at": [60, 20], "primed": 1}}
    units = {"r": {"figures": figures}, "b": {"figures": {"1": {"model": "drone", "at": [60, 30], "level": 1}}}}
    assert "throw-grenade:0:b.1" not in Play(units, active="r").options


@pytest.mark.rule("combat-action.area.blast", "combat-action.ranged.targets", "combat-action.damage.buildings")
def test_a_rocket_at_a_house_explodes_at_its_wall() -> None:
    """On the near side, while the wall still stands: it spares whoever is behind it, and then has a hole there."""
    house = {"id": "house", "kind": "building", "box": [55, 50, 75, 60], "height": 6, "material": "concrete"}
    figures = {
        "1": {"model": "bare", "at": [60, 47]},
        "2": {"model": "bare", "at": [60, 52]},
        "3": {"model": "bare", "at": [65, 48]},
    }
    units = {"r": {"model": "rocket", "at": [[60, 20]]}, "b": {"figures": figures}}
    play = Play(units, active="r", terrain=[house])
    play.say("heavy-fire:0:#house", dice="to hit 2, blast 4, damage 4, wound 5, damage 1, building 6")
    (burst,) = play.told("Exploded")
    assert (burst.at, burst.off) == ((60000, 49900), 0)  # not in the middle of the house
    assert [told.figure for told in play.told("Hurt")] == ["b.1"]
    (hole,) = play.state.piece("house").openings
    assert hole.edge == 0
    assert (hole.start + hole.stop) / 2 == pytest.approx(5000, abs=100)


@pytest.mark.rule("combat-action.area.blast", "combat-action.area.deviation-direction", "combat-action.area.deviation-limits")
@pytest.mark.parametrize(("direction", "at"), [(1, (60000, 50000)), (4, (60000, 41900))])
def test_a_rocket_that_misses_a_house_deviates_from_its_wall(direction: int, at: tuple[int, int]) -> None:
    """SS 6, +2 for a building, +1 at S: a 1 is 2 short. Straight on the wall stops it at once."""
    house = {"id": "house", "kind": "building", "box": [55, 50, 75, 60], "height": 6, "material": "concrete"}
    models = {"poor": man(SS=6, weapons=["rocket-launcher"])}
    play = Play({"r": {"model": "poor", "at": [[60, 20]]}, "b": CORNER}, active="r", terrain=[house], models=models)
    play.say("heavy-fire:0:#house", dice=f"to hit 1, deviation {direction}")
    assert [burst.at for burst in play.told("Exploded")] == [at]
    assert not play.state.piece("house").openings  # a miss does nothing to it


@pytest.mark.rule("combat-action.area.blast", "combat-action.ranged.targets")
def test_a_rocket_explodes_where_the_wall_is_seen() -> None:
    """The nearest point of the house is behind a rock: the corner that the shooter sees is hit."""
    house = {"id": "house", "kind": "building", "box": [55, 50, 75, 60], "height": 6, "material": "concrete"}
    rock = {"id": "rock", "kind": "boulder", "box": [50, 40, 64, 46], "height": 12}
    play = Play({"r": {"model": "rocket", "at": [[60, 20]]}, "b": CORNER}, active="r", terrain=[house, rock])
    play.say("heavy-fire:0:#house", dice="to hit 2, damage 1, building 5")
    (burst,) = play.told("Exploded")
    assert abs(burst.at[0] - 75000) < 100
    assert 49900 <= burst.at[1] < 50000


@pytest.mark.rule("combat-action.area.blast", "combat-action.area.deviation-limits")
def test_what_explodes_at_a_wall_spares_nobody_on_this_side() -> None:
    """A grenade stopped by a house: who stands before it is hit, who stands behind the wall is spared."""
    house = {"id": "house", "kind": "building", "box": [55, 50, 75, 60], "height": 6, "material": "concrete"}
    units = {"r": {"at": [[60, 20]]}, "b": {"model": "bare", "at": [[62, 47], [60, 53]]}}
    battle = a_battle(units, "deviation 1", terrain=[house])
    at = impact(battle, (60000, 20000), (60000, 45000), 8000)
    assert at == (60000, 50000)
    assert [one.id for one, _, _ in caught(battle, at, 4000)] == ["b.1"]
