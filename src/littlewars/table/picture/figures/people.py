"""People from above, looking up the page: shoulders, head, arms, what they carry. A base has a radius of a hundred."""

from __future__ import annotations

from .likeness import DrawnKind, Head, Traits, Weapon, in_hand

SHADED = 0.32  # of a body is darker than the rim of its side, so that it stands out from it
STEEL, WOOD, LEATHER = "#26272a", "#6b4c2c", "#4a3a26"
EDGE = 'stroke="#0b0c0e" stroke-width="5" stroke-linejoin="round"'


def _bar(x: float, top: float, foot: float, wide: float, fill: str) -> str:
    """An upright bar."""
    return f'<rect x="{x - wide / 2:.0f}" y="{top:.0f}" width="{wide:.0f}" height="{foot - top:.0f}" rx="{min(5, wide / 3):.0f}" fill="{fill}" {EDGE}/>'


def _gun(look: Weapon) -> str:
    """What is fired."""
    if look == "mg":
        legs = '<path d="M18 -88L-8 -112M18 -88L44 -112" stroke="#17181a" stroke-width="8" stroke-linecap="round"/>'
        drum = f'<circle cx="2" cy="-26" r="16" fill="#3b3d34" {EDGE}/>'
        return legs + _bar(18, -132, 34, 17, STEEL) + drum + '<rect x="14" y="-128" width="4" height="90" fill="#6d7178"/>'
    if look == "launcher":
        cone = f'<path d="M16 -92H56L50 -74H22Z" fill="#3d4a38" {EDGE}/>'
        return _bar(36, -90, 62, 30, "#4b5a44") + cone + '<rect x="27" y="-70" width="5" height="120" fill="#7c8d72"/>'
    if look == "flamer":
        tank = f'<rect x="-22" y="24" width="44" height="44" rx="18" fill="#8a3f2a" {EDGE}/>'
        return tank + _bar(16, -104, 24, 13, STEEL) + '<circle cx="16" cy="-108" r="9" fill="#ffb14a"/>'
    if look == "pistol":
        return _bar(26, -70, -30, 12, STEEL)
    if look == "smg":
        return _bar(16, -84, 14, 15, STEEL) + _bar(22, -40, -18, 10, "#3a3b3e")
    return (
        _bar(16, -112, 30, 11, STEEL)
        + _bar(16, -18, 36, 17, WOOD)
        + '<rect x="13" y="-106" width="3" height="80" fill="#7b7f86"/>'
    )


def _blade(look: Weapon) -> str:
    """What is swung, thrust or drawn."""
    if look == "bow":
        bow = '<path d="M-52 -52Q0 -112 52 -52" fill="none" stroke="#7a552c" stroke-width="10" stroke-linecap="round"/>'
        string = '<path d="M-52 -52L0 -30L52 -52" fill="none" stroke="#d8cfb4" stroke-width="3"/>'
        return bow + string + '<path d="M0 -24V-118M0 -122l-8 14h16z" stroke="#3a2a18" stroke-width="5" fill="#c9ced2"/>'
    if look == "axe":
        head = f'<path d="M30 -100Q76 -96 70 -56Q48 -62 32 -70Z" fill="#b9bfc4" {EDGE}/>'
        return _bar(34, -104, 44, 10, WOOD) + head
    if look == "spear":
        return _bar(26, -132, 84, 8, WOOD) + f'<path d="M26 -158l11 34h-22z" fill="#cfd4d8" {EDGE}/>'
    if look == "sword":
        blade = f'<path d="M28 -118l8 14V-40H20V-104Z" fill="#ccd2d8" {EDGE}/>'
        return blade + '<path d="M10 -36H46M28 -36V-14" stroke="#3a2c1a" stroke-width="9" stroke-linecap="round"/>'
    if look == "staff":
        spark = '<circle cx="34" cy="-108" r="26" fill="#bfe9ff" opacity=".35"/><path d="M34 -130l7 15 15 7-15 7-7 15-7-15-15-7 15-7z" fill="#eafaff"/>'
        return _bar(34, -96, 66, 9, WOOD) + spark
    return ""


def weapon(look: Weapon) -> str:
    """What it has in hand."""
    return _blade(look) if look in ("bow", "axe", "spear", "sword", "staff", "none") else _gun(look)


