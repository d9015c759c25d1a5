"""Feeds in Atom, with redlines: of all releases, of each section, and of each subsection and rule in force.

A clause has no feed of its own: that of its rule tells of it too, so that there are a third as many files. Feeds of
subsections and rules are beside the page of their heading, under its id, and stay there whatever number it gets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import partial
from hashlib import blake2b

from markupsafe import Markup
from msgspec import Struct

from crdiff.changes.change import Change, Part
from crdiff.changes.reading import ReadingKind, kind_of
from crdiff.history.news import ReleaseNews
from crdiff.model.number import ClauseNumber
from crdiff.pages.archive_index import Addresses
from crdiff.pages.frame import address, change_view, hosting
from crdiff.pages.frame.english import sentence
from crdiff.pages.frame.hosting import Host
from crdiff.pages.lives import Calendar, Lives
from crdiff.pages.releases.release_lead import lead_of, said_of
from crdiff.reports.phrases import listed

RELEASES = "/data/releases.atom"
_NEWEST = 12
"""Entries of a feed that hold their redlines; the others say in a sentence what the release changed."""
_LONGEST = 30_000
"""Characters of redlines in an entry; the page of the release has the rest."""
_MOST_OWNED = 8
"""Releases in the feed of a subsection or rule: its page has all of them, and a reader of feeds wants the newest."""
_LONGEST_OWNED = 4_000
"""Characters of redlines in an entry of such a feed, of which there are more than a thousand."""
_MOST_NAMED = 3
"""Clauses that a title names."""
_LEAST = 200
"""Characters that a change takes beside its words."""


class FeedEntry(Struct, frozen=True):
    """A release in a feed: its title and what it changed, each a sentence, and the changes that its content shows.

    `longest` is how many characters of redlines that is at most.
    """

    news: ReleaseNews
    title: str
    said: str
    changes: tuple[Change, ...]
    longest: int


def feeds(addresses: Addresses, host: Host) -> Iterator[tuple[str, bytes]]:
    """Yield the feed of all releases, those of the sections, and those of the subsections and rules in force."""
    news = tuple(reversed(addresses.contents.news))
    of = partial(_feed, since=addresses.contents.dates[0], host=host)
    told = (_entry_of(each, each.read, said_of(each.to_read) or lead_of(each), addresses) for each in news)
    yield RELEASES, of(RELEASES, "Releases of the Comprehensive Rules", told)
    inside = [(each, [(change, _sections_of(change)) for change in each.read]) for each in news]
    for section, where in sections(addresses):
        yield where, of(where, f"Section {section} of the Comprehensive Rules", _entries_on(section, inside, addresses))
    for lineage, changes in _changes_by_owner(news, addresses).items():
        title = f"{addresses.lineages[lineage].runs[-1].number} {addresses.title(lineage)}".strip()
        told = (
            _entry_of(each, inside, _named(inside), addresses, _LONGEST_OWNED) for each, inside in changes[:_MOST_OWNED]
        )
        where = address.feed(lineage)
        yield where, of(where, title, told)


def sections(addresses: Addresses) -> Iterator[tuple[str, str]]:
    """Yield the sections of the newest text as (number, address of the feed)."""
    for section in sorted({str(subsection)[0] for subsection in addresses.subsections}):
        yield section, f"/data/section-{section}.atom"


def subsections(addresses: Addresses) -> Iterator[tuple[str, str, str]]:
    """Yield the subsections of the newest text as (number, title, address of the feed)."""
    for subsection in addresses.subsections:
        if lineage := addresses.lineage_of(subsection, addresses.newest):
            yield str(subsection), addresses.title(lineage), address.feed(lineage)


def _entry_of(
    news: ReleaseNews, changes: tuple[Change, ...], said: str, calendar: Calendar, longest: int = _LONGEST
) -> FeedEntry:
    title = f"{calendar.release_name(news.release)}: {said[:1].lower()}{said[1:].rstrip('.')}"
    return FeedEntry(news, title, said, changes, longest)


def _entries_on(
    section: str, news: Iterable[tuple[ReleaseNews, Sequence[tuple[Change, frozenset[str]]]]], calendar: Calendar
) -> Iterator[FeedEntry]:
    for each, to_read in news:
        if changes := tuple(change for change, inside in to_read if section in inside):
            said = f"In section {section}, {said_of(changes)[:1].lower()}{said_of(changes)[1:]}"
            yield _entry_of(each, changes, said, calendar)


def _sections_of(change: Change) -> frozenset[str]:
    """Return the sections that a change is in, on either side."""
    sides = (*change.new, *change.old) if change.part is Part.RULES else ()
    return frozenset(str(ClauseNumber.parse(clause.number).section) for clause in sides)


_Changes = list[tuple[ReleaseNews, tuple[Change, ...]]]


def _changes_by_owner(news: Sequence[ReleaseNews], lives: Lives) -> Mapping[str, _Changes]:
    """Return, for the lineage of every subsection and rule in force, the releases that changed it or what is under it.

    A clause belongs to the rule and the subsection that it stands under today, so that their feeds go on through every
    renumbering; one that is gone belongs to those that it stood under last.
    """
    standing = [each.lineage for each in lives.contents.standing[lives.newest] if not each.number.is_subrule]
    found: dict[str, _Changes] = {
        lineage: [] for lineage in standing if not lives.lineages[lineage].runs[-1].number.is_section
    }
    for each in news:
        inside: dict[str, list[Change]] = {}
        for change in each.read:
            for owner in _owners(change, each, lives) if change.part is Part.RULES else ():
                inside.setdefault(owner, []).append(change)
        for owner, changes in inside.items():
            if owner in found:
                found[owner].append((each, tuple(changes)))
    return found


def _owners(change: Change, news: ReleaseNews, lives: Lives) -> Iterator[str]:
    """Yield the lineages of the rule and of the subsection that a changed clause belongs to."""
    clause, release = (change.new[0], news.release) if change.new else (change.old[0], news.before)
    number = ClauseNumber.parse(clause.number)
    lineage = lives.lineages.get(lives.lineage_of(number, release))
    if lineage and (now := lineage.number_in(lives.newest)):
        number, release = now, lives.newest
    above = {number.of_rule, number.subsection}
    yield from (lives.lineage_of(each, release) for each in above)


def _named(changes: Sequence[Change]) -> str:
    """Return which clauses changed and how: ``702.19b reworded, 702.19g added and 2 more``."""
    told = [f"{(change.new or change.old)[0].number} {_KINDS[kind_of(change)]}" for change in changes]
    return f"{listed(told, _MOST_NAMED)}."


_KINDS = {
    ReadingKind.ADDED: "added",
    ReadingKind.REMOVED: "removed",
    ReadingKind.REWORDED: "reworded",
    ReadingKind.EXAMPLE: "has a changed example",
}


def _feed(where: str, title: str, entries: Iterable[FeedEntry], since: date, host: Host) -> bytes:
    """Return the feed at `where`; `since` is its date where it has no entry."""
    told = tuple(entries)
    link = host.whole if host.is_known else partial(address.relative, page=where)
    updated = told[0].news.release if told else since
    lines = (
        '<?xml version="1.0" encoding="utf-8"?>',
        '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
        f"<title>{hosting.text(title)}</title>",
        f"<id>{_id(where)}</id>",
        f"<updated>{updated}T00:00:00Z</updated>",
        "<author><name>crdiff</name></author>",
        f'<link rel="self" type="application/atom+xml" href="{hosting.text(link(where))}"/>',
        f'<link rel="alternate" type="text/html" href="{hosting.text(link(address.RELEASES))}"/>',
        *(_entry(entry, where, link, is_whole=place < _NEWEST) for place, entry in enumerate(told)),
        "</feed>",
        "",
    )
    return "\n".join(lines).encode()


def _id(where: str) -> str:
    """Return an id that stays where the site goes to another host: a reader of the feed sees no entry twice.

    It is a UUID of version 8 (RFC 9562), whose digits may come from any name.
    """
    digits = blake2b(f"crdiff:{where}".encode(), digest_size=16).hexdigest()
    return f"urn:uuid:{digits[:8]}-{digits[8:12]}-8{digits[13:16]}-8{digits[17:20]}-{digits[20:]}"


def _entry(entry: FeedEntry, feed: str, link: Callable[[str], str], *, is_whole: bool) -> str:
    release = entry.news.release
    where = link(address.release(release))
    content = f'<content type="html">{hosting.text(str(_content(entry, where)))}</content>' if is_whole else ""
    return (
        f"<entry><title>{hosting.text(entry.title)}</title><id>{_id(f'{feed}#{release}')}</id>"
        f'<updated>{release}T00:00:00Z</updated><link rel="alternate" type="text/html" href="{hosting.text(where)}"/>'
        f"<summary>{hosting.text(entry.said)}</summary>{content}</entry>"
    )


def _content(entry: FeedEntry, where: str) -> Markup:
    """Return what the release changed as HTML that needs no style sheet: a list of changes with their redlines."""
    shown = tuple(_fitting(entry.changes, entry.longest))
    said = Markup("<p>{}</p>").format(entry.said)
    items = Markup("").join(Markup("<li>{}</li>").format(_change(change)) for change in shown)
    rest = len(entry.changes) - len(shown)
    more = Markup('<p><a href="{}">{} more on the page of the release</a></p>').format(where, rest) if rest else ""
    return Markup("{}<ul>{}</ul>{}").format(said, items, more)


def _fitting(changes: Iterable[Change], longest: int) -> Iterator[Change]:
    size = 0
    for change in changes:
        size += _LEAST + sum(len(segment.text) for segment in change.redline)
        if size > longest:
            return
        yield change


def _change(change: Change) -> Markup:
    numbers = [" and ".join(clause.number for clause in side) for side in (change.old, change.new) if side]
    name = " → ".join(dict.fromkeys(numbers))
    said = sentence(change.summary)
    return Markup("<b>{}</b> ({}). {}<br>{}").format(
        name, change_view.label(change), said, Markup(change_view.marked(change.redline))
    )
