"""Clauses that hold the words searched for, as text and as ``crdiff.search/1``."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from crdiff.history.news import Hit
from crdiff.reports import terminal
from crdiff.reports.history_text import period
from crdiff.reports.indented import indented
from crdiff.reports.style import PLAIN, Style

SCHEMA = "crdiff.search/1"
_INDENT = "    "


def search_text(words: str, hits: Sequence[Hit], style: Style = PLAIN, *, where: str = "looked at") -> str:
    """Return a block for each hit: its number, when it held the words, the passage; `where` was searched."""
    if not hits:
        return f"No clause {where} contains {words}.\n"
    lines: list[str] = []
    for hit in hits:
        title = hit.title if hit.part == "rules" else "(glossary)"
        head = f"{terminal.bold(str(hit.number), style.colour)} {title}".rstrip()
        lines.append(f"{head}  {period(hit.first, hit.last).rstrip()}")
        lines += (f"{_INDENT}{line}" for line in wrap(hit.excerpt, style.width - len(_INDENT)))
    return "".join(f"{line}\n" for line in lines)


def hits_to_json(words: str, hits: Sequence[Hit]) -> bytes:
    """Return what `Corpus.search` found as UTF-8 JSON, as ``search`` does: the `words` asked for and the `hits`."""
    rows = [
        {
            "part": hit.part,
            "number": str(hit.number),
            "lineage": hit.lineage,
            "from": hit.first,
            "to": hit.last,
            "title": hit.title,
            "excerpt": hit.excerpt,
        }
        for hit in hits
    ]
    return indented(SCHEMA, {"words": words, "hits": rows})
