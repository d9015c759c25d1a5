"""Alignments of whole releases that the stories we tell depend on."""

from __future__ import annotations

from collections.abc import Callable

from crdiff.align.engine import align_releases
from crdiff.model.release import Release


def test_mana_burn_takes_its_exception_with_it(official: Callable[[str], Release]) -> None:
    """507.4 has no heir: only its reminder is like 703.4n, which says that unused mana is lost."""
    alignment = align_releases(official("2009-05-01"), official("2009-07-11"))
    exception = next(node.index for node in alignment.old_nodes if str(node.number) == "507.4")

    (link,) = [link for link in alignment.links if exception in link.old]

    assert link.new == ()
