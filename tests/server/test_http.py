"""What a page asks over HTTP."""

from __future__ import annotations

import gzip
import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from littlewars.server.config import registered
from littlewars.server.play.library import OfferedSystem
from littlewars.server.workers.rosters import report_of
from littlewars.systems import REGISTRY
from tests.server import whispers
from tests.server.desk import House, play_on, start_house

ARMIES = REGISTRY["oversoul"].folder / "armies"
BARROW = (ARMIES / "barrow-legion.yaml").read_text(encoding="utf-8")
THORNWOOD = (ARMIES / "thornwood-host.yaml").read_text(encoding="utf-8")


def test_the_rulebooks(house: House) -> None:
    cards = {card["name"]: card for card in house.get("/api/systems").json()}
    oversoul = cards["oversoul"]
    assert oversoul["bots"] == ["tactician", "random"]
    assert oversoul["rules"] > 100
    scenario = next(s for s in oversoul["scenarios"] if s["name"] == "meeting-engagement")
    assert scenario["sides"] == {"red": "The Thornwood Host", "blue": "Ninth Colonial Regiment"}
    assert scenario["size"] == [48.0, 48.0]
    army = next(a for a in oversoul["armies"] if a["name"] == "thornwood-host")
    assert army["text"] == THORNWOOD
    assert 0 < army["points"] <= 500
    assert set(cards) == {"oversoul", "defiance", "xenocide", "at43", "skirmish", "whispers"}  # any rulebook appears by itself


def test_the_catalogue(house: House) -> None:
    rules = house.get("/api/systems/oversoul/rules").json()
    found = house.get("/api/systems/oversoul/rules", params={"q": "Initiative ROLL"}).json()
    assert 0 < len(found) < len(rules)
    assert all("initiative" in json.dumps(rule).lower() for rule in found)
    assert any(rule.get("ruling") for rule in rules)
    assert house.get("/api/systems/chess/rules").status_code == 404
    assert house.get("/api/systems/oversoul/rules", params={"q": "x" * 201}).status_code == 400


def check(house: House, text: str, system: str = "oversoul") -> dict[str, Any]:
    reply = house.post("/api/rosters/check", json={"system": system, "text": text})
    assert reply.status_code == 200, reply.text
    found: dict[str, Any] = reply.json()
    return found


def test_rosters_are_checked_by_rule_and_line(house: House) -> None:
    good = check(house, THORNWOOD)
    assert good["faults"] == []
    assert 0 < good["total"] <= good["limit"] == 500
    assert {line.get("depth", 0) for line in good["bill"]} >= {0, 1, 2}
    cheap = THORNWOOD.replace("points: 500", "points: 100")
    faults = check(house, cheap)["faults"]
    assert faults[0]["rule"].startswith("oversoul.")
    assert faults[0]["line"] > 0


def test_a_legal_force_with_vehicles_takes_the_field(house: House) -> None:
    shelf = OfferedSystem(registered()["defiance"])
    text = (REGISTRY["defiance"].folder / "armies" / "human-2000.yaml").read_text(encoding="utf-8")
    assert report_of(shelf.system, text).faults == ()
    seats = {"red": {"kind": "person", "roster": text}, "blue": {"kind": "person"}}
    begun = house.post("/api/games", json={"system": "defiance", "scenario": "armoured-clash", "seats": seats})
    assert begun.status_code == 201


def test_advice_is_told_and_hinders_nobody(house: House) -> None:
    crowded = {"system": "defiance", "name": "Giants", "army": "Meraxillan Sovereignty", "points": 1000}
    rex = {"unit": "Rex Den", "frame": "Rex", "figures": 4, "primary": "Hedgehog"}
    report = report_of(OfferedSystem(registered()["defiance"]).system, json.dumps(crowded | {"units": [rex]}))
    assert report.faults == ()
    assert report.advice


