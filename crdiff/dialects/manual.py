"""Manuals: numbered headings over paragraphs without numbers, as Magic's tournament documents have them.

A paragraph is called by its heading and its place under it: ``2.5 ¶3``. Headings are those that the contents list, if
there are contents, and lines in their form whose number can follow the last one: a numbered list within a paragraph
looks much the same. What stands before the first heading is the introduction, what follows an appendix's heading is no
rule.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from crdiff.dialects.blocks import TextBlock, said_lines
from crdiff.dialects.build import Draft, grow
from crdiff.dialects.official import as_paragraphs, read_date
from crdiff.errors import UnrecognisedText
from crdiff.model.book import Headings
from crdiff.model.number import ClauseNumber, first_number, next_number
from crdiff.model.release import Release, Source

# The dots of the contents, and the numbers of pages after them.
_LEADERS = re.compile(r"\s*\.{4,}\s*(?:[0-9]+(?![.0-9])\s*)*")
_ENDED = re.compile(r"[.!?:;,][”\"’')]*$")
# Characters of a title: "Game Play Error — Failure to Maintain Game State".
_TITLE_MAX = 110
# How many subsections a text may leave out: 4.4 of the penalty guide of 2010-01-01 is missing.
_SKIPPED_MAX = 3
# What follows a heading that a sentence cites: "(see section 2.12 – Electronic Devices).".
_GOES_ON = re.compile(r"\s*[^\sA-Z“\"•]")
# The least section of a book that numbers its sections by tens, "10. Format" and "100. Deck Problems": such numbers
# follow any smaller one.
_FLAT_MIN = 10


# The day from which a manual holds, or that of its last update; on a line of its own or behind the title.
_DATED = re.compile(r"\bEffective[ —–-]+(?:.*\bupdated )?([A-Z][a-z]+ [0-9]{1,2}, [0-9]{4})")
_PAIRS = (("(", ")"), ("“", "”"))
# What stands before an item of a list that a document has on one line with the item before.
_ITEM = re.compile(r"\s+(?=• )")


class _Heading(NamedTuple):
    """A heading, and where it stands in its paragraph."""

    number: ClauseNumber
    title: str
    start: int
    stop: int


def parse(
    text: str, source: Source, numbers: type[ClauseNumber], furniture: Iterable[str], titles: Headings
) -> Release:
    """Return the release that a manual prints in such `numbers`, without the lines that match a pattern of `furniture`.

    What follows the rules begins with one of `titles`. Raises `UnrecognisedText` where no numbered heading is there.
    """
    boxed = re.compile(titles.boxed or "(?!)")
    said = ((at, part) for at, bare in said_lines(text, furniture) for part in boxed.split(bare) if part)
    lines = [TextBlock(part, at, at, apart=True) for at, part in said]
    contents = [line for line in lines if _LEADERS.search(line.text)]
    headings = _Headings(numbers, contents)
    body = _whole_items(part for line in lines if (part := _without_contents(line, headings)))
    begin = headings.begin(body)
    opened = (at for at, block in enumerate(body[:begin]) if block.text.lower().startswith(titles.contents))
    listed = next(opened, begin)
    behind = (at for at in range(begin + 1, len(body)) if body[at].text.lower().startswith(titles.after))
    end = next((at for at in behind if _looks_like_title(body[at].text)), len(body))
    tree = grow([draft for block in body[begin:end] for draft in headings.read(block)])
    front = body[:listed]
    dated = (found for block in front if (found := _DATED.search(block.text)))
    return Release(
        effective=next((read_date(found[1]) for found in dated), None),
        title=_DATED.split(front[0].text)[0].strip() if front else "",
        sections=tree.sections,
        placements=tree.placements,
        source=source,
        front=as_paragraphs(front),
        contents=as_paragraphs(contents + body[listed:begin]),
        credits=as_paragraphs(body[end:]),
        findings=tree.findings,
    )


def _without_contents(line: TextBlock, headings: _Headings) -> TextBlock | None:
    """Return what stands behind the contents in a paragraph, all of it where they are not in it; None for nothing."""
    parts = _LEADERS.split(line.text)
    if len(parts) == 1 or headings.opening(parts[-1]):
        return TextBlock(parts[-1], line.first, line.last, line.apart, line.indent)
    return None


def _whole_items(blocks: Iterable[TextBlock]) -> list[TextBlock]:
    """Return the blocks, those joined that a column breaks within a bracket or a quotation of an item of a list."""
    found: list[TextBlock] = []
    for block in blocks:
        if found and any(_is_left_open(found[-1].text, *pair) and pair[1] in block.text for pair in _PAIRS):
            found[-1] = replace(found[-1], text=f"{found[-1].text} {block.text}", last=block.last)
        else:
            found.append(block)
    return found


def _is_left_open(item: str, opened: str, closed: str) -> bool:
    return item.startswith("• ") and item.count(opened) > item.count(closed)


def _looks_like_title(text: str) -> bool:
    return len(text) <= _TITLE_MAX and not _ENDED.search(text) and text[0].isupper()


def _as_listed(number: ClauseNumber, found: re.Match[str]) -> _Heading:
    return _Heading(number, found[0].partition(" ")[2], found.start(), found.end())


class _Headings:
    """The headings of a manual: those in its contents by their numbers, and how far its text was read."""

    def __init__(self, numbers: type[ClauseNumber], contents: Iterable[TextBlock]) -> None:
        of = numbers.grammar
        self._numbers = numbers
        self._form = re.compile(rf"({of.subsection}(?=[. ])|{of.section}(?={of.stop} )){of.stop}?\s+(\S.*)")
        self._listed: dict[ClauseNumber, re.Pattern[str]] = {}
        entries = (entry for block in contents for entry in _LEADERS.split(block.text)[:-1])
        for found in filter(None, map(self._form.fullmatch, entries)):
            number, title = numbers.parse(found[1]), r"\W+".join(map(re.escape, re.findall(r"\w+", found[2])))
            form = rf"(?<![\w.]){re.escape(found[1])}\.?\s+\W*{title}(?!\w)"
            also = self._listed.get(number)
            self._listed[number] = re.compile(f"{form}|{also.pattern}" if also else form, re.IGNORECASE)
        self._last: ClauseNumber = numbers((0,))
        self._paragraph: ClauseNumber | None = None

    def opening(self, text: str) -> _Heading | None:
        """Return the heading that opens a paragraph, whether or not its number can follow the last one."""
        found = self._form.fullmatch(text)
        if not found:
            return None
        number = self._numbers.parse(found[1])
        if listed := self._listed.get(number):
            as_listed = listed.match(text)
            return _as_listed(number, as_listed) if as_listed else None
        return _Heading(number, found[2], 0, len(text)) if _looks_like_title(found[2]) else None

    def begin(self, body: Sequence[TextBlock]) -> int:
        """Return the place of the first heading: contents without dots list it before."""
        opened = [(at, found) for at, block in enumerate(body) if (found := self.opening(block.text))]
        if not opened:
            raise UnrecognisedText("no numbered headings found", "lines such as '1.1 Tournament Types'")
        first = opened[0][1]
        begun = [(each.number, each.title.lower()) == (first.number, first.title.lower()) for _, each in opened]
        at = len(opened) - 1 - begun[::-1].index(True)
        while at and opened[at - 1][1].number < opened[at][1].number:  # the line of the contents began with their title
            at -= 1
        return opened[at][0]

    def read(self, block: TextBlock) -> Iterator[Draft]:
        """Yield the headings and the paragraphs of a block."""
        text, begun = block.text, 0
        while heading := self._next_in(text, begun):
            yield from self._paragraphs(text[begun : heading.start], block)
            self._last, begun = heading.number, heading.stop
            self._paragraph = None
            yield Draft(heading.number, str(heading.number), heading.title, [], [], block.first, block.last)
        yield from self._paragraphs(text[begun:], block)

    def _next_in(self, text: str, begun: int) -> _Heading | None:
        """Return the heading that opens a block, or the next one listed where it stands within: a page began there."""
        if not begun and (heading := self.opening(text)) and self._may_follow(heading.number):
            return heading
        later = next((each for each in self._listed.items() if each[0] > self._last), None)
        found = later[1].search(text, begun) if later else None
        is_cited = found is not None and _GOES_ON.match(text, found.end()) is not None
        return _as_listed(later[0], found) if later and found and not is_cited else None

    def _may_follow(self, number: ClauseNumber) -> bool:
        """Whether a heading with this number can come next."""
        if number <= self._last:
            return False
        if number.is_section:
            return number.path[0] == self._last.path[0] + 1 or number.path[0] >= _FLAT_MIN or number in self._listed
        before = self._last.path[1] if len(self._last.path) > 1 else 0
        return number.section == self._last.section and number.path[1] <= before + _SKIPPED_MAX

    def _paragraphs(self, text: str, block: TextBlock) -> Iterator[Draft]:
        """Yield the paragraphs that are left of a block under the last heading, an item of a list each."""
        for bare in filter(None, _ITEM.split(text.strip())):
            self._paragraph = next_number(self._paragraph) if self._paragraph else first_number(self._last)
            yield Draft(self._paragraph, str(self._paragraph), "", [bare], [], block.first, block.last)
