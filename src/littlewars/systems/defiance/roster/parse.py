"""Frames and weapons in the book's words (PV, SZ, QU, MV …) become objects
(defiance.stats.profile, defiance.profiles.weapon-notation)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from littlewars.kit.scenario import only
from littlewars.untrusted import quote

from ..basics.numbers import INCH, NEVER, QUALITIES
from ..basics.profiles import BASE, BRACKETS, Aoe, Frame, Hull, Slot, Weapon
from .notation import NONE, needed, rate, rating

UNLIMITED = "UN"
NO_BRACKETS = (None,) * len(BRACKETS)
WIDTH = (3, 5)  # of a vehicle's base, by its length (defiance.scale.bases)
CREW = {"crew-served": 2}  # defiance.infweapon.crew-definition
MECHA = ("Mecha", "Anime Mecha")
AGILITY = {"Mecha": 5, "Anime Mecha": 7}  # where a profile has none (defiance.vehicle.profile)
# inches for a turn walking, running, sprinting, and how many an activation has (defiance.vehicle.turn-cost-table,
# defiance.vehicle.light-vehicle, defiance.vehicle.apc)
TURNS: dict[str, tuple[tuple[float, float, float], int | None]] = {
    "Light Vehicle": ((1, 2, 3), 3),
    "Mecha": ((0.5, 1, 1.5), None),
    "Anime Mecha": ((0, 0, 0), None),
    "APC": ((1.5, 3, 4.5), 2),
    "AFV": ((2, 4, 6), 2),
}
GEARS = ("walk", "run", "sprint")
FRAME_WORDS = (
    "PV", "SZ", "class", "QU", "MV", "modes", "AR", "FS", "DC", "HR", "RF", "AG", "OF", "HC", "CO", "CO_cost", "primary",
    "support", "side_arm", "vehicle", "TY", "SDC", "FA", "PA", "EA", "turn_cost", "max_turns", "slots", "damage_chart", "base",
    "rule", "origin", "ours", "inferred",
)  # fmt: skip
WEAPON_WORDS = (
    "PV", "type", "target", "FR", "FR_high", "effectors", "brackets", "aoe", "IR", "IF", "ammo", "form", "modes", "poison",
    "kamikaze", "smoke", "rule", "origin", "ours", "inferred",
)  # fmt: skip


def inches(number: float) -> int:
    """Inches as thousandths."""
    return round(number * INCH)


def key_of(name: str) -> str:
    """Names become keys: "Ram's Head Missile Launcher" is rams-head-missile-launcher."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower().replace("'", "")).strip("-")


# ---- weapons


def weapon_of(key: str, name: str, raw: Mapping[str, Any]) -> Weapon:
    """A weapon's line; what is left out is as usual (an SI weapon against infantry, one die, no effectors)."""
    only(raw, WEAPON_WORDS, f"the weapon {name}")
    low, high, letters = rate(str(raw.get("FR", 1)))
    form = raw.get("form") or ""
    return Weapon(
        key=key,
        name=name,
        type=raw.get("type", "SI"),
        target=raw.get("target", "AI"),
        rate=low,
        high=raw.get("FR_high") or high,
        effectors=frozenset(raw.get("effectors", ())) | letters,
        brackets=_brackets(raw.get("brackets", NONE)),
        aoe=_aoe(raw.get("aoe", NONE)),
        impact=raw.get("IR", 0),
        indirect=raw.get("IF", False),
        ammo=None if raw.get("ammo", UNLIMITED) == UNLIMITED else raw["ammo"],
        form=form,
        modes=tuple(raw.get("modes", ())),
        poison=raw.get("poison", False),
        kamikaze=raw.get("kamikaze", False),
        smoke=(smoke["los_modifier"], smoke["turns"]) if (smoke := raw.get("smoke")) else (0, 0),
        crew=CREW.get(form, 1),
        cost=raw.get("PV", 0),
        rule=raw.get("rule", ""),
        ours=_ours(raw, WEAPON_WORDS),
    )


def _ours(raw: Mapping[str, Any], words: tuple[str, ...]) -> tuple[str, ...]:
    """Which of its values are ours: all of them where nothing is printed (defiance.profiles.point-values)."""
    if raw.get("origin") == "ours":
        return tuple(word for word in words if word in raw and word not in ("rule", "origin"))
    return tuple(raw.get("ours", ()))


def _brackets(raw: Any) -> tuple[int | None, ...]:
    """ "3+: 5" reaches 5 inches; thrown weapons and those around the bearer have none of their own."""
    if not isinstance(raw, Mapping):
        return NO_BRACKETS
    if strange := sorted(set(raw) - {f"{number}+" for number in BRACKETS}):
        raise ValueError(f"there is no bracket {quote(strange[0])}")
    return tuple(_reach(raw.get(f"{number}+", NONE)) for number in BRACKETS)


def _reach(raw: Any) -> int | None:
    return None if raw in (NONE, None) else NEVER if raw == UNLIMITED else inches(raw)


