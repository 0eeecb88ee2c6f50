"""Rolling a model's one die: success on four, and the one reroll of the lucky."""

from __future__ import annotations

from littlewars.engine import Battle, Choose, Mod, Tally
from littlewars.engine.names import ref

from .naming import named
from .state import Figure, State

SUCCESS = 4  # oversoul.basics.success-on-four


def tally(*mods: Mod | None) -> Tally:
    """What a roll must reach: four, with every modifier that counts (oversoul.basics.modifier-stacking)."""
    return Tally(SUCCESS, tuple([mod for mod in mods if mod is not None and mod.value]))


async def roll(battle: Battle[State], figure: Figure, die: int, cuts: tuple[int, ...], why: str) -> int:
    """A roll for this model: the band its natural face falls into. Reroll it once a game if lucky (oversoul.attr.lucky)."""
    band = battle.dice.band(die, cuts, why)
    if figure.lucky and band < len(cuts):
        side = battle.state.side_of(figure)
        prompt, explain = f"{ref(figure.id)} may reroll ({why})", named(battle.state, figure.id)
        ask = Choose(side, "oversoul.attr.lucky", prompt, ("keep", "reroll"), explain=explain)
        if await ask.about(figure.id, unit=figure.unit, topic="spend") == "reroll":
            figure.lucky = False
            band = max(band, battle.dice.band(die, cuts, why))
    return band


async def succeeds(battle: Battle[State], figure: Figure, die: int, needed: int, why: str) -> bool:
    """One roll that either succeeds or not; a natural 1 has no meaning of its own (oversoul.basics.no-automatic-results)."""
    return await roll(battle, figure, die, (least(battle.state, needed),), why) == 1


def least(state: State, needed: int) -> int:
    """The lowest face that succeeds: by the house rule never a 1 (oversoul.basics.no-automatic-results)."""
    return max(needed, 2) if state.settings.natural_one_fails else needed


async def with_natural_one(battle: Battle[State], figure: Figure, die: int, needed: int, why: str) -> tuple[bool, bool]:
    """A roll for which a natural 1 means something: (succeeded, natural 1)."""
    lowest = least(battle.state, needed)
    cuts = (2, lowest) if lowest > 2 else (2,)
    band = await roll(battle, figure, die, cuts, why)
    natural_one = band == 0
    if lowest <= 1:
        return True, natural_one
    return band == len(cuts), natural_one
