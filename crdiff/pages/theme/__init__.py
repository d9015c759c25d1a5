"""The theme: one style sheet, three small scripts, an icon, and the frame that MkDocs asks for."""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable


def assets() -> dict[str, bytes]:
    """Return the theme's files by the address they are served at."""
    return _served(files(__name__) / "assets")


def scripts_of_rooms() -> dict[str, bytes]:
    """Return the scripts that lie beside the pages they serve, likewise."""
    rooms = sorted(files("crdiff.pages").iterdir(), key=lambda room: room.name)
    inside = (_served(room) for room in rooms if room.is_dir() and room.name != "theme")
    return {where: content for served in inside for where, content in served.items() if where.endswith(".js")}


def _served(folder: Traversable) -> dict[str, bytes]:
    found = sorted((file for file in folder.iterdir() if file.is_file()), key=lambda file: file.name)
    return {f"/assets/{file.name}": file.read_bytes() for file in found}
