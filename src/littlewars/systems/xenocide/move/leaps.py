"""Grav packs: leaps over what is in the way, falls from any height (xenocide.grav.*)."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import ClassVar

from msgspec.structs import replace

from littlewars.engine import Battle, Leg, Legs, Point, Verb
from littlewars.engine.measures import INCH
from littlewars.table.board.board import Clash
from littlewars.table.moving.walk import leap, length_of, walk
from littlewars.table.terrain.pieces import Piece
from littlewars.table.terrain.sight_exact import inside_spans

from ..basics.state import Figure, State, Unit
from ..basics.tabletop import board, level_of, nature
from .walking import Walk
from .ways import Price, passage_of, price

LEAPS = 0.6  # how often a made-up move leaps
HIGH, WIDE = 6 * INCH, 9 * INCH  # xenocide.grav.jump
CEILING = "low-ceiling"  # a mark on terrain; woods and the inside of buildings have one (xenocide.grav.low-ceiling)


def can_leap(state: State, unit: Unit) -> bool:
    """Have all of them grav packs (xenocide.grav.jump)? Any order allows a leap."""
    members = state.standing(unit)
    return bool(members) and all(figure.profile.can("grav-pack") for figure in members)


def leap_movement(figure: Figure) -> int:
    """The second value of the profile, if it has one, in place of the first (xenocide.grav.jump)."""
    return figure.profile.leap or figure.profile.movement


def is_low(piece: Piece) -> bool:
    """Has it a low ceiling (xenocide.grav.low-ceiling)?"""
    return CEILING in piece.marks or (nature(piece).view == "area" and "wood" in piece.kind) or bool(piece.openings)


def leap_price(battle: Battle[State], figure: Figure, leg: Leg) -> Price:
    """A way with leaps in it: each costs its horizontal length only; what it cannot go over stops it."""
    if not any(step.verb == "leap" for step in leg.steps):
        return price(battle, figure, [step.to for step in leg.steps if step.to is not None])
    at, cost, length = figure.at, 0, 0
    for step in leg.steps:
        if step.to is None:
            continue
        stretch = length_of(at, [step.to])
        clash = _refuse_leap(battle, figure, at, step.to) if step.verb == "leap" else _walked(battle, figure, at, step.to)
        if clash is not None:
            return Price(cost + stretch, length + stretch, clash)
        cost, length, at = cost + stretch, length + stretch, step.to
    clash = board(battle).stands(figure.base()._replace(x=at[0], y=at[1]), [figure.id, *passage_of(battle, figure).ghosts])
    return Price(cost, length, clash)


def _walked(battle: Battle[State], figure: Figure, at: Point, to: Point) -> Clash | None:
    return walk(board(battle), figure.id, [to], passage_of(battle, figure), at).clash


def _refuse_leap(battle: Battle[State], figure: Figure, at: Point, to: Point) -> Clash | None:
    """What stops a leap: a low ceiling at either end, something higher than 6 inches, or more than 9 inches wide
    (xenocide.grav.jump, xenocide.grav.low-ceiling). Falling harms nobody (xenocide.grav.fall)."""
    state, foot = battle.state, level_of(battle, figure)
    for piece in state.pieces:
        if is_low(piece) and (piece.holds(at) or piece.holds(to)):
            return Clash("piece", piece.id)
    for piece in state.pieces:
        spans = inside_spans(at, to, piece.outline)
        if not spans or nature(piece).going == "open":
            continue
        wide = float(sum(hi - lo for lo, hi in spans)) * length_of(at, [to])
        ends_on = piece.flat and piece.holds(to)
        if leap(at, to, [piece], foot).over > HIGH or (wide > WIDE and not ends_on):
            return Clash("piece", piece.id)
    return None


class Leaping(Walk):
    """A move with leaps in it (xenocide.grav.jump): the page and bots may say "leap" where others say "go"."""

    verbs: ClassVar[Mapping[str, Verb]] = {"go": Verb(), "leap": Verb()}

    def price(self, figure: Figure, leg: Leg) -> Price:
        """Leaps cost their length."""
        return leap_price(self.battle, figure, leg)

    def passes_contact(self, figure: Figure, leg: Leg) -> bool:
        """Over enemies one leaps (xenocide.grav.jump)."""
        return False if any(step.verb == "leap" for step in leg.steps) else super().passes_contact(figure, leg)

    def propose(self, rng: Random) -> Legs:
        """Sometimes through the air."""
        legs = super().propose(rng)
        if rng.random() < LEAPS:
            return tuple(Leg(leg.who, tuple(replace(step, verb="leap") for step in leg.steps)) for leg in legs)
        return legs
