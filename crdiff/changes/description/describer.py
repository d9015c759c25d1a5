"""A row of the comparison with its wording and its examples described, before it becomes a change."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from crdiff.changes.change import Facet
from crdiff.changes.description.facets import Surroundings
from crdiff.changes.description.references import stale_numbers, stale_remark
from crdiff.changes.description.texts import Description, describe, describe_kept, one_sided
from crdiff.changes.places.number_map import NumberMap
from crdiff.changes.proof.rewriting import Rewriter
from crdiff.changes.proof.steps import Proof
from crdiff.changes.rows import ExamplePair, QuotedLink
from crdiff.changes.text_pair import TextPair
from crdiff.model.release import Release
from crdiff.model.tree import walk
from crdiff.text.normalise import fold_typography
from crdiff.text.words import tokens


class RowDescription(Struct, frozen=True):
    """How a row differs. `proof` is None where its new texts are not proved from the old ones."""

    wording: Description
    examples: tuple[Description, ...]
    facets: tuple[Facet, ...]
    proof: Proof | None

    @property
    def remarks(self) -> tuple[str, ...]:
        """The remarks on the wording and on the examples, each once."""
        return tuple(dict.fromkeys(remark for text in (self.wording, *self.examples) for remark in text.remarks))

    @property
    def rewordings(self) -> frozenset[int]:
        """The indices of the rewordings met in wording and examples."""
        return self.wording.rewordings.union(*(example.rewordings for example in self.examples))


_NO_STEPS = Proof(())


class Describer:
    """Describes rows. `pairs` contains every pair of texts that differ, side by side."""

    def __init__(
        self, numbers: NumberMap, pairs: Mapping[tuple[str, str], TextPair], rewriter: Rewriter, new: Release
    ) -> None:
        self._numbers = numbers
        self._pairs = pairs
        self._rewriter = rewriter
        self._vocabulary = _Vocabulary(new)

    def describe(self, row: QuotedLink) -> RowDescription:
        """Return how the wording and the examples of `row` differ."""
        wording = self._text(row.old_text, row.new_text, row.items)
        if not (wording.facets or row.examples or row.departed) and row.is_pair:
            return RowDescription(wording, (), (), _NO_STEPS)
        examples = tuple(self._example(row, example) for example in row.examples)
        if not (row.old and row.new):
            return RowDescription(wording, examples, (), None)
        illustrated = {Facet.EXAMPLE} if row.departed else set()
        facets = wording.facets.union(illustrated, *(example.facets for example in examples))
        ordered = tuple(facet for facet in Facet if facet in facets) if facets else ()
        proofs = [example.proof for example in examples if example.proof is not None]
        is_proved = row.is_pair and not row.departed and wording.proof is not None and len(proofs) == len(examples)
        return RowDescription(
            wording, examples, ordered, Proof(wording.proof or (), tuple(proofs)) if is_proved else None
        )

    def _text(self, old: str, new: str, items: tuple[int, int] = (0, 0)) -> Description:
        if old == new:
            return self._kept(old)
        if not old or not new:
            return one_sided(old, new, Facet.WORDING)
        around = Surroundings(self._numbers, self._vocabulary.knows, items)
        return describe(self._pairs[old, new], self._rewriter, around)

    def _kept(self, text: str) -> Description:
        kept = describe_kept(text)
        stale = stale_numbers(text, self._numbers)
        if not stale:
            return kept
        remarks = tuple(stale_remark(number, self._numbers) for number in stale)
        return replace(kept, facets=frozenset({Facet.REFERENCE}), proof=None, remarks=remarks)

    def _example(self, row: QuotedLink, example: ExamplePair) -> Description:
        if example.old is None or example.new is None:
            return one_sided(example.old_text, example.new_text, Facet.EXAMPLE)
        described = self._text(example.old_text, example.new_text)
        if example.old.clause not in {clause.number for clause in row.old}:
            remark = f"example {example.new.at + 1} was example {example.old.at + 1} of {example.old.clause}"
            facets, remarks = described.facets | {Facet.EXAMPLE}, (remark, *described.remarks)
            return replace(described, facets=facets, proof=None, remarks=remarks)
        if example.old_text != example.new_text:
            return replace(described, facets=described.facets | {Facet.EXAMPLE})
        return described


class _Vocabulary:
    """The words of a release, read at the first question."""

    def __init__(self, release: Release) -> None:
        self._release = release
        self._words: frozenset[str] | None = None

    def knows(self, word: str) -> bool:
        """Whether the rules of the release use `word`, in small letters, anywhere."""
        if self._words is None:
            texts = [node.clause.wording for node in walk(self._release)]
            self._words = frozenset(tokens(fold_typography("\n".join(texts)).lower()))
        return word in self._words
