"""Citations moved to another release, in edits after which nothing is left to edit."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from enum import StrEnum
from itertools import groupby
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from crdiff.annotate.cross_references import numbers_between
from crdiff.cite.checking import CheckedNumber, CheckedTree, CitingText, by_text
from crdiff.cite.citation import Spelling
from crdiff.cite.judging import Certainty, Verdict
from crdiff.cite.marks import pin_place
from crdiff.cite.spellings import ITEM, spelled_like
from crdiff.model.number import ClauseNumber
from crdiff.text.edit import TextEdit, edited
from crdiff.text.groups import grouped
from crdiff.text.hidden import shown_on_a_line

_SOURCES = (".rs", ".java", ".kt", ".scala", ".py", ".js", ".jsx", ".ts", ".tsx", ".go", ".c", ".h", ".cc", ".cpp")
_MORE = (".hpp", ".cs", ".rb", ".php", ".swift", ".lua", ".json", ".jsonl", ".toml", ".yaml", ".yml")
# Ends of names of files in which what stands in quotes is read by a program.
_IN_CODE = frozenset({*_SOURCES, *_MORE})
# What in the name of a file ends its quotes in a patch, or commands a runner that reads it.
_MISREAD = re.compile(rb'["\\]|#(?=#\w*\[)')
_OCTAL = re.compile(rb"[^ -~]|" + _MISREAD.pattern)
_COMMENTS = (b"//", b"#", b"/*", b"--")
# What begins a string that stands for itself.
_DOCSTRINGS = (b'"""', b"'''", b'r"""')
# What the address of a heading leaves out.
_NOT_IN_ADDRESS = re.compile(r"[^\w -]")
# Spellings that are edited; identifiers and addresses are names that others use.
_FOUND_AS_IT_IS = (Spelling.PREFIXED, Spelling.BARE)


class WhyLeft(StrEnum):
    """Why a citation that is no longer right was not edited."""

    SEVERAL = "what is cited is in several clauses, or in none"
    UNSURE = "perhaps written for another release"
    SLIP = "a slip, wrong already before the move: run the command again with --repair"
    MOVED = "no slip: run the command without --repair"
    NAME = "part of a name or an address"
    STRING = "inside a string that a program reads"
    PART = "beside another number it would say something else"
    RANGE = "the range no longer spans the same clauses"
    PIN = "another citation under the same pin is left"


class EditScope(NamedTuple):
    """Which citations are edited: those that are at least so certain, those in `strings` too.

    `repairs`: those that had the wrong number already in the release that the tree is written for; False: the others;
    None: both.
    """

    least: Certainty = Certainty.SURE
    strings: bool = False
    repairs: bool | None = False


MOVES = EditScope()


class CiteEdit(TextEdit[bytes], frozen=True):
    """An edit of citations: `numbers` were cited, `to` are cited afterwards; none of either where a pin is moved."""

    numbers: tuple[ClauseNumber, ...]
    to: tuple[ClauseNumber, ...]


class LeftCitation(Struct, frozen=True):
    """A citation that is no longer right and was not edited, and why."""

    checked: CheckedNumber
    why: WhyLeft


class TextUpdate(Struct, frozen=True):
    """What becomes of one text."""

    text: CitingText
    edits: tuple[CiteEdit, ...]
    left: tuple[LeftCitation, ...]

    @property
    def new(self) -> bytes:
        """The text after all edits."""
        return edited(self.text.text, self.edits)


def updates(tree: CheckedTree, day: date, *, asked: EditScope = MOVES) -> tuple[TextUpdate, ...]:
    """Return what becomes of each text in which a citation is no longer right at the release of `day`.

    A pin moves with all that it pins or not at all.
    """
    texts = (numbers for numbers in by_text(tree.numbers).values() if not numbers[0].text.is_frozen)
    found = (_update(numbers, day, asked) for numbers in texts)
    return tuple(update for update in found if update.edits or update.left)


