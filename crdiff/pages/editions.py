"""Texts that quote the rules: the page of each edition, and the page that tells which rules a pasted text quotes.

An edition shows its clauses, where it comes from, what is irregular in it. What the script of the other page asks for
is in `quotations`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from crdiff.identify.identified import Identified
from crdiff.model.clause import ClauseKind
from crdiff.model.corpus import Edition
from crdiff.model.release import AsideKind, Level
from crdiff.pages import address
from crdiff.pages.archive_index import Addresses, ArchiveIndex
from crdiff.pages.english import counted
from crdiff.pages.lives import Calendar
from crdiff.pages.render import page, read_article, this_book
from crdiff.pages.subsection import grow_tree
from crdiff.reports import phrases
from crdiff.reports.identified import verdict
from crdiff.store.embedded.editions import EditionText

_DAY = re.compile(r"(\d{4}-\d\d-\d\d)")
_LEVELS = {Level.ERROR: "failed", Level.WARNING: "suspect", Level.NOTE: "informational"}
_ASIDES = {
    AsideKind.COMMENT: ("comment by the page’s author", "comments by the page’s author"),
    AsideKind.RULING: ("ruling", "rulings"),
    AsideKind.PASSAGE: ("passage of another document", "passages of other documents"),
    AsideKind.PROSE: ("paragraph of the page’s own", "paragraphs of the page’s own"),
}


def edition_page(text: EditionText, archive: ArchiveIndex) -> tuple[str, bytes]:
    """Return the page of `text`: of its release, but no newer one where `is_old`; `same` are those with its words.

    `verdict` is what identifying says of it, in pieces of a sentence, each with an address or "".
    """
    where = address.edition(text.id)
    title = text.heading.clause.wording if text.heading else text.edition.title
    release = archive.release_name(text.effective)
    number = str(text.heading.number) if text.heading else ""
    edition, found = text.edition, archive.identified.get(text.id)
    lasted = f"From {archive.release_name(edition.first)} to {archive.release_name(edition.last)}"
    return page(
        "editions/edition.html",
        where,
        f"{number} {title}, {release}".strip(),
        f"{title}, in the Comprehensive Rules of {release}, as {text.edition.publisher} quotes them.",
        data=address.as_json(where),
        text=text,
        number=number,
        title=title,
        release=release,
        is_old=text.effective < _newest(archive),
        status=_status(text, archive),
        same="" if edition.first == edition.last else lasted,
        life=archive.clause_at(text.heading.number, text.effective) if text.heading else "",
        facts=list(_facts(edition)),
        counts=_counts(text),
        groups=grow_tree(text, archive),
        glossary=text.release.glossary,
        beside=_beside(text),
        comparisons=list(_comparisons(text, archive)),
        verdict=list(_verdict(found, archive)) if found else (),
        found=found,
        source=text.release.source,
        findings=[(_LEVELS[finding.level], finding) for finding in text.release.findings],
    )


def _comparisons(text: EditionText, addresses: Addresses) -> Iterator[tuple[str, str]]:
    """Yield (words, address) of the comparisons that `text` takes part in."""
    for comparison in addresses.comparisons:
        old, new = addresses.edition_of(comparison.alignment.old), addresses.edition_of(comparison.alignment.new)
        where = address.comparison(old.effective.isoformat(), new.effective.isoformat())
        if old is text:
            yield f"with the later {addresses.release_name(new.effective)}", where
        elif new is text:
            yield f"with the earlier {addresses.release_name(old.effective)}", where


def _verdict(found: Identified, calendar: Calendar) -> Iterator[tuple[str, str]]:
    """Yield the pieces of what `crdiff identify` says of the words of an edition, its dates with their releases.

    The last day of a wording is that of no release.
    """
    releases = frozenset(map(str, calendar.published))
    for piece in _DAY.split(verdict(found)):
        yield piece, calendar.release_listed(date.fromisoformat(piece)) if piece in releases else ""


def _newest(addresses: Addresses) -> date:
    """Return the newest release of which the site has a text, be it only what others quote."""
    newest = max(text.effective for text in addresses.editions)
    return newest if addresses.is_recorded else max(newest, addresses.newest)


def _status(text: EditionText, addresses: Addresses) -> str:
    newest, known = _newest(addresses), addresses.published[-1]
    if text.effective < newest:
        return f"The newest text on this site is that of {addresses.release_name(newest)}."
    if known > newest:
        return f"It is the newest text on this site; the newest release known is {addresses.release_name(known)}."
    return "It is the newest release known."


def _facts(edition: Edition) -> Iterator[tuple[str, str]]:
    """Yield (label, value) of what the corpus states of an edition."""
    yield "Publisher", edition.publisher
    yield "Dated", edition.dating
    numbers = [f"rule {number}" for number in edition.coverage.numbers]
    yield "Quotes", phrases.listed(numbers) or "the whole of the rules"
    yield "Taken from", edition.provenance
    if edition.left_out:
        yield "Left out", edition.left_out


def _counts(text: EditionText) -> str:
    rules = [node for node in text.nodes if node.kind in {ClauseKind.RULE, ClauseKind.SUBRULE}]
    examples = sum(len(node.clause.examples) for node in rules)
    parts = [phrases.counted(len(rules), "clause")]
    if examples:
        parts.append(phrases.counted(examples, "example"))
    if text.release.glossary:
        parts.append(phrases.counted(len(text.release.glossary), "glossary entry", "glossary entries"))
    return phrases.listed(parts)


def _beside(text: EditionText) -> str:
    """Return what else is on the page quoted, so that nobody takes this one for all of it."""
    kinds = [(kind, sum(aside.kind is kind for aside in text.release.asides)) for kind in AsideKind]
    found = [counted(count, *_ASIDES[kind]) for kind, count in kinds if count]
    return f"Left out here, because they are not rules: {phrases.listed(found)}." if found else ""


_TITLE = "Which rules a text quotes"


def identify_page(archive: ArchiveIndex) -> tuple[str, bytes]:
    """Return the page by its address; its script reads `quotation_shards`.

    It says in how many `releases` the text is looked for, and has an `example` to try where they do. `about` is what we
    wrote of the command, None where the site has no prose.
    """
    about = next((read_article(prose) for prose in archive.prose if prose.address == address.IDENTIFY), None)
    dates, book = archive.contents.days, this_book()
    return page(
        "identify/identify.html",
        address.IDENTIFY,
        _TITLE,
        f"Paste a text that quotes the rules of {book.game}: see which rules they are, and how they read today.",
        title=_TITLE,
        releases=len(dates),
        first=dates[0],
        last=dates[-1],
        example=book.pasted if book.pasted_of in dates else "",
        has_texts=not archive.is_recorded,
        lacks_texts=archive.contents.dates != dates,
        about=about,
    )
