"""The rulebooks, one folder each. `SYSTEMS[name]` loads one when it is first asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any

from ..engine import System

_WHERE = {"oversoul": ("littlewars.systems.oversoul", "OVERSOUL")}


class _Systems(Mapping[str, System[Any]]):
    """Rulebooks by name, imported one by one."""

    def __getitem__(self, name: str) -> System[Any]:
        module, attribute = _WHERE[name]
        system: System[Any] = getattr(import_module(module), attribute)
        return system

    def __iter__(self) -> Iterator[str]:
        return iter(_WHERE)

    def __len__(self) -> int:
        return len(_WHERE)


SYSTEMS: Mapping[str, System[Any]] = _Systems()
