"""Battles by chance, written down: what was asked, what could be chosen under which modifiers, and what came of it, as digests.

`python -m tests.systems.by_chance` writes `tests/golden/<book>/by-chance.yaml` anew: after a change of behaviour that is meant.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import yaml

from littlewars.engine import Game
from littlewars.systems import SYSTEMS

GOLDEN = Path(__file__).parents[1] / "golden"
SEEDS, MORE_SEEDS = range(1, 3), range(1, 11)
"""Ready battles are long; gatherings are short and everybody is at each other's throat, so more of them are played."""
DECISIONS = 400
PAGE = 40
"""Decisions of one digest: a difference is found within so many."""
NUMBERS = ("kind", "side", "rule", "least", "most", "purse", "low", "high", "step", "count", "room", "exact", "start", "budget")


def battles(book: str) -> dict[str, Any]:
    """Every battle of a book that is played: the ready ones, and those that bring together what no ready one does."""
    own = {path.stem: yaml.safe_load(path.read_text()) for path in sorted((GOLDEN / book).glob("gathering*.yaml"))}
    return dict(SYSTEMS[book].scenarios()) | own


def seeds(battle: str) -> range:
    """The seeds that a battle is played with."""
    return MORE_SEEDS if battle.startswith("gathering") else SEEDS


def digests(book: str, battle: str, seed: int) -> list[str]:
    """The digests of a battle played by chance, one for every forty decisions."""
    system, rng = SYSTEMS[book], Random(seed)
    game: Game[Any] = Game.start(system, battles(book)[battle], seed)
    found, lines = [], hashlib.sha256()
    for number in range(1, DECISIONS + 1):
        ask = game.ask
        if ask is None:
            break
        lines.update(repr(list(_seen(ask.sheet()))).encode())
        game.answer(ask.sample(rng))
        if number % PAGE == 0:
            lines.update(game.hash().encode())
            found.append(lines.hexdigest()[:12])
    events = msgspec.json.encode(game.battle.events, order="deterministic")
    found.append(hashlib.sha256(events + game.hash().encode()).hexdigest()[:12])
    game.close()
    return found


def _seen(sheet: dict[str, Any]) -> Iterator[Any]:
    """What an ask says in numbers and ids; its words may be improved."""
    yield [sheet[word] for word in NUMBERS if word in sheet]
    items = sheet.get("items", {})
    lists = items.items() if isinstance(items, dict) else [("", items)]
    for name, options in [*lists, ("", sheet.get("options", ()))]:
        for option in options:
            yield name, option if isinstance(option, str) else (option["id"], option.get("cost"), _weighed(option.get("tally")))


def _weighed(tally: dict[str, Any] | None) -> Any:
    return tally and (tally["base"], [mod[1:] for mod in tally["mods"]])


def main() -> None:
    """Write the digests of every book."""
    for book in SYSTEMS:
        written = {name: {seed: " ".join(digests(book, name, seed)) for seed in seeds(name)} for name in battles(book)}
        (GOLDEN / book / "by-chance.yaml").write_text(yaml.safe_dump(written, sort_keys=False, width=160))


if __name__ == "__main__":
    main()
