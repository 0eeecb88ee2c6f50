"""Fights for tests: a few models on a table, one of them about to act, and dice that fall as told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from littlewars.dice import Scripted
from littlewars.engine import Battle, Game
from littlewars.engine.people import from_people
from littlewars.systems.oversoul.basics.state import Activation, Figure, State, Turn
from littlewars.systems.oversoul.system import OVERSOUL
from littlewars.systems.oversoul.units.aim import Aim, aim_melee, aim_shot

PROFILES: dict[str, dict[str, Any]] = {
    "man": {"die": "d6"},
    "rifle": {"die": "d6", "range": 10},
    "saw": {"die": "d6", "range": 12, "attributes": ["Heavy Ranged Weapon"]},
    "lucky": {"die": "d6", "range": 10, "attributes": ["Lucky"]},
    "tough": {"die": "d6", "attributes": ["Tough"]},
    "spear": {"die": "d6", "attributes": ["Tight Cohesion"]},
    "archer": {"die": "d6", "range": 10, "attributes": ["Tight Cohesion"]},
    "knight": {"die": "d8", "attributes": ["Heavy Armor", "Heavy Melee Weapon"]},
    "captain": {"die": "d6", "attributes": ["Command"]},
    "wizard": {"die": "d10", "attributes": ["Magic"], "spells": ["Zap", "Fireball", "Shield", "Fast"]},
    "gun": {"kind": "artillery-weapon", "die": "d10", "range": 20},
    "mortar": {"kind": "artillery-weapon", "die": "d10", "range": 20, "artillery_type": "arcing", "attributes": ["Template 4"]},
    "truck": {"kind": "vehicle", "die": "d10"},
    "tank": {
        "kind": "vehicle",
        "die": "d20",
        "attributes": ["Heavy Armor"],
        "weapons": [
            {"name": "Cannon", "die": "d10", "range": 10, "attributes": ["Turret"]},
            {"name": "Left Gun", "die": "d8", "range": 8, "facing": "left", "attributes": ["Sponson"]},
            {"name": "Right Gun", "die": "d8", "range": 8, "facing": "right", "attributes": ["Sponson"]},
        ],
    },
}


def state_of(
    units: Mapping[str, Mapping[str, Any]],
    profiles: Mapping[str, Mapping[str, Any]] | None = None,
    sides: Mapping[str, Any] | None = None,
    **more: Any,
) -> State:
    """A table with these units; red is in the south and has the turn."""
    scenario = {
        "table": [48, 48],
        "rounds": 99,
        "sides": sides or {"red": {"edge": "south"}, "blue": {"edge": "north"}},
        "profiles": {**PROFILES, **(profiles or {})},
        "units": {name: {"side": "blue" if name.startswith("b") else "red", **unit} for name, unit in units.items()},
        **more,
    }
    state = OVERSOUL.setup(scenario)
    state.turn = Turn("turn", round=1, order=list(state.sides), acted=True)
    for side in state.sides.values():
        side.turns = 1
    return state


def battle_of(units: Mapping[str, Mapping[str, Any]], **more: Any) -> Battle[State]:
    """A battle to look at: measuring and modifiers, no dice."""
    return Battle(state_of(units, **more), Scripted())


def shot(battle: Battle[State], attacker: str, target: str, weapon: int = 0) -> Aim:
    """A shot before its die falls."""
    return aim_shot(battle, battle.state.figures[attacker], battle.state.figures[target], weapon)


def blow(battle: Battle[State], attacker: str, target: str) -> Aim:
    """A melee attack before its die falls."""
    return aim_melee(battle, battle.state.figures[attacker], battle.state.figures[target])


def mods(aim: Aim) -> dict[str, int]:
    """The modifiers of an attack by name."""
    return {mod.name: mod.value for mod in aim.tally.mods}


class Fight:
    """A game in the middle of an activation. `say` answers the open ask; dice are told as "recovery 3, morale 4"."""

    def __init__(
        self, units: Mapping[str, Mapping[str, Any]], unit: str = "a", parts: Sequence[str] = ("other",), **more: Any
    ) -> None:
        doing = more.pop("doing", {})
        state = state_of(units, **more)
        state.turn.doing = Activation(unit, "part", list(parts), **doing)
        self.game = Game(OVERSOUL, state, Scripted(), strict=True)

    @property
    def state(self) -> State:
        """The state as it is now."""
        return self.game.state

    def __getitem__(self, name: str) -> Figure:
        return self.state.figures[name]

    @property
    def rule(self) -> str:
        """The rule that asks."""
        assert self.game.ask is not None
        return self.game.ask.rule

    @property
    def options(self) -> list[str]:
        """What may be chosen now."""
        ask: Any = self.game.ask
        return list(ask.ids)

    def actions(self) -> list[str]:
        """The Other actions open to the only model that may act."""
        assert self.rule == "oversoul.action.list", self.rule
        return self.options

    def say(self, answer: Any, dice: str = "") -> Fight:
        """Answer, with the dice that fall because of it; all of them must be used up."""
        ask: Any = self.game.ask
        script: Any = self.game.battle.dice
        script.left += script_of(dice)
        self.game.answer(from_people(ask, answer))
        assert not script.left, f"dice left over: {script.left}"
        return self

    def told(self, kind: str) -> list[Any]:
        """What happened so far, events of one kind."""
        return [event for event in self.game.battle.events or [] if type(event).__name__ == kind]

    def faces(self, why: str) -> list[tuple[int, ...]]:
        """The dice that fell for a purpose."""
        return [event.faces for event in self.told("Draw") if event.why == why]

    def end_turn(self, dice: str = "") -> Fight:
        """The side whose turn it is passes, until the round is over; the initiative dice of the next round are told."""
        return self.say("pass", dice)


def script_of(dice: str) -> list[tuple[str, int]]:
    """ "ranged attack 4, recovery 3" as a script."""
    parts = [part.strip().rpartition(" ") for part in dice.split(",") if part.strip()]
    return [(why.strip(), int(face)) for why, _, face in parts]


def line(x: float, y: float, count: int, step: float = 1.0) -> list[list[float]]:
    """Places side by side."""
    return [[x + step * n, y] for n in range(count)]
