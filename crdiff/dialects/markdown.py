"""A page in Markdown: numbers in bold, subrules as nested lists, examples indented as code.

The only module that imports mistune, and only when a Markdown page is read. Its tokens become blocks of plain text
here; it keeps no line numbers, so the line of a block is found again in the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec import Struct

from crdiff.dialects.evidence import Evidence
from crdiff.dialects.excerpt import EXAMPLE, LABEL, QuotedPage
from crdiff.model.release import AsideKind, Release, Source
from crdiff.text.normalise import squeeze

_NUMBERED = re.compile(rf"{LABEL}\s+(?P<text>\S.*)", re.DOTALL)
_BOLD_NUMBER = re.compile(rf"^[ \t>#+*-]*(?:\[[ xX]\][ \t]+)?\*\*{LABEL}\*\*\s", re.MULTILINE)
_QUOTED_NUMBER = re.compile(rf"^[ \t]*>[ \t>]*{LABEL}\s", re.MULTILINE)
_NUMBER_ON_A_LINE = re.compile(rf"\n(?={LABEL.replace('?P<label>', '?:')}\s)")
_TASK = re.compile(r"^\[[ xX]\]\s+")
_MARKUP = re.compile(r"[*_`#>+\\\s-]")
_LEAVES = frozenset({"paragraph", "block_text", "heading"})
_CODE = frozenset({"block_code", "block_html"})


def evidence(text: str) -> Evidence:
    """Count the lines that open with a number in bold, or with a number in a quotation block."""
    count = len(_BOLD_NUMBER.findall(text)) if "**" in text else 0
    quoted = len(_QUOTED_NUMBER.findall(text)) if ">" in text else 0
    reasons = [f"{count} numbers in bold (**…**) at the head of a line"] if count or not quoted else []
    reasons += [f"{quoted} numbers at the head of a quoted line (> …)"] if quoted else []
    return Evidence(count + quoted, ", ".join(reasons))


def parse(text: str, source: Source) -> Release:
    """Return the rules that the page quotes; paragraphs without a number are its own prose."""
    import mistune

    page = QuotedPage()
    lines = _Lines(text)
    tokens, _ = mistune.create_markdown(renderer=None).parse(text)
    for block in _flatten(tokens if isinstance(tokens, list) else [], 0):
        _read(page, block, lines.find(block.text))
    return page.release(source)


class _Block(Struct, frozen=True):
    """A paragraph of plain text; `depth` says in how many lists it stands."""

    text: str
    depth: int


def _read(page: QuotedPage, block: _Block, at: int) -> None:
    numbered = _NUMBERED.fullmatch(block.text)
    if numbered:
        page.add_clause(numbered["label"], numbered["text"], at)
    elif EXAMPLE.match(block.text):
        page.add_example(block.text, at)
    elif block.depth and page.drafts:
        page.add_paragraph(block.text, at)
    else:
        page.add_aside(AsideKind.PROSE, block.text, at)


def _flatten(tokens: Iterable[dict[str, Any]], depth: int) -> Iterator[_Block]:
    for token in tokens:
        kind = token["type"]
        if kind in _LEAVES:
            parts = _NUMBER_ON_A_LINE.split(_inline(token["children"]))
            yield from (_Block(_TASK.sub("", squeeze(part), count=1), depth) for part in parts)
        elif kind in _CODE:
            yield from (_Block(squeeze(part), depth) for part in re.split(r"\n\s*\n", token["raw"]) if part.strip())
        elif kind == "list":
            yield from _list(token, depth + 1)
        else:
            yield from _flatten(token.get("children", ()), depth)


def _list(token: dict[str, Any], depth: int) -> Iterator[_Block]:
    """Yield the items. "718. Heading" is an ordered list to Markdown, which keeps only the first number."""
    attributes = token["attrs"]
    first = attributes.get("start", 1)
    for index, item in enumerate(token["children"]):
        blocks = list(_flatten(item["children"], depth))
        if attributes["ordered"] and blocks:
            blocks[0] = _Block(f"{first + index}. {blocks[0].text}", depth)
        yield from blocks


def _inline(tokens: Sequence[dict[str, Any]]) -> str:
    return "".join(_inline(token["children"]) if "children" in token else token.get("raw", "\n") for token in tokens)


class _Lines:
    """Finds the line at which a block begins, reading forward through the text."""

    def __init__(self, text: str) -> None:
        self._bare = [_MARKUP.sub("", line) for line in text.split("\n")]
        self._at = 0

    def find(self, block: str) -> int:
        """Return the line from 1 of the next line that `block` begins with, or where the search stands."""
        wanted = _MARKUP.sub("", block)
        for index in range(self._at, len(self._bare)):
            if self._bare[index] and wanted.startswith(self._bare[index]):
                self._at = index + 1
                return index + 1
        return max(self._at, 1)
