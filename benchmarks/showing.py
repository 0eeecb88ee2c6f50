"""What a step costs on the server's event loop: the rule, and what goes to two players and a spectator."""

from __future__ import annotations

import random
import time
from typing import Any, NamedTuple

import msgspec

from littlewars.engine import Game, Scenario, System
from littlewars.server.telling.lines import tell_line
from littlewars.server.telling.now import Standing, agreed, now
from littlewars.server.telling.records import Record
from littlewars.server.telling.views import AudienceViews
from littlewars.server.wire import Moment

MOST = 300  # answers on which an average is taken
WHOLE = 10_000  # a battle to its end: long steps come late, when much has happened
encode = msgspec.json.Encoder().encode


class Spent(NamedTuple):
    """Milliseconds of processor time: an answer by its rule, and told to three audiences, on the average; every step; and the
    first look at the table."""

    rules: float
    showing: float
    steps: list[float]
    first: float

    @property
    def longest(self) -> float:
        """The longest step."""
        return max(self.steps)


def showing(system: System[Any], scenario: Scenario, seed: int = 7, most: int = MOST) -> Spent:
    """Random play of one battle, as a room tells it to three audiences: so many answers of it."""
    game: Game[Any] = Game.start(system, scenario, seed)
    audiences = (*system.sides(game.state), "")
    began = time.thread_time()
    views = AudienceViews(system, game.state)
    for viewer in views.names:
        encode(views.table(game.state, viewer))
    first = time.thread_time() - began
    rng, records, steps = random.Random(seed), [Record(1, "begin", "", "", ())], [0.0]
    heard: list[tuple[Any, Any, tuple[Any, ...]]] = []
    game.watch = lambda entry, ask, events: heard.append((entry, ask, tuple(events)))
    rules = shown = 0.0
    while (ask := game.ask) is not None and len(records) <= most:
        answer, inside = ask.sample(rng), game.together
        began = time.thread_time()
        game.answer(answer)
        ruled = time.thread_time()
        entry, asked, events = heard.pop()
        records.append(Record(len(records) + 1, asked.kind, asked.side, asked.rule, events, entry[0], inside))
        _tell(views, game, records, audiences)
        told = time.thread_time()
        rules, shown = rules + ruled - began, shown + told - ruled
        steps.append(told - began)
    answers = len(records) - 1
    return Spent(rules / answers * 1e3, shown / answers * 1e3, [step * 1e3 for step in steps], first * 1e3)


def longest_step(system: System[Any], scenario: Scenario, seed: int) -> float:
    """The longest step of a whole battle that is played twice: what takes long both times is the rule's, not the machine's."""
    twice = [showing(system, scenario, seed, WHOLE).steps for _ in range(2)]
    return max(map(min, *twice))


def _tell(views: AudienceViews, game: Game[Any], records: list[Record], audiences: tuple[str, ...]) -> None:
    changes, standing = views.look(game.state, views.names), Standing(None, agreed(game), "")
    for audience in audiences:
        eye = views.viewer(audience)
        names = views.names[eye]
        where = now(game, records, audience, names, standing)
        encode(Moment(tell_line(records[-1], audience, names), changes[eye], where))
