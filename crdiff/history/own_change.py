"""The change of one clause alone, of a change in which text went from clause to clause."""

from __future__ import annotations

from msgspec import structs

from crdiff.changes.as_printed import compare_as_printed
from crdiff.changes.change import Change
from crdiff.history.lineage import Number_co, Worded


def own_change(before: Worded[Number_co] | None, worded: Worded[Number_co]) -> Change | None:
    """Return the change that brought a wording, with the redline of this clause where it gave or took text.

    The change of a split or a merger is that of all their text, wherever it stands now. `before` is the wording before.

    Source: 117.1 of 2009-10-01 gave its second sentence to 117.1a: nothing but marks differs in both together.
    """
    change = worded.change
    if change is None or before is None or not (worded.is_parted and before.is_held and worded.is_held):
        return change
    text = next(compare_as_printed(before.wording, (), worded.wording, ()))
    return structs.replace(change, redline=text.segments, facets=worded.own_facets, summary="")
