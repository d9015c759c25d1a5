"""Every citation of a text, in one pass over its bytes, and the numbers that the name of a test cites."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from msgspec import Struct, field

from crdiff.cite import spellings
from crdiff.cite.citation import CitedGroup, CitedItem, Malformed, Spelling
from crdiff.cite.numbering import Numbering
from crdiff.model.number import NUMBERS, ClauseNumber

# Numbers of a group without a prefix: where it is none after all, all but its first are read once more.
_BARE_MOST = 40
# Bytes before a number in which its prefix is looked for, a line break and a comment's leader among them.
_LOOK_BACK = 64
_STOP, _UNDERLINE, _SLASH, _R = b"._/R"


class _Group(Struct):
    """A group being read: where it goes on at, and what it has."""

    start: int
    at: int
    items: list[CitedItem] = field(default_factory=list)
    malformed: list[Malformed] = field(default_factory=list)


class Scanner:
    """Finds citations in texts; compiled once for the prefixes that a configuration gives.

    `is_loose` also takes numbers in identifiers that do not say that they are of a rule.
    """

    def __init__(
        self, prefixes: Sequence[str] = spellings.DEFAULT_PREFIXES, *, identifiers: bool = True, is_loose: bool = False
    ) -> None:
        self._before = spellings.prefix_before(prefixes)
        self._before_ends = spellings.prefix_ends(prefixes)
        self._prefixed = re.compile(self._before.pattern.removesuffix(rb"\Z") + rb"(?=[1-9][0-9]{2})")
        self._identifiers = identifiers
        self._is_loose = is_loose

    def scan(self, text: bytes) -> Iterator[CitedGroup]:
        """Yield the groups of a text in order."""
        read_to = 0
        for at in spellings.heads(text):
            if at >= read_to and (group := self._group_at(text, at, read_to)):
                yield group
                read_to = group.stop

    def _group_at(self, text: bytes, at: int, read_to: int) -> CitedGroup | None:
        last = text[at - 1] if at else 0
        after = text[at + 3] if at + 3 < len(text) else 0
        if after == _UNDERLINE and (identifier := self._identifier(text, at)):
            return identifier
        if last in (_R, _SLASH) and (address := _address(text, at)):
            return address
        before = text[max(read_to, at - _LOOK_BACK) : at]
        if last == _UNDERLINE and before[-2:-1].isalnum():
            return None
        may_be_prefixed = (
            before.rstrip(spellings.BETWEEN).endswith(self._before_ends) or b"@" in before or b"{{" in before
        )
        if may_be_prefixed and (prefix := self._before.search(before)):
            start = at - len(before) + prefix.start()
            group = self._numbers(text, start, at, Spelling.PREFIXED, (prefix["pin"] or b"").decode())
            return None if group and _is_amount(text, group, prefix[0]) else group
        return self._bare(text, at) if after == _STOP and last not in spellings.NEVER_BEFORE else None

    def _bare(self, text: bytes, at: int) -> CitedGroup | None:
        before = text[at - _LOOK_BACK : at] if at >= _LOOK_BACK else b"\n" + text[:at]
        if before.endswith(spellings.EURO) or not _may_be_cited(before):
            return None
        group = self._numbers(text, at, at, Spelling.BARE)
        if group is None or group.items[0].number.is_heading or spellings.AMOUNT_AT.match(text, group.items[0].stop):
            return None
        is_sure = any(item.number.is_subrule for item in group.items) or not spellings.CODE_BEFORE.search(before)
        return group if is_sure or spellings.WORDS_AFTER.match(text, group.stop) else None

    def _numbers(self, text: bytes, start: int, at: int, spelling: Spelling, pin: str = "") -> CitedGroup | None:
        """Return the group whose first number stands at `at`, None where none does."""
        first = spellings.NUMBER_AT.match(text, at)
        if not first:
            return None
        group = _Group(start, at)
        self._read_item(text, group, first)
        while self._read_next(text, group) and (spelling is not Spelling.BARE or len(group.items) < _BARE_MOST):
            pass
        return CitedGroup(spelling, tuple(group.items), tuple(group.malformed), start, group.at, pin)

    def _read_next(self, text: bytes, group: _Group) -> bool:
        """Read what follows the last item, if it belongs to the group."""
        joint = spellings.JOINT_AT.match(text, group.at)
        if not joint:
            return False
        repeated = self._prefixed.match(text, joint.end())
        at = repeated.end() if repeated else joint.end()
        number = spellings.NUMBER_AT.match(text, at)
        if number and (repeated or b"." in number[0] or group.items[-1].number.is_heading):
            self._read_item(text, group, number)
            return True
        wrong = spellings.MALFORMED_AT.match(text, at)
        if wrong:
            group.malformed.append(Malformed(wrong[0].decode("latin-1"), wrong.start(), wrong.end()))
            group.at = wrong.end()
        return wrong is not None

    def _read_item(self, text: bytes, group: _Group, match: re.Match[bytes]) -> None:
        number = spellings.number_of(match[0])
        _add(text, group, CitedItem(number, None, match.start(), match.end(), match[0].endswith(b"*")))
        if number.is_subrule:
            _read_letters(text, group)

    def _identifier(self, text: bytes, at: int) -> CitedGroup | None:
        if not self._identifiers:
            return None
        for head in (6, 5, 4, 3, 2):
            if at >= head and (found := spellings.IDENTIFIER.match(text, at - head)) and found.start("sub") == at:
                return _spelled(found, at - head, Spelling.IDENTIFIER)
        loose = spellings.LOOSE_IDENTIFIER.match(text, at) if self._is_loose else None
        return _spelled(loose, at, Spelling.LOOSE) if loose else None


def _is_amount(text: bytes, group: CitedGroup, prefix: bytes) -> bool:
    """Whether numbers behind a prefix are of sections only by their looks: ``CR-199``, ``rule 404 Not Found``."""
    are_sections = all(item.number.is_heading and not (item.last or item.is_wildcard) for item in group.items)
    return are_sections and bool(spellings.VAGUE.match(prefix) or spellings.AMOUNT_AT.match(text, group.stop))


def _may_be_cited(before: bytes) -> bool:
    """Whether a number without a prefix may be a citation behind these bytes."""
    line = before[max(before.rfind(b"\n"), 0) :]
    if line.rstrip(b" \t").endswith(spellings.OPENERS) or spellings.LINE_HEAD.fullmatch(line):
        return True
    near = before[-spellings.LEADING_BYTES :]
    return any(each.search(near) for each in (spellings.LEADING_WORD, spellings.ITEM_MARK))


def _read_letters(text: bytes, group: _Group) -> None:
    """Read the further letters of the rule cited last; each comes later in the alphabet, so that no article is one."""
    while letter := spellings.LETTER_AT.match(text, group.at):
        before = group.items[-1]
        number = spellings.beside(before.last or before.number, text[before.start : before.stop], letter["letter"])
        if number is None:
            return
        _add(text, group, CitedItem(number, None, letter.start("letter"), letter.end("letter"), is_abbreviated=True))


def _add(text: bytes, group: _Group, item: CitedItem) -> None:
    """Add an item to a group, as the range that it opens where it opens one."""
    group.items.append(_ranged(text, item) or item)
    group.at = group.items[-1].stop


def _ranged(text: bytes, item: CitedItem) -> CitedItem | None:
    """Return `item` as the range that it opens, None where it opens none."""
    found = None if item.is_wildcard else spellings.RANGE_AT.match(text, item.stop)
    if not found:
        return None
    number, short = item.number, found["rule" if item.number.is_rule else "letter"]
    last = spellings.number_of(found["number"]) if found["number"] else None
    if short and not number.is_heading:
        last = spellings.beside(number, text[item.start : item.stop], short)
    if last is None or not (number < last and number.level == last.level):
        return None
    return CitedItem(number, last, item.start, found.end(), is_abbreviated=item.is_abbreviated)


def _spelled(found: re.Match[bytes], start: int, spelling: Spelling) -> CitedGroup:
    """Return the one number that an identifier spells in pieces."""
    letter = (found["letter"] or b"").decode().lower()
    number = ClauseNumber.of(int(found["sub"]), int(found["rule"] or 0), letter)
    item = CitedItem(number, None, found.start("sub"), found.end())
    return CitedGroup(spelling, (item,), (), start, found.end())


def _address(text: bytes, at: int) -> CitedGroup | None:
    for head in (2, 4, 6, 7):
        found = spellings.ADDRESS.match(text, at - head) if at >= head else None
        if found and at in (found.start("tight"), found.start("number")):
            number = spellings.number_of(found["number"] or b".".join((found["tight"][:3], found["tight"][3:])))
            item = CitedItem(number, None, at, found.end())
            return CitedGroup(Spelling.ADDRESS, (item,), (), found.start(), found.end())
    return None


def numbers_cited(item: CitedItem) -> tuple[ClauseNumber, ...]:
    """Return the numbers that an item stands for, a range by the letters that the rules use.

    Which of them exist is for a release to say.
    """
    if item.last is None:
        return (item.number,)
    from crdiff.annotate.cross_references import numbers_between

    return numbers_between(item.number, item.last)


def numbers_known(group: CitedGroup, numbering: Numbering) -> Iterator[tuple[CitedItem, ClauseNumber]]:
    """Yield the numbers of a group with their items, without what a range of sections passes over.

    Sections that never were are not even meant at its end: "Rules 200-299" are those of the second chapter, as far as
    it goes now.
    """
    for item in group.items:
        is_chapter = item.last is not None and not numbering.uses(item.last)
        for number in numbers_cited(item):
            is_there = numbering.clause(number, numbering.newest) is not None if is_chapter else numbering.uses(number)
            if number == item.number or not number.is_heading or is_there:
                yield item, number


# Characters of a name that are read.
_NAME_MAX = 1_000
# Where a word of a name in camel case begins: ``cr704_5k|Legend|Rule``.
_WORDS = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[0-9])(?=[A-Z][a-z])")
# A number behind a prefix, in pieces; a letter by itself is one of a number, unless it is a word of English.
_SPELLED = re.compile(
    rf"(?<![A-Za-z0-9])(?P<prefix>CR|[Cc]r|[Rr]ules?|RULES?)[ _]*(?P<sub>{NUMBERS.subsection})[_.]"
    rf"(?P<rule>{NUMBERS.rule})(?![0-9])(?:_(?P<letter>[b-hj-zB-HJ-Z])(?![A-Za-z0-9]))?"
)


class NamedNumber(NamedTuple):
    """A number in a name; `is_bare`: no word before it says that it is one of a rule."""

    number: ClauseNumber
    is_bare: bool


def numbers_in_name(name: str) -> tuple[NamedNumber, ...]:
    """Return the numbers that a name cites, in order, each once; the ends of a range and all between them."""
    printed = printed_name(name[:_NAME_MAX])
    found = [
        NamedNumber(number, group.spelling is Spelling.BARE)
        for group in _scanner().scan(printed.encode("utf-8", "replace"))
        for item in group.items
        for number in numbers_cited(item)
    ]
    return tuple({each.number: each for each in reversed(found)}.values())[::-1]


@cache
def _scanner() -> Scanner:
    return Scanner(identifiers=False)


def printed_name(name: str) -> str:
    """Return a name with its citations as they are printed, and blanks between its words."""
    return _SPELLED.sub(_with_stop, _WORDS.sub("_", name)).replace("_", " ")


def _with_stop(found: re.Match[str]) -> str:
    return f" CR {found['sub']}.{found['rule']}{(found['letter'] or '').lower()}"
