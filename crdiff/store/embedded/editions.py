"""The editions read: each text with its tree and its neighbours."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import cached_property
from itertools import pairwise

from msgspec import Struct, structs

from crdiff.align.engine import align_releases
from crdiff.changes.change import Change, Comparison, Part
from crdiff.changes.compare import compare
from crdiff.dialects.oddities import without_slips
from crdiff.history.lineage import Lineage
from crdiff.model.clause import ClauseKind
from crdiff.model.corpus import Edition
from crdiff.model.number import ClauseNumber
from crdiff.model.release import Release
from crdiff.model.tree import Node, by_number, walk
from crdiff.store.embedded.corpus import EmbeddedCorpus
from crdiff.text.groups import by_key


class EditionText(Struct, frozen=True, dict=True):
    """An edition: what the corpus states of it, and its tree, named by the release that it is taken to quote."""

    edition: Edition
    release: Release

    @property
    def id(self) -> str:
        """The edition's id."""
        return self.edition.id

    @property
    def effective(self) -> date:
        """The release that it quotes."""
        return self.edition.release

    @cached_property
    def rules(self) -> Release:
        """Its tree as the rules read: the slips of its copyist are mended. Comparisons are made of this."""
        return without_slips(self.release)

    @cached_property
    def nodes(self) -> tuple[Node, ...]:
        """Every clause in printed order."""
        return walk(self.release)

    @cached_property
    def subsections(self) -> tuple[ClauseNumber, ...]:
        """The subsections that it has clauses of, ascending."""
        return tuple(sorted({node.number.subsection for node in self.nodes if not node.number.is_section}))

    @cached_property
    def heading(self) -> Node | None:
        """The heading of the one subsection it quotes; None where it quotes several, or one without its heading."""
        headings = [node for node in self.nodes if node.kind is ClauseKind.SUBSECTION]
        return headings[0] if len(headings) == 1 and len(self.subsections) == 1 else None

    @cached_property
    def _by_number(self) -> Mapping[ClauseNumber, Node]:
        return by_number(walk(self.rules))

    def clause(self, number: ClauseNumber) -> Node | None:
        """Return the first clause of that number, as the rules read."""
        return self._by_number.get(number)


class QuotedClause(Struct, frozen=True):
    """A clause as an edition quotes it.

    `change` describes how it came from the text of the edition `before`, the nearest earlier one that it was compared
    with. Both are None for the oldest.
    """

    text: EditionText
    number: ClauseNumber
    before: EditionText | None
    change: Change | None


def edition_texts(corpus: EmbeddedCorpus) -> tuple[EditionText, ...]:
    """Return the editions of `corpus` with their texts, by release and id."""
    read = ((edition, corpus.text(edition)) for edition in corpus.editions)
    texts = (EditionText(edition, structs.replace(text, effective=edition.release)) for edition, text in read)
    return tuple(sorted(texts, key=lambda text: (text.effective, text.id)))


def compare_editions(corpus: EmbeddedCorpus, texts: Iterable[EditionText]) -> tuple[Comparison, ...]:
    """Return the comparisons of neighbours in time among the texts of one subsection, then of its oldest and newest."""
    headed = ((text, corpus.lineage_of(text.effective, text.heading.number)) for text in texts if text.heading)
    sections = by_key((lineage.id, text) for text, lineage in headed if lineage)
    pairs = [pair for together in sections.values() for pair in _pairs(together)]
    return tuple(compare(align_releases(old.rules, new.rules)) for old, new in pairs)


def _pairs(texts: Sequence[EditionText]) -> Iterator[tuple[EditionText, EditionText]]:
    yield from pairwise(texts)
    if len(texts) > 2:
        yield texts[0], texts[-1]


def quoted_clauses(
    lineage: Lineage[ClauseNumber], texts: Iterable[EditionText], comparisons: Iterable[Comparison]
) -> tuple[QuotedClause, ...]:
    """Return what the editions quote of a clause, oldest first, each with its change since the text before."""
    found: list[QuotedClause] = []
    for text in texts:
        number = lineage.number_in(text.effective)
        if number is None or text.clause(number) is None:
            continue
        earlier = (quoted.text for quoted in reversed(found))
        compared = ((before, _comparison(before, text, comparisons)) for before in earlier)
        before, comparison = next(((one, other) for one, other in compared if other), (None, None))
        change = _change_of(number, comparison) if comparison else None
        found.append(QuotedClause(text, number, before, change))
    return tuple(found)


def _comparison(old: EditionText, new: EditionText, comparisons: Iterable[Comparison]) -> Comparison | None:
    sides = ((each.alignment.old, each.alignment.new, each) for each in comparisons)
    return next((each for before, after, each in sides if before is old.rules and after is new.rules), None)


def _change_of(number: ClauseNumber, comparison: Comparison) -> Change | None:
    printed = str(number)
    rules = (change for change in comparison.changes if change.part is Part.RULES)
    return next((change for change in rules if any(clause.number == printed for clause in change.new)), None)
