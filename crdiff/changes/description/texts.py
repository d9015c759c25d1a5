"""A pair of texts described: redline, facets, proof and remarks of a wording or an example."""

from __future__ import annotations

from msgspec import Struct

from crdiff.changes.change import Facet, Op, Segment
from crdiff.changes.description.facets import Surroundings, facets_of
from crdiff.changes.description.redline import pieces, redline, steps
from crdiff.changes.description.tidying import tidied
from crdiff.changes.proof.explaining import explain
from crdiff.changes.proof.rewriting import Rewriter
from crdiff.changes.proof.steps import Step
from crdiff.changes.text_pair import TextPair


class Description(Struct, frozen=True):
    """How one pair of texts differs. `proof` is None where known means do not make the new text of the old one.

    `rewordings`: indices of the rewordings that were met.
    """

    redline: tuple[Segment, ...]
    facets: frozenset[Facet] = frozenset()
    proof: tuple[Step, ...] | None = ()
    remarks: tuple[str, ...] = ()
    rewordings: frozenset[int] = frozenset()


def describe_kept(text: str) -> Description:
    """Return the description of a text that did not change."""
    return Description((Segment(Op.KEPT, text),) if text else ())


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
