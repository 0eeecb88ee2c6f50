"""Damage to buildings and obstacles (combat-action.damage.buildings, combat-action.damage.section-pierced,
combat-action.damage.partial-collapse, combat-action.damage.section-destroyed, combat-action.terrain.pf)."""

from __future__ import annotations

from littlewars.engine import Battle, Point
from littlewars.table.terrain.pieces import Piece

from ..basics.events import Changed, Section
from ..basics.numbers import BLAST_ON, DIE, EXPLOSION_PEN, SECTIONS
from ..basics.sections import COLLAPSED, PIERCED, collapsed, protection, rubble, with_hole
from ..basics.state import Figure, State
from ..basics.tabletop import Tabletop
from .damage import penetrates
from .machines import hit
from .removal import settle


def hit_piece(battle: Battle[State], piece: Piece, pen: int, start: Point) -> None:
    """A hit on a section: the test against its PF, then the table (combat-action.damage.buildings)."""
    if not penetrates(battle, pen, protection(piece), piece.id):
        battle.record(Section(piece=piece.name or piece.id, result="no effect"))
        return
    fell = battle.dice.roll(DIE, f"building, {piece.id}", key=lambda face: SECTIONS[face])
    affect(battle, piece, SECTIONS[fell], start)


def affect(battle: Battle[State], piece: Piece, result: str, start: Point) -> None:
    """Pierced, and again: a collapse; a collapse, and again: destroyed (combat-action.damage.section-pierced,
    combat-action.damage.partial-collapse, combat-action.damage.section-destroyed)."""
    if result == "pierced" and PIERCED in piece.marks:
        result = "collapse"
    if COLLAPSED in piece.marks:
        result = "destroyed"
    battle.record(
        Section(piece=piece.name or piece.id, result={"pierced": "pierced", "collapse": "partial collapse"}.get(result, result))
    )
    state = battle.state
    inside = [figure for figure in state.bodies() if not figure.level and piece.holds(figure.at)]
    new = with_hole(piece, start) if result == "pierced" else collapsed(piece) if result == "collapse" else rubble(piece)
    state.swap(new)
    Tabletop.relay(battle)
    if result != "pierced":
        _uncover(battle, piece, inside)
    for figure in inside if result != "pierced" else ():
        if result == "destroyed" or battle.dice.test(DIE, BLAST_ON, f"collapse, {figure.id}"):
            hit(battle, figure, EXPLOSION_PEN, int(figure.flat))


def _uncover(battle: Battle[State], piece: Piece, inside: list[Figure]) -> None:
    """Nobody hides behind it or stands on its roof any more."""
    for figure in battle.state.bodies():
        if figure.hides == piece.id:
            figure.hides = ""
            battle.record(Changed(who=figure.id, what="hides no more"))
    for figure in inside:
        if figure.foot:
            settle(battle, figure)
