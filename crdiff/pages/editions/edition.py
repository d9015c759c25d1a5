"""The page of one text held: its clause tree, where it comes from, and what was odd about it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from crdiff.model.clause import ClauseKind
from crdiff.model.release import AsideKind, Finding, GlossaryEntry, Level, Source
from crdiff.pages.archive_index import ArchiveIndex
from crdiff.pages.frame import address
from crdiff.pages.frame.english import counted
from crdiff.pages.frame.render import Head, render
from crdiff.pages.rules.clause_tree import RuleGroup, grow_tree
from crdiff.reports import phrases
from crdiff.store.embedded.editions import EditionText

_LEVELS = {Level.ERROR: "failed", Level.WARNING: "suspect", Level.NOTE: "informational"}
_ASIDES = {
    AsideKind.COMMENT: ("comment by the page’s author", "comments by the page’s author"),
    AsideKind.RULING: ("ruling", "rulings"),
    AsideKind.PASSAGE: ("passage of another document", "passages of other documents"),
    AsideKind.PROSE: ("paragraph of the page’s own", "paragraphs of the page’s own"),
}


@dataclass(frozen=True, slots=True)
class FindingView:
    """Something odd about a text, as a row."""

    icon: str
    level: str
    check: str
    number: str
    line: int
    message: str


@dataclass(frozen=True, slots=True)
class EditionView:
    """What `editions/edition.html` shows."""

    text: EditionText
    number: str
    title: str
    status: str
    same: str
    life: str
    facts: tuple[tuple[str, str], ...]
    counts: str
    groups: tuple[RuleGroup, ...]
    glossary: tuple[GlossaryEntry, ...]
    beside: str
    comparisons: tuple[tuple[str, str], ...]
    source: Source
    findings: tuple[FindingView, ...]


def edition_page(text: EditionText, archive: ArchiveIndex) -> bytes:
    """Return the page of `text`."""
    where = address.edition(text.id)
    title = text.heading.clause.wording if text.heading else text.edition.title
    number = str(text.heading.number) if text.heading else ""
    head = Head(
        address=where,
        title=f"{number} {title}, {text.effective} · crdiff".strip(),
        description=f"{title}, in the Comprehensive Rules of {text.effective}, as quoted by {text.edition.publisher}.",
        part=address.RULES,
        data=address.as_json(where),
    )
    view = EditionView(
        text=text,
        number=number,
        title=title,
        status=_status(text, archive),
        same=_same(text),
        life=_life(text, archive),
        facts=tuple(_facts(text)),
        counts=_counts(text),
        groups=grow_tree(text, archive),
        glossary=text.release.glossary,
        beside=_beside(text),
        comparisons=tuple(_comparisons(text, archive)),
        source=text.release.source,
        findings=tuple(_finding(finding) for finding in text.release.findings),
    )
    return render("editions/edition.html", head, view)


def _comparisons(text: EditionText, archive: ArchiveIndex) -> Iterator[tuple[str, str]]:
    """Yield (words, address) of the comparisons that `text` takes part in."""
    for comparison in archive.comparisons:
        old, new = archive.edition_of(comparison.alignment.old), archive.edition_of(comparison.alignment.new)
        where = address.comparison(old.effective.isoformat(), new.effective.isoformat())
        if old is text:
            yield f"with {new.effective}, later", where
        elif new is text:
            yield f"with {old.effective}, before", where


def _status(text: EditionText, archive: ArchiveIndex) -> str:
    newest = max(other.effective for other in archive.editions)
    known = max((release.effective for release in archive.contents.known), default=newest)
    if text.effective < newest:
        return f"Old text. The newest text on this site is that of {newest.isoformat()}."
    if known > newest:
        return f"The newest text on this site. The newest known release is that of {known.isoformat()}."
    return "The newest known release."


def _life(text: EditionText, archive: ArchiveIndex) -> str:
    return archive.clause_at(text.heading.number, text.effective) if text.heading else ""


def _same(text: EditionText) -> str:
    edition = text.edition
    if edition.first == edition.last:
        return ""
    return f"in the releases {edition.first} to {edition.last}, apart from typography"


def _facts(text: EditionText) -> Iterator[tuple[str, str]]:
    """Yield (label, value) of what the corpus states of an edition."""
    edition = text.edition
    yield "Publisher", edition.publisher
    yield "Dated", edition.dating
    yield (
        "Quotes",
        phrases.listed([f"rule {number}" for number in edition.coverage.numbers]) or "the whole of the rules",
    )
    yield "Came from", edition.provenance
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
    """Say what else stands on the page, so that nobody takes its silence here for completeness."""
    kinds = [(kind, sum(aside.kind is kind for aside in text.release.asides)) for kind in AsideKind]
    found = [counted(count, *_ASIDES[kind]) for kind, count in kinds if count]
    return f"The page also has {phrases.listed(found)}, left out here: not rules text." if found else ""


def _finding(finding: Finding) -> FindingView:
    return FindingView(
        icon=_LEVELS[finding.level],
        level=finding.level.value,
        check=finding.check,
        number=finding.number,
        line=finding.line,
        message=finding.message,
    )
