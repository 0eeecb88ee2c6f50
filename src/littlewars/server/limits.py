"""How fast is too fast: token buckets, per connection and per address; and how many may be connected."""

from __future__ import annotations

from collections import OrderedDict
from time import monotonic
from typing import Any, Literal, TypeAlias

from litestar import Request

from .config import Config
from .errors import Refuse

Costly: TypeAlias = Literal["rosters", "seats", "journals", "cases", "drawings", "replays"]
TELL_AGAIN = 60.0  # seconds
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


class Gates:
    """How fast is too fast, for each address and each seat."""

    def __init__(self, config: Config) -> None:
        self.messages = Buckets(config.messages_per_second, config.messages_per_second * 3)
        self.previews = Buckets(config.previews_per_second, config.previews_per_second * 2)
        self.chats = Buckets(config.chats_per_minute / 60, max(3, config.chats_per_minute / 6))
        self._told = Buckets(1 / TELL_AGAIN, 1)
        self._requests = Buckets(config.requests_per_second, config.requests_per_second * 4)
        self._games = Buckets(config.games_per_minute / 60, config.games_per_minute)
        self._costly = {
            "rosters": Buckets(config.rosters_per_minute / 60, config.rosters_per_minute),
            "journals": Buckets(config.journals_per_minute / 60, config.journals_per_minute),
            "seats": Buckets(config.seats_per_minute / 60, config.seats_per_minute),
            "cases": Buckets(config.cases_per_minute / 60, config.cases_per_minute),
            "drawings": Buckets(config.drawings_per_minute / 60, config.drawings_per_minute),
            "replays": Buckets(config.uploads_per_minute / 60, config.uploads_per_minute),
        }

    def request(self, address: str) -> bool:
        """Any request."""
        return self._requests.take(address)

    def worth_telling(self, address: str, status: int) -> bool:
        """Whether a refusal goes into the log: each kind once, and again only after a while."""
        return self._told.take(f"{address} {status}")

    def game(self, request: Request[Any, Any, Any]) -> None:
        """A new battle."""
        if not self._games.take(_address(request)):
            raise Refuse(429, "too many battles from here; wait a minute")

    def costly(self, what: Costly, request: Request[Any, Any, Any]) -> None:
        """Something that costs us time; of each kind so much."""
        if not self._costly[what].take(_address(request)):
            raise Refuse(429, f"too many {what} from here; wait a minute")


def _address(request: Request[Any, Any, Any]) -> str:
    return request.client.host if request.client else ""
