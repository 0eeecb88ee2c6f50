"""Figures as people write them: places, facings and lengths in people's units; what is as usual is left out. Profiles as a
book's own files have them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any, Generic, TypeVar, get_type_hints

import msgspec
import yaml

from littlewars.engine import ScenarioError
from littlewars.engine.measures import INCHES, Measure, read_face, write_face
from littlewars.untrusted import quote, told_by

from .scenario import defaults

K = TypeVar("K", bound=msgspec.Struct)


def profiles_of(data: Path, name: str) -> dict[str, Any]:
    """A file of a book's own profiles."""
    found: dict[str, Any] = yaml.safe_load((data / "profiles" / f"{name}.yaml").read_text(encoding="utf-8"))
    return found


class Fields(Generic[K]):
    """The fields of a figure, to read and to write. `apart` are those that the book reads itself, `lengths` are measured."""

    def __init__(self, kind: type[K], apart: Collection[str], lengths: Collection[str] = ()) -> None:
        hints = get_type_hints(kind, include_extras=True)
        self.kind, self.lengths = kind, tuple(lengths)
        self.types = {name: hint for name, hint in hints.items() if name not in (*apart, *lengths, "x", "y", "face")}
        self.words = {*self.types, *lengths, "at", "face"}

    def read(self, thing: Any, raw: Mapping[str, Any], measure: Measure = INCHES) -> None:
        """Fill in what is written; a word that is not known is refused."""
        if strange := sorted(str(word) for word in raw if word not in self.words):
            raise ScenarioError(f"a figure has no {quote(strange[0])}")
        usual = defaults(self.kind)
        for word, value in raw.items():
            if word == "at":
                thing.x, thing.y = measure.read_point(value)
            elif word == "face":
                thing.face = read_face(value)
            elif word in self.lengths:
                setattr(thing, word, measure.read(value, word))
            else:
                setattr(thing, word, usual[word] if value == usual[word] else self._typed(word, value))

    def _typed(self, word: str, value: Any) -> Any:
        """A value of the type that the field has; an error names the field."""
        try:
            return msgspec.convert(value, self.types[word])
        except msgspec.ValidationError as error:
            raise ValueError(f"{word}: {told_by(error)}") from error

    def write(self, thing: Any, measure: Measure = INCHES, always: Collection[str] = ()) -> dict[str, Any]:
        """Where it stands, and what is not as usual."""
        usual = defaults(self.kind)
        data: dict[str, Any] = {"at": measure.write_point((thing.x, thing.y)), "face": write_face(thing.face)}
        for word in self.lengths:
            if length := getattr(thing, word):
                data[word] = measure.write(length)
        for word in self.types:
            value = getattr(thing, word)
            if word in always or value != usual[word]:
                data[word] = msgspec.to_builtins(value)
        return data
