"""Text as ``pdftotext -layout`` gives it: paragraphs from lines that are moved in, without what every page repeats.

A paragraph begins with the label of a clause, with an example or with a heading; all other lines go on with the one
before. A label is one only where its number can follow the last one, since a line may begin with a number that the text
cites. In the glossary no blank line stands between entries: a short line without a full stop, after a sentence has
ended, is a term.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile

from crdiff.dialects.blocks import TextBlock, said_lines
from crdiff.dialects.clauses import labels_in
from crdiff.errors import UnrecognisedText
from crdiff.model.book import Headings
from crdiff.model.number import ClauseNumber, first_rule

# Characters of a term: "alter a starting hand", "Strength {S}"; the longest of Lorcana's has 34.
_TERM_MAX = 60
_ENDED = re.compile(r"[.!?:][”\"’')]*$")


def read_layout(
    text: str, numbers: type[ClauseNumber], furniture: Iterable[str], headings: Headings
) -> list[TextBlock]:
    """Return the paragraphs of `text`, whose clauses have such `numbers`, as an official text has them.

    `furniture` are the patterns of whole lines that pages repeat. The contents stand in columns: what they say is in
    the text as well. Raises `UnrecognisedText` where no clause is there.
    """
    tight = re.compile(rf"({numbers.grammar.number}\.)(?=[A-Z“])")  # "10.11.Singer", 2025-10-31
    lines = [(at, tight.sub(r"\1 ", bare) if tight.match(bare) else bare) for at, bare in said_lines(text, furniture)]
    begin = _begin(lines, numbers)
    front = takewhile(lambda line: not line[1].lower().startswith(headings.contents), lines[:begin])
    blocks = [TextBlock(bare, number, number, True, 0) for number, bare in front]
    return [*blocks, *_rules(lines[begin:], numbers, headings)]


def _begin(lines: Sequence[tuple[int, str]], numbers: type[ClauseNumber]) -> int:
    """Return where the first section begins: the contents have no rules, so that the first of these comes after it."""
    section = numbers((1,))
    rule = first_rule(numbers)
    opened = (at for at, (_, bare) in enumerate(lines) if bare.startswith(f"{rule}. "))
    first = next(opened, None)
    if first is None:
        raise UnrecognisedText("no numbered rules found", f"lines such as '{rule}. These rules…'")
    heads = (at for at in range(first, -1, -1) if lines[at][1].startswith(f"{section}. "))
    return next(heads, first)


def _rules(lines: Sequence[tuple[int, str]], numbers: type[ClauseNumber], headings: Headings) -> Iterator[TextBlock]:
    labels, last, glossary, after = labels_in(numbers), numbers((0,)), headings.glossary, headings.after
    opened: list[tuple[int, str]] = []
    is_glossary = is_after = is_term = False
    for number, bare in lines:
        is_heading = bare.lower() == glossary or bare.lower() in after
        found = None if is_glossary or is_after else labels.opening(bare)
        is_label = found is not None and _may_follow(last, found)
        is_below = last.is_heading and len(opened) == 1 and not is_glossary and len(opened[0][1]) <= _TERM_MAX
        was_ended = not opened or _ENDED.search(opened[-1][1]) is not None or is_term
        is_short = len(bare) <= _TERM_MAX and not _ENDED.search(bare)
        is_new_term = is_glossary and not is_term and was_ended and is_short
        if is_heading or is_label or is_after or is_term or is_new_term or is_below or labels.example.match(bare):
            yield from _joined(opened, apart=not is_glossary or is_term)
            opened = []
        opened.append((number, bare))
        last = found if is_label and found else last
        is_glossary = (is_glossary or bare.lower() == glossary) and bare.lower() not in after
        is_after = is_after or bare.lower() in after
        is_term = is_new_term
        if is_heading:
            yield from _joined(opened, apart=True)
            opened = []
    yield from _joined(opened, apart=not is_glossary)


def _may_follow(last: ClauseNumber, number: ClauseNumber) -> bool:
    """Whether a clause with this number can come next: after the last one, under it or under what that stands under."""
    above = number.parent
    return last < number and (above is None or last.within(above))


def _joined(lines: Sequence[tuple[int, str]], *, apart: bool) -> Iterator[TextBlock]:
    """Yield the paragraph that some lines make, if there are any."""
    if lines:
        text = " ".join(bare for _, bare in lines)
        yield TextBlock(text, lines[0][0], lines[-1][0], apart, 0)
