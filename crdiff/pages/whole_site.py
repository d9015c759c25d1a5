"""All pages of a whole archive that take the place of those on quoted passages, or come on top of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial

from crdiff.history.life import Life
from crdiff.model.number import ClauseNumber
from crdiff.output.cached_group import Files, Sheaf
from crdiff.pages.archive_index import Holdings
from crdiff.pages.clauses.aliases import alias_pages
from crdiff.pages.clauses.clause import clause_page
from crdiff.pages.comparisons.any_two import compare_pages
from crdiff.pages.comparisons.readings import Readings
from crdiff.pages.data.data import current_data, data_page, schema_files
from crdiff.pages.data.feeds import feeds
from crdiff.pages.figures.stats import stats_page
from crdiff.pages.frame import address
from crdiff.pages.frame.hosting import Host
from crdiff.pages.glossary.glossary import glossary_pages
from crdiff.pages.releases.release_files import release_sheaves
from crdiff.pages.releases.releases import releases_page
from crdiff.pages.rules.former_text import then_pages
from crdiff.pages.rules.subsection import contents_page, current_pages
from crdiff.pages.search.search import search_pages
from crdiff.pages.theme import scripts_of_rooms
from crdiff.reports.history_json import history_line

Portion = Callable[[], Files]


def whole_portions(holdings: Holdings, host: Host, pagefind: Mapping[str, bytes] | None = None) -> tuple[Portion, ...]:
    """Return what makes every page of the archive and every file of data with its address, the longest work first.

    `pagefind` are the files of Pagefind's index by address, None where the search has our own.
    """
    readings = Readings(holdings.lives, holdings.redlines)
    return (
        partial(_clauses_compared, holdings, readings),
        partial(then_pages, holdings),
        partial(_releases, holdings, readings),
        partial(glossary_pages, holdings),
        partial(_current, holdings),
        partial(search_pages, holdings, pagefind),
        partial(_figures, holdings, host),
    )


def section_portions(holdings: Holdings, number: ClauseNumber) -> tuple[Portion, ...]:
    """Return what makes the current text, and the lives of the clauses that ever stood under `number`."""
    lives = [
        life for life in holdings.whole.lives if any(ClauseNumber.parse(run.number).within(number) for run in life.runs)
    ]
    clauses = partial(_clauses, holdings, Readings(holdings.lives), lives)
    return (partial(_current, holdings), clauses, partial(_assets, holdings))


def _clauses(holdings: Holdings, readings: Readings, lives: Iterable[Life]) -> Iterator[Sheaf | tuple[str, bytes]]:
    for life in lives:
        yield clause_page(life, holdings, readings)
        yield address.as_json(address.clause(life.lineage)), history_line(life)


def _clauses_compared(holdings: Holdings, readings: Readings) -> Files:
    """Yield what sets old wordings beside today's: one process reads them, for both kinds of pages."""
    yield from _clauses(holdings, readings, holdings.whole.lives)
    yield from compare_pages(holdings, readings)
    yield from readings.notes()


def _releases(holdings: Holdings, readings: Readings) -> Files:
    yield address.RELEASES, releases_page(holdings)
    yield from release_sheaves(holdings, readings)


def _current(holdings: Holdings) -> Iterator[tuple[str, bytes]]:
    yield address.RULES, contents_page(holdings)
    yield from current_pages(holdings)
    yield from current_data(holdings)
    yield from alias_pages(holdings)


def _figures(holdings: Holdings, host: Host) -> Iterator[tuple[str, bytes]]:
    yield address.STATS, stats_page(holdings)
    yield address.DATA, data_page(holdings)
    yield from schema_files()
    yield from feeds(holdings, host)
    yield from _assets(holdings)


def _assets(holdings: Holdings) -> Iterator[tuple[str, bytes]]:
    """Yield style and scripts, one of which names the newest release held, so that pages need not."""
    yield from scripts_of_rooms().items()
    yield "/assets/newest.js", f'document.documentElement.dataset.newest = "{holdings.newest}";\n'.encode()
