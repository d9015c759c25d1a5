"""Facts learnt from an archive, beyond the release under check and the one before it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date


@dataclass(frozen=True, slots=True)
class RetiredWording:
    """A wording that the rules no longer use: since `release` they print `new` in place of `old`.

    `old` is a regular expression over words, `core` the text that all its forms contain, in lower case.
    """

    old: str
    new: str
    release: date
    core: str = ""


@dataclass(frozen=True, slots=True)
class ArchiveVocabulary:
    """`words`: in lower case, with the number of releases each is used in. `retired`: wordings given up.

    `sentences`: those that are right though they differ from their siblings, their typography folded.
    """

    words: Mapping[str, int] = field(default_factory=dict)
    retired: tuple[RetiredWording, ...] = ()
    sentences: frozenset[str] = frozenset()


NOTHING_KNOWN = ArchiveVocabulary()
