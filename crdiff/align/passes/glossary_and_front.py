"""Links outside the clauses: glossary entries by term, paragraphs of front matter and credits by text."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Sequence

from crdiff.align.alignment import PartLink, parts_in_order
from crdiff.align.measure import cuts
from crdiff.align.measure.candidates import NearestTexts
from crdiff.align.measure.score import best_pairs
from crdiff.align.side import mask_numbers
from crdiff.model.release import GlossaryEntry, Paragraph
from crdiff.text.normalise import fold_typography
from crdiff.text.words import distinct_words

_REMARK = re.compile(r"\s*\([^()]*\)$")
# Items (count) that an item is compared with for their place, where there are too many to compare all with all.
_WITHIN_MAX = 20


def align_glossary(old: Sequence[GlossaryEntry], new: Sequence[GlossaryEntry]) -> tuple[PartLink, ...]:
    """Return a link for every entry: by equal term, then by equal text, then renamed terms by likeness.

    Where no text goes on, a term that got or lost a remark in brackets is the same: "Mana Burn" of 2009-05-01 is "Mana
    Burn (Obsolete)" of 2009-07-11, while "Converted Mana Cost" went on as "Mana Value". The nine entries of the 134
    releases that this links were read.
    """
    pairing = Pairing(len(old), len(new))
    terms_old, terms_new = [fold_typography(e.term) for e in old], [fold_typography(e.term) for e in new]
    pairing.by_key(terms_old, terms_new, "it has the same term", 1.0)
    small_old, small_new = ([term.casefold() for term in terms] for terms in (terms_old, terms_new))
    pairing.by_key(small_old, small_new, "it has the same term but for capitals", 0.99)
    texts_old, texts_new = _masked(e.text for e in old), _masked(e.text for e in new)
    pairing.by_key(texts_old, texts_new, "its term changed, but its text is the same but for the numbers of rules", 0.9)
    both_old = [f"{term} {text}" for term, text in zip(terms_old, texts_old, strict=True)]
    both_new = [f"{term} {text}" for term, text in zip(terms_new, texts_new, strict=True)]
    pairing.by_likeness(both_old, both_new, lambda *_: cuts.TERM_RENAMED_MIN, "its term changed")
    bare_old, bare_new = ([_REMARK.sub("", term).casefold() for term in terms] for terms in (terms_old, terms_new))
    pairing.by_key(bare_old, bare_new, "it has the same term but for what stands in brackets", 0.97)
    return pairing.links()


def align_paragraphs(old: Sequence[Paragraph], new: Sequence[Paragraph]) -> tuple[PartLink, ...]:
    """Return a link for every paragraph: by equal text, then by likeness."""
    pairing = Pairing(len(old), len(new))
    texts_old, texts_new = [fold_typography(p.text) for p in old], [fold_typography(p.text) for p in new]
    pairing.by_key(texts_old, texts_new, "it has the same text", 1.0)
    pairing.by_likeness(texts_old, texts_new, lambda *_: cuts.PARAGRAPH_MIN, "it is similar")
    return pairing.links()


def _masked(texts: Iterable[str]) -> list[str]:
    return [mask_numbers(fold_typography(text)) for text in texts]


class Pairing:
    """Pairs of the items of two lists as they are made; the items still free stay in order.

    `bounds` says where not all items were compared.
    """

    def __init__(self, old: int, new: int) -> None:
        self.free_old = dict.fromkeys(range(old))
        self.free_new = dict.fromkeys(range(new))
        self.bounds: tuple[str, ...] = ()
        self._links: list[PartLink] = []

    def by_key(self, old: Sequence[Hashable], new: Sequence[Hashable], reason: str, confidence: float) -> None:
        """Pair free items of equal key, unless it is empty; copies in their order."""
        waiting: dict[Hashable, list[int]] = {}
        for at in reversed(self.free_new):
            waiting.setdefault(new[at], []).append(at)
        for at in tuple(self.free_old):
            if old[at] != "" and waiting.get(old[at]):
                self._pair(at, waiting[old[at]].pop(), (reason,), confidence)

    def by_likeness(
        self,
        old: Sequence[str],
        new: Sequence[str],
        least: Callable[[int, int], float],
        reason: str,
        within: Callable[[int], Sequence[int]] = lambda _: (),
    ) -> None:
        """Pair free items whose texts are alike beyond what `least` asks of the two, those far beyond it first.

        Where there are too many items to compare all with all, an old one is compared with some of `within` too.
        """
        free_old, free_new = tuple(self.free_old), tuple(self.free_new)
        place = {to: other for other, to in enumerate(free_new)}
        nearest = NearestTexts(
            [distinct_words(old[at]) for at in free_old], [distinct_words(new[to]) for to in free_new]
        )
        self.bounds = nearest.bounds
        alike, gains = {}, {}
        for one, at in enumerate(free_old):
            near = nearest.of(one)
            if self.bounds:
                near = sorted({*near, *(place[to] for to in within(at)[:_WITHIN_MAX])})
            for other in near:
                cut = least(at, free_new[other])
                alike[one, other] = nearest.likeness(one, other, cut)
                gains[one, other] = alike[one, other] - cut
        for one, other in best_pairs(gains):
            found = alike[one, other]
            evidence = (f"{reason}: {found:.0%} alike", *self.bounds)
            self._pair(free_old[one], free_new[other], evidence, round(0.5 + found / 2, 4))

    def _pair(self, old: int, new: int, evidence: tuple[str, ...], confidence: float) -> None:
        del self.free_old[old], self.free_new[new]
        self._links.append(PartLink(old, new, evidence, confidence))

    def links(self) -> tuple[PartLink, ...]:
        """Return the pairs, and each item left as added or removed."""
        evidence = ("the other text has nothing like it", *self.bounds)
        removed = [PartLink(at, None, evidence, 0.9) for at in self.free_old]
        added = [PartLink(None, at, evidence, 0.9) for at in self.free_new]
        return parts_in_order([*self._links, *removed, *added])
