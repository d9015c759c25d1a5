"""Where the parts of an official text begin and end: front matter, contents, rules, glossary, credits."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile

from msgspec import Struct

from crdiff.dialects.blocks import TextBlock
from crdiff.dialects.build import Draft
from crdiff.dialects.clauses import Labels, labels_in, opened_section, opens_rule
from crdiff.errors import UnrecognisedText
from crdiff.model.book import HEADINGS, Headings
from crdiff.model.number import ClauseNumber, first_number, first_rule

_LEADERS = re.compile(r"\.{4,}\s*[0-9]*$")


class Parts(Struct, frozen=True):
    """The paragraphs of each part in printed order; the heading "Glossary" itself is left out.

    `front` is the part before the rules without the contents: in 1999 the contents come first.
    """

    front: tuple[TextBlock, ...]
    contents: tuple[TextBlock, ...]
    rules: tuple[TextBlock, ...]
    glossary: tuple[TextBlock, ...]
    credits: tuple[TextBlock, ...]
    labels: Labels
    headings: Headings


def divide(
    blocks: Sequence[TextBlock], numbers: type[ClauseNumber] = ClauseNumber, headings: Headings = HEADINGS
) -> Parts:
    """Return the parts of a text. Raises `UnrecognisedText` where it has no numbered rules.

    The index of 1999, the credits and all addresses after them are one part, "credits": it begins at one of the
    `headings` after the rules.
    """
    labels = labels_in(numbers)
    start = _start_of_rules(blocks, labels)
    glossary = next((at for at in range(start, len(blocks)) if _is_heading(blocks[at], headings.glossary)), len(blocks))
    behind = start if glossary == len(blocks) else glossary + 1
    end = next((at for at in range(behind, len(blocks)) if _ends_the_glossary(blocks, at, headings.after)), len(blocks))
    if glossary + 1 == end:  # a heading with nothing under it
        end = glossary
    listed = _contents(blocks[:start], labels, headings)
    return Parts(
        front=tuple(block for at, block in enumerate(blocks[:start]) if at not in listed),
        contents=tuple(blocks[at] for at in listed),
        rules=tuple(blocks[start : min(glossary, end)]),
        glossary=tuple(blocks[glossary + 1 : end]),
        credits=tuple(blocks[end:]),
        labels=labels,
        headings=headings,
    )


def listed_heading(block: TextBlock) -> str:
    """Return a line of the contents without the dots and the page number that 1999-11-01 prints after it."""
    return _LEADERS.sub("", block.text)


def listed_parts(parts: Parts) -> Iterator[tuple[TextBlock, bool]]:
    """Yield each line of the contents other than sections and subsections, and whether the text has what it lists."""
    printed = {block.text.lower() for block in (*parts.front, *parts.credits)}
    if parts.glossary:
        printed.add(parts.headings.glossary)
    for block in parts.contents[1:]:
        heading = listed_heading(block)
        if not parts.labels.heading.fullmatch(heading):
            yield block, heading.lower() in printed


def missing_at_the_end(parts: Parts) -> tuple[str, ...]:
    """Return the parts listed last that the text does not have: it breaks off before them, as 2013-02-01 does.

    A part that is missing before one that is there was left out or never written: the text does not break off.
    """
    listed = list(listed_parts(parts))
    missing = list(takewhile(lambda part: not part[1], reversed(listed)))
    return tuple(listed_heading(block) for block, _ in reversed(missing))


def lacks_beginning(parts: Parts, drafts: Sequence[Draft]) -> bool:
    """Whether a text has a part that no excerpt has, but not the first rules: its carrier lost the beginning.

    Source: all 126 releases of 1999-04-23 to 2026-04-17 begin with section 1 and rule 100.
    """
    if not drafts or not (parts.contents or parts.glossary or parts.credits):
        return False
    first = parts.labels.numbers((1,))
    return drafts[0].number.subsection not in {first, first_number(first)}


def _start_of_rules(blocks: Sequence[TextBlock], labels: Labels) -> int:
    """Return where the rules begin: at the first rule, or at the headings that lead to it."""
    may_open = labels.numbers.grammar.may_open
    opening = (at for at, block in enumerate(blocks) if may_open(block.text) and opens_rule(block.text, labels))
    at = next(opening, None)
    subsection = None if at is None else labels.subsection_of(blocks[at].text)
    if at is None or subsection is None:
        sample = f"{first_rule(labels.numbers)}{'' if labels.numbers.grammar.mark else '.'}"
        raise UnrecognisedText("no numbered rules found", f"lines such as '{sample} These rules…'")
    above: ClauseNumber | None = subsection
    while above:
        is_headed = at and labels.is_headed(blocks[at - 1].text, above)
        if is_headed and (not above.is_section or opened_section(blocks, at - 1, labels)):
            at -= 1
        above = above.parent
    return at


def _is_heading(block: TextBlock, word: str) -> bool:
    return len(block.text) < 40 and block.text.lower() == word


def _ends_the_glossary(blocks: Sequence[TextBlock], at: int, after: Sequence[str]) -> bool:
    """Whether a part other than the glossary begins here; a term of the glossary has its text right after it."""
    heading = blocks[at].text.lower()
    if heading == "credits":
        return blocks[at].apart
    return heading in after and (at + 1 == len(blocks) or blocks[at + 1].apart)


def _contents(blocks: Sequence[TextBlock], labels: Labels, headings: Headings) -> range:
    """Return the place of the contents: from their heading to the last line that lists a heading."""
    start = next((at for at, block in enumerate(blocks) if _is_heading(block, headings.contents)), None)
    if start is None:
        return range(0)
    stop = start + 1
    while stop < len(blocks) and _is_listed(blocks[stop], labels, headings):
        stop += 1
    return range(start, stop)


def _is_listed(block: TextBlock, labels: Labels, headings: Headings) -> bool:
    heading = listed_heading(block)
    listed = ("introduction", headings.glossary, *headings.after)
    return labels.heading.fullmatch(heading) is not None or heading.lower() in listed
