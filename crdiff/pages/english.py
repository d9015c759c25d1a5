"""Small English: counts, lists and the words for kinds of change."""

from __future__ import annotations

from collections.abc import Sequence

_NUMERALS = (
    *("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"),
)


def numeral(count: int) -> str:
    """Return small counts in letters, larger ones in figures: ``eleven``, ``21``."""
    return _NUMERALS[count] if count < len(_NUMERALS) else str(count)


def counted(count: int, singular: str, plural: str = "") -> str:
    """Return ``one clause``, ``eleven clauses``, ``21 clauses``."""
    return f"{numeral(count)} {singular if count == 1 else plural or singular + 's'}"


def figures(count: int, singular: str, plural: str = "") -> str:
    """Return ``1 clause``, ``11 clauses``: for tables and labels."""
    return f"{count} {singular if count == 1 else plural or singular + 's'}"


def listed(words: Sequence[str]) -> str:
    """Return ``a``, ``a and b``, ``a, b and c``."""
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)


def sentence(text: str) -> str:
    """Return `text` with its first letter upper case and a full stop at its end."""
    return f"{text[:1].upper()}{text[1:].rstrip('.')}." if text else ""


def clipped(text: str, width: int) -> str:
    """Return `text` on one line, cut between words to at most `width` characters with an ellipsis."""
    line = " ".join(text.split())
    if len(line) <= width:
        return line
    return f"{line[: width - 1].rpartition(' ')[0].rstrip(' ,;:.(') or line[: width - 1]}…"
