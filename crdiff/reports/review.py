"""The review of a draft: the view that its reports share, an editor's notes, and reports for a terminal and as JSON."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Annotated, NamedTuple

from msgspec import Struct, field

from crdiff.changes.change import Change, Part, Quoted, Rewording, Structure
from crdiff.changes.reading import in_rows
from crdiff.cite.cited_by import CitationList, CitedAt, GoingStale, cited_at, going_stale
from crdiff.errors import UsageError
from crdiff.lint.finding import ClausePiece, LintFinding
from crdiff.lint.indexed_release import Citation, IndexedRelease
from crdiff.lint.touched import Touched, TouchedPlaces, Touching
from crdiff.model.clause import ClauseKind
from crdiff.model.number import NUMBERS, ClauseNumber
from crdiff.model.release import Level
from crdiff.model.tree import Node, walk
from crdiff.reports.answer import AnswerRow, Count, one_of, row_of
from crdiff.reports.diff import Compared, ReportedChange, change_row, compared
from crdiff.reports.labels import PART_TITLES, anchor, exceptions, kinds, label_with_part, prose
from crdiff.reports.lint import FindingRow, finding_row
from crdiff.reports.phrases import counted, cut_short, in_lines, listed
from crdiff.reports.view import View
from crdiff.text.groups import by_key

_HEADING = re.compile(r"#{1,6}\s+(?P<name>.*?)\s*#*\s*")
_LINE = re.compile(rf"(?:[-*+]\s+)?(?:\*\*)?(?P<name>{NUMBERS.number})\.?(?:\*\*)?:\s*(?P<text>.*)")
_EXPECTED = "headings such as '## 702.9b', or lines such as '702.9b: text'"


class EditorNote(Struct, frozen=True):
    """What an editor wrote about a clause or a glossary entry, as Markdown; `line` is where it begins in its file."""

    name: str
    text: str
    line: int


def read_notes(text: str, path: str) -> tuple[EditorNote, ...]:
    """Return the notes of a file in Markdown.

    Raises `UsageError`, with its line, for text that belongs to no clause.
    """
    lines: dict[int, list[str]] = {}
    names: dict[int, str] = {}
    at, is_headed = 0, False
    for number, line in enumerate(text.splitlines(), 1):
        headed, begun = _HEADING.fullmatch(line), _LINE.fullmatch(line)
        if headed or begun:
            at, is_headed = number, headed is not None
            found = headed or begun
            names[at] = found["name"].removeprefix("rule ").removesuffix(".") if found else ""
            lines[at] = [begun["text"]] if begun else []
        elif at and (is_headed or line.strip()):
            lines[at].append(line)
        elif line.strip():
            raise UsageError("text that belongs to no clause", _EXPECTED, path=path, line=number)
        else:
            at = 0
    return tuple(_notes(names, lines, path))


def _notes(names: dict[int, str], lines: dict[int, list[str]], path: str) -> Iterator[EditorNote]:
    if not names:
        raise UsageError("has no notes", _EXPECTED, path=path)
    for at, name in names.items():
        text = "\n".join(lines[at]).strip()
        if not text:
            raise UsageError(f"the note on {name} is empty", "text under its heading", path=path, line=at)
        yield EditorNote(name, text, at)


def require_known(notes: tuple[EditorNote, ...], names: Collection[str], draft: str, path: str) -> None:
    """Raise `UsageError` for the first note on something that the texts compared do not have."""
    for note in notes:
        if note.name not in names:
            expected = "the number of a clause or a term of the glossary"
            raise UsageError(f"{note.name!r} is not in {draft}", expected, path=path, line=note.line)


# Characters quoted before a citation; half as many after it.
_AROUND_CHARACTERS = 32
# Characters quoted of a clause beside another one: a line of a report.
_SHORTENED_MAX = 72


class ReviewConcern(Struct, frozen=True):
    """A check to look at again; number is that of its clause in the old text."""

    check: str
    state: Annotated[str, one_of("suspect", "orphaned", "context changed")]
    number: str
    # What changed around a clause whose context changed.
    because: tuple[str, ...] = ()


class Beside(Struct, frozen=True):
    """A clause beside another one, or one that cites it: its number and a piece of what it says."""

    number: str
    text: str


class WordsAround(NamedTuple):
    """The words of a finding in their passage: what is before, the words themselves, what is after."""

    before: str
    words: str
    after: str


class Item(Struct, frozen=True):
    """A change to read. `id` names it in links and in the editor's progress.

    `before` and `after` are the clauses around the new one (around the old one, where it is gone), `cited_by` those
    that cite it in the draft, `findings` what the lint says of its clauses, `concerns` the checks to look at again.
    `touched` are the passages elsewhere that the change touches, `cited_at` the places in trees of others that cite it,
    `notes` what the editor wrote about it.
    """

    id: str
    change: Change
    before: Beside | None
    after: Beside | None
    cited_by: tuple[Beside, ...]
    findings: tuple[LintFinding, ...]
    concerns: tuple[ReviewConcern, ...]
    touched: tuple[Touched, ...] = ()
    cited_at: tuple[CitedAt, ...] = ()
    notes: tuple[EditorNote, ...] = ()

    @property
    def prose(self) -> tuple[str, ...]:
        """The lines before the redline, without what the lint says of the same citation.

        Nor is anything said of citations in the introduction, which only explains how rules are numbered.
        """
        is_told = self.change.part is Part.FRONT or any(found.check == _STALE for found in self.findings)
        return tuple(line for line in prose(self.change) if not (is_told and line.startswith(_STILL_CITES)))


_STALE = "stale-reference"
_STILL_CITES = "still cites "


class Renumbered(Struct, frozen=True):
    """A clause under another number: it moved, or its place has another number. `members` follow it, uncounted."""

    old: str
    new: str
    title: str
    structure: Structure
    members: int


class DraftReview(Struct, frozen=True):
    """All of it. `elsewhere` are findings on clauses that nobody has to read, `known` counts those the old text had.

    `uncovered` are the draft's numbers of new clauses that checks set out to cover. `key` names the pair of texts: an
    editor's progress belongs to it. `contexts` are the words around each finding, by its fingerprint. `stale` are
    citations of others that go stale, `notes` those on clauses that nobody has to read.
    """

    view: View
    items: tuple[Item, ...]
    elsewhere: tuple[LintFinding, ...]
    known: int
    concerns: tuple[ReviewConcern, ...]
    uncovered: tuple[str, ...]
    renumbered: tuple[Renumbered, ...]
    key: str
    contexts: Mapping[str, WordsAround]
    stale: tuple[GoingStale, ...] = ()
    notes: tuple[EditorNote, ...] = ()

    @property
    def same_date(self) -> str:
        """What to say of a draft that changes the rules and has the effective date of the old text, "" of others."""
        day = self.view.new.effective
        is_changed = any(change.part in {Part.RULES, Part.GLOSSARY} for change in self.view.changes)
        if day is None or day != self.view.old.effective or not is_changed:
            return ""
        return f"The draft still has the effective date of the old text, {day}"

    @property
    def findings(self) -> tuple[LintFinding, ...]:
        """Every finding shown, those beside changes first."""
        return tuple(finding for item in self.items for finding in item.findings) + self.elsewhere

    @property
    def exceptions(self) -> tuple[Rewording, ...]:
        """The rewordings that left some clauses alone."""
        return tuple(rewording for rewording in self.view.comparison.rewordings if rewording.exceptions)


class SubjectChanges(Struct, frozen=True):
    """The changes to read in one subsection of the rules, in the glossary, the introduction or the credits."""

    title: str
    items: tuple[Item, ...]


def by_subject(review: DraftReview) -> tuple[SubjectChanges, ...]:
    """Return the changes to read by their subject, each subject where its first change stands."""
    titles: dict[str, str] = {}
    for release in (review.view.old, review.view.new):
        titles |= {str(node.number): node.clause.title for node in walk(release) if node.kind is ClauseKind.SUBSECTION}
    found: dict[str, list[Item]] = defaultdict(list)
    for item in review.items:
        named, number = "", (item.change.new or item.change.old)[0].number
        if item.change.part is Part.RULES:
            printed = str(review.view.new.numbers.parse(number).subsection)
            named = f"{printed}. {titles.get(printed, '')}".rstrip(" .")
        found[named or PART_TITLES[item.change.part]].append(item)
    return tuple(SubjectChanges(title, tuple(items)) for title, items in found.items())


def review(
    view: View,
    findings: Sequence[LintFinding],
    concerns: Sequence[ReviewConcern] = (),
    uncovered: Sequence[str] = (),
    *,
    citations: Sequence[CitationList] = (),
    notes: Sequence[EditorNote] = (),
) -> DraftReview:
    """Return the review of a comparison.

    `findings` are those of the draft; the ones that the old text has too are counted and shown only beside changes.
    `concerns` are the checks that the draft concerns, and `uncovered` the new clauses that no check plays, from anybody
    who knows the checks. `citations` are those of other people's trees that the old text makes right, `notes` what the
    editor wrote about clauses.
    """
    around = _Around(view)
    by_clause = by_key(((finding.part, finding.number), finding) for finding in findings)
    beside = _Known(by_clause, concerns, cited_at(citations), notes)
    items = tuple(_item(change, around, beside) for change in in_rows(view.changes))
    shown = {finding.fingerprint for item in items for finding in item.findings}
    listed = {concern for item in items for concern in item.concerns}
    noted = {note for item in items for note in item.notes}
    left = [finding for finding in findings if finding.fingerprint not in shown]
    return DraftReview(
        view=view,
        items=items,
        elsewhere=tuple(finding for finding in left if not finding.is_known),
        known=sum(finding.is_known for finding in left),
        concerns=tuple(concern for concern in concerns if concern not in listed),
        uncovered=tuple(uncovered),
        renumbered=tuple(_renumbered(view)),
        key=f"{view.old.source.sha256[:12]}-{view.new.source.sha256[:12]}",
        contexts={found.fingerprint: words for found in findings if (words := around.words(found))},
        stale=tuple(going_stale(view.comparison, beside.cited_at)),
        notes=tuple(note for note in notes if note not in noted),
    )


class _Known(Struct, frozen=True):
    """What is known beside the changes. A finding is handed to the first item that has its clause, and to no other."""

    findings: dict[tuple[Part, str], tuple[LintFinding, ...]]
    concerns: Sequence[ReviewConcern]
    cited_at: Mapping[str, Sequence[CitedAt]]
    notes: Sequence[EditorNote]


def _item(change: Change, around: _Around, known: _Known) -> Item:
    before, after = around.neighbours(change)
    numbers = {clause.number for clause in change.old} if change.part is Part.RULES else set()
    named = _distinct(change.new or change.old)
    here = [finding for clause in named for finding in known.findings.pop((change.part, clause), ())]
    return Item(
        id=anchor(change),
        change=change,
        before=before,
        after=after,
        cited_by=around.citing(change),
        findings=tuple(here),
        concerns=tuple(concern for concern in known.concerns if concern.number in numbers),
        touched=around.touched.of(change),
        cited_at=tuple(place for number in sorted(numbers) for place in known.cited_at.get(number, ())),
        notes=() if change.is_outside else tuple(note for note in known.notes if note.name in named),
    )


def _distinct(clauses: Iterable[Quoted]) -> list[str]:
    return list(dict.fromkeys(clause.number for clause in clauses))


class _Around:
    """Both texts laid out: what stands beside a clause, and who cites it."""

    def __init__(self, view: View) -> None:
        self.old, self.new = IndexedRelease(view.old), IndexedRelease(view.new)
        self.places = {
            text: {(str(node.number), node.placement.lines.start): node for node in text.nodes}
            for text in (self.old, self.new)
        }
        self.touched = TouchedPlaces(self.old, self.new, view.comparison.changes)
        self.passages = {
            (passage.part, passage.number, passage.piece, passage.index): passage.text for passage in self.new.passages
        }
        self.cited: dict[ClauseNumber, list[Citation]] = defaultdict(list)
        for citation in self.new.citations:
            for number in citation.reference.numbers:
                self.cited[number].append(citation)

    def words(self, finding: LintFinding) -> WordsAround | None:
        """Return the words around a finding, None where it is in no passage."""
        text = self.passages.get((finding.part, finding.number, finding.piece, finding.index))
        if text is None or text[finding.start : finding.stop] != finding.quote:
            return None
        return _around(text, finding.start, finding.stop)

    def neighbours(self, change: Change) -> tuple[Beside | None, Beside | None]:
        """Return the clauses before and after that of a change, under the same parent."""
        text, clauses = (self.new, change.new) if change.new else (self.old, change.old)
        node = self.places[text].get((clauses[0].number, clauses[0].line)) if change.part is Part.RULES else None
        if node is None:
            return None, None
        siblings = text.children[node.parent]
        at = siblings.index(node)
        before = _beside(siblings[at - 1]) if at else None
        return before, _beside(siblings[at + 1]) if at + 1 < len(siblings) else None

    def citing(self, change: Change) -> tuple[Beside, ...]:
        """Return the passages of the draft that cite the new clauses, or the number of one that is gone."""
        if change.part is not Part.RULES:
            return ()
        clauses = change.new or change.old
        numbers = [self.new.release.numbers.parse(clause) for clause in _distinct(clauses)]
        found = [citation for number in numbers for citation in self.cited[number]]
        return tuple(_quoting(citation) for citation in dict.fromkeys(found))


def _beside(node: Node) -> Beside:
    return Beside(str(node.number), cut_short(node.clause.wording.replace("\n", " "), _SHORTENED_MAX))


def _quoting(citation: Citation) -> Beside:
    text, reference = citation.passage.text.replace("\n", " "), citation.reference
    return Beside(citation.passage.number, "".join(_around(text, reference.start, reference.stop)))


def _around(text: str, start: int, stop: int) -> WordsAround:
    """Return some words of a text with those around them."""
    first = text.rfind(" ", 0, max(0, start - _AROUND_CHARACTERS)) + 1
    last = text.find(" ", stop + _AROUND_CHARACTERS // 2)
    after = text[stop:] if last < 0 else f"{text[stop:last]}…"
    return WordsAround(f"{'…' if first else ''}{text[first:start]}", text[start:stop], after)


def _renumbered(view: View) -> Iterator[Renumbered]:
    """Yield the subsections with another number, then the clauses that got one by themselves."""
    for subsection in view.comparison.subsections:
        if subsection.old and subsection.new and subsection.old != subsection.new:
            title, members = subsection.new_title or subsection.old_title, subsection.members
            yield Renumbered(subsection.old, subsection.new, title, subsection.structure, members)
    told = {(subsection.old, subsection.new) for subsection in view.comparison.subsections}
    for change in view.comparison.changes:
        if change.part is not Part.RULES or change.follows or len(change.old) != 1 or len(change.new) != 1:
            continue
        old, new = change.old[0].number, change.new[0].number
        if old != new and (old, new) not in told:
            yield Renumbered(old, new, change.new[0].title, change.structure, 0)


# The levels in the order in which a review lists them.
LEVELS = (Level.ERROR, Level.WARNING, Level.NOTE)


# Places of citations that a line names; the rest are counted: a line for an editor, not a list for a program.
_PLACES_MAX = 3


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
        yield from _item_lines(item)
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


def _item_lines(item: Item) -> Iterator[str]:
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


# What other forms of a review say in the same words, by name.
SENTENCES = {"touched": touched_sentence, "cited": cited_sentence, "stale": stale_sentence}


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
    # Who cites the clause in the draft.
    cited_by: tuple[Beside, ...]
    findings: tuple[FindingRow, ...]
    concerns: tuple[ReviewConcern, ...]
    # Passages elsewhere that the change touches.
    touched: tuple[TouchedRow, ...]
    # Lines of other people's files that cite the clause.
    cited_at: tuple[CitedAt, ...]
    # What the editor wrote about it.
    notes: tuple[EditorNote, ...]


class ReviewAnswer(Compared, frozen=True, tag="crdiff.review/1"):
    """What an editor has to go through, as crdiff review --format json writes it."""

    # Names the pair of texts; an editor's progress belongs to it.
    key: str
    # In the order of the draft.
    items: tuple[ReviewItem, ...]
    # On clauses that nobody has to read, without those the old text has too.
    elsewhere: tuple[FindingRow, ...] = field(name="findings")
    # How many findings more the old text has too.
    known: Count
    # On clauses that nobody has to read.
    concerns: tuple[ReviewConcern, ...]
    # Numbers of new clauses that checks set out to cover and none plays.
    uncovered: tuple[str, ...]
    renumbered: tuple[Renumbered, ...]
    # Whether the draft still has the effective date of the old text.
    same_date: bool
    # Citations of others that go stale.
    stale: tuple[GoingStale, ...] = field(name="stale_citations")
    # Notes on clauses that nobody has to read.
    notes: tuple[EditorNote, ...]


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
