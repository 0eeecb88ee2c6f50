"""The situation at hand as a case: a checkpoint, the answers since then with the dice they caused, and what came of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import yaml

from littlewars.dice import Draw

from ..game import Agree, Concede, Entry, Game, Reseed
from ..measures import tidy
from .expecting import MISSING, look, plain, same
from .people import to_people

SHORT = 100  # letters that still go on one line
MOST_PATHS = 60  # expectations about the table, in a saved case


def save(game: Game[Any], name: str, back: int = 0, rules: tuple[str, ...] = ()) -> str:
    """The text of a case that leads to where the game stands, from the last checkpoint or `back` checkpoints before it."""
    if not game.marks:
        raise ValueError("a game that keeps no checkpoints cannot be saved as a case")
    mark = game.marks[max(0, len(game.marks) - 1 - back)]
    system = game.system
    twin: Game[Any] = Game(system, mark.state, mark.dice)
    scenario = plain(system.describe(mark.state))
    case: dict[str, Any] = {"case": name, "system": system.name, "rules": list(rules), "scenario": scenario}
    if fell := _dice(twin, 0):
        case["dice"] = fell
    play = [step for entry in game.entries[mark.at :] if (step := _entered(twin, entry))]
    case |= {"play": play} if play else {}
    case["expect"] = _expectations(twin, scenario)
    twin.close()
    return yaml.dump(case, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=120)


class _Dumper(yaml.SafeDumper):
    """YAML as people write it: short things on one line, 24 and not 24.0, nothing by reference."""

    def ignore_aliases(self, data: Any) -> bool:
        """Always: what stands twice is written twice."""
        return True


def _mapping(dumper: _Dumper, data: dict[str, Any]) -> yaml.Node:
    return dumper.represent_mapping("tag:yaml.org,2002:map", data, flow_style=len(repr(data)) <= SHORT)


def _sequence(dumper: _Dumper, data: list[Any]) -> yaml.Node:
    return dumper.represent_sequence("tag:yaml.org,2002:seq", data, flow_style=len(repr(data)) <= SHORT)


def _number(dumper: _Dumper, data: float) -> yaml.Node:
    return dumper.represent_data(tidy(data)) if data.is_integer() else dumper.represent_float(data)


_Dumper.add_representer(dict, _mapping)
_Dumper.add_representer(list, _sequence)
_Dumper.add_representer(float, _number)


def _entered(twin: Game[Any], entry: Entry) -> dict[str, Any]:
    """Give the twin this entry, and write it down as a step."""
    told = len(twin.battle.events or ())
    if isinstance(entry, Reseed):
        if entry.side is not None:
            raise ValueError("an imagined game cannot be saved as a case")
        twin.reseed(entry.seed)  # the dice that fall are written down: the seed need not be
        return {}
    if isinstance(entry, Concede):
        twin.concede(entry.side)
        return {"concede": entry.side}
    if isinstance(entry, Agree):
        twin.agree(entry.side)
        return {"agree": entry.side}
    part, answer = entry
    ask = dict(twin.asks)[part]
    step = {ask.side: plain(to_people(ask.kind, answer, twin.system.measure(twin.state))), "rule": ask.rule}
    if sum(other.side == ask.side and other.rule == ask.rule for _, other in twin.asks) > 1:
        step["part"] = part
    twin.answer_part(part, answer)
    fell = _dice(twin, told)
    return step | ({"dice": fell} if fell else {})


def _dice(game: Game[Any], told: int) -> list[dict[str, Any]]:
    """The dice among the events since then."""
    drawn = [event for event in (game.battle.events or [])[told:] if isinstance(event, Draw)]
    return [{draw.why: draw.faces[0] if len(draw.faces) == 1 else list(draw.faces)} for draw in drawn if draw.faces]


def _expectations(game: Game[Any], start: Any) -> dict[str, Any]:
    """Who is asked what now, how it ended, and what has changed on the table."""
    asks: dict[str, Any] = {"asks": [f"{ask.side} {ask.rule}" for _, ask in game.asks]}
    result = game.result
    if result is not None:
        asks["result"] = {"winners": list(result.winners), "why": result.why}
    now = plain(game.system.describe(game.state))
    changed = {path: value for path, value in changes(start, now) if _readable(now, path, value)}
    return asks | dict(list(changed.items())[:MOST_PATHS])


def _readable(now: Any, path: str, value: Any) -> bool:
    """Whether a path leads where it should: a key with dots in it may hide behind a shorter one."""
    found = look(now, path)
    return value is None if found is MISSING else same(found, value)


def changes(old: Any, new: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """(path, new value) of everything that differs; what is gone is None."""
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        for key in [*old, *(key for key in new if key not in old)]:
            yield from changes(old.get(key), new.get(key), f"{path}.{key}" if path else str(key))
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new) and any(isinstance(e, dict) for e in old):
        for place, (before, after) in enumerate(zip(old, new, strict=True)):
            yield from changes(before, after, f"{path}.{place}")
    elif old != new:
        yield path, new
