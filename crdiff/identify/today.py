"""A text with the rules that it quotes as they read today; everything else in it stays as it is."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple

from crdiff.identify.identified import EXAMPLES, Identified, IdentifiedClause, SlipKind, without_examples
from crdiff.identify.slips import MARKS_AFTER
from crdiff.text.decode import LOST
from crdiff.text.edit import TextEdit, edited
from crdiff.text.nearest import nearest
from crdiff.text.normalise import straight_quotes
from crdiff.text.same_words import sentences_as_printed, words_alone
from crdiff.text.words import SAID

# Characters before a quotation in which its number stands, with its markup.
_NUMBER_REACH = 72
# Times that a text is read. Source: of 200 pages of all releases 197 were as today when read again, 3 once more.
_RUNS_MAX = 6
_MARKS_AT_START = re.compile(r"^[^\w\s]*")
_MARKS_AT_END = re.compile(rf"{MARKS_AFTER.pattern}$")
_MARKS_BEYOND = re.compile(r"[^\w\s]*")
# A mark of the page's own after a clause that the rules printed without one, as 502.40c of 2005-02-01.
_STOPS = re.compile(r"[^\w\s]*[.,;:!?…]")
_QUOTES = "\"'"
# A quotation within a quotation, as a page marks it that has the outer one in double marks.
_SINGLE = re.compile(r"(?<!\w)['‘](?=\w)")
_AS_SINGLE = str.maketrans("“”", "‘’")
_OPENERS = {")": "(", "]": "[", "}": "{", "”": "“", ">": "<"}
_HEAD = re.compile(r"[ \t>]*")
_BETWEEN = re.compile(r"\n[ \t>]*\n[ \t>]*")


class LeftAsItIs(NamedTuple):
    """A quotation that is not replaced, and why."""

    quotation: IdentifiedClause
    reason: str


class Updated(NamedTuple):
    """A text as it reads today, how many quotations were replaced, and those left."""

    text: str
    replaced: int
    left: tuple[LeftAsItIs, ...]


def updated(source: str, identified: Callable[[str], Identified]) -> Updated:
    """Return `source` with its quotations as they read today; `identified` tells what a text quotes, and where.

    What was written is read again until nothing changes: one quotation dates those beside it, and the next time they
    all are of today.
    """
    replaced = 0
    for _ in range(_RUNS_MAX):
        done = _updated_once(identified(source), source)
        if done.text == source:
            break
        source = done.text
        replaced += done.replaced
    return done._replace(replaced=replaced)


def _updated_once(found: Identified, source: str) -> Updated:
    edits: list[TextEdit[str]] = []
    left = []
    replaced = 0
    for one in found.quotations:
        said = said_today(one)
        if said is None:
            is_wrong = (is_outdated(one) or one.slips) and not _says(one.now, one.text)
            left += [LeftAsItIs(one, _why_left(one))] if is_wrong else []
            continue
        changing = [edit for edit in _edits(one, said, source) if source[edit.start : edit.stop] != edit.new]
        edits += changing
        replaced += bool(changing)
    return Updated(edited(source, sorted(edits)), replaced, tuple(left))


def _why_left(one: IdentifiedClause) -> str:
    if not one.today:
        return "no longer in the rules"
    return f"the rules no longer say that; see {one.today} today" if one.now else "the corpus lacks today's text"


def said_today(one: IdentifiedClause) -> str | None:
    """Return what stands today where the words of a quotation stood, None where nothing does or that is not known."""
    if not one.now:
        return None
    then, is_part = _then(one), one.is_part is not False
    if is_part and _says(one.now, then):
        return f"{one.opening}{then}{one.closing}"
    if is_part and not one.was_whole:
        return _part(then, one.now)
    return one.now if EXAMPLES in then else without_examples(one.now)


def _then(one: IdentifiedClause) -> str:
    """Return the words quoted as the rules print them; of a release without a text as they stand, without a slip."""
    return one.official or one.text


def _says(now: str, words: str) -> bool:
    """Whether a clause has all of some words in a row, whatever marks are between them."""
    return f" {words_alone(words)} " in f" {words_alone(now)} "


def reads_otherwise_today(one: IdentifiedClause) -> bool:
    """Whether the words quoted read otherwise today, be it in a number that they cite, or are gone."""
    said = said_today(one)
    return bool(not one.is_current or one.since) if said is None else words_alone(said) != words_alone(_then(one))


def is_outdated(one: IdentifiedClause) -> bool:
    """Whether a reader of today would be misled: reworded, gone, or called by a number that it no longer has."""
    is_moved = one.written and not one.is_entry and one.written != one.today
    return bool(not one.today or is_moved or reads_otherwise_today(one))


def _part(official: str, now: str) -> str | None:
    """Return the sentences of `now` from that which is the first of `official` today to that which is the last."""
    quoted, there = sentences_as_printed(official), sentences_as_printed(now)
    first, last = _same(quoted[0], there), _same(quoted[-1], there)
    if first is None or last is None or last < first:
        return None
    start = now.find(there[first])
    stop = now.find(there[last], start)
    return None if min(start, stop) < 0 else now[start : stop + len(there[last])].strip()


def _same(sentence: str, others: Sequence[str]) -> int | None:
    fit, at = nearest(sentence, others)
    return at if fit >= SAID else None


def _edits(one: IdentifiedClause, said: str, source: str) -> Iterator[TextEdit[str]]:
    at = source.lower().rfind(one.written, max(0, one.start - _NUMBER_REACH), one.start) if one.written else -1
    if at >= 0 and one.written != one.today:
        yield TextEdit(at, at + len(one.written), one.today)
    is_worded = any(slip.kind is not SlipKind.NUMBER for slip in one.slips)
    read = one.text if is_worded else _then(one)  # the page may break words, or leave some out
    is_said = _says(one.now, read) if one.is_part else words_alone(read) == words_alone(said)
    is_defined = one.is_entry and _says(read, said.partition("\n")[2] or said)  # "Lethal damage is an amount …"
    if not (is_said or is_defined):
        yield _worded(one, said, source)


def _worded(one: IdentifiedClause, said: str, source: str) -> TextEdit[str]:
    """Return the edit of the words, with the marks around them, the line ends and the apostrophes of the source.

    Marks that the rules have around them today too stay as they are, those that they had are taken out.
    """
    opening, closing = _MARKS_AT_START.search(said), _MARKS_AT_END.search(said)
    before, after = (opening[0] if opening else ""), (closing[0] if closing else "")
    text = said[len(before) : len(said) - len(after)]
    start, stop = one.start, one.stop
    if _SINGLE.search(source[start:stop]) and not {*source[start:stop]} & {*'"“'}:
        text = text.translate(_AS_SINGLE)
    if _are_others(before, one.opening, source[:start][::-1]):
        start -= _shared(reversed(source[:start]), reversed(one.opening))
        text = before + text
    missing = ""
    if _are_others(after, one.closing, source[stop:]):
        shared = _shared(source[stop:], one.closing)
        stop += shared
        is_bare = not one.closing and (one.was_whole or not one.is_part) and not _STOPS.match(source, stop)
        text += after if shared or is_bare else ""
        missing = "".join(mark for mark in after if _closes(mark, text))
    beyond = _MARKS_BEYOND.match(source, stop)
    marks = beyond[0] if beyond else ""
    kept = "".join(mark for mark in marks if not _closes(mark, source[start:stop]) or _closes(mark, text))
    if kept + missing != marks:
        stop += len(marks)
        text += kept + missing
    if not {*source[one.start : one.stop]} & {*"’‘“”"}:
        text = straight_quotes(text)
    return TextEdit(start, stop, text.replace("\n", _separator(source[one.start : one.stop], one.start, source)))


def _are_others(marks: str, official: str, beside: str) -> bool:
    """Whether the rules have other marks than they had, or a carrier lost those `beside` the words of a source.

    Where no text says what they had, the source may have those of today.
    """
    is_there = not official and {*straight_quotes(marks)} <= {*straight_quotes(beside[: len(marks)])}
    is_lost = bool({*beside[: len(official)]} & {*LOST})
    return not is_there and (straight_quotes(marks) != straight_quotes(official) or is_lost)


def _closes(mark: str, text: str) -> bool:
    """Whether a mark closes a bracket or a quotation that a text leaves open."""
    opener = _OPENERS.get(mark)
    return opener is not None and text.count(opener) > text.count(mark)


def _shared(source: Iterable[str], marks: Iterable[str]) -> int:
    """Return how many marks of the rules the source has in a row, in whatever form; either may have lost a quote."""
    pairs = zip(map(straight_quotes, source), map(straight_quotes, marks), strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1] or {*pair} <= {*_QUOTES, *LOST}, pairs))


def _separator(quoted: str, start: int, source: str) -> str:
    """Return what stands between two paragraphs of a quotation."""
    if between := _BETWEEN.search(quoted):
        return between[0]
    head = _HEAD.match(source, source.rfind("\n", 0, start) + 1)
    prefix = head[0] if head else ""
    return f"\n{prefix.rstrip()}\n{prefix}"
