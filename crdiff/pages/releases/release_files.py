"""The pages and the data of each release, made again only where something that they look at is another than before.

What an old release changed stays what it changed: a newer one makes the page of the release before it anew, where the
way on to it stands, and no other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from functools import partial

from crdiff.changes.change import Part
from crdiff.history.news import ReleaseNews
from crdiff.output.cached_group import CachedGroup, source_of
from crdiff.pages.archive_index import ArchiveIndex
from crdiff.pages.comparisons.readings import Readings
from crdiff.pages.data.data import release_data
from crdiff.pages.frame import address
from crdiff.pages.releases.release import release_pages
from crdiff.pages.releases.release_changes import texts_of


def release_files(archive: ArchiveIndex, readings: Readings) -> Iterator[CachedGroup]:
    """Yield a sheaf for each release held: its page, or pages, and the data beside them."""
    texts = {release: _text_source(release, archive) for release in archive.contents.dates}
    for position, release in enumerate(archive.contents.dates):
        yield CachedGroup(
            f"{address.release(release)} and data",
            _source(position, archive, texts),
            partial(_files, position, archive, readings),
        )


def _files(position: int, archive: ArchiveIndex, readings: Readings) -> Iterator[tuple[str, bytes]]:
    yield from release_pages(position, archive)
    yield from release_data(position, archive, readings)


def _source(position: int, archive: ArchiveIndex, texts: Mapping[date, str]) -> str:
    """Return the fingerprint of all that `release_pages` and `release_data` look at.

    What a number named and what a heading said are in the two texts; the old number's new one follows from both and
    from the lineages that gave text to others.
    """
    contents = archive.contents
    release = contents.dates[position]
    news = contents.news[position - 1] if position else None
    around = contents.dates[max(position - 1, 0) : position + 2]
    return source_of(
        release,
        around,
        [texts[each] for each in around if each <= release],
        news,
        _entries(news, archive) if news else (),
        contents.partings.get(release, ()),
        archive.size_of(release),
        contents.texts.get(release),
        [(archive.release_name(each), archive.codes.get(each, "")) for each in around],
        archive.last_day(release),
        _texts_before(news, archive),
        archive.citations.outdated(news.before, news.release) if news else (),
    )


def _texts_before(news: ReleaseNews | None, archive: ArchiveIndex) -> Sequence[str]:
    """Return where the old texts of the changes to read are read: a page begins with the release it has stood since."""
    return [texts_of(change, news, archive)[0] for change in news.read] if news else ()


def _text_source(release: date, archive: ArchiveIndex) -> str:
    """Return the fingerprint of the clauses of a release, and of which is meant by a number that is printed twice."""
    standing = archive.contents.standing[release]
    count = Counter(each.number for each in standing)
    twice = [number for number, times in count.items() if times > 1]
    return source_of(
        [each[1:] for each in standing], [(number, archive.lineage_of(number, release)) for number in twice]
    )


def _entries(news: ReleaseNews, archive: ArchiveIndex) -> Sequence[tuple[date, str, str]]:
    """Return where the life of each glossary entry is told that a release changed, or left in old words."""
    changed = [change for change in (*news.to_read, *news.others) if change.part is Part.GLOSSARY]
    named = {(news.release, term) for rewording in news.rewordings for term in rewording.exceptions}
    named |= {(news.before, change.old[0].number) for change in changed if change.old}
    named |= {(news.release, change.new[0].number) for change in changed if change.new}
    return [(release, term, archive.entry_page(term, release)) for release, term in sorted(named)]
