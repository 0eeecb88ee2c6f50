"""Battles by chance, written down: what was asked, what could be chosen under which modifiers, and what came of it, as digests.

`python -m tests.systems.by_chance` writes `tests/golden/<book>/by-chance.yaml` anew: after a change of behaviour that is meant.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import yaml
from msgspec.structs import replace

from littlewars.engine import Game, Leg, Move, Place, Step
from littlewars.engine.showing import Drag, Trace
from littlewars.systems import SYSTEMS

GOLDEN = Path(__file__).parents[1] / "golden"
SEEDS, MORE_SEEDS = range(1, 4), range(1, 6)
"""Ready battles are long; gatherings are short and everybody is at each other's throat, so more of them are played."""
DECISIONS = 400
PAGE = 40
"""Decisions of one digest: a difference is found within so many."""
IDLE = ("pass", "nothing", "none", "hold", "done", "stay", ())
TRIES, ALONE, NAMED, FAR = 2, 0.7, 0.4, (300, 2500, 9000)
"""Ways that are tried for every Move: how many, how often of one figure alone, how often by a verb, how far in thousandths."""
NUMBERS = (
    "kind", "side", "rule", "of", "unit", "topic", "least", "most", "purse", "low", "high", "step", "usual", "count", "room",
    "exact", "start", "budget", "things", "turns",
)  # fmt: skip


@cache
def battles(book: str) -> dict[str, Any]:
    """Every battle of a book that is played: the ready ones, and those that bring together what no ready one does."""
    own = {path.stem: yaml.safe_load(path.read_text()) for path in sorted((GOLDEN / book).glob("gathering*.yaml"))}
    return dict(SYSTEMS[book].scenarios()) | own


def seeds(battle: str) -> range:
    """The seeds that a battle is played with."""
    return MORE_SEEDS if battle.startswith("gathering") else SEEDS


def digests(book: str, battle: str, seed: int) -> list[str]:
    """The digests of a battle played by chance, one for every forty decisions."""
    system, rng, trying = SYSTEMS[book], Random(seed), Random(-seed)
    game: Game[Any] = Game.start(system, battles(book)[battle], seed)
    found, lines = [], hashlib.sha256()
    for number in range(1, DECISIONS + 1):
        ask = game.ask
        if ask is None:
            break
        lines.update(repr([*_seen(ask.sheet()), *_tried(ask, trying)]).encode())
        game.answer(_busy(ask, rng))
        if number % PAGE == 0:
            lines.update(game.hash().encode())
            found.append(lines.hexdigest()[:12])
    events = msgspec.json.encode(game.battle.events, order="deterministic")
    found.append(hashlib.sha256(events + game.hash().encode()).hexdigest()[:12])
    game.close()
    return found


def _busy(ask: Any, rng: Random) -> Any:
    """Any allowed answer, of three that come up the first that does something: who only passes soon has no battle."""
    answers = [ask.sample(rng) for _ in range(3)]
    return next((answer for answer in answers if answer not in IDLE), answers[0])


def _seen(sheet: dict[str, Any]) -> Iterator[Any]:
    """What an ask says in numbers and ids; its words may be improved."""
    yield [sheet[word] for word in NUMBERS if word in sheet]
    items = sheet.get("items", {})
    lists = items.items() if isinstance(items, dict) else [("", items)]
    for name, options in [*lists, ("", sheet.get("options", ()))]:
        for option in options:
            yield name, option if isinstance(option, str) else _offered(option)


def _offered(option: dict[str, Any]) -> Any:
    return option["id"], [option.get(word) for word in ("cost", "of", "at", "means")], _weighed(option.get("tally"))


def _weighed(tally: dict[str, Any] | None) -> Any:
    return tally and (tally["base"], [mod[1:] for mod in tally["mods"]])


def _tried(ask: Any, rng: Random) -> Iterator[Any]:
    """What comes of ways and places that somebody might try: how a drag is read, what it costs, which rule refuses it.

    First, what happens if nobody says anything.
    """
    yield ask.default()
    if isinstance(ask, Move):
        for _ in range(TRIES):
            who = rng.choice(tuple(ask.start))
            verbs = ask.verbs if all(isinstance(verb, str) for verb in ask.verbs) else {}
            to, face = _near(ask.start[who].at, rng), rng.choice((None, rng.randrange(36000)))
            verb = rng.choice(["", *verbs]) if rng.random() < NAMED else ""
            legs = ask.plan(Drag((who,) if rng.random() < ALONE else tuple(ask.start), to, face, verb))
            yield legs, _refused(ask, legs), list(map(_way, map(ask.trace, legs)))
            steps = [Step("go", to), Step(rng.choice(["go", "turn", *verbs]), _near(to, rng), face)]
            yield _refused(ask, (Leg(who, tuple(rng.sample(steps, rng.randint(1, 2)))),))
    elif isinstance(ask, Place):
        spots = ask.default()
        for _ in range(TRIES):
            yield _refused(ask, tuple(replace(spot, at=_near(spot.at, rng)) for spot in spots))
            to, face = _near(spots[0].at if spots else (0, 0), rng), rng.choice((None, rng.randrange(36000)))
            planned = ask.plan(Drag(tuple(ask.things) if rng.random() < ALONE else tuple(ask.things)[:1], to, face))
            yield planned, _refused(ask, planned)


def _way(trace: Trace) -> Any:
    """What a way comes to, without its words."""
    return trace.path, trace.cost, trace.budget, [(part.start, part.to, part.cost) for part in trace.stretches], trace.ends


def _near(at: tuple[int, int], rng: Random) -> tuple[int, int]:
    far = rng.choice(FAR)
    return at[0] + rng.randint(-far, far), at[1] + rng.randint(-far, far)


def _refused(ask: Any, answer: Any) -> str | None:
    refusal = ask.refuse(answer)
    return refusal.rule if refusal else None


def main() -> None:
    """Write the digests of every book."""
    for book in SYSTEMS:
        written = {name: {seed: " ".join(digests(book, name, seed)) for seed in seeds(name)} for name in battles(book)}
        (GOLDEN / book / "by-chance.yaml").write_text(yaml.safe_dump(written, sort_keys=False, width=160))


if __name__ == "__main__":
    main()
