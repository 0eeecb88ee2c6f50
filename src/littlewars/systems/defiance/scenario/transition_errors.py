"""What cannot happen between two checkpoints: figures that vanish or come back, damage healed, shots regained."""

from __future__ import annotations

from ..basics.state import Figure, State


def transition_errors(before: State, after: State) -> list[str]:
    """Everything impossible about going from one state to the next; nothing, one hopes."""
    found = [f"{name} has vanished" for name in before.figures if name not in after.figures]
    found += [f"{name} has come from nowhere" for name in after.figures if name not in before.figures]
    for name, figure in after.figures.items():
        if name in before.figures:
            found += _figure(before.figures[name], figure)
    found += [f"unit {name} has vanished" for name in before.units if name not in after.units]
    for name, unit in after.units.items():
        was = before.units.get(name)
        if was is not None and (was.side, was.quality) != (unit.side, unit.quality):
            found.append(f"{name} has changed its side or its quality")
        if was is not None and was.status != "standard" and unit.status != was.status:
            found.append(f"{name} was {was.status} and is {unit.status}: defiance.unit.joining-becomes-ad-hoc")
    if after.turn.number < before.turn.number:
        found.append("a turn has come back")
    return found


def _figure(was: Figure, now: Figure) -> list[str]:
    """The gone stay gone, damage stays, shots are only spent, and what was bought is bought."""
    found = []
    if was.gone and was.gone != now.gone:
        found.append(f"{now.id} has come back")
    if now.hurt < was.hurt:
        found.append(f"{now.id} has healed")
    if any(new < old for old, new in zip(was.shots, now.shots, strict=False)) or len(now.shots) < len(was.shots):
        found.append(f"{now.id} has found shots again")
    if (was.frame, was.arms, was.cost) != (now.frame, now.arms, now.cost):
        found.append(f"{now.id} is not who it was")
    if (was.leader, was.command, was.focal, was.hero) != (now.leader, now.command, now.focal, now.hero):
        found.append(f"{now.id} has been promoted")
    return found
