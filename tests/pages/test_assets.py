"""The style sheet of all rooms: joined, nested, made small."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOMS = Path(__file__).parents[2] / "crdiff" / "pages"


@pytest.mark.parametrize("path", sorted(ROOMS.glob("*/*.css")), ids=lambda path: path.stem)
def test_no_nested_selector_has_a_space_before_a_colon(path: Path) -> None:
    """Rules are nested, and rcssmin takes that space away: `.one :is(a)` would become `.one:is(a)`."""
    nested = re.findall(r"^ +[^{};]+(?=\{)", path.read_text("utf-8"), flags=re.MULTILINE)
    assert not [selector for selector in nested if re.search(r"\S(?<![,>+~]) +:", selector)]