def _update(numbers: Sequence[CheckedNumber], day: date, asked: EditScope) -> TextUpdate:
    edits: list[CiteEdit] = []
    left: list[LeftCitation] = []
    for pin, under in groupby(sorted(numbers, key=_pin_start), key=_pin_start):
        pinned = list(under)
        moved, stay = _edits(pinned, asked)
        if pin >= 0 and moved and stay:
            why = {id(each.checked): each.why for each in stay}
            wrong = [checked for checked in pinned if not checked.judgement.needs_nothing]
            moved, stay = [], [LeftCitation(checked, why.get(id(checked), WhyLeft.PIN)) for checked in wrong]
        elif pin >= 0 and moved:
            moved.append(CiteEdit(pin, pin + len(str(day)), str(day).encode(), (), ()))
        edits += moved
        left += stay
    return TextUpdate(
        numbers[0].text, tuple(sorted(edits)), tuple(sorted(left, key=lambda each: each.checked.item.start))
    )


def _pin_start(checked: CheckedNumber) -> int:
    """Return where the day stands to which a number is pinned, -1 where it is not."""
    text, group = checked.text, checked.group
    if group.pin:
        return text.text.index(group.pin.encode(), group.start)
    return -1 if text.written is None else pin_place(text.text)


def _edits(numbers: Sequence[CheckedNumber], asked: EditScope) -> tuple[list[CiteEdit], list[LeftCitation]]:
    """Return how numbers of a text are edited, and those that are left."""
    edits: list[CiteEdit] = []
    left: list[LeftCitation] = []
    for _, group in groupby(numbers, key=lambda checked: checked.group.start):
        before: ClauseNumber | None = None
        begun = len(edits)
        cited: set[ClauseNumber] = set()
        after: set[ClauseNumber] = set()
        for _, same in groupby(group, key=lambda checked: checked.item.start):
            item = list(same)
            cited.update(checked.number for checked in item)
            if all(checked.judgement.needs_nothing for checked in item) and not item[0].item.is_abbreviated:
                before = item[-1].number
                after.update(checked.number for checked in item)
                continue
            why = _why_left(item, asked)
            if why:
                left += [LeftCitation(checked, why) for checked in item if not checked.judgement.needs_nothing]
            to = tuple(checked.number for checked in item) if why else _targets(item)
            new = None if why and not item[0].item.is_abbreviated else _printed(item[0], to, before)
            if new is None and not why:
                left += [LeftCitation(checked, WhyLeft.RANGE) for checked in item]
                to = tuple(checked.number for checked in item)
            elif new is not None and new != _old(item[0]):
                at = item[0].item
                edits.append(CiteEdit(at.start, at.stop, new, tuple(each.number for each in item), to))
            before = to[-1]
            after.update(to)
        made = edits[begun:]
        if len(after) < len(cited) or any(edit.numbers == edit.to for edit in made):
            left += [LeftCitation(checked, WhyLeft.PART) for checked in _edited_by(numbers, made)]
            del edits[begun:]
    return edits, left


def _edited_by(numbers: Iterable[CheckedNumber], edits: Iterable[CiteEdit]) -> Iterator[CheckedNumber]:
    """Yield the numbers that edits give another."""
    starts = {edit.start for edit in edits if edit.numbers != edit.to}
    return (checked for checked in numbers if checked.item.start in starts and not checked.judgement.needs_nothing)


def _why_left(item: Sequence[CheckedNumber], asked: EditScope) -> WhyLeft | None:
    """Return why an item is not edited, None where it is or needs not be."""
    wrong = [checked for checked in item if not checked.judgement.needs_nothing]
    if not wrong:
        return None
    if any(checked.judgement.verdict not in {Verdict.MOVED, Verdict.REUSED} for checked in wrong):
        return WhyLeft.SEVERAL
    if any(not is_certain(checked, asked.least) for checked in wrong):
        return WhyLeft.UNSURE
    if asked.repairs is not None and any(checked.is_slip != asked.repairs for checked in wrong):
        return WhyLeft.MOVED if asked.repairs else WhyLeft.SLIP
    text, at = item[0].text, item[0].item.start
    if item[0].group.spelling not in _FOUND_AS_IT_IS or _names_an_address(text, at):
        return WhyLeft.NAME
    return WhyLeft.STRING if not asked.strings and is_in_string(text, at) else None


