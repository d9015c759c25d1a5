"""Clauses that hold the words searched for, as text and as ``crdiff.search/1``."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import Literal

from msgspec import field

from crdiff.history.news import Hit
from crdiff.reports import terminal
from crdiff.reports.answer import AnswerRow, Day, Document, json_of, row_of
from crdiff.reports.history_text import period
from crdiff.reports.style import PLAIN, Style

_INDENT = "    "


class SearchHit(AnswerRow, frozen=True):
    """A wording that holds the words searched for."""

    part: Literal["rules", "glossary"]
    number: str
    """Of the clause at the end of the stretch, or the term."""
    lineage: str
    """Id of the lineage, such as 2003-10-01-507.3b; of an entry 1999-04-23-mana-burn."""
    first: Day = field(name="from")
    last: Day = field(name="to")
    title: str
    excerpt: str
    """The words found stand between [ and ]."""


class SearchAnswer(Document, frozen=True, tag="crdiff.search/1"):
    """Clauses that hold some words, as crdiff search --format json writes them."""

    main = "hits"
    words: str
    hits: tuple[SearchHit, ...]
    """Best first."""


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


def search_answer(words: str, hits: Sequence[Hit]) -> SearchAnswer:
    """Return what `Corpus.search` found: the `words` asked for and the `hits`."""
    return row_of(SearchAnswer, words=words, hits=hits)


def hits_to_json(words: str, hits: Sequence[Hit]) -> bytes:
    """Return the `hits` for `words` as UTF-8 JSON, as ``search`` does."""
    return json_of(search_answer(words, hits))