def test_what_never_changes_is_packed_once_and_known_by_its_tag(house: House) -> None:
    for path in ("/api/systems", "/api/systems/defiance/rules"):
        first = house.get(path)
        assert first.headers["content-encoding"] == "gzip"
        again = house.get(path, headers={"If-None-Match": first.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        plain = house.get(path, headers={"Accept-Encoding": "identity"})
        assert plain.json() == first.json()
        assert "content-encoding" not in plain.headers
    some = house.get("/api/systems/defiance/rules", params={"q": "morale"})
    assert 0 < len(some.json()) < len(first.json())


@pytest.mark.parametrize("path", ["/api/rosters/check", "/api/games"])
def test_nested_too_deeply(house: House, path: str, caplog: pytest.LogCaptureFixture) -> None:
    for body in (
        b"[" * 200_000,
        b'{"system":' * 100_000,
        b'{"system":"oversoul","text":' + b"[" * 50_000 + b"]" * 50_000 + b"}",
    ):
        reply = house.post(path, content=body, headers={"content-type": "application/json"})
        assert reply.status_code == 400, reply.text
        assert len(reply.text) < 2000
    assert not any(record.exc_info for record in caplog.records)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", 1),
        ("name: [", 2),
        ("system: oversoul\nname: X\nunits: 5", 3),
        ("a: &x [1]\nb: *x", 2),
        ("!!python/object/apply:os.system ['true']", 1),
        ("system: skirmish\nname: X\nunits: [{id: a}]", 1),
        ("../../../etc/passwd", 1),
        ("[" * 5000, 1),
        ("x" * 100_000, 1),
        ("a: b\n" * 10, 2),
    ],
)
def test_what_is_no_roster(house: House, text: str, line: int) -> None:
    report = check(house, text)
    assert len(report["faults"]) == 1
    assert report["faults"][0]["line"] in (line, 0, 1), report


def test_a_force_of_ones_own(house: House) -> None:
    def begin(roster: str, scenario: str = "meeting-engagement") -> Any:
        seats = {"red": {"kind": "person", "roster": roster}, "blue": {"kind": "bot"}}
        return house.post("/api/games", json={"system": "oversoul", "scenario": scenario, "seats": seats})

    own = BARROW.replace("name: Barrow Guard", "name: <b>My</b> Guard")
    assert own != BARROW
    begun = begin(own)
    assert begun.status_code == 201, begun.text
    with house.sit(begun.json()["game"], begun.json()["tokens"]["red"]) as red:
        assert "<b>My</b> Guard" in {unit["name"] for unit in red.table["show"]["units"].values()}
    horde = own.replace("points: 500", "points: 1000000").replace("cost: 500\n", "")
    horde += "".join(f"  - {{profile: thornwood-spears, id: horde-{n}, numbers: {{Spearman: 12}}}}\n" for n in range(60))
    many = begin(horde)
    assert many.status_code == 422, many.text
    assert many.json()["faults"]
    refused = begin(own.replace("points: 500", "points: 90"))
    assert refused.status_code == 422
    assert refused.json()["line"] > 0
    assert refused.json()["rule"]
    assert refused.json()["faults"]
    assert begin("name: [").status_code == 422


def test_new_games_that_cannot_be(house: House) -> None:
    person, bot = {"kind": "person"}, {"kind": "bot"}
    for body, status in (
        ({"system": "chess", "scenario": "small", "seats": {}}, 404),
        ({"system": "skirmish", "scenario": "large", "seats": {"red": person, "blue": bot}}, 422),
        ({"system": "skirmish", "scenario": "small", "seats": {"red": person}}, 422),
        ({"system": "skirmish", "scenario": "small", "seats": {"red": person, "blue": bot, "green": bot}}, 422),
        ({"system": "skirmish", "scenario": "small", "seats": {"red": person, "blue": {"kind": "bot", "bot": "hal"}}}, 422),
        ({"system": "skirmish", "scenario": "small", "seats": {"red": person, "blue": {"kind": "ghost"}}}, 400),
        ({"system": "skirmish", "scenario": "small", "seats": {"red": {"kind": "person", "name": "a\0b"}, "blue": bot}}, 422),
        ({"system": "skirmish", "scenario": "small", "seats": {"red": {"kind": "person", "name": "x" * 61}, "blue": bot}}, 400),
        ({"system": "skirmish", "scenario": "small", "seats": {"red": person, "blue": bot}, "seed": 1}, 400),
        ({"system": "skirmish", "scenario": "small", "seats": {"red": person, "blue": person | {"roster": "x"}}}, 422),
        ([], 400),
        (None, 400),
    ):
        reply = house.post("/api/games", json=body)
        assert reply.status_code == status, (body, reply.text)
        assert reply.json()["status"] == status
        assert reply.json()["text"]
    assert house.post("/api/games", content=b"{", headers={"content-type": "application/json"}).status_code == 400


