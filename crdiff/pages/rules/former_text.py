"""The text of a subsection as it stood in former releases: a page for each time in which it stayed the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import partial

from markupsafe import Markup, escape

from crdiff.history.lineage import How, Worded
from crdiff.model.number import ClauseNumber
from crdiff.output.cached_group import CachedGroup, source_of
from crdiff.pages.archive_index import ArchiveIndex, ClauseLineage
from crdiff.pages.clauses.card import in_one_line
from crdiff.pages.frame import address
from crdiff.pages.frame.cross_links import linked
from crdiff.pages.frame.english import clipped, times
from crdiff.pages.frame.render import Head, render
from crdiff.pages.releases.release_text import release_text_pages
from crdiff.pages.rules.clause_tree import ClauseView, grow, without_label
from crdiff.pages.rules.former_places import FormerPlace, FormerText
from crdiff.store.archive.site_contents import Standing


@dataclass(frozen=True, slots=True)
class FormerTextView:
    """What `rules/former_text.html` shows.

    `text_of` names the release that brought the text, `until` is its last day in force, None while it lasts; `when`
    says both in words. `today` is where the subsection or rule is read now, None where it is gone: then `ended` says
    how it ended. `texts` is the list of all its texts, `before` and `after` are (name, address) of the nearest of them.
    """

    number: str
    title: str
    first: date
    name: str
    text_of: str
    until: date | None
    when: str
    above: tuple[str, str] | None
    lineage: str
    today: tuple[str, str] | None
    ended: str
    number_href: str
    news: str
    comparison: str
    rules: tuple[ClauseView, ...]
    parts: tuple[tuple[str, str, str], ...]
    texts: Markup
    before: tuple[str, str] | None
    after: tuple[str, str] | None


@dataclass(frozen=True, slots=True)
class _Clause:
    """A clause of such a text: its id on the page, what it said there, and what became of it since.

    `fate` has a place for the link `to`, where the clause is read now, or what it became: (number, address).
    """

    id: str
    number: str
    title: str
    text: str
    examples: tuple[str, ...]
    life: str
    fate: str
    to: tuple[str, str]


@dataclass(frozen=True, slots=True)
class _Targets:
    """Where each number of a release is read, with the fingerprint of all of it."""

    addresses: Mapping[ClauseNumber, str]
    source: str


def former_pages(archive: ArchiveIndex) -> Iterator[CachedGroup | tuple[str, bytes]]:
    """Yield a page for every text that a subsection had, or a rule of one too long for a page; then every release."""
    texts: dict[str, _Texts] = {"": _Texts((), Markup())}
    targets = {release: _targets(release, archive) for release in archive.contents.dates}
    for place in archive.places.all:
        lead = _lead(place)
        lineage = lead.lineage if lead else ""
        if lineage not in texts:
            texts[lineage] = _texts(archive.places.texts(lineage))
        yield _group(place, lead, texts[lineage], targets[place.first], archive)
    yield from release_text_pages(archive)


@dataclass(frozen=True, slots=True)
class _Texts:
    """The texts of a lineage, and the list of them."""

    all: tuple[FormerText, ...]
    listed: Markup


def _texts(all_: tuple[FormerText, ...]) -> _Texts:
    """Return the list made once for all pages: they lie equally deep, and its links go by way of ``/rules/``."""
    anywhere = address.text_then("number", "release")
    listed = render("rules/texts_alone.html", Head(anywhere, "", ""), all_)
    return _Texts(all_, Markup(listed.decode()))


def _targets(release: date, archive: ArchiveIndex) -> _Targets:
    addresses = archive.places.in_release(release)
    return _Targets(addresses, source_of([*addresses.values()]))


def _lead(place: FormerPlace) -> Standing | None:
    """Return the heading or rule that the page is of; some rules have subrules only."""
    return next((each for each in place.clauses if each.number == place.number), None)


def _group(
    place: FormerPlace, lead: Standing | None, texts: _Texts, targets: _Targets, archive: ArchiveIndex
) -> CachedGroup:
    number = place.number
    lineage = archive.lineages[lead.lineage] if lead else None
    worded = archive.places.worded(lead.lineage, place.first) if lead else None
    title = _title(worded, number)
    today = _today(lineage, archive) if lineage else None
    head = _head(place, f"{number} {clipped(title, 70)}".strip(), today, archive)
    until = archive.last_day(place.last) if archive.release_after(place.last) else None
    at = next((index for index, text in enumerate(texts.all) if text.address == place.address), None)
    is_shown_above = not number.rule or not (worded and worded.text)
    shown = [each for each in place.clauses if not place.is_list and (each is not lead or not is_shown_above)]
    view = FormerTextView(
        number=str(number),
        title=title or f"Rule {number}",
        first=place.first,
        name=archive.set_name(place.first),
        text_of=archive.release_name(place.first),
        until=until,
        when=_when(place.first, until, archive),
        above=_above(number, place, archive),
        lineage=lineage.id if lineage else "",
        today=today,
        ended=_ended(lineage, archive) if lineage else "",
        number_href=address.number(number),
        news=address.release(place.first),
        comparison=f"{address.COMPARE}?old={place.first}&clause={place.number}",
        rules=(),
        parts=tuple(_parts(place, archive)) if place.is_list else (),
        texts=texts.listed,
        before=_neighbour(texts.all, at + 1, archive) if at is not None else None,
        after=_neighbour(texts.all, at - 1, archive) if at else None,
    )
    clauses = tuple(_clauses(place, shown, archive))
    make = partial(_page, head, view, clauses, targets.addresses)
    return CachedGroup(place.address, source_of(head, view, clauses, targets.source), make)


def _head(place: FormerPlace, name: str, today: tuple[str, str] | None, archive: ArchiveIndex) -> Head:
    """Return what the frame says of a text; search engines shall offer today's in its place, or none."""
    release = archive.release_name(place.first)
    end = archive.last_day(place.last) if archive.release_after(place.last) else None
    text = " ".join(archive.places.worded(each.lineage, place.first).text for each in place.clauses if each.number.rule)
    when = f"Not in force: the text from {place.first} to {end}." if end else f"In force since {place.first}."
    return Head(
        address=place.address,
        title=f"{name}, {release} · crdiff",
        description=f"{when} {in_one_line(text)}".strip(),
        part=address.RULES,
        card=f"CR {name} as of {release}",
        canonical=today[1] if today else "",
        is_unlisted=today is None,
    )


