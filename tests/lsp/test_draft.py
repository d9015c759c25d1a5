"""What an editor is told of a text of the rules."""

from __future__ import annotations

import pytest
from citing import numbering
from clean_text import CLEAN, broken
from lsprotocol import types as lsp

from crdiff.dialects.registry import read, read_lines
from crdiff.lint import lint
from crdiff.lint.finding import LintFinding
from crdiff.lsp.clauses import Clauses
from crdiff.lsp.draft import RulesDraft, is_draft
from crdiff.lsp.text import EditorText, actions

SLIP = broken(("can concede", "can  concede"))
DANGLING = broken(("see rule 101.2a)", "see rule 101.2c)"))


def opened(source: str) -> RulesDraft:
    text = EditorText("draft.txt", "file:///draft.txt", source)

    def linted(name: str, raw: bytes) -> tuple[LintFinding, ...]:
        return lint(read(raw, name), lines=read_lines(raw, name))

    return RulesDraft(text, Clauses(numbering(), None), numbering().newest, linted)


@pytest.mark.parametrize(
    ("name", "source", "expected"),
    [
        ("draft.txt", CLEAN, True),
        ("draft.TXT", "702.19. Trample\n\n702.19a Trample is a static ability.\n", True),
        ("draft.md", CLEAN, False),
        ("notes.txt", "702.19b is about trample\n\nIt is cited here.\nAnd there.\n", False),
        ("notes.txt", "", False),
    ],
)
def test_a_text_of_numbered_clauses_is_a_draft(name: str, source: str, expected: bool) -> None:
    assert is_draft(EditorText(name, f"file:///{name}", source)) is expected


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_the_findings_of_lint_stand_at_their_words(ends: str) -> None:
    draft = opened(SLIP.replace("\n", ends))
    (found,) = [each.diagnostic(draft.text) for each in draft.findings]
    line = SLIP.split("\n")[found.range.start.line]
    assert (found.code, found.severity) == ("double-space", lsp.DiagnosticSeverity.Warning)
    assert line[found.range.start.character : found.range.end.character] == "  "
    assert [each.message for each in opened(CLEAN).findings] == []


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_what_lint_would_mend_is_offered_and_what_it_would_not_can_be_silenced(ends: str) -> None:
    draft = opened(SLIP.replace("\n", ends))
    mend, silence = actions(draft.text, draft.findings, 0, len(draft.text.raw))
    for action, expected in ((mend, CLEAN.replace("\n", ends)), (silence, None)):
        assert action.edit
        assert action.edit.changes
        ((edit,),) = action.edit.changes.values()
        start, stop = draft.text.offset(edit.range.start), draft.text.offset(edit.range.end)
        after = (draft.text.raw[:start] + edit.new_text.encode() + draft.text.raw[stop:]).decode()
        assert expected in {None, after}
    assert silence.title == "Silence double-space in this line"
    assert after.split(ends)[edit.range.start.line].endswith(" <!-- crdiff: ignore double-space -->")
    dangling = opened(DANGLING)
    (only,) = actions(dangling.text, dangling.findings, 0, len(dangling.text.raw))
    assert only.title == "Silence dangling-reference in this line"


def test_a_number_shows_the_clause_of_the_newest_release() -> None:
    draft = opened("702.19. Trample\n\n702.19b See rule 704.5a and 799.9.\n")

    def shown(printed: str) -> str:
        hover = draft.hover(draft.text.raw.index(printed.encode()) + 2)
        assert hover
        assert isinstance(hover.contents, lsp.MarkupContent)
        return hover.contents.value

    assert shown("704.5a").startswith("**704.5a** of 2026-08-07\n\n704.5a since 2009-07-11; its words since 2018-04-27")
    assert shown("702.19b").startswith("**702.19b** of 2026-08-07")
    assert shown("799.9") == "no clause is 799.9 in 2026-08-07"
    assert draft.hover(draft.text.raw.index(b"See")) is None


def test_numbers_are_offered_behind_the_word_rule() -> None:
    draft = opened(f"{CLEAN}\nsee rule 704.5a")
    assert [item.label for item in draft.completion(len(draft.text.raw)).items] == ["704.5a", "704.5aa"]


def test_a_text_that_cannot_be_read_shows_why_where_it_is() -> None:
    (found,) = opened(CLEAN.replace("This document", "This \x0c document")).findings
    assert (found.code, found.message.partition(" ")[0]) == ("unreadable", "control")
    assert list(found.remedies()) == []
