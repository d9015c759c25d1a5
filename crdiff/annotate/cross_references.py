"""Where a text names another number, and whether it says only that the rule it replaces is gone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from msgspec import Struct

from crdiff.model.number import RULES, ClauseNumber, next_number

_TITLE = r",?\s[\"“][^\"“”\n]{2,80}[\"”]"


@cache
def _patterns(numbers: type[ClauseNumber]) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return the patterns of a phrase that cites and of a part of it: they take 25 ms to compile.

    What begins a phrase is asked first: most characters are passed over three times as fast.
    """
    of = numbers.grammar
    close = rf"[-–—](?:{of.number}|[1-9][0-9]?|{of.letters})"
    spaced = rf"\s(?:[-–—]|through|to)\s{of.headed}{of.before}{of.rule}{of.any_letters}|(?<=[0-9][a-z])\s[-–—]\s[b-z]"
    ranged = rf"(?:{close}|{spaced})(?!\w)"
    item = rf"{of.cited}(?:{ranged})?(?:{_TITLE})?"
    opens = "(?=[rRsS0-9])" if of.rules == RULES else ""
    phrase = (
        rf"{opens}(?:\b{of.rules}\s+{item}(?:,?\s(?:(?:and|or)\s)?{item})*"
        rf"|(?<![\w.])(?={of.subsection}{of.before}[1-9]){item}"
        rf"|\b{of.sections}\s+(?:{of.section}|{of.subsection})(?!\w|\.\d)(?:{_TITLE})?)"
    )
    parts = rf"(?P<first>{of.cited}|\b{of.section}\b)(?P<range>{ranged})?(?P<title>{_TITLE})?"
    return re.compile(phrase), re.compile(parts)


_DOTTED = re.compile(r"\.[1-9](?<=[0-9]..)")
# What stands between the ends of a range.
_JOINT = re.compile(r"\s?(?:[-–—]|through|to)\s?")


class CrossReference(Struct, frozen=True):
    """One number, or one range of numbers, named in a text.

    Offsets count characters of the text from 0, half-open. `start` to `stop` is the mention to make a link of ("rule
    104.3a"; further members of a list begin at their number), `number_at` to `stop` the number or range as printed.
    `last` ends a range and is None elsewhere. `title` is the title quoted after the number, without its closing comma
    or full stop.
    """

    number: ClauseNumber
    last: ClauseNumber | None
    start: int
    number_at: int
    stop: int
    title: str = ""

    @property
    def numbers(self) -> tuple[ClauseNumber, ...]:
        """Every number meant: the members of a range in order, or the one number."""
        return (self.number,) if self.last is None else numbers_between(self.number, self.last)


def cross_references(text: str, numbers: type[ClauseNumber] = ClauseNumber) -> tuple[CrossReference, ...]:
    """Return the references in `text` in the order they stand, to clauses of a book with such `numbers`."""
    if "ule" not in text and "ection" not in text and not _DOTTED.search(text) and numbers.grammar.rules == RULES:
        return ()
    phrases = _patterns(numbers)[0].finditer(text)
    return tuple(reference for phrase in phrases for reference in _references(phrase, numbers))


def numbers_between(first: ClauseNumber, last: ClauseNumber) -> tuple[ClauseNumber, ...]:
    """Return the numbers of a range in order.

    A range whose ends are not siblings in order ("rules 601.2–602.3") gives its two ends.
    """
    return tuple(_between(first, last))


def print_range(first: ClauseNumber, last: ClauseNumber, like: str) -> str:
    """Return the range from `first` to `last` in the notation of the range `like`: "730.5a–c" for "729.5a–c"."""
    joint = _JOINT.search(like)
    if joint is None:
        return str(first)
    end = like[joint.end() :]
    short = last.letters if end.isalpha() else str(last.place) if len(end) < 3 else str(last)
    return f"{first}{joint[0]}{short}"


def _references(phrase: re.Match[str], numbers: type[ClauseNumber]) -> Iterator[CrossReference]:
    is_first = True
    for part in _patterns(numbers)[1].finditer(phrase.string, phrase.start(), phrase.end()):
        number = numbers.parse(part["first"])
        last = _range_end(number, part["range"]) if part["range"] else None
        start = phrase.start() if is_first else part.start()
        title = part["title"].strip(', "“”').rstrip(",.") if part["title"] else ""
        yield CrossReference(number, last, start, part.start(), part.end("range" if last else "first"), title)
        is_first = False


def _range_end(first: ClauseNumber, printed: str) -> ClauseNumber | None:
    """Return the end of a range, completed from its beginning; None where the two make no range."""
    end = printed.rsplit(maxsplit=1)[-1].lstrip("-–—")
    if end.isalpha():
        return first.beside(end) if first.is_subrule else None
    if len(end) < 3:
        return first.beside(end) if first.is_rule else None
    return type(first).parse(end)


def _between(first: ClauseNumber, last: ClauseNumber) -> Iterator[ClauseNumber]:
    if first.parent != last.parent or not first < last or not (first.place and last.place):
        yield from (first, last)
        return
    number = first
    while number < last:
        yield number
        number = next_number(number)
    yield last


_GONE = re.compile(r"\bthis rule has been removed\b|^ignore this rule\.", re.IGNORECASE)


def is_notice(text: str) -> bool:
    """Whether a clause says only that the rule it replaces is gone.

    Source: 502.9d of 2001-07-23 ("Ignore this rule."), 306.4 of 2017-09-29 and 306.7 of 2018-04-27 ("Previously,
    planeswalkers were subject to a redirection effect […] This rule has been removed […]").
    """
    return "this rule" in text.lower() and bool(_GONE.search(text))


def is_revoked(old: str, new: str) -> bool:
    """Whether the rule of the text `old` is gone, by the text `new` that has its place."""
    return old != new and is_notice(new) and not is_notice(old)
