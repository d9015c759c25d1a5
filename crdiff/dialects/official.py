"""The official text, 1999 to today: numbered paragraphs between an introduction and a glossary."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from crdiff.dialects.build import Draft, grow
from crdiff.errors import UnrecognisedText
from crdiff.model.number import ClauseNumber
from crdiff.model.placement import Span
from crdiff.model.release import GlossaryEntry, Paragraph, Release, Source
from crdiff.text.normalise import squeeze

_HEADING = re.compile(r"([1-9]|\d{3})\.\s+(\S.*)")
_NUMBERED = re.compile(r"(\d{3}\.\s?\d{1,3}[a-z]{0,2}\.?|\d{3}\.[a-z]\.?)(?:\s+(.*)|$)")
_EXAMPLE = re.compile(r"examples?:", re.IGNORECASE)
_RULER = re.compile(r"[-=]{5,}")
_DATE = re.compile(r"(?:current|effective) as of\s+([A-Z][a-z]+ \d{1,2}, \d{4})|COMPREHENSIVE RULES\s+(\d\d/\d\d/\d\d)")
_WRAP = 115


@dataclass(frozen=True, slots=True)
class _Block:
    """A paragraph as read: joined text, first and last line from 1, whether a blank line precedes it."""

    text: str
    first: int
    last: int
    apart: bool


def parse(text: str, source: Source) -> Release:
    """Return the release that `text` prints. Raises `UnrecognisedText` where it has no numbered rules."""
    blocks = list(_blocks(text.split("\n")))
    start = _body_start(blocks)
    glossary_at = _last_heading(blocks, "glossary", start, len(blocks))
    credits_at = _last_heading(blocks, "credits", glossary_at, len(blocks))
    tree = grow(_drafts(blocks[start:glossary_at]))
    contents_at = next((i for i, block in enumerate(blocks[:start]) if block.text.lower() == "contents"), start)
    return Release(
        effective=_effective(text),
        title=squeeze(blocks[0].text.replace("_", "")),
        sections=tree.sections,
        placements=tree.placements,
        source=source,
        glossary=tuple(_glossary(blocks[glossary_at + 1 : credits_at])),
        front=_paragraphs(blocks[:contents_at]),
        contents=_paragraphs(blocks[contents_at:start]),
        credits=_paragraphs(blocks[credits_at:]),
        findings=tree.findings,
    )


def _effective(text: str) -> date | None:
    match = _DATE.search(text)
    if not match:
        return None
    if match[1]:
        return datetime.strptime(match[1], "%B %d, %Y").date()
    return datetime.strptime(match[2], "%m/%d/%y").date()


def _is_wrapped(lines: Sequence[str]) -> bool:
    return all(len(line) <= _WRAP for line in lines)


def _blocks(lines: Sequence[str]) -> Iterator[_Block]:
    wrapped = _is_wrapped(lines)
    held: list[str] = []
    first = 0
    apart = True
    for number, line in enumerate(lines, 1):
        bare = squeeze(line)
        if _RULER.fullmatch(bare):
            bare = ""
        joins = wrapped and held and bare and not _EXAMPLE.match(bare) and not _HEADING.fullmatch(bare) and not line.startswith("     ")
        if held and not joins:
            yield _Block(" ".join(held), first, number - 1, apart)
            apart = False
            held = []
        if not bare:
            apart = True
            continue
        if not held:
            first = number
        held.append(bare)
    if held:
        yield _Block(" ".join(held), first, len(lines), apart)


def _body_start(blocks: Sequence[_Block]) -> int:
    rule = next((i for i, block in enumerate(blocks) if _NUMBERED.match(block.text)), None)
    if rule is None:
        raise UnrecognisedText("no numbered rules found", "lines such as '100.1. These rules…'")
    start = rule
    while start and _HEADING.fullmatch(blocks[start - 1].text) and rule - start < 2:
        start -= 1
    return start


def _last_heading(blocks: Sequence[_Block], word: str, start: int, default: int) -> int:
    at = [i for i in range(start, len(blocks)) if blocks[i].text.lower() == word]
    return at[0] if at else default


def _drafts(blocks: Sequence[_Block]) -> list[Draft]:
    drafts: list[Draft] = []
    for block in blocks:
        numbered = _NUMBERED.match(block.text) if block.apart else None
        heading = None if numbered else _HEADING.fullmatch(block.text) if block.apart else None
        if numbered:
            number = ClauseNumber.parse(numbered[1])
            body = numbered[2] or ""
            is_title = not number.letter and _looks_like_title(body)
            drafts.append(Draft(number, numbered[1], body if is_title else "", [] if is_title or not body else [body], [], block.first, block.last))
        elif heading:
            drafts.append(Draft(ClauseNumber.parse(heading[1]), heading[1] + ".", heading[2], [], [], block.first, block.last))
        elif drafts:
            draft = drafts[-1]
            if _EXAMPLE.match(block.text):
                draft.examples.append(block.text)
            elif draft.examples:
                draft.examples[-1] += "\n" + block.text
            else:
                draft.paragraphs.append(block.text)
            draft.last = block.last
    return drafts


def _looks_like_title(text: str) -> bool:
    return text[-1:].isalnum() and len(text.split()) <= 8


def _glossary(blocks: Sequence[_Block]) -> Iterator[GlossaryEntry]:
    term: _Block | None = None
    body: list[_Block] = []
    for block in blocks:
        if block.apart:
            if term:
                yield _entry(term, body)
            term, body = block, []
        else:
            body.append(block)
    if term:
        yield _entry(term, body)


def _entry(term: _Block, body: Sequence[_Block]) -> GlossaryEntry:
    last = body[-1].last if body else term.last
    return GlossaryEntry(term.text, "\n".join(block.text for block in body), Span(term.first, last + 1))


def _paragraphs(blocks: Sequence[_Block]) -> tuple[Paragraph, ...]:
    return tuple(Paragraph(block.text, Span(block.first, block.last + 1)) for block in blocks)
