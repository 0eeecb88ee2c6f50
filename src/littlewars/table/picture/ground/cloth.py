"""The table itself: a cloth of some country in a wooden frame, a ruler along its edge, and a lamp over it."""

from __future__ import annotations

from typing import NamedTuple

from .chance import Chance
from .shapes import INCH, XY, Projection, blob, dot, grouped, path, use
from .shared import STONES, TUFTS

FRAME = 55.0  # how wide the wood is


class Theme(NamedTuple):
    """A cloth: light, middle and dark; two tints of its patches; tufts and stones on a square foot; its flowers."""

    light: str
    middle: str
    dark: str
    patch: tuple[float, float, float]
    other: tuple[float, float, float]
    tufts: float  # on a square foot
    stones: float
    flowers: tuple[str, ...] = ()
    wear: str = ""  # what wind, frost or fire has left on it
    bare: str = ""  # the colour of its bare earth


CLOTHS = {
    "meadow": Theme(
        light="#77894f",
        middle="#657a45",
        dark="#55693c",
        patch=(0.66, 0.61, 0.32),
        other=(0.14, 0.25, 0.11),
        tufts=30,
        stones=5,
        flowers=("#e8d98a", "#d9c6e0", "#e6e0cf"),
        bare="#8a7a4c",
    ),
    "steppe": Theme(
        "#a99867", "#9a8a5a", "#80724a", (0.74, 0.66, 0.40), (0.38, 0.36, 0.18), 28, 7, ("#e6d9a0",), "", "#a48a58"
    ),
    "snow": Theme("#dbe2e4", "#c9d2d6", "#aab8c0", (1.0, 1.0, 1.0), (0.52, 0.60, 0.67), 2, 4, (), "drifts"),
    "ash": Theme("#6b6864", "#5c5a57", "#454341", (0.50, 0.46, 0.42), (0.12, 0.11, 0.11), 2, 16, (), "cracks", "#3d3a37"),
    "deck": Theme("#535d68", "#47505a", "#38404a", (0.42, 0.48, 0.55), (0.14, 0.17, 0.20), 0, 0),
    "desert": Theme("#c7ac79", "#b59a68", "#967d51", (0.88, 0.78, 0.55), (0.50, 0.38, 0.22), 5, 10, (), "ripples", "#a3864f"),
}
USUAL = "meadow"
CLUMP = 3  # tufts that grow together
BARE, STROKES = 1.6, 6.0  # patches of bare earth, and strokes of the weather, on a square foot
SHADES = {"drifts": ("#7f93a1", "#ffffff"), "cracks": ("#1c1a19", "#8b857d"), "ripples": ("#7a6238", "#f2dfb0")}
Frequency = str


def _noise(name: str, often: Frequency, octaves: int, seed: int, colour: tuple[float, float, float], alpha: str) -> str:
    """Turbulence of one colour; `alpha` says how much of it is seen."""
    r, g, b = colour
    return (
        f'<filter id="{name}" x="0" y="0" width="100%" height="100%" color-interpolation-filters="sRGB">'
        f'<feTurbulence type="fractalNoise" baseFrequency="{often}" numOctaves="{octaves}" seed="{seed}"/>'
        f'<feColorMatrix values="0 0 0 0 {r} 0 0 0 0 {g} 0 0 0 0 {b} {alpha}"/></filter>'
    )


def cloth(eye: Projection, name: str = USUAL, plain: bool = False) -> str:
    """Everything below the terrain, with its own colours; `plain` without grain, for small pictures."""
    theme = CLOTHS.get(name, CLOTHS[USUAL])
    wide, deep = eye.wide, eye.deep
    full = f'width="{wide:.0f}" height="{deep:.0f}"'
    stops = "".join(
        f'<stop offset="{at}" stop-color="{colour}"/>'
        for at, colour in ((0, theme.light), (0.55, theme.middle), (1, theme.dark))
    )
    defs = f'<linearGradient id="mat" x1="0" y1="0" x2="1" y2="1">{stops}</linearGradient>'
    defs += _noise("patch", "0.0016 0.0019", 3, 12, theme.patch, "1.9 0 0 0 -.86")
    defs += _noise("patchy", "0.0023", 3, 33, theme.other, "0 2 0 0 -.92")
    defs += _noise("mottle", "0.009", 2, 5, theme.patch, "0 0 1.7 0 -.86")
    body = f'<rect {full} fill="url(#mat)"/><rect {full} filter="url(#patch)" opacity=".55"/>'
    body += f'<rect {full} filter="url(#patchy)" opacity=".6"/><rect {full} filter="url(#mottle)" opacity=".3"/>'
    if not plain:
        defs += _noise("grain", "0.17", 2, 8, (0.10, 0.13, 0.06), ".9 .5 0 0 -.52")
        defs += _noise("gleam", "0.14", 2, 21, (0.83, 0.86, 0.55), ".8 .5 0 0 -.60")
        body += f'<rect {full} filter="url(#grain)" opacity=".5"/><rect {full} filter="url(#gleam)" opacity=".28"/>'
    share = 0.35 if plain else 1.0
    return f"<defs>{defs}</defs>{body}" + (
        _seams(eye) if name == "deck" else _worn(eye, theme, share) + _grown(eye, theme, share)
    )