def _aoe(raw: Any) -> Aoe | None:
    if not isinstance(raw, Mapping):
        return None
    dice, number, letters = _area_dice(str(raw["damage"])) if raw.get("damage") else (1, None, frozenset[str]())
    letters |= frozenset(raw.get("effectors") or ())
    return Aoe(radius=inches(raw["radius"]), damage=number, effectors=letters, dice=dice)


def _area_dice(text: str) -> tuple[int, int, frozenset[str]]:
    """ "5+B" is one die, "2@7+B" two (defiance.effector.notation)."""
    return rating(text) if "@" in text else (1, *needed(text))


# ---- frames


def frame_of(key: str, name: str, army: str, raw: Mapping[str, Any]) -> Frame:
    """A frame; what is left out is as usual (a Regular of size 2 with Move 4)."""
    only(raw, FRAME_WORDS, f"the frame {name}")
    vehicle = raw.get("vehicle", False)
    size, quality = raw.get("SZ", 2), raw.get("QU", "Vehicle" if vehicle else "Regular")
    if quality not in QUALITIES:
        raise ValueError(
            f"{name}: there is no quality {quote(quality)}; there are {', '.join(QUALITIES)}: defiance.stats.quality"
        )
    dice, strikes, blows = rating(str(raw.get("HR", NONE if vehicle and raw.get("TY") not in MECHA else "1@9+")))
    return Frame(
        key=key,
        name=name,
        army=army,
        cost=raw.get("PV", 10),
        size=size,
        quality=quality,
        move=inches(raw.get("MV", 4)),
        modes=frozenset(raw.get("modes", ())),
        powered=_powered(name, raw, vehicle),
        vehicle=vehicle,
        mecha=raw.get("TY") in MECHA,
        armour=raw.get("AR", 0),
        field=None if raw.get("FS", NONE) == NONE else needed(str(raw["FS"]))[0],
        capacity=raw.get("DC", 1),
        dice=dice,
        strikes=strikes,
        blows=blows,
        reflex=_number(raw.get("RF", 0)),
        agility=_agility(raw, vehicle),
        officers=tuple((raw.get("OF") or {}).items()),
        hero=None if raw.get("HC", NONE) == NONE else raw["HC"],
        covert=str(raw.get("CO", "0")),
        covert_cost=raw.get("CO_cost", 0),
        primary=tuple(map(key_of, raw.get("primary", ()))),
        support=tuple(map(key_of, raw.get("support", ()))),
        side=tuple(map(key_of, raw.get("side_arm", ()))),
        base=_base(raw.get("base"), size, vehicle),
        hull=_hull(raw) if vehicle else None,
        rule=raw.get("rule", ""),
        origin=raw.get("origin", "book"),
        ours=_ours(raw, FRAME_WORDS),
    )


def _powered(name: str, raw: Mapping[str, Any], vehicle: bool) -> bool:
    """Stored, not derived; but standard infantry never has a negative armour rating (defiance.stats.armor-si-pi)."""
    powered = bool(raw.get("class", "SI") == "PI")
    if not powered and not vehicle and raw.get("AR", 0) < 0:
        raise ValueError(f"{name}: standard infantry has an armour rating of 0 or more: defiance.stats.armor-si-pi")
    return powered


def _agility(raw: Mapping[str, Any], vehicle: bool) -> int:
    """Its own, or what mecha have; other vehicles never need any (defiance.vehicle.profile)."""
    own = raw.get("AG", NONE if vehicle else 6)
    return AGILITY.get(raw.get("TY", ""), 0) if own == NONE else int(own)


def _number(raw: Any) -> int:
    return 0 if raw == NONE else int(raw)


def _base(raw: Any, size: int, vehicle: bool) -> int | tuple[int, int]:
    """A disc of an inch; vehicles are as long as their size, and three fifths as wide (defiance.scale.bases)."""
    if raw is not None:
        return inches(raw) // 2 if isinstance(raw, int | float) else (inches(raw[0]), inches(raw[1]))
    return (size * INCH, size * INCH * WIDTH[0] // WIDTH[1]) if vehicle else BASE


def _hull(raw: Mapping[str, Any]) -> Hull:
    usual, limit = TURNS.get(raw["TY"], ((0, 0, 0), None))
    costs = raw.get("turn_cost") or dict(zip(GEARS, usual, strict=True))
    most = raw.get("max_turns", limit)
    return Hull(
        type=raw["TY"],
        structure=_number(raw.get("SDC", 0)),
        actions=raw.get("FA", 1),
        room=raw.get("PA", 0),
        entry=tuple(raw.get("EA", ())),
        turns=tuple(None if costs.get(word) is None else inches(costs[word]) for word in GEARS),
        most_turns=most if isinstance(most, int) else None,
        slots=tuple(_slot(slot) for slot in raw.get("slots", ())),
        chart=raw.get("damage_chart", ""),
    )


def _slot(raw: Mapping[str, Any]) -> Slot:
    return Slot(
        name=raw["slot"],
        weapon=key_of(raw["weapon"]),
        arcs=tuple(raw.get("arcs", ())),
        turret=raw.get("turret", False),
        cupola=raw.get("cupola", False),
    )