def _page(
    head: Head, view: FormerTextView, clauses: Sequence[_Clause], targets: Mapping[ClauseNumber, str]
) -> Iterator[tuple[str, bytes]]:
    """Yield the page of a text: nothing is looked up here that its sheaf does not name as its source."""
    rules = grow(_view(clause, head.address, targets) for clause in clauses)
    yield head.address, render("rules/former_text.html", head, replace(view, rules=rules))


def _title(worded: Worded[ClauseNumber] | None, number: ClauseNumber) -> str:
    if worded is None or not worded.is_held:
        return ""
    return worded.title or ("" if number.rule else worded.text)


def _above(number: ClauseNumber, place: FormerPlace, archive: ArchiveIndex) -> tuple[str, str] | None:
    """Return title and address of the subsection, on the page of a rule."""
    if not number.rule:
        return None
    subsection = ClauseNumber(number.subsection)
    lineage = archive.lineage_of(subsection, place.first)
    title = archive.places.worded(lineage, place.first).wording if lineage else ""
    return f"{subsection} {title}".strip(), archive.places.in_subsection(subsection, place.first)


def _when(first: date, until: date | None, archive: ArchiveIndex) -> str:
    """Return whose text it is, and its days in force: ``Avacyn Restored, 2012-05-01 to 2012-05-31``."""
    name = archive.set_name(first)
    return f"{name}, {first} to {until}" if name else f"{first}, in force until {until}"


