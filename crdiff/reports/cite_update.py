"""What an update or a migration by hand does with citations and what it leaves, for a person and as JSON.

What a project is told on the day of a release: each edit with its reason, and what somebody has to decide.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, assert_never
from urllib.parse import quote

from msgspec import Struct

from crdiff.cite.checking import CheckedNumber, CheckedTree
from crdiff.cite.editing import LeftCitation, TextUpdate, WhyLeft
from crdiff.cite.evidence import Said
from crdiff.cite.numbering import Numbering
from crdiff.cite.verifying import Migrated, Verified, VerifiedCitation
from crdiff.reports import terminal
from crdiff.reports.answer import AnswerRow, Count, row_of
from crdiff.reports.cite import (
    CiteAnswer,
    CitedPlace,
    CitePlace,
    JudgedBy,
    Kind,
    Places,
    characters,
    cite_answer,
    message,
)
from crdiff.reports.formats import MarkdownTable, escaped_line
from crdiff.reports.phrases import counted, cut_short, in_lines, listed
from crdiff.text.hidden import shown_on_a_line

# Characters of a wording that are shown.
_TEXT_MAX = 300


class CiteUpdate(Struct, frozen=True):
    """The updates of all texts to the release at `at`; `said` gives wordings, None where no texts are held."""

    updates: Sequence[TextUpdate]
    numbering: Numbering
    at: int
    rests_on: JudgedBy
    said: Said | None

    @property
    def edited(self) -> list[TextUpdate]:
        """The updates that change a text."""
        return [update for update in self.updates if update.edits]


def update_notes(update: CiteUpdate, *, is_written: bool) -> list[str]:
    """Return a line for each number that moved with how often, one for all, and one for each reason to leave some.

    Where nothing `is_written`, the line for all says what writes it.
    """
    moved = _moved(update)
    lines = [f"  {number} → {to}  {count:,}" for (number, to), count in sorted(moved.items())]
    total = f"{counted(sum(moved.values()), 'citation')} in {counted(len(update.edited), 'file')}"
    left = Counter(each.why.value for one in update.updates for each in one.left)
    done = f"{total} moved to {update.rests_on.at}"
    if not is_written:
        done = f"{total} would move to {update.rests_on.at}{'; --write edits them' if moved else ''}"
    lines += [f"crdiff: {done}; {update.rests_on}"]
    return [*lines, *(f"crdiff: {count:,} left: {why}" for why, count in sorted(left.items()))]


def _moved(update: CiteUpdate) -> Counter[tuple[str, str]]:
    return Counter(
        (str(number), str(to))
        for one in update.edited
        for edit in one.edits
        for number, to in zip(edit.numbers, edit.to, strict=True)
        if number != to
    )


@in_lines
def update_text(update: CiteUpdate, *, is_written: bool) -> Iterator[str]:
    """Return each edit, and each citation that is left with the reason and with both wordings, where they are held."""
    places = Places()
    for one in update.updates:
        for edit in one.edits:
            place = places.of(one.text, edit.start, edit.stop)
            yield f"{place}: {place.printed} → {characters(edit.new)}"
        for left in one.left:
            yield f"{places.number(left.checked)}: {left.checked.number} is left: {left.why}"
            yield from (f"    {name}: {cut_short(text, _TEXT_MAX)}" for name, text in _wordings(left.checked, update))
    yield from (note.removeprefix("crdiff: ") for note in update_notes(update, is_written=is_written))


def _wordings(checked: CheckedNumber, update: CiteUpdate) -> Iterator[tuple[str, str]]:
    """Yield what the number said when it was written, and what it and those it became say in the new release."""
    judgement, numbering = checked.judgement, update.numbering
    asked = [(checked.number, judgement.written)] if judgement.written is not None else []
    asked += [(number, update.at) for number in dict.fromkeys((checked.number, *judgement.numbers))]
    for number, position in asked:
        clause = numbering.clause(number, position)
        wordings = numbering.wordings(clause, position, position) if clause is not None else ()
        found = update.said(wordings[-1]) if update.said and wordings else None
        if found:
            yield f"{number} of {numbering.dates[position]}", " ".join(filter(None, found)).replace("\n", " ")


class MovedNumber(AnswerRow, frozen=True):
    """How often a number moved."""

    number: str
    now: str
    count: Count


class EditRow(CitedPlace, frozen=True):
    """A citation that is written anew."""

    new: str
    # The numbers cited afterwards.
    numbers: tuple[str, ...]


class NamedWording(AnswerRow, frozen=True):
    """What a number says in a release."""

    name: str
    text: str


class LeftRow(CitedPlace, frozen=True):
    """A citation that is left."""

    number: str
    # What is found on it; right: nothing.
    kind: Kind
    # Where what it means is read.
    numbers: tuple[str, ...]
    why: str
    # What the numbers said and say, where texts are held.
    wordings: tuple[NamedWording, ...]


class UpdateAnswer(CiteAnswer, frozen=True, kw_only=True, tag="crdiff.cite/1"):
    """What an update does with citations."""

    main = "edits"
    kind: Literal["update"]
    # How often each number moved.
    moved: tuple[MovedNumber, ...]
    # What is written.
    edits: tuple[EditRow, ...]
    # What is no longer right and was left.
    left: tuple[LeftRow, ...]


def update_answer(update: CiteUpdate) -> UpdateAnswer:
    """Return the same as an answer."""
    places = Places()
    moved = tuple(MovedNumber(*numbers, count) for numbers, count in sorted(_moved(update).items()))
    edits: list[EditRow] = []
    left: list[LeftRow] = []
    for one in update.updates:
        for edit in one.edits:
            place = places.of(one.text, edit.start, edit.stop)
            edits.append(row_of(EditRow, place, new=characters(edit.new), numbers=edit.to))
        left += [_left_row(each, places, update) for each in one.left]
    return cite_answer(UpdateAnswer, "update", update.rests_on, moved=moved, edits=edits, left=left)


def _left_row(left: LeftCitation, places: Places, update: CiteUpdate) -> LeftRow:
    return row_of(
        LeftRow,
        left.checked,
        left.checked.judgement,
        places.number(left.checked),
        kind=left.checked.judgement.verdict.value,
        why=left.why.value,
        wordings=(NamedWording(*each) for each in _wordings(left.checked, update)),
    )


@in_lines
def verify_text(verified: Verified, rests_on: JudgedBy, base: str, *, colour: bool = False) -> Iterator[str]:
    """Return a line for each citation that is not right after a migration from the revision `base`, and the counts."""
    places = Places()
    for each in verified.citations:
        if each.said is not Migrated.RIGHT:
            yield f"{places.number(each.after)}: {terminal.bold(each.said.value, colour)}: {_message(each)}"
    counts = Counter(each.said for each in verified.citations)
    said = ", ".join(f"{counts[kind]:,} {kind}" for kind in Migrated)
    rewritten = f"; {verified.unpaired:,} in lines that changed otherwise" if verified.unpaired else ""
    total = f"{counted(len(verified.citations), 'citation')} since {shown_on_a_line(base)}"
    yield f"{total}: {said}{rewritten}; {rests_on}"


def _message(each: VerifiedCitation) -> str:
    before, after = each.before.number, each.after.number
    expected = listed(list(map(str, each.expected)))
    match each.said:
        case Migrated.RIGHT:
            return f"{before} is {after} now"
        case Migrated.MISSED:
            return f"{before} was left, and its clause is {expected} now"
        case Migrated.WRONG:
            return f"{before} became {after}, and its clause is {expected} now"
        case Migrated.REDIRECTED:
            return f"{before} became {after}, though its clause is {expected} before and after"
        case Migrated.OPEN:
            return f"{before} {'was left' if before == after else f'became {after}'}: {each.why}"
    assert_never(each.said)


class MigratedRow(CitedPlace, frozen=True):
    """A citation that a migration met."""

    said: Migrated
    before: str
    after: str
    # Where its clause is read.
    expected: tuple[str, ...]
    message: str


class MigrationAnswer(CiteAnswer, frozen=True, kw_only=True, tag="crdiff.cite/1"):
    """What a migration made by hand did."""

    main = "migrated"
    kind: Literal["verify"]
    # The revision before the migration.
    base: str
    # How many there are of each kind.
    summary: dict[str, Count]
    # Numbers in lines that changed otherwise.
    unpaired: Count
    # In the order of files and lines.
    migrated: tuple[MigratedRow, ...]


def migration_answer(verified: Verified, rests_on: JudgedBy, base: str) -> MigrationAnswer:
    """Return the same as an answer, with the right ones too."""
    places = Places()
    migrated = tuple(_row(each, places) for each in verified.citations)
    summary = dict(sorted(Counter(each.said.value for each in verified.citations).items()))
    told = {"base": base, "summary": summary, "unpaired": verified.unpaired, "migrated": migrated}
    return cite_answer(MigrationAnswer, "verify", rests_on, **told)


def _row(each: VerifiedCitation, places: Places) -> MigratedRow:
    numbers = {"before": each.before.number, "after": each.after.number}
    return row_of(MigratedRow, each, places.number(each.after), **numbers, message=_message(each))


# Why something is edited on which nothing is found: a pin, a number that follows another, a tree that was moved.
_BESIDE = "what it is read together with is edited, or speaks for it then"


def edits_table(updates: Iterable[TextUpdate], tree: CheckedTree, numbering: Numbering, pages: str) -> MarkdownTable:
    """Return every edit with its reason; `pages` is the address under which the files of the tree are shown."""
    found, places = defaultdict[tuple[str, int], list[str]](list), Places()
    for each in tree.numbers:
        if not each.judgement.needs_nothing:
            found[each.text.name, each.item.start].append(message(each, numbering))
    rows = [
        _listed_row(place, pages, f"{place.printed} → {characters(edit.new)}", "; ".join(reasons))
        for update in updates
        for edit in update.edits
        for place in [places.of(update.text, edit.start, edit.stop)]
        for reasons in [found.get((update.text.name, edit.start), [_BESIDE])]
    ]
    return MarkdownTable("Edits", ("where", "edit", "reason"), rows)


def left_table(left: Iterable[LeftCitation], numbering: Numbering, pages: str) -> MarkdownTable:
    """Return every citation that somebody has to decide on, with why nobody else did."""
    places = Places()
    rows = [
        _listed_row(places.number(each.checked), pages, message(each.checked, numbering), each.why) for each in left
    ]
    return MarkdownTable("To decide", ("where", "finding", "why it is left"), rows)


def _listed_row(place: CitePlace, pages: str, *cells: str) -> tuple[str, ...]:
    link = f"{pages}{quote(place.file, errors='surrogateescape')}#L{place.line}"
    return f"[{escaped_line(f'{place.file}:{place.line}')}]({link})", *map(escaped_line, cells)


def to_decide(moves: Iterable[TextUpdate], repairs: Iterable[TextUpdate]) -> list[LeftCitation]:
    """Return what neither the move nor the repairs of a tree edit, with the reason of the one that would have to."""
    of_repairs = {_key(each): each for update in repairs for each in update.left}
    both = ((each, of_repairs.get(_key(each))) for update in moves for each in update.left)
    return [second if first.why is WhyLeft.SLIP else first for first, second in both if second]


def _key(left: LeftCitation) -> tuple[str, int, str]:
    return left.checked.text.name, left.checked.item.start, str(left.checked.number)
