"""What is kept beside a battle's journal, so that it survives a restart: orders under way, standing answers, clocks.

Nothing of it is part of the game: without it the same battle goes on, and its people are asked again.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec import Struct

from littlewars.engine.orders import Policy, Stop

from .clocks import Clock
from .orders import Orders, Running

RESTARTED = "The server was started again"


class Beside(Struct):
    """As it is written."""

    running: dict[str, Running] = {}
    standing: dict[str, dict[str, Policy]] = {}
    clock: Clock = msgspec.field(default_factory=Clock)


def written(orders: Orders, clock: Clock) -> bytes:
    """What is to be kept now; what is carried out is not."""
    going = {side: one for side, one in orders.running.items() if not one.ended}
    return msgspec.json.encode(Beside(going, orders.standing, clock))


def read(data: bytes | None, heard: int, persons: Mapping[str, str]) -> tuple[Orders, Clock]:
    """As it was; orders halt and say why, and go on when their giver says so."""
    orders = Orders()
    if not data:
        return orders, Clock()
    kept = msgspec.json.decode(data, type=Beside)
    orders.standing = {side: rules for side, rules in kept.standing.items() if side in persons}
    for side, one in kept.running.items():
        if side in persons:
            one.stop, one.heard = one.stop or Stop("line", RESTARTED), heard
            orders.running[side] = one
    return orders, kept.clock
