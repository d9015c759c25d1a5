"""What texts quote, as Markdown that fits a comment on a pull request."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from crdiff.identify.identified import Identified, IdentifiedClause
from crdiff.reports.diff_markdown import LIMIT, escaped, escaped_line, quoted, that_fit
from crdiff.reports.identified import (
    IdentifiedDocument,
    days_text,
    fate_of_words,
    how_quoted,
    misprint_text,
    name_of,
    slip_text,
    slips_redline,
    stated_text,
    today_redline,
    verdict,
)
from crdiff.reports.phrases import counted

_CLOSING_ROOM = 300
"""Bytes kept free for the line that counts what did not fit."""
_CONTEXT = 12
"""Unchanged words shown on each side of a difference."""


def identified_markdown(documents: Sequence[IdentifiedDocument], limit: int = LIMIT) -> str:
    """Return the verdict and the clauses of each document, at most `limit` bytes of UTF-8 long."""
    blocks = [block for document in documents for block in _blocks(document)]
    taken = that_fit(blocks, limit - _CLOSING_ROOM)
    if len(taken) < len(blocks):
        left_out = counted(len(blocks) - len(taken), "paragraph")
        taken = [*taken, f"*{left_out} left out, because a comment holds {limit:,} bytes.*"]
    return "\n\n".join(taken) + "\n"


def _blocks(document: IdentifiedDocument) -> Iterator[str]:
    yield f"## {escaped_line(document.name)}"
    yield escaped(verdict(document.found))
    for passage in document.found.passages:
        yield f"### As in force {days_text(document.found.days(passage.spans))}"
        for one in passage.quotations:
            yield from _clause(one, document.found)


def _clause(one: IdentifiedClause, found: Identified) -> Iterator[str]:
    said = [slip_text(slip) for slip in one.slips] + [misprint_text(each) for each in one.misprints]
    said += [stated] if (stated := stated_text(one, found)) else []
    lines = [f"**{escaped(name_of(one))}**, line {one.line}{how_quoted(one)}: {fate_of_words(one)}"]
    yield "\n".join((*lines, *(f"- {escaped(each)}" for each in said)))
    for head, redline in (("The rules, and the page:", slips_redline(one)), ("Then, and today:", today_redline(one))):
        if redline:
            yield f"{head}\n\n{quoted(redline, _CONTEXT)}"
