"""An event is told by its line: a sentence with its fields in it."""

from __future__ import annotations

import pytest

from littlewars.engine import Event, Mod, Tally
from littlewars.engine.names import Names
from littlewars.engine.showing import Struck
from littlewars.kit import events


class Charm(Event):
    line = "{caster:@} casts {spell}{target: on @|}, {far:=} away: {worked:it works|it fails}; {lost} thing{lost:%} gone"
    caster: str
    spell: str
    target: str = ""
    far: int = 0
    worked: bool = False
    lost: int = 0


class Rolled(Event):
    line = "{of:@|nobody}: needs {tally:+}"
    of: tuple[str, ...]
    tally: Tally


class Silent(Event):
    pass


class Over(events.Ended):
    rule = "test.over"


NAMES = Names({"m": "The Mage", "g": "The Guards"})
AIM = Tally(5, (Mod("aimed", 1, "test.aim"), Mod("cover", -2, "test.cover")))


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (Charm(caster="m", spell="Fear", far=7500), "The Mage casts Fear, 7.5″ away: it fails; 0 things gone"),
        (
            Charm(caster="m", spell="g", target="g", worked=True, lost=1),
            "The Mage casts g on The Guards, 0″ away: it works; 1 thing gone",
        ),
        (Charm(caster="*@=", spell="@*"), "*@= casts @*, 0″ away: it fails; 0 things gone"),
        (Rolled(of=("m", "g"), tally=AIM), "The Mage, The Guards: needs 6+ (aimed +1, cover -2)"),
        (Rolled(of=(), tally=Tally(4, ())), "nobody: needs 4+"),
        (Silent(), "Silent"),
        (Over(why="time", winner="red"), "The battle ends: time; red wins"),
        (Over(why="time"), "The battle ends: time; a draw"),
    ],
)
def test_a_line_says_the_fields(event: Event, told: str) -> None:
    assert NAMES(event.tell()) == told


def test_the_events_of_a_module_are_its_own() -> None:
    assert events.events_of(globals()) == (Charm, Rolled, Silent, Over)


def test_what_a_roll_needed_is_left_out_where_it_is_shown_beside() -> None:
    from littlewars.systems import SYSTEMS

    tallied = [kind for name in ("oversoul", "defiance") for kind in SYSTEMS[name].events if "{tally" in kind.line]
    assert len(tallied) >= 7
    for kind in tallied:
        head, _, rest = kind.line.rpartition("{tally")
        assert rest.endswith("}"), "the tally is the last that is said"
        assert head.endswith("needs ")
    from littlewars.systems.defiance.basics.events import Fired

    event = Fired(figure="a", target="b", weapon="rifle", tally=Tally(5, ()), hits=2)
    assert event.tell().startswith(event.tell_untallied() + "; needs 5+")
    assert event.tell_untallied().endswith("2 damaging hits")


def test_an_attack_is_drawn_by_its_fields() -> None:
    class Shot(Event):
        struck = ("by", "target", "hits")
        by: str
        target: str = ""
        hits: int = 0

    class Blow(Event):
        struck = ("by", "target", "hit", "melee")
        by: str
        target: str
        hit: bool

    assert Shot(by="m", target="g", hits=2).seen() == Struck("m", "g", True)
    assert Shot(by="m", target="g").seen() == Struck("m", "g", False)
    assert Shot(by="m", hits=2).seen() is None, "at nobody"
    assert Blow(by="m", target="g", hit=False).seen() == Struck("m", "g", False, True)
    assert Silent().seen() is None
