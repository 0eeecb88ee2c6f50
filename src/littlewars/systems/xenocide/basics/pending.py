"""What an attack is made of while it goes on: who fires what at whom, hits to be saved, blows to be applied."""

from __future__ import annotations

from msgspec import Struct


class Shot(Struct, frozen=True, omit_defaults=True):
    """One model and one of its guns; `target` is the model it aims at itself (xenocide.targeting.individual-fire), `crew` are
    those who serve an S+2 weapon with it (xenocide.size.crew), `mount` is the place of a vehicle's gun."""

    figure: str
    gun: str
    target: str = ""
    crew: tuple[str, ...] = ()
    mount: int = -1


class Volley(Struct, frozen=True, omit_defaults=True):
    """A unit's attack as it was declared: at one unit, or each model for itself."""

    unit: str
    shots: tuple[Shot, ...]
    target: str = ""  # "": each model has its own


class Hits(Struct, frozen=True, omit_defaults=True):
    """Hits on a unit that are still to be saved; `among` are those who may take them, `figure` the one that was aimed at.

    `area`: one attack of an area weapon, at most one hit for each model. `chooser`: the side that shares them out, if it is not
    the owner.
    """

    unit: str
    weapon: str
    power: int
    count: int
    saves: int = 1
    among: tuple[str, ...] = ()
    figure: str = ""
    area: bool = False
    chooser: str = ""


class Blow(Struct, frozen=True, omit_defaults=True):
    """What an attack does to a unit and is not yet applied: wounds on the models of one stat line (`among` are those who may
    fall), or on one model; markers; a vehicle's damage markers are `wounds` on its `figure`, too."""

    unit: str
    line: str = ""
    wounds: int = 0
    figure: str = ""
    among: tuple[str, ...] = ()
    markers: int = 0
