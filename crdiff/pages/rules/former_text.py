"""The text of a subsection as it stood in former releases: a page for each time in which it stayed the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import partial

from markupsafe import Markup

from crdiff.changes.change import Facet
from crdiff.history.lineage import Worded
from crdiff.model.number import ClauseNumber
from crdiff.output.cached_group import CachedGroup, source_of
from crdiff.pages.archive_index import ArchiveIndex, ClauseLineage
from crdiff.pages.clauses.card import in_one_line
from crdiff.pages.frame import address
from crdiff.pages.frame.cross_links import linked
from crdiff.pages.frame.english import clipped
from crdiff.pages.frame.render import Head, render
from crdiff.pages.releases.release_text import release_text_pages
from crdiff.pages.rules.clause_tree import ClauseView, grow, without_label
from crdiff.pages.rules.former_places import FormerPlace, FormerText
from crdiff.store.archive.site_contents import Standing


@dataclass(frozen=True, slots=True)
class FormerTextView:
    """What `rules/former_text.html` shows.

    `until` is the first release in which something else stood there, None where none is held; `when` says both ends in
    words. `today` is where the subsection or rule is read now, None where it is gone. `texts` is the list of all its
    texts, `before` and `after` are the nearest of them.
    """

    number: str
    title: str
    first: date
    name: str
    until: date | None
    when: str
    above: tuple[str, str] | None
    life: str
    today: tuple[str, str] | None
    ended: str
    revoked: str
    number_href: str
    news: str
    comparison: str
    rules: tuple[ClauseView, ...]
    parts: tuple[tuple[str, str, str], ...]
    texts: Markup
    before: FormerText | None
    after: FormerText | None


@dataclass(frozen=True, slots=True)
class _Clause:
    """A clause of such a text: its id on the page, what it said there, and what became of it since."""

    id: str
    number: str
    title: str
    text: str
    examples: tuple[str, ...]
    life: str
    remarks: tuple[str, ...]


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
    at = next((index for index, text in enumerate(texts.all) if text.address == place.address), None)
    is_shown_above = not number.rule or not (worded and worded.text)
    shown = [each for each in place.clauses if not place.is_list and (each is not lead or not is_shown_above)]
    ended = archive.release_after(place.last)
    view = FormerTextView(
        number=str(number),
        title=title or f"Rule {number}",
        first=place.first,
        name=archive.names.get(place.first, ""),
        until=ended,
        when=archive.in_force(place.first, ended),
        above=_above(number, place, archive),
        life=address.clause(lineage.id) if lineage else "",
        today=today,
        ended=archive.day(lineage.removed) if lineage and lineage.removed else "",
        revoked=archive.day(lineage.revoked) if lineage and lineage.revoked else "",
        number_href=address.number(number),
        news=address.release(place.first),
        comparison=f"{address.COMPARE}?old={place.first}&clause={place.number}",
        rules=(),
        parts=tuple(_parts(place, archive)) if place.is_list else (),
        texts=texts.listed,
        before=texts.all[at + 1] if at is not None and at + 1 < len(texts.all) else None,
        after=texts.all[at - 1] if at else None,
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
        yield _Clause(
            id=f"r{each.number}{again}",
            number=str(each.number),
            title=worded.title,
            text=worded.text if worded.is_held else "Its text is not held.",
            examples=worded.examples,
            life=address.clause(each.lineage),
            remarks=tuple(_since_then(archive.lineages[each.lineage], worded, each)),
        )


def _view(clause: _Clause, page: str, targets: Mapping[ClauseNumber, str]) -> ClauseView:
    return ClauseView(
        id=clause.id,
        number=clause.number,
        title=clause.title,
        paragraphs=tuple(linked(each, targets, page) for each in clause.text.split("\n") if each),
        examples=tuple(linked(without_label(each), targets, page) for each in clause.examples),
        life=clause.life,
        remarks=clause.remarks,
        notes=(),
        badge=None,
    )


def _since_then(lineage: ClauseLineage, worded: Worded[ClauseNumber], standing: Standing) -> Iterator[str]:
    """Yield what became of the clause since."""
    if lineage.revoked:
        yield f"revoked {lineage.revoked}"
        return
    if not lineage.in_force:
        yield f"gone since {lineage.removed}" if lineage.removed else f"last held in {lineage.runs[-1].last}"
        return
    now = lineage.runs[-1].number
    if now != standing.number:
        yield f"now {now}"
    later = [each for each in lineage.wordings if each.first > worded.first]
    if not later:
        yield "reads so today"
    else:
        yield "reworded since" if any(map(_counts, later)) else "reads so today, typography aside"


def _counts(worded: Worded[ClauseNumber]) -> bool:
    """Return whether a wording is another one to a reader."""
    return worded.change is None or bool(set(worded.change.facets) - {Facet.TYPOGRAPHIC})
