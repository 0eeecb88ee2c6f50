"""A side's stream never contains what it may not know: two truths that differ in a secret give the same streams."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from littlewars.engine.page.cache import PageCache
from tests.server.desk import House, Seat, all_hear, start_house, until

Script = Callable[[dict[str, Seat]], None]


def streams(
    house: House, monkeypatch: pytest.MonkeyPatch, system: str, scenario: str, seed: int, play: Script
) -> dict[str, list[str]]:
    """Play a battle; everything that each seat and a spectator were sent, also on coming late and coming back."""
    monkeypatch.setattr("littlewars.server.play.games.fresh_seed", lambda _: seed)
    sides = {"skirmish": ("red", "blue"), "whispers": ("red", "blue", "green")}[system]
    begun = house.begin(system, scenario, **dict.fromkeys(sides, "person"))
    seats = {side: house.sit(begun["game"], begun["tokens"][side]) for side in sides}
    seats["nobody"] = house.sit(begun["game"])
    play(seats)
    again = {side: house.sit(begun["game"], begun["tokens"].get(side, "")) for side in (*sides, "nobody")}
    found: dict[str, list[str]] = {}
    for side, seat in seats.items():
        seat.drain()
        raw = [text for text in seat.raw if '"is":"seats"' not in text] + again[side].raw[:1]
        found[side] = [text.replace(begun["game"], "GAME").replace(begun["commitment"], "COMMITMENT") for text in raw]
    for seat in (*seats.values(), *again.values()):
        seat.close()
    return found


def hear(seats: dict[str, Seat]) -> None:
    all_hear(*seats.values())


# ---- cards face down


def lay(row: list[str]) -> Script:
    def play(seats: dict[str, Seat]) -> None:
        red, blue = seats["red"], seats["blue"]
        assert red.answer(row, 0)["is"] == "taken"
        hear(seats)
        assert blue.answer(["watch", "ogres"], 1)["is"] == "taken"
        assert red.answer(0, 0)["is"] == "taken"
        hear(seats)
        assert blue.answer(0, 1)["is"] == "taken"
        hear(seats)
        assert blue.asked(), "blue has the initiative with this seed"
        blue.answer("advance")
        hear(seats)
        blue.do("look", start="w1", to="r1")
        blue.do("suggest", part=0)
        assert red.do("undo", n=red.n)["is"] == "taken"  # a wish
        blue.until(lambda: blue.now.get("wish"))
        seats["nobody"].until(lambda: seats["nobody"].now.get("wish"))
        assert blue.do("consent", yes=False)["is"] == "taken"

    return play


def blue_first() -> int:
    """A seed with which blue goes first."""
    from littlewars.engine import Game
    from tests.engine import skirmish

    for seed in range(2**200, 2**200 + 50):
        game = Game.start(skirmish.SYSTEM, skirmish.SMALL, seed)
        for _ in range(4):
            game.answer(game.ask.default())  # type: ignore[union-attr]
        if game.ask is not None and game.ask.side == "blue":
            return seed
    raise AssertionError("no such seed")


def test_face_down_cards_are_in_nobody_elses_stream(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    seed = blue_first()
    one = streams(house, monkeypatch, "skirmish", "small", seed, lay(["ravens", "mortar"]))
    two = streams(house, monkeypatch, "skirmish", "small", seed, lay(["mortar", "ravens"]))
    assert one["blue"] == two["blue"]
    assert one["nobody"] == two["nobody"]
    assert one["red"] != two["red"]
    assert any("ravens mortar" in text for text in one["red"])
    assert any("? ?" in text for text in one["blue"])
    assert any("watch ogres" in text or "ogres" in text for text in one["blue"])
    for side in ("blue", "nobody"):
        assert not any("ravens mortar" in text or '"toy.bid","red"' in text for text in one[side])
    assert not any("watch ogres" in text for text in one["nobody"])


# ---- orders, places and dice behind a screen


def whisper(places: dict[str, int], orders: dict[str, str], rounds: int = 1) -> Script:
    def play(seats: dict[str, Seat]) -> None:
        for _ in range(rounds):
            for place, side in enumerate(("green", "red", "blue")):
                part = ("red", "blue", "green").index(side)
                assert seats[side].answer(orders[side], part)["is"] == "taken", place
                assert seats[side].answer(places[side], part)["is"] == "taken"
                hear(seats)
            assert seats["blue"].asked()[0]["rule"] == "whisper.nod"

    return play


SAME = {"red": "hide", "blue": "march", "green": "hide"}


def test_orders_written_in_secret(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    one = streams(house, monkeypatch, "whispers", "night", 2**201, whisper({"red": 97, "blue": 3, "green": 5}, SAME))
    two = streams(
        house, monkeypatch, "whispers", "night", 2**201, whisper({"red": 42, "blue": 3, "green": 77}, SAME | {"red": "march"})
    )
    for side in ("blue", "nobody"):
        assert one[side] == two[side]
        assert not any(
            "hides at 97" in text or "hides at 5" in text or "whisper.place" in _others(text, side) for text in one[side]
        )
    assert one["red"] != two["red"]
    assert any("hides at 97" in text for text in one["red"])


def _others(text: str, side: str) -> str:
    """What is said of others: their rules are not told while orders are written."""
    return "" if side != "nobody" else text


def test_dice_behind_a_screen(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    places = {"red": 1, "blue": 2, "green": 3}
    runs = [streams(house, monkeypatch, "whispers", "night", 2**202 + k, whisper(places, SAME)) for k in range(4)]
    assert all(run["nobody"] == runs[0]["nobody"] for run in runs), "other dice, and those who watch notice nothing"
    assert len({str(run["red"]) for run in runs}) > 1
    for run in runs:
        for side in ("red", "blue", "green"):
            told = [text for text in run[side] if "scouts" in text]
            assert told
            assert all(f"{side} scouts" in text for text in told)
            assert not any(f"{other} scouts" in text for text in told for other in {"red", "blue", "green"} - {side})
        assert not any("scouts" in text for text in run["nobody"])


def test_what_is_opened_is_told_to_all(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    def play(seats: dict[str, Seat]) -> None:
        whisper({"red": 1, "blue": 2, "green": 3}, SAME)(seats)
        seats["blue"].answer("yes")
        hear(seats)

    found = streams(house, monkeypatch, "whispers", "night", 2**203, play)
    for side in found:
        assert any("red: hide" in text for text in found[side])


def test_a_case_with_secrets_waits_for_the_end(house: House) -> None:
    begun = house.begin()
    bearer = {"Authorization": f"Bearer {begun['tokens']['red']}"}
    assert house.get(f"/api/games/{begun['game']}/case", headers=bearer).status_code == 409
    with house.sit(begun["game"], begun["tokens"]["red"]) as red:
        red.do("concede")
    assert house.get(f"/api/games/{begun['game']}/case", headers=bearer).status_code == 200


def test_what_the_page_gets_is_only_what_wire_says(house: House) -> None:
    """Nothing beside: every message decodes strictly as a message of the wire."""
    import msgspec

    from littlewars.server.wire import FromServer

    begun = house.begin()
    with house.sit(begun["game"], begun["tokens"]["red"]) as red:
        red.answer(["ravens", "mortar"])
        red.answer(0)
        for text in red.raw:
            message: Any = msgspec.json.decode(text, type=FromServer)
            assert msgspec.json.encode(message) == text.encode()


# ---- while all decide at once: nobody hears of the others, neither what, nor how often, nor how


def counted(house: House) -> dict[str, float]:
    """The meters that count something; those of time, and of who else is there at the moment, differ by themselves."""
    lines = [line.rsplit(" ", 1) for line in house.get("/metrics").text.splitlines() if not line.startswith("#")]
    timed = ("_sum", "_bucket", "_created", "_loop_seconds_total", "_games", "_connections", "_warm")
    return {name: float(value) for name, value in lines if not name.partition("{")[0].endswith(timed)}


def counted_since(house: House, before: dict[str, float]) -> dict[str, float]:
    """What the meters have counted since: a meter that nobody has touched may not even be there yet."""
    return {name: value - before.get(name, 0) for name, value in counted(house).items() if value != before.get(name, 0)}


def nosy(house: House, begun: dict[str, Any], seats: dict[str, Seat], part: int) -> list[str]:
    """Everything that somebody may try who wants to know what is asked of another seat, and what he is told."""
    game, found = begun["game"], list[str]()
    meters = counted(house)
    for side in ("blue", "nobody"):
        seat = seats[side]
        for request in (
            {"do": "try", "part": part, "answer": "x"},
            {"do": "answer", "n": seat.n, "part": part, "answer": "x"},
            {"do": "answer", "n": seat.n + 1, "part": part, "answer": "x"},
            {"do": "suggest", "part": part},
            {"do": "foresee", "part": part, "answer": "x"},
            {"do": "plan", "part": part, "drag": {"who": ["x"], "to": [0, 0]}},
            {"do": "undo", "n": seat.n, "entries": 1},
            {"do": "undo", "n": seat.n, "entries": 9},
            {"do": "undo", "n": seat.n + 1, "entries": 1},
            {"do": "consent", "yes": True},
            {"do": "say", "text": "hm"},
        ):
            found.append(str(seat.do(request.pop("do"), **request)))  # type: ignore[arg-type]
    bearer = {"Authorization": f"Bearer {begun['tokens']['blue']}"}
    for what in ("", "/journal", "/replay", "/case"):
        reply = house.get(f"/api/games/{game}{what}", headers=bearer)
        found.append(f"{reply.status_code} {reply.text}")
    found.append(str(counted_since(house, meters)))
    with house.sit(game) as late, house.sit(game, begun["tokens"]["blue"]) as again:
        found += [late.raw[0], again.raw[0]]
    return found


def stream_until_all_have_answered(
    house: House, monkeypatch: pytest.MonkeyPatch, battle: tuple[str, str, int], secret: Callable[[Seat], None]
) -> dict[str, list[str]]:
    """Red decides in secret and blue asks about it all the way: what blue and a spectator got to know."""
    system, scenario, seed = battle
    monkeypatch.setattr("littlewars.server.play.games.fresh_seed", lambda _: seed)
    sides = ("red", "blue", "green") if system == "whispers" else ("red", "blue")
    begun = house.begin(system, scenario, **dict.fromkeys(sides, "person"))
    seats = {side: house.sit(begun["game"], begun["tokens"][side]) for side in sides} | {"nobody": house.sit(begun["game"])}
    while len(seats["red"].now["waiting"]) == 1:  # to the decision that both take at once
        actor = seats[seats["red"].now["waiting"][0]]
        assert actor.answer(actor.do("suggest", part=0)["answer"])["is"] == "taken"
        hear(seats)
    found = {side: list[str]() for side in ("blue", "nobody", "asked", "meters")}
    begins = {side: len(seats[side].raw) for side in ("blue", "nobody")}
    meters = counted(house)
    secret(seats["red"])
    found["meters"] = [str(counted_since(house, meters))]
    hear(seats)
    part = 1 - seats["blue"].asked()[0]["part"]
    found["asked"] = nosy(house, begun, seats, part)
    for side, first in begins.items():
        seats[side].drain()
        found[side] = [text for text in seats[side].raw[first:] if '"is":"seats"' not in text]
    for seat in seats.values():
        seat.close()
    hidden = ((begun["game"], "GAME"), (begun["commitment"], "COMMITMENT"))
    for which, texts in found.items():
        for word, other in hidden:
            texts = [text.replace(word, other) for text in texts]
        found[which] = [re.sub(r'"created":"[^"]*"', "", text) for text in texts]
    return found


def said(*answers: Any) -> Callable[[Seat], None]:
    """A seat answers these, one after the other; "undo" takes one back."""

    def decide(seat: Seat) -> None:
        for answer in answers:
            if answer == "undo":
                reply = seat.do("undo", n=seat.n, entries=1)
            else:
                reply = seat.answer(seat.do("suggest", part=seat.asked()[0]["part"])["answer"] if answer is None else answer)
            assert reply["is"] == "taken", reply

    return decide


def some_leave(seat: Seat) -> None:
    """Somebody of red leaves his unit: one question more than for those who go on as they are."""
    options = [option["id"] for option in seat.asked()[0]["options"]]
    assert seat.answer(next(name for name in options if name.startswith("leave:")))["is"] == "taken"


WAYS_TO_DECIDE: dict[tuple[str, str, int], list[Callable[[Seat], None]]] = {
    ("whispers", "dusk", 2**204): [said(), said("hide"), said("hide", "undo"), said("hide", "undo", "hide")],
    ("skirmish", "small", 2**205): [said(), said(None), said(["mortar", "ravens"]), said(None, "undo")],
    ("defiance", "first-strike", 2**206): [said(), some_leave, said("done"), said("done", "undo")],
}


@pytest.mark.parametrize("battle", WAYS_TO_DECIDE, ids=lambda battle: battle[0])
def test_nobody_hears_of_the_others_before_all_have_answered(
    house: House, monkeypatch: pytest.MonkeyPatch, battle: tuple[str, str, int]
) -> None:
    truths = [stream_until_all_have_answered(house, monkeypatch, battle, way) for way in WAYS_TO_DECIDE[battle]]
    for which in truths[0]:
        for truth in truths[1:]:
            assert truth[which] == truths[0][which], which


def test_who_is_done_is_known_and_nothing_else(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once red has answered all of it, the others are told that nobody waits for red any more, and no more."""
    ways = [said("march"), said("hide", 5), said("hide", "undo", "hide", 9)]
    truths = [stream_until_all_have_answered(house, monkeypatch, ("whispers", "dusk", 2**207), way) for way in ways]
    assert [len(truth["blue"]) for truth in truths] == [len(truths[0]["blue"])] * 3
    assert truths[0] == truths[1] == truths[2]
    assert '"waiting":["blue","green"]' in truths[0]["blue"][0]
    assert '"is":"waiting"' in truths[0]["nobody"][0]


