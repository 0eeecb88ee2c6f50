"""Seats: whoever joins has a secret of his own, links can be renewed, a second page is seen, and spectators can be muted."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from tests.server.desk import House, Seat, all_hear


def take(house: House, begun: dict[str, Any], token: str) -> httpx.Response:
    return house.post(f"/api/games/{begun['game']}/seat", headers={"Authorization": f"Bearer {token}"})


def refused(house: House, game: str, token: str) -> int:
    """How the door is shut on somebody."""
    seat = Seat(house, game, sit=False)
    seat.send({"do": "sit", "token": token})
    assert seat.wait("refused")["status"] == 403
    return seat.code()


def test_who_joins_by_a_link_has_a_secret_of_his_own(house: House) -> None:
    begun = house.begin()
    game, link = begun["game"], begun["tokens"]["blue"]
    with house.sit(game, link) as creator:  # before anybody joins, both sit at one screen
        assert creator.table["side"] == "blue"
    joined = take(house, begun, link)
    assert joined.status_code == 200
    assert joined.json()["side"] == "blue"
    secret = joined.json()["token"]
    assert secret not in begun["tokens"].values()
    assert refused(house, game, link) == 4403, "the creator does not sit in a chair that has been claimed"
    assert take(house, begun, link).status_code == 403, "a link is good for one"
    case = house.get(f"/api/games/{game}/case", headers={"Authorization": f"Bearer {link}"})
    assert case.status_code == 403
    with house.sit(game, secret) as blue, house.sit(game, begun["tokens"]["red"]) as red:
        assert blue.table["side"] == "blue"
        assert [seat.get("claimed", False) for seat in red.table["seats"]] == [False, True]
    card = house.get(f"/api/games/{game}").json()
    assert [seat.get("claimed", False) for seat in card["seats"]] == [False, True]


def test_a_claimed_seat_stays_claimed_when_the_battle_is_read_back(house: House) -> None:
    begun = house.begin()
    secret = take(house, begun, begun["tokens"]["blue"]).json()["token"]
    house.games.rooms.pop(begun["game"]).close()
    assert refused(house, begun["game"], begun["tokens"]["blue"]) == 4403
    with house.sit(begun["game"], secret) as blue:
        assert [seat.get("claimed", False) for seat in blue.table["seats"]] == [False, True]


def test_whoever_sits_can_renew_his_link_and_others_with_the_old_one_are_sent_away(house: House) -> None:
    begun = house.begin()
    game, old = begun["game"], begun["tokens"]["red"]
    stranger, blue = house.sit(game, old), house.sit(game, begun["tokens"]["blue"])
    new = take(house, begun, old).json()["token"]
    assert stranger.code() == 4403
    assert blue.do("ping")["is"] == "pong"
    with house.sit(game, new) as red:
        assert red.answer(["ravens", "mortar"])["is"] == "taken"
    blue.close()


def test_a_second_page_in_a_seat_is_shown_to_both(house: House) -> None:
    begun = house.begin()
    with house.sit(begun["game"], begun["tokens"]["red"]) as one:
        assert one.table["seats"][0]["pages"] == 1
        with house.sit(begun["game"], begun["tokens"]["red"]) as two:
            assert two.table["seats"][0]["pages"] == 2
            assert one.wait("seats")["seats"][0]["pages"] == 2
        assert one.wait("seats")["seats"][0]["pages"] == 1


@pytest.mark.parametrize(
    ("header", "status"),
    [({}, 401), ({"Authorization": "Basic x"}, 401), ({"Authorization": "Bearer x"}, 403), ({"Authorization": "Bearer"}, 401)],
)
def test_no_seat_for_no_secret(house: House, header: dict[str, str], status: int) -> None:
    begun = house.begin()
    assert house.post(f"/api/games/{begun['game']}/seat", headers=header).status_code == status
    assert house.post("/api/games/nowhere-at-all/seat", headers={"Authorization": "Bearer x"}).status_code == 404


def test_of_two_who_take_a_seat_at_once_one_has_it(house: House) -> None:
    begun = house.begin()
    with ThreadPoolExecutor(6) as many:
        replies = list(many.map(lambda _: take(house, begun, begun["tokens"]["blue"]), range(6)))
    assert sorted(reply.status_code for reply in replies) == [200, *[403] * 5]


def test_those_who_watch_can_be_muted(house: House) -> None:
    begun = house.begin()
    red, watcher = house.sit(begun["game"], begun["tokens"]["red"]), house.sit(begun["game"])
    assert watcher.do("mute", on=True)["status"] == 403
    assert watcher.do("say", text="left, left!")["is"] == "taken"
    assert red.do("mute", on=True)["is"] == "taken"
    assert watcher.wait("seats")["muted"] is True
    assert watcher.do("say", text="right!")["status"] == 403
    assert red.do("say", text="quiet, please")["is"] == "taken"
    with house.sit(begun["game"]) as late:
        assert late.table["muted"] is True
    assert red.do("mute", on=False)["is"] == "taken"
    assert watcher.do("say", text="thank you")["is"] == "taken"
    all_hear(red)
    assert [m["chat"]["text"] for m in red.heard if m["is"] == "said"] == ["left, left!", "quiet, please", "thank you"]
    red.close()
    watcher.close()


def test_who_comes_with_the_old_secret_while_it_is_renewed_does_not_sit(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, renew, asked = house.begin(), house.games.storage.renew, threading.Event()

    async def slowly(*given: Any) -> Any:
        asked.set()
        await asyncio.sleep(0.5)
        return await renew(*given)

    monkeypatch.setattr(house.games.storage, "renew", slowly)
    with ThreadPoolExecutor(1) as other:
        taken = other.submit(take, house, begun, begun["tokens"]["blue"])
        assert asked.wait(10)
        late = Seat(house, begun["game"], sit=False)
        late.send({"do": "sit", "token": begun["tokens"]["blue"]})
        assert taken.result().status_code == 200
    assert late.code() == 4403
    assert not any('"is":"table"' in text for text in late.raw)


def test_what_people_are_called_is_told_to_all_and_kept(house: House) -> None:
    begun = house.begin(red="person", blue="person")
    red, blue = (house.sit(begun["game"], begun["tokens"][side]) for side in ("red", "blue"))
    watcher = house.sit(begun["game"])
    assert red.do("call", name="Anna  Maria")["is"] == "taken"
    while "Anna Maria" not in {seat["name"] for seat in blue.wait("seats")["seats"]}:
        pass
    assert watcher.do("call", name="Otto")["is"] == "taken"
    watcher.do("say", text="Well played")
    said = red.wait("said")["chat"]
    assert (said["name"], said["side"]) == ("Otto, watching", "")
    assert red.do("call", name="\u200b", wanted=("refused",))["status"] == 400
    assert house.get(f"/api/games/{begun['game']}").json()["seats"][0]["name"] == "Anna Maria"
    for seat in (red, blue, watcher):
        seat.close()
