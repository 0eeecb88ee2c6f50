"""Machines from above, looking up the page, to their true length and width: hulls with turrets turned to their arcs, walkers,
guns with their crew, ships, flyers."""

from __future__ import annotations

from .likeness import DrawnKind, DrawnWeapon, Traits, weapon_of

EDGE = 'stroke="#0b0c0e" stroke-width="6" stroke-linejoin="round"'
MOST_GUNS = 4


def _plate(x: float, y: float, wide: float, long: float, fill: str, corner: float = 12) -> str:
    """A plate with its middle there."""
    return f'<rect x="{x - wide / 2:.0f}" y="{y - long / 2:.0f}" width="{wide:.0f}" height="{long:.0f}" rx="{corner:.0f}" fill="{fill}" {EDGE}/>'


def _barrel(arm: DrawnWeapon, long: float, thick: float) -> str:
    """A barrel from the middle outwards, turned to the middle of its arc."""
    look = arm.look or weapon_of(arm.name)
    thick = thick * {"launcher": 1.7, "mg": 0.8, "flamer": 1.2}.get(look, 1.0)
    muzzle = f'<rect x="{-thick * 0.75:.0f}" y="{-long:.0f}" width="{thick * 1.5:.0f}" height="{thick * 1.3:.0f}" rx="4" fill="#17181a"/>'
    body = f'<rect x="{-thick / 2:.0f}" y="{-long:.0f}" width="{thick:.0f}" height="{long:.0f}" rx="{thick / 3:.0f}" fill="#2c2f33" {EDGE}/>{muzzle}'
    return f'<g transform="rotate({arm.centre / 100:g})">{body}</g>'


def _tracks(wide: float, long: float) -> str:
    """Tracks on both sides."""
    belt, links = wide * 0.2, ""
    for x in (-wide / 2 + belt / 2, wide / 2 - belt / 2):
        links += _plate(x, 0, belt, long, "#25241f", 14)
        steps = int(long / 26)
        links += "".join(
            f'<path d="M{x - belt / 2 + 4:.0f} {-long / 2 + 14 + k * 26:.0f}h{belt - 8:.0f}" stroke="#4b4a42" stroke-width="6"/>'
            for k in range(steps)
        )
    return links


def vehicle(like: DrawnKind, traits: Traits, long: float, wide: float) -> str:
    """A hull in its side's colour between its tracks, hatches, a turret, and other guns at their places."""
    hull = "hover" in like.name.lower() or "grav" in like.name.lower()
    found = _plate(0, 0, wide, long, "#2b3138", wide * 0.3) if hull else _tracks(wide, long)
    body = wide * (0.84 if hull else 0.7)
    found += f'<path d="M{-body / 2:.0f} {long * 0.44:.0f}V{-long * 0.3:.0f}L{-body * 0.32:.0f} {-long * 0.46:.0f}H{body * 0.32:.0f}L{body / 2:.0f} {-long * 0.3:.0f}V{long * 0.44:.0f}Z" fill="currentColor" {EDGE}/>'
    found += f'<path d="M{-body / 2:.0f} {long * 0.44:.0f}V{long * 0.1:.0f}H{body / 2:.0f}V{long * 0.44:.0f}Z" fill="#000" opacity=".25"/>'
    found += f'<path d="M{-body * 0.42:.0f} {-long * 0.28:.0f}H{body * 0.42:.0f}" stroke="#fff" stroke-opacity=".3" stroke-width="6"/>'
    found += "".join(_plate(x * body * 0.25, long * 0.33, body * 0.2, long * 0.1, traits.cloth(30), 5) for x in (-1, 1))
    guns = like.arms[:MOST_GUNS]
    sides = "".join(
        f'<g transform="translate({(k % 2 * 2 - 1) * body * 0.34:.0f} {-long * 0.16:.0f})">{_barrel(gun, wide * 0.42, 11)}</g>'
        for k, gun in enumerate(guns[1:])
    )
    if not guns:
        return found + _plate(0, -long * 0.05, body * 0.5, long * 0.24, traits.cloth(36), 8)
    r = body * 0.34
    turret = f'<g transform="translate(0 {-long * 0.02:.0f})">{_barrel(guns[0], long * 0.58, wide * 0.09)}<circle r="{r:.0f}" fill="{traits.cloth(44, 18)}" {EDGE}/>'
    turret += f'<circle r="{r:.0f}" fill="currentColor" opacity=".5"/><circle r="{r * 0.42:.0f}" cx="{r * 0.25:.0f}" cy="{r * 0.3:.0f}" fill="#2c2f33" {EDGE}/>'
    return (
        found
        + sides
        + turret
        + f'<circle r="{r * 0.3:.0f}" cx="{-r * 0.4:.0f}" cy="{-r * 0.4:.0f}" fill="#fff" opacity=".22"/></g>'
    )


