"""Citations of a repository as ``crdiff cite list`` writes them: the JSON value of ``crdiff.cite/1``, read.

A list may come from anybody: whatever its names and paths contain is shown as text, and only an address of the web
becomes a link.
"""

from __future__ import annotations

from datetime import date
from functools import lru_cache
from typing import Annotated
from urllib.parse import quote, urlsplit

import msgspec
from msgspec import Meta, Struct

from crdiff.errors import CorpusError, UnknownNumber
from crdiff.model.number import ClauseNumber

SCHEMA = "crdiff.cite/1"
_KIND = "list"
_PATH, _LINE, _REVISION = "{path}", "{line}", "{revision}"
_LINK_MAX = 500
"""Characters of a link to a place, so that the page of a clause, which shows twelve of them, stays small.

The longest link to a citation in magefree/mage has 190, with a path of 107 characters.
"""


class ListedCitation(Struct, frozen=True):
    """A number that a file cites: the release that it is `written` for, None where that is not known, and its `kind`.

    `lineage` is the id of the clause that it means, "" where none is known.
    """

    file: str
    line: Annotated[int, Meta(ge=1)]
    number: str
    kind: str
    is_test: bool
    lineage: str
    written: date | None


class CitationList(Struct, frozen=True):
    """Every citation of a repository, judged by the release `at`.

    `link` is the address of a place in it, with ``{path}``, ``{line}`` and ``{revision}`` in place of these.
    """

    at: date
    read: int
    files: int
    citations: tuple[ListedCitation, ...]
    repository: str | None = None
    revision: str | None = None
    link: str | None = None

    def address_of(self, citation: ListedCitation) -> str:
        """Return the address of a citation, "" where none is known."""
        if not self.link or (_REVISION in self.link and not self.revision):
            return ""
        link = self.link.replace(_REVISION, _quoted(self.revision or "")).replace(_LINE, str(citation.line))
        link = link.replace(_PATH, _quoted(citation.file))
        return link if len(link) <= _LINK_MAX else ""


@lru_cache(maxsize=1 << 14)
def _quoted(part: str) -> str:
    return quote(part, safe="/", errors="replace")


class _Schema(Struct):
    schema: str
    kind: str = ""


def read_citations(raw: bytes, path: str = "") -> CitationList:
    """Return the list that `raw` encodes, unknown keys ignored.

    Raises `CorpusError` where it is not a list of ``crdiff.cite/1``; `path` is for the error.
    """
    try:
        found = msgspec.json.decode(raw, type=_Schema)
        if (found.schema, found.kind) != (SCHEMA, _KIND):
            what = f"a document of schema {found.schema!r:.60}, kind {found.kind!r:.60}"
            raise CorpusError(what, f"a {_KIND} of {SCHEMA}, as 'crdiff cite list --format json' writes it", path=path)
        listed = msgspec.json.decode(raw, type=CitationList)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise CorpusError(f"not a list of citations ({error!s:.200})", f"JSON of {SCHEMA}", path=path) from None
    _require_sound(listed, path)
    return listed


def _require_sound(listed: CitationList, path: str) -> None:
    """Raise `CorpusError` for a link that leads nowhere and for clauses that are cited by no number."""
    if listed.link is not None and not _is_link(listed.link):
        expected = "an address such as https://github.com/owner/name/blob/{revision}/{path}#L{line}"
        raise CorpusError(f"its link {listed.link!r} is not the address of a place", expected, path=path)
    for number in {citation.number for citation in listed.citations if citation.lineage}:
        try:
            ClauseNumber.parse(number)
        except UnknownNumber as error:
            raise CorpusError(error.what, error.expected, path=path) from None


def _is_link(link: str) -> bool:
    """Whether `link` is an address of the web that has a path in it; its host has to be written out."""
    try:
        parts = urlsplit(link)
    except ValueError:  # a bracket without its other half
        return False
    is_web = parts.scheme in {"http", "https"} and bool(parts.netloc) and "{" not in parts.netloc
    return is_web and _PATH in link and link.isascii() and link.isprintable() and " " not in link
