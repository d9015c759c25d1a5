"""The theme: one style sheet, three small scripts, an icon, and the frame that MkDocs asks for."""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable


def assets() -> dict[str, bytes]:
    """Return the theme's files by the address they are served at."""
    return _served(files(__name__) / "assets")


def whole_assets() -> dict[str, bytes]:
    """Return the style and the scripts of pages that only a whole archive has, likewise."""
    return _served(files("crdiff.pages.whole") / "assets")


def _served(folder: Traversable) -> dict[str, bytes]:
    return {f"/assets/{file.name}": file.read_bytes() for file in sorted(folder.iterdir(), key=lambda file: file.name)}
