"""Ways of writing the same text: line ends, spaces, and the typography in which releases differ.

What is folded here never carries meaning in the rules: quotes, dashes, spaces, trade mark signs, the
underscores that mark italics. Words, case and numbers are left alone.
"""

from __future__ import annotations

import re

_CHARACTERS = str.maketrans(
    {
        "‘": "'",
        "’": "'",
        "`": "'",
        "´": "'",
        "“": '"',
        "”": '"',
        "–": "-",
        "—": "-",
        "‐": "-",
        "‑": "-",
        "−": "-",
        "\u00a0": " ",
        "\u200b": "",
        "\ufeff": "",
        "\u00ad": "",
        "…": "...",
        "_": "",
        "™": "",
        "®": "",
        "©": "(c)",
        "Æ": "AE",
        "æ": "ae",
    }
)
_MARKS = re.compile(r"\((?:tm|r)\)", re.IGNORECASE)
_SPACES = re.compile(r"\s+")
_DASHES = re.compile(r"\s*--+\s*")


def unify_line_ends(text: str) -> str:
    """Return `text` with every CRLF and lone CR as one LF.

    Source: eleven releases end lines with a lone CR and twelve of them with CRLF (2019-05-03 the first).
    """
    return text.replace("\r\n", "\n").replace("\r", "\n")


def squeeze(text: str) -> str:
    """Return `text` with each run of white space as one space, none at the ends."""
    return " ".join(text.split())


def fold_typography(text: str) -> str:
    """Return `text` with the typography that changes between releases written one way.

    Source: apostrophes turn curly in 2014-02-01, quotes in 2014-05-01, which also drops the underscores for
    italics; 2019-01-25 is plain ASCII with (r) and (tm).
    """
    if text.isascii() and "_" not in text and "(" not in text and "--" not in text and "`" not in text:
        return _SPACES.sub(" ", text).strip()
    folded = _MARKS.sub("", _DASHES.sub("-", text.translate(_CHARACTERS)))
    return _SPACES.sub(" ", folded).strip()
