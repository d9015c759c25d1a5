"""A row of the comparison described: redline, facets, proof, remarks, and a line of prose."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from crdiff.changes.change import ONE_TO_ONE, ExampleChange, Facet, Op, Part, Proof, Segment, Step, Structure
from crdiff.changes.description.facets import Surroundings, facets_of, stale_numbers, stale_remark
from crdiff.changes.description.redline import pieces, redline, runs, steps, tidied
from crdiff.changes.places.number_map import NumberMap
from crdiff.changes.proof.rewriting import Rewriter, explain
from crdiff.changes.rows import ExamplePair, QuotedLink
from crdiff.changes.text_pair import TextPair
from crdiff.model.number import DOTTED, NUMBERS
from crdiff.model.release import Release
from crdiff.model.tree import walk
from crdiff.text.normalise import fold_typography
from crdiff.text.words import tokens

_SENTENCE = re.compile(r"\(?[\"“(]*[A-Z{].*[.!?][\"”)]*", re.DOTALL)
_SENTENCE_END = re.compile(r"[.!?][\"”)]*(?=\s|$)")
_REFERENCE = re.compile(
    rf"(?:{NUMBERS.subsection}(?:{NUMBERS.below})?|{DOTTED}|\d)(?:[\s–—-]+(?:{NUMBERS.dotted}|{NUMBERS.any_letters}))?"
)
_LETTER = re.compile(r"[a-z]")
_CITES = re.compile(r"(?:rule|section)s?\s(?:[\d.a-z–-]+,?\s)*$", re.IGNORECASE)
_RANGE = re.compile(r"(?:^|\d[a-z])\s?[–—-]+\s?$")
_NO_WORD = re.compile(r"(?:[\W_]|\((?:tm|r)\))*", re.IGNORECASE)
_VERBS = ("replaced", "added", "removed")
_ORDER = ("reference", "sentence", "phrase", "word", "mark", "space")


_NOUNS = {
    Part.RULES: "Clause",
    Part.GLOSSARY: "Entry",
    Part.FRONT: "Paragraph",
    Part.CREDITS: "Paragraph",
    Part.APPENDIX: "Paragraph",
}


def summarise(row: QuotedLink, redline: Sequence[Segment], examples: Sequence[ExampleChange]) -> str:
    """Return what happened to a row as one line, such as "2 phrases replaced, 1 sentence added; 1 example removed"."""
    structure = row.structure
    if len(redline) < 2 and not examples and structure in ONE_TO_ONE:
        return "Text unchanged"
    text, illustrated = ", ".join(_marked(redline)), ", ".join(_changed_examples(examples))
    match structure:
        case Structure.ADDED | Structure.REMOVED:
            count = len(examples)
            with_examples = f", with {count} example{'s' * (count > 1)}" if count else ""
            return f"{_NOUNS.get(row.part, 'Paragraph')} {structure}{with_examples}"
        case Structure.REVOKED:
            return "Clause revoked: its text is a notice that the rule is gone"
        case Structure.SPLIT:
            lead = f"Split into {len(row.new)} clauses"
        case Structure.MERGED:
            lead = f"Merged from {len(row.old)} clauses"
        case _:
            lead = ""
    if not text and not illustrated:
        return lead or "Text unchanged"
    return "; ".join(part for part in (lead, text, illustrated) if part)


def _marked(redline: Sequence[Segment]) -> Iterator[str]:
    counts: dict[tuple[str, str], int] = {}
    for run in runs(redline):
        noun, number = _noun(run.before, run.old, run.new)
        kind = "replaced" if run.old and run.new else "added" if run.new else "removed", noun
        counts[kind] = counts.get(kind, 0) + number
    for verb, noun in sorted(counts, key=_place):
        count = counts[verb, noun]
        shown = "updated" if (noun, verb) == ("reference", "replaced") else verb
        shown = "changed" if noun in {"mark", "space"} and verb == "replaced" else shown
        yield f"{count} {noun}{'s' * (count > 1)} {shown}"


def _place(kind: tuple[str, str]) -> tuple[int, int]:
    """Return the place of a kind of run, (verb, noun), in the line."""
    return _VERBS.index(kind[0]), _ORDER.index(kind[1])


def _noun(before: str, old: str, new: str) -> tuple[str, int]:
    """Return the noun for a run after the kept text `before`, and how many of them it counts for."""
    texts = [text.strip() for text in (old, new) if text]
    if all(_REFERENCE.fullmatch(text) for text in texts) and (
        any("." in text for text in texts) or _CITES.search(before)
    ):
        return "reference", 1
    if len(texts) == 2 and all(_LETTER.fullmatch(text) for text in texts) and _RANGE.search(before):
        return "reference", 1
    if not any(texts):
        return "space", 1
    if all(_NO_WORD.fullmatch(text) for text in texts):
        return "mark", 1
    if all(_SENTENCE.fullmatch(text) for text in texts):
        return "sentence", max(len(_SENTENCE_END.findall(text)) for text in texts)
    return ("word" if all(len(text.split()) == 1 for text in texts) else "phrase"), 1


def _changed_examples(examples: Iterable[ExampleChange]) -> Iterator[str]:
    counts = Counter(
        "added" if example.old is None else "removed" if example.new is None else "changed"
        for example in examples
        if any(segment.op is not Op.KEPT for segment in example.redline)
    )
    for verb in ("changed", "added", "removed"):
        if counts[verb]:
            yield f"{counts[verb]} example{'s' * (counts[verb] > 1)} {verb}"


class Description(Struct, frozen=True):
    """How one pair of texts differs. `proof` is None where known means do not make the new text of the old one.

    `rewordings`: indices of the rewordings that were met.
    """

    redline: tuple[Segment, ...]
    facets: frozenset[Facet] = frozenset()
    proof: tuple[Step, ...] | None = ()
    remarks: tuple[str, ...] = ()
    rewordings: frozenset[int] = frozenset()


def one_sided(old: str, new: str, facet: Facet) -> Description:
    """Return the description of a text that was added or removed: `facet`, and no proof."""
    whole = Segment(Op.DELETED, old) if old else Segment(Op.INSERTED, new)
    return Description((whole,) if whole.text else (), frozenset({facet}), None)


def describe(pair: TextPair, rewriter: Rewriter, around: Surroundings) -> Description:
    """Return the description of two texts that differ."""
    edits = explain(pair, rewriter)
    marked = pieces(pair, tidied(pair, edits))
    found = facets_of(pair, edits, marked, around)
    return Description(
        redline=redline(marked),
        facets=found.facets,
        proof=steps(marked) if all(edit.means for edit in edits) else None,
        remarks=found.remarks,
        rewordings=frozenset(edit.rewording for edit in edits if edit.rewording >= 0),
    )


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
        texts = self.examples
        return self.wording.rewordings.union(*(text.rewordings for text in texts)) if texts else self.wording.rewordings


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
        wording = self._text(row.old_text, row.new_text, row.items, is_front=row.part is Part.FRONT)
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

    def _text(self, old: str, new: str, items: tuple[int, int] = (0, 0), *, is_front: bool = False) -> Description:
        if old == new:
            return self._kept(old, is_front=is_front)
        if not old or not new:
            return one_sided(old, new, Facet.WORDING)
        around = Surroundings(self._numbers, self._vocabulary.knows, items)
        return describe(self._pairs[old, new], self._rewriter, around)

    def _kept(self, text: str, *, is_front: bool) -> Description:
        """Return how a text is the same: subrules in the introduction only show how letters follow each other."""
        kept = Description((Segment(Op.KEPT, text),) if text else ())
        stale = [each for each in stale_numbers(text, self._numbers) if not (is_front and each.is_subrule)]
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
