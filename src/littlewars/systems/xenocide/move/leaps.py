"""Grav packs: leaps over what is in the way, falls from any height (xenocide.grav.*)."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import ClassVar

from msgspec.structs import replace

from littlewars.engine import Battle, Leg, Legs, Point, Refusal, Verb
from littlewars.engine.measures import INCH
from littlewars.engine.names import ref
from littlewars.table.board.board import Clash
from littlewars.table.constants import TOUCH
from littlewars.table.moving.walk import Walk as Walked
from littlewars.table.moving.walk import along, leap, length_of, walk
from littlewars.table.shapes.bases import moved
from littlewars.table.shapes.boxes import around, boxes_meet
from littlewars.table.terrain.pieces import Piece
from littlewars.table.terrain.sight_exact import inside_spans

from ..basics.state import Figure, State
from ..basics.tabletop import board, nature, tabletop
from .engaging import grounded
from .walking import Walk, path_of
from .ways import Price, bad_ground, dearer, on_wall, passage_of

LEAPS = 0.6  # how often a made-up move leaps
CLOSE = 100  # how near to each other the points of a walked stretch lie, so that nobody is passed unseen
LOW = "xenocide.grav.low-ceiling"
HIGH, WIDE = 6 * INCH, 9 * INCH  # xenocide.grav.jump


def leap_movement(figure: Figure) -> int:
    """The second value of the profile, if it has one, in place of the first (xenocide.grav.jump)."""
    return figure.profile.leap or figure.profile.movement


def is_low(piece: Piece) -> bool:
    """Is it marked so, or a wood, or has it an inside (xenocide.grav.low-ceiling)?"""
    return "low-ceiling" in piece.marks or (nature(piece).view == "area" and "wood" in piece.kind) or bool(piece.openings)


def leap_price(battle: Battle[State], figure: Figure, leg: Leg) -> Price:
    """A way with leaps in it: each costs its horizontal length only, what is walked between them its usual price; what it
    cannot go over stops it (xenocide.grav.jump)."""
    at, length, rough, very = figure.at, 0, 0, 0
    for step in leg.steps:
        if step.to is None:
            continue
        stretch, leaps = length_of(at, [step.to]), step.verb == "leap"
        walked = None if leaps else walk(board(battle), figure.id, [step.to], passage_of(battle, figure), at)
        clash = walked.clash if walked else _refuse_leap(battle, figure, at, step.to)
        if clash is not None:
            return Price(length + stretch, length + stretch, clash)
        more = (0, 0) if leaps else bad_ground(battle, figure, (at, step.to), stretch)
        rough, very, length, at = rough + more[0], very + more[1], length + stretch, step.to
    clash = board(battle).stands(moved(figure.base(), at), [figure.id, *passage_of(battle, figure).ghosts])
    return Price(length + dearer(rough, very), length, clash or on_wall(tabletop(battle).going.houses, figure, at))


def _refuse_leap(battle: Battle[State], figure: Figure, at: Point, to: Point) -> Clash | None:
    """What stops a leap: a low ceiling at either end, something higher than 6 inches, or more than 9 inches wide
    (xenocide.grav.jump, xenocide.grav.low-ceiling). Falling harms nobody (xenocide.grav.fall)."""
    foot, box = board(battle).foot(figure.id), around((at, to), 1)
    near = [piece for piece in battle.state.pieces if boxes_meet(piece.box, box)]
    if low := [piece for piece in near if is_low(piece) and (piece.holds(at) or piece.holds(to))]:
        return Clash("piece", low[0].id)
    for piece in near:
        spans = inside_spans(at, to, piece.outline)
        if not spans:
            continue
        wide = float(sum(hi - lo for lo, hi in spans)) * length_of(at, [to])
        wide_open = (piece.flat and piece.holds(to)) or (nature(piece).going == "open" and not is_low(piece))
        if leap(at, to, [piece], foot).over > HIGH or (wide > WIDE and not wide_open):
            return Clash("piece", piece.id)
    return None


def _leaps(leg: Leg) -> bool:
    return any(step.verb == "leap" for step in leg.steps)


class Leaping(Walk):
    """A move with leaps in it (xenocide.grav.jump): the page and bots may say "leap" where others say "go"."""

    verbs: ClassVar[Mapping[str, Verb]] = {"go": Verb(), "leap": Verb()}

    def price(self, figure: Figure, leg: Leg, walked: Walked | None = None) -> Price:
        """Leaps cost their length."""
        return leap_price(self.battle, figure, leg) if _leaps(leg) else super().price(figure, leg, walked)

    def refuse(self, legs: Legs) -> Refusal | None:
        """As any move; who only walks has the first value of his profile (xenocide.grav.low-ceiling)."""
        if refusal := super().refuse(legs):
            return refusal
        for leg in (leg for leg in legs if not _leaps(leg)):
            if self.price(self.battle.state.figures[leg.who], leg).cost > self.on_foot[leg.who]:
                return Refusal(LOW, f"{ref(leg.who)} walks at most {self.on_foot[leg.who] / INCH:g} inches")
        return None

    @property
    def on_foot(self) -> dict[str, int]:
        """By the first value of the profile (xenocide.grav.low-ceiling)."""
        return {f.id: self.leave.most[f.id] * f.profile.movement // max(1, leap_movement(f)) for f in self.movers}

    def passes_contact(self, figure: Figure, leg: Leg) -> bool:
        """Over enemies one leaps, but who lands beside one stops there (xenocide.grav.jump, xenocide.move.engaging)."""
        if not _leaps(leg):
            return super().passes_contact(figure, leg)
        table, rows = board(self.battle), grounded(self.battle, self.unit.side)
        if not len(rows):
            return False
        near, base, at = table.gaps(figure.id)[rows], table.base(figure.id), figure.at
        last = table.gaps_from(moved(base, path_of(leg)[-1]))[rows]
        for step in leg.steps:
            if step.to is None:
                continue
            parts = 1 if step.verb == "leap" else max(1, length_of(at, [step.to]) // CLOSE)
            for to in (along([at, step.to], n, parts) for n in range(1, parts + 1)):
                if ((table.gaps_from(moved(base, to))[rows] <= TOUCH) & (near > TOUCH) & (last > TOUCH)).any():
                    return True
            at = step.to
        return False

    def propose(self, rng: Random) -> Legs | None:
        """Sometimes through the air."""
        legs = super().propose(rng)
        if rng.random() < LEAPS and legs is not None:
            return tuple(Leg(leg.who, tuple(replace(step, verb="leap") for step in leg.steps)) for leg in legs)
        return legs
