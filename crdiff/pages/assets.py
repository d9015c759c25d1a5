"""Style sheet, scripts and icon: every room's own, beside its templates, made small and given their addresses."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

import rcssmin
import rjsmin

STYLE = "/assets/crdiff.css"
_FRAME = "frame"
"""The room whose style comes first: the others build on it."""


@cache
def assets() -> dict[str, bytes]:
    """Return the style sheet of all rooms as one, and each script and picture, by the address it is served at."""
    found = list(_files())
    style = "\n".join(file.read_text("utf-8") for file in found if file.name.endswith(".css"))
    served = {f"/assets/{file.name}": _small(file) for file in found if file.name.endswith((".js", ".svg", ".png"))}
    return {STYLE: rcssmin.cssmin(style).encode(), **served}


def _files() -> Iterator[Traversable]:
    rooms = [room for room in files("crdiff.pages").iterdir() if room.is_dir() and room.name != "theme"]
    for room in sorted(rooms, key=lambda room: (room.name != _FRAME, room.name)):
        yield from sorted((file for file in room.iterdir() if file.is_file()), key=lambda file: file.name)


def _small(file: Traversable) -> bytes:
    if file.name.endswith(".js"):
        return str(rjsmin.jsmin(file.read_text("utf-8"))).encode()
    return file.read_bytes()
