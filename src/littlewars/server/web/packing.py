"""Large replies: made and packed once where they never change, in a thread where they do. The event loop is for play."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Callable
from hashlib import sha256
from typing import Any

import msgspec
from litestar import Request, Response
from msgspec import Struct

from ..workers.worker import PACKED

SMALL = 1000  # bytes that are not worth packing
JSON = "application/json"


class Packed(Struct, frozen=True):
    """A reply as it goes out, packed and not."""

    data: bytes
    small: bytes
    kind: str
    tag: str = ""  # what names this very content; "": it is not kept


def pack(data: bytes, kind: str = JSON, keep: bool = False) -> Packed:
    """A reply, packed if that is worth it."""
    small = gzip.compress(data, PACKED, mtime=0) if len(data) > SMALL else b""
    return Packed(data, small, kind, sha256(data).hexdigest()[:20] if keep else "")


async def packed(make: Callable[[], Any], keep: bool = False) -> Packed:
    """Something as JSON, made and packed in a thread."""
    return await asyncio.to_thread(lambda: pack(msgspec.json.encode(make()), keep=keep))


async def unpacked(small: bytes) -> Packed:
    """What a worker has packed."""
    return Packed(await asyncio.to_thread(gzip.decompress, small), small, JSON)


def answer(request: Request[Any, Any, Any], reply: Packed, headers: dict[str, str] | None = None) -> Response[Any]:
    """The reply as this browser takes it: not at all, if it has it already."""
    told = {"Vary": "Accept-Encoding", **(headers or {})}
    if reply.tag:
        told |= {"ETag": f'"{reply.tag}"', "Cache-Control": "no-cache"}
        if reply.tag in request.headers.get("if-none-match", ""):
            return Response(b"", status_code=304, headers=told, media_type=reply.kind)
    if reply.small and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(reply.small, headers=told | {"Content-Encoding": "gzip"}, media_type=reply.kind)
    return Response(reply.data, headers=told, media_type=reply.kind)
