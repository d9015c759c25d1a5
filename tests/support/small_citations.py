"""Lists of citations as ``crdiff cite list`` writes them, made by hand."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec.structs import replace
from small_archive import Releases, fill
from small_excerpt import make_corpus, make_prose

from crdiff.cite.cited_by import CitationList, read_citations
from crdiff.pages.archive_index import ArchiveIndex
from crdiff.site_source import contents_of, index_site
from tests.small_releases import RELEASES

LINK = "https://code.example/{revision}/{path}#L{line}"


def citation(where: str, number: str, lineage: str, written: str | None, kind: str = "right") -> Mapping[str, object]:
    """Return a row of a list; `where` is ``src/turn.rs:12``."""
    file, _, line = where.rpartition(":")
    row = {"file": file, "line": int(line), "column": 4, "end_column": 9, "printed": number, "number": number}
    return {
        **row,
        "kind": kind,
        "written": written,
        "lineage": lineage,
        "now": None,
        "is_test": file.startswith("tests/"),
    }


def list_json(rows: Sequence[Mapping[str, object]], **more: object) -> bytes:
    """Return a list of citations with other values for some of its keys."""
    head = {"schema": "crdiff.cite/1", "kind": "list", "crdiff": "1.0", "at": "2014-05-01", "repository": "me/engine"}
    places = {"revision": "a1b2c3", "link": LINK, "read": len(rows), "files": 7}
    return json.dumps({**head, **places, "citations": rows, **more}).encode()


def citation_list(rows: Sequence[Mapping[str, object]], **more: object) -> CitationList:
    """Return the list that `list_json` has."""
    return read_citations(list_json(rows, **more))


def citing_archive(folder: Path, lists: Mapping[str, CitationList], releases: Releases = RELEASES) -> ArchiveIndex:
    """Return a small archive indexed, with these lists by the names of their repositories."""
    embedded = replace(make_corpus(), editions=(), annotations=())
    contents = contents_of(fill(folder, releases), embedded)
    return index_site(contents, embedded, make_prose(), citations=lists)


# Citations of the small archive: three of 507.1 of 2003-10-01 by its number of 2009, one of a clause that is gone.
ROWS = (
    citation("src/turn.rs:12", "712.1", "2003-10-01-507.1", "2014-05-01"),
    citation("src/turn.rs:40", "710.1", "2003-10-01-507.1", "2009-10-01", "moved"),
    citation("src/turn.rs:41", "710.1", "2003-10-01-507.1", "2009-07-11", "moved"),
    citation("src/player.rs:7", "712.1", "2003-10-01-507.1", "2014-05-01"),
    citation("src/zone.rs:7", "712.1", "2003-10-01-507.1", "2014-05-01", "doubtful"),
    citation("tests/turn.rs:3", "712.1", "2003-10-01-507.1", "2014-05-01"),
    citation("tests/turn.rs:9", "507.4", "2003-10-01-507.4", "2003-10-01", "retired"),
    citation("src/turn.rs:50", "999.9", "", None, "absent"),
)
