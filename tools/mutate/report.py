"""What came of all trials, in words and as JSON; survivors that change nothing are explained in a file of reasons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from .choose import is_battle
from .places import Change
from .trial import Verdict

REASONS = Path(__file__).parent / "reasons"
ANY = "any"
"""Stands for every change of a line that only makes words."""


@dataclass(frozen=True)
class Reason:
    """Why a change changes nothing: the file, the text of its line, the change as it is told or `any`, and the reason."""

    file: str
    line: str
    change: str
    why: str


def reasons(path: Path) -> list[Reason]:
    """The reasons in a file; every one has all four words."""
    raw = yaml.safe_load(path.read_text()) if path.is_file() else None
    found = []
    for number, entry in enumerate(raw or [], 1):
        if set(entry) != {"file", "line", "change", "why"} or not all(
            isinstance(text, str) and text for text in entry.values()
        ):
            raise SystemExit(f"{path.name}, entry {number}: file, line, change and why are needed, each a text")
        found.append(Reason(**entry))
    return found


@cache
def _lines(path: Path) -> list[str]:
    return path.read_text().splitlines()


class Report:
    """Collects verdicts of one book."""

    def __init__(self, folder: Path, known: Sequence[Reason]) -> None:
        self.folder = folder
        self.known = {(reason.file, reason.line, reason.change): reason.why for reason in known}
        self.verdicts: list[Verdict] = []

    def hear(self, verdict: Verdict) -> None:
        """Take a verdict; a survivor that a reason explains counts as explained."""
        if verdict.outcome == "survived" and self.why(verdict.change):
            verdict = Verdict(verdict.change, "explained", verdict.by, verdict.tests)
        self.verdicts.append(verdict)

    def why(self, change: Change) -> str:
        """The reason why a change changes nothing; "" if nobody knows one."""
        place, line = change.place.file, self.line(change)
        return self.known.get((place, line, change.told)) or self.known.get((place, line, ANY), "")

    def line(self, change: Change) -> str:
        """The text of the line that is changed."""
        return _lines(self.folder / change.place.file)[change.place.line - 1].strip()

    def stale(self) -> list[str]:
        """Reasons for lines that are not there any more: file and line."""
        found = {(file, line) for file, line, _ in self.known if not self._stands(self.folder / file, line)}
        return [f"{file}: {line}" for file, line in sorted(found)]

    def _stands(self, path: Path, line: str) -> bool:
        return path.is_file() and any(text.strip() == line for text in _lines(path))

    @property
    def counts(self) -> Counter[str]:
        """How many of each outcome."""
        return Counter(verdict.outcome for verdict in self.verdicts)

    @property
    def share(self) -> float:
        """The part that was noticed, of all that could be: a test that never ends has noticed too."""
        counts = self.counts
        noticed = counts["noticed"] + counts["timed out"]
        return noticed / max(1, noticed + counts["survived"])

    def text(self) -> str:
        """Survivors and time-outs one a line, then the figures."""
        lines = []
        for verdict in sorted(self.verdicts, key=lambda verdict: (verdict.outcome, verdict.change)):
            if verdict.outcome in ("survived", "timed out"):
                place = verdict.change.place
                reached = f"{verdict.tests} tests" if verdict.tests else "no test reaches it"
                lines.append(f"{verdict.outcome:9}  {place.file}:{place.line}  {verdict.change.told}  ({reached})")
                lines.append(f"           {self.line(verdict.change)}")
        counts = self.counts
        only = sum(1 for verdict in self.verdicts if is_battle(verdict.by))
        lines.append(
            f"{len(self.verdicts)} changes: {counts['noticed']} noticed ({only} of them only by whole battles), "
            f"{counts['timed out']} timed out, {counts['survived']} survived, {counts['explained']} explained: {self.share:.1%}"
        )
        lines += [f"a reason for a line that is gone: {place}" for place in self.stale()]
        return "\n".join(lines)

    def plain(self) -> dict[str, Any]:
        """The same as data."""
        rows = [
            {
                "file": verdict.change.place.file,
                "line": verdict.change.place.line,
                "scope": verdict.change.place.scope,
                "kind": verdict.change.place.kind,
                "change": verdict.change.told,
                "text": self.line(verdict.change),
                "outcome": verdict.outcome,
                "by": verdict.by,
                "tests": verdict.tests,
                "why": self.why(verdict.change),
            }
            for verdict in sorted(self.verdicts, key=lambda verdict: verdict.change)
        ]
        return {"counts": dict(self.counts), "share": self.share, "changes": rows}
