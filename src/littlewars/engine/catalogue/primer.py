"""How to play a rulebook in two pages: short lines in our words, each with its rule. It is data beside the catalogue."""

from __future__ import annotations

from pathlib import Path

import msgspec
import yaml

FILE = "primer.yaml"


class PrimerLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sentence or two, and the rule that it is about."""

    text: str
    rule: str


class PrimerPart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Lines that belong together."""

    title: str
    lines: tuple[PrimerLine, ...]


def primer(folder: Path) -> tuple[PrimerPart, ...]:
    """The two pages of the rulebook whose data lie there; none where it has none."""
    file = folder / FILE
    if not file.is_file():
        return ()
    return msgspec.convert(yaml.safe_load(file.read_text(encoding="utf-8")), tuple[PrimerPart, ...])