def _worn(eye: Projection, theme: Theme, share: float) -> str:
    """Bare earth here and there, and what the weather has drawn."""
    chance, found = Chance("worn", eye.size), ""
    feet = eye.wide * eye.deep / (144 * INCH * INCH)

    def anywhere() -> XY:
        return chance.between(0, eye.wide), chance.between(0, eye.deep)

    for _ in range(min(60, round(feet * BARE * share)) if theme.bare else 0):
        at, r = anywhere(), chance.between(60, 170)
        found += path(blob(at, r, chance, 7, 0.3), f'fill="{theme.bare}" opacity="{chance.between(0.12, 0.28):.2f}"')
    earth, strokes = grouped(found, 'filter="url(#far)"'), ""
    for _ in range(min(260, round(feet * STROKES * share)) if theme.wear else 0):
        strokes += WEAR[theme.wear](anywhere(), chance)
    if not strokes:
        return earth
    dark, light = SHADES[theme.wear]
    look = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'
    below = path(strokes, f'{look} stroke="{dark}" stroke-opacity=".34" stroke-width="8"')
    return (
        earth
        + below
        + path(strokes, f'transform="translate(-4 -8)" {look} stroke="{light}" stroke-opacity=".4" stroke-width="6"')
    )


def _wave(at: XY, chance: Chance) -> str:
    """A long, low wave of sand or snow."""
    (x, y), k, by = at, chance.between(60, 190), chance.between(-14, 14)
    return f"M{x - k:.0f} {y:.0f}q{k / 2:.0f} {-k * 0.16 + by:.0f} {k:.0f} 0t{k:.0f} {by:.0f}"


def _crack(at: XY, chance: Chance) -> str:
    """A crack that goes on at another angle, and forks."""
    (x, y), found = at, ""
    for _ in range(2):
        found += f"M{x:.0f} {y:.0f}"
        for _ in range(3):
            found += f"l{chance.between(-60, 60):.0f} {chance.between(-46, 46):.0f}"
    return found


def _grown(eye: Projection, theme: Theme, share: float) -> str:
    """Tufts, pebbles and flowers."""
    chance, found = Chance("cloth", eye.size), ""
    feet = eye.wide * eye.deep / (144 * INCH * INCH)
    for _ in range(min(300, round(feet * theme.tufts * share / CLUMP))):
        x, y = (chance.between(0, eye.wide), chance.between(0, eye.deep))
        for _ in range(1 + chance.below(2 * CLUMP - 1)):
            at = (x + chance.between(-60, 60), y + chance.between(-40, 40))
            found += use(f"tuft-{chance.below(TUFTS)}", at, chance.between(0.12, 0.3), chance.share() < 0.5)
    for _ in range(min(400, round(feet * theme.stones * share))):
        at = (chance.between(0, eye.wide), chance.between(0, eye.deep))
        found += use(f"stone-{chance.below(STONES)}", at, chance.between(0.03, 0.08))
    flowers = "".join(
        dot(
            (chance.between(0, eye.wide), chance.between(0, eye.deep)),
            chance.between(4, 7),
            f'fill="{chance.pick(theme.flowers)}"',
        )
        for _ in range(round(feet * 4 * share) if theme.flowers else 0)
    )
    return grouped(found, 'opacity=".7"') + grouped(flowers, 'opacity=".85"')


