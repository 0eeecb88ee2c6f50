"""What a Prometheus may know of a server."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)


class Metrics:
    """The meters of one server, in a registry of their own."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        self.games = Gauge("littlewars_games", "Battles in memory", registry=registry)
        self.connections = Gauge("littlewars_connections", "People and pages connected", registry=registry)
        self.begun = Counter("littlewars_games_begun", "Battles begun", ["system"], registry=registry)
        self.ended = Counter("littlewars_games_ended", "Battles that came to an end", ["system"], registry=registry)
        self.entries = Counter("littlewars_entries", "Lines of journals made durable", ["by"], registry=registry)
        self.refused = Counter("littlewars_refused", "Requests refused", ["status"], registry=registry)
        self.requests = Counter("littlewars_http_requests", "HTTP requests", ["method", "status"], registry=registry)
        self.answer = Histogram("littlewars_answer_seconds", "From an answer to its moment", buckets=SECONDS, registry=registry)
        self.loop = Counter(
            "littlewars_loop_seconds", "Time of the event loop, by what it was spent on", ["part"], registry=registry
        )
        self.commit = Histogram("littlewars_commit_seconds", "A transaction", buckets=SECONDS, registry=registry)
        self.batch = Histogram(
            "littlewars_commit_lines", "Lines in a transaction", buckets=(1, 2, 5, 10, 20, 50, 100), registry=registry
        )
        self.think = Histogram("littlewars_think_seconds", "A bot's answer or a reckoning", buckets=SECONDS, registry=registry)
        self.loads = Histogram("littlewars_load_seconds", "A battle read back into memory", buckets=SECONDS, registry=registry)
        self.warm = Gauge("littlewars_warm", "Rulebooks and workers are ready", registry=registry)
        self.workers = Counter("littlewars_workers_replaced", "Worker processes that died or hung", registry=registry)
        self.failures = Counter("littlewars_failures", "Errors of ours", ["where"], registry=registry)

    @contextmanager
    def spent(self, part: str) -> Iterator[None]:
        """Count the time that something takes on the event loop."""
        begun = perf_counter()
        yield
        self.loop.labels(part).inc(perf_counter() - begun)

    def page(self) -> bytes:
        """All meters as Prometheus reads them."""
        return generate_latest(self.registry)
