"""The only answer to "are these the same words": what of a text is words, and where its sentences end.

Marks are no words, whatever their form; nor is what a carrier has in place of a lost one, nor are blanks, lines and
capitals. Two texts with the same words say the same; they are cut into the same sentences.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from crdiff.text.inline import differences
from crdiff.text.normalise import fold_typography, straight_quotes
from crdiff.text.words import cut_at, sentence_ends

# In place of marks that a carrier lost: of all quotes and apostrophes of 2008-05-01. The rules ask nothing.
_LOST = ("?", "\ufffd")
# An apostrophe, or what a carrier has in place of one within a word; elsewhere it stands for a dash or a quote.
_APOSTROPHE = re.compile(r"'|(?<=\w)[?\ufffd](?=(?:s|t|re|ve|ll|d)\b)")
# A word, or the sign of a number: of the signs only the plus, since a minus may be any dash.
_WORD = re.compile(r"[^\W_]+|[+#]")
# What is no word of a text in ASCII, which most are: faster than looking for the words.
_MARKS = str.maketrans(dict.fromkeys('!"$%&()*,-./:;<=>?@[\\]^_`{|}~', " ") | {"'": None, "+": " + "})
# Most characters, on either side, in which a misprint that is mended differs from what stood before and stands after.
#
# Source: 502.9b of 2003-05-26 has "but n that case" for the "but in that case" of the releases around it.
_SLIP_MAX = 2


@lru_cache(maxsize=1 << 15)
def words_alone(text: str) -> str:
    """Return the words of `text` in small letters, a blank between two of them: equal for texts with the same words."""
    text = fold_typography(text).lower()
    if "?" in text or not text.isascii():
        return " ".join(_WORD.findall(_APOSTROPHE.sub("", text)))
    return " ".join(text.translate(_MARKS).split())


def sentences_as_printed(text: str) -> list[str]:
    """Return the sentences and paragraphs of `text` as printed, cut alike whatever marks it has or has lost.

    Source: “This is called the “legend rule.” See rule 704.” of 2008-05-01 has six question marks.
    """
    marked = straight_quotes(text)
    for lost in _LOST:
        marked = marked.replace(lost, '"')
    return cut_at(text, sentence_ends(marked))


def few_letters_apart(one: str, other: str) -> bool:
    """Whether two texts differ in one place of few characters, no digits among them."""
    start = 0
    while start < min(len(one), len(other)) and one[start] == other[start]:
        start += 1
    end = 0
    while end < min(len(one), len(other)) - start and one[-1 - end] == other[-1 - end]:
        end += 1
    pieces = one[start : len(one) - end], other[start : len(other) - end]
    return all(len(piece) <= _SLIP_MAX and not any(map(str.isdigit, piece)) for piece in pieces)


def mended(before: str, now: str, after: str) -> str:
    """Return the words `now` without the misprints that `after` mends: slips from what stands `before` and `after`.

    All three are as of `words_alone`.
    """
    if now in {before, after}:
        return now
    old, printed, new = before.split(" "), now.split(" "), after.split(" ")
    alone, missing = set(printed).difference(old, new), set(old).intersection(new).difference(printed)
    if _short(printed) == _short(old) and not any(
        few_letters_apart(word, meant) for word in alone for meant in missing
    ):
        return now
    undone = {(run.old_start, run.old_stop): new[run.new_start : run.new_stop] for run in differences(printed, new)}
    pieces: list[str] = []
    at = 0
    for run in differences(printed, old):
        place, meant = (run.old_start, run.old_stop), old[run.new_start : run.new_stop]
        if undone.get(place) == meant and _slipped(printed[slice(*place)], meant):
            pieces += [*printed[at : run.old_start], *meant]
            at = run.old_stop
    return " ".join((*pieces, *printed[at:]))


def _short(words: Sequence[str]) -> list[str]:
    """Return the words that can be left out, or be printed twice, by a slip."""
    return [word for word in words if len(word) < _SLIP_MAX]


def _slipped(printed: Sequence[str], meant: Sequence[str]) -> bool:
    """Whether words are misprints of as many other ones, or a slip away from them as a whole."""
    if len(printed) == len(meant):
        return all(map(few_letters_apart, printed, meant))
    return few_letters_apart(" ".join(printed), " ".join(meant))
