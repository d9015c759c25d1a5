"""Lines to paragraphs: which line breaks of an official text are breaks, and which only wrap a paragraph.

Most releases print a paragraph per line. Two ways of wrapping exist: 2001-07-23, 2002-02-20 and 2003-10-01 to
2004-02-01 leave the space at which a line was broken at its end; 1999-04-23 fills lines up to a column. What a
paragraph is (a clause, an example, a term) is decided by others.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from crdiff.model.number import NUMBERS, NumberGrammar
from crdiff.text.normalise import squeeze

_STARTS_ITEM = re.compile(r"[0-9]{1,2}[.)] \S")
_DASHES = (" -", " –", " —", " --")
_RULER = re.compile(r"[-=_*]{5,}")
_LOST_BREAK = re.compile(r"([A-Z][A-Za-z /-]{1,40}[a-z])(1\. .+)")
# Characters of the longest label: "704.5aa. ".
_LABEL_MAX = 9
# Characters before the numbered sense of a term on the same line.
_TERM_MAX = 44
# Characters of a line that nothing wrapped: one such line in twenty shows a text with a paragraph per line.
_UNWRAPPED_MIN = 130
# Characters of a line that may go on in the next one; a shorter one ended by itself.
_BROKEN_MIN = 50


@cache
def starts_example(grammar: NumberGrammar) -> re.Pattern[str]:
    """Return what an example begins with."""
    return re.compile(f"{grammar.examples}:")


class TextBlock(Struct, frozen=True):
    """A paragraph: its text, its first and last line from 1.

    `apart` says whether a blank line or a ruler stands before it, `indent` how many columns its first line is moved in.
    """

    text: str
    first: int
    last: int
    apart: bool = False
    indent: int = 0


def said_lines(text: str, furniture: Iterable[str] = ()) -> Iterator[tuple[int, str]]:
    """Yield each line of `text` that says something, squeezed, with its number from 1.

    `furniture` are the patterns of whole lines that pages repeat, which are left out.
    """
    repeated = re.compile("|".join(furniture) or "(?!)")
    for number, line in enumerate(text.split("\n"), 1):
        if (bare := squeeze(line)) and not repeated.fullmatch(bare):
            yield number, bare


def read_blocks(text: str, grammar: NumberGrammar = NUMBERS) -> list[TextBlock]:
    """Return the paragraphs of `text` in order: white space squeezed, wrapped lines joined, rulers left out.

    A label printed without a space after it gets one ("305.3.After", 1999-04-23), and a numbered sense printed on the
    line of its term gets a line of its own ("Ability1. Text on an object", 2021-06-18).
    """
    lines = text.split("\n")
    tight_label = re.compile(rf"({grammar.dotted}\.)(?=[A-Z“\"])")
    goes_on = _wrapping(lines, starts_example(grammar))
    has_odd_spaces = "\t" in text or "\u00a0" in text
    blocks: list[TextBlock] = []
    apart, previous = True, ""
    for number, line in enumerate(lines, 1):
        bare = line.strip()
        if not bare or (bare[0] in "-=_*" and _RULER.fullmatch(bare)):
            apart = True
            continue
        if "  " in bare or has_odd_spaces:
            bare = squeeze(bare)
        if not apart and goes_on(previous, line):
            blocks[-1] = _joined(blocks[-1], bare, number, previous)
        elif "1. " in bare[:_TERM_MAX] and (found := _LOST_BREAK.fullmatch(bare)):
            blocks += TextBlock(found[1], number, number, apart, _indent(line)), TextBlock(found[2], number, number)
        else:
            if grammar.may_open(bare) and " " not in bare[:_LABEL_MAX]:
                bare = tight_label.sub(r"\1 ", bare, count=1)
            blocks.append(TextBlock(bare, number, number, apart, 0 if line[0] > " " else _indent(line)))
        apart, previous = False, line
    return blocks


def _joined(block: TextBlock, bare: str, number: int, previous: str) -> TextBlock:
    """Return `block` with one more line; nothing goes between the parts of a hyphenated or dashed word.

    A dash that stands alone at the end of a line keeps its space ("Forecast —"), the minus of "-1/-1" has none.
    """
    stands_alone = previous.endswith(_DASHES) and not bare[0].isdigit()
    gap = "" if previous[-1] in "-–—/" and not stands_alone else " "
    return replace(block, text=f"{block.text}{gap}{bare}", last=number)


def _wrapping(lines: Sequence[str], example: re.Pattern[str]) -> Callable[[str, str], bool]:
    """Return the test whether a line goes on in the next one, chosen by evidence.

    Lines that begin in lower case after a long line show that a text is wrapped; where those lines end shows how.
    """
    if sum(len(line) > _UNWRAPPED_MIN for line in lines) * 20 > len(lines):
        return _continues
    broken = [before for before, line in pairwise(lines) if line[:1].islower() and len(before) >= _BROKEN_MIN]
    if len(broken) * 20 < sum(1 for line in lines if line.strip()):
        return _continues
    if sum(before[-1] in " -–—/" for before in broken) * 10 >= len(broken) * 9:
        return partial(_continues_after_space, example)
    lengths = sorted(len(before.rstrip()) for before in broken)
    width = lengths[len(lengths) * 49 // 50]
    return partial(_continues_past, width, example)


def _continues(before: str, line: str) -> bool:
    """Whether a line is the rest of the one before it where paragraphs are not wrapped: a break that slipped in.

    Source: 2003-05-26 breaks 217.6b after "the text of the ability", 1999-11-01 breaks a paragraph under Color.
    """
    first = line[0]
    return (
        first.islower()
        and len(before) >= _BROKEN_MIN
        and (before.rstrip()[-1].islower() or before.rstrip()[-1] in ",®")
    )


def _continues_after_space(example: re.Pattern[str], before: str, line: str) -> bool:
    """Whether `before` ends where its wrapping left a space or broke a compound word."""
    if line[0] == " " or _starts_anew(before, line, example):
        return False
    return before[-1] in " -–—/" and len(before) + len(line.split(None, 1)[0]) >= _BROKEN_MIN


def _continues_past(width: int, example: re.Pattern[str], before: str, line: str) -> bool:
    """Whether the first word of `line` had no room left in `before`, or `before` is long and shows that more comes.

    Source: 1999-04-23 keeps "rule 408" on one line, so 420.3 breaks early, after "(see".
    """
    bare, end = line.lstrip(), before.rstrip()
    if _starts_anew(end, bare, example) or _indent(line) > _indent(before) + 2:
        return False
    if len(end) + 1 + len(bare.split(None, 1)[0]) > width:
        return True
    return len(end) >= _BROKEN_MIN and (bare[0].islower() or before[-1] in " ,;(-" or end[-1].isalnum())


def _starts_anew(before: str, line: str, example: re.Pattern[str]) -> bool:
    """Whether `line` is an example, or an item of a numbered list after a full sentence."""
    if example.match(line):
        return True
    return line[0].isdigit() and before.rstrip()[-1] in '.:)”"' and _STARTS_ITEM.match(line) is not None


def _indent(line: str) -> int:
    """Return how many columns a line is moved in; a tab goes to the next multiple of four."""
    columns = line.expandtabs(4)
    return len(columns) - len(columns.lstrip())
