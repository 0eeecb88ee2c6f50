"""Writes web/src/wire.ts from wire/, so that page and server never disagree.

`python -m littlewars.server.typescript` writes it, `--check` only says whether it is fresh.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from inspect import getdoc
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct

from littlewars.engine import asks, showing

from . import wire

TARGET = Path(__file__).parents[3] / "web" / "src" / "wire.ts"
HEAD = "// Written by `python -m littlewars.server.typescript` from src/littlewars/server/wire/: do not change it here.\n"
PLAIN = {int: "number", float: "number", str: "string", bool: "boolean", NoneType: "null", Any: "any"}
ALIASES: dict[str, Any] = {
    "Point": asks.Point,
    "Outline": showing.Outline,
    "Flag": showing.Flag,
    "Role": showing.Role,
    "ArmLook": showing.ArmLook,
    "HeadLook": showing.HeadLook,
    "Cloth": showing.Cloth,
    "Seen": showing.Seen,
    "Sheet": wire.Sheet,
    "FromServer": wire.FromServer,
    "FromClient": wire.FromClient,
}


def write() -> str:
    """The whole file."""
    kinds = sorted(
        _reached(), key=lambda kind: (kind.__module__ != showing.__name__, kind.__module__.startswith(wire.__name__))
    )
    names = [kind.__name__ for kind in kinds]
    assert len(set(names)) == len(names), f"a name occurs twice: {sorted(names)}"
    aliases = [f"export type {name} = {_written(alias, name)};" for name, alias in ALIASES.items()]
    return "\n".join([HEAD, *aliases, "", *(_interface(kind) for kind in kinds)]) + "\n"


def _reached() -> list[type[Struct]]:
    """Everything that wire/ defines, and all that it is made of."""
    found: dict[type[Struct], None] = {}
    own = [kind for kind in vars(wire).values() if isinstance(kind, type) and issubclass(kind, Struct)]
    waiting: list[Any] = [kind for kind in own if kind.__name__ in wire.__all__]
    while waiting:
        kind = waiting.pop(0)
        if isinstance(kind, type) and issubclass(kind, Struct):
            if kind not in found:
                found[kind] = None
                waiting.extend(get_type_hints(kind, include_extras=True).values())
        else:
            waiting.extend(get_args(kind))
    return list(found)


def _interface(kind: type[Struct]) -> str:
    """One struct: tagged by its own field, optional where it has a default."""
    paragraph, _, _ = (getdoc(kind) or "").partition("\n\n")
    note = f"/** {' '.join(paragraph.split())} */\n"
    config = kind.__struct_config__
    if config.array_like:
        return f"{note}export type {kind.__name__} = [{', '.join(text for _, _, text in _fields(kind))}];"
    tag = [f'{config.tag_field}: "{config.tag}"'] if config.tag_field else []
    fields = [f"{name}{'?' if optional else ''}: {text}" for name, optional, text in _fields(kind)]
    body = "; ".join(tag + fields)
    return f"{note}export interface {kind.__name__} {{ {body} }}" if body else f"{note}export type {kind.__name__} = object;"


def _fields(kind: type[Struct]) -> Iterator[tuple[str, bool, str]]:
    hints = get_type_hints(kind, include_extras=True)
    for field in msgspec.structs.fields(kind):
        yield field.encode_name, not field.required, _written(hints[field.name])


def _written(kind: Any, skip: str = "") -> str:
    """A type in TypeScript; `skip`: not as the alias that is being defined."""
    for name, alias in ALIASES.items():
        if name != skip and kind == alias:
            return name
    if kind in PLAIN:
        return PLAIN[kind]
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _written(inner[0])
    if origin in (Union, UnionType):
        return " | ".join(dict.fromkeys(_written(each) for each in (inner if skip else _flat(inner))))
    if origin is Literal:
        return " | ".join(f'"{value}"' for value in inner)
    if origin is tuple:
        return _array(inner[0]) if inner[-1] is Ellipsis else f"[{', '.join(map(_written, inner))}]"
    if origin is list:
        return _array(inner[0])
    if origin is dict:
        return f"Record<string, {_written(inner[1])}>"
    if isinstance(kind, type) and issubclass(kind, Struct):
        return kind.__name__
    raise TypeError(f"{kind} has no form in TypeScript")


def _flat(kinds: tuple[Any, ...]) -> Iterator[Any]:
    """An optional alias stays an alias: Seen | None is flattened by Python, and put together again here."""
    rest = tuple(kind for kind in kinds if kind is not NoneType)
    if len(rest) > 1:
        for alias in ALIASES.values():
            if get_origin(alias) in (Union, UnionType) and set(get_args(alias)) == set(rest):
                rest = (alias,)
                break
    yield from rest
    if len(rest) < len(kinds) and NoneType in kinds:
        yield NoneType


def _array(kind: Any) -> str:
    text = _written(kind)
    return f"({text})[]" if " | " in text else f"{text}[]"


def main(arguments: list[str]) -> int:
    """Write the file, or only say whether it is fresh."""
    text = write()
    if "--check" in arguments:
        fresh = TARGET.is_file() and TARGET.read_text(encoding="utf-8") == text
        if not fresh:
            sys.stderr.write(f"{TARGET.name} is stale: run python -m littlewars.server.typescript\n")
        return 0 if fresh else 1
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
