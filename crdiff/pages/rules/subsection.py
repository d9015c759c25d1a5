"""The current text: its contents, a page for each subsection, and for each rule of a subsection too long for one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import partial

from markupsafe import Markup

from crdiff.history.life import Life
from crdiff.history.passage import Shown
from crdiff.model.number import ClauseNumber
from crdiff.pages.archive_index import Holdings, current_address
from crdiff.pages.checks.badges import badge_at
from crdiff.pages.drawing.life import LifePicture
from crdiff.pages.drawing.life_tracks import number_picture
from crdiff.pages.frame import address
from crdiff.pages.frame.cross_links import linked
from crdiff.pages.frame.render import Head, render
from crdiff.pages.rules.arrivals import arrivals
from crdiff.pages.rules.clause_tree import ClauseView, without_label
from crdiff.pages.rules.former_places import Text

_NAMED = 8
"""Referring clauses that are named beside a clause; the rest is folded away."""


@dataclass(frozen=True, slots=True)
class CurrentView:
    """What `rules/subsection.html` shows: a subsection or one rule of it; `parts` lead to the rules with own pages.

    `anchor` is the id of its heading, "" where the clause stands below with that id. `texts` are all that stood here,
    `permalink` is where this one stays, `since` the release it came with. `quoted` are editions that have it.
    """

    number: str
    anchor: str
    title: str
    release: str
    name: str
    since: str
    above: tuple[str, str]
    picture: LifePicture
    life: str
    number_href: str
    permalink: str
    news: str
    rules: tuple[ClauseView, ...]
    parts: tuple[tuple[str, str, str], ...]
    texts: tuple[Text, ...]
    quoted: tuple[tuple[str, str], ...]
    before: tuple[str, str] | None
    after: tuple[str, str] | None


@dataclass(frozen=True, slots=True)
class SectionView:
    """A section of the contents with its subsections: (number, title, address, count of clauses, reads so since)."""

    number: str
    title: str
    subsections: tuple[tuple[str, str, str, int, str], ...]


@dataclass(frozen=True, slots=True)
class ContentsView:
    """What `rules/contents.html` shows; `newer` are releases known but not held."""

    release: str
    name: str
    news: str
    clauses: int
    newer: tuple[str, ...]
    is_compared: bool
    sections: tuple[SectionView, ...]


def contents_page(holdings: Holdings) -> bytes:
    """Return the contents of the current text."""
    clauses = holdings.whole.current.clauses
    head = Head(
        address=address.RULES,
        title="Rules · crdiff",
        description=f"The Comprehensive Rules of {holdings.newest}, every clause with its history.",
        part=address.RULES,
    )
    sections = tuple(
        SectionView(shown.number, shown.title or shown.text, tuple(_subsections(shown.number, holdings)))
        for shown in clauses
        if ClauseNumber.parse(shown.number).is_section
    )
    view = ContentsView(
        holdings.newest,
        holdings.names.get(holdings.newest, ""),
        address.release(holdings.newest),
        len(clauses),
        holdings.newer,
        len(holdings.whole.dates) > 1,
        sections,
    )
    return render("rules/contents.html", head, view)


def _subsections(section: str, holdings: Holdings) -> Iterator[tuple[str, str, str, int, str]]:
    for subsection, shown in holdings.subsections.items():
        if str(subsection).startswith(section):
            since = holdings.places.texts(shown[0].lineage)[0].first
            yield str(subsection), _title(shown[0]), address.rule(subsection), len(shown) - 1, since


def current_pages(holdings: Holdings) -> Iterator[tuple[str, bytes]]:
    """Yield every page of the current text, in document order."""
    places = tuple(_places(holdings))
    for index, (where, clauses) in enumerate(places):
        before = _link(places[index - 1]) if index else None
        after = _link(places[index + 1]) if index + 1 < len(places) else None
        yield where, _page(where, clauses, holdings, before, after)


def _places(holdings: Holdings) -> Iterator[tuple[str, tuple[Shown, ...]]]:
    """Yield the address of each page with its clauses, the one that names the page first."""
    for subsection, clauses in holdings.subsections.items():
        if subsection not in holdings.split:
            yield address.rule(subsection), clauses
            continue
        rules: dict[int, list[Shown]] = {}
        for shown in clauses:
            rules.setdefault(ClauseNumber.parse(shown.number).rule, []).append(shown)
        yield address.rule(subsection), tuple(rules.pop(0, ()))
        for rule, inside in rules.items():
            yield current_address(ClauseNumber(subsection, rule), holdings.split), tuple(inside)


def _page(
    where: str,
    clauses: Sequence[Shown],
    holdings: Holdings,
    before: tuple[str, str] | None,
    after: tuple[str, str] | None,
) -> bytes:
    top = clauses[0]
    number = ClauseNumber.parse(top.number)
    title = _title(top)
    head = Head(
        address=where,
        title=f"Rule {number}, {title} · crdiff" if title else f"Rule {number} · crdiff",
        description=f"Rule {number} of the Comprehensive Rules of {holdings.newest}, with the history of each clause.",
        part=address.RULES,
    )
    subsection = holdings.subsections[number.subsection][0]
    is_part = bool(number.rule)
    shown = clauses if is_part and top.text else clauses[1:]
    texts = holdings.places.texts(top.lineage)
    view = CurrentView(
        number=top.number,
        anchor="" if is_part and top.text else f"r{top.number}",
        title=title or f"Rule {number}",
        release=holdings.newest,
        name=holdings.names.get(holdings.newest, ""),
        since=holdings.day(texts[0].first),
        above=(f"{number.subsection} {_title(subsection)}", address.rule(number.subsection))
        if is_part
        else ("Rules", address.RULES),
        picture=number_picture(holdings.lives[top.lineage], holdings),
        life=address.clause(top.lineage),
        number_href=address.number(number),
        permalink=texts[0].address,
        news=address.release(holdings.newest),
        rules=grow(_clauses(shown, where, holdings)),
        parts=() if is_part or number.subsection not in holdings.split else tuple(_parts(number.subsection, holdings)),
        texts=texts,
        quoted=() if is_part else tuple(_quoted(number.subsection, holdings)),
        before=before,
        after=after,
    )
    return render("rules/subsection.html", head, view)


def _link(place: tuple[str, tuple[Shown, ...]]) -> tuple[str, str]:
    where, clauses = place
    return f"{clauses[0].number} {_title(clauses[0])}".strip(), where


def _title(shown: Shown) -> str:
    """Return the title of a heading; a rule that has a text and no title has none."""
    is_heading = not ClauseNumber.parse(shown.number).rule
    return shown.title or (shown.text if is_heading else "")


def _parts(subsection: int, holdings: Holdings) -> Iterator[tuple[str, str, str]]:
    for shown in holdings.subsections[subsection]:
        number = ClauseNumber.parse(shown.number)
        if number.rule and not number.letter:
            yield shown.number, shown.title or " ".join(shown.text.split()[:12]), holdings.current[shown.number]


def _quoted(subsection: int, holdings: Holdings) -> Iterator[tuple[str, str]]:
    for text in holdings.library.texts:
        if subsection in text.subsections:
            yield f"{text.effective}, {text.edition.title}", address.edition(text.id)


def _clauses(clauses: Sequence[Shown], page: str, holdings: Holdings) -> Iterator[ClauseView]:
    printed: Counter[str] = Counter()
    for shown in clauses:
        printed[shown.number] += 1
        again = f"-{printed[shown.number]}" if printed[shown.number] > 1 else ""
        yield _clause(shown, f"r{shown.number}{again}", page, holdings)


def _clause(shown: Shown, permalink: str, page: str, holdings: Holdings) -> ClauseView:
    known = holdings.library.by_id[shown.lineage]
    life = holdings.lives[shown.lineage]
    referring = [(number, holdings.current[number]) for number in holdings.referring.get(shown.number, ())]
    paragraphs = [each for each in shown.text.split("\n") if each]
    examples = [without_label(each) for each in shown.examples]
    came = arrivals(shown.lineage, paragraphs, examples, holdings, page)
    return ClauseView(
        id=permalink,
        number=shown.number,
        title=shown.title,
        paragraphs=tuple(map(partial(_linked, holdings, page), paragraphs, came.paragraphs)),
        examples=tuple(map(partial(_linked, holdings, page), examples, came.examples)),
        life=address.clause(shown.lineage),
        remarks=(_since(life, holdings),),
        notes=holdings.library.annotations_on(known),
        badge=badge_at(holdings.library, known, date.fromisoformat(holdings.newest)),
        referring=tuple(referring[:_NAMED]),
        also=tuple(referring[_NAMED:]),
    )


def _linked(holdings: Holdings, page: str, text: str, marks: Mapping[int, Markup]) -> Markup:
    return linked(text, holdings.current, page, marks)


def _since(life: Life, holdings: Holdings) -> str:
    count = len(life.wordings)
    since = life.wordings[-1].first
    return f"reads so since {holdings.day(since)}" if count > 1 else f"unchanged since {since}"


def grow(clauses: Iterable[ClauseView]) -> tuple[ClauseView, ...]:
    """Return the clauses as a tree: a subrule stands under its rule where that comes before it."""
    grown: list[ClauseView] = []
    for clause in clauses:
        above = str(ClauseNumber.parse(clause.number).parent)
        if clause.number[-1:].isalpha() and grown and grown[-1].number == above:
            grown[-1] = replace(grown[-1], children=(*grown[-1].children, clause))
        else:
            grown.append(clause)
    return tuple(grown)
