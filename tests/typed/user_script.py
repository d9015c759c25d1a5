"""A script as a user of crdiff would write it. It is not run: `mypy --strict` reads it, as it would outside.

Each `assert_type` states what an answer is, and an unannotated or untyped API would fail it.
"""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import assert_type

import crdiff
from crdiff import (
    Alignment,
    Change,
    Clause,
    ClauseNumber,
    Comparison,
    Corpus,
    CrdiffError,
    Link,
    Release,
    compare_releases,
    read,
)
from crdiff.changes.change import Facet, Op, Part, Quoted, Structure
from crdiff.history.lineage import Event, Lineage, NumberRun, Term


def compare_files(old: str, new: str) -> Comparison:
    """Compare two files, and look at every part of what is said about them."""
    before, after = (read(Path(name).read_bytes(), name) for name in (old, new))
    assert_type(before, Release)
    assert_type(before.effective, date | None)
    assert_type(before.sections, tuple[Clause, ...])
    assert_type([(node.number, node.clause.wording) for node in crdiff.walk(before)], list[tuple[ClauseNumber, str]])
    assert_type(ClauseNumber.parse("702.9a") < ClauseNumber(702, 10), bool)
    comparison = compare_releases(before, after)
    assert_type(comparison, Comparison)
    assert_type(comparison.alignment, Alignment)
    assert_type(crdiff.compare(comparison.alignment), Comparison)
    assert_type(crdiff.__version__, str)
    assert_type(comparison.alignment.links, tuple[Link, ...])
    assert_type(crdiff.to_json(comparison), bytes)
    return comparison


def describe(change: Change) -> str:
    """Say what a change is, by its fields."""
    assert_type(change.part, Part)
    assert_type(change.structure, Structure)
    assert_type(change.facets, tuple[Facet, ...])
    assert_type(change.mechanical, bool)
    assert_type(change.for_review, bool)
    assert_type(change.old, tuple[Quoted, ...])
    assert_type(change.confidence, float)
    assert_type([segment.op for segment in change.redline], list[Op])
    assert_type("".join(segment.text for segment in change.redline), str)
    clauses = change.new or change.old
    return f"{clauses[0].number}: {change.summary}"


def ask(folder: Path) -> None:
    """Ask a corpus every kind of question."""
    with Corpus(folder) as corpus:
        assert_type(corpus, Corpus)
        assert_type([added.text.release for added in corpus.add("downloads")], list[str])
        assert_type(corpus.releases, tuple[date, ...])
        lineage = corpus.history("507.3b", at=date(2004, 5, 1))
        assert_type(lineage, Lineage[ClauseNumber | Term])
        assert_type(lineage.runs, tuple[NumberRun[ClauseNumber | Term], ...])
        assert_type(lineage.ended, Event[ClauseNumber | Term] | None)
        assert_type([worded.change for worded in lineage.wordings], list[Change | None])
        assert_type(corpus.entry("Mana Burn"), Lineage[Term])
        rows = corpus.renumbering("2003-10-01", "2014-05-01").rows
        assert_type({row.old: row.new for row in rows}[ClauseNumber(507, 1)], tuple[ClauseNumber, ...])
        assert_type([hit.lineage for hit in corpus.search("mana burn", ever=True)], list[str])
        assert_type([sentence.text for sentence in corpus.blame("720.1").sentences], list[str])
        assert_type([clause.text for clause in corpus.show("720").clauses], list[str])
        assert_type([use.lineage for use in corpus.number("507.3")], list[str])
        assert_type([release.release for release in corpus.news("2024-06-07").releases], list[date])
        assert_type([size.words for size in corpus.stats()], list[int])
        assert_type([describe(change) for change in corpus.diff("2009-05-01", "2009-07-11").changes], list[str])


def first_line(error: CrdiffError) -> str:
    """Say what went wrong and where."""
    assert_type((error.path, error.line), tuple[str, int])
    return str(error)