def is_certain(checked: CheckedNumber, least: Certainty) -> bool:
    """Whether a judgement is at least so certain."""
    return checked.certainty is Certainty.SURE or checked.certainty is least


def _targets(item: Sequence[CheckedNumber]) -> tuple[ClauseNumber, ...]:
    return tuple(
        checked.number if checked.judgement.needs_nothing else checked.judgement.numbers[0] for checked in item
    )


def _old(checked: CheckedNumber) -> bytes:
    return checked.text.text[checked.item.start : checked.item.stop]


def _printed(checked: CheckedNumber, to: tuple[ClauseNumber, ...], before: ClauseNumber | None) -> bytes | None:
    """Return an item as it is printed with its new numbers, None where a range cannot say them."""
    item = checked.item
    if item.last is not None and (len({*to}) < len(to) or to != numbers_between(to[0], to[-1])):
        return None
    _, printed, rest = (part.decode("latin-1") for part in ITEM.split(_old(checked), 1))
    is_short = item.is_abbreviated and before is not None and before.of_rule == to[0].of_rule
    first = spelled_like(printed.removesuffix(".*"), to[0], is_short=is_short)
    end = ".*" if item.is_wildcard else _ranged(to, rest) if rest else ""
    return (first + end).encode("latin-1")


# What makes a range of a number, as latin-1: dash, stops or a word with blanks about it, and its other end.
_RANGED = re.compile(r"(\W+?(?:[a-z]+\W+?)?)([(\w].*)", re.ASCII)


def _ranged(to: Sequence[ClauseNumber], joint: str) -> str:
    """Return what follows the first number of a range: the joint as it was, and the end as short as it was."""
    (kept, end), last = _RANGED.findall(joint)[0], to[-1]
    if end.isdigit() and len(end) < 3:
        return f"{kept}{last.place}"
    return f"{kept}{spelled_like(end, last, is_short=end.strip('()').isalpha())}"


def is_in_string(text: CitingText, at: int) -> bool:
    """Whether a byte of a program stands between quotes, and neither in a comment nor in a docstring."""
    if f".{text.name.rpartition('.')[2]}" not in _IN_CODE:
        return False
    line = text.text[text.text.rfind(b"\n", 0, at) + 1 : at]
    if line.lstrip().startswith((*_COMMENTS, b"*", *_DOCSTRINGS)):
        return False
    quote = b""
    place = 0
    while place < len(line):
        here = line[place : place + 1]
        if quote:
            place += here == b"\\"
            quote = b"" if here == quote else quote
        elif line.startswith(_COMMENTS[:3], place):
            return False
        elif here in (b'"', b"'", b"`"):
            quote = here
        place += 1
    return bool(quote)


def _names_an_address(text: CitingText, at: int) -> bool:
    """Whether a byte stands in a heading whose address, made of its words, a link on the same page names."""
    line, *_ = text.text[text.text.rfind(b"\n", 0, at) + 1 :].split(b"\n", 1)
    heading = line.lstrip(b"#").strip().decode("utf-8", "replace").lower()
    address = _NOT_IN_ADDRESS.sub("", heading).replace(" ", "-")
    return line.startswith(b"#") and f"(#{address})".encode() in text.text


def unified_diff(update: TextUpdate, folder: str = "", context: int = 3) -> bytes:
    """Return the edits of a text as ``git apply`` takes them: no edit adds or takes away a line.

    `folder` is the way from the top of the repository to where the names of the texts begin.
    """
    old, new = (text.split(b"\n") for text in (update.text.text, update.new))
    changed = [at for at, (one, other) in enumerate(zip(old, new, strict=True)) if one != other]
    if not changed:
        return b""
    name = f"{folder}{update.text.name.removeprefix('./')}".encode("utf-8", "surrogateescape")
    head = b"--- " + name_in_patch(b"a/" + name) + b"\n+++ " + name_in_patch(b"b/" + name) + b"\n"
    hunks = grouped(changed, lambda hunk, at: at - hunk[-1] <= 2 * context)  # lines whose contexts touch share one
    return head + b"".join(_hunk(old, new, near, context) for near in hunks)


