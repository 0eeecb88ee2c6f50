"""A side's stream never contains what it may not know: two truths that differ in a secret give the same streams."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.server.desk import House, Seat

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
    n = max(seat.n for seat in seats.values())
    for seat in seats.values():
        seat.until(lambda seat=seat: seat.n >= n)  # type: ignore[misc]


# ---- cards face down


def lay(row: list[str]) -> Script:
    def play(seats: dict[str, Seat]) -> None:
        red, blue = seats["red"], seats["blue"]
        assert red.answer(row, 0)["is"] == "taken"
        hear(seats)
        assert blue.answer(["watch", "ogres"], 1)["is"] == "taken"
        assert red.answer(0, 0, n=2)["is"] == "taken"
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
                assert seats[side].answer(orders[side], part, n=seats[side].n)["is"] == "taken", place
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
