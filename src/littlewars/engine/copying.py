"""Fast copies of a state: a function written out from the struct's own field types. What cannot change is shared."""

from __future__ import annotations

from collections.abc import Callable
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from msgspec import Struct

S = TypeVar("S", bound=Struct)


def copier(kind: type[S]) -> Callable[[S], S]:
    """A copy function for this struct; `copy(state)` shares frozen structs, tuples and profiles."""
    names: dict[str, Any] = {}
    _expression(kind, "v", names)
    copy: Callable[[S], S] = names[f"copy_{kind.__name__}"]
    return copy


def _expression(tp: Any, value: str, names: dict[str, Any]) -> str:
    origin, args = get_origin(tp), get_args(tp)
    if origin in (Union, UnionType):
        inner = [arg for arg in args if arg is not NoneType]
        copied = _expression(inner[0], value, names) if len(inner) == 1 else value
        if len(inner) > 1 and any(_expression(arg, value, names) != value for arg in inner):
            raise TypeError(f"a state holds {tp}: only one kind of what can change, or None")
        return value if copied == value else f"(None if {value} is None else {copied})"
    if origin in (list, dict):
        item = _expression(args[-1], "e", names)
        if item == "e":
            return f"{value}.copy()"
        return f"[{item} for e in {value}]" if origin is list else f"{{k: {item} for k, e in {value}.items()}}"
    if tp in (list, dict, set, bytearray) or origin is set:
        raise TypeError(f"a state holds {tp}: say of what, and no sets")
    if origin is tuple and any(_expression(arg, "e", names) != "e" for arg in args if arg is not ...):
        raise TypeError(f"a state holds {tp}: what can change does not go into a tuple")
    if isinstance(tp, type) and issubclass(tp, Struct) and not tp.__struct_config__.frozen:
        if names.get(tp.__name__, tp) is not tp:
            raise TypeError(f"a state holds two kinds of {tp.__name__}")
        if tp.__name__ not in names:
            names[tp.__name__], hints = tp, get_type_hints(tp)
            fields = [(field, _expression(hints[field], f"v.{field}", names)) for field in tp.__struct_fields__]
            body = "; ".join(f"c.{field} = {copied}" for field, copied in fields if copied != f"v.{field}")
            names[f"flat_{tp.__name__}"] = not body  # nothing in it can change: one quick copy of the struct is enough
            exec(f"def copy_{tp.__name__}(v): c = v.__copy__(); {body or 'pass'}; return c", names)
        return f"{value}.__copy__()" if names.get(f"flat_{tp.__name__}") else f"copy_{tp.__name__}({value})"
    return value