def _seams(eye: Projection) -> str:
    """Plates of a deck, with rivets at their corners."""
    step, lines, rivets = 6 * INCH, "", ""
    for k in range(1, int(eye.wide // step) + 1):
        lines += f"M{k * step:.0f} 0V{eye.deep:.0f}"
    for k in range(1, int(eye.deep // step) + 1):
        lines += f"M0 {k * step:.0f}H{eye.wide:.0f}"
    for k in range(1, min(40, int(eye.wide // step) + 1)):
        for j in range(1, min(40, int(eye.deep // step) + 1)):
            rivets += dot((k * step + 22, j * step + 22), 7, "")
    found = path(lines, 'fill="none" stroke="#20262d" stroke-width="9"')
    found += path(lines, 'transform="translate(6 6)" fill="none" stroke="#8b98a5" stroke-opacity=".3" stroke-width="4"')
    return found + grouped(rivets, 'fill="#8592a0" opacity=".55"')


WEAR = {"drifts": _wave, "ripples": _wave, "cracks": _crack}


def grid(eye: Projection, step: float) -> str:
    """A faint line every so many drawing units."""
    lines = "".join(f"M{k * step:.0f} 0V{eye.deep:.0f}" for k in range(1, int((eye.wide - 1) // step) + 1))
    lines += "".join(f"M0 {k * step:.0f}H{eye.wide:.0f}" for k in range(1, int((eye.deep - 1) // step) + 1))
    return path(lines, 'class="grid" fill="none" stroke="#fff" stroke-opacity=".07" stroke-width="5"') if lines else ""


def frame(eye: Projection, step: float) -> str:
    """The wood round the cloth, with a tick of the ruler every so many drawing units."""
    w, h, f = eye.wide, eye.deep, FRAME
    defs = (
        '<linearGradient id="frame" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#7a5632"/>'
        '<stop offset=".5" stop-color="#573b22"/><stop offset="1" stop-color="#3a2716"/></linearGradient>'
    )
    wood = f"M{-f:.0f} {-f:.0f}H{w + f:.0f}V{h + f:.0f}H{-f:.0f}ZM0 0V{h:.0f}H{w:.0f}V0Z"
    ticks = "".join(
        f"M{k * step:.0f} {-f * 0.45:.0f}V-6M{k * step:.0f} {h + 6:.0f}v{f * 0.4:.0f}" for k in range(int(w // step) + 1)
    )
    ticks += "".join(
        f"M{-f * 0.45:.0f} {k * step:.0f}H-6M{w + 6:.0f} {k * step:.0f}h{f * 0.4:.0f}" for k in range(int(h // step) + 1)
    )
    grain = "".join(
        f"M{-f + 8:.0f} {-f + k * 13:.0f}H{w + f - 8:.0f}M{-f + 8:.0f} {h + 6 + k * 13:.0f}H{w + f - 8:.0f}"
        for k in range(1, 4)
    )
    return (
        f"<defs>{defs}</defs>"
        + path(wood, 'fill="url(#frame)" fill-rule="evenodd" stroke="#1c120a" stroke-width="6"')
        + path(grain, 'stroke="#2a1b0f" stroke-opacity=".35" stroke-width="3" fill="none"')
        + path(
            f"M{-f + 5:.0f} {h + f - 5:.0f}V{-f + 5:.0f}H{w + f - 5:.0f}",
            'fill="none" stroke="#c39a63" stroke-opacity=".45" stroke-width="5"',
        )
        + path(f"M0 {h:.0f}V0H{w:.0f}", 'fill="none" stroke="#000" stroke-opacity=".5" stroke-width="14" filter="url(#soft)"')
        + path(ticks, 'stroke="#e2c48f" stroke-opacity=".75" stroke-width="4" fill="none"')
    )


def lamp(eye: Projection) -> str:
    """Warm in the middle, dark at the corners."""
    return (
        '<defs><radialGradient id="lamp" cx=".46" cy=".40" r=".78"><stop offset="0" stop-color="#fff1c4" stop-opacity=".18"/>'
        '<stop offset=".5" stop-color="#fff1c4" stop-opacity=".03"/><stop offset="1" stop-color="#04070a" stop-opacity=".5"/>'
        f'</radialGradient></defs><rect class="lamp" width="{eye.wide:.0f}" height="{eye.deep:.0f}" fill="url(#lamp)"/>'
    )
