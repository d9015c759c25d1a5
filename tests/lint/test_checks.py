"""Each check finds what it is for, at its place, and is silent about a text in which nothing is wrong."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from clean_text import CLEAN, broken, release, with_siblings
from msgspec.structs import replace
from table import table

from crdiff.align.alignment import Excerpt
from crdiff.lint import lint
from crdiff.lint.finding import LintFinding
from crdiff.lint.registry import BY_ID, CHECKS
from crdiff.model.release import Damage
from tests.changes.conftest import aligned


def found(text: str, before: str | None = None) -> tuple[LintFinding, ...]:
    return lint(release(text), release(before) if before else None, lines=text.split("\n"))


def checks_of(text: str, check: str) -> list[str]:
    """Return the clauses in which one check finds something."""
    return [finding.number for finding in found(text) if finding.check == check]


@pytest.mark.parametrize(("lost", "faults"), [(19, 1), (20, 0)])
def test_quotes_of_a_text_that_lost_twenty_characters_are_not_paired(lost: int, faults: int) -> None:
    text = broken(("Another Player.”", "Another Player."))
    read = release(text)
    damaged = replace(read, source=replace(read.source, damage=(Damage("characters lost", lost),)))
    findings = lint(damaged, None, lines=text.split("\n"))
    assert [finding.check for finding in findings].count("unbalanced-quotes") == faults


@pytest.mark.parametrize(("siblings", "odd", "faults"), [(5, 1, 0), (6, 1, 1), (12, 2, 2), (18, 3, 0)])
def test_six_siblings_to_each_odd_sentence_make_a_template(siblings: int, odd: int, faults: int) -> None:
    assert len(checks_of(with_siblings(["are"] * siblings + ["is"] * odd), "odd-template")) == faults


def test_every_check_has_its_section_with_reason_and_instance() -> None:
    page = (Path(__file__).parents[2] / "site" / "lint.md").read_text("utf-8")
    sections = dict(re.findall(r"^### `([a-z-]+)`\n((?:(?!##).*\n?)*)", page, re.MULTILINE))
    assert set(sections) == set(BY_ID)
    for check in CHECKS:
        assert check.reason in sections[check.id], check.id
        assert check.level in sections[check.id], check.id
        assert "Seen" in sections[check.id] or "Not seen" in sections[check.id], check.id


def test_without_the_lines_of_the_file_the_clause_is_told() -> None:
    text = broken(("see rule 101.2a)", "see rule 101.2c)"))
    (finding,) = lint(release(text))
    assert text.split("\n")[finding.line - 1].startswith("100.2.")
    assert finding.column == 0


def test_a_place_is_found_in_a_wrapped_paragraph() -> None:
    wrapped = broken(("see rule 101.2a)", "see rule 101.2c)")).split("\n")
    at = next(number for number, line in enumerate(wrapped) if line.startswith("100.2."))
    wrapped[at] = wrapped[at].replace("deck (see ", "deck\n(see   ")
    lines = "\n".join(wrapped).split("\n")
    findings = lint(release("\n".join(lines)), lines=lines)
    (finding,) = [finding for finding in findings if finding.check == "dangling-reference"]
    assert lines[finding.line - 1][finding.column - 1 :].startswith("101.2c")


def test_what_an_excerpt_does_not_quote_is_not_missing() -> None:
    excerpt = CLEAN[CLEAN.index("301. Controlling Another Player\n\n301.1") : CLEAN.index("Glossary\n\nConcede")]
    assert found(excerpt) == ()
    assert [finding.check for finding in found(excerpt.replace("rule 101.3", "rule 301.9"))] == ["dangling-reference"]


def test_a_fingerprint_stays_when_the_clause_moves_and_differs_from_fault_to_fault() -> None:
    text = broken(("See rule 101.3.\n\nGlossary", "See rule 101.9.\n\nGlossary"))
    moved = text.replace("301", "302")
    (one,) = [finding for finding in found(text) if finding.check == "dangling-reference"]
    (other,) = [finding for finding in found(moved) if finding.check == "dangling-reference"]
    assert one.fingerprint == other.fingerprint
    assert one.number != other.number
    twice = found(broken(("can concede", "can  concede"), ("make that player", "make  that player")))
    assert len({finding.fingerprint for finding in twice}) == len(twice) == 2


@table
def test_a_fingerprint_is_made_from_three_words_on_each_side(said: str, is_same: bool) -> None:
    def fingerprint(sentence: str) -> str:
        (one,) = [f for f in found(broken(("101.3. A", f"101.3. {sentence} A"))) if f.check == "dangling-reference"]
        return one.fingerprint

    known = fingerprint("Then perhaps one may read in full rule 101.9 if you really want to.")
    assert (fingerprint(said) == known) is is_same


@table
def test_an_excerpt_is_named_by_its_first_eight_numbers(subsections: int, named: str) -> None:
    alignment = aligned({"100.1": "A rule."}, {"100.1": "A rule."}, {"100.1": ["100.1"]})
    numbers = tuple(str(101 + at) for at in range(subsections))
    against = replace(alignment, excerpts=(Excerpt("page", True, numbers, "release", 5, lacks_beginning=False),))
    (one,) = lint(against.new, alignments=(against,), checks=(BY_ID["excerpt"],))
    assert one.message == f"the comparison covers only {named}; 5 clauses of the earlier text are not compared"


def test_the_spaces_of_a_pdf_are_those_of_its_typesetting() -> None:
    """2009-05-01.pdf has double spaces where its .txt has none, and none where that has some."""
    text = broken(("can concede", "can  concede"))
    read = release(text)
    printed = replace(read, source=replace(read.source, encoding="pdf"))
    lines = text.split("\n")
    assert [finding.check for finding in lint(read, lines=lines)] == ["double-space"]
    assert lint(printed, lines=lines) == ()
