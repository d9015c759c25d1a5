"""The text of a subsection as it stood in former releases: a page for each time in which it stayed the same."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import cache, cached_property

from markupsafe import Markup, escape
from msgspec import Struct

from crdiff.history.lineage import How
from crdiff.model.number import ClauseNumber
from crdiff.pages.archive_index import Addresses, ArchiveIndex
from crdiff.pages.clauses.card import in_one_line
from crdiff.pages.frame import address
from crdiff.pages.frame.english import clipped, times
from crdiff.pages.frame.quoting import linked
from crdiff.pages.frame.render import Head, beside, page
from crdiff.pages.lives import Calendar, ClauseLineage, Lives
from crdiff.pages.releases.release_text import release_text_pages
from crdiff.pages.rules.clause_tree import ClauseView, grow, permalinks, without_label
from crdiff.pages.rules.former_places import FormerPlace, FormerText
from crdiff.store.archive.site_contents import Standing

NEIGHBOURS = 3
"""Count of the texts before, and after, that a text no longer in force lists; today's page lists all of them.

A list of all would change each of these pages with every new text. Source: 702 had its 101st text on 2026-04-17.
"""
_LISTED_MAX = 2 * NEIGHBOURS + 1
"""Count of texts up to which all of them are listed everywhere: a list of neighbours would be no shorter."""


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
        return Markup(page("rules/texts_alone.html", Head(anywhere, "", ""), texts=self.all).decode())


def former_pages(archive: ArchiveIndex) -> Iterator[tuple[str, bytes]]:
    """Yield a page for every text that a subsection had, or a rule of one too long for a page; then every release."""
    texts: dict[str, _Texts] = {"": _Texts(())}
    fortunes = cache(lambda lineage: _fortune(archive.lineages[lineage], archive))  # each stands in many texts
    for place in archive.places.all:
        lead = next((each for each in place.clauses if each.number == place.number), None)
        lineage = lead.lineage if lead else ""
        if lineage not in texts:
            texts[lineage] = _Texts(archive.places.texts(lineage))
        yield place.address, _page(place, lead, texts[lineage], fortunes, archive)
    yield from release_text_pages(archive)


def _page(
    place: FormerPlace,
    lead: Standing | None,
    texts: _Texts,
    fortunes: Callable[[str], _Fortune],
    addresses: Addresses,
) -> bytes:
    """Return the page of the text of a place.

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
    is_shown_above = number.is_heading or not (worded and worded.text)
    shown = [each for each in place.clauses if not place.is_list and (each is not lead or not is_shown_above)]
    at = texts.at.get(place.address)
    after, before = (
        (addresses.release_name(each.first), each.address) if each else None
        for each in (beside(at, texts.all) if at is not None else (None, None))  # the newest first
    )
    around = _around(at, texts.all, today) if until and at is not None else ()
    return page(
        "rules/former_text.html",
        _head(place, until, f"{number} {clipped(title, 70)}".strip(), today, addresses),
        number=str(number),
        title=title or f"Rule {number}",
        first=first,
        name=name,
        text_of=addresses.release_name(first),
        until=until,
        when=f"{name}, {first} to {until}" if name else f"{first}, in force until {until}",
        above=_above(number, place, addresses),
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
        before=before,
        after=after,
    )


def _around(at: int, texts: Sequence[FormerText], today: tuple[str, str] | None) -> Sequence[FormerText]:
    """Return the texts to list beside one that is no longer in force, the one `at` a place, none for all of them."""
    has_page = today is not None and "#" not in today[1]  # it lists all
    is_cut = has_page and len(texts) > _LISTED_MAX
    return texts[max(at - NEIGHBOURS, 0) : at + NEIGHBOURS + 1] if is_cut else ()


def _head(place: FormerPlace, until: date | None, name: str, today: tuple[str, str] | None, lives: Lives) -> Head:
    """Return what the frame says of a text; search engines shall offer today's in its place, or none."""
    release = lives.release_name(place.first)
    text = " ".join(
        lives.worded(each.lineage, place.first).text for each in place.clauses if not each.number.is_heading
    )
    when = f"Not in force: the text from {place.first} to {until}." if until else f"In force since {place.first}."
    return Head(
        address=place.address,
        title=f"{name}, {release} · crdiff",
        description=f"{when} {in_one_line(text)}".strip(),
        part=address.RULES,
        card=f"CR {name} as of {release}",
        canonical=today[1] if today else "",
        is_unlisted=today is None,
    )


def _above(number: ClauseNumber, place: FormerPlace, addresses: Addresses) -> tuple[str, str] | None:
    """Return title and address of the subsection, on the page of a rule."""
    if number.is_heading:
        return None
    subsection = number.subsection
    lineage = addresses.lineage_of(subsection, place.first)
    title = addresses.worded(lineage, place.first).wording if lineage else ""
    return f"{subsection} {title}".strip(), addresses.places.in_subsection(subsection, place.first)


def _parts(place: FormerPlace, addresses: Addresses) -> Iterator[tuple[str, str, str]]:
    seen = set()
    for each in place.clauses:
        number = each.number
        if number.is_rule and each.number not in seen:
            seen.add(each.number)
            worded = addresses.worded(each.lineage, place.first)
            yield str(number), worded.title or clipped(worded.text, 80), addresses.places.at(each.number, place.first)


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
    ended = _ended(lineage, addresses)
    if not lineage.in_force:
        return _Fortune(*_heir(lineage, addresses), (), _gone(lineage, ended, addresses), ended)
    number = lineage.runs[-1].number
    reworded = tuple(phrasing.first for phrasing in lineage.phrasings)
    return _Fortune(str(number), addresses.read_at(lineage), reworded, "", ended)


def _ended(lineage: ClauseLineage, calendar: Calendar) -> str:
    """Return how a clause ended that is not in force, "" of one that is not known to have."""
    if lineage.revoked:
        return f"Revoked with {calendar.came_with(lineage.revoked)}"
    return f"Removed with {calendar.came_with(lineage.removed)}" if lineage.removed else ""


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
