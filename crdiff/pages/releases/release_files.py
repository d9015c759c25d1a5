"""The pages and the data of each release, made again only where something that they look at is another than before.

What an old release changed stays what it changed: a newer one makes the page of the release before it anew, where the
way on to it stands, and no other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from crdiff.changes.change import Part
from crdiff.history.news import ReleaseNews
from crdiff.output.cached_group import Sheaf, source_of
from crdiff.pages.archive_index import Holdings
from crdiff.pages.comparisons.readings import Readings
from crdiff.pages.data.data import release_data
from crdiff.pages.frame import address
from crdiff.pages.releases.release import release_pages


def release_sheaves(holdings: Holdings, readings: Readings) -> Iterator[Sheaf]:
    """Yield a sheaf for each release held: its page, or pages, and the data beside them."""
    texts = {release: _text_source(release, holdings) for release in holdings.whole.dates}
    for position, release in enumerate(holdings.whole.dates):
        yield Sheaf(
            f"{address.release(release)} and data",
            _source(position, holdings, texts),
            partial(_files, position, holdings, readings),
        )


def _files(position: int, holdings: Holdings, readings: Readings) -> Iterator[tuple[str, bytes]]:
    yield from release_pages(position, holdings)
    yield from release_data(position, holdings, readings)


def _source(position: int, holdings: Holdings, texts: Mapping[str, str]) -> str:
    """Return the fingerprint of all that `release_pages` and `release_data` look at.

    What a number named and what a heading said are in the two texts; the old number's new one follows from both and
    from the lineages that gave text to others.
    """
    whole = holdings.whole
    release = whole.dates[position]
    news = whole.news[position - 1] if position else None
    around = whole.dates[max(position - 1, 0) : position + 2]
    return source_of(
        release,
        around,
        [texts[each] for each in around if each <= release],
        news,
        _entries(news, holdings) if news else (),
        whole.partings.get(release, ()),
        whole.sizes[position],
        whole.texts.get(release),
        holdings.names.get(release, ""),
        release == holdings.newest,
    )


def _text_source(release: str, holdings: Holdings) -> str:
    """Return the fingerprint of the clauses of a release, and of which is meant by a number that is printed twice."""
    standing = holdings.whole.standing[release]
    count = Counter(each.number for each in standing)
    twice = [number for number, times in count.items() if times > 1]
    return source_of(
        [each[1:] for each in standing], [(number, holdings.lineage_of(number, release)) for number in twice]
    )


def _entries(news: ReleaseNews, holdings: Holdings) -> Sequence[tuple[str, str, str]]:
    """Return where the life of each glossary entry is told that a release changed, or left in old words."""
    changed = [change for change in (*news.to_read, *news.others) if change.part is Part.GLOSSARY]
    named = {(news.release, term) for rewording in news.rewordings for term in rewording.exceptions}
    named |= {(news.before, change.old[0].number) for change in changed if change.old}
    named |= {(news.release, change.new[0].number) for change in changed if change.new}
    found = ((release, term, holdings.entries.at(term, release)) for release, term in sorted(named))
    return [(release, term, entry.href) for release, term, entry in found if entry]
