"""What is to be drawn, and the drawings."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from littlewars.engine.showing import ArmLook, Cloth, HeadLook, Role
from littlewars.table.picture.ground.scenery import Drawn

Far: TypeAlias = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
Corner: TypeAlias = tuple[Far, Far]
Small: TypeAlias = Annotated[int, Meta(ge=0, le=9)]
Word: TypeAlias = Annotated[str, Meta(max_length=200)]


class GapToDraw(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A door, window, slit or hole of a piece."""

    start: Corner
    stop: Corner
    kind: Word = "door"
    open: bool = False


class PieceToDraw(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A piece of terrain as `Terrain` has it, without what is only read."""

    kind: Word
    outline: Annotated[tuple[Corner, ...], Meta(min_length=3, max_length=200)]
    name: Word = ""
    height: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    going: Small = 0
    cover: Small = 0
    opaque: bool = False
    linear: bool = False
    material: Word = ""
    openings: Annotated[tuple[GapToDraw, ...], Meta(max_length=64)] = ()


class ArmToDraw(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A weapon as `Arm` has it: what it is called, what it looks like and where it points."""

    name: Word
    look: ArmLook = ""
    centre: Annotated[int, Meta(ge=-36_000, le=36_000)] = 0
    arc: Annotated[int, Meta(ge=0, le=18_000)] = 18_000


class RiderToDraw(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A kind of figure on its base: radius of a disc, or length and width of a box."""

    key: Annotated[str, Meta(max_length=1000)]
    name: Word
    role: Role
    size: Annotated[tuple[Annotated[int, Meta(ge=1, le=240_000)], ...], Meta(min_length=1, max_length=2)]
    arms: Annotated[tuple[ArmToDraw, ...], Meta(max_length=16)] = ()
    head: HeadLook = ""
    coat: Annotated[int, Meta(ge=-20, le=20)] = 0


class FigureToDraw(RiderToDraw, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The same, with those on its back or deck."""

    steed: bool = False
    mounted: bool = False
    riders: Annotated[tuple[RiderToDraw, ...], Meta(max_length=8)] = ()


class ToDraw(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Something of a table to be drawn: pieces, kinds of figures, and the table itself if it is asked for by its cloth."""

    size: tuple[Annotated[int, Meta(ge=1, le=240_000)], Annotated[int, Meta(ge=1, le=240_000)]]
    unit: Literal["inch", "cm"] = "inch"
    factor: Annotated[int, Meta(ge=1, le=100)] = 1
    turned: bool = False  # as it is seen from the north edge
    cloth: Cloth = ""  # "": the table is not asked for
    pieces: Annotated[tuple[PieceToDraw, ...], Meta(max_length=100)] = ()
    figures: Annotated[tuple[FigureToDraw, ...], Meta(max_length=100)] = ()


class TableDrawn(Struct, frozen=True):
    """The table itself, in drawing units (a hundred an inch): its cloth, the frame round it, the light over it."""

    cloth: str
    frame: str
    lamp: str


class DrawnThings(Struct, frozen=True, omit_defaults=True):
    """What was asked for, in the same order, as SVG in drawing units; `shared`: drawings and colours that others refer to."""

    pieces: tuple[Drawn, ...] = ()
    figures: tuple[str, ...] = ()
    table: TableDrawn | None = None
    shared: dict[str, str] = {}
