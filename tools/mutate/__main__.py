"""`python -m tools.mutate BOOK`: break a book's rules one by one, at random, and report what nobody notices."""

from __future__ import annotations

import json
import sys
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path
from random import Random

from .book import Book, find
from .choose import Chooser
from .places import Change, places_of
from .reach import Reach, learn
from .report import REASONS, Report, reasons
from .trial import Trial, Verdict, try_all, warm


def main(words: Sequence[str] | None = None) -> int:
    """Read the words, try the changes, print the report; 1 if fewer are noticed than must be."""
    said = _read(words)
    book = find(said.book, tuple(Path(folder).resolve() for folder in said.tests))
    warm(book)
    reach = learn(book, said.jobs)
    report = Report(book.folder, reasons(said.reasons or REASONS / f"{book.name}.yaml"))
    changes = again(book, report, said.again) if said.again else picked(book, said.count, said.seed, said.only)
    trials = _trials(book, reach, changes)
    for trial in trials:
        if not trial.tests:
            report.hear(Verdict(trial.change, "survived", "", 0))
    begun = time.monotonic()
    for verdict in try_all(book, [trial for trial in trials if trial.tests], said.jobs, said.patience):
        report.hear(verdict)
        if report.verdicts[-1].outcome == "survived":  # whoever waits can begin with it
            place = verdict.change.place
            sys.stderr.write(f"{len(report.verdicts)} of {len(changes)}: {place.file}:{place.line}  {verdict.change.told}\n")
            sys.stderr.flush()
    if said.json:
        said.json.write_text(json.dumps(report.plain(), indent=1, ensure_ascii=False) + "\n")
    sys.stdout.write(f"{report.text()}\n{book.name}, seed {said.seed}: {time.monotonic() - begun:.0f} s\n")
    return int(report.share * 100 < said.least)


def picked(book: Book, count: int, seed: int, only: str = "") -> list[Change]:
    """So many different places of a book by chance, with what each becomes; `only` keeps to files whose path begins so."""
    rng = Random(seed)
    found = [place for place in places_of(book.folder) if place.file.startswith(only)]
    return [Change(place, rng.choice(place.news)) for place in rng.sample(found, min(count, len(found)))]


def again(book: Book, report: Report, file: Path) -> list[Change]:
    """The changes that survived in an earlier report, found by file, text of the line, and change."""
    rows = json.loads(file.read_text())["changes"]
    wanted = {(row["file"], row["text"], row["change"]) for row in rows if row["outcome"] == "survived"}
    files = {name for name, _, _ in wanted}
    every = [Change(place, new) for place in places_of(book.folder) if place.file in files for new in place.news]
    return [change for change in every if (change.place.file, report.line(change), change.told) in wanted]


def _trials(book: Book, reach: Reach, changes: Sequence[Change]) -> list[Trial]:
    chooser = Chooser(book, reach)
    found = []
    for change in changes:
        tests = chooser.tests(change.place)
        found.append(Trial(change, {test: reach.seconds[test] for test in tests}))
    return found


def _read(words: Sequence[str] | None) -> Namespace:
    parser = ArgumentParser("python -m tools.mutate", description="Break rules on purpose and see which tests notice.")
    parser.add_argument("book", help="a rulebook by name: oversoul, defiance, or one that another package adds")
    parser.add_argument("--count", type=int, default=200, help="how many changes")
    parser.add_argument("--seed", type=int, default=1, help="which changes")
    parser.add_argument("--jobs", type=int, default=2, help="how many at a time")
    parser.add_argument("--patience", type=float, default=10, help="how many times longer the tests may take than usual")
    parser.add_argument("--only", default="", metavar="PATH", help="files of the book whose path begins so")
    parser.add_argument("--least", type=float, default=0, help="the percentage that must be noticed")
    parser.add_argument("--tests", action="append", default=[], metavar="FOLDER", help="where its tests are")
    parser.add_argument("--reasons", type=Path, help="survivors that change nothing, with the reason (YAML)")
    parser.add_argument("--again", type=Path, metavar="FILE", help="only what survived in this earlier report (JSON)")
    parser.add_argument("--json", type=Path, help="also write everything to this file")
    return parser.parse_args(words)


if __name__ == "__main__":
    sys.exit(main())
