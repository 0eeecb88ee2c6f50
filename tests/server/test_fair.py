"""Fair dice: the commitment comes first, the seed at the end, and `littlewars verify` finds whatever was tampered with."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from littlewars.cli.shared import app
from littlewars.engine.chance import fair
from littlewars.engine.journal import Divergence, read, verify
from littlewars.systems import SYSTEMS
from tests.server.desk import House, play_on

OVERSOUL = SYSTEMS["oversoul"]


def test_commitments_bind() -> None:
    seed = fair.fresh_seed(random.Random(1).getrandbits)
    assert seed.bit_length() == 256
    assert fair.fits(fair.commitment(seed), seed)
    assert not fair.fits(fair.commitment(seed), seed + 1)
    assert not fair.fits(None, seed)
    assert not fair.fits("é", seed)
    assert len({fair.derive(seed, n) for n in range(100)} | {seed}) == 101
    assert all(fair.derive(seed, n).bit_length() == 256 for n in range(20))
    assert fair.derive(seed, 3) == fair.derive(seed, 3) != fair.derive(seed + 1, 3)


@pytest.fixture(scope="module")
def journal(house: House) -> bytes:
    """A battle with dice taken back."""
    begun = house.begin("oversoul", "meeting-engagement", red="person", blue="tactician")
    with house.sit(begun["game"], begun["tokens"]["red"]) as red:
        told = red.table["commitment"]
        assert told == begun["commitment"]
        assert "seed" not in json.dumps(red.table)
        for _ in range(3):
            play_on([red], random.Random(4), stop=lambda: red.n > 60 and red.asked())
            for _ in range(100):
                red.drain()
                if (reply := red.do("undo", n=red.n, entries=20))["is"] == "taken":
                    break
                assert reply["status"] == 409, reply
                assert not red.over(), "too short a battle"
            else:
                pytest.fail("no way back")
        red.drain()
        assert not any(fair.written(house.games.rooms[begun["game"]].seed) in text for text in red.raw)
        red.do("concede")
        red.until(red.over)
        assert fair.fits(told, int(red.now["seed"], 16))
        assert red.now["seed"] == fair.written(house.games.rooms[begun["game"]].seed)
    return house.get(f"/api/games/{begun['game']}/journal").content


def test_an_honest_journal_verifies(journal: bytes, tmp_path: Path) -> None:
    assert sum(line.reseed is not None for line in read(journal).lines) == 3
    verify(OVERSOUL, journal)
    path = tmp_path / "battle.jsonl"
    path.write_bytes(journal)
    done = CliRunner().invoke(app, ["verify", str(path)])
    assert done.exit_code == 0, done.output
    assert "all as written" in done.output


def tampered(journal: bytes, find: str, change: Callable[[dict[str, Any]], None]) -> tuple[bytes, int]:
    rows = [json.loads(row) for row in journal.splitlines()]
    row = next(row for row in rows if find in row)
    change(row)
    return b"".join(json.dumps(row).encode() + b"\n" for row in rows), row["n"]


TAMPERING: dict[str, tuple[str, Callable[[dict[str, Any]], None], str]] = {
    "the seed": ("game", lambda row: row["game"].update(seed=row["game"]["seed"] + 1), "committed"),
    "the commitment": ("game", lambda row: row["game"]["meta"].update(commitment="0" * 64), "committed"),
    "a commitment of another kind": ("game", lambda row: row["game"]["meta"].update(commitment=5), "committed"),
    "new dice": ("reseed", lambda row: row["reseed"].update(seed=row["reseed"]["seed"] + 1), "do not follow"),
    "a world imagined": ("reseed", lambda row: row["reseed"].update(side="red"), "do not follow"),
}


@pytest.mark.parametrize("what", TAMPERING)
def test_tampering_is_found(journal: bytes, what: str, tmp_path: Path) -> None:
    find, change, message = TAMPERING[what]
    false, line = tampered(journal, find, change)
    with pytest.raises(Divergence, match=message) as found:
        verify(OVERSOUL, false)
    assert found.value.line == line
    path = tmp_path / "battle.jsonl"
    path.write_bytes(false)
    assert CliRunner().invoke(app, ["verify", str(path)]).exit_code != 0


def test_another_seed_with_its_own_commitment_shows_in_the_dice(journal: bytes) -> None:
    def other(row: dict[str, Any]) -> None:
        row["game"]["seed"] += 1
        row["game"]["meta"]["commitment"] = fair.commitment(row["game"]["seed"])

    false, _ = tampered(journal, "game", other)
    with pytest.raises(Divergence):
        verify(OVERSOUL, false)


# ---- the same for replays


def test_a_replay_names_what_was_tampered_with(house: House, journal: bytes) -> None:
    for what, (find, change, message) in TAMPERING.items():
        reply = house.post("/api/replays", content=tampered(journal, find, change)[0])
        # with another seed mostly not even its beginning comes out the same
        assert reply.status_code in ((200, 422) if what == "the seed" else (200,)), what
        assert message in reply.json().get("fault", reply.json().get("text"))
    rows = journal.splitlines()
    row = json.loads(rows[30])
    row["hash"] = "0" * 16
    reply = house.post("/api/replays", content=b"\n".join([*rows[:30], json.dumps(row).encode(), *rows[31:]]) + b"\n").json()
    assert reply["fault"].startswith("line 31:")
    assert len(reply["frames"]) == 30


def test_a_replay_shows_undo_and_new_dice(house: House, journal: bytes) -> None:
    replay = house.post("/api/replays", content=journal).json()
    assert "fault" not in replay
    assert fair.fits(replay["commitment"], int(replay["seed"], 16))
    kinds = [frame["beat"]["by"]["kind"] for frame in replay["frames"]]
    assert kinds[0] == "begin"
    assert kinds.count("undo") == 3
    assert {frame.get("round", 0) for frame in replay["frames"]} >= {0, 1}
    assert all(frame["beat"]["n"] == place for place, frame in enumerate(replay["frames"], 1))


def test_what_is_no_journal(house: House, journal: bytes) -> None:
    rows = journal.splitlines(keepends=True)
    old = json.loads(rows[0])
    old["game"]["version"] = 99
    other = json.loads(rows[0])
    other["game"]["system"] = "../../etc"
    broken = json.loads(rows[0])
    broken["game"]["scenario"] = {"table": [10**9, 10**9], "sides": {"a": {}}}
    for body, line in (
        (b"", 0),
        (b"hello\n", 1),
        (bytes(range(256)) * 100, 1),
        (json.dumps(old).encode() + b"\n", 1),
        (json.dumps(other).encode() + b"\n", 1),
        (json.dumps(broken).encode() + b"\n", 1),
        (rows[0] + rows[2], 2),
        (b"[" * 100_000 + b"\n", 1),
    ):
        reply = house.post("/api/replays", content=body)
        assert reply.status_code == 422, (body[:80], reply.text[:300])
        assert reply.json().get("line", 0) == line, reply.text
    torn = house.post("/api/replays", content=journal[:-5]).json()
    assert torn["warnings"]
