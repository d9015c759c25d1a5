"""Marks that come in pairs or end a sentence: quotes, brackets, full stops; and quotes of the wrong kind.

A text whose carrier lost its quotes ("?" for a quote, 2008-05-01) is not judged by them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from crdiff.changes.change import Part
from crdiff.lint.checked_release import CheckedRelease
from crdiff.lint.finding import ClausePiece, Fault, Fix, PlacedText
from crdiff.text.normalise import fold_typography

_BRACKETS = {")": "(", "]": "[", "}": "{"}
_BRACKET = re.compile(r"[()\[\]{}]")
_ENUMERATOR = re.compile(r"(?:^|\s)(?:[0-9]{1,2}|[a-z]|[ivx]{2,4})\)\s")
_ENDS = re.compile(r"[.!?:][”\"’')\]]*$")
_LAST_WORDS = re.compile(r"(?<!\S)\S++(?:\s\S++){0,3}$")
_CURLY_MIN = 20
"""Curly marks for each straight one before the straight ones are slips and not the way of the text."""
_LOST_QUOTES_MIN = 20
"""Characters that a carrier lost before quotes of the text pair no more."""
_SENTENCE_WORDS_MIN = 5
"""Words of a last paragraph that is a sentence and not an item of a list."""


def unbalanced_quotes(checked: CheckedRelease) -> Iterator[Fault]:
    """Yield the passages in which a quotation is opened and not closed, or closed and not opened.

    Source: 606.5 of 2021-06-18 ("Planeswalkers’ loyalty abilities … to activate. That player …").
    """
    if _has_lost_quotes(checked):
        return
    for passage in checked.prose:
        at = _unpaired_quote(passage.text)
        if at is not None:
            yield Fault(_quote_message(passage.text, at), passage.text[at], passage, at, at + 1)


def unbalanced_brackets(checked: CheckedRelease) -> Iterator[Fault]:
    """Yield the brackets without their partner; "1)" and "a)" before an item of a list need none.

    Source: 405.6e of 2009-07-11 ("receive priority see rule 115.3a)"), 903.5c of 2011-02-04 ("{4}{(R/G){R/G}").
    """
    for passage in checked.prose:
        at = _unpaired_bracket(passage.text)
        if at is not None:
            mark = passage.text[at]
            what = f"{mark!r} closes a bracket that was not opened" if mark in _BRACKETS else f"{mark!r} is not closed"
            yield Fault(what, mark, passage, at, at + 1)


def straight_quotes(checked: CheckedRelease) -> Iterator[Fault]:
    """Yield the straight quotes and apostrophes of a text that prints curly ones.

    Source: 2014-02-01 turned apostrophes curly and 2014-05-01 quotes; now and then a straight one slips in.
    """
    joined = "".join(passage.text for passage in checked.passages)
    for straight, curly in (("'", "’"), ('"', "“”")):
        slips = joined.count(straight)
        if not slips or sum(map(joined.count, curly)) < _CURLY_MIN * slips:
            continue
        for passage in checked.prose:
            for found in re.finditer(straight, passage.text):
                fix = (
                    Fix("'", "’")
                    if straight == "'" and passage.text[found.start() - 1 : found.start()].isalnum()
                    else None
                )
                message = f"{straight} is a straight mark in a text with curly ones"
                yield Fault(message, straight, passage, found.start(), found.end(), fix)


def missing_full_stops(checked: CheckedRelease) -> Iterator[Fault]:
    """Yield the texts and examples whose last sentence has no end.

    Titles and lists (creature types) end without a full stop. Source: 717.2c of 2021-07-23, "Trample" in the entry
    "Trample Over Planeswalkers" since 2021-06-18.
    """
    for passage in checked.prose:
        last = passage.text.rsplit("\n", 1)[-1]
        if _ENDS.search(last) or not (
            _is_sentence(last) if passage.piece is not ClausePiece.TITLE else _is_no_title(passage)
        ):
            continue
        found = _LAST_WORDS.search(passage.text)
        start = found.start() if found else 0
        comma = f" but with {last[-1]!r}" if last[-1] in ",;" else ""
        message = f"ends without a full stop{comma}: “…{passage.text[start:]}”"
        yield Fault(
            message, passage.text[start:], passage, start, len(passage.text), _with_stop(checked, passage, start)
        )


def _with_stop(checked: CheckedRelease, passage: PlacedText, start: int) -> Fix:
    """Return the words from `start` on with their full stop; it is sure where nothing else can have been lost.

    The stop is put before closing marks, as the rules do: “See rule 702.19, “Trample.”” The wording before says whether
    that is it, and whether more than the stop went. What reads as a title may be one.
    """
    text, is_title = passage.text, passage.piece is ClausePiece.TITLE
    bare = text.rstrip("”\"’')]").rstrip(",;")
    new = f"{bare}.{text[len(bare) :].lstrip(',;')}"
    then = fold_typography(checked.predecessor.wording_before(passage) or "") if checked.predecessor else ""
    is_as_before = then == fold_typography(new)
    has_lost_more = then.startswith(fold_typography(bare)) and then != fold_typography(text)
    is_sure = is_as_before or (text == bare and not has_lost_more and not is_title)
    return Fix(text[start:], new[start:], is_sure)


def _has_lost_quotes(checked: CheckedRelease) -> bool:
    """Whether the carrier printed quotes as "?"."""
    return any("lost" in damage.what and damage.count >= _LOST_QUOTES_MIN for damage in checked.release.source.damage)


def _unpaired_quote(text: str) -> int | None:
    """Return the place of a quote without a partner, of the kind that the text uses."""
    if '"' in text:
        return text.rindex('"') if text.count('"') % 2 else None
    opened: list[int] = []
    for found in re.finditer("[“”]", text):
        at = found.start()
        if found[0] == "”" and opened:
            opened.pop()
        elif found[0] == "”" or _points_back(text, at):
            return at
        elif opened:
            return opened[-1]
        else:
            opened.append(at)
    return opened[-1] if opened else None


def _points_back(text: str, at: int) -> bool:
    """Whether the opening quote at `at` ends something: nothing follows it (". . . “ or", 603.6a of 2016-09-30)."""
    return text[at + 1 : at + 2] in {"", " ", "\n"}


def _quote_message(text: str, at: int) -> str:
    around = text[max(0, at - 25) : at + 25].replace("\n", " ")
    if text[at] == "”":
        return f"a quotation is closed that was not opened: …{around}…"
    if text[at] == "“":
        what = "is closed by an opening mark" if _points_back(text, at) else "is not closed"
        return f"a quotation {what}: …{around}…"
    return f"a quote has no partner: …{around}…"


def _unpaired_bracket(text: str) -> int | None:
    opened: list[int] = []
    for found in _BRACKET.finditer(text):
        mark, at = found[0], found.start()
        if mark in "([{":
            opened.append(at)
        elif opened and text[opened[-1]] == _BRACKETS[mark]:
            opened.pop()
        elif not _ENUMERATOR.search(text, max(0, at - 6), at + 2):
            return opened[-1] if opened else at
    return opened[-1] if opened else None


def _is_no_title(passage: PlacedText) -> bool:
    """Whether what reads as the title of a rule is a sentence without its end: most of its words are in lower case."""
    words = [word for word in passage.text.split() if len(word) > 3 and word.isalpha()]
    lowered = sum(word[0].islower() for word in words)
    is_rule = passage.part is Part.RULES and "." in passage.number
    return is_rule and lowered > 1 and lowered * 2 > len(words)


def _is_sentence(paragraph: str) -> bool:
    """Whether a paragraph is more than an item of a list or a list of names."""
    words = paragraph.count(" ") + 1
    return words >= _SENTENCE_WORDS_MIN and paragraph.count(",") * 3 < words
