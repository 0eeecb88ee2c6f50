"""Reading a case file: YAML with the line of everything that can go wrong."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeAlias

import yaml
from msgspec import Struct, field

from ..measures import Unreadable
from ..people import name

Face: TypeAlias = tuple[str, int | str]  # what a die is for ("": anything), and how it falls (a card by its name)
CASE_WORDS = ("case", "system", "rules", "scenario", "dice", "play", "expect", "error", "note")
STEP_WORDS = ("rule", "part", "dice", "refused", "expect", "note")
ENDINGS = ("concede", "agree")


class CaseError(AssertionError):
    """What is wrong with a case or came out differently, in which file, at which step and line."""

    def __init__(self, text: str, file: str = "", line: int = 0, step: int = 0) -> None:
        where = f"{file or 'case'}:{line}: " if line else f"{file or 'case'}: "
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
        return parse(path.read_text(encoding="utf-8"), str(path))
    except (OSError, UnicodeDecodeError) as error:
        raise CaseError(f"cannot be read ({error})", str(path)) from error


def parse(text: str, file: str = "") -> Case:
    """A case from its text; CaseError says what is wrong, and where."""
    data, node = _yaml(text, file)
    reader = _Reader(file)
    lines = {str(key): line for key, (line, _) in reader.keys(data, node, "a case").items()}
    for word in data:
        if word not in CASE_WORDS:
            raise CaseError(f"{word!r} is not a word of a case; there are {', '.join(CASE_WORDS)}", file, lines[str(word)])
    for word in ("case", "system", "scenario"):
        if not data.get(word) or (word != "scenario" and not isinstance(data[word], str)):
            raise CaseError(f"{word} is missing or empty", file, lines.get(word, 1))
    expect, where = reader.expect(data, node)
    return Case(
        data["case"],
        data["system"],
        data["scenario"],
        file,
        reader.texts(data, "rules", lines),
        reader.dice(data.get("dice"), lines.get("dice", 1)),
        reader.play(data, node, lines),
        expect,
        reader.texts(data, "error", lines),
        lines | {f"expect.{path}": line for path, line in where.items()},
    )


class _Reader:
    """Reads the parts of a case; knows the file, so that errors name it."""

    def __init__(self, file: str) -> None:
        self.file = file

    def keys(self, data: object, node: yaml.Node, what: str) -> dict[Any, tuple[int, yaml.Node]]:
        """Line and node of every key of a mapping."""
        if not isinstance(data, dict) or not isinstance(node, yaml.MappingNode):
            raise CaseError(f"{what} is a mapping, not {data!r}", self.file, node.start_mark.line + 1)
        marks = [(key.start_mark.line + 1, value) for key, value in node.value]
        return dict(zip([key.value for key, _ in node.value], marks, strict=True))

    def texts(self, data: dict[Any, Any], word: str, lines: dict[str, int]) -> tuple[str, ...]:
        """A text or a list of texts."""
        found = data.get(word) or []
        found = [found] if isinstance(found, str) else found
        if not isinstance(found, list) or not all(isinstance(text, str) for text in found):
            raise CaseError(f"{word} is a text or a list of texts, not {found!r}", self.file, lines[word])
        return tuple(found)

    def dice(self, raw: object, line: int, step: int = 0) -> tuple[Face, ...]:
        """`4`, `{recovery: 4}`, `{ranged attack: [4, 2, 6]}`, `{card: ace}`, in the order in which they fall."""
        items = [raw] if isinstance(raw, Mapping) else [] if raw is None else raw
        if not isinstance(items, list):
            raise CaseError(f"dice are a list such as [{{morale: 4}}], not {raw!r}", self.file, line, step)
        found: list[Face] = []
        for item in items:
            labelled = list(item.items()) if isinstance(item, Mapping) else [("", item)]
            for why, fell in labelled:
                for face in fell if isinstance(fell, list) else [fell]:
                    if isinstance(face, bool) or not isinstance(face, int | str):
                        raise CaseError(f"{face!r} is not a face of a die", self.file, line, step)
                    found.append((str(why), face))
        return tuple(found)

    def expect(self, data: dict[Any, Any], node: yaml.Node) -> tuple[dict[str, Any], dict[str, int]]:
        """The expectations, and the line of each."""
        inner = self.keys(data, node, "expect").get("expect")
        if inner is None or data.get("expect") is None:
            return {}, {}
        keys = self.keys(data["expect"], inner[1], "expect")
        return {str(key): value for key, value in data["expect"].items()}, {str(key): line for key, (line, _) in keys.items()}

    def play(self, data: dict[Any, Any], node: yaml.Node, lines: dict[str, int]) -> tuple[CaseStep, ...]:
        """The steps."""
        raw = data.get("play") or []
        inner = self.keys(data, node, "a case").get("play")
        if not isinstance(raw, list):
            raise CaseError("play is a list of steps", self.file, lines["play"])
        nodes = inner[1].value if inner and isinstance(inner[1], yaml.SequenceNode) else []
        return tuple(self.step(n, *both) for n, both in enumerate(zip(raw, nodes, strict=True), 1))

    def step(self, number: int, raw: Any, node: yaml.Node) -> CaseStep:
        """One step: `side: answer` and its words."""
        line = node.start_mark.line + 1

        def wrong(text: str) -> CaseError:
            return CaseError(text, self.file, line, number)

        if not isinstance(raw, dict):
            raise wrong(f"a step is `side: answer`, not {raw!r}")
        said = [key for key in raw if key not in STEP_WORDS]
        if len(said) != 1:
            raise wrong(f"a step is one `side: answer`, not {', '.join(map(str, said)) or 'nothing'}")
        for word in ("rule", "refused"):
            if word in raw and not isinstance(raw[word], str):
                raise wrong(f"{word} is the id of a rule, not {raw[word]!r}")
        part = raw.get("part")
        if part is not None and (isinstance(part, bool) or not isinstance(part, int)):
            raise wrong(f"part is a number, not {part!r}")
        expect, where = self.expect(raw, node)
        try:
            ending = said[0] in ENDINGS
            kind, side = (said[0], name(raw[said[0]])) if ending else ("answer", name(said[0]))
        except Unreadable as error:
            raise wrong(str(error)) from error
        dice, rule, refused = self.dice(raw.get("dice"), line, number), raw.get("rule", ""), raw.get("refused", "")
        return CaseStep(number, line, kind, side, raw[said[0]], rule, part, dice, refused, expect, where)


# ---- YAML


class _Loader(yaml.SafeLoader):
    """YAML in which `yes`, `no`, `on` and `off` are words (options are called so), and a key stands only once."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        """A mapping, refusing doubled keys."""
        seen: set[str] = set()
        for key, _ in node.value:
            if isinstance(key, yaml.ScalarNode) and key.tag != "tag:yaml.org,2002:merge":
                if key.value in seen:
                    raise yaml.constructor.ConstructorError(None, None, f"{key.value!r} stands twice", key.start_mark)
                seen.add(key.value)
        return super().construct_mapping(node, deep)


_Loader.yaml_implicit_resolvers = {
    letter: [(tag, regexp) for tag, regexp in rules if not tag.endswith((":bool", ":timestamp"))]
    for letter, rules in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
for _word in "tTfF":
    _bools = [(tag, regexp) for tag, regexp in yaml.SafeLoader.yaml_implicit_resolvers[_word] if tag.endswith(":bool")]
    _Loader.yaml_implicit_resolvers[_word] = _bools + _Loader.yaml_implicit_resolvers[_word]


def _yaml(text: str, file: str) -> tuple[Any, yaml.Node]:
    """The data, and the nodes it came from, which know their lines."""
    try:
        loader = _Loader(text)
        node = loader.get_single_node()
        if node is None:
            raise CaseError("an empty file", file)
        return loader.construct_document(node), node
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 0
        raise CaseError(f"not readable as YAML: {error.problem}", file, line) from error
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        raise CaseError(f"not readable as YAML: {error}", file) from error
