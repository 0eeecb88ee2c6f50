"""Seats and their secrets: only a hash of them is kept."""

from __future__ import annotations

from hashlib import sha256
from hmac import compare_digest

from ..storage.storage import GameRow, SeatRow
from ..wire import Seat

NO_SEAT = "this link opens no seat at this table, or not any more"


def hashed(token: str) -> str:
    """How a secret is kept."""
    return sha256(b"littlewars seat\n" + token.encode()).hexdigest() if token else ""


def seat_with(row: GameRow, token: str) -> SeatRow | None:
    """The seat that this secret opens."""
    wanted = hashed(token)
    return next((seat for seat in row.seats if seat.token and token and compare_digest(seat.token, wanted)), None)


def seat_of(row: GameRow, token: str) -> str | None:
    """The side that this secret opens; "" for no secret at all, None for a wrong one."""
    if not token:
        return ""
    seat = seat_with(row, token)
    return seat.side if seat else None


def seat_shown(seat: SeatRow, pages: int = 0) -> Seat:
    """Who plays a side, as everybody may know it."""
    is_bot = seat.kind == "bot"
    return Seat(seat.side, seat.name, "bot" if is_bot else "person", is_bot or pages > 0, seat.claimed, pages)
