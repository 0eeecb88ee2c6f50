"""Values that never change: frames, weapons, profiles. Plain objects, quick to read, shared by every copy of a state."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from fractions import Fraction
from functools import cache
from typing import Any, Generic, Self, TypeVar, dataclass_transform, get_type_hints

import msgspec

from .measures import FAR

T = TypeVar("T")


class computed(Generic[T]):  # noqa: N801 - stands where `property` would
    """A property that is computed once, when the object is made: rules ask for some of them all the time."""

    def __init__(self, find: Callable[[Any], T]) -> None:
        self.find = find

    def __get__(self, one: object, kind: type | None = None) -> T:
        raise AttributeError("a derived property becomes a slot")


@dataclass_transform(frozen_default=True, kw_only_default=True)
class _Frozen(type):
    """Makes annotated fields slots with defaults: plain objects, quick to read and never changed."""

    def __new__(mcs, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> _Frozen:
        """Turn the annotations, and what is derived from them, into slots."""
        fields = tuple(body.get("__annotations__", ()))
        body["_fields"], body["_defaults"] = fields, {field: body.pop(field) for field in fields if field in body}
        body["_computed"] = {key: value.find for key, value in body.items() if isinstance(value, computed)}
        body["__slots__"] = (*fields, *body["_computed"])
        return super().__new__(mcs, name, bases, {key: v for key, v in body.items() if not isinstance(v, computed)})


class Frozen(metaclass=_Frozen):
    """A value object: made once by keywords, equal by its fields, copied by sharing."""

    def __init__(self, **fields: Any) -> None:
        """Fill every slot."""
        kind: Any = type(self)
        values = {**kind._defaults, **fields}
        if set(values) != set(kind._fields):
            wrong = sorted(set(values) ^ set(kind._fields))
            raise TypeError(f"{kind.__name__}: missing or unknown {', '.join(wrong)}")
        for name in kind._fields:
            object.__setattr__(self, name, values[name])
        for name, find in kind._computed.items():
            object.__setattr__(self, name, find(self))

    def fields(self) -> dict[str, Any]:
        """All fields by name."""
        kind: Any = type(self)
        return {name: getattr(self, name) for name in kind._fields}

    def data(self) -> dict[str, Any]:
        """Everything that is not the usual, as plain data; `read` makes the object again."""
        usual = type(self)._defaults  # type: ignore[attr-defined]  # the metaclass writes it
        found = {name: value for name, value in self.fields().items() if name not in usual or usual[name] != value}
        plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(found, enc_hook=_plain, order="deterministic"))
        return {name: plain[name] for name in found}

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """The object of plain data, each field of the type that it has; a ValueError names the field that cannot be."""
        types, found = _types(cls), dict[str, Any]()
        for name, value in raw.items():
            try:
                found[name] = msgspec.convert(value, types.get(name, Any), dec_hook=_typed)
            except msgspec.ValidationError as error:
                raise ValueError(f"{name}: {error}") from None
        try:
            return cls(**found)
        except TypeError as error:
            raise ValueError(str(error)) from None

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} is fixed: {name} cannot be set")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{type(self).__name__} is fixed: {name} cannot be deleted")

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Frozen) and type(self) is type(other) and self.fields() == other.fields())

    def __hash__(self) -> int:
        return hash(tuple(self.fields().values()))

    def __copy__(self) -> Frozen:
        return self

    def __deepcopy__(self, memo: object) -> Frozen:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _remake, (type(self), self.fields())

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{k}={v!r}' for k, v in self.fields().items())})"


def _remake(kind: type[Frozen], fields: dict[str, Any]) -> Frozen:
    """Build a pickled object again."""
    return kind(**fields)


@cache
def _types(kind: type[Frozen]) -> dict[str, Any]:
    return get_type_hints(kind)


def _plain(value: Any) -> Any:
    """Parts as plain data: other values that never change, and fractions."""
    if isinstance(value, Frozen):
        return value.data()
    if isinstance(value, Fraction):
        return str(value)
    raise NotImplementedError(f"{type(value).__name__} is no plain data")


def _typed(kind: type, value: Any) -> Any:
    """Parts again."""
    if issubclass(kind, Frozen):
        return kind.read(value)
    if issubclass(kind, Fraction):
        return Fraction(value)
    raise NotImplementedError(f"{kind.__name__} is no plain data")


Bounds = Mapping[str, tuple[int, int, str]]  # by field: the least, the most, and the rule that says so


def check_bounds(thing: Frozen, bounds: Bounds, words: Mapping[str, str], lengths: Collection[str] = ()) -> None:
    """A ValueError for the first number that cannot be; `words` are what people call a field, `lengths` are thousandths."""
    for field, (low, high, rule) in bounds.items():
        value = getattr(thing, field)
        if value is not None and (type(value) is not int or not low <= value <= high):
            scale = 1000 if field in lengths else 1
            shown = f"{value / scale:g}" if type(value) is int and abs(value) < FAR else repr(value)[:40]
            raise ValueError(f"{words.get(field, field)} is {low // scale} to {high // scale}, not {shown}: {rule}")
