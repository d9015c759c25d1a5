"""What a text quotes, with places in the source that the text was read out of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from crdiff.identify.identified import Identified, IdentifiedClause, Slip
from crdiff.text.source_text import SourceText


def located(found: Identified, source: SourceText) -> Identified:
    """Return what was found in the text of `source`, its lines, columns and characters being those of the source."""
    starts = [0, *(at + 1 for at, character in enumerate(source.text) if character == "\n")]
    passages = (
        replace(passage, quotations=tuple(_clause(one, source, starts) for one in passage.quotations))
        for passage in found.passages
    )
    return replace(found, passages=tuple(passages))


def _clause(one: IdentifiedClause, source: SourceText, starts: Sequence[int]) -> IdentifiedClause:
    start, stop = source.place(one.start), source.end(one.stop)
    slips = tuple(_slip(slip, source, starts) for slip in one.slips)
    last_line = source.line(max(start, stop - 1))
    return replace(one, start=start, stop=stop, slips=slips, line=source.line(start), last_line=last_line)


def _slip(slip: Slip, source: SourceText, starts: Sequence[int]) -> Slip:
    place = source.place(starts[slip.line - 1] + slip.column - 1)
    return replace(slip, line=source.line(place), column=source.column(place))
