"""Questions that books ask alike: which of several units, and how one of them is going to act."""

from __future__ import annotations

from typing import Any, NamedTuple

from littlewars.engine import Choose, Option
from littlewars.engine.asks import Means
from littlewars.engine.names import ref


class Way(NamedTuple):
    """Something that a unit, or a side, may do: its id, its label, what it means, and more about it."""

    id: str
    label: str
    means: Means
    about: str = ""


async def ask_unit(side: str, rule: str, prompt: str, units: dict[str, tuple[str, ...]], *instead: Way) -> str:
    """Which of these units, each with the figures that are shown for it, or what `instead`."""
    everybody = tuple(name for names in units.values() for name in names)
    options = [Option(name, ref(name), of=names, means="go") for name, names in units.items()]
    options += [Option(way.id, way.label, of=everybody, about=way.about, means=way.means) for way in instead]
    return await Choose(side, rule, prompt, options).about(*everybody, topic="who")


async def ask_plan(state: Any, unit: Any, rule: str, prompt: str, *ways: Way) -> str:
    """How a unit is going to act."""
    of = tuple(figure.id for figure in state.members(unit))
    options = [Option(way.id, way.label, of=of, about=way.about, means=way.means) for way in ways]
    return await Choose(unit.side, rule, f"{ref(unit.id)}: {prompt}", options).about(*of, unit=unit.id, topic="plan")
