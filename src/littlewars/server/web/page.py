"""The built page: a few files, read once, found by name and never by path."""

from __future__ import annotations

import gzip
from hashlib import sha256
from mimetypes import guess_type
from pathlib import Path
from typing import Any

from litestar import HttpMethod, Request, Response, route
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from msgspec import Struct

STATIC = Path(__file__).parents[1] / "static"
ROOMS = {
    "",
    "play",
    "watch",
    "join",
    "replay",
    "rules",
    "roster",
    "rosters",
    "games",
}  # what the page itself shows, by the first word
ASSET = "assets/"
NOT_BUILT = (
    """The page is not built: `npm run build` in web/, or install the package, which builds it. The server itself runs.\n"""
)
PACKED = (".js", ".css", ".html", ".svg", ".json", ".map", ".txt", ".webmanifest")


class File(Struct, frozen=True):
    """A file of the page, also packed."""

    data: bytes
    packed: bytes
    kind: str
    tag: str


class Page:
    """All files of the page by their name."""

    def __init__(self, folder: Path = STATIC) -> None:
        self.folder = folder
        self.files: dict[str, File] = {}
        if folder.is_dir():
            self.files = {p.relative_to(folder).as_posix(): _file(p) for p in sorted(folder.rglob("*")) if p.is_file()}

    def answer(self, name: str, packed: bool, known: str, is_seen: bool) -> Response[bytes]:
        """The file of that name, or the page that shows that room; the page that there is none, to whom `is_seen` by eyes."""
        name, status = name.strip("/"), 200
        file = self.files.get(name)
        if file is None or name == "index.html":
            if name.partition("/")[0] not in ROOMS and name != "index.html":
                if not is_seen or name.startswith((ASSET, "api/")):
                    raise NotFoundException("there is no such page")
                known, status = "", 404
            name, file = "index.html", self.files.get("index.html")
        if file is None:
            return Response(NOT_BUILT.encode(), status_code=503, media_type="text/plain")
        keep = "public, max-age=31536000, immutable" if name.startswith(ASSET) else "no-cache"
        headers = {"Cache-Control": keep, "ETag": f'"{file.tag}"', "Vary": "Accept-Encoding"}
        if file.tag in known:
            return Response(b"", status_code=304, headers=headers, media_type=file.kind)
        if packed and file.packed:
            return Response(
                file.packed, status_code=status, headers=headers | {"Content-Encoding": "gzip"}, media_type=file.kind
            )
        return Response(file.data, status_code=status, headers=headers, media_type=file.kind)


def _file(path: Path) -> File:
    data = path.read_bytes()
    kind = guess_type(path.name)[0] or "application/octet-stream"
    packed = gzip.compress(data, 6, mtime=0) if path.suffix in PACKED and len(data) > 500 else b""
    return File(data, packed, kind, sha256(data).hexdigest()[:20])  # of text the framework says that it is UTF-8


@route(["/", "/{name:path}"], http_method=[HttpMethod.GET, HttpMethod.HEAD], include_in_schema=False, sync_to_thread=False)
def page(request: Request[Any, Any, Any], pages: NamedDependency[Page]) -> Response[bytes]:
    """The page, and what belongs to it."""
    headers = request.headers
    return pages.answer(
        request.path_params.get("name", ""),
        "gzip" in headers.get("accept-encoding", ""),
        headers.get("if-none-match", ""),
        "text/html" in headers.get("accept", ""),
    )
