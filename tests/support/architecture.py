"""The page on the architecture as data: the layers of its table, and the files and names that it points at."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "site" / "architecture.md").read_text("utf-8")


class Part(NamedTuple):
    """A row of the table of layers: a folder or module just under the package."""

    layer: int
    name: str
    does: str
    is_worldly: bool


def sections(page: str = PAGE) -> dict[str, str]:
    """Return heading -> what stands under it, for headings of the second level."""
    return dict(re.findall(r"^## (.+)\n((?:(?!## ).*\n?)*)", page, re.MULTILINE))


def parts() -> list[Part]:
    """Return the rows of the table of layers, in its order."""
    rows = re.findall(r"^\| (\d+) \| `(\w+)` \| (.+?) \|(?: (yes))? *\|$", sections()["Layers"], re.MULTILINE)
    return [Part(int(layer), name, does, bool(worldly)) for layer, name, does, worldly in rows]
