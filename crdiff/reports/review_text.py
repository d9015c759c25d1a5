"""A review for a terminal, a line for each thing to look at, and as JSON (``crdiff.review/1``)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import field

from crdiff.cite.cited_by import CitedAt, GoingStale
from crdiff.lint.finding import ClausePiece, LintFinding
from crdiff.lint.touched import Touched, Touching
from crdiff.reports.answer import AnswerRow, Count, row_of
from crdiff.reports.diff_json import Compared, ReportedChange, change_row, compared
from crdiff.reports.labels import exceptions, kinds, label_with_part
from crdiff.reports.lint import FindingRow, finding_row
from crdiff.reports.phrases import counted, in_lines, listed
from crdiff.reports.review import Beside, DraftReview, EditorNote, Item, Renumbered, ReviewConcern

_PLACES_MAX = 3
"""Places of citations that a line names; the rest are counted: a line for an editor, not a list for a program."""


@in_lines
def review_text(review: DraftReview) -> Iterator[str]:
    """Return the review as lines of text: what to read, with who cites it and what the lint finds there."""
    view = review.view
    yield f"{view.old_name} to {view.new_name}"
    if review.same_date:
        yield f"{review.same_date}."
    yield from (f"{sentence}." for sentence in view.headlines)
    for rewording in review.exceptions:
        yield f"'{rewording.old}' to '{rewording.new}': {exceptions(rewording.exceptions)}"
    yield ""
    yield f"To read ({len(review.items):,})"
    for item in review.items:
        yield from _item(item)
    yield from _section("Findings elsewhere", map(_finding, review.elsewhere))
    if review.known:
        yield f"{review.known:,} more that {view.old_name} has too"
    yield from _section("Clauses whose citations go stale", map(stale_sentence, review.stale))
    yield from _section("Notes elsewhere", (f"{note.name}: {' '.join(note.text.split())}" for note in review.notes))
    uncovered = (f"{number} is new, and no check plays it" for number in review.uncovered)
    yield from _section("Checks elsewhere", (*map(_concern, review.concerns), *uncovered))


def _section(title: str, said: Iterable[str]) -> Iterator[str]:
    """Yield a part of the review under its title, nothing where it is empty."""
    lines = tuple(said)
    if lines:
        yield ""
        yield f"{title} ({len(lines):,})"
        yield from (f"  {line}" for line in lines)


def _item(item: Item) -> Iterator[str]:
    change = item.change
    yield f"  {label_with_part(change)}  ({kinds(change)})"
    yield from (f"    {line}" for line in item.prose)
    if item.cited_by:
        yield f"    cited by {', '.join(dict.fromkeys(clause.number for clause in item.cited_by))}"
    yield from (f"    {_finding(finding)}" for finding in item.findings)
    yield from (f"    {touched_sentence(one)}" for one in item.touched)
    yield from (f"    {_concern(concern)}" for concern in item.concerns)
    if item.cited_at:
        yield f"    {cited_sentence(item.cited_at)}"
    yield from (f"    note: {' '.join(note.text.split())}" for note in item.notes)


def touched_sentence(touched: Touched) -> str:
    """Return why a change touches a passage, with its place, without a full stop."""
    place = touched.passage.number
    match touched.why:
        case Touching.SAME_WORDS:
            return f"{place} still says “{touched.words}”"
        case Touching.EXAMPLE:
            return f"example {touched.passage.index + 1} of {place} illustrates it and is unchanged"
        case Touching.TERM:
            return f"the entry {place} uses “{touched.words}”"


def cited_sentence(places: Sequence[CitedAt]) -> str:
    """Return which lines of other people's files cite a clause, without a full stop."""
    return f"cited in {listed(list(map(str, places)), most=_PLACES_MAX)}"


def stale_sentence(stale: GoingStale) -> str:
    """Return which citations of other people's files go stale, without a full stop."""
    became = f"becomes {listed(stale.new)}" if stale.new else "is gone"
    places = listed(list(map(str, stale.places)), most=_PLACES_MAX)
    return f"{stale.old} {became}, which makes {counted(len(stale.places), 'citation')} stale: {places}"


def _finding(finding: LintFinding) -> str:
    said = " ".join(filter(None, (finding.number, finding.message.replace("\n", " "))))
    return f"{finding.level.value}: {said}  [{finding.check}]"


def _concern(concern: ReviewConcern) -> str:
    because = f" ({', '.join(concern.because)})" if concern.because else ""
    return f"check {concern.check} of {concern.number}: {concern.state}{because}"


SENTENCES = {"touched": touched_sentence, "cited": cited_sentence, "stale": stale_sentence}
"""What other forms of a review say in the same words, by name."""


class TouchedRow(AnswerRow, frozen=True):
    """A passage elsewhere that a change touches."""

    why: Touching
    number: str
    piece: ClausePiece
    index: Count
    words: str


class ReviewItem(AnswerRow, frozen=True):
    """A change that somebody has to read."""

    id: str
    change: ReportedChange
    before: Beside | None
    after: Beside | None
    cited_by: tuple[Beside, ...]
    """Who cites the clause in the draft."""
    findings: tuple[FindingRow, ...]
    concerns: tuple[ReviewConcern, ...]
    touched: tuple[TouchedRow, ...]
    """Passages elsewhere that the change touches."""
    cited_at: tuple[CitedAt, ...]
    """Lines of other people's files that cite the clause."""
    notes: tuple[EditorNote, ...]
    """What the editor wrote about it."""


class ReviewAnswer(Compared, frozen=True, tag="crdiff.review/1"):
    """What an editor has to go through, as crdiff review --format json writes it."""

    key: str
    """Names the pair of texts; an editor's progress belongs to it."""
    items: tuple[ReviewItem, ...]
    """In the order of the draft."""
    elsewhere: tuple[FindingRow, ...] = field(name="findings")
    """On clauses that nobody has to read, without those the old text has too."""
    known: Count
    """How many findings more the old text has too."""
    concerns: tuple[ReviewConcern, ...]
    """On clauses that nobody has to read."""
    uncovered: tuple[str, ...]
    """Numbers of new clauses that checks set out to cover and none plays."""
    renumbered: tuple[Renumbered, ...]
    same_date: bool
    """Whether the draft still has the effective date of the old text."""
    stale: tuple[GoingStale, ...] = field(name="stale_citations")
    """Citations of others that go stale."""
    notes: tuple[EditorNote, ...]
    """Notes on clauses that nobody has to read."""


def review_answer(review: DraftReview) -> ReviewAnswer:
    """Return the review as an answer."""
    return row_of(
        ReviewAnswer,
        review,
        **compared(review.view),
        items=map(_item_row, review.items),
        elsewhere=map(finding_row, review.elsewhere),
        same_date=bool(review.same_date),
    )


def _item_row(item: Item) -> ReviewItem:
    touched = (row_of(TouchedRow, one.passage, why=one.why, words=one.words) for one in item.touched)
    found = map(finding_row, item.findings)
    return row_of(ReviewItem, item, change=change_row(item.change), findings=found, touched=touched)
