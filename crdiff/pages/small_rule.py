"""The page of one subsection under a number: the newest text held that has it there, and what became of it since."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from crdiff.model.clause import ClauseKind
from crdiff.model.number import ClauseNumber
from crdiff.pages.frame import address
from crdiff.pages.frame.render import Head, render
from crdiff.pages.library import Library, Text, newest_number
from crdiff.pages.rules.clause_tree import Group, grow_tree


@dataclass(frozen=True, slots=True)
class RuleView:
    """What `rules/small_rule.html` shows: the text, what the number means besides, and other texts of the same number."""

    number: str
    title: str
    text: Text
    status: str
    number_href: str
    life_href: str
    groups: tuple[Group, ...]
    others: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class RuleRow:
    """A subsection in the list of all: its number, title, and the texts that have it."""

    number: str
    href: str
    title: str
    texts: tuple[tuple[str, str], ...]


def rule_page(subsection: int, library: Library) -> bytes:
    """Return the page of `subsection` with the newest text that has it."""
    texts = _texts(subsection, library)
    text = texts[0]
    where = address.rule(subsection)
    title = title_in(text, subsection)
    number = ClauseNumber(subsection)
    lineage = library.lineage_at(number, text.effective)
    head = Head(
        address=where,
        title=f"Rule {subsection}, {title} · crdiff" if title else f"Rule {subsection} · crdiff",
        description=f"Rule {subsection} of the Comprehensive Rules of {text.effective}, with its history and checks.",
        part=address.RULES,
    )
    view = RuleView(
        number=str(subsection),
        title=title or f"Clauses of {subsection}",
        text=text,
        status=_status(number, text.effective, library),
        number_href=address.number(number) if library.meanings(number) else "",
        life_href=address.clause(lineage.id) if lineage else "",
        groups=grow_tree(text, library, within=subsection),
        others=tuple((f"{other.effective}, {other.edition.title}", _place(other, subsection)) for other in texts),
    )
    return render("rules/small_rule.html", head, view)


def rules_page(library: Library) -> bytes:
    """Return the list of all subsections of which a text is held, and of all texts."""
    head = Head(
        address=address.RULES,
        title="Rules · crdiff",
        description="The texts of the Comprehensive Rules held here.",
        part=address.RULES,
    )
    return render(
        "rules/small_rules.html", head, tuple(_row(subsection, library) for subsection in subsections(library))
    )


def subsections(library: Library) -> tuple[int, ...]:
    """Return every subsection that a text has clauses of, ascending."""
    return tuple(sorted({subsection for text in library.texts for subsection in text.subsections}))


def title_in(text: Text, subsection: int) -> str:
    """Return the heading of `subsection` in `text`, "" where it is quoted without one."""
    return next(
        (
            node.clause.wording
            for node in text.nodes
            if node.kind is ClauseKind.SUBSECTION and node.number.subsection == subsection
        ),
        "",
    )


def _texts(subsection: int, library: Library) -> list[Text]:
    found = [text for text in library.texts if subsection in text.subsections]
    return sorted(found, key=lambda text: (text.effective, text.id), reverse=True)


def _place(text: Text, subsection: int) -> str:
    return address.edition(text.id) + (f"#r{subsection}" if not text.heading and title_in(text, subsection) else "")


def _row(subsection: int, library: Library) -> RuleRow:
    texts = _texts(subsection, library)
    links = tuple((text.effective.isoformat(), _place(text, subsection)) for text in texts)
    return RuleRow(str(subsection), address.rule(subsection), title_in(texts[0], subsection), links)


def _status(number: ClauseNumber, day: date, library: Library) -> str:
    """Say where the subsection is now and what the number means now, as far as timelines are known."""
    lineage = library.lineage_at(number, day)
    if lineage is None:
        return ""
    if lineage.removed:
        return f"It was removed on {lineage.removed}."
    newest, last = newest_number(lineage), lineage.runs[-1].last
    if newest == number:
        return f"It still has this number in the release of {last}."
    return f"The section has moved on: it is {newest} in the release of {last}."
