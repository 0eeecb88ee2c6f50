"""How fast is too fast: token buckets, per connection and per address."""

from __future__ import annotations

from collections import OrderedDict
from time import monotonic

MOST_KEPT = 20_000  # addresses remembered


class Bucket:
    """Holds `size` tokens, `rate` of which flow in every second; a request takes one, or is refused."""

    __slots__ = ("at", "left", "rate", "size")

    def __init__(self, rate: float, size: float) -> None:
        self.rate, self.size = rate, max(1.0, size)
        self.left, self.at = self.size, monotonic()

    def take(self, tokens: float = 1.0) -> bool:
        """Take a token if there is one."""
        now = monotonic()
        self.left = min(self.size, self.left + (now - self.at) * self.rate)
        self.at = now
        if self.left < tokens:
            return False
        self.left -= tokens
        return True


class Buckets:
    """A bucket for every address or seat, forgotten in the order in which they were last used."""

    def __init__(self, rate: float, size: float) -> None:
        self.rate, self.size = rate, size
        self._kept: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> bool:
        """Take a token of this one."""
        bucket = self._kept.pop(address, None) or Bucket(self.rate, self.size)
        self._kept[address] = bucket
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return bucket.take()


class Doors:
    """Who is connected from where."""

    def __init__(self, per_address: int, most: int) -> None:
        self.per_address, self.most = per_address, most
        self.inside: dict[str, int] = {}
        self.count = 0

    def enter(self, address: str) -> bool:
        """One more from this address, if there is room."""
        if self.inside.get(address, 0) >= self.per_address or self.count >= self.most:
            return False
        self.inside[address] = self.inside.get(address, 0) + 1
        self.count += 1
        return True

    def leave(self, address: str) -> None:
        """One less."""
        self.count -= 1
        self.inside[address] -= 1
        if not self.inside[address]:
            del self.inside[address]