def head(sort: Head, traits: Traits) -> str:
    """What is seen of a head from above."""
    skin = ("#c9a27c", "#a87c55", "#7d5a3c", "#9fb08a")[traits.tone % 4]
    shell = traits.cloth(68)  # the lightest of a figure: it is found by its head
    if sort == "cap":
        return f'<path d="M-22 -8Q0 -46 22 -8Z" fill="{traits.cloth(26)}" {EDGE}/><circle r="25" fill="{shell}" {EDGE}/><circle r="7" cx="-6" cy="-5" fill="#fff" opacity=".3"/>'
    if sort == "crest":
        return f'<circle r="27" fill="{shell}" {EDGE}/><path d="M0 -36V32" stroke="currentColor" stroke-width="15" stroke-linecap="round"/><path d="M-3 -34V24" stroke="#fff" stroke-width="4" opacity=".4"/>'
    if sort == "bare":
        hair = ("#3b2a1c", "#7a5a34", "#1d1a18", "#b9b2a4")[traits.light % 4]
        return f'<circle r="25" fill="{skin}" {EDGE}/><path d="M-24 4A24 24 0 0 0 24 4Q14 -12 0 -13Q-14 -12 -24 4Z" fill="{hair}"/>'
    if sort == "horns":
        horns = '<path d="M-24 -6Q-54 -16 -50 -50M24 -6Q54 -16 50 -50" fill="none" stroke="#e3d9c0" stroke-width="11" stroke-linecap="round"/>'
        return horns + f'<circle r="27" fill="{shell}" {EDGE}/>'
    if sort == "hood":
        return f'<path d="M0 -34Q36 -14 27 22Q0 42 -27 22Q-36 -14 0 -34Z" fill="{traits.cloth(28)}" {EDGE}/><ellipse cy="-10" rx="14" ry="12" fill="#14110f"/>'
    return f'<circle r="28" fill="{shell}" {EDGE}/><path d="M-27 -4Q0 -16 27 -4" stroke="#0b0c0e" stroke-opacity=".5" stroke-width="5" fill="none"/><circle r="9" cx="-8" cy="-9" fill="#fff" opacity=".34"/>'


def _pack(traits: Traits) -> str:
    """What is carried on the back."""
    return (
        "",
        f'<rect x="-28" y="20" width="56" height="36" rx="11" fill="{LEATHER}" {EDGE}/>',
        f'<rect x="-34" y="24" width="68" height="20" rx="10" fill="{traits.cloth(38)}" {EDGE}/>',
        f'<rect x="-22" y="18" width="44" height="40" rx="8" fill="#3c4148" {EDGE}/><path d="M12 20V-10" stroke="#17181a" stroke-width="4"/>',
    )[traits.pack]


def _pads(traits: Traits) -> str:
    """What is on the shoulders."""
    fill = traits.cloth(52)
    return (
        "",
        f'<circle cx="-50" cy="6" r="17" fill="{fill}" {EDGE}/><circle cx="50" cy="6" r="17" fill="{fill}" {EDGE}/>',
        f'<path d="M-66 2L-38 -12L-34 12L-58 22Z" fill="{fill}" {EDGE}/><path d="M66 2L38 -12L34 12L58 22Z" fill="{fill}" {EDGE}/>',
        f'<path d="M-46 -16L34 34" stroke="{fill}" stroke-width="13"/>',
    )[traits.pads]


def person(like: DrawnKind, traits: Traits, cape: bool = False) -> str:
    """Somebody on foot, in the colour of his side."""
    held = in_hand(like.arms, like.role)
    two_hands = held not in ("pistol", "sword", "axe", "none")
    arms = "M-50 6Q-44 -34 6 -46M50 6Q54 -20 20 -22" if two_hands else "M-50 6Q-58 -22 -42 -40M50 6Q56 -22 28 -38"
    body = f'<ellipse cy="8" rx="{62 * traits.wide:.0f}" ry="33" fill="currentColor" {EDGE}/>'
    body += f'<ellipse cy="8" rx="{62 * traits.wide:.0f}" ry="33" fill="#000" opacity="{SHADED}"/>'
    body += f'<ellipse cx="-8" cy="-4" rx="{44 * traits.wide:.0f}" ry="14" fill="#fff" opacity=".16"/>'
    sleeves = f'<path d="{arms}" fill="none" stroke="#0b0c0e" stroke-width="29" stroke-linecap="round"/>'
    sleeves += f'<path d="{arms}" fill="none" stroke="currentColor" stroke-width="20" stroke-linecap="round"/>'
    sleeves += (
        f'<path d="{arms}" fill="none" stroke="#000" stroke-opacity="{SHADED}" stroke-width="20" stroke-linecap="round"/>'
    )
    cloak = f'<path d="M-56 4Q-72 70 -44 96Q0 112 44 96Q72 70 56 4Z" fill="{traits.cloth(34, 46)}" {EDGE}/>' if cape else ""
    made = cloak + _pack(traits) * (not cape) + sleeves + body + _pads(traits) + weapon(held) + head(traits.head, traits)
    return f'<g transform="scale(-1 1)">{made}</g>' if traits.left else made


