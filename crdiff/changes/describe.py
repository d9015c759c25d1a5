"""A pair of texts described: redline, facets, proof and remarks of a wording or an example."""

from __future__ import annotations

from msgspec import Struct

from crdiff.changes.change import Facet, Op, Segment
from crdiff.changes.facets import Surroundings, judge
from crdiff.changes.passage import Passage
from crdiff.changes.proof.explaining import explain
from crdiff.changes.proof.rewriting import Rewriter
from crdiff.changes.proof.steps import Step
from crdiff.changes.proof.tidying import tidied
from crdiff.changes.redline import pieces, redline, steps


class Described(Struct, frozen=True):
    """What is said of one pair of texts. `proof` is None where known means do not make the new text of the old one.

    `rewordings`: indices of the rewordings that were met.
    """

    redline: tuple[Segment, ...]
    facets: frozenset[Facet] = frozenset()
    proof: tuple[Step, ...] | None = ()
    remarks: tuple[str, ...] = ()
    rewordings: frozenset[int] = frozenset()


def describe_kept(text: str) -> Described:
    """Return what is said of a text that stands as it stood."""
    return Described((Segment(Op.KEPT, text),) if text else ())


def one_sided(old: str, new: str, facet: Facet) -> Described:
    """Return what is said of a text that came or went: `facet`, and no proof."""
    whole = Segment(Op.DELETED, old) if old else Segment(Op.INSERTED, new)
    return Described((whole,) if whole.text else (), frozenset({facet}), None)


def describe(passage: Passage, rewriter: Rewriter, around: Surroundings) -> Described:
    """Return what is said of two texts that differ."""
    edits = explain(passage, rewriter)
    laid_out = pieces(passage, tidied(passage, edits))
    judgement = judge(passage, edits, laid_out, around)
    return Described(
        redline=redline(laid_out),
        facets=judgement.facets,
        proof=steps(laid_out) if judgement.is_proved else None,
        remarks=judgement.remarks,
        rewordings=frozenset(edit.rewording for edit in edits if edit.rewording >= 0),
    )
