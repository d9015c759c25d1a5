"""Feeds in Atom: of all releases, and of each section of the rules, with the redlines of what is to be read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from hashlib import blake2b

from markupsafe import Markup

from crdiff.changes.change import Change, Op, Part, Segment
from crdiff.history.news import ReleaseNews
from crdiff.model.number import ClauseNumber
from crdiff.pages.archive_index import ArchiveIndex
from crdiff.pages.frame import address, change_words, xml
from crdiff.pages.frame.english import counted, sentence
from crdiff.pages.frame.hosting import Host
from crdiff.pages.releases.release import lead_of

RELEASES = "/data/releases.atom"
_NEWEST = 12
"""Entries of a feed that hold their redlines; the others say in a sentence what the release changed."""
_LONGEST = 30_000
"""Characters of redlines in an entry; the page of the release has the rest."""
_LEAST = 200
"""Characters that a change takes beside its words."""


@dataclass(frozen=True, slots=True)
class FeedEntry:
    """A release in a feed: a sentence, and the changes that its content shows."""

    news: ReleaseNews
    said: str
    changes: tuple[Change, ...]


def feeds(archive: ArchiveIndex, host: Host) -> Iterator[tuple[str, bytes]]:
    """Yield the feed of all releases, then one for each section of the newest text."""
    news = tuple(reversed(archive.contents.news))
    told = (FeedEntry(each, lead_of(each), each.to_read) for each in news)
    since = archive.contents.dates[0]
    yield RELEASES, _feed(RELEASES, "Releases of the Comprehensive Rules", told, since, host)
    for section, where in sections(archive):
        title = f"Section {section} of the Comprehensive Rules"
        yield where, _feed(where, title, _entries_on(section, news), since, host)


def sections(archive: ArchiveIndex) -> Iterator[tuple[str, str]]:
    """Yield the sections of the newest text as (number, address of the feed)."""
    for section in sorted({str(subsection)[0] for subsection in archive.subsections}):
        yield section, f"/data/section-{section}.atom"


def _entries_on(section: str, news: Iterable[ReleaseNews]) -> Iterator[FeedEntry]:
    for each in news:
        if changes := tuple(change for change in each.to_read if _is_in(change, section)):
            yield FeedEntry(each, f"{counted(len(changes), 'change')} to read in section {section}.", changes)


def _is_in(change: Change, section: str) -> bool:
    sides = (*change.new, *change.old) if change.part is Part.RULES else ()
    return any(ClauseNumber.parse(clause.number).section == int(section) for clause in sides)


def _feed(where: str, title: str, entries: Iterable[FeedEntry], since: date, host: Host) -> bytes:
    """Return the feed at `where`; `since` is its date where it has no entry."""
    link = host.whole if host.is_known else _beside(where)
    told = list(entries)
    updated = told[0].news.release if told else since
    lines = (
        '<?xml version="1.0" encoding="utf-8"?>',
        '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
        f"<title>{xml.text(title)}</title>",
        f"<id>{_id(where)}</id>",
        f"<updated>{updated}T00:00:00Z</updated>",
        "<author><name>crdiff</name></author>",
        f'<link rel="self" type="application/atom+xml" href="{xml.text(link(where))}"/>',
        f'<link rel="alternate" type="text/html" href="{xml.text(link(address.RELEASES))}"/>',
        *(_entry(entry, where, link, is_whole=place < _NEWEST) for place, entry in enumerate(told)),
        "</feed>",
        "",
    )
    return "\n".join(lines).encode()


def _beside(where: str) -> Callable[[str], str]:
    return lambda target: address.relative(target, where)


def _id(where: str) -> str:
    """Return an id that stays where the site goes to another host: a reader of the feed sees no entry twice.

    It is a UUID of version 8 (RFC 9562), whose digits may come from any name.
    """
    digits = blake2b(f"crdiff:{where}".encode(), digest_size=16).hexdigest()
    return f"urn:uuid:{digits[:8]}-{digits[8:12]}-8{digits[13:16]}-8{digits[17:20]}-{digits[20:]}"


def _entry(entry: FeedEntry, feed: str, link: Callable[[str], str], *, is_whole: bool) -> str:
    release = entry.news.release
    where = address.release(release)
    content = f'<content type="html">{xml.text(str(_content(entry, link(where))))}</content>' if is_whole else ""
    return (
        f"<entry><title>{xml.text(str(release))}</title><id>{_id(f'{feed}#{release}')}</id>"
        f'<updated>{release}T00:00:00Z</updated><link rel="alternate" type="text/html" href="{xml.text(link(where))}"/>'
        f"<summary>{xml.text(entry.said)}</summary>{content}</entry>"
    )


def _content(entry: FeedEntry, where: str) -> Markup:
    """Return what the release changed as HTML that needs no style sheet: a list of changes with their redlines."""
    shown = tuple(_fitting(entry.changes))
    said = Markup("<p>{}</p>").format(entry.said)
    items = Markup("").join(Markup("<li>{}</li>").format(_change(change)) for change in shown)
    rest = len(entry.changes) - len(shown)
    more = Markup('<p><a href="{}">{} more on the page of the release</a></p>').format(where, rest) if rest else ""
    return Markup("{}<ul>{}</ul>{}").format(said, items, more)


def _fitting(changes: Iterable[Change]) -> Iterator[Change]:
    size = 0
    for change in changes:
        size += _LEAST + sum(len(segment.text) for segment in change.redline)
        if size > _LONGEST:
            return
        yield change


def _change(change: Change) -> Markup:
    numbers = [" and ".join(clause.number for clause in side) for side in (change.old, change.new) if side]
    name = " → ".join(dict.fromkeys(numbers))
    said = sentence(change.summary)
    words = Markup("").join(map(_marked, change.redline))
    return Markup("<b>{}</b> ({}). {}<br>{}").format(name, change_words.label(change), said, words)


def _marked(segment: Segment) -> Markup:
    match segment.op:
        case Op.DELETED:
            return Markup("<del>{}</del>").format(segment.text)
        case Op.INSERTED:
            return Markup("<ins>{}</ins>").format(segment.text)
        case Op.KEPT:
            return Markup("{}").format(segment.text)
