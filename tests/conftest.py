"""For all tests: those that wait for a browser or for processes of their own may be tried twice, and where `CI` is set what is
tried by chance is the same every time.

On a machine that is busy with something else a page or a process may be late. The first failure is told all the same; rules,
secrets and everything that is only reckoned are tried once.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("same", derandomize=True)
if os.environ.get("CI"):
    settings.load_profile("same")

HERE = Path(__file__).parent
WAITING = (
    "web",
    "server/test_beside.py",
    "server/test_bots.py",
    "server/test_deaf.py",
    "server/test_durable.py",
    "server/test_faults.py",
    "server/test_live.py",
    "server/test_loop.py",
    "server/test_nursery.py",
    "server/test_soak.py",
    "systems/test_entry_points.py",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    waiting = tuple(f"{HERE / name}" for name in WAITING)
    for item in items:
        if str(item.path).startswith(waiting):
            item.add_marker(pytest.mark.flaky(reruns=1))
