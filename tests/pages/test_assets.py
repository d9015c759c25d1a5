"""What a minifier would spoil: selectors of the style sheets, and templates within templates of the scripts."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import crdiff.pages

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


SCRIPTS = sorted(Path(crdiff.pages.__file__).parent.glob("*/*.js"), key=lambda path: path.name)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_no_template_stands_in_another(script: Path) -> None:
    """The minifier takes the text of the inner one for code: its spaces go. Source: "2012-07-01until 2012-09-30"."""
    code = re.sub(r"(?<!:)//.*", "", script.read_text("utf-8"))
    for template in re.findall(r"`[^`]*`", code):
        assert template.count("${") <= template.count("}"), template
