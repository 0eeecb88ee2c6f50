"""Names stand where a text refers to somebody, and nowhere else."""

from __future__ import annotations

from littlewars.engine import Tally
from littlewars.engine.names import Names, ref, refs
from littlewars.systems.defiance.basics.events import Fired


def test_a_unit_whose_id_is_a_word_does_not_rename_the_weapon() -> None:
    names = Names({"gun": "Heavy Weapons Team", "gun.1": "Gunner", "b.1": "Rifleman 1"})
    told = Fired(figure="gun.1", target="b.1", weapon="gun", tally=Tally(5, ()), hits=1).tell()
    assert names(told).startswith("Gunner fires gun at Rifleman 1")
    assert names(f"{ref('gun')} has a gun") == "Heavy Weapons Team has a gun"


def test_whom_nobody_knows_is_shown_as_written() -> None:
    assert Names()(f"{refs(['a', 'b.2'])} go") == "a, b.2 go"
    assert Names({"r": "The {b} band"})(ref("r")) == "The {b} band"  # a name is no text: nothing in it is looked up
    assert Names({"r.1": "Ann"}).throw("fire, r.1") == "fire, Ann"
