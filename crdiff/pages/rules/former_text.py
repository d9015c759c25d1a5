"""The text of a subsection as it stood in former releases: a page for each time in which it stayed the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from markupsafe import Markup

from crdiff.changes.change import Facet
from crdiff.history.life import Life, Worded
from crdiff.model.number import ClauseNumber
from crdiff.output.cached_group import Sheaf, source_of
from crdiff.pages.archive_index import Holdings
from crdiff.pages.frame import address
from crdiff.pages.frame.cross_links import linked
from crdiff.pages.frame.english import clipped
from crdiff.pages.frame.render import Head, render
from crdiff.pages.releases.release_text import release_text_pages
from crdiff.pages.rules.clause_tree import ClauseView, without_label
from crdiff.pages.rules.former_places import Place, Text
from crdiff.pages.rules.subsection import grow
from crdiff.store.archive.site_contents import Standing


@dataclass(frozen=True, slots=True)
class ThenView:
    """What `rules/former_text.html` shows.

    `until` is the first release in which something else stood there, "" where none is held; `when` says both ends in
    words. `today` is where the subsection or rule is read now, None where it is gone. `texts` is the list of all its
    texts, `before` and `after` are the nearest of them.
    """

    number: str
    title: str
    first: str
    name: str
    until: str
    when: str
    above: tuple[str, str] | None
    life: str
    today: tuple[str, str] | None
    ended: str
    number_href: str
    news: str
    comparison: str
    rules: tuple[ClauseView, ...]
    parts: tuple[tuple[str, str, str], ...]
    texts: Markup
    before: Text | None
    after: Text | None


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

    addresses: Mapping[str, str]
    source: str


def then_pages(holdings: Holdings) -> Iterator[Sheaf | tuple[str, bytes]]:
    """Yield a page for every text that a subsection had, or a rule of one too long for a page; then every release."""
    texts: dict[str, _Texts] = {"": _Texts((), Markup())}
    targets = {release: _targets(release, holdings) for release in holdings.whole.dates}
    for place in holdings.places.all:
        lead = _lead(place)
        lineage = lead.lineage if lead else ""
        if lineage not in texts:
            texts[lineage] = _texts(holdings.places.texts(lineage))
        yield _sheaf(place, lead, texts[lineage], targets[place.first], holdings)
    yield from release_text_pages(holdings)


@dataclass(frozen=True, slots=True)
class _Texts:
    """The texts of a lineage, and the list of them."""

    all: tuple[Text, ...]
    listed: Markup


def _texts(all_: tuple[Text, ...]) -> _Texts:
    """Return the list made once for all pages: they lie equally deep, and its links go by way of ``/rules/``."""
    anywhere = address.text_then("number", "release")
    listed = render("rules/texts_alone.html", Head(anywhere, "", ""), all_)
    return _Texts(all_, Markup(listed.decode()))


def _targets(release: str, holdings: Holdings) -> _Targets:
    addresses = holdings.places.in_release(release)
    return _Targets(addresses, source_of(addresses))


def _lead(place: Place) -> Standing | None:
    """Return the heading or rule that the page is of; some rules have subrules only."""
    return next((each for each in place.clauses if each.number == place.number), None)


def _sheaf(place: Place, lead: Standing | None, texts: _Texts, targets: _Targets, holdings: Holdings) -> Sheaf:
    number = ClauseNumber.parse(place.number)
    life = holdings.lives[lead.lineage] if lead else None
    worded = holdings.places.worded(lead.lineage, place.first) if lead else None
    title = _title(worded, number)
    heading = f"Rule {number}, {clipped(title, 70)}" if title else f"Rule {number}"
    head = Head(
        address=place.address,
        title=f"{heading}, {place.first} · crdiff",
        description=f"Rule {number} of the Comprehensive Rules as it read in the release of {place.first}.",
        part=address.RULES,
    )
    at = next((index for index, text in enumerate(texts.all) if text.address == place.address), None)
    is_shown_above = not number.rule or not (worded and worded.text)
    shown = [each for each in place.clauses if not place.is_list and (each is not lead or not is_shown_above)]
    ended = holdings.release_after(place.last)
    view = ThenView(
        number=place.number,
        title=title or f"Rule {number}",
        first=place.first,
        name=holdings.names.get(place.first, ""),
        until=ended,
        when=holdings.in_force(place.first, ended),
        above=_above(number, place, holdings),
        life=address.clause(life.lineage) if life else "",
        today=_today(life, holdings) if life else None,
        ended=holdings.day(life.ended.release) if life and life.ended else "",
        number_href=address.number(number),
        news=address.release(place.first),
        comparison=f"{address.COMPARE}?old={place.first}&clause={place.number}",
        rules=(),
        parts=tuple(_parts(place, holdings)) if place.is_list else (),
        texts=texts.listed,
        before=texts.all[at + 1] if at is not None and at + 1 < len(texts.all) else None,
        after=texts.all[at - 1] if at else None,
    )
    clauses = tuple(_clauses(place, shown, holdings))
    make = partial(_page, head, view, clauses, targets.addresses)
    return Sheaf(place.address, source_of(head, view, clauses, targets.source), make)


def _page(
    head: Head, view: ThenView, clauses: Sequence[_Clause], targets: Mapping[str, str]
) -> Iterator[tuple[str, bytes]]:
    """Yield the page of a text: nothing is looked up here that its sheaf does not name as its source."""
    rules = grow(_view(clause, head.address, targets) for clause in clauses)
    yield head.address, render("rules/former_text.html", head, replace(view, rules=rules))


def _title(worded: Worded | None, number: ClauseNumber) -> str:
    if worded is None or not worded.is_held:
        return ""
    return worded.title or ("" if number.rule else worded.text)


def _above(number: ClauseNumber, place: Place, holdings: Holdings) -> tuple[str, str] | None:
    """Return title and address of the subsection, on the page of a rule."""
    if not number.rule:
        return None
    subsection = str(number.subsection)
    lineage = holdings.lineage_of(subsection, place.first)
    title = holdings.places.worded(lineage, place.first).wording if lineage else ""
    return f"{subsection} {title}".strip(), holdings.places.in_subsection(subsection, place.first)


def _today(life: Life, holdings: Holdings) -> tuple[str, str] | None:
    number = life.runs[-1].number
    return (number, holdings.current[number]) if life.in_force and number in holdings.current else None


def _parts(place: Place, holdings: Holdings) -> Iterator[tuple[str, str, str]]:
    seen = set()
    for each in place.clauses:
        number = ClauseNumber.parse(each.number)
        if number.rule and not number.letter and each.number not in seen:
            seen.add(each.number)
            worded = holdings.places.worded(each.lineage, place.first)
            yield each.number, worded.title or clipped(worded.text, 80), holdings.places.at(each.number, place.first)


def _clauses(place: Place, shown: Iterable[Standing], holdings: Holdings) -> Iterator[_Clause]:
    printed: Counter[str] = Counter()
    for each in shown:
        printed[each.number] += 1
        again = f"-{printed[each.number]}" if printed[each.number] > 1 else ""
        worded = holdings.places.worded(each.lineage, place.first)
        yield _Clause(
            id=f"r{each.number}{again}",
            number=each.number,
            title=worded.title,
            text=worded.text if worded.is_held else "Its text is not held.",
            examples=worded.examples,
            life=address.clause(each.lineage),
            remarks=tuple(_since_then(holdings.lives[each.lineage], worded, each)),
        )


def _view(clause: _Clause, page: str, targets: Mapping[str, str]) -> ClauseView:
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


def _since_then(life: Life, worded: Worded, standing: Standing) -> Iterator[str]:
    """Yield what became of the clause since."""
    if not life.in_force:
        yield f"gone since {life.ended.release}" if life.ended else f"last held in {life.runs[-1].last}"
        return
    now = life.runs[-1].number
    if now != standing.number:
        yield f"now {now}"
    later = [each for each in life.wordings if each.first > worded.first]
    if not later:
        yield "reads so today"
    else:
        yield "reworded since" if any(map(_counts, later)) else "reads so today, typography aside"


def _counts(worded: Worded) -> bool:
    """Return whether a wording is another one to a reader."""
    return worded.change is None or bool(set(worded.change.facets) - {Facet.TYPOGRAPHIC})
