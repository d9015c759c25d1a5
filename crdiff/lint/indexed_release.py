"""A release indexed for the checks: its clauses, passages and citations, each found once."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import accumulate

from msgspec import Struct

from crdiff.annotate.cross_references import CrossReference, cross_references
from crdiff.changes.change import Part
from crdiff.lint.finding import ClausePiece, PlacedText
from crdiff.model.number import ClauseNumber
from crdiff.model.release import Paragraph, Release
from crdiff.model.tree import Node, by_number, walk
from crdiff.text.normalise import fold_typography


class Citation(Struct, frozen=True):
    """A cross-reference in its passage; `ordinal` counts the references of the passage from 0."""

    passage: PlacedText
    reference: CrossReference
    ordinal: int

    @property
    def printed(self) -> str:
        """The number or the range as printed."""
        return self.passage.text[self.reference.number_at : self.reference.stop]


def citations_in(passage: PlacedText, numbers: type[ClauseNumber]) -> list[Citation]:
    """Return the cross-references of a passage, which are of the class `numbers`, in order."""
    return [Citation(passage, reference, at) for at, reference in enumerate(cross_references(passage.text, numbers))]


class IndexedRelease:
    """A release indexed: clauses in document order, passages in the order rules, glossary, front matter, credits."""

    def __init__(self, release: Release) -> None:
        self.release = release

    @cached_property
    def nodes(self) -> tuple[Node, ...]:
        """Every clause in document order."""
        return walk(self.release)

    @cached_property
    def numbers(self) -> Mapping[ClauseNumber, Node]:
        """The first clause of each number."""
        return by_number(self.nodes)

    @cached_property
    def children(self) -> Sequence[Sequence[Node]]:
        """The clauses right under each clause, by its place in document order; under -1, at the end, the top ones."""
        children: list[list[Node]] = [[] for _ in range(len(self.nodes) + 1)]
        for node in self.nodes:
            children[node.parent].append(node)
        return children

    @cached_property
    def passages(self) -> tuple[PlacedText, ...]:
        """Every passage of the rules and the glossary, then the paragraphs of the front matter."""
        return (*self.rules, *self.glossary, *_paragraphs(Part.FRONT, self.release.front))

    @cached_property
    def rules(self) -> tuple[PlacedText, ...]:
        """The passages of the clauses."""
        return tuple(passage for node in self.nodes for passage in _of_clause(node))

    @cached_property
    def glossary(self) -> tuple[PlacedText, ...]:
        """The passages of the glossary: for each entry its term and its text, if it has one."""
        return tuple(_of_glossary(self.release))

    @cached_property
    def prose(self) -> tuple[PlacedText, ...]:
        """The passages of the rules and the glossary: what is written in sentences, and the titles over it."""
        return (*self.rules, *self.glossary)

    @cached_property
    def lowered(self) -> str:
        """All prose in lower case, a passage a line: to see at once whether a word is there at all."""
        return "\n".join(passage.text.lower() for passage in self.prose)

    @cached_property
    def _ends(self) -> Sequence[int]:
        """Where each passage of `prose` ends in `lowered`, the line break after it included."""
        return [*accumulate(len(passage.text.lower()) + 1 for passage in self.prose)]

    def holding(self, words: str) -> Iterator[PlacedText]:
        """Yield the passages of `prose` that have words, given in lower case, on a line."""
        at = self.lowered.find(words)
        while at >= 0:
            place = bisect_right(self._ends, at)
            yield self.prose[place]
            at = self.lowered.find(words, self._ends[place])

    @cached_property
    def citations(self) -> tuple[Citation, ...]:
        """Every cross-reference in the passages."""
        return tuple(citation for passage in self.passages for citation in citations_in(passage, self.release.numbers))

    def quotes_its_title(self, citation: Citation) -> bool:
        """Whether the citation quotes the title that the cited clause has: then it is right, whatever happened."""
        title, cited = citation.reference.title, self.numbers.get(citation.reference.number)
        return cited is not None and bool(title) and fold_typography(cited.clause.title) == fold_typography(title)


def _of_clause(node: Node) -> Iterator[PlacedText]:
    clause, lines, number = node.clause, node.placement.lines, str(node.number)
    if clause.title:
        yield PlacedText(Part.RULES, number, ClausePiece.TITLE, 0, clause.title, lines, node.index)
    if clause.text:
        yield PlacedText(Part.RULES, number, ClausePiece.TEXT, 0, clause.text, lines, node.index)
    for index, example in enumerate(clause.examples):
        yield PlacedText(Part.RULES, number, ClausePiece.EXAMPLE, index, example, lines, node.index)


def _of_glossary(release: Release) -> Iterator[PlacedText]:
    for index, entry in enumerate(release.glossary):
        yield PlacedText(Part.GLOSSARY, entry.term, ClausePiece.TITLE, 0, entry.term, entry.lines, entry=index)
        if entry.text:
            yield PlacedText(Part.GLOSSARY, entry.term, ClausePiece.TEXT, 0, entry.text, entry.lines, entry=index)


def _paragraphs(part: Part, paragraphs: Sequence[Paragraph]) -> Iterator[PlacedText]:
    for index, paragraph in enumerate(paragraphs):
        number = f"{part}:{index + 1}"
        yield PlacedText(part, number, ClausePiece.TEXT, 0, paragraph.text, paragraph.lines, entry=index)
