"""A roster's units as they are written: frames, weapons, officers and heroes, each with its line."""

from __future__ import annotations

import msgspec

from littlewars.muster import Node, RosterError
from littlewars.muster.words import FaultFinder, flag, known_keys, optional_text, suggestion
from littlewars.untrusted import quote

from ..basics.profiles import Frame, Weapon
from .armies import Army, UnitType, armies, army_named, frames, weapons
from .notation import OfficerLevels, ranks
from .parse import key_of

UNIT_KEYS = ("unit", "name", "id", "ad_hoc", "mob", "members", "cost", "note")
MEMBER_KEYS = ("frame", "figures", "primary", "support", "side_arms", "officers", "heroes", "slots")
SPECIAL_KEYS = ("rank", "hero", "primary", "support", "side_arms")
MOST_FIGURES = 1000  # in a unit: more are a mistake
MOST_LISTED = 200  # officers, heroes, weapons or slots that one entry names


class Special(msgspec.Struct, frozen=True):
    """An officer or hero; None of a slot: he is armed as his unit is (defiance.stats.primary-weapon-officers)."""

    line: int
    rank: str = ""
    hero: bool = False
    primary: Weapon | None = None
    support: Weapon | None = None
    side: tuple[Weapon, ...] | None = None

    @property
    def ranks(self) -> OfficerLevels:
        """His levels."""
        return ranks(self.rank) if self.rank else OfficerLevels()


class Part(msgspec.Struct, frozen=True):
    """Figures of one frame in a unit: how many in all, and what the ordinary ones carry."""

    line: int
    frame: Frame
    figures: int
    primary: Weapon | None = None
    support: tuple[tuple[Weapon, int], ...] = ()
    side: tuple[Weapon, ...] = ()
    specials: tuple[Special, ...] = ()
    slots: tuple[str, ...] = ()

    @property
    def ordinary(self) -> int:
        """Figures that are neither officers nor heroes."""
        return self.figures - len(self.specials)

    @property
    def serving(self) -> int:
        """Ordinary figures that give up their primary for a support weapon; a crew-served one takes two."""
        return sum(weapon.crew * count for weapon, count in self.support)


class UnitDef(msgspec.Struct, frozen=True):
    """A unit as bought: its kind in the army list, None if it is ad hoc or of one figure that stands for itself."""

    id: str
    name: str
    line: int
    army: Army
    parts: tuple[Part, ...]
    kind: UnitType | None = None
    ad_hoc: bool = False
    mob: bool = False
    cost: Node | None = None

    @property
    def size(self) -> int:
        """All its figures."""
        return sum(part.figures for part in self.parts)

    @property
    def specials(self) -> tuple[Special, ...]:
        """Its officers and heroes."""
        return tuple(special for part in self.parts for special in part.specials)

    @property
    def quality(self) -> str:
        """Its quality; that of the first frame where they differ."""
        return self.parts[0].frame.quality

    @property
    def solo(self) -> bool:
        """A commander or hero as a unit of his own (defiance.command.commander-independent-start,
        defiance.command.hero-independent-start)."""
        return self.size == 1 and not self.mob and any(s.hero or s.ranks.command for s in self.specials)

    @property
    def status(self) -> str:
        """Standard, ad hoc or mob. A single commander or hero is standard if a standard unit has his frame
        (defiance.unit.standard)."""
        if self.mob:
            return "mob"
        if self.solo:
            return "standard" if any(self.parts[0].frame.key in kind.frames for kind in self.army.units) else "ad hoc"
        return "ad hoc" if self.ad_hoc else "standard"


