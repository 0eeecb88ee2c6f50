"""Names stand where a text refers to somebody, and nowhere else."""

from __future__ import annotations

from msgspec.structs import replace

from littlewars.engine import Result, Tally
from littlewars.engine.names import Names, plain, ref, refs
from littlewars.engine.showing import Card, Model, Show, Shown, Tracker
from littlewars.systems.at43.basics import events as at43
from littlewars.systems.combat_action.basics import events as combat_action
from littlewars.systems.defiance.basics.events import Fired
from littlewars.systems.xenocide.basics import events as xenocide

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


def test_a_journal_has_ids_where_a_page_has_names() -> None:
    """Or the words that stand for somebody there."""
    text = f"{ref('red')} shoots {ref('blue', 'the enemy')} on {ref('blue')}"
    assert plain(text) == "red shoots the enemy on blue"
    assert Names({"blue": "The Watch"})(text) == "red shoots The Watch on The Watch"


def test_a_side_is_named_where_the_end_is_told() -> None:
    names = Names({"red": "The Patrol", "blue": "The Raiders"})
    for book in (at43, combat_action, xenocide):
        for end in book.Ended.of_a_side:
            told = names(book.Ended(why=f"red{end}", winner="blue").tell())
            assert told == f"The battle ends: The Patrol{end}; The Raiders wins"
        last = book.Ended(why="the last turn is over").tell()
        assert last == "The battle ends: the last turn is over; a draw"


def test_one_of_several_is_known_at_the_beginning_of_a_text() -> None:
    names = Names({"s.2": "Seedling 2", "s": "Squad 2", "t.1": "Tank"})
    found = [names.one_of_several(text) for text in ("{s.2} falls", "{s} rallies", "{t.1} turns", "at {s.2}", "Turn 2", "")]
    assert found == ["Seedling 2", "", "", "", "", ""]


def test_a_result_is_told_with_names() -> None:
    told = Names({"blue": "The Raiders"}).result(Result(("red",), f"{ref('blue')} concedes"))
    assert told == Result(("red",), "The Raiders concedes")
    assert Names().result(None) is None


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
