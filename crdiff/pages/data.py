"""Data for other tools: clauses and changes of each release, the current text, feeds, and the pages that list them.

Feeds in Atom have redlines: of all releases, of each section, and of each subsection and rule in force. A clause has no
feed of its own: that of its rule tells of it too, so that there are a third as many files. Feeds of subsections and
rules are beside the page of their heading, under its id, and stay there whatever number it gets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from hashlib import blake2b
from itertools import accumulate

import msgspec
from markupsafe import Markup
from msgspec.structs import replace

from crdiff.changes.change import Change, Part
from crdiff.changes.reading import ReadingKind, kind_of
from crdiff.history.news import ReleaseNews
from crdiff.model.number import section_of
from crdiff.pages import address, change_view
from crdiff.pages.address import Host
from crdiff.pages.archive_index import Addresses, ArchiveIndex, CheckResults
from crdiff.pages.english import sentence
from crdiff.pages.lives import Calendar, Lives, is_heading
from crdiff.pages.releases import lead_of, said_of
from crdiff.pages.render import page, this_book
from crdiff.pages.stories import decided_in_short
from crdiff.reports.answer import json_of
from crdiff.reports.passage import passage_answer
from crdiff.reports.phrases import counted, listed
from crdiff.reports.schemas import SCHEMAS, schema
from crdiff.text.groups import by_key
from crdiff.trace.report import CheckResult


def data_page(addresses: Addresses) -> tuple[str, bytes]:
    """Return the page that lists the data."""
    return page(
        "data/data.html",
        address.DATA,
        "Data",
        f"The history of the {this_book().short} as JSON, CSV and feeds.",
        calendar=addresses,
        sections=list(sections(addresses)),
        subsections=list(subsections(addresses)),
        schemas=[(msgspec.json.decode(schema(name))["$id"], _schema_address(name)) for name in SCHEMAS],
    )


def schema_files() -> Iterator[tuple[str, bytes]]:
    """Yield every published schema."""
    for name in SCHEMAS:
        yield _schema_address(name), schema(name).encode()


def _schema_address(name: str) -> str:
    return f"{address.DATA}schema/{name}.json"


def checks_data(checks: CheckResults) -> Iterator[tuple[str, bytes]]:
    """Yield the results of checks: all in short, and whole those of each clause, as reports of their own.

    Those of 59 clauses in 134 releases are 35 MB in one file, more than some hosts take.
    """
    report = checks.report
    short = tuple(replace(clause, releases=()) for clause in report.clauses)
    yield address.as_json(address.CHECKS), msgspec.json.encode(replace(report, clauses=short, checks=()))
    for clause in report.clauses:
        own = tuple(_on_clause(check, clause.lineage) for check in checks.naming.get(clause.lineage, ()))
        alone = replace(report, releases=(), behaviours=(), clauses=(clause,), checks=own)
        yield address.checks_data(clause.lineage), msgspec.json.encode(alone)


def _on_clause(check: CheckResult, lineage: str) -> CheckResult:
    """Return a check with what its runs say of one clause; they say the same of every other that it names."""
    runs = (replace(run, clauses=tuple(one for one in run.clauses if one.lineage == lineage)) for run in check.runs)
    return replace(check, runs=tuple(runs))


def current_data(lives: Lives) -> Iterator[tuple[str, bytes]]:
    """Yield the current text of each subsection as ``crdiff.show/1``."""
    for subsection, text in lives.contents.subsections.items():
        inside = tuple(replace(shown, depth=shown.depth - 1) for shown in text.clauses)
        yield address.as_json(address.rule(subsection)), json_of(passage_answer(replace(text, clauses=inside)))


LLMS = "/llms.txt"

# A line of the index: its name, its address, what is there.
Linked = tuple[str, str, str]


def plain_index(addresses: Addresses, host: Host) -> bytes:
    """Return the index of the site: where the rules are read, and the data beside the pages.

    Links are whole where the host is known, else relative to the index.
    """
    first, last = addresses.contents.dates[0], addresses.newest
    lives = addresses.contents.lineages
    sample = next((each.id for each in lives if each.in_force and not each.runs[-1].number.is_heading), "DATE-NUMBER")
    lines = (
        "# crdiff",
        "",
        f"> The {this_book().title}, clause by clause, in "
        f"{counted(len(addresses.contents.dates), 'release')} from {first} to {last}: "
        "what each clause says, what it said before, and which release changed it.",
        "",
        f"Clauses are named by the first place they are known from, such as {sample}, whatever their number is "
        f"today. Addresses stay. The rules are © {this_book().publisher}; this site is unofficial.",
        "",
        "## Pages",
        "",
        *(_linked(linked, host) for linked in _pages(addresses)),
        "",
        "## Data",
        "",
        *(_linked(linked, host) for linked in _data(addresses) if address.is_published(linked[1], addresses.data)),
        "",
    )
    return "\n".join(lines).encode()


def _linked(linked: Linked, host: Host) -> str:
    name, where, what = linked
    target = host.whole(where) if host.is_known else where.lstrip("/")
    return f"- [{name}]({target}): {what}"


def _pages(addresses: Addresses) -> Iterator[Linked]:
    sample = next(iter(addresses.subsections), "NUMBER")
    what = f"contents; /rules/{sample}/ is rule {sample}, /rules/{sample}/DATE/ its text from that release on"
    yield "Rules", address.RULES, what
    yield "Releases", address.RELEASES, "every known release, newest first"
    yield "Numbers", address.NUMBERS, f"/number/{sample}/ lists the clauses that had each number, and when"
    if not addresses.is_recorded:
        yield "Glossary", address.GLOSSARY, "every entry there has been, with its wordings"
        yield "Compare", address.COMPARE, "any two releases, clause by clause"


def _data(addresses: Addresses) -> Iterator[Linked]:
    yield "Catalogue of releases", address.as_json(address.RELEASES), "dates, names, official files; crdiff.corpus/1"
    number = next(iter(addresses.subsections), None)
    if number:
        where = f"{address.NUMBERS}{number}/"
        yield f"Numbers of {number}", address.as_json(where), "likewise for every subsection; crdiff.numbers/1"
    if lineage := next(iter(addresses.contents.lineages), None):
        what = "likewise for every clause: numbers, wordings, origin and fate; crdiff.history/1"
        yield f"History of {lineage.id}", address.as_json(address.clause(lineage.id)), what
    if addresses.is_recorded:
        return
    newest = address.release(addresses.newest)
    if number:
        where = address.as_json(address.rule(number))
        yield f"Text of {number}", where, "likewise for every subsection of the newest release; crdiff.show/1"
    yield f"Clauses of {addresses.newest}", f"{newest}clauses.json", "likewise for every release; crdiff.clauses/1"
    yield f"Changes of {addresses.newest}", address.as_json(newest), "likewise for every release; crdiff.changes/1"
    yield "Feed of releases", RELEASES, "Atom; every release with what it changed"
    yield "All formats", address.DATA, "files, feeds and JSON Schemas"


RELEASES = "/data/releases.atom"
# Entries of a feed that hold their redlines; the others say in a sentence what the release changed.
_NEWEST = 12
# Characters of redlines in an entry; the page of the release has the rest.
_LONGEST = 30_000
# Releases in the feed of a subsection or rule: its page has all of them, and a reader of feeds wants the newest.
_MOST_OWNED = 8
# Characters of redlines in an entry of such a feed, of which there are more than a thousand.
_LONGEST_OWNED = 4_000
# Clauses that a title names.
_MOST_NAMED = 3
# Characters that a change takes beside its words.
_LEAST = 200


# A release in a feed, the changes that its content shows, and in a sentence what it changed.
Told = tuple[ReleaseNews, Sequence[Change], str]


def feeds(addresses: ArchiveIndex, host: Host) -> Iterator[tuple[str, bytes]]:
    """Yield the feed of all releases, those of the sections, and those of the subsections and rules in force."""
    news = addresses.contents.news[::-1]
    of = partial(_feed, calendar=addresses, host=host)
    told: list[Told] = [
        (each, each.read, f"{decided_in_short(each.release, addresses)}{said_of(each.to_read) or lead_of(each)}")
        for each in news
    ]
    yield of(RELEASES, f"Releases of the {this_book().short}", told, _LONGEST)
    inside = [(each, [(change, _sections_of(change)) for change in each.read]) for each in news]
    for section, where in sections(addresses):
        yield of(where, f"Section {section} of the {this_book().short}", list(_told_on(section, inside)), _LONGEST)
    for lineage, changes in _changes_by_owner(news, addresses).items():
        if not addresses.has_feeds_of_rules and not is_heading(addresses.lineages[lineage]):
            continue
        title = f"{addresses.lineages[lineage].runs[-1].number} {addresses.title(lineage)}".strip()
        told = [(each, its, _named(its)) for each, its in changes[:_MOST_OWNED]]
        yield of(address.feed(lineage), title, told, _LONGEST_OWNED)


def sections(addresses: Addresses) -> Iterator[tuple[str, str]]:
    """Yield the sections of the newest text as (number, address of the feed)."""
    for section in sorted({str(subsection)[0] for subsection in addresses.subsections}):
        yield section, f"/data/section-{section}.atom"


def subsections(addresses: Addresses) -> Iterator[tuple[str, str, str]]:
    """Yield the subsections of the newest text as (number, title, address of the feed)."""
    for subsection in addresses.subsections:
        if lineage := addresses.lineage_of(subsection, addresses.newest):
            yield str(subsection), addresses.title(lineage), address.feed(lineage)


def _told_on(
    section: str, news: Iterable[tuple[ReleaseNews, Sequence[tuple[Change, frozenset[str]]]]]
) -> Iterator[Told]:
    for each, to_read in news:
        if changes := [change for change, inside in to_read if section in inside]:
            yield each, changes, f"In section {section}, {said_of(changes)[:1].lower()}{said_of(changes)[1:]}"


def _sections_of(change: Change) -> frozenset[str]:
    """Return the sections that a change is in, on either side."""
    sides = (*change.new, *change.old) if change.part is Part.RULES else ()
    return frozenset(section_of(clause.number) for clause in sides)


def _changes_by_owner(
    news: Sequence[ReleaseNews], lives: Lives
) -> Mapping[str, Sequence[tuple[ReleaseNews, Sequence[Change]]]]:
    """Return, for the lineage of every subsection and rule in force, the releases that changed it or what is under it.

    A clause belongs to the rule and the subsection that it stands under today, so that their feeds go on through every
    renumbering; one that is gone belongs to those that it stood under last.
    """
    rules = ((each, [change for change in each.read if change.part is Part.RULES]) for each in news)
    owned = (
        (each, by_key((owner, change) for change in changes for owner in _owners(change, each, lives)))
        for each, changes in rules
    )
    found = by_key((owner, (each, changes)) for each, by_owner in owned for owner, changes in by_owner.items())
    standing = [each.lineage for each in lives.contents.standing[lives.newest] if not each.number.is_subrule]
    return {
        each: found.get(each, ()) for each in standing if not lives.lineages[each].runs[-1].number.has_headings_only
    }


def _owners(change: Change, news: ReleaseNews, lives: Lives) -> Iterator[str]:
    """Yield the lineages of the rule and of the subsection that a changed clause belongs to."""
    clause, release = (change.new[0], news.release) if change.new else (change.old[0], news.before)
    number = lives.numbered(clause.number)
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


def _feed(
    where: str, title: str, told: Sequence[Told], longest: int, *, calendar: Calendar, host: Host
) -> tuple[str, bytes]:
    """Return address and feed; `longest` is how many characters of redlines an entry has at most."""
    link = host.whole if host.is_known else partial(address.relative, page=where)
    updated = told[0][0].release if told else calendar.contents.dates[0]
    lines = (
        '<?xml version="1.0" encoding="utf-8"?>',
        '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
        f"<title>{address.text(title)}</title>",
        f"<id>{_id(where)}</id>",
        f"<updated>{updated}T00:00:00Z</updated>",
        "<author><name>crdiff</name></author>",
        f'<link rel="self" type="application/atom+xml" href="{address.text(link(where))}"/>',
        f'<link rel="alternate" type="text/html" href="{address.text(link(address.RELEASES))}"/>',
    )
    entries = (_entry(each, where, longest * (place < _NEWEST), link, calendar) for place, each in enumerate(told))
    return where, "\n".join((*lines, *entries, "</feed>", "")).encode()


def _id(where: str) -> str:
    """Return an id that stays where the site goes to another host: a reader of the feed sees no entry twice.

    It is a UUID of version 8 (RFC 9562), whose digits may come from any name.
    """
    digits = blake2b(f"crdiff:{where}".encode(), digest_size=16).hexdigest()
    return f"urn:uuid:{digits[:8]}-{digits[8:12]}-8{digits[13:16]}-8{digits[17:20]}-{digits[20:]}"


def _entry(told: Told, feed: str, longest: int, link: Callable[[str], str], calendar: Calendar) -> str:
    """Return an entry of a feed, with its redlines where they may take any characters."""
    news, changes, said = told
    where = link(address.release(news.release))
    title = f"{calendar.release_name(news.release)}: {said[:1].lower()}{said[1:].rstrip('.')}"
    content = f'<content type="html">{address.text(str(_content(said, changes, longest, where)))}</content>'
    return (
        f"<entry><title>{address.text(title)}</title><id>{_id(f'{feed}#{news.release}')}</id>"
        f"<updated>{news.release}T00:00:00Z</updated>"
        f'<link rel="alternate" type="text/html" href="{address.text(where)}"/>'
        f"<summary>{address.text(said)}</summary>{content if longest else ''}</entry>"
    )


def _content(said: str, changes: Sequence[Change], longest: int, where: str) -> Markup:
    """Return what the release changed as HTML that needs no style sheet: a list of changes with their redlines."""
    sizes = accumulate(_LEAST + sum(len(segment.text) for segment in change.redline) for change in changes)
    shown = [change for change, size in zip(changes, sizes, strict=True) if size <= longest]
    items = Markup("").join(Markup("<li>{}</li>").format(_change(change)) for change in shown)
    rest = len(changes) - len(shown)
    more = Markup('<p><a href="{}">{} more on the page of the release</a></p>').format(where, rest) if rest else ""
    return Markup("<p>{}</p><ul>{}</ul>{}").format(said, items, more)


def _change(change: Change) -> Markup:
    numbers = [" and ".join(clause.number for clause in side) for side in (change.old, change.new) if side]
    name = " → ".join(dict.fromkeys(numbers))
    said = sentence(change.summary)
    return Markup("<b>{}</b> ({}). {}<br>{}").format(
        name, change_view.label(change), said, Markup(change_view.marked(change.redline))
    )
