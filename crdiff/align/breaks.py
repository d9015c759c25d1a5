"""Texts that break off or hold only a part: what lies beyond is neither removed nor added."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from msgspec.structs import replace

from crdiff.align.alignment import Alignment, Break, Excerpt, Link, PartLink
from crdiff.align.passes.glossary_and_front import align_glossary, align_paragraphs
from crdiff.model.clause import Span
from crdiff.model.release import GlossaryEntry, Paragraph, Release
from crdiff.text.normalise import fold_typography

# Indices of what is linked, in the text that breaks off and in the other one.
_Pair = tuple[int | None, int | None]

_Item = TypeVar("_Item", bound="GlossaryEntry | Paragraph")
_Linked = TypeVar("_Linked", Link, PartLink)
_NOWHERE = Span(0, 0)
_PARTS = ("rules", "glossary", "credits")


def without_the_missing(alignment: Alignment) -> Alignment:
    """Return `alignment` without the links of items beyond the end of a text that breaks off.

    Source: 2013-02-01 ends in its glossary with "Attack Multiple Players", the beginning of a term.
    """
    for is_new in (False, True):
        if (alignment.new if is_new else alignment.old).missing:
            alignment = _cut(alignment, is_new=is_new)
    return alignment


def ends_in(release: Release) -> str:
    """Return the last part that a release has: ``rules``, ``glossary`` or ``credits``."""
    return _PARTS[2] if release.credits else _PARTS[1] if release.glossary else _PARTS[0]


def ends_after(release: Release) -> str:
    """Return the last number, the last term or ``credits:N``, whichever a release ends with."""
    if release.credits:
        return f"credits:{len(release.credits)}"
    return release.glossary[-1].term if release.glossary else str(release.placements[-1].number)


def completed(broken: Release, before: Release) -> tuple[Release, Break | None]:
    """Return a text that breaks off, completed from `before`, an earlier text, and a record of what was added.

    The items added are at line 0. A text that breaks off in its rules stays as it is: a clause that it lacks may have
    moved anywhere.
    """
    part = ends_in(broken)
    if not broken.missing or part == "rules":
        return broken, None
    links = align_glossary(before.glossary, broken.glossary) if part == "glossary" else ()
    glossary, entries = _joined(links, broken.glossary, before.glossary)
    links = align_paragraphs(before.credits, broken.credits)
    credits_, paragraphs = _joined(links, broken.credits, before.credits)
    whole = replace(broken, glossary=glossary, credits=credits_, missing=())
    after = ends_after(broken)
    return whole, Break(broken.name, False, part, after, before.name, 0, entries, paragraphs, instead=before.name)


def _joined(
    links: Iterable[PartLink], broken: Sequence[_Item], before: Sequence[_Item]
) -> tuple[tuple[_Item, ...], int]:
    """Return the items of the broken text, then those that it lacks of the text before, and how many these are."""
    idle, found = beyond([(link.new, link.old) for link in links], _said(broken), _said(before))
    kept = len(broken) - any(one is not None for one, _ in idle)
    return (*broken[:kept], *(replace(before[at], lines=_NOWHERE) for at in sorted(found))), len(found)


def beyond(
    pairs: Iterable[_Pair], broken: Sequence[str] = (), other: Sequence[str] = ()
) -> tuple[set[_Pair], set[int]]:
    """Return the pairs not to compare, and the items of the other text that they leave out, by index.

    `broken` and `other` are the texts of all items of a part, the last of which may itself be cut short.
    """
    linked = list(pairs)
    edge = max(((one, two) for one, two in linked if one is not None and two is not None), default=(-1, -1))[1]
    found = {two for one, two in linked if one is None and two is not None and two > edge}
    idle: set[_Pair] = {(None, two) for two in found}
    last = next((pair for pair in linked if broken and pair[0] == len(broken) - 1), None)
    if last is not None:
        partner = last[1] if last[1] is not None else min(found, default=None)
        if partner is not None and _is_cut_short(broken[-1], other[partner]):
            idle.add(last)
            found.add(partner)
    return idle, found


def _is_cut_short(text: str, whole: str) -> bool:
    return len(text) < len(whole) and whole.startswith(text)


def _said(part: Iterable[GlossaryEntry | Paragraph]) -> list[str]:
    """Return the whole text of each entry or paragraph, typography folded."""
    return [
        fold_typography(f"{one.term}\n{one.text}" if isinstance(one, GlossaryEntry) else one.text).strip()
        for one in part
    ]


def _cut(alignment: Alignment, *, is_new: bool) -> Alignment:
    broken, other = (alignment.new, alignment.old) if is_new else (alignment.old, alignment.new)
    part = ends_in(broken)
    links, clauses = _without(alignment.links, is_new=is_new) if part == "rules" else (alignment.links, 0)
    glossary, entries = alignment.glossary, 0
    if part != "credits":
        glossary, entries = _without(glossary, _said(broken.glossary), _said(other.glossary), is_new=is_new)
    credits_, paragraphs = _without(alignment.credits, _said(broken.credits), _said(other.credits), is_new=is_new)
    broken_off = Break(broken.name, is_new, part, ends_after(broken), other.name, clauses, entries, paragraphs)
    return replace(alignment, links=links, glossary=glossary, credits=credits_, breaks=(*alignment.breaks, broken_off))


def _without(
    links: Sequence[_Linked], broken: Sequence[str] = (), other: Sequence[str] = (), *, is_new: bool
) -> tuple[tuple[_Linked, ...], int]:
    """Return the links that are compared, and how many items of the other text are not."""
    ends = [(_main(link.new), _main(link.old)) if is_new else (_main(link.old), _main(link.new)) for link in links]
    idle, found = beyond(ends, broken, other)
    return tuple(link for link, pair in zip(links, ends, strict=True) if pair not in idle), len(found)


def _main(end: tuple[int, ...] | int | None) -> int | None:
    return next(iter(end), None) if isinstance(end, tuple) else end


def excerpts(alignment: Alignment) -> tuple[Excerpt, ...]:
    """Return the texts that have only a part of the other one, the old one first.

    A text with a declared coverage is not an excerpt: its coverage names what it quotes.
    """
    olds = len(alignment.old_nodes) - len({old for link in alignment.links for old in link.old})
    news = len(alignment.new_nodes) - len({new for link in alignment.links for new in link.new})
    return (
        *_excerpt(alignment.old, alignment.new, news, is_new=False),
        *_excerpt(alignment.new, alignment.old, olds, is_new=True),
    )


def _excerpt(release: Release, other: Release, outside: int, *, is_new: bool) -> Iterator[Excerpt]:
    """Yield the excerpt that `release` is, if some clauses of the other text, `outside` of them, are in no link."""
    if release.coverage.is_inferred and (outside or release.lacks_beginning):
        numbers = tuple(map(str, release.coverage.numbers))
        yield Excerpt(release.name, is_new, numbers, other.name, outside, release.lacks_beginning)
