"""Fair dice: a seed is committed to by its hash before the first decision, and revealed at the end.

The server that rolls the dice cannot choose them afterwards: the hash binds the seed, the seed every die, and new dice after an
undo come from the seed and the number of their line. Nobody can run ahead: seeds are long, and long seeds roll by a keyed hash.

>>> fits(commitment(2**255), 2**255), fits(commitment(2**255), 2**255 + 1)
(True, False)
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from hmac import compare_digest

BITS = 256


def fresh_seed(bits: Callable[[int], int]) -> int:
    """A seed for a battle, from a source of secret bits (`secrets.randbits`); never so small that others could guess it."""
    return 1 << (BITS - 1) | bits(BITS)


def commitment(seed: int) -> str:
    """What is told of a seed before the battle."""
    return sha256(b"littlewars seed commitment 1\n" + written(seed).encode()).hexdigest()


def fits(told: object, seed: int) -> bool:
    """Is this the seed that was committed to?"""
    return isinstance(told, str) and compare_digest(told.encode(), commitment(seed).encode())


def derive(seed: int, line: int) -> int:
    """The seed of the dice that fall from this line of the journal on, after something was taken back."""
    text = f"littlewars reseed 1\n{written(seed)}\n{line}".encode()
    return 1 << (BITS - 1) | int.from_bytes(sha256(text).digest(), "big")


def written(seed: int) -> str:
    """A seed in hexadecimal, as it is revealed."""
    return f"{seed:064x}"