def test_the_card_of_a_battle_has_no_secret(house: House) -> None:
    begun = house.begin()
    card = house.get(f"/api/games/{begun['game']}").json()
    assert card["lines"] == 1
    assert card["commitment"] == begun["commitment"]
    assert [seat["name"] for seat in card["seats"]] == ["Player red", "Player blue"]
    assert not any(token in json.dumps(card) for token in begun["tokens"].values())
    for strange in ("nobody-is-here", "..%2f..%2fetc", "%00", "a" * 65, "' OR 1=1 --"):
        assert house.get(f"/api/games/{strange}").status_code in (400, 404), strange


def test_journal_case_and_replay(house: House, tmp_path: Path) -> None:
    begun = house.begin("oversoul", "first-battle", red="person", blue="tactician")
    game, token = begun["game"], begun["tokens"]["red"]
    for what in ("journal", "replay"):
        assert house.get(f"/api/games/{game}/{what}").status_code == 409
    with house.sit(game, token) as red:
        play_on([red], random.Random(4), most=15)
        case = house.get(f"/api/games/{game}/case", headers={"Authorization": f"Bearer {token}"})
        assert case.headers["content-type"].startswith("text/yaml")
        assert yaml.safe_load(case.text)["system"] == "oversoul"
        assert house.get(f"/api/games/{game}/case").status_code == 401
        assert house.get(f"/api/games/{game}/case", params={"token": token}).status_code == 401
        assert house.get(f"/api/games/{game}/case", headers={"Authorization": "Bearer wrong"}).status_code == 403
        assert house.get(f"/api/games/{game}/case", headers={"Authorization": f"Basic {token}"}).status_code == 401
        red.do("concede")
        named = next(party["name"] for party in red.table["show"]["parties"] if party["id"] == "red")
        assert red.now["result"]["why"] == f"{named} concedes"
    journal = house.get(f"/api/games/{game}/journal")
    assert '"why":"red concedes"' in journal.text
    assert journal.headers["content-type"].startswith("application/x-ndjson")
    assert "attachment" in journal.headers["content-disposition"]
    assert re.search(r'filename="[a-z0-9-]+-\d{4}-\d\d-\d\d-(\w+-won|draw)[.]jsonl"', journal.headers["content-disposition"])
    replay = house.get(f"/api/games/{game}/replay").json()
    assert len(replay["frames"]) == len(journal.text.splitlines())
    assert "fault" not in replay
    assert replay["result"]["why"] == f"{named} concedes"
    again = house.post("/api/replays", content=journal.content)
    assert again.status_code == 200
    assert again.json() == replay


