"""The order in which links are listed, and an alignment read the other way round."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from crdiff.align.alignment import Alignment, ExampleLink, ExampleRef, Link, PartLink, RunnerUp

_MIRRORED_TIERS = {"added": "removed", "removed": "added"}
_NOWHERE = ExampleRef(-1, -1)


def in_order(links: Iterable[Link]) -> tuple[Link, ...]:
    """Return `links` in the order of the new text, a removed clause after the link of the old clause before it.

    A link that names a clause second comes after the link that names it first, so that the first partner met for a
    clause is its main one.
    """
    ranked = sorted(links, key=lambda link: (link.old or (-1,), link.new))
    keys: dict[Link, tuple[int, int, int]] = {}
    last = -1
    for link in ranked:
        last = link.new[0] if link.new and link.old else last
        keys[link] = (link.new[0], 0, link.old[0] if link.old else -1) if link.new else (last, 2, link.old[0])
    home_old = {link.old[0]: keys[link][0] for link in ranked if link.old and link.new}
    home_new = {link.new[0]: link.new[0] for link in ranked if link.new}
    for link in ranked:
        if len(link.old) + len(link.new) > 2:
            homes = [home_old.get(old, -1) for old in link.old[1:]] + [home_new.get(new, -1) for new in link.new[1:]]
            if max(homes) > keys[link][0]:
                keys[link] = (max(homes), 1, keys[link][2])
    return tuple(sorted(ranked, key=keys.__getitem__))


def mirrored(alignment: Alignment) -> Alignment:
    """Return the same alignment from new to old: what was added is removed, a split is a merge."""
    return Alignment(
        old=alignment.new,
        new=alignment.old,
        old_nodes=alignment.new_nodes,
        new_nodes=alignment.old_nodes,
        links=in_order([_mirrored_link(link) for link in alignment.links]),
        examples=examples_in_order(ExampleLink(link.new, link.old) for link in alignment.examples),
        glossary=_mirrored_parts(alignment.glossary),
        front=_mirrored_parts(alignment.front),
        credits=_mirrored_parts(alignment.credits),
        breaks=tuple(replace(each, is_new=not each.is_new) for each in alignment.breaks),
        excerpts=tuple(replace(each, is_new=not each.is_new) for each in alignment.excerpts[::-1]),
    )


def examples_in_order(links: Iterable[ExampleLink]) -> tuple[ExampleLink, ...]:
    """Return example links in the order of the new text, those removed at the end in the order of the old."""
    return tuple(sorted(links, key=lambda link: (link.new is None, link.new or _NOWHERE, link.old or _NOWHERE)))


def parts_in_order(links: Iterable[PartLink]) -> tuple[PartLink, ...]:
    """Return part links in the order of the new text, those removed at the end in the order of the old."""
    return tuple(sorted(links, key=lambda link: (link.new is None, link.new or 0, link.old or 0)))


def _mirrored_link(link: Link) -> Link:
    second = link.runner_up and RunnerUp(link.runner_up.new, link.runner_up.old, link.runner_up.score)
    tier = _MIRRORED_TIERS.get(link.tier, link.tier)
    return Link(link.new, link.old, tier, link.evidence, link.confidence, link.undetermined, second)


def _mirrored_parts(links: Iterable[PartLink]) -> tuple[PartLink, ...]:
    return parts_in_order(PartLink(link.new, link.old, link.evidence, link.confidence) for link in links)
