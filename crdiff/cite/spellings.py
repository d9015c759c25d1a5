"""How people spell citations of the rules, as patterns over bytes.

Bytes, because a citation is edited in its place and no other byte may change: UTF-8 and latin-1 differ in dashes,
spaces and section signs only, and both are read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import product
from string import ascii_letters

from crdiff.model.number import NUMBERS, ClauseNumber

# What stands before a number that is cited, unless a configuration says otherwise.
DEFAULT_PREFIXES = ("CR", "rule", "rules", "Comprehensive Rules")

_SUBSECTION = rf"{NUMBERS.subsection}(?![0-9])"
# What goes on with a word: letters, digits, and how letters of most other alphabets begin in UTF-8.
#
# Source: 702.11b of 2026-04-17, cited as "CR 702.11b — własne" by jurekjurekgh/mtg, read as 702.11b to w. Dashes
# begin with e2, Chinese with e3 to e9.
_IN_WORD = r"A-Za-z0-9\xc3-\xe1"
# One letter, or two as after z: ``704.5aa``, ``704.5K``, ``702.19.b``, ``702.19(b)``; the "px" of a length is none.
_LETTERS = rf"(?:\((?:a[a-z]|[a-z])\)|(?:a[a-z]|\.?[a-z]|[A-Z])(?![{_IN_WORD}]))"
# A letter beside one cited before, which has its number from there. In two letters the next 11 after z.
#
# So that the words "am", "an", "as" and "at" behind a comma or a dash are none. Source: "CR 602.2b — an ability" and
# "CR 702.26f — at the next turn" of Reilley64/mtgfr, read as 36 numbers; up to 2026-04-17 no clause goes beyond z.
_FURTHER = rf"(?:\([a-z]\)|(?:a[a-k]|[A-Za-z])(?![{_IN_WORD}]))"
_RULE = rf"{NUMBERS.rule}(?![0-9])"
_UNIT = r"(?:px|pt|em|rem|ms|ns|kg|km|cm|mm|[kKMG]i?B|[kMG]?Hz|%|\$|\xe2\x82\xac|\xc2\xa3)"
# What follows no number of a rule: a unit, or the next part of a version or an address.
_ENDED = rf"(?!{_UNIT}|\.[0-9])"
NUMBER = rf"{_SUBSECTION}(?:\.{_RULE}{_LETTERS}?|\.\*(?!\*))?{_ENDED}(?![{_IN_WORD}])"
DASH = r"(?:--?|\xe2\x80[\x90-\x95]|\x96|\x97)"
_BLANK = r"(?:[ \t]|\xc2\xa0|&nbsp;)"
# What opens the next line of a comment, a quotation or a table.
_LEADER = r"(?:[ \t]*(?://+[/!]?|\*+|#+|--|;+|%|>|\|)[ \t]*|[ \t]*)"
# Blanks and a line break, with what opens the next line: whole, so that the ``//`` of a comment is not two strokes.
GAP = rf"(?>{_BLANK}+(?:\r?\n{_LEADER})?|\r?\n{_LEADER})?"
# Emphasis or a bracket between a prefix and its number.
_MARKS = r"[(\[*`\"'_]{0,3}"
_DATE = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"

# Bytes that may stand between a prefix and its number: blanks, marks, what opens a line of comment.
BETWEEN = b" \t\r\n\xc2\xa0:=#.([]*`\"'_-/!;+>|%"
# What is left there when `BETWEEN` is taken away and no prefix is: a section sign, a blank of HTML.
_SIGNS = (b"\xa7", b"&nbsp")
_LATIN_LAST = "\xff"
_SUBSECTION_DIGITS = 3
_SHAPES = bytes(ord("1") if byte in b"123456789" else ord("0") if byte == ord("0") else ord(" ") for byte in range(256))
# A run of three digits or more, among `_SHAPES`: a pattern that begins with a letter is searched for fast.
_RUN = re.compile(b"1[01]{2,}")


def heads(text: bytes) -> Iterator[int]:
    """Yield where a number of a rule may begin: at three digits, at more in an address that runs them together.

    Asked of every byte of a tree, so everything else is left to others.
    """
    for run in _RUN.finditer(text.translate(_SHAPES)):
        start, stop = run.span()
        if stop - start == _SUBSECTION_DIGITS or text.startswith(b"#R", max(start - 2, 0)):
            yield start


def prefix_ends(prefixes: Iterable[str]) -> tuple[bytes, ...]:
    """Return what bytes that lead to a number end with, `BETWEEN` taken away: a first look, soon over."""
    last = (spelled for prefix in prefixes for spelled in _spelled(prefix.split()[-1]))
    return tuple(dict.fromkeys((*_SIGNS, *(word.rstrip(BETWEEN) for word in last))))


def prefix_before(prefixes: Iterable[str]) -> re.Pattern[bytes]:
    """Return what matches a prefix and the way to its number, at the end of the bytes before that.

    Every choice begins with a letter as it is, so that `re` skips what begins with none of them.
    """
    signs = r"\xc2\xa7(?:\xc2\xa7)?|\xa7\xa7?"
    words = b"|".join(choice for prefix in sorted(prefixes, key=len, reverse=True) for choice in _choices(prefix))
    to_number = rf"(?:@(?P<pin>{_DATE}))?(?:[\"'`]?{_BLANK}*(?:[:#]|=>?)?{GAP}{_MARKS}|-|(?:\|[A-Za-z ]+)*\|)\Z"
    return re.compile(b"(?:" + words + b"|" + (rf"{signs})" + to_number).encode("latin-1"))


def _choices(prefix: str) -> Iterator[bytes]:
    """Yield the patterns of a prefix, with one blank or more between its words; none begins within a word."""
    for words in product(*map(_spelled, prefix.split())):
        first, rest = re.escape(words[0][:1]), re.escape(words[0][1:])
        blanks = (_BLANK + "+").encode("latin-1")
        tail = blanks.join((rest, *map(re.escape, words[1:])))
        yield first + rb"(?<![A-Za-z0-9_\-]" + first + b")" + tail + rb"\.?"


# Of what `prefix_before` matches what leads to much else, too: ``cr(200``, ``CR-199``, ``rules = 100``.
VAGUE = re.compile(rb"[a-z]{1,2}(?![A-Za-z])|[^\n]*[-#=|]")


def _spelled(word: str) -> tuple[bytes, ...]:
    """Return how a word is spelled in bytes, UTF-8 and latin-1: ``rule``, ``Rule``, ``RULE``, ``cr``, ``CR``."""
    cased = (word[0].upper() + word[1:], word[0].lower() + word[1:], word.upper())
    cases = (word, word.lower()) if word.isupper() else (word, *cased)
    latin = (case.encode("latin-1") for case in cases if max(case) <= _LATIN_LAST)
    return tuple(dict.fromkeys((*(case.encode() for case in cases), *latin)))


def _compiled(pattern: str) -> re.Pattern[bytes]:
    return re.compile(pattern.encode("latin-1"))


NUMBER_AT = _compiled(NUMBER)
# The other end of a range: a whole number, the last part of one (``119.7-8``), or a letter (``702.61a-c``).
#
# Behind a dash with blanks about it only a whole number: else what follows is said of the clause, as is an amount
# behind a long dash. Source: 903.7 of 2026-04-17, cited as "CR 903.7 — 40 life each" by wingedsheep/argentum-engine,
# read as 34 numbers.
RANGE_AT = _compiled(
    rf"(?:{DASH}|\.\.\.?|{_BLANK}(?:through|thru|to){_BLANK}|{_BLANK}{DASH}{_BLANK}(?={NUMBER}))"
    rf"(?:(?P<number>{NUMBER})|(?<![\x94\x97])(?<!to[ \t])(?P<rule>[1-9][0-9]?)(?!\.?[0-9A-Za-z])"
    rf"|(?P<letter>{_FURTHER}))"
)
# A further letter of the rule before: ``510.1c/d``, ``c, d``, ``c and d``; "i.e." and "c. 1999" are none.
LETTER_AT = _compiled(
    rf"(?:[/+&]|,{_BLANK}?|{_BLANK}(?:and|or|&|\+){_BLANK})(?P<letter>{_FURTHER})"
    r"(?!['\x92]|\xe2\x80\x99|\.[ \t]?[a-z0-9])"
)
# What joins two numbers of one group.
JOINT_AT = _compiled(
    rf"[*`\]\)\"'_]{{0,2}}(?:{GAP}(?:[,/+&;]|\b(?:and|or|und|et|y)\b|{_BLANK}(?:and|or){_BLANK}))+{GAP}{_MARKS}"
)
# Digits and a letter in the place of a number, without its full stop.
MALFORMED_AT = _compiled(rf"[1-9][0-9]{{3,4}}[a-z](?:{DASH}[a-z])?(?![A-Za-z0-9])")

# ``cr_500_8_aurelia``, ``test_Rules_111_4_Example1``, ``cr_704_5k``, ``TestCR601_2aCosts``, ``test_cr_601_casting``.
#
# Any other number of three digits alone may be anything: ``cr341`` in a deck list is the 341st card of a set.
IDENTIFIER = _compiled(
    rf"(?:(?<![A-Za-z0-9])|(?<=[a-z0-9])(?=[CR]))(?:cr|CR|[Rr]ules?|RULES?)_?(?P<sub>{_SUBSECTION})"
    rf"(?:_(?P<rule>{NUMBERS.rule})(?![0-9])(?:_?(?P<letter>[a-zA-Z])(?![a-z0-9]|[A-Z]{{2}}))?(?![a-z0-9.])"
    r"|(?<=cr_...)(?=_[a-z]))"
)
# ``covers_700_8b_assignment``.
LOOSE_IDENTIFIER = _compiled(
    rf"(?<=[A-Za-z0-9]_)(?P<sub>{_SUBSECTION})_(?P<rule>{NUMBERS.rule})(?![0-9])"
    rf"(?P<letter>[a-z])?(?![A-Za-z0-9.])"
)
# ``#R7045k`` runs the parts of the number together, ``/cr/704.5k`` has them as printed.
ADDRESS = _compiled(
    rf"(?:#R(?P<tight>{NUMBERS.subsection}[0-9]{{0,3}}[a-z]{{0,2}})"
    rf"|/(?:cr|rules?)/(?P<number>{_SUBSECTION}(?:\.{_RULE}(?:{_LETTERS})?)?))(?![A-Za-z0-9])"
)

# What a line has before a number at its head, at that of a comment or an item: a citation without a prefix.
LINE_HEAD = _compiled(
    r"\n[ \t]*(?://+[/!]?|\*+|#+|--|;+|%|/\*+|>)?[ \t]*(?:[-*+][ \t]+|[0-9]+[.)][ \t]+)?[(\[*`\"'_|]{0,3}[ \t]*"
)
# The mark of an item of a list that was run together, behind the sentence before: ``to this rule: # 109.4a An``.
#
# Source: 109.4a of 2020-06-01, quoted with its neighbours by magefree/mage.
ITEM_MARK = _compiled(r"[.:;!?][)\"'\xe2\x80\x9d]*[ \t]+(?:[#*]|\xe2\x80\xa2)[ \t]+\Z")
# What else such a number stands behind, blanks aside: emphasis, a bracket, a cell, a string, a comment behind code.
OPENERS = (b"*", b"[", b"(", b"`", b"|", b'"', b"'", b"//", b"#")
LEADING_WORD = _compiled(r"\b(?:[Pp]er|[Ss]ee|[Uu]nder|[Bb]y|[Ii]n|[Cc]f\.?)[ \t\n]+[*`(\[]{0,2}\Z")
# Bytes before a number in which a word that leads to it is looked for.
LEADING_BYTES = 16
# What stands before numbers of a program and measures, too: the head of a line without any mark, the bracket of a
# call, a cell behind one with a number.
#
# There a number without a letter is a citation only with `WORDS_AFTER` it.
CODE_BEFORE = _compiled(r"(?:\n[ \t]*|[A-Za-z0-9_$\]][(\[][\"']?|[0-9][ \t]*\|[ \t]*)\Z")
# A word in the same cell or sentence, or a sentence that begins in the next line.
WORDS_AFTER = _compiled(
    r"(?:[.:)\]]?[ \t]+(?:\|[ \t]*)?|[,;\t|])[*_`\"'(\[]*[A-Za-z\x80-\xff]|\.?[ \t]*\r?\n[ \t]*[A-Z]"
)
# What makes an amount of a number without a prefix or a full stop: ``423.3 us``, "404 Not Found", "100 years".
AMOUNT_AT = _compiled(
    rf"[ \t]?(?:{_UNIT}|us|\xc2?\xb5s|\xce\xbcs|s|x|fps)(?![{_IN_WORD}])"
    r"|[ \t]+(?:(?:second|minute|hour|day|week|month|year|time|line|byte|file)s?|percent|Not Found)(?![A-Za-z])"
)
# What no number of a rule stands behind: money, versions, names and arithmetic.
NEVER_BEFORE = b"0123456789_$.#~^=<>+@-\xa3" + ascii_letters.encode()
# The end of the sign in UTF-8.
EURO = b"\x82\xac"


def number_of(printed: bytes) -> ClauseNumber:
    """Return the number that a match of `NUMBER` spells: 702.19b of ``702.19(b)``, 702 of ``702.*``."""
    heading, stop, below = printed.decode().lower().partition(".")
    return ClauseNumber.parse(heading + stop + "".join(filter(str.isalnum, below)))


# The number, or the letter in the place of one, at the head of an item, which more makes a range of.
ITEM = _compiled(rf"((?>{NUMBER}|{_FURTHER})|)")


_LETTERED = re.compile(r"[.(]?(?P<letters>[a-z]{1,2}|[A-Z])\)?\Z")


def spelled_like(printed: str, number: ClauseNumber, *, is_short: bool = False) -> str:
    """Return a number, of a short one its letters alone, as `printed` spells one: ``702.20(b)`` like ``702.19(a)``."""
    style, letters = _LETTERED.search(printed), number.letters
    if style and letters:
        cased = letters.upper() if style["letters"].isupper() else letters
        letters = style[0].replace(style["letters"], cased)
    return letters if is_short else f"{number.of_rule}{letters}"


def beside(number: ClauseNumber, printed: bytes, last: bytes) -> ClauseNumber | None:
    """Return the later sibling of a number, which is `printed`, by its `last` part; None where that begins a word.

    It is spelled as the number is: a capital behind small letters is the word "A" or "I".
    """
    found = number.beside(last.strip(b"()").decode().lower())
    are_alike = printed[-1:].isupper() == last[-1:].isupper() and printed.endswith(b")") == last.endswith(b")")
    return found if are_alike and found > number else None