def rider(like: DrawnKind, traits: Traits) -> str:
    """Somebody on a horse."""
    coat = ("#5a3d26", "#3a2a1e", "#8a6b48", "#c9bfae", "#2a2624")[traits.tone % 5]
    horse = '<path d="M0 62Q8 100 -10 118" stroke="#1d1610" stroke-width="15" fill="none" stroke-linecap="round"/>'
    horse += f'<path d="M-30 40Q-40 -16 -22 -52Q-16 -96 0 -122Q16 -96 22 -52Q40 -16 30 40Q18 84 0 84Q-18 84 -30 40Z" fill="{coat}" {EDGE}/>'
    horse += '<path d="M0 -96V-34" stroke="#1a130d" stroke-width="13" stroke-linecap="round"/>'
    horse += f'<path d="M-12 -112l-8 -12M12 -112l8 -12" stroke="{coat}" stroke-width="9" stroke-linecap="round"/>'
    saddle = f'<rect x="-32" y="-8" width="64" height="44" rx="14" fill="{traits.cloth(30, 40)}" {EDGE}/>'
    return horse + saddle + f'<g transform="translate(0 8)scale(.78)">{person(like, traits)}</g>'


def beast(traits: Traits) -> str:
    """Four legs, a head with ears, a tail."""
    hide = traits.cloth(32, 30)
    legs = "M-30 -34L-64 -62M30 -34L64 -62M-30 44L-62 70M30 44L62 70"
    found = f'<path d="{legs}" stroke="#0b0c0e" stroke-width="25" stroke-linecap="round"/><path d="{legs}" stroke="{hide}" stroke-width="16" stroke-linecap="round"/>'
    found += f'<path d="M0 60Q26 96 8 118" stroke="{hide}" stroke-width="13" fill="none" stroke-linecap="round"/>'
    found += f'<ellipse cy="8" rx="40" ry="66" fill="{hide}" {EDGE}/><path d="M-26 -18Q0 20 26 -18L20 44Q0 66 -20 44Z" fill="currentColor" opacity=".85"/>'
    found += f'<ellipse cy="-72" rx="27" ry="34" fill="{hide}" {EDGE}/><path d="M-20 -88l-14 -20 24 6zM20 -88l14 -20-24 6z" fill="{hide}" {EDGE}/>'
    return found + '<circle cx="-9" cy="-86" r="4" fill="#f4d35e"/><circle cx="9" cy="-86" r="4" fill="#f4d35e"/>'


def swarm(traits: Traits) -> str:
    """Three small ones."""
    one = beast(traits)
    places = ((-44, -34, 14), (42, -6, -18), (-14, 48, 6))
    return "".join(f'<g transform="translate({x} {y})rotate({turn})scale(.44)">{one}</g>' for x, y, turn in places)


def winged(like: DrawnKind, traits: Traits) -> str:
    """Somebody with wings, spread."""
    hide = traits.cloth(40, 30)
    wing = "M-20 0Q-70 -64 -150 -40Q-124 -18 -118 8Q-92 0 -84 28Q-60 14 -22 40Z"
    ribs = "M-30 2Q-80 -40 -140 -38M-30 8Q-76 -14 -116 6M-28 16Q-60 6 -84 26"
    pair = f'<path d="{wing}" fill="{hide}" {EDGE}/><path d="{ribs}" fill="none" stroke="#0b0c0e" stroke-opacity=".5" stroke-width="5"/>'
    return pair + f'<g transform="scale(-1 1)">{pair}</g>' + f'<g transform="scale(.86)">{person(like, traits)}</g>'
