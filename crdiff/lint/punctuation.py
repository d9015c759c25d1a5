"""Marks and blanks: quotes, brackets, full stops, spaces, lost characters, examples that are not marked."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator

from crdiff.lint.checked_release import CheckedRelease
from crdiff.lint.finding import ClausePiece, Fault, Fix, PlacedText
from crdiff.model.number import DOTTED, NUMBERS
from crdiff.text.normalise import fold_typography

_BRACKETS = {")": "(", "]": "[", "}": "{"}
_BRACKET = re.compile(r"[()\[\]{}]")
_ENUMERATOR = re.compile(r"(?:^|\s)(?:[0-9]{1,2}|[a-z]|[ivx]{2,4})\)\s")
# Marks after the sentence, a character in brackets each, do not count: "(P) (R)" of Netrunner's steps.
_ENDS = re.compile(r"[.!?:][”\"’')\]]*(?: \(\w\))*$")
_LAST_WORDS = re.compile(r"(?<!\S)\S++(?:\s\S++){0,3}$")
# Curly marks for each straight one before the straight ones are slips and not the way of the text.
_CURLY_MIN = 20
# Characters that a carrier lost before quotes of the text pair no more.
_LOST_QUOTES_MIN = 20
# Words of a last paragraph that is a sentence and not an item of a list.
_SENTENCE_WORDS_MIN = 5


def unbalanced_quotes(checked: CheckedRelease) -> Iterator[Fault]:
    """Yield the passages in which a quotation is opened and not closed, or closed and not opened.

    Source: 606.5 of 2021-06-18 ("Planeswalkers’ loyalty abilities … to activate. That player …").
    """
    if any("lost" in damage.what and damage.count >= _LOST_QUOTES_MIN for damage in checked.release.source.damage):
        return  # the carrier printed quotes as "?"
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


# A straight quote that does not mean inches: "2.5" by 3.5"" in 1.4.1 of Disney Lorcana's rules of 2026-02-11.
_NO_INCHES = re.compile(r'(?<![0-9])"')


def straight_quotes(checked: CheckedRelease) -> Iterator[Fault]:
    """Yield the straight quotes and apostrophes of a text that prints curly ones.

    Source: 2014-02-01 turned apostrophes curly and 2014-05-01 quotes; now and then a straight one slips in. Where each
    of them follows a digit, they are inches.
    """
    joined = "".join(passage.text for passage in checked.passages)
    for straight, curly in (("'", "’"), ('"', "“”")):
        slips = joined.count(straight)
        if not slips or sum(map(joined.count, curly)) < _CURLY_MIN * slips:
            continue
        for passage in checked.prose:
            if straight == '"' and not _NO_INCHES.search(passage.text):
                continue
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
            _is_sentence(last) if passage.piece is not ClausePiece.TITLE else _is_no_title(checked, passage)
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
    is_sure = is_as_before or (text == bare and text[-1] not in "“‘([" and not has_lost_more and not is_title)
    return Fix(text[start:], new[start:], is_sure)


def _unpaired_quote(text: str) -> int | None:
    """Return the place of a quote without a partner, of the kind that the text uses."""
    if '"' in text:
        return text.rindex('"') if text.count('"') % 2 else None
    opened: list[int] = []
    opening, closing = "„“" if "„" in text else "“”"  # German ones are closed by the mark that opens English ones
    for found in re.finditer(f"[{opening}{closing}]", text):
        at = found.start()
        if found[0] == closing and opened:
            opened.pop()
        elif found[0] == closing or _points_back(text, at):
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


def _is_no_title(checked: CheckedRelease, passage: PlacedText) -> bool:
    """Whether what reads as the title of a rule is a sentence without its end: most of its words are in lower case."""
    words = [word for word in passage.text.split() if len(word) > 3 and word.isalpha()]
    lowered = sum(word[0].islower() for word in words)
    is_rule = passage.node >= 0 and not checked.nodes[passage.node].number.is_heading
    return is_rule and lowered > 1 and lowered * 2 > len(words)


def _is_sentence(paragraph: str) -> bool:
    """Whether a paragraph is more than an item of a list or a list of names."""
    words = paragraph.count(" ") + 1
    return words >= _SENTENCE_WORDS_MIN and paragraph.count(",") * 3 < words


_DOUBLE = re.compile(r"(?<=[^\s–—-])  (?=[^\s–—-])")
_BEFORE_COMMA = re.compile(r"(?<=\w) +(?=[,;](?:\s|$))")
_LABEL = re.compile(rf"\s*(?:{DOTTED}|{NUMBERS.digits}\.\d*{NUMBERS.any_letters})\.?$")
_AFTER_SENTENCE = re.compile(r"[.!?:][\"”)]?$")
# Double spaces after sentences: more of them are the way of a text, as some writers were taught, and no slips.
_HABIT_MIN = 20


def double_spaces(checked: CheckedRelease) -> Iterator[Fault]:
    """Yield the double spaces inside the lines of rules and glossary. Source: twelve lines of 2008-07-15.

    Not those after the label of a clause or around a dash, which carriers put there (2011-09-30), and not those after
    sentences where the text has them everywhere. The spaces of a PDF are those of its typesetting (2009-05-01.pdf has
    other ones than its .txt).
    """
    if checked.release.source.encoding == "pdf":
        return
    found = [(passage, line, match) for passage, line, match in _matches(checked, _DOUBLE, "  ")]
    habit = sum(_is_after_sentence(match) for _, _, match in found) > _HABIT_MIN
    for passage, line, match in found:
        if not _LABEL.match(match.string[: match.start()]) and not (habit and _is_after_sentence(match)):
            yield _fault(passage, line, match, "two spaces in a row", " ")


def spaces_before_commas(checked: CheckedRelease) -> Iterator[Fault]:
    """Yield the spaces before a comma or a semicolon. Source: 2019-07-12, for three years."""
    for passage, line, match in _matches(checked, _BEFORE_COMMA, " ,", " ;"):
        yield _fault(passage, line, match, f"a space before {match.string[match.end()]!r}", "")


def _matches(
    checked: CheckedRelease, pattern: re.Pattern[str], *sought: str
) -> Iterator[tuple[PlacedText, int, re.Match[str]]]:
    """Yield where `pattern` is met in the lines of the rules and the glossary, with the line, from 1.

    Only lines that contain one of the strings `sought` are searched.
    """
    places = sorted({passage.lines.start: passage for passage in reversed(checked.prose)}.items())
    starts = [start for start, _ in places]
    for number, line in enumerate(checked.lines, 1):
        if not any(map(line.__contains__, sought)):
            continue
        at = bisect_right(starts, number) - 1
        if at >= 0 and number < places[at][1].lines.stop:
            for match in pattern.finditer(line):
                yield places[at][1], number, match


def _is_after_sentence(match: re.Match[str]) -> bool:
    return _AFTER_SENTENCE.search(match.string[: match.start()]) is not None


def _fault(passage: PlacedText, line: int, match: re.Match[str], what: str, instead: str) -> Fault:
    around = match.string[max(0, match.start() - 15) : match.end() + 15].strip()
    return Fault(
        f"{what}: “{around}”",
        " ".join(around.split()),
        fix=Fix(match[0], instead),
        part=passage.part,
        number=passage.number,
        line=line,
        column=match.start() + 1,
        printed=match[0],
    )


_LOST = re.compile(r"\ufffd|(?<=[A-Za-z])\?(?=[a-z])|(?<=[\s(\[“])\?(?=\w)")
_MANGLED = re.compile(r"â€.?|Ã[\u0080-\u00bf]|Â(?=[\s\u00a0-\u00bf])")
_ADDRESS = re.compile(r"(?<!\S)\S+(?:\.\w+/|://)\S*")
_SIGNS = "?\ufffdâÃÂ"
# Lost characters that get a finding each; more are a fault of the whole file, which gets one.
_SINGLY_MAX = 20


def encoding_damage(checked: CheckedRelease) -> Iterator[Fault]:
    """Yield characters printed as "?" or U+FFFD, and signs of a wrong decoding.

    Source: "[?4]" in 2022-10-07; 2008-05-01 lost 4,742 quotes, which is one fault of its file.
    """
    found = [
        (passage, match)
        for passage in checked.prose
        if any(map(passage.text.__contains__, _SIGNS))
        for pattern in (_LOST, _MANGLED)
        for match in pattern.finditer(_ADDRESS.sub(lambda address: " " * len(address[0]), passage.text))
    ]
    if len(found) > _SINGLY_MAX:
        yield Fault(f"{len(found):,} characters were lost or mangled on the way", "many characters")
        return
    for passage, match in found:
        around = passage.text[max(0, match.start() - 15) : match.end() + 15].replace("\n", " ")
        yield Fault(f"a character was lost or mangled: “{around}”", match[0], passage, match.start(), match.end())


_SLIP = r"E(?=[a-z]*(?:x|mpl))[a-z]{5,7}"  # "Exmaple", but not "Effects"
_NEARLY = re.compile(rf"(?:For [Ee]xample:|Ex\.?:|(?!Examples?:)(?:{_SLIP}|[A-Za-z]xample)s?[:;.,])\s")


def unmarked_examples(checked: CheckedRelease) -> Iterator[Fault]:
    """Yield the paragraphs that were an example in the release before, or begin with nearly the word "Example:"."""
    known = _examples_before(checked)
    is_english = checked.release.numbers.grammar.examples == NUMBERS.examples
    for passage in checked.rules:
        at = 0
        for paragraph in passage.text.split("\n"):
            is_marked = passage.piece is ClausePiece.EXAMPLE and not at
            if (
                passage.piece is not ClausePiece.TITLE
                and not is_marked
                and (paragraph in known or (is_english and _NEARLY.match(paragraph)))
            ):
                message = f"an example without its word “Example:”: “{paragraph[:40]}…”"
                yield Fault(message, paragraph[:40], passage, at, at + len(paragraph))
            at += len(paragraph) + 1


def _examples_before(checked: CheckedRelease) -> frozenset[str]:
    """Return what the examples of the release before say, without their word."""
    if checked.predecessor is None:
        return frozenset()
    mark = re.compile(rf"{checked.release.numbers.grammar.examples}:\s*")
    examples = (passage.text for passage in checked.predecessor.before.rules if passage.piece is ClausePiece.EXAMPLE)
    return frozenset(mark.sub("", example, count=1) for example in examples if mark.match(example))
