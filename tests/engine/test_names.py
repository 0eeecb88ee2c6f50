"""Names stand where a text refers to somebody, and nowhere else."""

from __future__ import annotations

from msgspec.structs import replace

from littlewars.engine import Tally
from littlewars.engine.names import Names, ref, refs
from littlewars.engine.showing import Card, Model, Show, Shown, Tracker
from littlewars.systems.defiance.basics.events import Fired

EMPTY = Show("", "inch", (48000, 48000), True, Tracker(1), (), {}, {}, {})


def test_a_unit_whose_id_is_a_word_does_not_rename_the_weapon() -> None:
    names = Names({"gun": "Heavy Weapons Team", "gun.1": "Gunner", "b.1": "Rifleman 1"})
    told = Fired(figure="gun.1", target="b.1", weapon="gun", tally=Tally(5, ()), hits=1).tell()
    assert names(told).startswith("Gunner fires gun at Rifleman 1")
    assert names(f"{ref('gun')} has a gun") == "Heavy Weapons Team has a gun"


def test_whom_nobody_knows_is_shown_as_written() -> None:
    assert Names()(f"{refs(['a', 'b.2'])} go") == "a, b.2 go"
    assert Names({"r": "The {b} band"})(ref("r")) == "The {b} band"  # a name is no text: nothing in it is looked up
    assert Names({"r.1": "Ann"}).throw("fire, r.1") == "fire, Ann"


def test_in_a_mirror_battle_a_side_stands_before_names_that_both_have() -> None:
    """Units and figures, also of those who are not on the table yet; who is the only one of his name has no side before it."""
    models = {"m": Model("m", "Rifleman"), "c": Model("c", "Captain")}
    units = {
        "r": Card("r", "First Squad", "red", ("r.1", "r.2"), 2, 2, models=("m",)),
        "b": Card("b", "First Squad", "blue", ("b.1", "b.2"), 2, 2, models=("m",)),
        "l": Card("l", "Staff", "red", ("l.1",), 1, 1, models=("c",)),
    }
    there = {name: Shown(name, name[0], "red", "m", "Rifleman", (0, 0), (500,)) for name in ("r.1", "r.2")}
    there["l.1"] = Shown("l.1", "l", "red", "c", "Captain", (0, 0), (500,))
    names = Names()
    names.learn(replace(EMPTY, figures=there, units=units, models=models))
    told = names(f"{ref('r.1')} of {ref('r')} hits {ref('b.2')} of {ref('b')}; {ref('l.1')} of {ref('l')} cheers")
    assert told == "Red Rifleman 1 of Red First Squad hits Blue Rifleman 2 of Blue First Squad; Captain of Staff cheers"
