"""How people spell citations of the rules, as patterns over bytes.

Bytes, because a citation is edited in its place and no other byte may change: UTF-8 and latin-1 differ in dashes,
spaces and section signs only, and both are read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from crdiff.model.number import NUMBERS

DEFAULT_PREFIXES = ("CR", "rule", "rules", "Comprehensive Rules")
"""What stands before a number that is cited, unless a configuration says otherwise."""

_SUBSECTION = rf"{NUMBERS.subsection}(?![0-9])"
_LETTERS = r"(?:a[a-z]|[a-z])(?![A-Za-z0-9])"
"""One letter, or two as after z: ``704.5aa``; the "px" of a length is none."""
_RULE = rf"{NUMBERS.rule}(?![0-9])"
_UNIT = r"(?:px|pt|em|rem|ms|ns|kg|km|cm|mm|[kKMG]i?B|[kMG]?Hz|%|\$|\xe2\x82\xac|\xc2\xa3)"
_ENDED = rf"(?!{_UNIT}|\.[0-9])"
"""What follows no number of a rule: a unit, or the next part of a version or an address."""
NUMBER = rf"{_SUBSECTION}(?:\.{_RULE}(?:{_LETTERS})?|\.\*(?!\*))?{_ENDED}(?![A-Za-z0-9])"
DASH = r"(?:--?|\xe2\x80[\x90-\x95]|\x96|\x97)"
_BLANK = r"(?:[ \t]|\xc2\xa0|&nbsp;)"
_LEADER = r"(?:[ \t]*(?://+[/!]?|\*+|#+|--|;+|%|>|\|)[ \t]*|[ \t]*)"
"""What opens the next line of a comment, a quotation or a table."""
GAP = rf"(?:{_BLANK}+(?:\r?\n{_LEADER})?|\r?\n{_LEADER})?"
_MARKS = r"[(\[*`\"'_]{0,3}"
"""Emphasis or a bracket between a prefix and its number."""
_DATE = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"

HEAD = re.compile(rb"[1-9][0-9][0-9](?:(?![0-9])|(?<=#R[0-9][0-9][0-9]))")
"""Where a number of a rule may begin: asked of every byte, so it is as plain as can be."""


def prefix_before(prefixes: Iterable[str]) -> re.Pattern[bytes]:
    """Return what matches a prefix and the way to its number, at the end of the bytes before that."""
    words = "|".join(_either_case(prefix) for prefix in sorted(prefixes, key=len, reverse=True))
    signs = r"(?:\xc2)?\xa7{1,2}|(?:\xc2\xa7){2}"
    pattern = (
        rf"(?:(?<![A-Za-z0-9_\-])(?:{words})\.?|{signs})(?:@(?P<pin>{_DATE}))?"
        rf"(?:{_BLANK}*[:#]?{GAP}{_MARKS}|-)\Z"
    )
    return re.compile(pattern.encode("latin-1"))


def _either_case(prefix: str) -> str:
    """Return `prefix` as a pattern: words may begin with a capital, spaces may be several; a code is as it is."""
    words = []
    for word in prefix.split():
        first = f"[{word[0].upper()}{word[0].lower()}]" if not word.isupper() else re.escape(word[0])
        words.append(first + re.escape(word[1:]))
    return rf"{GAP}".join(words) if len(words) == 1 else rf"{_BLANK}+".join(words)


def _compiled(pattern: str) -> re.Pattern[bytes]:
    return re.compile(pattern.encode("latin-1"))


NUMBER_AT = _compiled(NUMBER)
RANGE_AT = _compiled(
    rf"(?P<joint>{DASH}|\.\.\.?|{_BLANK}(?:through|thru|to|{DASH}){_BLANK})"
    rf"(?:(?P<number>{NUMBER})|(?P<rule>[1-9][0-9]?)(?![0-9A-Za-z.])|(?P<letter>{_LETTERS}))"
)
"""The other end of a range: a whole number, the last part of one (``119.7-8``), or a letter (``702.61a-c``)."""
LETTER_AT = _compiled(rf"(?:[/+&]|,{_BLANK}?|{_BLANK}(?:and|or|&|\+){_BLANK})(?P<letter>{_LETTERS})(?!['\x92])")
"""A further letter of the rule before: ``510.1c/d``, ``c, d``, ``c and d``."""
JOINT_AT = _compiled(
    rf"[*`\]\)\"'_]{{0,2}}(?:{GAP}(?:[,/+&;]|\b(?:and|or|und|et|y)\b|{_BLANK}(?:and|or){_BLANK}))+{GAP}{_MARKS}"
)
"""What joins two numbers of one group."""
MALFORMED_AT = _compiled(rf"[1-9][0-9]{{3,4}}[a-z](?:{DASH}[a-z])?(?![A-Za-z0-9])")
"""Digits and a letter in the place of a number, without its full stop."""

IDENTIFIER = _compiled(
    rf"(?:(?<![A-Za-z0-9])|(?<=_))(?:cr|CR|[Rr]ules?|RULES?)_?(?P<sub>{_SUBSECTION})"
    rf"_(?P<rule>{NUMBERS.rule})(?![0-9])(?:_?(?P<letter>[a-zA-Z])(?![A-Za-z0-9]))?(?![A-Za-z0-9.])"
)
"""``cr_500_8_aurelia``, ``test_Rules_111_4_Example1``, ``cr_704_5k``; a number of three digits alone may be anything.

``cr341`` in a deck list is the 341st card of a set.
"""
LOOSE_IDENTIFIER = _compiled(
    rf"(?<=[A-Za-z0-9]_)(?P<sub>{_SUBSECTION})_(?P<rule>{NUMBERS.rule})(?![0-9])"
    rf"(?P<letter>[a-z])?(?![A-Za-z0-9.])"
)
"""``covers_700_8b_assignment``."""
ADDRESS = _compiled(
    rf"(?:#R(?P<tight>{NUMBERS.subsection}[0-9]{{0,3}}[a-z]{{0,2}})"
    rf"|/(?:cr|rules?)/(?P<number>{_SUBSECTION}(?:\.{_RULE}(?:{_LETTERS})?)?))(?![A-Za-z0-9])"
)
"""``#R7045k`` runs the parts of the number together, ``/cr/704.5k`` has them as printed."""
TEMPLATE = _compiled(rf"\{{\{{[Cc][Rr](?:\|[A-Za-z ]+)*\|(?P<number>{NUMBER})")

BARE_BEFORE = _compiled(
    r"(?:^|\n)[ \t]*(?://+[/!]?|\*+|#+|--|;+|%|/\*+|>)?[ \t]*(?:[-*+][ \t]+|[0-9]+[.)][ \t]+)?[(\[*`\"'_|]{0,3}[ \t]*\Z"
    r"|[*\[(`|\"'][ \t]*\Z"
    r"|\b(?:[Pp]er|[Ss]ee|[Uu]nder|[Bb]y|[Ii]n|[Cc]f\.?)[ \t\n]+[*`(\[]{0,2}\Z"
)
"""What stands before a number that is a citation without a prefix: the head of a line, of a comment, of an item, of a
cell or of a string; a bracket or emphasis; or a word that leads to it."""
NEVER_BEFORE = _compiled(r"(?:[0-9A-Za-z_$.#~^=<>+@-]|\xa3|\x82\xac)\Z")
"""Money, versions, names and arithmetic."""
