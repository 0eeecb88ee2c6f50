"""What a case expects: paths into the described table, open asks, events, views, tallies, options, odds, the result."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from littlewars.dice import Draw
from littlewars.untrusted import cut, quote

from ..asks import Ask, Assign, Option, option
from ..chance.forecast import mixed
from ..chance.odds import MOST_RUNS
from ..events import Event
from ..game import Game
from ..types import Tally
from .people import meant

NEAR = Fraction(5, 1000)  # "~5.02" is met by anything at most so far away
MISSING = object()
LONGEST = 400  # letters of what was found or expected


class Unmet(Exception):
    """One expectation that does not hold."""


class Evidence:
    """Where expectations are looked up: the game, the events to look at, and the table as the case began."""

    def __init__(self, game: Game[Any], events: Sequence[Event | Draw], start: Any) -> None:
        self.game, self.events, self.start = game, events, start
        self._now: Any = None

    @property
    def now(self) -> Any:
        """The table as people write it."""
        if self._now is None:
            self._now = self.game.system.describe(self.game.state)
        return self._now

    @property
    def ask(self) -> Ask[Any]:
        """The first open ask."""
        if self.game.ask is None:
            raise Unmet("nothing is asked: the battle is over")
        return self.game.ask


def check(scene: Evidence, key: str, wanted: Any) -> None:
    """Unmet if this expectation does not hold."""
    if key in CHECKS:
        CHECKS[key](scene, wanted)
    elif key.startswith("view."):
        _, side, path = [*key.split(".", 2), "", ""][:3]
        if side not in scene.game.system.sides(scene.game.state):
            raise Unmet(f"{quote(side)} is not a side of this battle")
        _path(key, path, scene.game.system.describe(scene.game.view(side).state), scene.start, wanted)
    elif key.startswith("ask."):
        _path(key, key[4:], plain(scene.ask.sheet()), {}, wanted)
    else:
        _path(key, key, scene.now, scene.start, wanted)


# ---- comparing


def plain(data: Any) -> Any:
    """As JSON would have it: lists, and keys that are text."""
    return msgspec.json.decode(msgspec.json.encode(data))


def same(found: Any, wanted: Any) -> bool:
    """Equal, numbers by value, `~5.02` within 0.005, keys and names also as bare numbers."""
    if isinstance(wanted, str) and wanted.startswith("~") and isinstance(found, int | float | Fraction):
        return not isinstance(found, bool) and abs(Fraction(found) - number(wanted[1:])) <= NEAR
    if isinstance(wanted, Mapping) and isinstance(found, Mapping):
        ours, theirs = ({str(key): value for key, value in side.items()} for side in (found, wanted))
        return ours.keys() == theirs.keys() and all(same(ours[key], theirs[key]) for key in ours)
    if isinstance(wanted, list | tuple) and isinstance(found, list | tuple):
        return len(wanted) == len(found) and all(map(same, found, wanted))
    if isinstance(found, str) and isinstance(wanted, int) and not isinstance(wanted, bool):
        return found == str(wanted)
    return bool(found == wanted) and isinstance(found, bool) == isinstance(wanted, bool)


def number(text: object) -> Fraction:
    """A number as people write it: 5, 5.02, 3/4."""
    try:
        return Fraction(str(text))
    except (ValueError, ZeroDivisionError):
        raise Unmet(f"{quote(text)} is not a number or a fraction") from None


def look(data: Any, path: str) -> Any:
    """What is at a dotted path, or MISSING. Items of lists by number; a key may itself contain dots."""
    return _look(data, path.split(".")) if path else data


def _look(data: Any, keys: list[str]) -> Any:
    if not keys:
        return data
    if isinstance(data, Mapping):
        named = {str(key): value for key, value in data.items()}
        for n in range(1, len(keys) + 1):
            if (key := ".".join(keys[:n])) in named and (found := _look(named[key], keys[n:])) is not MISSING:
                return found
    elif isinstance(data, list | tuple) and keys[0].lstrip("-").isdigit() and -len(data) <= int(keys[0]) < len(data):
        return _look(data[int(keys[0])], keys[1:])
    return MISSING


def _path(key: str, path: str, now: Any, start: Any, wanted: Any) -> None:
    found = look(now, path)
    if found is MISSING and wanted is None:
        _not_a_slip(key, path, now, start)
    elif found is MISSING:
        raise Unmet(f"{key} is not there, expected {short(wanted)}")
    elif not same(found, wanted):
        raise Unmet(f"{key} is {short(found)}, expected {short(wanted)}")


def _not_a_slip(key: str, path: str, now: Any, start: Any) -> None:
    """`null` is met by what is not there; but then it, or what it belongs to, must be there or have been."""
    keys = path.split(".")
    near = [".".join(keys[:n]) for n in (len(keys), len(keys) - 1, len(keys) - 2) if n > 0]
    if len(keys) > 1 and not any(look(data, part) is not MISSING for part in near for data in (now, start)):
        raise Unmet(f"{key} never was there, nor what it belongs to: a slip of the pen?")


def short(data: Any) -> str:
    """Data for a message."""
    return cut(str(data), LONGEST) if isinstance(data, Fraction) else quote(data, LONGEST)


# ---- the special words


def _asks(scene: Evidence, wanted: Any) -> None:
    found = [f"{ask.side} {ask.rule}" for _, ask in scene.game.asks]
    if not same(found, [wanted] if isinstance(wanted, str) else wanted or []):
        raise Unmet(f"asks are {short(found)}, expected {short(wanted)}")


def _wanted_events(scene: Evidence, wanted: Any) -> list[tuple[str, dict[str, Any]]]:
    kinds: list[type[Event] | type[Draw]] = [Draw, *scene.game.system.events]
    known = {kind.__name__: kind.__struct_fields__ for kind in kinds}
    found: list[tuple[str, dict[str, Any]]] = []
    for item in wanted if isinstance(wanted, list) else [wanted]:
        for name, fields in item.items() if isinstance(item, Mapping) else [(item, {})]:
            if name not in known:
                raise Unmet(f"there is no event {quote(name)}; there are {', '.join(known)}")
            if strange := [word for word in fields or {} if word not in known[name]]:
                raise Unmet(f"{name} has no {quote(strange[0])}; it has {', '.join(known[name])}")
            found.append((name, dict(fields or {})))
    return found


def _matches(event: Event | Draw, name: str, fields: Mapping[str, Any]) -> bool:
    return type(event).__name__ == name and all(same(plain(getattr(event, word)), fields[word]) for word in fields)


def _events(scene: Evidence, wanted: Any) -> None:
    rest = iter(scene.events)
    for name, fields in _wanted_events(scene, wanted):
        if not any(_matches(event, name, fields) for event in rest):
            told = [plain(event) for event in scene.events if type(event).__name__ == name]
            also = f"; {name} events were {short(told)}" if told else ""
            names = [type(event).__name__ for event in scene.events]
            raise Unmet(f"no {name} {short(fields) if fields else ''} in its turn among {short(names)}{also}")


def _never(scene: Evidence, wanted: Any) -> None:
    for name, fields in _wanted_events(scene, wanted):
        for event in scene.events:
            if _matches(event, name, fields):
                raise Unmet(f"{name} {short(plain(event))} happened and should not")


def _options_of(ask: Ask[Any], item: str | None = None, written: bool = False) -> dict[str, Option]:
    """The options of an ask by id (written out with their tallies); for other kinds, the things it is about."""
    if isinstance(ask, Assign):
        if item is None:
            return {name: Option(name) for name in ask.items}
        if item not in ask.items:
            raise Unmet(f"{quote(item)} is not among {', '.join(ask.items)}")
        return {found.id: found for found in (ask.written[item] if written else map(option, ask.items[item]))}
    if written and hasattr(ask, "written"):
        return {found.id: found for found in ask.written}
    for word in ("options", "items", "start", "things", "room"):
        if hasattr(ask, word):
            return {found.id: found for found in map(option, getattr(ask, word))}
    raise Unmet(f"{ask.kind!r} has no options")


def _options(scene: Evidence, wanted: Any) -> None:
    how = wanted if isinstance(wanted, Mapping) else {"exactly": wanted}
    if strange := [word for word in how if word not in ("exactly", "contains", "lacks", "of")]:
        raise Unmet(f"options have exactly, contains, lacks, of; not {quote(strange[0])}")
    options = _options_of(scene.ask, how.get("of"))
    if any(str(name) not in options for word in ("exactly", "contains", "lacks") for name in how.get(word) or []):
        options = _options_of(scene.ask, how.get("of"), written=True)  # somebody is named whom an option concerns
    found, known = list(options), list(options.values())
    exactly, contains, lacks = (
        [meant(known, str(name)) for name in how.get(word) or []] for word in ("exactly", "contains", "lacks")
    )
    if "exactly" in how and sorted(found) != sorted(exactly):
        raise Unmet(f"options are {short(found)}, expected {short(exactly)}")
    if missing := [name for name in contains if name not in found]:
        raise Unmet(f"{quote(missing[0])} is not among the options {short(found)}")
    if there := [name for name in lacks if name in found]:
        raise Unmet(f"{quote(there[0])} should not be among the options {short(found)}")


def _tally(scene: Evidence, wanted: Any) -> None:
    if not isinstance(wanted, Mapping):
        raise Unmet(f"tally is {{option: {{needed: 4}}}}, not {quote(wanted)}")
    for name, parts in wanted.items():
        if isinstance(scene.ask, Assign):
            for inner, more in parts.items():
                _one_tally(_options_of(scene.ask, str(name), written=True), str(inner), more)
        else:
            _one_tally(_options_of(scene.ask, written=True), str(name), parts)


def _one_tally(options: Mapping[str, Option], name: str, wanted: Any) -> None:
    said = meant(list(options.values()), name)
    if said not in options:
        raise Unmet(f"{quote(name)} is not among the options {', '.join(options)}")
    tally = options[said].tally
    if tally is None or wanted is None:
        if tally is not None or wanted is not None:
            raise Unmet(f"the tally of {name} is {tally}, expected {short(wanted)}")
        return
    found = told(tally)
    for word, value in wanted.items():
        if word not in found:
            raise Unmet(f"a tally has {', '.join(found)}, not {quote(word)}")
        if not same(found[word], value):
            raise Unmet(f"{word} of {name} is {short(found[word])}, expected {short(value)} ({tally})")


def told(tally: Tally) -> dict[str, Any]:
    """A tally as a case writes it: modifiers by name, and the rules they come from."""
    mods: dict[str, int] = {}
    for mod in tally.mods:
        mods[mod.name] = mods.get(mod.name, 0) + mod.value
    rules = [mod.rule for mod in tally.mods]
    return {"base": tally.base, "total": tally.total, "needed": tally.needed, "mods": mods, "rules": rules}


def _odds(scene: Evidence, wanted: Any) -> None:
    for one in wanted if isinstance(wanted, list) else [wanted]:
        if not isinstance(one, Mapping) or not isinstance(one.get("expect"), Mapping) or "of" not in one:
            raise Unmet("odds are {of: attack, with: {…}, expect: {outcome: fraction}}")
        system, state = scene.game.system, scene.game.state
        attack = system.attack(state, str(one["of"]), one.get("with") or {})
        found = {outcome(key): chance for key, chance in mixed(system, state, attack, MOST_RUNS).chances.items()}
        _same_odds(found, {outcome(key): value for key, value in one["expect"].items()})


def outcome(key: Any) -> str:
    """An outcome as a case writes it: 2, true, "2, true"."""
    if isinstance(key, tuple | list):
        return ", ".join(map(outcome, key))
    return str(key).lower() if isinstance(key, bool) or key is None else str(key)


def _same_odds(found: Mapping[str, Fraction], wanted: Mapping[str, Any]) -> None:
    rest = sum((chance for key, chance in found.items() if key not in wanted), Fraction(0))
    for key, chance in wanted.items():
        has = rest if key == "rest" else found.get(key, Fraction(0))
        text = str(chance)
        if not same(has, text) if text.startswith("~") else has != number(text):
            raise Unmet(f"odds of {key} are {has}, expected {text}; all: {_fractions(found)}")
    if rest and "rest" not in wanted:
        raise Unmet(f"odds leave {rest} for what is not listed; all: {_fractions(found)}")


def _fractions(found: Mapping[str, Fraction]) -> str:
    return short({key: str(chance) for key, chance in found.items()})


def _result(scene: Evidence, wanted: Any) -> None:
    found = scene.game.result
    if found is None or wanted is None:
        if found is not None or wanted is not None:
            raise Unmet(f"the result is {found.tell() if found else 'open'}, expected {short(wanted)}")
        return
    if not isinstance(wanted, Mapping):
        raise Unmet(f"result is {{winner: red, why: …}}, not {quote(wanted)}")
    has = {"winner": found.winner, "winners": list(found.winners), "rule": found.rule, "points": found.points}
    for word, value in wanted.items():
        if word == "why":
            met = str(value) in found.why
        elif word in has:
            met = same(has[word], value)
        else:
            raise Unmet(f"a result has why, {', '.join(has)}; not {quote(word)}")
        if not met:
            raise Unmet(f"{word} of the result is {short(has.get(word, found.why))}, expected {short(value)}")


CHECKS: dict[str, Callable[[Evidence, Any], None]] = {
    "asks": _asks,
    "events": _events,
    "never": _never,
    "options": _options,
    "tally": _tally,
    "odds": _odds,
    "result": _result,
}
