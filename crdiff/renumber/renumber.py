"""A draft renumbered: the edits that do it, and the table of what moved."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate

from msgspec import Struct

from crdiff.errors import UsageError
from crdiff.model.number import ClauseNumber
from crdiff.model.release import Release
from crdiff.renumber.citations import DraftCitations, GoneCitation
from crdiff.renumber.labels import DraftLabel, DraftPlaces, LabelPlace, read_places
from crdiff.renumber.numbers import LabelLine, new_numbers
from crdiff.text.edit import TextEdit


class RenumberedLabel(Struct, frozen=True):
    """A row of the table: `old` is None for a new clause, whose open label is `label`; `new` is None for one gone."""

    label: str
    old: ClauseNumber | None
    new: ClauseNumber | None

    @property
    def became(self) -> str:
        """What became of it: "added", "renumbered" or "removed"."""
        return "added" if self.old is None else "renumbered" if self.new else "removed"


class NumberedDraft(Struct, frozen=True):
    """What renumbering a draft does: its rows in the order of the draft, those of clauses that are gone at the end.

    `labels` and `citations` are the edits, in the lines of the draft, new headings in its contents among the first;
    `left` the citations of clauses that are gone, in the contents too.
    """

    rows: tuple[RenumberedLabel, ...]
    labels: tuple[TextEdit[str], ...]
    citations: tuple[TextEdit[str], ...]
    left: tuple[GoneCitation, ...]

    @property
    def edits(self) -> tuple[TextEdit[str], ...]:
        """All edits."""
        return (*self.labels, *self.citations)


def renumber(draft: Release, lines: Sequence[str], old: Release, *, keeps_gaps: bool = False) -> NumberedDraft:
    """Return what gives every clause of `draft` the number of its place, and makes every citation follow.

    `lines` are those of the file of the draft (`crdiff.dialects.registry.read_lines`), `old` is the release that its
    numbers are of. The numbers of clauses that the draft took out are taken by those behind, or stay free with
    `keeps_gaps`. Raises `UnknownNumber` with the line for a label that clashes with another one or has no place, and
    `UsageError` for a book whose paragraphs are counted where they stand, and for two of different books.
    """
    if old.numbers.grammar.mark:
        raise UsageError(f"the paragraphs of the book {old.book} are counted where they stand", "rules with numbers")
    if old.numbers is not draft.numbers:
        raise UsageError(f"the draft is of the book {draft.book}, not of {old.book}", "two texts of one book")
    places = read_places(draft, lines)
    labels = [(place.label, place.line + 1) for place in places.clauses]
    numbers = [placement.number for placement in old.placements if placement.number.is_complete]
    there = {label.number for label, _ in labels}
    removed = [number for number in dict.fromkeys(numbers) if number not in there and draft.coverage.covers(number)]
    labels = list(_with_what_is_not_quoted(labels, numbers, frozenset(removed)))
    found = new_numbers(labels, numbers, removed, keeps_gaps=keeps_gaps)
    citations = DraftCitations(found, frozenset(removed), old.numbers)
    heads = {place.line: place for place in (*places.contents, *places.clauses)}
    introduction = frozenset(at - 1 for each in draft.front for at in range(each.lines.start, each.lines.stop))
    cited = list(citations.edits(lines, heads, introduction))
    left = [GoneCitation(each.line + 1, str(each.label)) for each in places.contents if each.label.number in removed]
    return NumberedDraft(
        (*_rows(found), *(RenumberedLabel(str(number), number, None) for number in removed)),
        (*_label_edits(places, found, lines), *_new_in_contents(places, found, lines)),
        tuple(edit for edit in cited if isinstance(edit, TextEdit)),
        (*left, *(each for each in cited if isinstance(each, GoneCitation))),
    )


def _with_what_is_not_quoted(
    labels: Sequence[LabelLine], numbers: Sequence[ClauseNumber], removed: frozenset[ClauseNumber]
) -> Iterator[LabelLine]:
    """Yield the labels, and where an excerpt leaves clauses of the release before out, theirs: these move too."""
    there = {label.number for label, _ in labels}
    unquoted: dict[ClauseNumber | None, list[LabelLine]] = defaultdict(list)
    last: ClauseNumber | None = None
    for number in dict.fromkeys(numbers):
        if number in there:
            last = number
        elif number not in removed:
            unquoted[last].append((DraftLabel.of(number), 0))
    last = None
    for label, line in labels:
        if label.number:
            yield from unquoted.pop(last, ())
            last = label.number
        yield label, line
    yield from unquoted.pop(last, ())


def _rows(found: Mapping[DraftLabel, ClauseNumber]) -> Iterator[RenumberedLabel]:
    """Yield the labels whose number is not what it was."""
    for label, new in sorted(found.items(), key=lambda each: each[1]):
        if label.number != new:
            yield RenumberedLabel(str(label), label.number, new)


def _label_edits(
    places: DraftPlaces, found: Mapping[DraftLabel, ClauseNumber], lines: Sequence[str]
) -> Iterator[TextEdit[str]]:
    """Yield an edit for each label that changes; a rule gets the full stop that its open label lacks."""
    starts = (0, *accumulate(len(line) + 1 for line in lines))
    for place in (*places.contents, *places.clauses):
        number = found.get(place.label)
        if number is not None and number != place.label.number:
            stop = "" if place.has_stop or number.is_subrule or not place.label.is_open else "."
            start = starts[place.line]
            yield TextEdit(start + place.start, start + place.stop, f"{number}{stop}")


def _new_in_contents(
    places: DraftPlaces, found: Mapping[DraftLabel, ClauseNumber], lines: Sequence[str]
) -> Iterator[TextEdit[str]]:
    """Yield what puts new headings into the contents, each behind the one that it stands behind in the rules."""
    starts = (0, *accumulate(len(line) + 1 for line in lines))
    listed = {place.label: place for place in places.contents}
    new: dict[LabelPlace, list[str]] = defaultdict(list)
    before: LabelPlace | None = None
    for place in places.clauses:
        if place.label in listed:
            before = listed[place.label]
        elif before and place.label.is_open and not place.label.rule:
            title = lines[place.line][place.stop :].lstrip(". ")
            new[before].append(f"\n{lines[before.line][: before.start]}{found[place.label]}. {title}")
    for before, added in new.items():
        end = starts[before.line + 1] - 1
        yield TextEdit(end, end, "".join(added))