def test_orders_of_xenocide_are_secret_until_both_have_written(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Blue, a spectator, whoever asks for a case, a suggestion or odds: nobody can tell which orders red has written."""
    units = ("command", "rifle-squad", "veterans")
    runs, waits = (dict.fromkeys(units, order) for order in ("run", "opportunity"))
    ways = [said(runs), said(waits)]
    battle = ("xenocide", "first-battle", 2**208)
    truths = [stream_until_all_have_answered(house, monkeypatch, battle, way) for way in ways]
    for which in truths[0]:
        assert truths[0][which] == truths[1][which], which
    assert '"waiting":["blue"]' in truths[0]["blue"][0]


def test_all_is_told_in_the_order_of_the_journal_when_all_have_answered(house: House) -> None:
    begun = house.begin("whispers", "dusk", red="person", blue="person", green="person")
    seats = {side: house.sit(begun["game"], begun["tokens"][side]) for side in ("red", "blue", "green")}
    red, blue, green = seats.values()
    assert blue.answer("hide")["n"] == 2
    assert red.answer("march")["n"] == 2, "each counts its own lines"
    assert blue.answer(4)["n"] == 3
    hear(seats)
    assert [message["is"] for message in red.heard].count("again") == 0
    assert green.n == 1
    assert green.answer("march")["n"] == 5
    hear(seats)
    for seat in seats.values():
        assert seat.n == 5
        late = house.sit(begun["game"], seat.token)
        assert [beat["n"] for beat in late.table["story"]] == [1, 2, 3, 4, 5]
        moments: dict[int, Any] = {}
        for message in seat.heard:
            if message["is"] == "again":
                moments = {n: beat for n, beat in moments.items() if n <= message["since"]}
            elif message["is"] == "moment":
                moments[message["beat"]["n"]] = message["beat"]
        assert list(moments.values()) == late.table["story"][1:]
        late.close()
        seat.close()


def test_an_answer_is_taken_back_while_others_decide(house: House) -> None:
    """The others' answers stay, whether they came before or after it."""
    begun = house.begin("whispers", "night", red="person", blue="person", green="person")
    red, blue, green = (house.sit(begun["game"], begun["tokens"][side]) for side in ("red", "blue", "green"))
    assert red.answer("march")["is"] == "taken"
    assert blue.answer("hide")["is"] == "taken"
    assert red.now["free_undo"] == 1
    assert red.do("undo", n=red.n, entries=2)["status"] == 409
    assert red.do("undo", n=red.n, entries=1)["is"] == "taken"
    assert red.asked()[0]["rule"] == "whisper.order"
    assert blue.asked()[0]["rule"] == "whisper.place"
    assert red.answer("hide")["is"] == "taken"
    for seat, place in ((red, 1), (blue, 2)):
        assert seat.answer(place)["is"] == "taken"
    assert green.answer("hide")["is"] == "taken"
    assert green.answer(3)["is"] == "taken"
    with house.sit(begun["game"], begun["tokens"]["red"]) as again:
        assert "hide 1" in str(again.table["show"])
    for seat in (red, blue, green):
        seat.close()


def test_a_suggestion_does_not_tell_that_somebody_else_has_answered_meanwhile(tmp_path: Path) -> None:
    """While a suggestion waits for its turn red answers in secret: it is made all the same."""
    with start_house(f"sqlite:///{tmp_path}/x.sqlite3", advice=30.0) as house:
        begun, other = (house.begin("defiance", "first-strike", red="person", blue="person") for _ in range(2))
        seats = {side: house.sit(begun["game"], begun["tokens"][side]) for side in ("red", "blue")}
        red, blue = seats.values()
        while len(red.now["waiting"]) == 1:
            actor = seats[red.now["waiting"][0]]
            assert actor.answer(actor.do("suggest", part=0)["answer"])["is"] == "taken"
            hear(seats)
        busy = [house.sit(other["game"], token) for token in other["tokens"].values()]
        adviser = house.games.pool.adviser
        os.kill(adviser.pid, signal.SIGSTOP)
        next(seat for seat in busy if seat.asked()).send({"do": "suggest", "key": 1, "part": 0})
        until(lambda: adviser._doing is not None)
        blue.send({"do": "suggest", "key": 99, "part": blue.asked()[0]["part"]})
        until(lambda: len(adviser.line) == 1)
        assert red.answer("done")["is"] == "taken"
        os.kill(adviser.pid, signal.SIGCONT)
        assert blue.wait("tried", "refused", key=99).get("by") == "tactician"
        for seat in (red, blue, *busy):
            seat.close()


def test_who_comes_back_in_the_middle_of_a_decision_hears_the_whole_story(house: House) -> None:
    sides = ("red", "blue", "green")
    begun = house.begin("whispers", "night", red="person", blue="person", green="person")
    seats = {side: house.sit(begun["game"], begun["tokens"][side]) for side in sides}
    for part, side in enumerate(sides):
        seats[side].answer("hide", part)
        seats[side].answer(part, part)
    hear(seats)
    assert seats["blue"].answer("yes")["is"] == "taken"
    hear(seats)
    for told in (8, 9, 10):  # before the next decision, and after one and two answers of one's own in it
        with house.sit(begun["game"], begun["tokens"]["blue"]) as late:
            assert [beat["n"] for beat in late.table["story"]] == list(range(1, told + 1))
            assert "skipped" not in late.table
        if told < 10:
            assert seats["blue"].answer("march" if told == 8 else 7, 1)["is"] == "taken"
    for seat in seats.values():
        seat.close()


def test_the_room_left_in_a_journal_does_not_count_what_others_wrote_in_secret(tmp_path: Path) -> None:
    with start_house(f"sqlite:///{tmp_path}/x.sqlite3", most_lines=10) as house:
        begun = house.begin("whispers", "night", red="person", blue="person", green="person")
        red = house.sit(begun["game"], begun["tokens"]["red"])
        for _ in range(4):
            assert red.answer("hide", 0)["is"] == "taken"
            assert red.do("undo", n=red.n, entries=1)["is"] == "taken"
        with house.sit(begun["game"], begun["tokens"]["blue"]) as blue:
            assert "lines_left" not in blue.now
        red.close()


def test_what_is_kept_of_one_side_is_not_shown_to_another() -> None:
    """Two sides know one number each, and it happens to be the same: each sees its own."""
    cache = PageCache()
    assert cache.same_all("scouted", {"green": 19}) == {"green": 19}
    assert cache.same_all("scouted", {"blue": 19}) == {"blue": 19}
    both = cache.same_all("scouted", {"blue": 19, "red": 4})
    assert cache.same_all("scouted", {"blue": 19, "red": 4}) is both
    assert list(cache.same_all("scouted", {"red": 4, "blue": 19})) == ["red", "blue"]


# ---- AT-43: rows of cards, dead cards, named reserves

AT43_UNITS = {
    "r1": {"side": "red", "profile": "line-trooper", "at": [[20, 10]]},
    "r2": {"side": "red", "profile": "line-trooper", "at": [[40, 10]]},
    "r3": {"side": "red", "profile": "line-trooper"},
    "r4": {"side": "red", "profile": "line-trooper"},
    "b1": {"side": "blue", "profile": "storm-construct", "at": [[20, 110]]},
    "b2": {"side": "blue", "profile": "storm-construct", "at": [[40, 110]]},
}


def at43_streams(house: House, monkeypatch: pytest.MonkeyPatch, scenario: dict[str, Any], play: Script) -> dict[str, list[str]]:
    """Everything that blue and a spectator were sent of a battle of AT-43, also on coming late."""
    from littlewars.systems.at43.system import AT43

    monkeypatch.setitem(AT43.scenarios(), "truth", {"name": "Truth", "system": "at43", **scenario})  # type: ignore[arg-type]
    monkeypatch.setattr("littlewars.server.play.games.fresh_seed", lambda _: 2**209)
    begun = house.begin("at43", "truth", red="person", blue="person")
    seats = {side: house.sit(begun["game"], begun["tokens"][side]) for side in ("red", "blue")}
    seats["nobody"] = house.sit(begun["game"])
    play(seats)
    hear(seats)
    late = {side: house.sit(begun["game"], begun["tokens"].get(side, "")) for side in ("blue", "nobody")}
    found: dict[str, list[str]] = {}
    for side in ("blue", "nobody"):
        seats[side].drain()
        raw = [text for text in seats[side].raw if '"is":"seats"' not in text] + late[side].raw[:1]
        found[side] = [text.replace(begun["game"], "GAME").replace(begun["commitment"], "COMMITMENT") for text in raw]
    for seat in (*seats.values(), *late.values()):
        seat.close()
    return found


def test_a_dead_card_of_at43_looks_like_any_other(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first card of red's row is that of an eliminated unit, or it is not: blue and those who watch cannot tell, whatever
    they look at, nor when red pays for a delay."""
    dead = {
        **AT43_UNITS,
        "r2": {"side": "red", "figures": {"1": {"profile": "line-trooper", "at": [40, 10], "gone": "killed"}}},
    }

    def truth(row: list[str]) -> dict[str, list[str]]:
        sides = {
            "red": {"edge": "south", "lp": 4, "row": row, "laid": ["r1", "r2"]},
            "blue": {"edge": "north", "lp": 4, "row": ["b1", "b2"], "laid": ["b1", "b2"]},
        }
        turn = {"phase": "turns", "round": 1, "first": "red", "at": "red"}

        def play(seats: dict[str, Seat]) -> None:
            (ask,) = seats["red"].asked()
            assert ask["rule"] == "at43.leadership.one-sequence-change"
            seats["blue"].do("look", start="b1.1", to="r1.1")
            assert seats["red"].answer("delay")["is"] == "taken"
            hear(seats)
            assert seats["blue"].answer("none")["is"] == "taken"
            assert seats["blue"].answer("stand")["is"] == "taken"
            hear(seats)
            assert seats["red"].asked()[0]["rule"] == "at43.leadership.one-sequence-change"

        return at43_streams(house, monkeypatch, {"units": dead, "sides": sides, "turn": turn}, play)

    one, two = truth(["r2", "r1"]), truth(["r1", "r2"])
    assert one == two
    assert any("▮ | ▮" in text for text in one["blue"])


def test_rows_and_named_reserves_of_at43_are_secret(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Which reserves get a card and in which order the cards lie: nobody else knows until they are turned."""
    turn = {"phase": "round", "round": 0, "waiting": ["r3", "r4"]}
    units = {**AT43_UNITS, "r3": {**AT43_UNITS["r3"], "reserve": True}, "r4": {**AT43_UNITS["r4"], "reserve": True}}
    sides = {"red": {"edge": "south"}, "blue": {"edge": "north"}}

    def truth(named: str, row: list[str]) -> dict[str, list[str]]:
        def play(seats: dict[str, Seat]) -> None:
            assert seats["red"].answer([named])["is"] == "taken"
            hear(seats)
            assert seats["red"].answer(row, 0)["is"] == "taken"
            hear(seats)
            assert seats["blue"].answer(["b2", "b1"])["is"] == "taken"
            hear(seats)

        return at43_streams(house, monkeypatch, {"units": units, "sides": sides, "turn": turn}, play)

    one = truth("r3", ["r1", "r3", "r2"])
    assert one == truth("r4", ["r4", "r2", "r1"])
    assert one == truth("r3", ["r2", "r1", "r3"])
    assert any("▮ | ▮ | ▮" in text for text in one["nobody"])
