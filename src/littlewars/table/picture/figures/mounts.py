"""What is ridden, and those who ride: winged and four-legged mounts with their saddles, riders astride, people on an open deck."""

from __future__ import annotations

from .likeness import DrawnKind, Traits
from .people import EDGE, person

BACK = 0.66  # how large a rider is at most on a living back, of its mount's base
LARGE = 1.28  # of the base he would stand on
DECK = 0.24  # and on a deck, of its width
ROW = 1.8  # from row to row, of the size of those who sit in them
LONGEST_DECK = 0.46  # the part of a hull behind its gun that people sit on
HULLS = ("vehicle", "walker", "ship")


def wyrm(traits: Traits) -> str:
    """A long neck, a long tail, wings with ribs: what flies and is ridden."""
    hide, skin = traits.cloth(30, 34), traits.cloth(46, 30)
    wing = "M-26 -22Q-70 -88 -176 -74Q-148 -46 -150 -10Q-118 -26 -108 16Q-74 -6 -30 34Z"
    ribs = "M-32 -14Q-90 -66 -168 -72M-32 -4Q-90 -34 -148 -14M-32 10Q-70 -8 -106 12"
    pair = f'<path d="{wing}" fill="{skin}" {EDGE}/><path d="{wing}" fill="currentColor" opacity=".38"/>'
    pair += f'<path d="{ribs}" fill="none" stroke="#0b0c0e" stroke-opacity=".55" stroke-width="5"/>'
    tail = f'<path d="M-15 62Q-22 116 14 132Q40 144 34 168Q8 158 -2 142Q14 104 15 62Z" fill="{hide}" {EDGE}/>'
    neck = f'<path d="M-20 -40Q-22 -92 -9 -112H9Q22 -92 20 -40Z" fill="{hide}" {EDGE}/>'
    trunk = f'<ellipse cy="12" rx="36" ry="66" fill="{hide}" {EDGE}/>'
    horns = '<path d="M-12 -112L-24 -86M12 -112L24 -86" stroke="#e3d9c0" stroke-width="9" stroke-linecap="round"/>'
    skull = f'<path d="M0 -162Q18 -140 20 -114Q0 -100 -20 -114Q-18 -140 0 -162Z" fill="{hide}" {EDGE}/>'
    eyes = '<circle cx="-9" cy="-122" r="4" fill="#f4d35e"/><circle cx="9" cy="-122" r="4" fill="#f4d35e"/>'
    spines = "".join(f'<path d="M0 {y - 9}l6 14h-12z" fill="#e3d9c0" opacity=".8"/>' for y in (-92, -72, -52, 66, 86, 106))
    return f'{tail}{pair}<g transform="scale(-1 1)">{pair}</g>{neck}{trunk}{horns}{skull}{eyes}{spines}{_saddle(traits)}'


def steed(traits: Traits) -> str:
    """Four legs under a broad back, a mane, a saddle: what walks and is ridden."""
    hide = traits.cloth(32, 30)
    legs = "M-26 -52L-52 -84M26 -52L52 -84M-28 54L-56 84M28 54L56 84"
    found = f'<path d="{legs}" stroke="#0b0c0e" stroke-width="29" stroke-linecap="round"/><path d="{legs}" stroke="{hide}" stroke-width="20" stroke-linecap="round"/>'
    found += f'<path d="M0 84Q20 112 4 134" stroke="{hide}" stroke-width="14" fill="none" stroke-linecap="round"/>'
    found += f'<ellipse cy="10" rx="46" ry="84" fill="{hide}" {EDGE}/><ellipse cy="-96" rx="25" ry="40" fill="{hide}" {EDGE}/>'
    found += f'<path d="M-19 -114l-12 -22 22 8zM19 -114l12 -22-22 8z" fill="{hide}" {EDGE}/>'
    found += '<path d="M0 -118V-46" stroke="#1a130d" stroke-width="15" stroke-linecap="round"/>'
    found += '<path d="M-18 -100L-30 -6M18 -100L30 -6" stroke="#2c2118" stroke-width="5" fill="none"/>'
    return found + _saddle(traits)


def _saddle(traits: Traits) -> str:
    """A cloth in the colour of the side under a saddle."""
    cloth = f'<path d="M-50 -16Q0 -34 50 -16L56 44Q0 62 -56 44Z" fill="currentColor" {EDGE}/>'
    trim = '<path d="M-50 34Q0 50 50 34" fill="none" stroke="#fff" stroke-opacity=".35" stroke-width="6"/>'
    return cloth + trim + f'<rect x="-24" y="-12" width="48" height="50" rx="18" fill="{traits.cloth(26, 34)}" {EDGE}/>'


def astride(like: DrawnKind) -> str:
    """A rider in the saddle, a knee and a boot on either side, on a base of a hundred."""
    legs = "M-26 12Q-62 2 -66 -34M26 12Q62 2 66 -34"
    boots = "M-66 -34v-12M66 -34v-12"
    found = f'<path d="{legs}" fill="none" stroke="#0b0c0e" stroke-width="31" stroke-linecap="round"/>'
    found += f'<path d="{legs}" fill="none" stroke="currentColor" stroke-width="21" stroke-linecap="round"/>'
    found += f'<path d="{boots}" stroke="#2c2118" stroke-width="23" stroke-linecap="round"/>'
    return found + person(like, Traits(like), cape=like.role == "leader")


def riding(like: DrawnKind, scale: float) -> str:
    """Everybody on its back or deck; nothing where nobody is. `scale`: drawing units a thousandth."""
    if not like.riders:
        return ""
    size = [length * scale for length in like.size]
    long, wide = (size[0], size[1]) if len(size) > 1 else (1.9 * size[0], 1.3 * size[0])
    if like.role in HULLS or (like.role == "flyer" and len(size) > 1 and not like.steed):
        return _on_deck(like, long, wide)
    reach = size[0] if len(size) == 1 else min(size) / 2
    return "".join(
        _seat(astride(one), 0, reach * (0.1 + 0.5 * number), min(reach * BACK, LARGE * _reach(one, scale)))
        for number, one in enumerate(like.riders[:2])
    )


def _on_deck(like: DrawnKind, long: float, wide: float) -> str:
    """An open well behind the gun, and people in it by twos, as large as there is room for."""
    rows = (len(like.riders) + 1) // 2
    r = min(wide * DECK, long * LONGEST_DECK / (rows * ROW))
    deep = rows * ROW * r
    top = long * 0.47 - deep
    well = f'<rect x="{-wide * 0.34:.0f}" y="{top:.0f}" width="{wide * 0.68:.0f}" height="{deep:.0f}" rx="{r * 0.5:.0f}" fill="#1b1a17" fill-opacity=".82" stroke="#0b0c0e" stroke-width="6"/>'
    places = [(-1 if number % 2 == 0 else 1, number // 2) for number in range(len(like.riders))]
    alone = len(like.riders) == 1
    return well + "".join(
        _seat(person(one, Traits(one), one.role == "leader"), 0 if alone else x * wide * 0.17, top + (row + 0.5) * ROW * r, r)
        for one, (x, row) in zip(like.riders, places, strict=True)
    )


def _seat(body: str, x: float, y: float, r: float) -> str:
    """Somebody with his middle there, as large as that."""
    return f'<g transform="translate({x:.1f} {y:.1f})scale({r / 100:.3f})">{body}</g>'


def _reach(like: DrawnKind, scale: float) -> float:
    """The radius of the base it would stand on."""
    return scale * (like.size[0] if len(like.size) == 1 else min(like.size) / 2)
