"""A battle that is over, in numbers: what every unit did, how lucky its dice were, who did best, and where it turned.

Luck is what an attack brought against what was to be expected of it: the rule that its forecast runs is run on all ways the
dice could fall, and once more on the dice that fell.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from time import process_time
from typing import Any, NamedTuple

from msgspec.structs import replace

from littlewars.dice import Draw
from littlewars.engine import Ask, Attack, Battle, Event, Game, Refusal, ScenarioError, System, TooManyBranches, mixed, play
from littlewars.engine.journal import JournalContents, JournalError, JournalLine, read, standing, steps
from littlewars.engine.showing import Fell, Seen, Show, Struck

from ..wire import Best, Deeds, Reckoning, Turning

MOST_RUNS = 4_000  # ways to walk for one attack
SECONDS = 20.0  # for the odds of all attacks: those that are left then have none, and the page says so
SPAN = 6  # lines looked at together: an attack and what answers it
RECENT = 4  # lines after a hit in which somebody may still fall by it


class _Told(NamedTuple):
    """A line of the journal: the dice that fell with it, and what there was to see."""

    n: int
    dice: tuple[Draw, ...]
    seen: tuple[Seen, ...]


class _Tried(NamedTuple):
    """An attack that was answered with a line: by whom, what was to be expected, what these dice would bring."""

    place: int
    unit: str
    expected: float
    came: float
    dice: tuple[Draw, ...]


class _Owners:
    """Whose a figure is: its unit, and the side of that."""

    def __init__(self) -> None:
        self.units: dict[str, str] = {}
        self.sides: dict[str, str] = {}
        self.teams: dict[str, str] = {}

    def learn(self, show: Show) -> None:
        self.teams.update({party.id: party.team or party.id for party in show.parties})
        for card in show.units.values():
            self.sides[card.id] = card.side
            self.units.update(dict.fromkeys(card.figures, card.id))
        self.units.update({figure.id: figure.unit for figure in show.figures.values()})

    def unit(self, figure: str) -> str:
        return self.units.get(figure, "")

    def side(self, figure: str) -> str:
        return self.sides.get(self.unit(figure), "")


def reckon(journal: bytes, systems: Mapping[str, System[Any]]) -> Reckoning:
    """The whole battle, without what was taken back; JournalError if it cannot be played again."""
    book = read(journal)
    system = systems.get(book.opening.system)
    if system is None:
        raise JournalError(1, "there is no such rulebook here")
    counts = standing(book)
    return _reckoned(system, replace(book, lines=tuple(line for line in book.lines if line.n in counts)))


def _reckoned(system: System[Any], book: JournalContents) -> Reckoning:
    owners, told, tried = _Owners(), list[_Told](), list[_Tried]()
    end, whole = process_time() + SECONDS, True
    for place, (line, game, happened) in enumerate(steps(system, book)):
        seen = tuple(seen for event in happened if isinstance(event, Event) and (seen := event.seen()) is not None)
        told.append(_Told(line.n, _dice(happened), seen))
        if not place or any(isinstance(one, Struck | Fell) and not owners.unit(one.figure) for one in seen):
            owners.learn(system.show(game.state))
        following = book.lines[place + 1 : place + 2]
        whole = whole and process_time() < end
        if following and whole and (attack := _attack(game, following[0], owners, place + 1)):
            tried.append(attack)
    return replace(_summed(told, _made(tried, told), owners), whole=whole)


def _dice(happened: list[Event | Draw]) -> tuple[Draw, ...]:
    return tuple(one for one in happened if isinstance(one, Draw))


def _attack(game: Game[Any], line: JournalLine, owners: _Owners, place: int) -> _Tried | None:
    """The attack that the next answer is, if it is one and its odds can be counted."""
    if line.said is None:
        return None
    part, raw = line.said
    ask: Ask[Any] = dict(game.asks)[part]
    if ask.forecast is None or ask.topic == "spend":  # what is spent on an attack is part of it
        return None
    try:
        attack = ask.forecast(game.battle, ask.read(raw))
        expected = None if attack is None else _expected(game, attack)
    except (Refusal, ScenarioError):
        return None
    if attack is None or expected is None:
        return None
    trial = Battle(game.system.copy(game.state), game.battle.dice.twin())
    came = float(attack.measure(trial, play(attack.rule(trial), game.system.usual)))
    unit = ask.unit or owners.unit(next(iter(ask.of), ""))
    return _Tried(place, unit, expected, came, _dice(trial.events or []))


def _expected(game: Game[Any], attack: Attack[Any]) -> float | None:
    """What its measure is on average."""
    try:
        chances = mixed(game.system, game.state, attack, MOST_RUNS).chances
    except TooManyBranches:
        return attack.mean
    return float(sum(value * chance for value, chance in chances.items()))


def _made(tried: list[_Tried], told: list[_Told]) -> list[_Tried]:
    """The attacks that were made: the next dice that fell are their own. Of several asks the last has the attack."""
    last = {place: one for one in tried if (place := _rolled(one, told)) is not None}
    return list(last.values())


def _rolled(tried: _Tried, told: list[_Told]) -> int | None:
    """The line with which its dice began to fall; None where others fell."""
    lines = told[tried.place : tried.place + SPAN]
    fell = [(one.die, one.faces) for line in lines for one in line.dice]
    if not tried.dice or fell[: len(tried.dice)] != [(one.die, one.faces) for one in tried.dice]:
        return None
    return next(line.n for line in lines if line.dice)


def _summed(told: list[_Told], tried: list[_Tried], owners: _Owners) -> Reckoning:
    felled = _felled(told, owners)
    struck = [one.figure for line in told for one in line.seen if isinstance(one, Struck)]
    attacks, removed = Counter(map(owners.unit, struck)), Counter(map(owners.unit, felled))
    units: dict[str, Deeds] = {}
    for unit in owners.sides:
        own = [one for one in tried if one.unit == unit]
        expected, came = sum(one.expected for one in own), sum(one.came for one in own)
        units[unit] = Deeds(attacks[unit], removed[unit], expected, came, bool(own))
    best = [Best(figure, number) for figure, number in Counter(felled).most_common(1)]
    return Reckoning(units, best[0] if best else None, _turning(told, owners), len(tried))


def _felled(told: list[_Told], owners: _Owners) -> list[str]:
    """By whom each of the fallen fell, as far as one can see: by the last blow at him, or at one of his unit."""
    found: list[str] = []
    for place, line in enumerate(told):
        near = [one for other in told[max(0, place - RECENT) : place + 1] for one in other.seen if isinstance(one, Struck)]
        blows = [one for one in reversed(near) if one.hit]
        for fallen in (one.figure for one in line.seen if isinstance(one, Fell)):
            enemies = [one for one in blows if owners.side(one.figure) != owners.side(fallen)]
            own = [one for one in enemies if one.target == fallen]
            others = [one for one in enemies if owners.unit(one.target) == owners.unit(fallen)]
            found += [one.figure for one in (own or others)[:1]]
    return found


def _turning(told: list[_Told], owners: _Owners) -> Turning | None:
    """Where most fell on one side and few on the other: the line at which it begins."""
    fallen = [[owners.side(one.figure) for one in line.seen if isinstance(one, Fell)] for line in told]
    best, most = None, 0
    for place, here in enumerate(fallen):
        if not here:
            continue
        lost = Counter(side for line in fallen[place : place + SPAN] for side in line)
        teams = Counter(dict.fromkeys(owners.teams.values(), 0))
        for side, number in lost.items():
            teams[owners.teams.get(side, side)] += number
        swing = max(teams.values()) - min(teams.values())
        if swing > most:
            best, most = Turning(told[place].n, dict(lost)), swing
    return best
