"""Texts of former times: of a subsection for each time in which it stayed the same, and of each release.

The whole text of a release is on one page, to read, to search in and to print, and as plain text to download. It takes
about a megabyte as a page and as much again as plain text, and it is the publisher's: which releases have it is an
option, none by default. Its clauses and glossary are what crdiff read; introduction and credits are not in it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from enum import StrEnum
from functools import cache, cached_property
from typing import Any

from markupsafe import Markup, escape
from msgspec import Struct

from crdiff.history.lineage import How, Worded
from crdiff.model.number import ClauseNumber
from crdiff.model.release import covering
from crdiff.pages import address
from crdiff.pages.archive_index import Addresses, ArchiveIndex, FormerPlace, FormerText
from crdiff.pages.clause_parts import in_one_line
from crdiff.pages.english import clipped, linked, times
from crdiff.pages.lives import Calendar, ClauseLineage, Lives
from crdiff.pages.render import beside, page, this_book
from crdiff.pages.subsection import ClauseView, grow, permalinks, without_label
from crdiff.store.archive.site_contents import Standing
from crdiff.text.groups import by_key

# Count of the texts before, and after, that a text no longer in force lists; today's page lists all of them.
#
# A list of all would change each of these pages with every new text. Source: 702 had its 101st text on 2026-04-17.
NEIGHBOURS = 3
# Count of texts up to which all of them are listed everywhere: a list of neighbours would be no shorter.
_LISTED_MAX = 2 * NEIGHBOURS + 1


class _Fortune(Struct, frozen=True):
    """What became of a clause: the `number` it has today, or that of what it became, and the address `where` it is.

    `reworded` are the releases that gave it other words. `gone` says how it ended, with a place for a link to `number`,
    "" while it is in force; `ended` says the same of the clause itself, whatever its text went to.
    """

    number: str
    where: str
    reworded: tuple[date, ...]
    gone: str
    ended: str

    @property
    def today(self) -> tuple[str, str] | None:
        """Number and address of a clause that is read in the newest text."""
        return (self.number, self.where) if self.where and not self.gone else None

    def since(self, release: date) -> str:
        """Return what became of the clause since `release`, with a place for a link to what it is now."""
        later = len(self.reworded) - bisect_right(self.reworded, release)
        if self.gone or not later:
            return self.gone or "Same words as today’s {}"
        return f"Today’s {{}}, reworded {times(later)} since"


class _Texts(Struct, frozen=True, dict=True):
    """The texts of a lineage, and the list of them, made once for all pages."""

    all: tuple[FormerText, ...]

    @cached_property
    def at(self) -> Mapping[str, int]:
        """The place of a text among them, by its address."""
        return {text.address: index for index, text in reversed([*enumerate(self.all)])}

    @cached_property
    def listed(self) -> Markup:
        """The list for any page: they lie equally deep, and its links go by way of ``/rules/``."""
        anywhere = address.text_then("number", "release")
        return Markup(page("rules/texts_alone.html", anywhere, "", "", texts=self.all)[1].decode())


def former_pages(archive: ArchiveIndex) -> Iterator[tuple[str, bytes]]:
    """Yield a page for every text that a subsection had, or a rule of one too long for a page; then every release."""
    texts: dict[str, _Texts] = {"": _Texts(())}
    fortunes = cache(lambda lineage: _fortune(archive.lineages[lineage], archive))  # each stands in many texts
    for place in archive.places.all:
        lead = next((each for each in place.clauses if each.number == place.number), None)
        lineage = lead.lineage if lead else ""
        if lineage not in texts:
            texts[lineage] = _Texts(archive.places.texts(lineage))
        yield _page(place, lead, texts[lineage], fortunes, archive)
    yield from release_text_pages(archive)


def _page(
    place: FormerPlace, lead: Standing | None, texts: _Texts, fortunes: Callable[[str], _Fortune], addresses: Addresses
) -> tuple[str, bytes]:
    """Return address and page of the text of a place; search engines shall offer today's in its place, or none.

    `lead` is the heading or rule that the page is of, None where some rule has subrules only; `texts` are all that it
    had, `fortunes` what became of each clause. On the page, `today` is where the subsection or rule is read now, None
    where it is gone: then `ended` says how; where `texts`, the list of them all, is empty, `around` are those nearest
    to this one, and today's page lists the others.
    """
    number, first, name = place.number, place.first, addresses.set_name(place.first)
    until = addresses.last_day(place.last) if addresses.release_after(place.last) else None
    worded = addresses.worded(lead.lineage, first) if lead else None
    fortune = fortunes(lead.lineage) if lead else None
    today = fortune.today if fortune else None
    title = "" if worded is None or not worded.is_held else worded.title or (worded.text if number.is_heading else "")
    title = addresses.telling(title, number, first)
    is_shown_above = number.is_heading or not (worded and worded.text)
    shown = [each for each in place.clauses if not place.is_list and (each is not lead or not is_shown_above)]
    at = texts.at.get(place.address)
    around = _around(at, texts.all, today) if until and at is not None else ()
    numbered, text_of = f"{number} {clipped(title, 70)}".strip(), addresses.release_name(first)
    text = " ".join(addresses.worded(each.lineage, first).text for each in place.clauses if not each.number.is_heading)
    when = f"Not in force: the text from {first} to {until}." if until else f"In force since {first}."
    return page(
        "rules/former_text.html",
        place.address,
        f"{numbered}, {text_of}",
        f"{when} {in_one_line(text)}".strip(),
        card=f"{this_book().initials} {numbered} as of {text_of}",
        canonical=today[1] if today else None,
        number=str(number),
        kind="subsection" if number.is_heading else "rule",
        title=title or f"Rule {number}",
        first=first,
        name=name,
        text_of=text_of,
        until=until,
        when=f"{name}, {first} to {until}" if name else f"{first}, in force until {until}",
        above=_above(number, place, addresses) if not number.is_heading else None,
        lineage=lead.lineage if lead else "",
        today=today,
        ended=fortune.ended if fortune else "",
        number_href=address.number(number),
        news=address.release(first),
        comparison=f"{address.COMPARE}?old={first}&clause={number}",
        rules=grow(_views(place, shown, fortunes, addresses)),
        parts=list(_parts(place, addresses)) if place.is_list else [],
        texts=texts.listed if texts.all and not around else Markup(),
        around=around,
        **_beside(at, texts.all, addresses),
    )


def _beside(at: int | None, texts: Sequence[FormerText], calendar: Calendar) -> dict[str, Any]:
    """Return the links to the texts before and after the one `at` a place; the newest stands first."""
    if at is None:
        return {"before": None, "after": None}
    return beside(len(texts) - 1 - at, texts[::-1], lambda each: (calendar.release_name(each.first), each.address))


def _around(at: int, texts: Sequence[FormerText], today: tuple[str, str] | None) -> Sequence[FormerText]:
    """Return the texts to list beside one that is no longer in force, the one `at` a place, none for all of them."""
    has_page = today is not None and "#" not in today[1]  # it lists all
    is_cut = has_page and len(texts) > _LISTED_MAX
    return texts[max(at - NEIGHBOURS, 0) : at + NEIGHBOURS + 1] if is_cut else ()


def _above(number: ClauseNumber, place: FormerPlace, addresses: Addresses) -> tuple[str, str]:
    """Return title and address of the subsection, on the page of a rule."""
    subsection = number.subsection
    lineage = addresses.lineage_of(subsection, place.first)
    title = addresses.worded(lineage, place.first).wording if lineage else ""
    return f"{subsection} {title}".strip(), addresses.places.in_subsection(subsection, place.first)


def _parts(place: FormerPlace, addresses: Addresses) -> Iterator[tuple[str, str, str]]:
    rules = by_key((each.number, each) for each in place.clauses if each.number.is_rule)
    for number, (each, *_) in rules.items():
        worded = addresses.worded(each.lineage, place.first)
        yield str(number), worded.title or clipped(worded.text, 80), addresses.places.at(number, place.first)


def _views(
    place: FormerPlace, shown: Iterable[Standing], fortunes: Callable[[str], _Fortune], addresses: Addresses
) -> Iterator[ClauseView]:
    targets = addresses.places.in_release(place.first)
    for permalink, each in permalinks(shown):
        worded = addresses.worded(each.lineage, place.first)
        text = worded.text if worded.is_held else "Its text is not on this site."
        yield ClauseView(
            id=permalink,
            number=str(each.number),
            title=worded.title,
            paragraphs=tuple(linked(one, targets, place.address) for one in text.split("\n") if one),
            examples=tuple(linked(without_label(one), targets, place.address) for one in worded.examples),
            life=address.clause(each.lineage),
            remarks=(_remark(fortunes(each.lineage), place),),
            notes=(),
            badge=None,
        )


def _remark(fortune: _Fortune, place: FormerPlace) -> Markup:
    """Return what became of a clause since the text of `place`."""
    link = escape(fortune.number)
    if fortune.where:
        link = Markup(f'<a class="now" href="{escape(address.relative(fortune.where, place.address))}">{link}</a>')
    return Markup(str(escape(fortune.since(place.first))).replace("{}", link))


def _fortune(lineage: ClauseLineage, addresses: Addresses) -> _Fortune:
    words = addresses.ended_with(lineage)
    ended = words[:1].upper() + words[1:]
    if not lineage.in_force:
        return _Fortune(*_heir(lineage, addresses), (), _gone(lineage, ended, addresses), ended)
    number = lineage.runs[-1].number
    reworded = tuple(phrasing.first for phrasing in lineage.phrasings)
    return _Fortune(str(number), addresses.read_at(lineage), reworded, "", ended)


def _heir(lineage: ClauseLineage, addresses: Addresses) -> tuple[str, str]:
    """Return number and address of the clause in force that the text of a clause went to, "" for both without one."""
    end = lineage.ended
    heir = addresses.lineages.get(end.lineage) if end and end.how is How.MERGED else None
    where = addresses.read_at(heir) if heir and heir.in_force else ""
    return (str(heir.number_in(addresses.newest)), where) if heir and where else ("", "")


def _gone(lineage: ClauseLineage, ended: str, addresses: Addresses) -> str:
    """Return how a clause ended, with a place for a link to the clause that its text went to."""
    if lineage.ended is None:
        return f"Last known in {addresses.release_name(lineage.runs[-1].last)}"
    if _heir(lineage, addresses)[0]:
        return f"Part of {{}} since {addresses.came_with(lineage.ended.release)}"
    return ended


class FullText(StrEnum):
    """Of which releases the whole text is published."""

    NONE = "none"
    NEWEST = "newest"
    ALL = "all"


def release_text_pages(archive: ArchiveIndex) -> Iterator[tuple[str, bytes]]:
    """Yield the contents of every release held."""
    dates = archive.contents.dates
    for index, release in enumerate(dates):
        name = archive.release_name(release)
        yield page(
            "rules/release_text.html",
            address.release_text(release),
            f"The text of {name}",
            f"The {this_book().short} of {name}, subsection by subsection.",
            release=release,
            name=name,
            until=archive.last_day(release),
            is_newest=release == archive.newest,
            is_whole=is_published(release, archive),
            clauses=len(archive.contents.standing[release]),
            sections=list(_sections(release, archive)),
            **beside(index, dates, lambda day: (archive.release_name(day), address.release_text(day))),
        )


def _sections(
    release: date, addresses: Addresses
) -> Iterator[tuple[ClauseNumber, str, list[tuple[str, str, str, int]]]]:
    """Yield the number and the title of each section with its subsections: number, title, address, count of clauses."""
    standing = addresses.contents.standing[release]
    titles = {each.number.section: _title(each, release, addresses) for each in standing if each.number.is_section}
    inside = by_key((each.number.subsection, each) for each in standing if not each.number.has_headings_only)
    sections = by_key((clauses[0].number.section, (number, clauses)) for number, clauses in inside.items())
    for section, subsections in sections.items():
        rows = [_row(number, clauses, release, addresses) for number, clauses in subsections]
        yield section, titles.get(section, ""), rows


def _row(
    number: ClauseNumber, clauses: Sequence[Standing], release: date, addresses: Addresses
) -> tuple[str, str, str, int]:
    """Return a subsection as a row; some stand in a release without a heading."""
    heading = next((each for each in clauses if each.number == number), None)
    title = _title(heading, release, addresses) if heading else ""
    where = addresses.places.in_subsection(number, release)
    return str(number), title or f"Clauses of {number}", where, len(clauses) - (heading is not None)


def _title(standing: Standing, release: date, lives: Lives) -> str:
    worded = lives.worded(standing.lineage, release)
    return worded.title or worded.text


# the whole text


def full_text_pages(archive: ArchiveIndex) -> Iterator[tuple[str, bytes]]:
    """Yield page and plain text of every release whose whole text is published."""
    for release in archive.contents.dates:
        if is_published(release, archive):
            name, until = archive.release_name(release), archive.last_day(release)
            clauses, terms = list(_clauses(release, archive)), _terms(release, archive)
            yield page(
                "rules/full_text.html",
                address.full_text(release),
                f"The whole text of {name}",
                f"All rules and the glossary of {name} on one page.",
                release=release,
                name=name,
                until=until,
                is_newest=release == archive.newest,
                clauses=clauses,
                terms=terms,
            )
            called = f"{name}, in force from {release}{f' to {until}' if until else ''}"
            yield address.plain_text(release), _plain_text(called, clauses, terms).encode()


def is_published(release: date, archive: ArchiveIndex) -> bool:
    """Whether the whole text of `release` is on the site."""
    match FullText(archive.full_text):
        case FullText.NONE:
            return False
        case FullText.NEWEST:
            return release == archive.newest
        case FullText.ALL:
            return True


# A clause with its wording, and where a subsection is read, "" for others.
Clause = tuple[ClauseNumber, Worded[ClauseNumber], str]


def _clauses(release: date, addresses: Addresses) -> Iterator[Clause]:
    for standing in addresses.contents.standing[release]:
        number = standing.number
        has_page = number.is_heading and not number.has_headings_only
        where = addresses.places.at(number, release) if has_page else ""
        yield number, addresses.worded(standing.lineage, release), where


def _terms(release: date, lives: Lives) -> list[tuple[str, str]]:
    """Return the terms of the glossary with their texts."""
    entries = ((entry.number_in(release), covering(entry.wordings, release)) for entry in lives.contents.entries)
    found = [(term, said.text or said.title) for term, said in entries if term and said]
    return sorted(found, key=lambda each: (each[0].lower(), each))


def _plain_text(called: str, clauses: Sequence[Clause], terms: Sequence[tuple[str, str]]) -> str:
    """Return the text in lines, a paragraph for each clause and example, an empty line between two."""
    lines = [f"{this_book().title}, {called}"]
    for number, said, _ in clauses:
        lines.append(" ".join(filter(None, (number.label, said.title, said.text))))
        lines += [f"Example: {example}" for example in said.examples]
    lines += ["Glossary", *(f"{term}\n{text}" for term, text in terms)]
    return "\n\n".join(lines) + "\n"
