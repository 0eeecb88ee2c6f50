"""What a figure looks like: its weapon, what it has on its head, the tint of its coat; by its own facts, else by its name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from msgspec import Struct

from ..ground.chance import Chance

Weapon: TypeAlias = Literal[
    "", "rifle", "smg", "mg", "launcher", "pistol", "bow", "axe", "spear", "sword", "staff", "flamer", "none"
]
Head: TypeAlias = Literal["", "helmet", "cap", "crest", "bare", "horns", "hood"]

WORDS: tuple[tuple[Weapon, tuple[str, ...]], ...] = (  # the first that fits
    ("launcher", ("rocket", "missile", "launcher", "bazooka", "mortar", "cannon", "breacher", "harpoon")),
    ("flamer", ("flame", "flamer", "burner", "inferno")),
    ("mg", ("machine", "gatling", "heavy", "support", "autocannon", "minigun", "laser", "mg")),
    ("smg", ("carbine", "smg", "submachine", "shotgun", "shrieker", "spray")),
    ("pistol", ("pistol", "revolver", "sidearm")),
    ("bow", ("bow", "longbow", "crossbow", "sling")),
    ("spear", ("spear", "pike", "lance", "halberd", "javelin", "bayonet")),
    ("axe", ("axe", "hammer", "mace", "club", "maul")),
    ("staff", ("staff", "wand", "rod", "spell", "artifact")),
    ("sword", ("sword", "blade", "sabre", "knife", "claw", "claws", "scythe")),
    ("rifle", ("rifle", "musket", "gun", "launcher", "plasma", "bolter")),
)
GUNS = ("cannon", "mortar", "howitzer", "artillery", "catapult")
FLYERS = ("flyer", "copter", "gunship", "skimmer", "jet")
SWARMS = ("swarm", "pack", "rats", "hounds", "drones", "vermin")
HEADS: tuple[Head, ...] = ("helmet", "cap", "crest", "bare", "hood")


class DrawnWeapon(Struct, frozen=True, omit_defaults=True):
    """A weapon as it is drawn, and the way it points: hundredths of a degree from straight ahead."""

    name: str
    look: Weapon = ""
    centre: int = 0
    arc: int = 18000


class DrawnKind(Struct, frozen=True, omit_defaults=True):
    """A kind of figure to be drawn: its role, its base in thousandths, its arms; head and coat where the rulebook says them;
    whether it is there to be ridden or has a horse of its own, and who is on its back or deck."""

    key: str
    name: str
    role: str
    size: tuple[int, ...]
    arms: tuple[DrawnWeapon, ...] = ()
    head: Head = ""
    coat: int = 0
    steed: bool = False
    mounted: bool = False
    riders: tuple[DrawnKind, ...] = ()


def weapon_of(name: str) -> Weapon:
    """What a weapon of this name looks like; what nobody knows is carried like a rifle.

    >>> weapon_of("Assault Rifle"), weapon_of("Field Cannon"), weapon_of("Longbow")
    ('rifle', 'launcher', 'bow')
    """
    words = name.lower().replace("-", " ").replace("'", " ").split()
    for look, known in WORDS:
        if any(word in known for word in words):
            return look
    return next(
        (look for look, known in WORDS if any(part in word for word in words for part in known if len(part) > 3)), "rifle"
    )


def in_hand(arms: Sequence[DrawnWeapon], role: str) -> Weapon:
    """What it has in hand: its first weapon; a blow where it has none to fire with."""
    if arms:
        return arms[0].look or weapon_of(arms[0].name)
    return "staff" if role == "caster" else "sword" if role in ("leader", "mounted") else "axe"


def says(name: str, words: Sequence[str]) -> bool:
    """Is one of these words in its name?"""
    return any(word in words for word in name.lower().replace("-", " ").replace(",", " ").split())


class Traits:
    """What is particular about a kind of figure, always the same for its key."""

    def __init__(self, like: DrawnKind) -> None:
        chance = Chance("figure", like.key, like.name)
        self.head: Head = like.head or ("hood" if like.role == "caster" else chance.pick(HEADS))
        self.tone = (chance.below(360) + like.coat) % 360  # the hue of what it has on besides its side's colour
        self.light = chance.below(22)
        self.pack = chance.below(4)
        self.pads = chance.below(4)
        self.left = chance.share() < 0.25
        self.wide = chance.between(0.92, 1.1)

    def cloth(self, level: int, rich: int = 24) -> str:
        """A muted colour of its own."""
        return f"hsl({self.tone},{rich}%,{level + self.light // 2}%)"
