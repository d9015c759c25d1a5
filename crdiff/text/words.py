"""Text as word tokens: what a redline marks and what a comparison counts.

A token is a word with its apostrophes, a rule number, a symbol in braces, a run of white space, or one other
character. Joining the tokens gives the text back.
"""

from __future__ import annotations

import re

_TOKEN = re.compile(
    r"""
    \{[^{}\s]*\}                                # a symbol: {W}, {2/U}
  | \d{3}\.\d{1,3}[a-z]{0,2}\b                  # a rule number: 702.9c
  | \d+(?:[.,]\d+)+                             # 1,000 and 3.15
  | [^\W_]+(?:['’][^\W_]+)*(?:(?<=[sS])['’](?!\w))?  # a word: can't, players'
  | \s+
  | .
    """,
    re.VERBOSE | re.DOTALL,
)
_COUNTED = re.compile(r"\{[^{}\s]*\}|[^\W_]+(?:'[^\W_]+)*")
_SENTENCE_END = re.compile(r"(?<=[.!?])[\"')\]]*\s+(?=[\"'(\[]*[A-Z0-9{])|\n+")


def tokens(text: str) -> list[str]:
    """Return the tokens of `text`; ``"".join(tokens(text)) == text``.

    Source: a redline must never split "can't" or "702.9c" (issue B, point 5).
    """
    return _TOKEN.findall(text)


def counted_words(text: str) -> list[str]:
    """Return the words of `text` in lower case, without punctuation; curly apostrophes must be folded before."""
    return _COUNTED.findall(text.lower())


def sentences(text: str) -> list[str]:
    """Return the sentences and paragraphs of `text`, in order, without the white space between them.

    A closing quote or bracket stays with its sentence. Abbreviations do not matter: the rules use none that end in a
    full stop before a capital.
    """
    found: list[str] = []
    start = 0
    for match in _SENTENCE_END.finditer(text):
        piece = text[start : match.end()].strip()
        if piece:
            found.append(piece)
        start = match.end()
    tail = text[start:].strip()
    return [*found, tail] if tail else found
