"""What a page says in a live game."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Struct

from littlewars.engine.orders import Order
from littlewars.engine.showing import Drag

Key: TypeAlias = Annotated[int, Meta(ge=0, le=2**53)]
Id: TypeAlias = Annotated[str, Meta(max_length=120)]
Short: TypeAlias = Annotated[str, Meta(max_length=60)]


class Sit(Struct, frozen=True, tag_field="do", tag="sit", omit_defaults=True, forbid_unknown_fields=True):
    """Take a seat by its secret, or watch without one."""

    token: Annotated[str, Meta(max_length=200)] = ""


class Answer(Struct, frozen=True, tag_field="do", tag="answer", forbid_unknown_fields=True):
    """Answer what is asked. `n` is the last line seen: an answer to an older question is refused with 409."""

    key: Key
    n: int
    part: int
    answer: Any


class Try(Struct, frozen=True, tag_field="do", tag="try", forbid_unknown_fields=True):
    """Would this be allowed? Changes nothing. Reply: Tried."""

    key: Key
    part: int
    answer: Any


class Plan(Struct, frozen=True, tag_field="do", tag="plan", forbid_unknown_fields=True):
    """An answer to a move or place ask from a drag: the formation follows. Reply: Tried with the answer planned."""

    key: Key
    part: int
    drag: Drag


class Carry(Struct, frozen=True, tag_field="do", tag="carry", forbid_unknown_fields=True):
    """Things to be put down are carried from where they may lie to where they are wished. Reply: Tried with how near they
    get."""

    key: Key
    part: int
    start: Any
    answer: Any


class Suggest(Struct, frozen=True, tag_field="do", tag="suggest", forbid_unknown_fields=True):
    """What would a good player answer? Reply: Tried with that answer; the usual one where nobody can be asked."""

    key: Key
    part: int


class LookAt(Struct, frozen=True, tag_field="do", tag="look", forbid_unknown_fields=True):
    """What does this figure see of that one? Reply: Looked."""

    key: Key
    start: Id
    to: Id


class Foresee(Struct, frozen=True, tag_field="do", tag="foresee", forbid_unknown_fields=True):
    """Tally and exact odds of an answer before it is given. Reply: Foreseen."""

    key: Key
    part: int
    answer: Any


class Reach(Struct, frozen=True, tag_field="do", tag="reach", forbid_unknown_fields=True, omit_defaults=True):
    """How far would these get in every direction, terrain and all? Reply: Reached."""

    key: Key
    part: int
    who: Annotated[tuple[Id, ...], Meta(min_length=1, max_length=200)]
    verb: Short = ""
    order: Order | None = None  # as the first move of this order would be


class Pace(Struct, frozen=True, tag_field="do", tag="pace", forbid_unknown_fields=True):
    """How far may these go, in each way of acting? Reply: Paced."""

    key: Key
    who: Annotated[tuple[Id, ...], Meta(min_length=1, max_length=200)]


class Rehearse(Struct, frozen=True, tag_field="do", tag="rehearse", forbid_unknown_fields=True):
    """How would this order go? Changes nothing, and nobody else hears of it. Reply: Rehearsed."""

    key: Key
    order: Order


class Give(Struct, frozen=True, tag_field="do", tag="give", forbid_unknown_fields=True):
    """Give an order: what is asked of this side is answered by it until it is carried out or halts."""

    key: Key
    n: int
    order: Order


class Steer(Struct, frozen=True, tag_field="do", tag="steer", forbid_unknown_fields=True):
    """Halt your order, have it go on, or drop it."""

    key: Key
    how: Literal["halt", "go", "drop"]


class Stand(Struct, frozen=True, tag_field="do", tag="stand", forbid_unknown_fields=True):
    """A standing answer whenever this rule lets you react; without a policy you are asked again."""

    key: Key
    rule: Id
    policy: Literal["pass", "advise"] | Annotated[int, Meta(ge=1, le=100)] | None = None


class Undo(Struct, frozen=True, tag_field="do", tag="undo", forbid_unknown_fields=True):
    """Take back the last entries; where that is not free, ask the others for consent."""

    key: Key
    n: int
    entries: Annotated[int, Meta(ge=1, le=10_000)] = 1


class Consent(Struct, frozen=True, tag_field="do", tag="consent", forbid_unknown_fields=True):
    """Agree to somebody's wish to take back, or not."""

    key: Key
    yes: bool


class GiveUp(Struct, frozen=True, tag_field="do", tag="concede", forbid_unknown_fields=True):
    """Concede."""

    key: Key


class EndIt(Struct, frozen=True, tag_field="do", tag="agree", forbid_unknown_fields=True, omit_defaults=True):
    """Offer or accept to end the battle as it stands; or withdraw one's offer, refuse somebody else's."""

    key: Key
    yes: bool = True


class Say(Struct, frozen=True, tag_field="do", tag="say", forbid_unknown_fields=True):
    """Chat."""

    key: Key
    text: Annotated[str, Meta(min_length=1, max_length=400)]


class Call(Struct, frozen=True, tag_field="do", tag="call", forbid_unknown_fields=True):
    """What you are called at this table: your seat's name, or whose talk it is that watches."""

    key: Key
    name: Annotated[str, Meta(min_length=1, max_length=40)]


class Mute(Struct, frozen=True, tag_field="do", tag="mute", forbid_unknown_fields=True):
    """Those who watch are not heard any more, or are again. For those who play."""

    key: Key
    on: bool


class Ping(Struct, frozen=True, tag_field="do", tag="ping", forbid_unknown_fields=True):
    """Are you there?"""

    key: Key


FromClient: TypeAlias = (
    Sit
    | Answer
    | Try
    | Plan
    | Carry
    | Suggest
    | LookAt
    | Foresee
    | Reach
    | Pace
    | Rehearse
    | Give
    | Steer
    | Stand
    | Undo
    | Consent
    | GiveUp
    | EndIt
    | Say
    | Mute
    | Call
    | Ping
)
