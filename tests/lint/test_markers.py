"""A comment in a text switches checks off and on, and is no word of the rules."""

from __future__ import annotations

import pytest
from clean_text import CLEAN, broken, release

from crdiff.lint import lint
from crdiff.lint.known import without_marked
from crdiff.text.markers import markers, without_markers

_TWICE = ("A player can concede", "A player can can concede")
_NO_STOP = ("To leave a game. See rule 101.3.", "To leave a game. See rule 101.3")


def _left(*pairs: tuple[str, str]) -> list[str]:
    text = broken(*pairs)
    left, silenced = without_marked(lint(release(text), lines=text.split("\n")), text.split("\n"))
    assert silenced + len(left) == 2
    return [finding.check for finding in left]


@pytest.mark.parametrize(
    ("marker", "left"),
    [
        ("<!-- crdiff: off doubled-word -->", ["missing-full-stop"]),
        ("<!-- crdiff: off doubled-word, missing-full-stop -->", []),
        ("<!-- crdiff: off -->", []),
        ("<!-- crdiff: off -->\n\n<!-- crdiff: on doubled-word -->", ["doubled-word"]),
        ("<!-- crdiff: ignore -->", ["missing-full-stop"]),
        ("<!-- crdiff: ignore misspelt-word -->", ["doubled-word", "missing-full-stop"]),
    ],
)
def test_a_marker_before_a_clause_silences_what_it_names(marker: str, left: list[str]) -> None:
    assert _left(_TWICE, _NO_STOP, ("101.3. A player", f"{marker}\n\n101.3. A player")) == left


def test_a_marker_may_stand_in_the_line_itself() -> None:
    here = "the game at any time. <!-- crdiff: ignore doubled-word -->"
    assert _left(_TWICE, _NO_STOP, ("the game at any time.", here)) == ["missing-full-stop"]


def test_markers_are_no_words_of_the_rules() -> None:
    marked = broken(("101.3. A player", "<!-- crdiff: off doubled-word -->\n\n101.3. A player"))
    assert release(marked).sections == release(CLEAN).sections


def test_without_markers_all_else_stays_where_it_is() -> None:
    text = "a <!-- crdiff: off --> b\n<!-- other -->"
    assert without_markers(text) == f"a {' ' * 20} b\n<!-- other -->"
    assert [(one.line, one.verb) for one in markers(["<!-- crdiff: of x -->", "<!-- crdiff: on x, y -->"])] == [
        (1, ""),
        (2, "on"),
    ]