def walker(like: DrawnKind, traits: Traits, long: float, wide: float) -> str:
    """Two feet, a torso in its side's colour, an arm with a gun on each side, a cockpit."""
    w, h = wide / 2, long / 2
    found = ""
    for x, y in ((-0.62, 0.18), (0.62, -0.12)):
        found += _plate(x * w, y * h, w * 0.56, h * 1.0, "#30353b", 16)
        found += f'<path d="M{x * w - w * 0.18:.0f} {y * h - h * 0.5:.0f}v{-h * 0.16:.0f}M{x * w + w * 0.18:.0f} {y * h - h * 0.5:.0f}v{-h * 0.16:.0f}" stroke="#17181a" stroke-width="11" stroke-linecap="round"/>'
    found += f'<path d="M{-w * 0.66:.0f} {h * 0.34:.0f}L{-w * 0.5:.0f} {-h * 0.4:.0f}L0 {-h * 0.58:.0f}L{w * 0.5:.0f} {-h * 0.4:.0f}L{w * 0.66:.0f} {h * 0.34:.0f}L{w * 0.3:.0f} {h * 0.56:.0f}H{-w * 0.3:.0f}Z" fill="currentColor" {EDGE}/>'
    found += f'<path d="M{-w * 0.5:.0f} {h * 0.2:.0f}H{w * 0.5:.0f}L{w * 0.28:.0f} {h * 0.5:.0f}H{-w * 0.28:.0f}Z" fill="#000" opacity=".25"/>'
    guns = like.arms[:2] or (DrawnWeapon("fist", "axe"),)
    for k, gun in enumerate(guns):
        x = (-1 if k else 1) * w * 0.72
        found += f'<g transform="translate({x:.0f} {-h * 0.1:.0f})">{_barrel(gun, h * 0.9, w * 0.16)}<circle r="{w * 0.2:.0f}" fill="{traits.cloth(38)}" {EDGE}/></g>'
    return (
        found
        + f'<path d="M{-w * 0.2:.0f} {-h * 0.18:.0f}Q0 {-h * 0.5:.0f} {w * 0.2:.0f} {-h * 0.18:.0f}Z" fill="#9fd3ff" opacity=".8" {EDGE}/>'
    )


def gun(like: DrawnKind, traits: Traits, r: float) -> str:
    """A barrel on wheels behind a shield, and two of its crew."""
    k = r / 100
    found = "".join(f'<rect x="{x}" y="-18" width="20" height="66" rx="9" fill="#33291d" {EDGE}/>' for x in (-66, 46))
    found += '<path d="M-14 20L-34 96M14 20L34 96" stroke="#3b3226" stroke-width="15" stroke-linecap="round"/>'
    found += f'<path d="M-52 -14H52L40 -34H-40Z" fill="currentColor" {EDGE}/>'
    found += f'<rect x="-11" y="-128" width="22" height="150" rx="8" fill="#2c2f33" {EDGE}/><rect x="-15" y="-132" width="30" height="18" rx="5" fill="#17181a"/>'
    found += f'<circle cx="-58" cy="66" r="22" fill="currentColor" {EDGE}/><circle cx="-58" cy="66" r="11" fill="{traits.cloth(46)}"/>'
    found += (
        f'<circle cx="58" cy="56" r="22" fill="currentColor" {EDGE}/><circle cx="58" cy="56" r="11" fill="{traits.cloth(46)}"/>'
    )
    return f'<g transform="scale({k:.2f})">{found}</g>'


