"""Answers and points as people write them: units (inches, centimetres) and degrees, not thousandths and hundredths.

>>> from littlewars.engine import Leg, Step
>>> to_people("move", (Leg("raven", (Step("go", (14000, 10500)), Step("turn", face=9000))),))
{'raven': [[14, 10.5], {'verb': 'turn', 'face': 90}]}
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from littlewars.untrusted import quote

from ..asks import Ask, Choose, Option
from ..measures import INCHES, Measure, Unreadable, read_face, write_face
from ..moves import Leg, Spot, Step
from ..types import Refusal

A = TypeVar("A")
STEP_WORDS = ("verb", "to", "face", "level", "what")
SPOT_WORDS = ("at", "face", "level", "how")


# ---- answers


def to_people(kind: str, answer: Any, measure: Measure = INCHES) -> Any:
    """An answer to an ask of this kind, as plain data for people; `from_people` reads it again."""
    if kind == "move":
        return {leg.who: _steps_out(leg.steps, measure) for leg in answer}
    if kind == "place":
        return {spot.what: _spot_out(spot, measure) for spot in answer}
    if kind in ("assign", "allocate"):
        return dict(answer)
    return list(answer) if isinstance(answer, tuple) else answer


def from_people(ask: Ask[A], raw: object, measure: Measure = INCHES) -> A:
    """The answer that somebody wrote down. Refusal says what cannot be read; whether it is allowed, the ask says."""
    try:
        if ask.kind == "move":
            return ask.read(_legs(raw, measure))
        if ask.kind == "place":
            return ask.read(_spots(raw, measure))
        read = _READ[ask.kind](raw)
        if isinstance(ask, Choose) and read not in ask.ids:
            read = meant(ask.written, read)
        return ask.read(read)
    except Unreadable as error:
        raise Refusal(ask.rule, f"not an answer to {ask.kind!r} ({error})") from error


def meant(options: Sequence[Option], said: str) -> str:
    """The option of this id; else the one that concerns this figure, where that is one alone."""
    if any(option.id == said for option in options):
        return said
    about = [option.id for option in options if said in option.of and option.means == "act"]
    return about[0] if len(about) == 1 else said


def _steps_out(steps: tuple[Step, ...], measure: Measure) -> Any:
    written = [_step_out(step, measure) for step in steps]
    return written[0] if len(written) == 1 else written


def _step_out(step: Step, measure: Measure) -> Any:
    if step.verb == "go" and step == Step("go", step.to) and step.to is not None:
        return measure.write_point(step.to)
    found: dict[str, Any] = {"verb": step.verb}
    if step.to is not None:
        found["to"] = measure.write_point(step.to)
    if step.face is not None:
        found["face"] = write_face(step.face)
    if step.level is not None:
        found["level"] = step.level
    return found | ({"what": step.what} if step.what else {})


def _spot_out(spot: Spot, measure: Measure) -> Any:
    at = measure.write_point(spot.at)
    more: dict[str, Any] = {"face": write_face(spot.face), "level": spot.level, "how": spot.how}
    more = {word: value for word, value in more.items() if value}
    return {"at": at} | more if more else at


def _legs(raw: object, measure: Measure) -> tuple[Leg, ...]:
    return tuple(Leg(name(who), _steps(who, steps, measure)) for who, steps in _mapping(raw, "who: steps").items())


def _steps(who: object, raw: object, measure: Measure) -> tuple[Step, ...]:
    """A point, a step, or a list of them."""
    if isinstance(raw, Mapping) or _is_point(raw):
        return (_step(who, raw, measure),)
    if not isinstance(raw, list | tuple):
        raise Unreadable(f"{who}: steps are written [x, y] or [[x, y], {{verb: …, to: [x, y]}}], not {quote(raw)}")
    return tuple(_step(who, step, measure) for step in raw)


def _step(who: object, raw: object, measure: Measure) -> Step:
    if not isinstance(raw, Mapping):
        return Step("go", measure.read_point(raw, f"{who}: a step"))
    _only(raw, STEP_WORDS, f"{who}: a step")
    to = None if raw.get("to") is None else measure.read_point(raw["to"], f"{who}: to")
    face = None if raw.get("face") is None else read_face(raw["face"], f"{who}: face")
    level = None if raw.get("level") is None else _whole(raw["level"], f"{who}: level")
    verb = name(raw["verb"]) if "verb" in raw else "turn" if to is None and face is not None else "go"
    return Step(verb, to, face, level, name(raw.get("what", "")))


def _spots(raw: object, measure: Measure) -> tuple[Spot, ...]:
    return tuple(_spot(what, spot, measure) for what, spot in _mapping(raw, "what: [x, y]").items())


def _spot(what: object, raw: object, measure: Measure) -> Spot:
    if not isinstance(raw, Mapping):
        return Spot(name(what), measure.read_point(raw, f"{what}: a place"))
    _only(raw, SPOT_WORDS, f"{what}: a place")
    if "at" not in raw:
        raise Unreadable(f"{what}: at is missing")
    face = read_face(raw.get("face", 0), f"{what}: face")
    level = _whole(raw.get("level", 0), f"{what}: level")
    return Spot(name(what), measure.read_point(raw["at"], f"{what}: at"), face, level, name(raw.get("how", "")))


def _pairs(raw: object) -> list[tuple[str, object]]:
    return [(name(item), value) for item, value in _mapping(raw, "item: value").items()]


def _assigned(raw: object) -> list[tuple[str, str]]:
    return [(item, name(value)) for item, value in _pairs(raw)]


def _names(raw: object) -> list[str]:
    if not isinstance(raw, list | tuple):
        raise Unreadable(f"a list [a, b] is needed, not {quote(raw)}")
    return [name(item) for item in raw]


def _number(raw: object) -> int:
    return _whole(raw, "a number")


def name(raw: object) -> str:
    """An id as people write it: text, or a bare whole number."""
    if isinstance(raw, str):
        return raw
    if isinstance(raw, int) and not isinstance(raw, bool):
        return str(raw)
    raise Unreadable(f"a name is needed, not {quote(raw)}")


def _whole(raw: object, what: str) -> int:
    if isinstance(raw, bool) or not isinstance(raw, int):
        raise Unreadable(f"{what} needs a whole number, not {quote(raw)}")
    return raw


def _mapping(raw: object, form: str) -> Mapping[Any, Any]:
    if isinstance(raw, Mapping):
        return raw
    if raw in ([], ()):
        return {}
    raise Unreadable(f"{{{form}}} is needed, not {quote(raw)}")


def _only(raw: Mapping[Any, Any], words: tuple[str, ...], what: str) -> None:
    if strange := [word for word in raw if word not in words]:
        raise Unreadable(f"{what} has {', '.join(words)}, not {quote(strange[0])}")


def _is_point(raw: object) -> bool:
    return isinstance(raw, list | tuple) and len(raw) == 2 and all(isinstance(c, int | float) for c in raw)


_READ: dict[str, Callable[[object], Any]] = {
    "assign": _assigned,
    "allocate": _pairs,
    "choose": name,
    "choose-some": _names,
    "arrange": _names,
    "number": _number,
}
