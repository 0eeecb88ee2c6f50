"""What cannot happen between two checkpoints: figures that vanish or come back, damage healed, shots regained."""

from __future__ import annotations

from collections.abc import Iterator

from littlewars.kit.errors import pairs, returned

from ..basics.state import Figure, State


def transition_errors(before: State, after: State) -> list[str]:
    """Everything impossible about going from one state to the next; nothing, one hopes."""
    found = [*returned(before, after), *(fault for was, now in pairs(before, after) for fault in _figure(was, now))]
    found += [f"{name} has come from nowhere" for name in after.figures if name not in before.figures]
    found += [f"unit {name} has vanished" for name in before.units if name not in after.units]
    for name, unit in after.units.items():
        was = before.units.get(name, unit)
        if (was.side, was.quality) != (unit.side, unit.quality):
            found.append(f"{name} has changed its side or its quality")
        if was.status != "standard" and unit.status != was.status:
            found.append(f"{name} was {was.status} and is {unit.status}: defiance.unit.joining-becomes-ad-hoc")
    return found + (["a turn has come back"] if after.turn.number < before.turn.number else [])


def _figure(was: Figure, now: Figure) -> Iterator[str]:
    """Damage stays, shots are only spent, and what was bought is bought."""
    if now.hurt < was.hurt:
        yield f"{now.id} has healed"
    if any(new < old for old, new in zip(was.shots, now.shots, strict=False)) or len(now.shots) < len(was.shots):
        yield f"{now.id} has found shots again"
    if (was.frame, was.arms, was.cost) != (now.frame, now.arms, now.cost):
        yield f"{now.id} is not who it was"
    if (was.leader, was.command, was.focal, was.hero) != (now.leader, now.command, now.focal, now.hero):
        yield f"{now.id} has been promoted"
