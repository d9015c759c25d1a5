"""Which checks a draft makes suspect, for a review: read from the tests, without running them or having an archive."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from crdiff.cli.output import Output
from crdiff.cli.texts import Texts
from crdiff.reports.phrases import listed

if TYPE_CHECKING:
    from crdiff.changes.change import Comparison
    from crdiff.reports.review import Concern
    from crdiff.store.embedded import EmbeddedCorpus
    from crdiff.trace.results import Coverage

_MOST_NAMED = 3


def made_suspect(
    comparison: Comparison, old: str, tests: Sequence[str], texts: Texts, output: Output
) -> tuple[Concern, ...]:
    """Return the checks in `tests` that a draft makes suspect or orphans; `old` is what its old text was called.

    Without `tests` the checks are those that ``crdiff checks`` would play here. What cannot be known without running
    them or without an archive is told beside the answer.
    """
    paths = _paths(tests)
    if not paths:
        return ()
    from crdiff.reports.review import Concern
    from crdiff.store.marked import checks_in
    from crdiff.trace.before import coverage_before
    from crdiff.trace.drafts import concerns

    corpus, marked = texts.embedded(), checks_in(paths)
    coverage = coverage_before(
        comparison.alignment.old,
        _in_force(comparison, old, corpus),
        checks=marked.checks,
        reviews=marked.reviews,
        known=corpus.lineages,
        read_releases=corpus.read_releases,
    )
    for place in marked.unread:
        output.note(f"{place}: a marker that names its clauses only when it runs, as in 'crdiff checks status'")
    unknown = _unknown(coverage)
    if unknown:
        output.note(f"crdiff: the checks also name {listed(unknown, _MOST_NAMED)}, unknown without an archive")
    return tuple(Concern(each.check.id, each.state.value, each.old) for each in concerns(coverage, comparison))


def _paths(tests: Sequence[str]) -> tuple[Path, ...]:
    from crdiff.store.home import SCENARIOS

    if tests:
        return tuple(map(Path, tests))
    return (Path(SCENARIOS),) if Path(SCENARIOS).is_dir() else ()


def _in_force(comparison: Comparison, old: str, corpus: EmbeddedCorpus) -> date:
    """Return the release that the old text is: the newest one recorded where neither it nor its edition tells."""
    quoted = next((edition.release for edition in corpus.editions if edition.id == old), None)
    return comparison.alignment.old.effective or quoted or corpus.read_releases[-1]


def _unknown(coverage: Coverage) -> list[str]:
    """Return the clauses that checks name and of which nothing is recorded."""
    links = (of for check in coverage.checks for of in coverage.links(check))
    return sorted({str(of.name) for of in links if of.lineage is None})
