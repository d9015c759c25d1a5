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


def test_an_id_that_the_style_sheet_names_is_of_one_kind_of_element() -> None:
    """The slider of /played/ is as wide as the text, and a checkbox of 702.19 had its id and so its width."""
    named = {
        name
        for path in ROOMS.glob("*/*.css")
        for name in re.findall(r"#([a-z][a-z-]*)(?=[^;}]*\{)", path.read_text("utf-8"))
    }
    kinds: dict[str, set[str]] = {name: set() for name in named}
    for path in ROOMS.glob("*/*.html"):
        for tag in re.findall(r"<[a-z][^>]*>", path.read_text("utf-8")):
            given = re.search(r'(?<![\w-])id="([a-z-]+)"', tag)
            if given and given[1] in kinds:
                kinds[given[1]].add(" ".join(re.findall(r'^<\w+|(?<= )type="\w+"', tag)))
    assert {"since", "when"} <= named
    assert {name: of for name, of in kinds.items() if len(of) > 1} == {}
