"""A review for a terminal, a line for each thing to look at, and as JSON (``crdiff.review/1``)."""

from __future__ import annotations

from collections.abc import Iterator

from crdiff.lint.finding import LintFinding
from crdiff.reports.diff_json import change_object, diff_object
from crdiff.reports.indented import Json, indented
from crdiff.reports.labels import exceptions, kinds, named, prose
from crdiff.reports.lint_json import lint_finding_object
from crdiff.reports.review import DraftReview, Item, ReviewConcern

SCHEMA = "crdiff.review/1"
_AS_IN_A_DIFF = ("old", "new", "summary", "breaks_off", "excerpts", "subsections", "rewordings")


def review_text(review: DraftReview) -> str:
    """Return the review as lines of text: what to read, with who cites it and what the lint finds there."""
    return "".join(f"{line}\n" for line in _lines(review))


def _lines(review: DraftReview) -> Iterator[str]:
    view = review.view
    yield f"{view.old.name} to {view.new.name}"
    yield from (f"{sentence}." for sentence in view.headlines)
    for rewording in review.exceptions:
        yield f"'{rewording.old}' to '{rewording.new}': {exceptions(rewording.exceptions)}"
    yield ""
    yield f"To read ({len(review.items):,})"
    for item in review.items:
        yield from _item(item)
    if review.elsewhere:
        yield ""
        yield f"Findings elsewhere ({len(review.elsewhere):,})"
        yield from (f"  {_finding(finding)}" for finding in review.elsewhere)
    if review.known:
        yield f"{review.known:,} more that {view.old.name} has too"
    yield from (f"  {_concern(concern)}" for concern in review.concerns)
    yield from (f"  {number} is new, and no check plays it" for number in review.uncovered)


def _item(item: Item) -> Iterator[str]:
    change = item.change
    yield f"  {named(change)}  ({kinds(change)})"
    yield from (f"    {line}" for line in prose(change))
    if item.cited_by:
        yield f"    cited by {', '.join(dict.fromkeys(clause.number for clause in item.cited_by))}"
    yield from (f"    {_finding(finding)}" for finding in item.findings)
    yield from (f"    {_concern(concern)}" for concern in item.concerns)


def _finding(finding: LintFinding) -> str:
    said = " ".join(filter(None, (finding.number, finding.message.replace("\n", " "))))
    return f"{finding.level.value}: {said}  [{finding.check}]"


def _concern(concern: ReviewConcern) -> str:
    because = f" ({', '.join(concern.because)})" if concern.because else ""
    return f"check {concern.check} of {concern.number}: {concern.state}{because}"


def review_json(review: DraftReview) -> bytes:
    """Return the review as indented UTF-8 JSON."""
    compared = diff_object(review.view)
    answer = {key: compared[key] for key in _AS_IN_A_DIFF}
    answer |= {
        "key": review.key,
        "items": [_item_object(item) for item in review.items],
        "findings": [lint_finding_object(finding) for finding in review.elsewhere],
        "known": review.known,
        "concerns": review.concerns,
        "uncovered": review.uncovered,
        "renumbered": review.renumbered,
    }
    return indented(SCHEMA, answer)


def _item_object(item: Item) -> Json:
    return {
        "id": item.id,
        "change": change_object(item.change),
        "before": item.before,
        "after": item.after,
        "cited_by": item.cited_by,
        "findings": [lint_finding_object(finding) for finding in item.findings],
        "concerns": item.concerns,
    }
