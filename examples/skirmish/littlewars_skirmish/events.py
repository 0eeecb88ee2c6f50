"""What happens, each told in a line."""

from __future__ import annotations

from littlewars.engine import Event, Tally
from littlewars.kit import events


class RoundBegan(Event):
    depth = 0
    line = "Round {number}"
    number: int


class Moved(events.Moved):
    rule = "skirmish.movement"


class Volley(Event):
    rule = "skirmish.shooting"
    line = "{unit:@} fires at {target:@}: {hits} hit{hits:%}, each on {tally:+}"
    unit: str
    target: str
    hits: int
    tally: Tally


class Lost(events.Removed):
    rule = "skirmish.losses"


class Tested(Event):
    rule = "skirmish.morale"
    line = "{unit:@} {passed:stands|runs}"
    unit: str
    passed: bool


EVENTS = events.events_of(globals())