def test_no_case_tells_what_others_have_answered_at_the_same_time(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    begun = house.begin("whispers", "night", red="person", blue="person", green="person")
    bearer = {"Authorization": f"Bearer {begun['tokens']['red']}"}
    with house.sit(begun["game"], begun["tokens"]["green"]) as green:
        assert green.answer("hide", 2)["is"] == "taken"
        secret = house.get(f"/api/games/{begun['game']}/case", headers=bearer)
        assert (secret.status_code, "has secrets" in secret.text) == (409, True)
        monkeypatch.setattr(whispers.SYSTEM, "secrets", False)  # a book whose only secret is what all write at once
        open_ = house.get(f"/api/games/{begun['game']}/case", headers=bearer)
        monkeypatch.undo()
    assert (open_.status_code, "at the same time" in open_.text) == (409, True)


def test_the_case_runs(house: House) -> None:
    """What is saved from the browser is a case of the engine's own, and comes out right."""
    from littlewars.engine.cases import parse, run
    from littlewars.systems import SYSTEMS

    begun = house.begin("oversoul", "first-battle", red="person", blue="tactician")
    with house.sit(begun["game"], begun["tokens"]["red"]) as red:
        play_on([red], random.Random(9), most=8)
        text = house.get(f"/api/games/{begun['game']}/case", headers={"Authorization": f"Bearer {red.token}"}).text
    assert run(parse(text), SYSTEMS).checks > 0


# ---- the page


def test_the_page_and_its_files(tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><title>Little Wars</title>" + " " * 1000)
    (tmp_path / "assets" / "main-abc123.js").write_text("let x = 1;" * 200)
    (tmp_path / "icon.svg").write_text("<svg/>")
    with start_house(f"sqlite:///{tmp_path}/x.sqlite3", static=tmp_path) as house:
        for path in ("/", "/play/abc", "/replay", "/replay/x", "/rules/oversoul", "/watch/x"):
            page = house.get(path)
            assert page.status_code == 200
            assert page.headers["content-type"].startswith("text/html")
            assert page.headers["cache-control"] == "no-cache"
            assert "Little Wars" in page.text
        script = house.get("/assets/main-abc123.js")
        assert "immutable" in script.headers["cache-control"]
        assert script.headers["content-encoding"] == "gzip"
        assert script.headers["content-type"].startswith("text/javascript")
        plain = house.get("/assets/main-abc123.js", headers={"accept-encoding": "identity"})
        assert plain.text == script.text
        assert house.get("/icon.svg").headers["content-type"] == "image/svg+xml"
        same = house.get("/", headers={"if-none-match": house.get("/").headers["etag"]})
        assert same.status_code == 304
        for path in (
            "/assets/none.js",
            "/%2e%2e/%2e%2e/etc/passwd",
            "/..%2fpyproject.toml",
            "/assets/../../app.py",
            "/x.sqlite3-wal",
            "/nowhere",
        ):
            reply = house.get(path)
            assert reply.status_code == 404, path
            assert reply.json()["status"] == 404
        assert gzip  # the packed form is made once, at the start


def test_a_page_that_is_not_built_says_so(tmp_path: Path) -> None:
    with start_house(f"sqlite:///{tmp_path}/x.sqlite3", static=tmp_path / "none") as house:
        reply = house.get("/")
        assert reply.status_code == 503
        assert "not built" in reply.text
        assert house.get("/healthz").status_code == 200


def test_security_headers_are_on_everything(house: House) -> None:
    for path in ("/", "/api/systems", "/api/games/none", "/nowhere", "/healthz", "/api/openapi.json"):
        headers = house.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["cross-origin-opener-policy"] == "same-origin"
        assert "server" not in headers


def test_answers_are_packed(house: House) -> None:
    reply = house.get("/api/systems")
    assert reply.headers["content-encoding"] == "gzip"


def test_no_get_changes_anything(house: House) -> None:
    before = house.games.metrics.registry.get_sample_value("littlewars_games_begun_total", {"system": "skirmish"})
    paths = house.get("/api/openapi.json").json()["paths"]
    for path in paths:
        for method in ("get", "head", "options"):
            house.http.request(method, path.replace("{game}", "none").replace("{system}", "skirmish"))
    assert house.games.metrics.registry.get_sample_value("littlewars_games_begun_total", {"system": "skirmish"}) == before
    for path, methods in paths.items():
        if "post" in methods and "get" not in methods:
            assert house.get(path.replace("{game}", "x")).status_code in (404, 405)


def test_the_page_answers_those_who_only_ask_for_its_head(house: House) -> None:
    for path in ("/", "/rules/oversoul"):
        whole, head = house.get(path), house.http.head(path)
        assert head.status_code == whole.status_code in (200, 503)
        assert head.content == b""
        assert head.headers["content-type"] == whole.headers["content-type"]
    assert house.http.head("/nowhere").status_code == 404
