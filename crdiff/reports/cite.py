"""The citations of a tree as reports show them: each number with its place and a sentence on it."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache, partial
from itertools import groupby

from msgspec import Struct, structs

from crdiff.cite.checking import CheckedNumber, CheckedTree, CitingText, MixedText
from crdiff.cite.citation import Malformed
from crdiff.cite.editing import CiteEdit, TextUpdate
from crdiff.cite.judging import Certainty, Verdict
from crdiff.cite.numbering import Numbering
from crdiff.cite.sentence import sentence_at
from crdiff.model.fingerprint import digest
from crdiff.model.release import Level
from crdiff.reports.cite_kinds import KINDS, RIGHT, rules
from crdiff.reports.cite_message import message
from crdiff.reports.cite_place import CitePlace, Places, characters
from crdiff.reports.phrases import counted
from crdiff.reports.results import Result, Results, TextFix
from crdiff.text.edit import edited

_MALFORMED = "malformed"
_MIXED = "mixed"


class JudgedBy(Struct, frozen=True):
    """What an answer on citations rests on.

    `at` is the release judged by, which has `known` clauses; `written` the one that most of the tree is written for;
    `files` and `read` count the files read and the numbers judged. `has_texts`: words were compared.
    """

    at: date
    written: date
    has_texts: bool
    files: int
    read: int
    known: int

    def __str__(self) -> str:
        alone = "" if self.has_texts else ", by existence and renumberings alone: no texts to compare words with"
        return f"judged by {self.at} ({counted(self.known, 'clause')}){alone}"

    @property
    def facts(self) -> tuple[tuple[str, str], ...]:
        """The same as names and values."""
        return (
            ("judged by", str(self.at)),
            ("citations read", f"{self.read:,}"),
            ("files read", f"{self.files:,}"),
            ("clauses known", f"{self.known:,}"),
            ("words compared", "yes" if self.has_texts else "no"),
        )


class CiteFix(Struct, frozen=True):
    """What is to stand at a place, where that is certain: the whole of a group, as its items depend on each other."""

    place: CitePlace
    new: str


class CiteRow(Struct, frozen=True):
    """One number of a citation: its place, `kind` of finding, a sentence on it, and how certain that is.

    `numbers` are where what it means is read at the release judged by, or what it is mistaken for; `now` is the one
    number of its clause there, "" where it has none. `fingerprint` identifies a finding by its sentence.
    """

    place: CitePlace
    kind: str
    number: str
    numbers: tuple[str, ...]
    now: str
    message: str
    basis: str
    certainty: str
    written: date | None
    lineage: str
    fingerprint: str
    fix: CiteFix | None = None

    @property
    def level(self) -> Level:
        """How bad it is."""
        return KINDS[self.kind].level if self.kind != RIGHT else Level.NOTE

    def placed_in(self, file: str) -> CiteRow:
        """Return the row of the same citation in a file by another name."""
        return structs.replace(self, place=structs.replace(self.place, file=file))


@dataclass(frozen=True, slots=True)
class CiteReport:
    """What is said of a tree: `rows` in the order of files and lines; `counts` of all kinds, the right ones too.

    `silenced` counts the findings that a baseline holds, `stale` the entries of it that silence nothing; None where
    that is not known.
    """

    judged_by: JudgedBy
    rows: tuple[CiteRow, ...]
    counts: Mapping[str, int]
    silenced: int = 0
    stale: int | None = None

    @property
    def findings(self) -> tuple[CiteRow, ...]:
        """The rows that say that something is wrong."""
        return tuple(row for row in self.rows if row.kind != RIGHT)


Fixes = Mapping[tuple[str, int], CiteFix]
"""Name of a text, and byte at which an item begins -> what mends its group."""


def judged_by(tree: CheckedTree, numbering: Numbering, files: int, *, has_texts: bool) -> JudgedBy:
    """Return what all answers on a tree rest on."""
    known = len(numbering.standing(tree.at))
    return JudgedBy(numbering.dates[tree.at], numbering.dates[tree.written], has_texts, files, _read(tree), known)


def _read(tree: CheckedTree) -> int:
    return len(tree.numbers) + len(tree.malformed)


def cite_report(
    tree: CheckedTree,
    numbering: Numbering,
    rests_on: JudgedBy,
    *,
    fixes: Fixes | None = None,
    everything: bool = False,
    also: Collection[str] = (),
) -> CiteReport:
    """Return what reports show of a tree: its findings, or every citation with `everything`.

    `also` are kinds to report that usually are not.
    """
    counts = Counter(checked.judgement.verdict.value for checked in tree.numbers)
    counts.update({_MALFORMED: len(tree.malformed), _MIXED: len(tree.mixed)})
    shown = {RIGHT} if everything else set()
    shown |= {kind.name for kind in KINDS.values() if kind.is_usual or kind.name in also}
    rows = _Rows(numbering, tree.at, fixes or {})
    found = [rows.row(checked) for checked in tree.numbers if checked.judgement.verdict.value in shown]
    found += [rows.malformed(text, wrong) for text, wrong in tree.malformed]
    found += map(rows.mixed, tree.mixed)
    ordered = sorted(found, key=lambda row: (row.place.file, row.place.line, row.place.column))
    return CiteReport(rests_on, tuple(_told_apart(ordered)), {kind: counts[kind] for kind in sorted(+counts)})


def without_accepted(report: CiteReport, accepted: Collection[str], *, is_whole: bool) -> CiteReport:
    """Return a report without the findings whose fingerprints were accepted.

    `is_whole`: it is on all that they were accepted in, so that those it does not have silence nothing any more.
    """
    left = tuple(row for row in report.rows if row.kind == RIGHT or row.fingerprint not in accepted)
    stale = len(set(accepted) - {row.fingerprint for row in report.rows}) if is_whole else None
    return replace(report, rows=left, silenced=len(report.rows) - len(left), stale=stale)


def _told_apart(rows: Iterable[CiteRow]) -> Iterator[CiteRow]:
    """Yield the rows, each with a fingerprint of its own where several say the same of the same sentence."""
    told: Counter[str] = Counter()
    for row in rows:
        told[row.fingerprint] += 1
        again = told[row.fingerprint]
        is_again = row.kind != RIGHT and again > 1
        yield structs.replace(row, fingerprint=digest((row.fingerprint, str(again)))) if is_again else row


_WITHOUT_NUMBER = (Verdict.SPLIT, Verdict.RETIRED)
"""Verdicts on clauses that have no one number any more, or only that of a notice."""


class _Rows:
    """Makes the rows of a tree judged at the release `at`."""

    def __init__(self, numbering: Numbering, at: int, fixes: Fixes) -> None:
        self._numbering = numbering
        self._at = at
        self._fixes = fixes
        self._places = Places()
        self._now = lru_cache(maxsize=None)(self._number_now)

    def row(self, checked: CheckedNumber) -> CiteRow:
        """Return the row of a number."""
        judgement, text, item, numbering = checked.judgement, checked.text, checked.item, self._numbering
        clause, kind, number = judgement.clause, judgement.verdict.value, str(checked.number)
        return CiteRow(
            place=self._places.of(text, item.start, item.stop),
            kind=kind,
            number=number,
            numbers=tuple(map(str, judgement.numbers)),
            now="" if clause is None or judgement.verdict in _WITHOUT_NUMBER else self._now(clause),
            message=message(checked, numbering),
            basis=checked.basis.value,
            certainty=checked.certainty.value,
            written=None if judgement.written is None else numbering.dates[judgement.written],
            lineage="" if clause is None else numbering.lineage(clause),
            fingerprint="" if kind == RIGHT else _fingerprint(kind, number, text, item.start),
            fix=None if kind == RIGHT else self._fixes.get((text.name, item.start)),
        )

    def _number_now(self, clause: int) -> str:
        return str(self._numbering.number(clause, self._at) or "")

    def malformed(self, text: CitingText, wrong: Malformed) -> CiteRow:
        """Return the row of what stands in the place of a number."""
        return CiteRow(
            place=self._places.of(text, wrong.start, wrong.stop),
            kind=_MALFORMED,
            number=wrong.text,
            numbers=(),
            now="",
            message=f"“{wrong.text}” is not the number of a clause",
            basis="",
            certainty=Certainty.SURE.value,
            written=None,
            lineage="",
            fingerprint=_fingerprint(_MALFORMED, wrong.text, text, wrong.start),
        )

    def mixed(self, text: MixedText) -> CiteRow:
        """Return the row of a text that holds two numberings, at a citation that can only be of the older one."""
        row = self.row(text.older)
        line = self._places.line(text.text, text.newer.item.start)
        number = str(text.newer.number)
        said = f"two numberings: {row.number} here, {number} in line {line}{_ages(text, self._numbering)}"
        fingerprint = _fingerprint(_MIXED, row.number, text.text, text.older.item.start)
        return structs.replace(row, kind=_MIXED, numbers=(number,), message=said, fingerprint=fingerprint, fix=None)


def _ages(text: MixedText, numbering: Numbering) -> str:
    """Return until when the older citation of a text meant what it does, and since when the newer one."""
    until = text.older.judgement.until
    uses = numbering.uses(text.newer.number)
    since = next((use.first for use in uses if use.clause == text.newer.judgement.clause), None)
    if until is None or since is None:
        return ""
    return f": the one is right until {numbering.dates[until]}, the other since {numbering.dates[since]}"


def _fingerprint(kind: str, number: str, text: CitingText, at: int) -> str:
    return digest((kind, number, sentence_at(text.text, text.groups, at)))


def cite_fixes(updates: Iterable[TextUpdate]) -> Fixes:
    """Return what mends the groups that are certainly to be edited, by each of their items.

    A text whose head pins all of it can only be mended whole.
    """
    fixes: dict[tuple[str, int], CiteFix] = {}
    places = Places()
    for update in updates:
        text = update.text
        if text.written is not None:
            continue
        for _, edits in groupby(update.edits, key=partial(_group_of, text)):
            of_group = list(edits)
            place = places.of(text, of_group[0].start, of_group[-1].stop)
            fix = CiteFix(place, characters(edited(text.text, of_group, of_group[0].start, of_group[-1].stop)))
            fixes |= {(text.name, edit.start): fix for edit in of_group}
    return fixes


def _group_of(text: CitingText, edit: CiteEdit) -> int:
    return bisect_right(text.groups, edit.start, key=lambda group: group.start)


def cite_summary(report: CiteReport) -> str:
    """Return the counts in a sentence: "41 of 855 citations in 283 files to look at, judged by 2026-04-17 with …"."""
    rests_on = report.judged_by
    total = f"{counted(rests_on.read, 'citation')} in {counted(rests_on.files, 'file')}"
    silent = f"; the baseline holds {report.silenced:,} more" if report.silenced else ""
    gone = f" and {counted(report.stale, 'entry', 'entries')} that can go" if report.stale else ""
    return f"{len(report.findings):,} of {total} to look at, {rests_on}{silent}{gone}"


def cite_results(report: CiteReport) -> Results:
    """Return the findings for jobs of continuous integration."""
    return Results("cite check", rules(), tuple(map(_result, report.findings)), report.judged_by.facts)


def _result(row: CiteRow) -> Result:
    place = row.place
    return Result(
        rule=row.kind,
        level=row.level,
        subject="",
        message=row.message,
        file=place.file,
        line=place.line,
        column=place.character,
        end_line=place.end_line,
        end_column=place.end_character,
        fingerprint=row.fingerprint,
        fix=_fix(row.fix) if row.fix else None,
    )


def _fix(fix: CiteFix) -> TextFix:
    place = fix.place
    return TextFix(place.line, place.character, place.end_line, place.end_character, fix.new)
