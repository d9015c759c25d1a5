"""What releases since a day changed, and how the rules grew."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from crdiff.changes.change import Change
from crdiff.changes.reading import SkipReason, skip_reason, told_once
from crdiff.history.news import News, ReleaseNews, Size, YearSize, by_year
from crdiff.reports import terminal
from crdiff.reports.answer import AnswerRow, Count, Day, Document, json_of, row_of
from crdiff.reports.breaks import BreakRow, break_row, break_sentence
from crdiff.reports.diff_json import ReportedChange, change_row
from crdiff.reports.diff_markdown import change_block, escaped
from crdiff.reports.diff_text import change_lines
from crdiff.reports.phrases import counted, in_lines, listed
from crdiff.reports.terminal import PLAIN, Style


class ReleaseRow(AnswerRow, frozen=True):
    """A release, and what it changed."""

    release: Day
    before: Day
    breaks_off: tuple[BreakRow, ...]
    to_read: Count
    """Those left out are counted too."""
    others: Count
    """Changes that nobody has to read."""
    changes: tuple[ReportedChange, ...]
    """Those to read, with --all the others too."""
    left_out: Count = 0
    """How many changes to read are not among them; only where a limit was asked for."""


class WhatsnewAnswer(Document, frozen=True, tag="crdiff.whatsnew/1"):
    """Changes since a day, as crdiff whatsnew --format json writes them."""

    main = "releases.changes"
    since: Day
    in_force: Day
    """The release in force on that day, by the catalog."""
    known: Day
    """The same, or the newest release before it that is known, where it is not: the changes are those since."""
    until: Day
    """The newest release known: changes after it are not."""
    later: tuple[Day, ...]
    """Releases in the catalog that came out after that."""
    within: tuple[str, ...]
    """Numbers and glossary terms asked for; empty for all."""
    releases: tuple[ReleaseRow, ...]
    """Newest first."""


@in_lines
def whatsnew_text(news: News, everything: bool = False, style: Style = PLAIN) -> Iterator[str]:
    """Return the changes of each release, newest first: those to read, or `everything`."""
    yield _lead(news)
    for release in _with_changes(news, everything):
        yield ""
        yield terminal.bold(f"{release.release}: {_counts(release)}", style.colour)
        yield from (f"{break_sentence(told)}." for told in release.breaks)
        for change in _listed(release, everything):
            yield ""
            yield from change_lines(change, style)


def whatsnew_markdown(news: News, everything: bool = False, context: int | None = None) -> str:
    """Return the same as Markdown with a heading for each release."""
    blocks = [_lead(news)]
    for release in _with_changes(news, everything):
        blocks.append(f"## {release.release}\n\n{_counts(release)}.")
        blocks += (f"{escaped(break_sentence(told))}." for told in release.breaks)
        blocks += (change_block(change, context) for change in _listed(release, everything))
    return "\n\n".join(blocks) + "\n"


def whatsnew_answer(news: News, everything: bool = False) -> WhatsnewAnswer:
    """Return the same as an answer; `others` counts the changes that are not to be read."""
    releases = (
        row_of(
            ReleaseRow,
            release,
            breaks_off=map(break_row, release.breaks),
            to_read=len(release.to_read) + release.left_out,
            others=len(release.others),
            changes=map(change_row, _listed(release, everything)),
        )
        for release in news.releases
    )
    return row_of(WhatsnewAnswer, news, releases=releases)


def _listed(release: ReleaseNews, everything: bool) -> tuple[Change, ...]:
    """Return the changes listed: the rows to read with all that is read with them, and the others on request."""
    told = told_once(release.read)
    if not everything:
        return told
    return (*told, *(each for each in release.others if skip_reason(each) is not SkipReason.NEW_RULE))


def _with_changes(news: News, everything: bool) -> tuple[ReleaseNews, ...]:
    return tuple(release for release in news.releases if _listed(release, everything) or release.left_out)


def _scope(news: News) -> str:
    return f"Changes in {listed(news.within)}" if news.within else "Changes"


def _lead(news: News) -> str:
    """Return from where to where the changes are known, and how many there are."""
    newest = news.later[-1] if news.later else news.until
    base = "the newest release known" if news.in_force == newest else f"the release in force on {news.since}"
    if news.in_force > news.until:
        return f"{_scope(news)} since {news.in_force}, {base}, are not known: {_end(news)}."
    if news.in_force != news.known:
        base = f"the last release before {news.in_force} that is known ({news.in_force} was in force on {news.since})"
    return f"{_scope(news)} since {news.known}, {base}: {_amount(news)}. {_end(news).capitalize()}."


def _end(news: News) -> str:
    later = f"; {counted(len(news.later), 'later one was', 'later ones were')} published" if news.later else ""
    return f"releases are known up to {news.until}{later}"


def _amount(news: News) -> str:
    to_read = sum(len(release.to_read) + release.left_out for release in news.releases)
    return f"{counted(to_read, 'change')} to read in {counted(len(news.releases), 'release')}"


def _counts(release: ReleaseNews) -> str:
    left_out = f" ({release.left_out:,} left out)" if release.left_out else ""
    to_read = counted(len(release.to_read) + release.left_out, "change")
    return f"{to_read} to read{left_out}, {counted(len(release.others), 'other')}"


_HEAD = ("year", "releases", "clauses", "words", "added", "removed", "revoked", "changes", "to read")


class _Figures(AnswerRow, frozen=True, kw_only=True):
    clauses: Count
    words: Count | None
    """null where the texts are not all held."""
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
    releases: tuple[ReleaseSize, ...]
    """Oldest first."""
    years: tuple[YearFigures, ...]
    """Oldest first; sizes are those of the last release of the year."""


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