def ship(like: DrawnKind, traits: Traits, long: float, wide: float) -> str:
    """A pointed hull with a deck of planks, a mast or a turret, and its wake."""
    h, w = long / 2, wide / 2
    wake = f'<path d="M{-w * 0.9:.0f} {h * 0.7:.0f}Q{-w * 1.5:.0f} {h:.0f} {-w * 1.3:.0f} {h * 1.25:.0f}M{w * 0.9:.0f} {h * 0.7:.0f}Q{w * 1.5:.0f} {h:.0f} {w * 1.3:.0f} {h * 1.25:.0f}" fill="none" stroke="#dff2f8" stroke-opacity=".6" stroke-width="7"/>'
    hull = f"M0 {-h:.0f}Q{w:.0f} {-h * 0.5:.0f} {w:.0f} {h * 0.2:.0f}L{w * 0.74:.0f} {h:.0f}H{-w * 0.74:.0f}L{-w:.0f} {h * 0.2:.0f}Q{-w:.0f} {-h * 0.5:.0f} 0 {-h:.0f}Z"
    found = wake + f'<path d="{hull}" fill="#5a4227" {EDGE}/><path d="{hull}" transform="scale(.8 .86)" fill="#a5835a"/>'
    planks = "".join(f"M{-w * 0.6:.0f} {y:.0f}H{w * 0.6:.0f}" for y in range(round(-h * 0.5), round(h * 0.8), 24))
    found += f'<path d="{planks}" stroke="#6f5435" stroke-width="4"/>'
    found += f'<path d="M{-w * 1.15:.0f} {-h * 0.08:.0f}Q0 {-h * 0.5:.0f} {w * 1.15:.0f} {-h * 0.08:.0f}Q0 {-h * 0.2:.0f} {-w * 1.15:.0f} {-h * 0.08:.0f}Z" fill="currentColor" {EDGE}/>'
    found += f'<circle cy="{-h * 0.12:.0f}" r="{w * 0.14:.0f}" fill="#3b2b18" {EDGE}/>'
    guns = "".join(
        f'<g transform="translate({(k % 2 * 2 - 1) * w * 0.4:.0f} {h * 0.3:.0f})">{_barrel(arm, w * 0.8, 12)}</g>'
        for k, arm in enumerate(like.arms[:MOST_GUNS])
    )
    return found + guns


def aircraft(like: DrawnKind, traits: Traits, long: float, wide: float) -> str:
    """A fuselage with swept wings and two lifting fans."""
    h, w = long / 2, wide / 2
    wing = f"M{-w * 0.24:.0f} {-h * 0.2:.0f}L{-w:.0f} {h * 0.34:.0f}V{h * 0.58:.0f}L{-w * 0.24:.0f} {h * 0.4:.0f}Z"
    pair = f'<path d="{wing}" fill="currentColor" {EDGE}/><circle cx="{-w * 0.62:.0f}" cy="{h * 0.26:.0f}" r="{w * 0.24:.0f}" fill="#22262b" {EDGE}/>'
    pair += f'<path d="M{-w * 0.8:.0f} {h * 0.26:.0f}h{w * 0.36:.0f}M{-w * 0.62:.0f} {h * 0.26 - w * 0.18:.0f}v{w * 0.36:.0f}" stroke="#7d8791" stroke-width="7"/>'
    found = pair + f'<g transform="scale(-1 1)">{pair}</g>'
    found += f'<path d="M0 {-h:.0f}Q{w * 0.3:.0f} {-h * 0.5:.0f} {w * 0.26:.0f} {h * 0.3:.0f}L{w * 0.12:.0f} {h:.0f}H{-w * 0.12:.0f}L{-w * 0.26:.0f} {h * 0.3:.0f}Q{-w * 0.3:.0f} {-h * 0.5:.0f} 0 {-h:.0f}Z" fill="{traits.cloth(46, 14)}" {EDGE}/>'
    found += f'<ellipse cy="{-h * 0.45:.0f}" rx="{w * 0.13:.0f}" ry="{h * 0.2:.0f}" fill="#9fd3ff" opacity=".85" {EDGE}/>'
    return found + "".join(
        f'<g transform="translate({x * w * 0.34:.0f} 0)">{_barrel(arm, h * 0.5, 9)}</g>'
        for x, arm in zip((-1, 1), like.arms, strict=False)
    )
