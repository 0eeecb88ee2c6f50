"""Units as a roster or a profile file writes them: read from trees into definitions, faults noted with their lines."""

from __future__ import annotations

import re
from typing import Literal, cast

import msgspec

from littlewars.muster import Node, RosterError
from littlewars.muster.words import FaultFinder, flag, known_keys, optional_text, repeated, suggestion, texts
from littlewars.untrusted import quote

from .attributes import Bought, read_attribute, spells
from .ladder import LADDER, Footprint, box, disc

Kind = Literal["trooper", "mount", "vehicle", "artillery-weapon"]
FacingName = Literal["front", "left", "right", "rear"]
FACINGS: tuple[FacingName, ...] = ("front", "left", "right", "rear")
KINDS: tuple[Kind, ...] = ("trooper", "mount", "vehicle", "artillery-weapon")

UNIT_KEYS = (
    "id", "name", "source", "genre", "note", "variant_of", "cohesion", "leader", "artillery", "independent_mount", "models",
    "cost", "printed_cost",
)  # fmt: skip
MODEL_KEYS = (
    "name", "kind", "count", "die", "move", "range", "attributes", "weapons", "spells", "artillery_type", "mount", "aboard",
    "carries", "payload", "base", "cost", "victory_points_each", "note",
)  # fmt: skip
WEAPON_KEYS = ("name", "count", "die", "range", "facing", "mount", "exhaustible", "attributes", "cost", "link", "note")
ABOARD_KEYS = ("vehicle", "facing", "crew")
MOUNTING = "oversoul.facing.vehicle-weapon-mount"
MOST_WEAPONS = 200  # on one model: more are a mistake


class WeaponDef(msgspec.Struct, frozen=True):
    """A weapon listed under a model: payload of a vehicle, or the exhaustible weapon of a trooper."""

    name: str
    entry: str  # the name it was listed under; several weapons of one entry share it
    line: int
    die: int
    range: int
    facing: FacingName
    bought: tuple[Bought, ...]
    mount: str = ""
    link: str = ""
    cost: int | None = None


class Aboard(msgspec.Struct, frozen=True):
    """Where a trooper rides: the vehicle (a model of the unit, or unit id/model), its facing, and whether he is crew."""

    vehicle: str
    line: int
    facing: FacingName = "front"
    crew: bool = False


class ModelDef(msgspec.Struct, frozen=True):
    """A kind of model in a unit."""

    name: str
    line: int
    kind: Kind
    count: int
    die: int
    range: int = 0
    bought: tuple[Bought, ...] = ()
    weapons: tuple[WeaponDef, ...] = ()
    spells: tuple[str, ...] = ()
    spells_line: int = 0
    artillery: Literal["linear", "arcing"] = "linear"
    mount: str = ""
    aboard: Aboard | None = None
    carries: tuple[str, ...] = ()
    base: Footprint | None = None
    stated: dict[str, Node] = {}

    @property
    def everything(self) -> tuple[Bought, ...]:
        """All attributes, its own and its weapons'."""
        return (*self.bought, *(bought for weapon in self.weapons for bought in weapon.bought))

    def has(self, name: str) -> bool:
        """Construction asks for names, play never does."""
        return any(bought.attribute.name == name for bought in self.bought)


class UnitDef(msgspec.Struct, frozen=True):
    """A unit as it is defined."""

    id: str
    name: str
    line: int
    models: tuple[ModelDef, ...]
    cohesion: str = ""
    leader: bool | None = None
    artillery: str = ""
    ready: str = ""  # the ready unit it was taken from unchanged, whose profiles it shares
    cost: Node | None = None
    note: str = ""

    def model(self, name: str) -> ModelDef | None:
        """The kind of model of that name."""
        return next((model for model in self.models if model.name == name), None)


