"""A battle told to people: names instead of ids, dice beside what they decided, rounds set apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct
from rich.text import Text

from littlewars.dice import Draw
from littlewars.engine import Event
from littlewars.engine.measures import INCHES, Measure
from littlewars.engine.names import Names

from .shared import clean, console

SIDE_STYLES = ("red", "blue", "green", "yellow", "magenta", "cyan")
INDENT = "  "


class StoryLine(Struct, frozen=True):
    """One line of a story: how far in it stands, what it says, the dice that decided it, and whose it is."""

    depth: int
    text: str
    dice: str = ""
    side: str = ""

    def __str__(self) -> str:
        return ("\n" if self.depth == 0 else "") + INDENT * self.depth + self.text + (f"  [{self.dice}]" if self.dice else "")


class Narrator:
    """Turns events into lines. `learn` tells it the names of everybody on the table."""

    def __init__(self) -> None:
        self.names = Names()
        self.dice: list[Draw] = []

    def learn(self, table: Mapping[str, Any], measure: Measure = INCHES) -> None:
        """Take names from a table as a rulebook describes it; a figure that has left since keeps its name. It is measured in
        this."""
        self.names.add(names_of(table))
        self.names.measure = measure

    def lines(self, events: Iterable[Event | Draw]) -> Iterator[StoryLine]:
        """These events; dice wait for what they decide."""
        waiting = list(events)
        while waiting:
            event = waiting.pop(0)
            if isinstance(event, Draw):
                self.dice.append(event)
                continue
            text = event.tell()
            alike = _alike(event, waiting)
            if alike and (together := event.tell_with(alike)):
                text = together
                del waiting[: len(alike)]
            yield self._line(event, text)

    def rest(self) -> Iterator[StoryLine]:
        """Dice that decided nothing that was told."""
        if self.dice:
            yield StoryLine(2, self._take())

    def _line(self, event: Event, text: str) -> StoryLine:
        return StoryLine(event.depth, self.names(text), self._take(), str(getattr(event, "side", "")))

    def _take(self) -> str:
        said, self.dice = tell_dice(self.dice, self.names), []
        return said


def _alike(event: Event, after: Sequence[Event | Draw]) -> list[Event]:
    """The events right after this one that are of its kind."""
    found: list[Event] = []
    for other in after:
        if isinstance(other, Draw) or type(other) is not type(event) or getattr(other, "how", "") != getattr(event, "how", ""):
            break
        found.append(other)
    return found


def tell_dice(dice: Sequence[Draw], names: Names) -> str:
    """Throws in a few words: what for, which die, how they fell; a roll-off is told as one."""
    groups: dict[tuple[str, str], list[str]] = {}
    for draw in dice:
        why, _, who = draw.why.partition(", ")
        faces = " ".join(map(str, draw.faces))
        groups.setdefault((why, draw.die), []).append(f"{names.of(who)} {faces}" if who else faces)
    return "; ".join(f"{why} {die}: {', '.join(fell)}" for (why, die), fell in groups.items())


# ---- names


def names_of(table: Mapping[str, Any]) -> dict[str, str]:
    """What to call units and figures, by id: `Thornwood Spearmen 3`, and a rare model of a unit also by its kind."""
    units = table.get("units")
    if not isinstance(units, Mapping):
        return {}
    known = {str(id): unit for id, unit in units.items() if isinstance(unit, Mapping)}
    twice = Counter(str(unit.get("name", id)) for id, unit in known.items())
    names: dict[str, str] = {}
    for id, unit in known.items():
        name = str(unit.get("name", id))
        names[id] = name if twice[name] == 1 else f"{name} ({_apart(id, unit, known)})"
        names.update(_figures(id, names[id], unit.get("figures")))
    return names


def _apart(id: str, unit: Mapping[str, Any], known: Mapping[str, Mapping[str, Any]]) -> str:
    """What tells a unit from its namesakes: its side, or where that does not, its id."""
    same = [other.get("side") for other in known.values() if other.get("name") == unit.get("name")]
    return str(unit.get("side")) if same.count(unit.get("side")) == 1 else id


def _figures(id: str, name: str, figures: object) -> dict[str, str]:
    """The figures of a unit: numbered; the only one of a rarer kind by that kind; alone, as the unit."""
    if not isinstance(figures, Mapping):
        return {}
    kinds = {str(key): _kind(figure) for key, figure in figures.items()}
    count = Counter(kinds.values())
    found = {}
    for key, figure in figures.items():
        full = str(figure.get("id", f"{id}.{key}")) if isinstance(figure, Mapping) else f"{id}.{key}"
        found[full] = _figure(name, str(key), kinds[str(key)], count)
    return found


def _figure(name: str, key: str, kind: str, count: Counter[str]) -> str:
    """What to call one figure of a unit."""
    if count.total() == 1 or (count[kind] == 1 and kind and name.lower().endswith(kind.lower())):
        return name
    if count[kind] == 1 and kind:
        return f"{kind} ({name})"
    rare = kind != count.most_common(1)[0][0]
    return f"{name} {key} ({kind})" if rare and kind else f"{name} {key}"


def _kind(figure: object) -> str:
    """The kind of a model: the last part of the key of its profile, or of its model, as some books say."""
    key = figure.get("profile", figure.get("model", "")) if isinstance(figure, Mapping) else ""
    return str(key).rpartition("/")[2].replace("-", " ")


# ---- printing


def speak(lines: Iterable[StoryLine]) -> None:
    """Lines on the screen: headings bold, sides in their colours, dice faint."""
    for line in lines:
        if line.depth == 0:
            console.print()
        style = "bold" if line.depth == 0 else f"bold {line.side}" if line.side in SIDE_STYLES else ""
        text = Text(INDENT * line.depth).append(clean(line.text), style=style)
        if line.dice:
            text.append(f"  [{clean(line.dice)}]", style="dim")
        console.print(text, soft_wrap=True)
