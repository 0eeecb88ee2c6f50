"""What the table remembers of units: never longer than it is so."""

from __future__ import annotations

import numpy as np
import pytest

from littlewars.dice import Rolling
from littlewars.engine import Battle, Game
from littlewars.players import make_player
from littlewars.systems.xenocide.basics.state import State, Unit
from littlewars.systems.xenocide.basics.tabletop import bodies_of, exposed, tabletop
from littlewars.systems.xenocide.fire.aim import arms
from littlewars.systems.xenocide.fire.views import _aims, _eyes, box_of
from littlewars.systems.xenocide.system import XENOCIDE


@pytest.mark.parametrize("name", ["first-battle", "armoured-patrol"])
def test_what_is_known_of_a_unit_is_so(name: str) -> None:
    """Whoever falls, gets in or takes off: nobody is told what was so before."""
    game = Game(XENOCIDE, XENOCIDE.setup(XENOCIDE.scenarios()[name]), Rolling(7), keep="none")
    players, fresh, decisions = [make_player("random", n) for n in range(2)], 0, 0
    while (ask := game.ask) is not None:
        game.answer(players[ask.side == "red"].answer(game.view(ask.side), ask), ask.side)
        decisions += 1
        if decisions % 5 or game.battle.board is None:
            continue
        battle, place = game.battle, tabletop(game.battle)
        for unit in battle.state.units.values():
            if unit.id in battle.state.turn.waiting:
                continue
            before = _known(battle, unit)
            place.known.pop(unit.id, None)
            place.footprints.pop(unit.id, None)
            place.board.roster += 1
            assert _known(battle, unit) == before, unit.id
            fresh += 1
    assert fresh > 100


def _known(battle: Battle[State], unit: Unit) -> list[object]:
    names = [figure.id for figure in exposed(battle, unit)]
    seen = [*_aims(battle, unit), *_eyes(battle, unit)]
    facts = [fact.tolist() if isinstance(fact, np.ndarray) else fact for fact in seen]
    box = box_of(battle, unit) if names else None
    return [names, list(bodies_of(battle, unit)), arms(battle, unit).reach, box, *facts]