def name_in_patch(name: bytes) -> bytes:
    """Return the name of a file as git prints it: in quotes, with bytes in octal, where it could be misread."""
    text = name.decode("utf-8", "surrogateescape")
    if shown_on_a_line(text) == text and not _MISREAD.search(name):
        return name
    return b'"' + _OCTAL.sub(lambda match: b"\\%03o" % match[0][0], name) + b'"'


def _hunk(old: Sequence[bytes], new: Sequence[bytes], changed: Sequence[int], context: int) -> bytes:
    end = len(old) - (old[-1] == b"")
    start, stop = max(0, changed[0] - context), min(end, changed[-1] + context + 1)
    lines = []
    for is_changed, run in groupby(range(start, stop), key=frozenset(changed).__contains__):
        places = list(run)
        marks = ((b"-", old), (b"+", new)) if is_changed else ((b" ", old),)
        lines += [mark + _line(text, at) for mark, text in marks for at in places]
    span = f"{start + 1},{stop - start}"
    return f"@@ -{span} +{span} @@\n".encode() + b"".join(lines)


def _line(text: Sequence[bytes], at: int) -> bytes:
    return text[at] + (b"\n" if at + 1 < len(text) else b"\n\\ No newline at end of file\n")


# Most times that citations are added which what was written makes certain; no tree tried has taken more than two.
_ROUNDS = 6

# Numbers that are edited, by their places among those of the tree, each as it was judged then.
_Edited = Mapping[int, CheckedNumber]


def settled_updates(
    tree: CheckedTree,
    judged_after: Callable[[Sequence[TextUpdate]], CheckedTree],
    day: date,
    *,
    asked: EditScope = MOVES,
) -> tuple[TextUpdate, ...]:
    """Return the `updates` of a tree after which another run would find nothing more to edit.

    What is edited speaks for the release of `day`, so that more may become certain, which is edited too. A new number
    may also be taken for one of an older release in its turn: that citation is left as unsure, since nothing in the
    tree tells one from the other. `judged_after` gives the tree as it is judged after updates. Of 60 made-up trees of
    two releases, a second run edited 9 before; of phase-rs/phase it made 310.12 of 310.11, which was 310.10.
    """
    edited, refused = _edited(tree, updates(tree, day, asked=asked)), set[int]()
    for _ in range(_ROUNDS):
        found = updates(_as_judged(tree, edited, refused), day, asked=asked)
        if not any(update.edits for update in found):
            return found
        after = judged_after(found)
        if len(after.numbers) != len(tree.numbers):
            return found
        more = _edited(after, updates(after, day, asked=asked))
        shaken = more.keys() & edited.keys()
        if more.keys() <= refused:
            return found
        refused |= shaken
        edited = {place: one for place, one in {**more, **edited}.items() if place not in refused}
    return updates(_as_judged(tree, edited, refused), day, asked=asked)


def _edited(tree: CheckedTree, found: Sequence[TextUpdate]) -> _Edited:
    """Return the numbers of a tree that updates edit."""
    starts = {(update.text.name, edit.start) for update in found for edit in update.edits}
    return {
        place: checked
        for place, checked in enumerate(tree.numbers)
        if not checked.judgement.needs_nothing and (checked.text.name, checked.item.start) in starts
    }


def _as_judged(tree: CheckedTree, edited: _Edited, refused: set[int]) -> CheckedTree:
    """Return a tree with the judgements by which some of its numbers are edited, and those refused as uncertain."""
    numbers = list(tree.numbers)
    for place, judged in edited.items():
        numbers[place] = replace(numbers[place], judgement=judged.judgement, certainty=judged.certainty)
    for place in refused:
        numbers[place] = replace(numbers[place], certainty=Certainty.OPEN)
    return replace(tree, numbers=tuple(numbers))