class Reader(FaultFinder):
    """Reads definitions."""

    def unit(self, node: Node) -> UnitDef:
        """A unit with models of its own."""
        known_keys(node, UNIT_KEYS, "a unit")
        ident = optional_text(node, "id")
        name = optional_text(node, "name") or ident
        if not name:
            raise RosterError("a unit lacks 'name' or 'id'", node.line)
        models = node.get("models", f"unit {name}").items("models")
        if not models:
            self.fault("oversoul.basics.terms-unit", node.line, f"{name} has no models")
        defs = tuple(self.model(model) for model in models)
        for model in repeated(defs, lambda model: model.name):
            self.fault("oversoul.basics.terms-unit", model.line, f"{name} has two kinds of model named {model.name}")
        leader = node.find("leader")
        return UnitDef(
            id=ident or slug(name),
            name=name,
            line=node.line,
            models=defs,
            cohesion=self.choice(node.find("cohesion"), "cohesion", ("loose", "tight"), "oversoul.org.cohesion-types", ""),
            leader=None if leader is None else leader.flag("leader"),
            artillery=optional_text(node, "artillery"),
            cost=node.find("cost"),
            note=optional_text(node, "note"),
        )

    def model(self, node: Node) -> ModelDef:
        """A kind of model."""
        known_keys(node, MODEL_KEYS, "a model")
        name = node.get("name", "a model").text("name")
        spell_node = node.find("spells")
        return ModelDef(
            name=name,
            line=node.line,
            kind=cast(Kind, self.choice(node.find("kind"), "kind", KINDS, "oversoul.basics.terms-unit", "trooper")),
            count=self.count(node, name),
            die=self.die(node, name),
            range=self.range(node, name),
            bought=self.bought(node, name),
            weapons=self.weapons(node, name),
            spells=self.spells(spell_node),
            spells_line=spell_node.line if spell_node else node.line,
            artillery=self.artillery(node),
            mount=optional_text(node, "mount"),
            aboard=self.aboard(node),
            carries=texts(node, "carries"),
            base=self.base(node),
            stated={key: node.get(key) for key in ("move", "payload", "cost", "victory_points_each") if node.find(key)},
        )

    def choice(self, found: Node | None, key: str, choices: tuple[str, ...], rule: str, default: str) -> str:
        """One of a few words."""
        if found is None:
            return default
        word = found.text(key)
        if word not in choices:
            self.fault(rule, found.line, f"{key} should be {' or '.join(choices)}, not {word}")
            return default or choices[0]
        return word

    def count(self, node: Node, name: str) -> int:
        """How many there are, 1 unless said (oversoul.basics.terms-unit)."""
        found = node.find("count")
        number = 1 if found is None else found.whole("count")
        if found and not 1 <= number <= 1000:
            self.fault("oversoul.basics.terms-unit", found.line, f"{name}: {number} models cannot be fielded")
            return 1
        return number

    def die(self, node: Node, name: str) -> int:
        """Its one die (oversoul.basics.single-die)."""
        found = node.get("die", name)
        text = found.text("die")
        sides = re.fullmatch(r"d?(\d{1,3})", text)
        if sides and int(sides[1]) in LADDER:
            return int(sides[1])
        self.fault("oversoul.basics.single-die", found.line, f"{name}: {text} is none of {', '.join(f'd{d}' for d in LADDER)}")
        return 8

    def range(self, node: Node, name: str) -> int:
        """Its range number: whole, even, not negative (oversoul.build.range-even)."""
        found = node.find("range")
        number = 0 if found is None else found.number("range")
        if found and (number < 0 or number != int(number) or number % 2):
            self.fault("oversoul.build.range-even", found.line, f"{name}: R:{number} should be an even number, 0 or more")
            return 0
        return int(number)

    def bought(self, node: Node, name: str) -> tuple[Bought, ...]:
        """Its attributes (oversoul.build.attribute-cost)."""
        found = node.find("attributes")
        result = []
        for item in found.items("attributes") if found else ():
            bought = read_attribute(item.text("an attribute"), item.line)
            if isinstance(bought, str):
                rule = "oversoul.attr.reload" if "Reload" in bought else "oversoul.build.attribute-cost"
                self.fault(rule, item.line, f"{name}: {bought}")
            else:
                result.append(bought)
        return tuple(result)

    def spells(self, found: Node | None) -> tuple[str, ...]:
        """Its spells (oversoul.spells.table)."""
        items = [(item.line, item.text("a spell")) for item in (found.items("spells") if found else ())]
        for line, name in items:
            if name.title() not in spells():
                self.fault("oversoul.spells.table", line, f"unknown spell {quote(name)}{suggestion(name, spells())}")
        return tuple(name.title() for _, name in items if name.title() in spells())

    def artillery(self, node: Node) -> Literal["linear", "arcing"]:
        """Linear unless marked (oversoul.artillery.types)."""
        rule, found, kind = "oversoul.artillery.types", node.find("artillery_type"), node.find("kind")
        word = self.choice(found, "artillery_type", ("linear", "arcing"), rule, "linear")
        if found and (kind is None or kind.value != "artillery-weapon"):
            self.fault(rule, found.line, "only an artillery weapon is linear or arcing")
        return cast(Literal["linear", "arcing"], word)

    def weapons(self, node: Node, owner: str) -> tuple[WeaponDef, ...]:
        """The weapons listed under a model, one for each piece."""
        found = node.find("weapons")
        result: list[WeaponDef] = []
        for item in found.items("weapons") if found else ():
            result += self.weapon(item)
            if len(result) > MOST_WEAPONS:
                raise RosterError(f"{owner} has more than {MOST_WEAPONS} weapons", item.line)
        for weapon in repeated(result, lambda weapon: weapon.name):
            self.fault("oversoul.build.vehicle-own-attributes", weapon.line, f"{owner} has two weapons named {weapon.name}")
        return tuple(result)

    def weapon(self, node: Node) -> list[WeaponDef]:
        """The weapons of one entry: "count: 2, facing: [left, right]" are two."""
        known_keys(node, WEAPON_KEYS, "a weapon")
        name = node.get("name", "a weapon").text("name")
        count = self.count(node, name)
        facings = self.facings(node, name, count)
        die, reach, bought = self.die(node, name), self.range(node, name), self.bought(node, name)
        exhaustible = node.find("exhaustible")
        stated = any(b.attribute.divide > 1 for b in bought)
        if exhaustible and exhaustible.flag("exhaustible") != stated:
            rule = "oversoul.attr.exhaustible-cost"
            self.fault(rule, exhaustible.line, f"{name}: Exhaustible Weapon belongs among its attributes")
        cost = node.find("cost")
        each = stated_each(cost) if cost else None
        numbered = count > 1 and len(set(facings)) < count
        return [
            WeaponDef(
                name=f"{name} {place + 1}" if numbered else f"{name} {facing}" if count > 1 else name,
                entry=name,
                line=node.line,
                die=die,
                range=reach,
                facing=facing,
                bought=bought,
                mount=self.choice(node.find("mount"), "mount", ("fixed", "sponson", "turret"), MOUNTING, ""),
                link=optional_text(node, "link"),
                cost=each,
            )
            for place, facing in enumerate(facings)
        ]

    def facings(self, node: Node, name: str, count: int) -> list[FacingName]:
        """One facing for each piece, front unless said (oversoul.facing.vehicle-weapon-mount)."""
        found = node.find("facing")
        listed = [] if found is None else list(found.items("facing")) if isinstance(found.value, tuple) else [found] * count
        result = [self.facing(item) for item in listed]
        if found and len(result) != count:
            self.fault(MOUNTING, found.line, f"{name}: {count} weapons need {count} facings")
        return [*result, *[self.facing(None)] * count][:count]

    def facing(self, found: Node | None) -> FacingName:
        """A facing of a vehicle, front unless said."""
        return cast(FacingName, self.choice(found, "facing", FACINGS, MOUNTING, "front"))

    def aboard(self, node: Node) -> Aboard | None:
        """Where it rides."""
        found = node.find("aboard")
        if found is None:
            return None
        known_keys(found, ABOARD_KEYS, "aboard")
        vehicle = found.get("vehicle", "aboard").text("vehicle")
        return Aboard(vehicle, found.line, self.facing(found.find("facing")), flag(found, "crew"))

    def base(self, node: Node) -> Footprint | None:
        """A base of its own: a diameter, or [width, length], in inches (oversoul.basics.measuring)."""
        found = node.find("base")
        if found is None:
            return None
        sizes = [n.number("a base") for n in (found.items("base") if isinstance(found.value, tuple) else (found,))]
        if len(sizes) > 2 or not sizes or min(sizes) < 0.1 or max(sizes) > 24:
            self.fault("oversoul.basics.measuring", found.line, "a base is a diameter or [width, length], 0.1 to 24 inches")
            return None
        return disc(sizes[0]) if len(sizes) == 1 else box(sizes[0], sizes[1])


def stated_each(cost: Node) -> int | None:
    """The cost of one that a file states beside the statistics: a number, or a mapping with `each`."""
    if isinstance(cost.value, dict):
        each = cost.find("each")
        return None if each is None else each.whole("each")
    return cost.whole("cost")


def slug(name: str) -> str:
    """An id made of a name."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or "unit"
