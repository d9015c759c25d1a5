"""A small text of the rules in which a lint finds nothing: what tests break on purpose."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from crdiff.dialects.registry import read
from crdiff.model.release import Release

CLEAN = (Path(__file__).parent / "clean.txt").read_text("utf-8")


def release(text: str = CLEAN) -> Release:
    """Return the text as read."""
    return read(text.encode(), "rules.txt")


def broken(*pairs: tuple[str, str], text: str = CLEAN) -> str:
    """Return the text with each first string replaced by the second; it must be there."""
    for old, new in pairs:
        assert text.count(old) >= 1, old
        text = text.replace(old, new, 1)
    return text


# Verbs of sentences of which that of 300.7a differs from all others.
ONE_IS_ODD = ("are", "are", "are", "is", "are", "are", "are")


def with_siblings(verbs: Iterable[str]) -> str:
    """Return the text with sentences that differ in their verbs alone, in 300.4a and after."""
    rules = "".join(
        f"300.{n}. Word{n}\n\n300.{n}a Multiple instances of word{n} on it {verb} redundant.\n\n"
        for n, verb in enumerate(verbs, 4)
    )
    return broken(("301. Controlling Another Player\n\n301.1", f"{rules}301. Controlling Another Player\n\n301.1"))
