"""Maps of ready battles, and terrain and figures drawn for a page."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import Any

import pytest

from tests.server.desk import House

WOOD = {"kind": "dense-wood", "outline": [[1000, 1000], [9000, 1000], [9000, 8000], [1000, 8000]], "height": 3000}
RIFLE = {"key": "man", "name": "Rifleman", "role": "shooter", "size": [500], "arms": [{"name": "Rifle"}]}
TABLE = {"size": [48000, 36000]}


def ask(house: House, **data: Any) -> Any:
    return house.post("/api/drawings", json=TABLE | data)


def test_a_ready_battle_has_a_map_that_is_kept(house: House) -> None:
    found = house.get("/api/systems/defiance/scenarios/first-battle/map")
    assert found.status_code == 200
    assert found.headers["content-type"].startswith("image/svg+xml")
    assert ET.fromstring(found.text).tag.endswith("svg")
    again = house.get("/api/systems/defiance/scenarios/first-battle/map", headers={"If-None-Match": found.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("book", ["oversoul", "defiance", "xenocide", "at43"])
def test_a_table_of_ones_own_is_a_random_map_by_number(house: House, book: str) -> None:
    """The picture at home is the table that is fought on; nobody is guided there; numbers end somewhere."""
    address = f"/api/systems/{book}/scenarios/first-battle/map"
    ready, own, same, other = (house.get(address + more).text for more in ("", "?number=7", "?number=7", "?number=8"))
    assert own == same
    assert len({ready, own, other}) == 3
    assert house.get(address + "?number=-2").status_code == house.get(address + "?number=1000000").status_code == 400


def test_a_battle_begins_on_a_table_of_ones_own(house: House) -> None:
    seats = {"red": {"kind": "person"}, "blue": {"kind": "person"}}
    order = {"system": "defiance", "scenario": "first-battle", "seats": seats}
    begun = house.post("/api/games", json=order | {"map": 7}).json()
    scenario = house.games.rooms[begun["game"]].scenario
    assert "terrain" not in scenario
    assert scenario["map"]["seed"] == 7
    assert house.get(f"/api/games/{begun['game']}").json()["title"] == "Your own table"
    assert house.post("/api/games", json=order | {"map": -1}).status_code == 400


@pytest.mark.parametrize("path", ["defiance/scenarios/nowhere", "nothing/scenarios/first-battle"])
def test_there_is_no_map_of_what_is_not_there(house: House, path: str) -> None:
    found = house.get(f"/api/systems/{path}/map")
    assert found.status_code == 404
    assert "there is no" in found.json()["text"]


def test_pieces_and_figures_are_drawn_in_their_order_and_always_alike(house: House) -> None:
    wall = {"kind": "low-wall", "outline": [[0, 0], [8000, 0], [8000, 500], [0, 500]], "height": 1000}
    found = ask(house, pieces=[WOOD, wall], figures=[RIFLE, RIFLE | {"key": "other"}]).json()
    assert [piece.get("lifts", "") for piece in found["pieces"]] == ["crowns", ""]
    assert found["figures"][0] != found["figures"][1], "two kinds never look alike"
    assert "crown-0" in found["shared"] or "crown-1" in found["shared"]
    assert found.get("table") is None
    assert ask(house, pieces=[WOOD, wall], figures=[RIFLE, RIFLE | {"key": "other"}]).json() == found


def test_the_table_is_drawn_if_it_is_asked_for(house: House) -> None:
    found = ask(house, cloth="snow").json()
    assert "#c9d2d6" in found["table"]["cloth"]
    assert {"frame", "lamp"} < set(found["table"])


def test_names_never_become_markup(house: House) -> None:
    evil = '"/><script>alert(1)</script>'
    told = ask(house, pieces=[WOOD | {"kind": evil, "name": evil, "material": evil}], figures=[RIFLE | {"name": evil}]).text
    assert "script" not in told


@pytest.mark.parametrize(
    "data",
    [
        {"pieces": [WOOD | {"outline": [[0, 0], [1, 1]]}]},
        {"pieces": [WOOD | {"outline": [[0, 0]] * 201}]},
        {"pieces": [WOOD] * 101},
        {"pieces": [WOOD | {"wood": True}]},
        {"figures": [RIFLE | {"size": [0]}]},
        {"figures": [RIFLE | {"role": "dragon"}]},
        {"size": [0, 10]},
        {"cloth": "carpet"},
        {"pieces": [WOOD | {"outline": [[0, 0], [2_000_000, 0], [0, 1]]}]},
    ],
)
def test_what_cannot_be_drawn_is_refused(house: House, data: dict[str, Any]) -> None:
    assert ask(house, **data).status_code == 400


def test_corners_are_counted_together(house: House) -> None:
    round_about = WOOD | {"outline": [[k, k * k % 977] for k in range(150)]}
    found = ask(house, pieces=[round_about] * 14)
    assert found.status_code == 422
    assert "corners" in found.json()["text"]