class Reader(FaultFinder):
    """Reads units and keeps what is wrong with them."""

    def __init__(self, army: Army) -> None:
        super().__init__()
        self.army = army

    # ---- units

    def unit(self, node: Node) -> UnitDef | None:
        """One unit; None where nothing of it is known."""
        known_keys(node, (*UNIT_KEYS, *MEMBER_KEYS), "a unit")
        kind_name = node.get("unit", "a unit").text("unit")
        members = node.find("members")
        listed = [node] if members is None else list(members.items("members"))
        parts = self.parts(listed, members is not None)
        if not parts:
            return None
        kind = self.army.unit(kind_name)
        name = optional_text(node, "name") or kind_name
        made = UnitDef(
            id=key_of(optional_text(node, "id") or name) or "unit",
            name=name,
            line=node.line,
            army=self.army,
            parts=parts,
            kind=kind,
            ad_hoc=flag(node, "ad_hoc"),
            mob=flag(node, "mob"),
            cost=node.find("cost"),
        )
        if kind is None and not made.ad_hoc and not made.solo:
            close = suggestion(kind_name, [kind.name for kind in self.army.units])
            text = f"the {self.army.name} has no standard unit {quote(kind_name)}{close}"
            self.fault("defiance.force.standard-units", node.get("unit").line, f"{text}; another unit is ad_hoc: true")
        return made

    def parts(self, listed: list[Node], own: bool) -> tuple[Part, ...]:
        """All its figures, frame by frame; what is beyond any number is not even read (defiance.unit.definition)."""
        found: list[Part] = []
        for one in listed:
            if part := self.part(one, own):
                found.append(part)
            if len(found) > MOST_LISTED or sum(part.figures for part in found) > MOST_FIGURES:
                self.fault("defiance.unit.definition", one.line, f"more than {MOST_FIGURES} figures cannot be fielded")
                return tuple(found[:-1])
        return tuple(found)

    def part(self, node: Node, own: bool) -> Part | None:
        """Figures of one frame."""
        if own:
            known_keys(node, MEMBER_KEYS, "a member of a unit")
        frame = self.frame(node.get("frame", "a unit"))
        if frame is None:
            return None
        count = node.get("figures", "a unit").whole("figures")
        if not 1 <= count <= MOST_FIGURES:
            self.fault("defiance.unit.definition", node.get("figures").line, f"{count} figures cannot be fielded")
            return None
        specials = (*self.officers(node), *self.heroes(node))
        if len(specials) > count:
            self.fault("defiance.stats.officer", node.line, f"{len(specials)} officers and heroes among {count} figures")
            specials = specials[:count]
        return Part(
            line=node.line,
            frame=frame,
            figures=count,
            primary=self.weapon(node.find("primary")),
            support=self.support(node.find("support"), count),
            side=self.weapons(node.find("side_arms")),
            specials=specials,
            slots=tuple(slot.text("a slot") for slot in _list(node, "slots")),
        )

    def frame(self, node: Node) -> Frame | None:
        """A frame of this army."""
        name = node.text("frame")
        found = frames().get(key_of(name))
        mine = [frames()[key].name for key in self.army.frames]
        if found is None or found.key not in self.army.frames:
            text = f"the {self.army.name} has no frame {quote(name)}{suggestion(name, mine)}"
            self.fault("defiance.force.standard-units", node.line, text)
            return None
        return found

    # ---- weapons

    def weapon(self, node: Node | None) -> Weapon | None:
        """A weapon by its name."""
        if node is None:
            return None
        name = node.text("a weapon")
        found = weapons().get(key_of(name))
        if found is None:
            known = [weapons()[key].name for key in self.army.weapons]
            self.fault("defiance.stats.profile", node.line, f"there is no weapon {quote(name)}{suggestion(name, known)}")
        return found

    def weapons(self, node: Node | None) -> tuple[Weapon, ...]:
        """Several weapons."""
        listed = () if node is None else node.items("side_arms") if isinstance(node.value, tuple) else (node,)
        return tuple(weapon for one in listed if (weapon := self.weapon(one)))

    def support(self, node: Node | None, figures: int) -> tuple[tuple[Weapon, int], ...]:
        """Support weapons and their number: {Needler: 2}; never more than there are figures."""
        found = []
        for name, count in ({} if node is None else node.mapping("support")).items():
            weapon = self.weapon(Node(count.line, name))
            if weapon is None:
                continue
            if not 0 <= count.whole("a number of weapons") <= figures:
                text = f"{count.value} x {weapon.name} among {figures} figures"
                self.fault("defiance.stats.support-weapon-limit", count.line, text)
            elif count.value:
                found.append((weapon, count.whole("a number of weapons")))
        return tuple(found)

    # ---- officers and heroes

    def officers(self, node: Node) -> tuple[Special, ...]:
        """Officers: their ranks, or mappings with weapons of their own."""
        found = []
        for one in _list(node, "officers"):
            raw = one if isinstance(one.value, dict) else Node(one.line, {"rank": one})
            if special := self.special(raw, "officers"):
                found.append(special)
        return tuple(found)

    def heroes(self, node: Node) -> tuple[Special, ...]:
        """Heroes: their number, or mappings with weapons of their own."""
        raw = node.find("heroes")
        if raw is None:
            return ()
        if not isinstance(raw.value, tuple):
            count = raw.whole("heroes")
            if not 0 <= count <= MOST_FIGURES:
                raise RosterError("heroes should be a sensible number", raw.line)
            return (Special(line=raw.line, hero=True),) * count
        return tuple(special for one in raw.value if (special := self.special(one, "heroes")))

    def special(self, node: Node, what: str) -> Special | None:
        """One officer or hero."""
        known_keys(node, SPECIAL_KEYS, f"one of the {what}")
        rank = node.find("rank")
        if what == "officers" and rank is None:
            raise RosterError("an officer has a rank, such as 1L, 1C", node.line)
        text = "" if rank is None else rank.text("a rank")
        try:
            ranks(text) if text else None
        except ValueError:
            self.fault("defiance.stats.officer", node.line, f"{quote(text)} is no rank; ranks are written 1L, 1C or 2F")
            return None
        side = node.find("side_arms")
        return Special(
            line=node.line,
            rank=", ".join(part.strip() for part in text.split(",")) if text else "",
            hero=what == "heroes" or flag(node, "hero"),
            primary=self.weapon(node.find("primary")),
            support=self.weapon(node.find("support")),
            side=None if side is None else self.weapons(side),
        )


def army_for(name: str, line: int) -> Army:
    """The army list that a roster names."""
    found = army_named(name) if name else None
    if found is None:
        known = ", ".join(army.name for army in armies().values())
        raise RosterError(f"a roster names its army, one of {known}" + (f", not {quote(name)}" if name else ""), line)
    return found


def _list(node: Node, key: str) -> tuple[Node, ...]:
    found = node.find(key)
    listed = () if found is None else found.items(key)
    if len(listed) > MOST_LISTED:
        raise RosterError(f"{key}: more than {MOST_LISTED}", listed[0].line)
    return listed
