"""Paragraphs of the glossary to entries: where a term begins and what belongs to the one before."""

from __future__ import annotations

import re
from collections.abc import Sequence

from crdiff.dialects.blocks import TextBlock
from crdiff.model.clause import Span
from crdiff.model.release import GlossaryEntry

_SENSE = re.compile(r"[0-9]{1,2}[.)]\s")


def read_glossary(blocks: Sequence[TextBlock]) -> tuple[GlossaryEntry, ...]:
    """Return the entries in printed order; every paragraph belongs to one."""
    entries: list[list[TextBlock]] = []
    for at, block in enumerate(blocks):
        following = blocks[at + 1] if at + 1 < len(blocks) else None
        if not entries or _is_term(block, following, has_text=len(entries[-1]) > 1):
            entries.append([block])
        else:
            entries[-1].append(block)
    return tuple(map(_entry, entries))


def _is_term(block: TextBlock, following: TextBlock | None, *, has_text: bool) -> bool:
    """Whether a paragraph is a term and not more text of the entry before it.

    A term stands apart with its text right below. More text is moved in (the second paragraphs of 1999-04-23, the list
    of expansions under "Expansion Symbol"), is a numbered sense ("2. A counter is", 1999-11-01), or has nothing below
    it ("Expansions and Editions"). An entry without text yet gets the next paragraph ("Untap", 2003-05-26). The blank
    line before a term may be lost ("Affinity", 2021-07-23 to 2022-09-08).
    """
    if not block.apart:
        return following is not None and (following.apart or has_text) and _is_lone_term(block, following)
    if not has_text or block.indent or _SENSE.match(block.text):
        return False
    if following is None:
        return _looks_like_term(block)
    return not following.apart or _SENSE.match(following.text) is not None


def _is_lone_term(block: TextBlock, following: TextBlock) -> bool:
    """Whether a line that does not stand apart is the term of what follows ("Effect" after Echo, 2003-05-26)."""
    return not block.indent and _looks_like_term(block) and not following.indent and not _looks_like_term(following)


def _looks_like_term(block: TextBlock) -> bool:
    return len(block.text) < 80 and block.text[0].isupper() and block.text[-1] not in '.,:;”"'


def _entry(blocks: Sequence[TextBlock]) -> GlossaryEntry:
    text = "\n".join(block.text for block in blocks[1:])
    return GlossaryEntry(blocks[0].text, text, Span(blocks[0].first, blocks[-1].last + 1))
