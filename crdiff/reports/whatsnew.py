"""What releases since a day changed, as text, Markdown and ``crdiff.whatsnew/1``."""

from __future__ import annotations

from collections.abc import Iterator

from crdiff.changes.change import Change
from crdiff.changes.reading import SkipReason, skip_reason, told_once
from crdiff.history.news import News, ReleaseNews
from crdiff.reports import terminal
from crdiff.reports.breaks import break_object, break_sentence
from crdiff.reports.diff_json import change_object
from crdiff.reports.diff_markdown import change_block, escaped
from crdiff.reports.diff_text import change_lines
from crdiff.reports.indented import indented
from crdiff.reports.phrases import counted, listed
from crdiff.reports.style import PLAIN, Style

SCHEMA = "crdiff.whatsnew/1"


def whatsnew_text(news: News, everything: bool = False, style: Style = PLAIN) -> str:
    """Return the changes of each release, newest first: those to read, or `everything`."""
    return "".join(f"{line}\n" for line in _text(news, everything, style))


def _text(news: News, everything: bool, style: Style) -> Iterator[str]:
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


def whatsnew_json(news: News, everything: bool = False) -> bytes:
    """Return the same as JSON; `others` counts the changes that are not to be read."""
    releases = [
        {
            "release": release.release,
            "before": release.before,
            "breaks_off": [break_object(told) for told in release.breaks],
            "to_read": len(release.to_read),
            "others": len(release.others),
            "changes": [change_object(change) for change in _listed(release, everything)],
        }
        for release in news.releases
    ]
    answer = {
        "since": news.since,
        "in_force": news.in_force,
        "known": news.known,
        "until": news.until,
        "later": news.later,
        "within": news.within,
        "releases": releases,
    }
    return indented(SCHEMA, answer)


def _listed(release: ReleaseNews, everything: bool) -> tuple[Change, ...]:
    """Return the changes listed: the rows to read with all that is read with them, and the others on request."""
    told = told_once(release.read)
    if not everything:
        return told
    return (*told, *(each for each in release.others if skip_reason(each) is not SkipReason.NEW_RULE))


def _with_changes(news: News, everything: bool) -> tuple[ReleaseNews, ...]:
    return tuple(release for release in news.releases if _listed(release, everything))


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
    to_read = sum(len(release.to_read) for release in news.releases)
    return f"{counted(to_read, 'change')} to read in {counted(len(news.releases), 'release')}"


def _counts(release: ReleaseNews) -> str:
    return f"{counted(len(release.to_read), 'change')} to read, {counted(len(release.others), 'other')}"
