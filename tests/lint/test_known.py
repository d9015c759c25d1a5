"""Findings that are silenced: the text before has them, wherever they moved, or a comment switches their check off."""

from __future__ import annotations

import pytest
from clean_text import CLEAN, broken, release
from msgspec.structs import replace
from table import table_at_once

from crdiff.align.engine import align_releases
from crdiff.lint.finding import LintFinding
from crdiff.lint.known import with_known, without_marked
from crdiff.lint.run import lint, lint_draft, lint_release
from crdiff.text.markers import markers, without_markers

_WRONG_TITLE = ("rule 301, “Controlling Another Player.”", "rule 301, “Controlling Another.”")
_NO_STOP = ("players, and to each player’s deck.", "players, and to each player’s deck")
_GAP = ("101.3. A player can", "101.4. A player can")


def _found(draft: str, before: str) -> dict[str, list[bool]]:
    """Return for each check whether its findings are known."""
    alignment = align_releases(release(before), release(draft))
    found: dict[str, list[bool]] = {}
    for finding in lint_draft(release(draft), (alignment,), lines=draft.split("\n"), lines_before=before.split("\n")):
        found.setdefault(finding.check, []).append(finding.is_known)
    return found


def test_a_fault_is_known_wherever_its_clause_and_what_it_cites_have_moved() -> None:
    before = broken(_WRONG_TITLE, _NO_STOP)
    draft = before
    for number in (301, 300, 101, 100):
        draft = draft.replace(f"{number}.", f"{number + 1}.").replace(f"rule {number},", f"rule {number + 1},")
    for old, new in (
        ("1. Game Concepts\n101. ", "1. Game Concepts\n100. Odds\n101. "),
        ("3. Additional Rules\n301. ", "3. Additional Rules\n300. Coins\n301. "),
        ("1. Game Concepts\n\n101.", "1. Game Concepts\n\n100. Odds\n\n100.1. The odds are even.\n\n101."),
        ("3. Additional Rules\n\n301.", "3. Additional Rules\n\n300. Coins\n\n300.1. A coin has two sides.\n\n301."),
    ):
        draft = broken((old, new), text=draft)
    found = _found(draft, before)
    assert found == {"reference-title": [True], "missing-full-stop": [True]}


@table_at_once
def test_what_looks_like_a_number_in_a_finding_and_is_none_stays_as_it_is(subject: str) -> None:
    """The range 712.9–10 that 701.28a of a release made from 2026-04-17 cites: 10 alone is no number."""
    text = release(broken(_WRONG_TITLE))
    finding = replace(lint_release(text)[0], subject=subject)
    (told,) = with_known([finding], [finding], align_releases(text, text))
    assert told.is_known


def test_the_public_function_marks_them_too() -> None:
    faulty = release(broken(_NO_STOP))
    assert [finding.is_known for finding in lint_release(faulty, faulty)] == [True]
    assert [finding.is_known for finding in lint_release(faulty)] == [False]


def _stale(*texts: str) -> list[LintFinding]:
    *older, draft = map(release, texts)
    alignments = [align_releases(old, draft) for old in older]
    return [finding for finding in lint_draft(draft, alignments) if finding.check == "stale-reference"]


def test_a_citation_that_went_stale_before_the_text_before_is_known() -> None:
    moved = broken(
        ("101.3. A player can concede the game", "101.4. A player can concede the game"),
        ("101.4. A", "101.3. Whoever owns the most dragons rules the skies over Shiv forever.\n\n101.4. A"),
    )
    assert [finding.is_known for finding in _stale(CLEAN, moved)] == [False, False]
    assert [finding.is_known for finding in _stale(moved, CLEAN, moved)] == [True, True]


@pytest.mark.parametrize(
    "faults",
    [(_WRONG_TITLE,), (_GAP, _NO_STOP), (_WRONG_TITLE, _GAP, ("A player can concede", "A playr can can concede"))],
)
def test_of_the_text_before_only_what_can_make_a_finding_known_is_looked_for(
    faults: tuple[tuple[str, str], ...],
) -> None:
    before, draft = release(broken(*faults)), release(broken(*faults, ("June 7, 2024", "July 30, 2024")))
    alignment = align_releases(before, draft)
    whole = with_known(lint(draft, alignments=(alignment,)), lint(before), alignment)
    assert lint_draft(draft, (alignment,)) == whole
    assert any(finding.is_known for finding in whole)


_TWICE = ("A player can concede", "A player can can concede")
_NO_END = ("To leave a game. See rule 101.3.", "To leave a game. See rule 101.3")


def _left(*pairs: tuple[str, str]) -> list[str]:
    text = broken(*pairs)
    left, silenced = without_marked(lint(release(text), lines=text.split("\n")), text.split("\n"))
    assert silenced + len(left) == 2
    return [finding.check for finding in left]


@table_at_once
def test_a_marker_before_a_clause_silences_what_it_names(markers: str, left: str) -> None:
    before = "".join(f"<!-- crdiff: {marker} -->\n\n" for marker in markers.split("; "))
    assert _left(_TWICE, _NO_END, ("101.3. A player", f"{before}101.3. A player")) == left.split()


def test_a_marker_may_stand_in_the_line_itself() -> None:
    here = "the game at any time. <!-- crdiff: ignore doubled-word -->"
    assert _left(_TWICE, _NO_END, ("the game at any time.", here)) == ["missing-full-stop"]


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
