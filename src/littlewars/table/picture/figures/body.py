"""The body of a kind of figure, drawn once and turned as it looks. `currentColor` is the colour of its side."""

from __future__ import annotations

from functools import lru_cache

from .likeness import FLYERS, GUNS, SWARMS, DrawnKind, Traits, says
from .machines import aircraft, gun, ship, vehicle, walker
from .mounts import riding, steed, wyrm
from .people import beast, person, rider, swarm, winged

KEPT = 512
MAN = 80.0  # on a base with a larger radius a gun has wheels; on a smaller one somebody carries it
STANDS = 1.28  # of its base: weapons reach over the rim


@lru_cache(maxsize=KEPT)
def body(like: DrawnKind, scale: float) -> str:
    """In drawing units round the middle of the base, looking up, with those on its back; `scale`: drawing units a thousandth."""
    return _alone(like, scale) + riding(like, scale)


def _alone(like: DrawnKind, scale: float) -> str:
    traits, size = Traits(like), [length * scale for length in like.size]
    if len(size) == 1:
        return _on_disc(like, traits, size[0])
    long, wide = size[0], size[1]
    if like.role == "vehicle" and says(like.name, FLYERS):
        return aircraft(like, traits, long, wide)
    if like.role in ("vehicle", "walker", "ship", "flyer") and not like.steed:
        draw = {"vehicle": vehicle, "walker": walker, "ship": ship, "flyer": aircraft}[like.role]
        return draw(like, traits, long, wide)
    if _on_horse(like):
        return f'<g transform="scale({long / 250:.2f})">{rider(like, traits)}</g>'
    return _on_disc(like, traits, min(long, wide) / 2)


def _on_disc(like: DrawnKind, traits: Traits, r: float) -> str:
    """On a round base, or on a small square one."""
    if like.role in ("vehicle", "ship"):
        draw = ship if like.role == "ship" else vehicle
        return draw(like, traits, 1.9 * r, 1.3 * r)
    if like.role == "walker":
        return walker(like, traits, 1.8 * r, 1.7 * r)
    if like.role == "gun" and (r > MAN or says(like.name, GUNS)):
        return gun(like, traits, r)
    return f'<g transform="scale({STANDS * r / 100:.3f})">{_living(like, traits)}</g>'


def _on_horse(like: DrawnKind) -> bool:
    return like.role == "mounted" or like.mounted


def _living(like: DrawnKind, traits: Traits) -> str:
    if says(like.name, SWARMS):
        return swarm(traits)
    if like.steed:
        return wyrm(traits) if like.role == "flyer" else steed(traits)
    if like.role == "beast":
        return beast(traits)
    if _on_horse(like):
        return rider(like, traits)
    if like.role == "flyer":
        return winged(like, traits)
    return person(like, traits, cape=like.role == "leader")
