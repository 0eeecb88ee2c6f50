"""Reading a case file: YAML with the line of everything that can go wrong."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeAlias

from msgspec import Struct, field

from littlewars.untrusted import QUOTED, BadFile, Node, cut, quote, read_text, tree

from ..measures import Unreadable
from .people import name

Face: TypeAlias = tuple[str, int | str]  # what a die is for ("": anything), and how it falls (a card by its name)
CASE_WORDS = ("case", "system", "rules", "scenario", "dice", "play", "expect", "error", "note")
STEP_WORDS = ("rule", "part", "dice", "refused", "expect", "note")
ENDINGS = ("concede", "agree")


class CaseError(AssertionError):
    """What is wrong with a case or came out differently, in which file, at which step and line."""

    def __init__(self, text: str, file: str = "", line: int = 0, step: int = 0) -> None:
        where = f"{file or 'case'}:{line}: " if line else f"{file or 'case'}: "
        text = cut(text)
        super().__init__(where + (f"step {step}: " if step else "") + text)
        self.text, self.file, self.line, self.step = text, file, line, step


class CaseStep(Struct, frozen=True):
    """One answer (or ending) with its dice and what must be true after it."""

    number: int
    line: int
    kind: str  # "answer", "concede" or "agree"
    side: str
    answer: Any = None
    rule: str = ""
    part: int | None = None
    dice: tuple[Face, ...] = ()
    refused: str = ""
    expect: dict[str, Any] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)  # where each expectation stands


class Case(Struct, frozen=True):
    """A case as it was read."""

    case: str
    system: str
    scenario: Any  # what `setup` reads, or the name of a ready scenario
    file: str = ""
    rules: tuple[str, ...] = ()
    dice: tuple[Face, ...] = ()
    play: tuple[CaseStep, ...] = ()
    expect: dict[str, Any] = field(default_factory=dict)
    error: tuple[str, ...] = ()
    lines: dict[str, int] = field(default_factory=dict)  # where each word and each final expectation stands


def load(path: Path) -> Case:
    """A case from its file."""
    try:
        text = read_text(path)
    except BadFile as error:
        raise CaseError(error.text, str(path), error.line) from error
    return parse(text, str(path))


def parse(text: str, file: str = "") -> Case:
    """A case from its text; CaseError says what is wrong, and where."""
    try:
        node = tree(text, Node, words=True)
    except BadFile as error:
        raise CaseError(error.text, file, error.line) from error
    reader = _Reader(file)
    data = reader.mapping(node, "a case")
    lines = _lines(node)
    for word in data:
        if word not in CASE_WORDS:
            raise CaseError(f"{quote(word)} is not a word of a case; there are {', '.join(CASE_WORDS)}", file, lines[str(word)])
    for word in ("case", "system", "scenario"):
        if not data.get(word) or (word != "scenario" and not isinstance(data[word], str)):
            raise CaseError(f"{word} is missing or empty", file, lines.get(word, 1))
    expect, where = reader.expect(node)
    return Case(
        data["case"],
        data["system"],
        data["scenario"],
        file,
        reader.texts(data, "rules", lines),
        reader.dice(data.get("dice"), lines.get("dice", 1)),
        reader.play(node, lines),
        expect,
        reader.texts(data, "error", lines),
        lines | {f"expect.{path}": line for path, line in where.items()},
    )


def _lines(node: Node) -> dict[str, int]:
    """Where each key of a mapping stands."""
    return {str(key): line for key, line in node.keys.items()}


class _Reader:
    """Reads the parts of a case; knows the file, so that errors name it."""

    def __init__(self, file: str) -> None:
        self.file = file

    def mapping(self, node: Node, what: str) -> dict[Any, Any]:
        """The plain data of a mapping."""
        data = node.plain()
        if not isinstance(data, dict):
            raise CaseError(f"{what} is a mapping, not {quote(data)}", self.file, node.line)
        return data

    def texts(self, data: dict[Any, Any], word: str, lines: dict[str, int]) -> tuple[str, ...]:
        """A text or a list of texts."""
        found = data.get(word) or []
        found = [found] if isinstance(found, str) else found
        if not isinstance(found, list) or not all(isinstance(text, str) for text in found):
            raise CaseError(f"{word} is a text or a list of texts, not {quote(found)}", self.file, lines[word])
        return tuple(found)

    def dice(self, raw: object, line: int, step: int = 0) -> tuple[Face, ...]:
        """`4`, `{recovery: 4}`, `{ranged attack: [4, 2, 6]}`, `{card: ace}`, in the order in which they fall."""
        items = [raw] if isinstance(raw, Mapping) else [] if raw is None else raw
        if not isinstance(items, list):
            raise CaseError(f"dice are a list such as [{{morale: 4}}], not {quote(raw)}", self.file, line, step)
        found: list[Face] = []
        for item in items:
            labelled = list(item.items()) if isinstance(item, Mapping) else [("", item)]
            for why, fell in labelled:
                for face in fell if isinstance(fell, list) else [fell]:
                    if isinstance(face, bool) or not isinstance(face, int | str):
                        raise CaseError(f"{quote(face)} is not a face of a die", self.file, line, step)
                    found.append((str(why), face))
        return tuple(found)

    def expect(self, node: Node) -> tuple[dict[str, Any], dict[str, int]]:
        """The expectations, and the line of each."""
        inner = node.value.get("expect")
        if inner is None or inner.value is None:
            return {}, {}
        return {str(key): value for key, value in self.mapping(inner, "expect").items()}, _lines(inner)

    def play(self, node: Node, lines: dict[str, int]) -> tuple[CaseStep, ...]:
        """The steps."""
        inner = node.value.get("play")
        if inner is None or not inner.value:
            return ()
        if not isinstance(inner.value, tuple):
            raise CaseError("play is a list of steps", self.file, lines["play"])
        return tuple(self.step(number, step) for number, step in enumerate(inner.value, 1))

    def step(self, number: int, node: Node) -> CaseStep:
        """One step: `side: answer` and its words."""
        raw, line = node.plain(), node.line

        def wrong(text: str) -> CaseError:
            return CaseError(text, self.file, line, number)

        if not isinstance(raw, dict):
            raise wrong(f"a step is `side: answer`, not {quote(raw)}")
        said = [key for key in raw if key not in STEP_WORDS]
        if len(said) != 1:
            raise wrong(f"a step is one `side: answer`, not {cut(', '.join(map(str, said)), QUOTED) or 'nothing'}")
        for word in ("rule", "refused"):
            if word in raw and not isinstance(raw[word], str):
                raise wrong(f"{word} is the id of a rule, not {quote(raw[word])}")
        part = raw.get("part")
        if part is not None and (isinstance(part, bool) or not isinstance(part, int)):
            raise wrong(f"part is a number, not {quote(part)}")
        expect, where = self.expect(node)
        try:
            ending = said[0] in ENDINGS
            kind, side = (said[0], name(raw[said[0]])) if ending else ("answer", name(said[0]))
        except Unreadable as error:
            raise wrong(str(error)) from error
        dice, rule, refused = self.dice(raw.get("dice"), line, number), raw.get("rule", ""), raw.get("refused", "")
        return CaseStep(number, line, kind, side, raw[said[0]], rule, part, dice, refused, expect, where)
