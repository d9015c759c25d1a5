"""Which checks a draft makes suspect, for a review: read from the tests, without running them or having an archive."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from crdiff.cli.output import Output
from crdiff.cli.texts import Texts
from crdiff.reports.phrases import listed

if TYPE_CHECKING:
    from datetime import date

    from crdiff.changes.change import Comparison
    from crdiff.model.release import Release
    from crdiff.reports.review import ReviewConcern

_MOST_NAMED = 3
_ASK = "'crdiff checks status --against DRAFT --corpus DIR' knows them"


def made_suspect(
    comparison: Comparison, old: str, tests: Sequence[str], texts: Texts, output: Output
) -> tuple[tuple[ReviewConcern, ...], tuple[str, ...]]:
    """Return the checks in `tests` that a draft concerns, and the clauses in their scope that are new in it.

    `old` is what its old text was called. Without `tests` the checks are those that ``crdiff checks`` would play here.
    What cannot be known without running them or without an archive is told beside the answer.
    """
    from crdiff.cli.playing import tests_at

    paths = tuple(map(Path, tests_at(tuple(tests))))
    if not paths:
        return (), ()
    from crdiff.checks.inputs import embedded_timeline
    from crdiff.checks.marked_tests import checks_in
    from crdiff.reports.review import ReviewConcern
    from crdiff.trace.before import coverage_before
    from crdiff.trace.drafts import concerned
    from crdiff.trace.results import CheckCoverage

    marked, known, text = checks_in(paths), embedded_timeline(), comparison.alignment.old
    release = in_force(text, old, known.newest, texts)
    coverage = CheckCoverage(known, (release,), marked.checks, marked.reviews, marked.scope)
    found = concerned(coverage_before(coverage, text, release, _quoted(known.newest, texts)), comparison)
    for place in marked.unread:
        output.note(f"{place}: a marker that names its clauses only when it runs, as in 'crdiff checks status'")
    if found.undecided:
        names = sorted({str(each.link.name) for each in found.undecided})
        output.note(f"crdiff: the checks also name {listed(names, _MOST_NAMED)}, unknown without an archive; {_ASK}")
    concerns = (ReviewConcern(each.check.id, each.state.value, str(each.old), each.because) for each in found.concerns)
    return tuple(concerns), tuple(map(str, found.uncovered))


def newest_texts(release: date, texts: Texts) -> list[Release]:
    """Return what there is of the text of a release: all of it, what the editions quote of it, or nothing."""
    is_held = str(release) in {text.release for text in texts.held().chosen()}
    return [texts.read(str(release))] if is_held else _quoted(release, texts)


def in_force(text: Release, name: str, newest: date, texts: Texts) -> date:
    """Return the release that a text called `name` is: the `newest` where neither it nor its edition tells."""
    quoted = (edition.release for edition in texts.embedded().editions if edition.id in {name, text.source.name})
    return text.effective or next(quoted, newest)


def _quoted(release: date, texts: Texts) -> list[Release]:
    corpus = texts.embedded()
    return [corpus.text(edition) for edition in corpus.editions if edition.release == release]
