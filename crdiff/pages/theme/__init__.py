"""The theme: one style sheet, two small scripts, an icon, and the frame that MkDocs asks for."""

from __future__ import annotations

from importlib.resources import files


def assets() -> dict[str, bytes]:
    """Return the theme's files by the address they are served at."""
    folder = files(__name__) / "assets"
    return {f"/assets/{file.name}": file.read_bytes() for file in sorted(folder.iterdir(), key=lambda file: file.name)}