def _neighbour(texts: Sequence[FormerText], at: int, archive: ArchiveIndex) -> tuple[str, str] | None:
    """Return the name and the address of a text, None where there is none."""
    return (archive.release_name(texts[at].first), texts[at].address) if at < len(texts) else None


def _ended(lineage: ClauseLineage, archive: ArchiveIndex) -> str:
    """Return how a clause ended that is not in force, "" of one that is not known to have."""
    if lineage.revoked:
        return f"Revoked with {archive.came_with(lineage.revoked)}"
    return f"Removed with {archive.came_with(lineage.removed)}" if lineage.removed else ""


def _today(lineage: ClauseLineage, archive: ArchiveIndex) -> tuple[str, str] | None:
    number = lineage.runs[-1].number
    return (str(number), archive.current[number]) if lineage.in_force and number in archive.current else None


def _parts(place: FormerPlace, archive: ArchiveIndex) -> Iterator[tuple[str, str, str]]:
    seen = set()
    for each in place.clauses:
        number = each.number
        if number.rule and not number.letter and each.number not in seen:
            seen.add(each.number)
            worded = archive.places.worded(each.lineage, place.first)
            yield str(number), worded.title or clipped(worded.text, 80), archive.places.at(each.number, place.first)


def _clauses(place: FormerPlace, shown: Iterable[Standing], archive: ArchiveIndex) -> Iterator[_Clause]:
    printed: Counter[ClauseNumber] = Counter()
    for each in shown:
        printed[each.number] += 1
        again = f"-{printed[each.number]}" if printed[each.number] > 1 else ""
        worded = archive.places.worded(each.lineage, place.first)
        fate, to = _since_then(archive.lineages[each.lineage], place.first, archive)
        yield _Clause(
            id=f"r{each.number}{again}",
            number=str(each.number),
            title=worded.title,
            text=worded.text if worded.is_held else "Its text is not on this site.",
            examples=worded.examples,
            life=address.clause(each.lineage),
            fate=fate,
            to=to,
        )


def _view(clause: _Clause, page: str, targets: Mapping[ClauseNumber, str]) -> ClauseView:
    return ClauseView(
        id=clause.id,
        number=clause.number,
        title=clause.title,
        paragraphs=tuple(linked(each, targets, page) for each in clause.text.split("\n") if each),
        examples=tuple(linked(without_label(each), targets, page) for each in clause.examples),
        life=clause.life,
        remarks=(_fate(clause, page),),
        notes=(),
        badge=None,
    )


def _fate(clause: _Clause, page: str) -> Markup:
    number, where = clause.to
    link = Markup('<a class="now" href="{}">{}</a>').format(address.relative(where, page), number) if where else number
    return escape(clause.fate).format(link)


def _since_then(lineage: ClauseLineage, release: date, archive: ArchiveIndex) -> tuple[str, tuple[str, str]]:
    """Return what became of a clause of `release` since, with a place for the link to what it is now: that link."""
    if not lineage.in_force:
        return _gone(lineage, archive)
    number = lineage.runs[-1].number
    now = str(number), archive.current.get(number, "")
    later = sum(phrasing.first > release for phrasing in lineage.phrasings)
    if later:
        return f"Today’s {{}}, reworded {times(later)} since", now
    return "Same words as today’s {}", now


def _gone(lineage: ClauseLineage, archive: ArchiveIndex) -> tuple[str, tuple[str, str]]:
    """Return how a clause ended, with the clause that its text went to."""
    end = lineage.ended
    if end is None:
        return f"Last known in {archive.release_name(lineage.runs[-1].last)}", ("", "")
    heir = archive.lineages.get(end.lineage)
    if end.how is How.MERGED and heir and heir.in_force and heir.runs[-1].number in archive.current:
        number = heir.runs[-1].number
        return f"Part of {{}} since {archive.came_with(end.release)}", (str(number), archive.current[number])
    return _ended(lineage, archive), ("", "")
