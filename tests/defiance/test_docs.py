"""The pages' examples for Defiance are what they say they are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from littlewars.engine import Game
from littlewars.engine.cases import parse, run
from littlewars.muster import parse_roster
from littlewars.systems import SYSTEMS
from littlewars.systems.defiance.system import DEFIANCE

from .mustering import check, cost, warnings

ROOT = Path(__file__).parents[2]


def example(page: str) -> str:
    """The page's example of Defiance."""
    blocks = re.findall(r"```yaml\n(.*?)```", (ROOT / "docs" / page).read_text(encoding="utf-8"), re.S)
    return next(block for block in blocks if re.search(r"^system: defiance$", block, re.M))


def test_the_roster_for_players_is_legal() -> None:
    roster = parse_roster(example("playing.md"))
    assert [check(roster), warnings(roster)] == [[], []]
    assert cost(roster).total <= roster.points


def test_the_scenario_for_designers_can_be_played() -> None:
    raw = yaml.safe_load(example("designing.md"))
    state = DEFIANCE.setup(raw)
    assert [piece.id for piece in state.pieces] == ["wood", "wall", "barn"]
    assert [arm.weapon.name for arm in state.figures["guards.4"].arms] == ["rotary gun"]
    assert DEFIANCE.setup(DEFIANCE.describe(state)) == state
    assert Game.start(DEFIANCE, raw, 1).ask is not None


def test_the_case_holds_and_is_the_one_in_the_folder() -> None:
    text = example("cases.md")
    assert text == (ROOT / "tests" / "cases" / "defiance" / "covering-fire.yaml").read_text(encoding="utf-8")
    assert run(parse(text, "docs/cases.md"), SYSTEMS).checks


@pytest.mark.parametrize("page", ["playing.md", "designing.md", "cases.md"])
def test_every_page_has_one(page: str) -> None:
    assert example(page)
