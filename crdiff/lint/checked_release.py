"""A release under check, indexed once, beside the older ones it is compared with and what an archive teaches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from msgspec import Struct, field

from crdiff.align.alignment import Alignment, Link
from crdiff.book_words import words_of
from crdiff.lint.citations_followed import FollowedCitation, Piece, follow_citations, piece_of, pieces_before
from crdiff.lint.finding import PlacedText
from crdiff.lint.indexed_release import IndexedRelease
from crdiff.model.book import BookWords, RetiredWording
from crdiff.model.number import ClauseNumber
from crdiff.model.release import Release


class ArchiveVocabulary(Struct, frozen=True):
    """`words`: in lower case, with the number of releases each is used in. `retired`: more wordings given up.

    `sentences`: those that are right though they differ from their siblings, their typography folded.
    """

    words: Mapping[str, int] = field(default_factory=dict)
    retired: tuple[RetiredWording, ...] = ()
    sentences: frozenset[str] = frozenset()


NOTHING_KNOWN = ArchiveVocabulary()


class Predecessor:
    """An older release beside the one under check, with the link of each clause by its place in document order."""

    def __init__(self, checked: CheckedRelease, alignment: Alignment) -> None:
        self.checked = checked
        self.alignment = alignment
        self.before = IndexedRelease(alignment.old)

    @cached_property
    def heirs(self) -> Mapping[int, Link]:
        """The link of each clause of the older release."""
        return {old: link for link in self.alignment.links for old in link.old}

    @cached_property
    def origins(self) -> Mapping[int, Link]:
        """The link of each clause under check."""
        return {new: link for link in self.alignment.links for new in link.new}

    @cached_property
    def followed(self) -> tuple[FollowedCitation, ...]:
        """Every citation that the older release had, with its form there."""
        return tuple(follow_citations(self.checked, self.before, self.alignment))

    def wording_before(self, passage: PlacedText) -> str | None:
        """Return what the older release said in place of a passage, None where it did not have it."""
        before = self._pieces_before.get(piece_of(passage))
        return self._wordings.get(before) if before else None

    @cached_property
    def _pieces_before(self) -> Mapping[Piece, Piece]:
        return pieces_before(self.alignment)

    @cached_property
    def _wordings(self) -> Mapping[Piece, str]:
        return {piece_of(passage): passage.text for passage in self.before.prose}

    def heir_link(self, number: ClauseNumber) -> Link | None:
        """Return the link of the clause that had `number`, None where there was none."""
        node = self.before.numbers.get(number)
        return self.heirs.get(node.index) if node else None


class CheckedRelease(IndexedRelease):
    """A release under check, with the older releases to compare it with, the one right before it first.

    `lines` are the lines of the file, as far as they are known: `Release` contains paragraphs with single spaces.
    """

    def __init__(
        self,
        release: Release,
        alignments: Sequence[Alignment] = (),
        vocabulary: ArchiveVocabulary = NOTHING_KNOWN,
        lines: Sequence[str] = (),
    ) -> None:
        super().__init__(release)
        self.predecessors = tuple(Predecessor(self, alignment) for alignment in alignments)
        self.vocabulary = vocabulary
        self.lines = lines

    @property
    def words(self) -> BookWords:
        """The words of its book."""
        return words_of(self.release.book)

    @property
    def predecessor(self) -> Predecessor | None:
        """The comparison with the release right before, None where there is none."""
        return self.predecessors[0] if self.predecessors else None

    def covers(self, number: ClauseNumber) -> bool:
        """Whether the text set out to quote `number`, so that its absence is a fault."""
        return self.release.coverage.covers(number)
