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


SCRIPTS = sorted(Path(crdiff.pages.__file__).parent.glob("*/*.js"), key=lambda path: path.name)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_no_template_stands_in_another(script: Path) -> None:
    """The minifier takes the text of the inner one for code: its spaces go. Source: "2012-07-01until 2012-09-30"."""
    code = re.sub(r"(?<!:)//.*", "", script.read_text("utf-8"))
    for template in re.findall(r"`[^`]*`", code):
        assert template.count("${") <= template.count("}"), template


def test_the_page_for_missing_pages_looks_for_the_clause_that_was_meant(pages: dict[str, bytes]) -> None:
    assert b'src="/assets/typed.js"' in pages["/404.html"]
    assert "/assets/typed.js" in pages
