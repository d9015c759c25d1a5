"""Addresses of clauses under other names: an archive that holds fewer releases calls some clauses otherwise."""

from __future__ import annotations

from collections.abc import Iterator

from crdiff.pages.archive_index import ArchiveIndex
from crdiff.pages.frame import address
from crdiff.pages.frame.render import Head, render


def alias_pages(archive: ArchiveIndex) -> Iterator[tuple[str, bytes]]:
    """Yield a page that leads on for each clause that what comes with crdiff names otherwise than this archive.

    Every other name, a release and a number there, is found by the page for missing pages, from the clauses of that
    release: pages for all of them would be a quarter of a million.
    """
    for alias, lineage in sorted(archive.aliases.items()):
        where = address.clause(alias)
        head = Head(
            address=where,
            title=f"{alias} · crdiff",
            description=f"Clause {alias} has its page under {lineage}.",
            part=address.RULES,
            data=address.as_json(address.clause(lineage)),
            canonical=address.clause(lineage),
        )
        yield where, render("clauses/alias.html", head, (lineage, address.clause(lineage)))
