"""What releases changed: since a day, number by number, as a site publishes it; numbers of a draft; how rules grew."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Literal

from msgspec import Struct, field

from crdiff.changes.change import Change, Facet, Part, Structure
from crdiff.changes.reading import SkipReason, skip_reason, told_once
from crdiff.history.news import News, ReleaseNews, Size, YearSize, by_year
from crdiff.history.renumbering import Became, Renumbering, Row
from crdiff.reports import terminal
from crdiff.reports.answer import AnswerRow, Count, Day, Document, Line, Share, json_of, row_of
from crdiff.reports.diff import ReportedChange, RewordingRow, change_block, change_lines, change_row
from crdiff.reports.formats import csv_of, escaped
from crdiff.reports.labels import ARROW
from crdiff.reports.phrases import counted, in_lines, listed
from crdiff.reports.terminal import PLAIN, Style
from crdiff.reports.view import BreakRow, break_row, break_sentence
from crdiff.text.hidden import shown_on_a_line

if TYPE_CHECKING:
    from crdiff.renumber.renumber import NumberedDraft


_RENUMBERING_FIELDS = ("old", "new", "became", "direct")


class NumberRow(AnswerRow, frozen=True):
    """What became of a number."""

    # Of a clause, as printed, without a trailing full stop.
    old: str
    # Main heir first; as the comparison of the two texts has it where both are held.
    new: tuple[str, ...]
    became: Became
    # What the direct alignment of the two texts says; absent where it was not asked.
    direct: tuple[str, ...] | None = None
    # Whether the direct alignment names the same main heir as the releases between.
    agrees: bool | None = None
    # What the releases between lead to; absent where the direct alignment was not asked.
    composed: tuple[str, ...] | None = None


class RenumberingAnswer(Document, frozen=True, tag="crdiff.renumbering/1"):
    """Old numbers for new, as crdiff renumbering --format json writes them."""

    main = "rows"
    old: Day
    new: Day
    # Releases held between the two.
    through: tuple[Day, ...]
    # In the order of the old text; numbers that still name the same clause with --all only.
    rows: tuple[NumberRow, ...]
    # New numbers that no old one led to.
    arrived: tuple[str, ...] = field(name="added")


@in_lines
def renumbering_text(renumbering: Renumbering, rows: Sequence[Row]) -> Iterator[str]:
    """Return a line for each of `rows`, after a line of counts."""
    width = max((len(str(row.old)) for row in rows), default=0)
    yield from (f"{renumbering.old} {ARROW} {renumbering.new}", f"{_counts(renumbering)}.", "")
    yield from (f"{row.old!s:{width}} {ARROW} {_new(row)}{_renumbering_remark(row)}" for row in rows)


@in_lines
def renumbering_markdown(renumbering: Renumbering, rows: Sequence[Row]) -> Iterator[str]:
    """Return the rows as a Markdown table, after a line of counts."""
    yield from (f"Numbers of {renumbering.old} in {renumbering.new}: {_counts(renumbering)}.", "")
    yield from ("| old | new | became | |", "|---|---|---|---|")
    yield from (f"| {row.old} | {_new(row)} | {row.became} | {_doubt(row)} |" for row in rows)


def renumbering_csv(rows: Sequence[Row]) -> str:
    """Return the rows as CSV: old; new, main heir first, separated by spaces; became; direct where it disagrees."""
    direct = ((row, () if row.agrees else row.direct or ("none",)) for row in rows)
    cells = ((row.old, " ".join(map(str, row.new)), row.became, " ".join(map(str, other))) for row, other in direct)
    return csv_of(_RENUMBERING_FIELDS, cells)


def renumbering_answer(found: Renumbering, rows: Sequence[Row]) -> RenumberingAnswer:
    """Return `rows` with the releases they were composed through and the numbers that are new."""
    told = tuple(row_of(NumberRow, each, agrees=None if each.direct is None else each.agrees) for each in rows)
    return row_of(RenumberingAnswer, found, rows=told)


def _counts(renumbering: Renumbering) -> str:
    counts = Counter(row.became for row in renumbering.rows)
    said = [f"{counts[became]:,} {became}" for became in Became if counts[became]]
    said.append(f"{len(renumbering.arrived):,} added")
    if renumbering.disagreements:
        said.append(f"{counted(len(renumbering.disagreements), 'disagreement')} with the direct alignment")
    return listed(said)


def _new(row: Row) -> str:
    return ", ".join(map(str, row.new)) or "-"


def _renumbering_remark(row: Row) -> str:
    kind = "" if row.became in {Became.SAME, Became.RENUMBERED} else f"  ({row.became})"
    return f"{kind}  {_doubt(row)}".rstrip() if _doubt(row) else kind


def _doubt(row: Row) -> str:
    if row.agrees or row.direct is None or row.composed is None:
        return ""
    way, other = ("direct alignment", row.direct)
    if row.direct[:1] == row.new[:1]:
        way, other = ("through the releases between", row.composed)
    return f"{way}: {', '.join(map(str, other)) or 'removed'}"


_RENUMBERED_FIELDS = ("old", "new", "became")


class RenumberedDraft(Struct, frozen=True):
    """A draft renumbered: its file, the name of the release that its numbers were of, and what moved."""

    file: str
    old: str
    renumbered: NumberedDraft
    keeps_gaps: bool


class LabelRow(AnswerRow, frozen=True):
    """A label of a draft, and the number that it has now."""

    # The label in the draft: a number, or the open label of a new clause.
    label: str
    # The number that the clause had; null for a new clause.
    old: str | None
    # The number that it has now; null for a clause that was removed.
    new: str | None
    became: Literal["added", "renumbered", "removed"]


class LeftCitationRow(AnswerRow, frozen=True):
    """A citation left as it is."""

    # The line of the draft, from 1.
    line: Line
    # The number or the range as printed.
    printed: str = field(name="cites")


class RenumberedAnswer(Document, frozen=True, tag="crdiff.renumbered/1"):
    """A draft renumbered, as crdiff renumber --format json writes it."""

    main = "rows"
    # The draft, as named on the command line.
    file: str
    # The name of the release whose numbers the draft used.
    old: str
    # Whether the numbers of removed clauses stay free.
    keeps_gaps: bool
    # Labels that change, those in the contents included.
    labels: Count
    # Citations that change; a range counts as one.
    citations: Count
    # The labels that change, in the order of their new numbers, then those that are gone.
    rows: tuple[LabelRow, ...]
    # Citations left as they are, because the draft removed what they cite.
    left: tuple[LeftCitationRow, ...]


@in_lines
def renumbered_text(draft: RenumberedDraft) -> Iterator[str]:
    """Return a line for each label that changes, after a line of counts."""
    rows = draft.renumbered.rows
    width = max((len(row.label) for row in rows), default=0)
    yield f"{shown_on_a_line(draft.file)}: {counts(draft.renumbered)}"
    if rows:
        yield ""
    for row in rows:
        remark = "" if row.became == "renumbered" else f"  ({row.became})"
        yield f"{row.label:{width}} {ARROW} {row.new or '-'}{remark}"


def renumbered_csv(draft: RenumberedDraft) -> str:
    """Return the labels that change as CSV: the old number or the open label, the new number, what became of it."""
    return csv_of(_RENUMBERED_FIELDS, ((row.label, row.new, row.became) for row in draft.renumbered.rows))


def renumbered_answer(draft: RenumberedDraft) -> RenumberedAnswer:
    """Return the labels that change, with the citations that could not follow."""
    done = draft.renumbered
    edits = {"labels": len(done.labels), "citations": len(done.citations)}
    return row_of(RenumberedAnswer, draft, rows=done.rows, left=done.left, **edits)


def counts(done: NumberedDraft) -> str:
    """Return how many labels of each kind there are, and how many citations change."""
    kinds = [row.became for row in done.rows]
    said = [f"{kinds.count(kind):,} {kind}" for kind in ("added", "renumbered", "removed") if kind in kinds]
    said.append(f"{counted(len(done.citations), 'citation')} rewritten")
    return listed(said) if done.edits or done.rows else "nothing to renumber"


class ClausesAnswer(Document, frozen=True, tag="crdiff.clauses/1"):
    """The clauses of a release, as the site publishes them beside its page."""

    release: Day
    # What the three values of each clause are: lineage, number, fingerprint.
    fields: tuple[str, str, str]
    # In the order of the text; two with the same fingerprint say the same, letter by letter.
    clauses: tuple[tuple[str, str, str], ...]
    # Ids of those that are only notices that their rule is gone.
    revoked: tuple[str, ...]


class ListedChange(AnswerRow, frozen=True):
    """A change without its texts."""

    part: Part
    structure: Structure
    facets: tuple[Facet, ...]
    # Whether a person has to read it.
    to_read: bool
    # Why it is not a row to read, null where it is one.
    review_reason: SkipReason | None
    # Whether the new text is proved from the old one.
    mechanical: bool
    # Numbers or terms before, main one first; empty for what was added.
    old: tuple[str, ...]
    # Numbers or terms after, main one first; empty for what was removed.
    new: tuple[str, ...]
    # Id of the lineage of the first new clause, or of the first old one; empty for what is no rule.
    lineage: str
    confidence: Share
    summary: str


class ChangesAnswer(Document, frozen=True, tag="crdiff.changes/1"):
    """What a release changed, without the texts, as the site publishes it beside its page."""

    release: Day
    # The release before it; null for the first one held.
    before: Day | None
    breaks_off: tuple[BreakRow, ...]
    # Rewordings made throughout, the most frequent first.
    rewordings: tuple[RewordingRow, ...]
    # Those to read first.
    changes: tuple[ListedChange, ...]


class NumberPlace(AnswerRow, frozen=True):
    """Where a number leads."""

    # Address within the site.
    to: str
    # What became of it, as a sentence.
    says: str
    # Present where the number names a rule of the newest text, which the address leads to.
    current: bool = False


class NumbersAnswer(Document, frozen=True, tag="crdiff.numbers/1"):
    """Where the numbers of a subsection lead, as the site publishes it beside its page."""

    # Its number, as text where that is none of three digits.
    subsection: Count | str
    # By number: every one that ever named a clause of a release held.
    numbers: dict[str, NumberPlace]


def changes_answer(news: ReleaseNews, lineage_of: Callable[[str, Day], str]) -> ChangesAnswer:
    """Return what a release changed; `lineage_of` gives the id of the clause that has a number in a release."""
    rows = tuple(_listed(change, news, lineage_of) for change in (*news.to_read, *news.others))
    return row_of(ChangesAnswer, news, breaks_off=tuple(map(break_row, news.breaks)), changes=rows)


def _listed(change: Change, news: ReleaseNews, lineage_of: Callable[[str, Day], str]) -> ListedChange:
    side, release = (change.new, news.release) if change.new else (change.old, news.before)
    lineage = lineage_of(side[0].number, release) if change.part is Part.RULES else ""
    return row_of(
        ListedChange,
        change,
        to_read=change.for_review,
        review_reason=skip_reason(change),
        old=tuple(clause.number for clause in change.old),
        new=tuple(clause.number for clause in change.new),
        lineage=lineage,
        confidence=round(change.confidence, 4),
    )


def changes_csv(rows: Iterable[ListedChange]) -> bytes:
    """Return changes of a release as CSV; lists have ``; `` between, since a term may have spaces."""
    columns = ListedChange.__struct_fields__
    return csv_of(columns, ((_cell(getattr(row, name)) for name in columns) for row in rows)).encode()


def _cell(value: object) -> str:
    return " ".join(("; ".join(value) if isinstance(value, tuple) else str(value)).split())


class ReleaseRow(AnswerRow, frozen=True):
    """A release, and what it changed."""

    release: Day
    before: Day
    breaks_off: tuple[BreakRow, ...]
    # Those left out are counted too.
    to_read: Count
    # Changes that nobody has to read.
    others: Count
    # Those to read, with --all the others too.
    changes: tuple[ReportedChange, ...]
    # How many changes to read are not among them; only where a limit was asked for.
    left_out: Count = 0


class WhatsnewAnswer(Document, frozen=True, tag="crdiff.whatsnew/1"):
    """Changes since a day, as crdiff whatsnew --format json writes them."""

    main = "releases.changes"
    since: Day
    # The release in force on that day, by the catalog.
    in_force: Day
    # The same, or the newest release before it that is known, where it is not: the changes are those since.
    known: Day
    # The newest release known: changes after it are not.
    until: Day
    # Releases in the catalog that came out after that.
    later: tuple[Day, ...]
    # Numbers and glossary terms asked for; empty for all.
    within: tuple[str, ...]
    # Newest first.
    releases: tuple[ReleaseRow, ...]


@in_lines
def whatsnew_text(news: News, everything: bool = False, style: Style = PLAIN) -> Iterator[str]:
    """Return the changes of each release, newest first: those to read, or `everything`."""
    yield _lead(news)
    for release in _with_changes(news, everything):
        yield ""
        yield terminal.bold(f"{release.release}: {_news_counts(release)}", style.colour)
        yield from (f"{break_sentence(told)}." for told in release.breaks)
        for change in _listed_changes(release, everything):
            yield ""
            yield from change_lines(change, style)


def whatsnew_markdown(news: News, everything: bool = False, context: int | None = None) -> str:
    """Return the same as Markdown with a heading for each release."""
    blocks = [_lead(news)]
    for release in _with_changes(news, everything):
        blocks.append(f"## {release.release}\n\n{_news_counts(release)}.")
        blocks += (f"{escaped(break_sentence(told))}." for told in release.breaks)
        blocks += (change_block(change, context) for change in _listed_changes(release, everything))
    return "\n\n".join(blocks) + "\n"


def whatsnew_answer(news: News, everything: bool = False) -> WhatsnewAnswer:
    """Return the same as an answer; `others` counts the changes that are not to be read."""
    releases = (
        row_of(
            ReleaseRow,
            release,
            breaks_off=map(break_row, release.breaks),
            to_read=len(release.to_read) + release.left_out,
            others=len(_others(release)),
            changes=map(change_row, _listed_changes(release, everything)),
        )
        for release in news.releases
    )
    return row_of(WhatsnewAnswer, news, releases=releases)


def _listed_changes(release: ReleaseNews, everything: bool) -> tuple[Change, ...]:
    """Return the changes listed: the rows to read with all that is read with them, and the others on request."""
    told = told_once(release.read)
    if not everything:
        return told
    return (*told, *_others(release))


def _others(release: ReleaseNews) -> tuple[Change, ...]:
    """Return the changes that nobody has to read, without those that are read with a new rule."""
    return tuple(each for each in release.others if skip_reason(each) is not SkipReason.NEW_RULE)


def _with_changes(news: News, everything: bool) -> tuple[ReleaseNews, ...]:
    return tuple(release for release in news.releases if _listed_changes(release, everything) or release.left_out)


def _lead(news: News) -> str:
    """Return from where to where the changes are known, and how many there are."""
    scope = f"Changes in {listed(news.within)}" if news.within else "Changes"
    newest = news.later[-1] if news.later else news.until
    base = "the newest release known" if news.in_force == newest else f"the release in force on {news.since}"
    if news.in_force > news.until:
        return f"{scope} since {news.in_force}, {base}, are not known: {_end(news)}."
    since = f"since {news.known}" + ("" if news.known == news.since == news.in_force else f", {base}")
    if news.in_force != news.known:
        since = f"since {news.known} ({news.in_force}, in force on {news.since}, is not known)"
    bound = f", up to {news.bound}" if news.bound else ""
    to_read = counted(sum(len(release.to_read) + release.left_out for release in news.releases), "change")
    said = f"{to_read} to read in {counted(len(news.releases), 'release')}"
    return f"{scope} {since}{bound}: {said}. {_end(news).capitalize()}."


def _end(news: News) -> str:
    newer = counted(len(news.later), "newer release is", "newer releases are")
    return f"changes are known up to {news.until}{f'; {newer} out' if news.later and not news.bound else ''}"


def _news_counts(release: ReleaseNews) -> str:
    left_out = f" ({release.left_out:,} left out)" if release.left_out else ""
    to_read = counted(len(release.to_read) + release.left_out, "change")
    return f"{to_read} to read{left_out}, {counted(len(_others(release)), 'other')}"


_HEAD = ("year", "releases", "clauses", "words", "added", "removed", "revoked", "changes", "to read")


class _Figures(AnswerRow, frozen=True, kw_only=True):
    clauses: Count
    # null where the texts are not all held.
    words: Count | None
    added: Count
    removed: Count
    revoked: Count
    changes: Count
    to_read: Count


class ReleaseSize(_Figures, frozen=True):
    """One release in figures."""

    release: Day


class YearFigures(_Figures, frozen=True):
    """A year in figures."""

    year: Count
    releases: Count


class StatsAnswer(Document, frozen=True, tag="crdiff.stats/1"):
    """How the rules grew, as crdiff stats --format json writes it."""

    main = "releases"
    # Oldest first.
    releases: tuple[ReleaseSize, ...]
    # Oldest first; sizes are those of the last release of the year.
    years: tuple[YearFigures, ...]


@in_lines
def stats_text(sizes: Sequence[Size]) -> Iterator[str]:
    """Return a table with a row for each year; sizes are those of its last release, changes those of all of them."""
    rows = [_HEAD, *(_row(year) for year in by_year(sizes))]
    widths = [max(len(row[column]) for row in rows) for column in range(len(_HEAD))]
    for row in rows:
        yield "  ".join(f"{cell:>{width}}" for cell, width in zip(row, widths, strict=True))


def _row(year: YearSize) -> tuple[str, ...]:
    words = f"{year.words:,}" if year.words else "-"
    changed = (year.added, year.removed, year.revoked, year.changes, year.to_read)
    return str(year.year), f"{year.releases:,}", f"{year.clauses:,}", words, *(f"{one:,}" for one in changed)


def stats_answer(sizes: Sequence[Size]) -> StatsAnswer:
    """Return the figures of `Corpus.stats`: `sizes`, and their years."""
    releases = tuple(row_of(ReleaseSize, size, words=size.words or None) for size in sizes)
    years = tuple(row_of(YearFigures, year, words=year.words or None) for year in by_year(sizes))
    return StatsAnswer(releases, years)


def sizes_to_json(sizes: Sequence[Size]) -> bytes:
    """Return the `sizes` of releases as UTF-8 JSON, as ``stats`` does."""
    return json_of(stats_answer(sizes))
