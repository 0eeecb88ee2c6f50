"""Playing over a WebSocket: sitting down, answering, being told, undoing, talking, coming back."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from littlewars.dice import Draw
from littlewars.engine import Ask, Choose, ChooseSome, Refusal
from littlewars.engine.names import Names
from littlewars.server.telling.lines import told
from littlewars.server.telling.now import sheets
from tests.server.desk import House, Seat, all_hear, play_on, some_answer, start_house, to_move, until


@pytest.fixture
def pair(house: House) -> Any:
    begun = house.begin()
    red, blue = (house.sit(begun["game"], begun["tokens"][side]) for side in ("red", "blue"))
    yield red, blue, begun
    red.close()
    blue.close()


def both(red: Seat, blue: Seat) -> None:
    all_hear(red, blue)


def lay(red: Seat, blue: Seat) -> None:
    """Both lay their cards and bid nothing."""
    red.answer(["ravens", "mortar"])
    red.answer(0)
    blue.answer(["watch", "ogres"])
    blue.answer(0)
    both(red, blue)


def test_two_people_play_a_battle_to_its_end(house: House, pair: Any) -> None:
    red, blue, begun = pair
    with house.sit(begun["game"]) as watcher:
        play_on([red, blue], random.Random(3))
        both(red, blue)
        watcher.until(watcher.over)
        assert red.now["result"] == blue.now["result"] == watcher.now["result"]
        assert len(red.now["seed"]) == 64
        assert not any(m["now"].get("asks") for m in watcher.heard if m["is"] == "moment")
    card = house.get(f"/api/games/{begun['game']}").json()
    assert card["lines"] == red.n
    assert card["result"] == red.now["result"]


def test_a_bot_answers_by_itself(house: House) -> None:
    begun = house.begin("oversoul", "first-battle", red="person", blue="tactician")
    with house.sit(begun["game"], begun["tokens"]["red"]) as red:
        said = play_on([red], random.Random(1), most=8)  # six of them put units down: who passes again and again ends it soon
        assert said == 8
        assert {"blue"} & {m["beat"]["by"].get("side") for m in red.heard if m["is"] == "moment"}


def test_bots_play_each_other_while_somebody_watches(house: House) -> None:
    begun = house.begin(red="random", blue="tactician")
    assert begun["tokens"] == {}
    with house.sit(begun["game"]) as watcher:
        watcher.until(watcher.over)
        assert watcher.now["result"]["why"] == "who is left"


def test_an_answer_is_told_after_it_is_durable(house: House, pair: Any) -> None:
    red, _, begun = pair
    reply = red.answer(["mortar", "ravens"])
    assert reply == {"is": "taken", "key": 1, "n": 2}
    with closing(sqlite3.connect(str(house.games.storage.url.database))) as kept:
        assert kept.execute("select max(n) from lines where game = ?", [begun["game"]]).fetchone() == (2,)
    assert house.get(f"/api/games/{begun['game']}").json()["lines"] == 1, "of the other's answer nobody knows yet"


def test_refusals_have_a_status_and_change_nothing(pair: Any) -> None:
    red, blue, _ = pair
    for seat, message, status in (
        (red, {"do": "answer", "n": 1, "part": 0, "answer": ["ravens"]}, 422),
        (red, {"do": "answer", "n": 1, "part": 0, "answer": {"a": 1}}, 400),
        (red, {"do": "answer", "n": 1, "part": 0, "answer": None}, 400),
        (red, {"do": "answer", "n": 1, "part": 1, "answer": ["watch", "ogres"]}, 409),
        (red, {"do": "answer", "n": 1, "part": 7, "answer": []}, 409),
        (red, {"do": "answer", "n": 1, "part": -1, "answer": []}, 409),
        (red, {"do": "answer", "n": 0, "part": 0, "answer": ["ravens", "mortar"]}, 409),
        (red, {"do": "answer", "n": 99, "part": 0, "answer": ["ravens", "mortar"]}, 409),
        (red, {"do": "answer", "n": -1, "part": 0, "answer": ["ravens", "mortar"]}, 409),
        (red, {"do": "undo", "n": 1, "entries": 1}, 409),
        (red, {"do": "undo", "n": 5}, 409),
        (red, {"do": "consent", "yes": True}, 409),
        (blue, {"do": "plan", "part": 1, "drag": {"who": ["w1"], "to": [1, 1]}}, 409),
        (blue, {"do": "look", "start": "w1", "to": "nobody"}, 422),
    ):
        reply = seat.do(**message)
        assert (reply["is"], reply.get("status")) == ("refused", status), (message, reply)
    assert red.n == blue.n == 1
    assert red.answer(["ravens", "mortar"])["is"] == "taken"


def test_a_replayed_answer_is_refused(pair: Any) -> None:
    red, blue, _ = pair
    lay(red, blue)
    actor = red if red.asked() else blue
    n, sheet = actor.n, actor.asked()[0]
    assert actor.answer("cover", n=n)["is"] == "taken"
    assert actor.answer("cover", sheet["part"], n=n)["status"] == 409


def test_a_simultaneous_answer_is_not_made_stale_by_the_other(pair: Any) -> None:
    red, blue, _ = pair
    assert red.answer(["ravens", "mortar"])["n"] == 2
    assert blue.answer(["watch", "ogres"], n=1)["n"] == 2  # red's answer is no news to blue
    assert blue.do("answer", n=1, part=1, answer=0)["status"] == 409  # but blue's own is
    assert blue.answer(0, 1, n=2)["n"] == 3
    assert red.answer(0, 0, n=2)["n"] == 5, "and then all lines are counted"


def test_looking_before_deciding(house: House) -> None:
    begun = house.begin("skirmish", "reserves")
    red, blue = (house.sit(begun["game"], begun["tokens"][side]) for side in ("red", "blue"))
    with red, blue:
        usual = red.do("suggest", part=0)
        assert usual["is"] == "tried"
        assert [spot["what"] for spot in usual["answer"]] == ["r1", "r2", "r3"]
        moved = red.do("plan", part=0, drag={"who": ["r1"], "to": [5000, 4000]})
        assert moved["answer"][0]["at"] == [5000, 4000]
        assert "why" not in moved
        off = red.do("plan", part=0, drag={"who": ["r1"], "to": [5000, 23000]})
        assert (off["rule"], off["why"]) == ("toy.deploy", "not on its own half")
        tried = red.do("try", part=0, answer=off["answer"])
        assert tried["why"] == "not on its own half"
        near = red.do("carry", part=0, start=usual["answer"], answer=off["answer"])
        assert (near["rule"], near["short"]) == ("toy.deploy", "not on its own half")
        assert "why" not in near
        assert near["answer"] != off["answer"]
        assert "why" not in red.do("try", part=0, answer=near["answer"])
        assert red.do("carry", part=0, start="rubbish", answer=[])["status"] == 400
        strange = [{"what": "nobody", "at": [0, 0]}]
        assert red.do("carry", part=0, start=strange, answer=strange)["why"]
        assert blue.do("carry", part=0, start=[], answer=[])["status"] == 409
        assert red.do("try", part=0, answer="rubbish")["status"] == 400
        assert blue.do("try", part=0, answer=[])["status"] == 409
        assert red.do("plan", part=0, drag={"who": ["r1"], "to": [10**12, 0]})["status"] == 400
        assert red.do("ping")["is"] == "pong"
        assert red.n == 1


def test_a_move_is_traced_and_odds_are_exact(pair: Any) -> None:
    red, blue, _ = pair
    lay(red, blue)
    rng = random.Random(0)
    for _ in range(30):
        actor = red if red.asked() else blue
        sheet = actor.asked()[0]
        fire = [o["id"] for o in sheet.get("options", ()) if o["id"].startswith("fire ")]
        if fire:
            seen = actor.do("foresee", part=sheet["part"], answer=fire[0])
            assert seen["is"] == "foreseen", seen
            assert abs(sum(chance for _, chance in seen["forecast"]["chances"]) - 1) < 1e-9
            assert actor.do("foresee", part=sheet["part"], answer="cover")["forecast"] is None
            assert actor.do("foresee", part=sheet["part"], answer="fire nobody")["status"] == 422  # nobody reckons with that
            break
        actor.answer(some_answer(actor, sheet, rng), sheet["part"])
        both(red, blue)
    else:
        pytest.fail("nobody could fire")
    looked = red.do("look", start="r1", to="w1")
    assert looked["look"]["rule"] == "toy.long"


def test_a_move(house: House) -> None:
    begun = house.begin("oversoul", "first-battle", red="person", blue="person")
    red, blue = (house.sit(begun["game"], begun["tokens"][side]) for side in ("red", "blue"))
    with red, blue:
        rng = random.Random(5)
        seats = [red, blue]
        play_on(seats, rng, stop=lambda: any(s.asked() and s.asked()[0]["kind"] == "move" for s in seats), answer=to_move)
        mover = red if red.asked() else blue
        sheet = mover.asked()[0]
        who = next(iter(sheet["start"]))
        x, y = sheet["start"][who]["at"]
        plan = mover.do("plan", part=sheet["part"], drag={"who": [who], "to": [x + 500, y]})
        assert plan["is"] == "tried"
        assert {"path", "cost", "budget"} <= set(plan["traces"][0])


def test_free_undo_and_undo_by_consent(pair: Any) -> None:
    red, blue, _ = pair
    lay(red, blue)
    actor, other = (red, blue) if red.asked() else (blue, red)
    assert actor.answer("luck")["is"] == "taken"
    assert actor.now["free_undo"] == 1
    assert actor.do("undo", n=actor.n)["is"] == "taken"
    both(red, blue)
    undone = [m["beat"] for m in other.heard if m["is"] == "moment"][-1]
    assert undone["by"]["kind"] == "undo"
    assert undone["left"] == 5  # the beginning and four answers
    # now something that is not free: the others are asked
    n = actor.n
    assert actor.do("undo", n=n, entries=2)["is"] == "taken"
    other.until(lambda: other.now.get("wish"))
    assert other.now["wish"] == {"side": actor.table["side"], "entries": 2}
    assert actor.do("consent", yes=True)["status"] == 403
    assert other.do("consent", yes=False)["is"] == "taken"
    actor.until(lambda: not actor.now.get("wish"))
    assert actor.n == n
    assert actor.do("undo", n=n, entries=2)["is"] == "taken"
    assert other.do("consent", yes=True)["is"] == "taken"
    both(red, blue)
    last = [m["beat"] for m in red.heard if m["is"] == "moment"][-2:]
    assert [beat["by"]["kind"] for beat in last] == ["undo", "reseed"]  # the initiative had been rolled
    assert last[0]["left"] == 3
    assert {ask["rule"] for seat in (red, blue) for ask in seat.asked()} == {"toy.cards"}


def test_a_bot_always_consents(house: House) -> None:
    begun = house.begin(red="person", blue="random")
    with house.sit(begun["game"], begun["tokens"]["red"]) as red:
        red.answer(["ravens", "mortar"])
        red.answer(0)
        red.until(lambda: red.asked() and red.asked()[0]["rule"] != "toy.bid")
        entries = sum(m["beat"]["by"]["kind"] != "undo" for m in red.heard if m["is"] == "moment")
        for _ in range(20):
            if red.do("undo", n=red.n, entries=entries)["is"] == "taken":
                break
            red.until(lambda: red.asked())
            entries = red.n - 1
        assert any(m["beat"]["by"]["kind"] == "reseed" for m in red.heard if m["is"] == "moment")


def test_conceding_and_agreeing(house: House) -> None:
    begun = house.begin()
    red, blue = (house.sit(begun["game"], begun["tokens"][side]) for side in ("red", "blue"))
    with red, blue:
        assert red.do("agree")["is"] == "taken"
        assert red.do("agree")["status"] == 409
        blue.until(lambda: blue.now.get("agreed") == ["red"])
        assert blue.do("agree", yes=False)["is"] == "taken", "refused"
        red.until(lambda: not red.now.get("agreed"))
        assert red.do("agree")["is"] == "taken"
        assert red.do("agree", yes=False)["is"] == "taken", "withdrawn"
        assert blue.do("agree", yes=False)["status"] == 409
        assert red.do("agree")["is"] == "taken"
        blue.until(lambda: blue.now.get("agreed") == ["red"])
        assert blue.do("agree")["is"] == "taken"
        red.until(red.over)
        assert red.now["result"]["rule"] == "engine.agree"
        assert red.do("undo", n=red.n)["status"] == 409  # the seed is known now
        assert red.do("concede")["status"] == 409
    again = house.begin(red="person", blue="random")
    with house.sit(again["game"], again["tokens"]["red"]) as red:
        assert red.do("concede")["is"] == "taken"
        red.until(red.over)
        assert red.now["result"]["winners"] == ["blue"]
    third = house.begin(red="person", blue="random")
    with house.sit(third["game"], third["tokens"]["red"]) as red:
        assert red.do("agree")["is"] == "taken"
        red.until(red.over)  # bots agree


def test_those_who_watch_decide_nothing(house: House, pair: Any) -> None:
    red, _, begun = pair
    with house.sit(begun["game"]) as watcher:
        for do, more in (
            ("answer", {"n": 1, "part": 0, "answer": ["ravens", "mortar"]}),
            ("undo", {"n": 1}),
            ("consent", {"yes": True}),
            ("concede", {}),
            ("agree", {}),
            ("suggest", {"part": 0}),
            ("foresee", {"part": 0, "answer": 1}),
        ):
            assert watcher.do(do, **more)["status"] == 403, do
        assert watcher.do("look", start="r1", to="w1")["is"] == "looked"
    assert red.n == 1


def test_who_is_here(house: House) -> None:
    begun = house.begin()
    with house.sit(begun["game"], begun["tokens"]["red"]) as red:
        blue = house.sit(begun["game"], begun["tokens"]["blue"])
        assert [seat["here"] for seat in red.wait("seats")["seats"]] == [True, True]
        blue.close()
        assert [seat.get("here", False) for seat in red.wait("seats")["seats"]] == [True, False]


def test_talk_is_kept_as_it_is(house: House, pair: Any) -> None:
    red, blue, begun = pair
    text = "<script>alert('x')</script> & \"“ünï” \N{CROSSED SWORDS}"
    assert red.do("say", text=text)["is"] == "taken"
    said = {"n": 1, "name": "Player red", "side": "red", "text": text}
    assert blue.wait("said")["chat"] == said
    with house.sit(begun["game"]) as watcher:
        assert watcher.table["chat"] == [said]
        assert watcher.do("say", text="hear, hear")["is"] == "taken"
        assert blue.wait("said")["chat"]["name"] == "a spectator"
    assert red.do("say", text="null \0 byte")["status"] == 400
    assert red.do("say", text="")["status"] == 400
    assert red.do("say", text="x" * 401)["status"] == 400


def test_coming_back_finds_everything(house: House, pair: Any) -> None:
    red, blue, begun = pair
    lay(red, blue)
    before = red.now
    red.close()
    with house.sit(begun["game"], begun["tokens"]["red"]) as again:
        assert again.now == before
        assert again.n == 5
        assert [beat["by"]["kind"] for beat in again.table["story"]][:2] == ["begin", "arrange"]
        story = {beat["n"]: beat for beat in again.table["story"]}
        assert all(story[m["beat"]["n"]] == m["beat"] for m in red.heard if m["is"] == "moment")


def test_two_pages_of_one_seat(house: House, pair: Any) -> None:
    red, _, begun = pair
    with house.sit(begun["game"], begun["tokens"]["red"]) as other:
        red.answer(["ravens", "mortar"])
        other.until(lambda: other.n == 2)
        assert other.asked()[0]["rule"] == "toy.bid"


def test_idle_and_finished_battles_leave_memory(house: House) -> None:
    begun = house.begin()
    game = begun["game"]
    with house.sit(game, begun["tokens"]["red"]) as red:
        red.answer(["mortar", "ravens"])
        house.games.rooms[game].touched -= 10_000
        with pytest.raises(AssertionError):
            until(lambda: game not in house.games.rooms, 1)  # somebody is here
    until(lambda: not house.games.rooms[game].listeners)
    house.games.rooms[game].touched -= 10_000
    until(lambda: game not in house.games.rooms)
    with house.sit(game, begun["tokens"]["red"]) as red:
        assert red.n == 2
        assert red.asked()[0]["rule"] == "toy.bid"
        red.do("concede")
    until(lambda: game not in house.games.rooms)


def test_a_long_battle_keeps_few_checkpoints_and_can_go_far_back(house: House) -> None:
    begun = house.begin("oversoul", "first-battle", red="person", blue="tactician")
    with house.sit(begun["game"], begun["tokens"]["red"]) as red:
        play_on([red], random.Random(2), stop=lambda: red.n > 230)
        room = house.games.rooms[begun["game"]]
        until(lambda: len(room.game.marks) <= 48)  # a bot may be in the middle of its answer, with new ones not yet thinned
        entries = len(room.game.entries) - 3
        while not red.over() and red.do("undo", n=red.n, entries=entries)["is"] != "taken":
            red.until(lambda: red.asked() or red.over())
        red.until(lambda: red.over() or any(m["is"] == "moment" and m["beat"]["by"]["kind"] == "reseed" for m in red.heard))


def test_a_card_is_told_as_a_card_and_a_die_as_a_die() -> None:
    card, die = told((Draw("card", "d7", (3,)), Draw("damage", "d10", (3, 4))), None, Names())
    assert (card.die, card.faces, card.text) == ("1 of 7", (3,), "card 3 of 7")
    assert (die.die, die.faces, die.text) == ("d10", (3, 4), "damage")


def test_a_question_has_a_number_that_tells_nothing_about_others(house: House) -> None:
    begun = house.begin("whispers", "night", red="person", blue="person", green="person")
    red, green = (house.sit(begun["game"], begun["tokens"][side]) for side in ("red", "green"))
    first = red.asked()[0]
    assert green.answer("hide", 2)["is"] == "taken"
    all_hear(red)
    assert (red.n, red.asked()[0]) == (1, first)  # another line, of which red knows nothing
    assert red.answer("march", 0)["is"] == "taken"
    red.until(lambda: red.asked()[0]["rule"] == "whisper.place")
    second = red.asked()[0]
    assert second["number"] == first["number"] + 1
    assert green.answer(4, 2)["is"] == "taken"
    all_hear(red)
    assert (red.n, red.asked()[0]) == (2, second)
    again = house.sit(begun["game"], begun["tokens"]["red"])
    assert again.asked()[0] == second
    for seat in (red, green, again):
        seat.close()


def test_what_leaves_no_choice_says_so_unless_others_decide_at_the_same_time() -> None:
    asks: list[tuple[int, Ask[Any]]] = [
        (0, Choose("red", "r", "?", ["a", "b"])),
        (1, Choose("red", "r", "?", ["a", "b"], check=lambda a: Refusal("r", "no") if a == "a" else None)),
        (2, ChooseSome("red", "r", "?", ["a"], most=0)),
        (3, Choose("blue", "r", "?", ["a"])),
    ]
    alone: Any = SimpleNamespace(asks=asks, together=None)
    assert [(sheet.number, sheet.single) for sheet in sheets(alone, [], "red", Names())] == [(0, None), (0, "b"), (0, ())]
    together: Any = SimpleNamespace(asks=asks, together=0)
    assert {sheet.single for sheet in sheets(together, [], "red", Names())} == {None}


def test_back_behind_a_decision_before_the_bots_have_answered(tmp_path: Path) -> None:
    """Who plays against bots alone takes back more than his own answers in it: what came before goes as well."""
    with start_house(f"sqlite:///{tmp_path}/x.sqlite3", pace=1.0) as house:
        begun = house.begin("whispers", "night", red="person", blue="random", green="random")
        with house.sit(begun["game"], begun["tokens"]["red"]) as red:
            red.answer("hide", 0)
            red.answer(7, 0)
            game = house.games.rooms[begun["game"]].game
            for own in (0, 1):
                red.until(lambda: game.together == 7 and len(game.entries) == 7 and red.asked())
                if own:
                    assert red.answer("hide", 0)["is"] == "taken"
                assert red.do("undo", n=red.n, entries=own + 1)["is"] == "taken"
                assert game.together is None
