"""Reading documents and telling what they quote, in as many processes as asked for."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from crdiff.cli.naming import GIT, file_of
from crdiff.cli.texts import raw_of
from crdiff.errors import CrdiffError, UnreadableText

if TYPE_CHECKING:
    from crdiff.identify.identified import Identified
    from crdiff.identify.today import Updated
    from crdiff.reports.identified import IdentifiedDocument
    from crdiff.text.source_text import SourceText

DOCUMENTS = (
    *(".md", ".markdown", ".txt", ".text", ".rst", ".adoc", ".org", ".html", ".htm", ".xhtml"),
    *(".wiki", ".mediawiki", ".docx", ".rtf"),
)
"""How the names of the files end that are read in a folder."""
CHARACTERS_MAX = 250_000
"""Characters of the text of a page: a quarter of a release, of which any text is answered for within ten seconds."""

_TEXT_BYTES_MAX = 1 << 24
"""Bytes of a page that is no document: 16 MB. Saved pages of HTML with all that is in them have 2 MB."""

Identify = Callable[[str], "Identified"]


@dataclass(frozen=True, slots=True)
class UnreadDocument:
    """A file of a folder that could not be read, and why in a line."""

    name: str
    why: str


def documents_under(names: Sequence[str]) -> Iterator[tuple[str, bool]]:
    """Yield the documents to read, each once, and whether somebody named it: those of a folder are found."""
    from crdiff.cite_tree.files import files_of

    named: dict[str, bool] = {}
    for name in names:
        if name == "-" or name.startswith(GIT) or not Path(name).is_dir():
            named[name] = True
        else:
            for found in files_of([name]):
                if found.lower().endswith(DOCUMENTS):
                    named.setdefault(found, False)
    yield from named.items()


def identified_documents(
    documents: Iterable[tuple[str, bool]], identify: Identify, jobs: int
) -> Iterator[IdentifiedDocument | UnreadDocument]:
    """Yield what each document quotes, in their order, whatever the number of processes."""
    work = partial(_identified, identify=identify)
    if jobs == 1:
        yield from map(work, documents)
        return
    from concurrent.futures import ProcessPoolExecutor

    from crdiff.output.child_process import end_with_parent

    with ProcessPoolExecutor(jobs, initializer=end_with_parent) as executor:
        yield from executor.map(work, documents, chunksize=8)


def _identified(document: tuple[str, bool], identify: Identify) -> IdentifiedDocument | UnreadDocument:
    """Return what a document quotes. Raises what reading raises where somebody named it."""
    from crdiff.identify.located import located
    from crdiff.reports.identified import IdentifiedDocument

    name, is_named = document
    try:
        page = read_document(name)
        return IdentifiedDocument(_called(name), file_of(name), located(identify(page.text), page))
    except CrdiffError as error:
        if is_named:
            raise
        return UnreadDocument(name, str(error).removeprefix(f"{name}: "))
    except OSError as error:
        if is_named:
            raise
        return UnreadDocument(name, error.strerror or str(error))


def _called(name: str) -> str:
    return "standard input" if name == "-" else name


def read_document(name: str) -> SourceText:
    """Return the text of a document. Raises `UnreadableText` with its name for one that has none, or too much."""
    from crdiff.importers.document import is_document
    from crdiff.importers.page import read_page

    try:
        raw = raw_of(name)
        if len(raw) > _TEXT_BYTES_MAX and not is_document(raw):
            raise UnreadableText(f"the page has {len(raw):,} bytes", f"at most {_TEXT_BYTES_MAX:,}")
        page = read_page(raw, name)
        if len(page.text) > CHARACTERS_MAX:
            raise UnreadableText(
                f"the page has {len(page.text):,} characters", f"at most {CHARACTERS_MAX:,}, or 'crdiff parse'"
            )
    except CrdiffError as error:
        raise error.at(_called(name)) from None
    return page


def todays_text(name: str, identify: Identify) -> tuple[bytes, Updated]:
    """Return the bytes of a text with its quotations as they read today; all others are as they were.

    Raises `UnreadableText` for a document or a page of HTML, and for bytes that could not be given back as they were.
    """
    from crdiff.identify.located import located
    from crdiff.identify.today import updated
    from crdiff.importers.document import import_document
    from crdiff.importers.kinds import is_page_of_html
    from crdiff.importers.page import read_page

    page, raw = read_document(name), raw_of(name)
    if import_document(raw) or is_page_of_html(page.source, name):
        raise UnreadableText("--today writes no documents and no HTML", "text or Markdown", path=_called(name))
    written = _as_written(page.source, raw)
    if written is None:
        raise UnreadableText("it is not UTF-8 with one kind of line ends", "a text to write again", path=_called(name))

    def identified(source: str) -> Identified:
        again = read_page(written(source), name)
        return located(identify(again.text), again)

    done = updated(page.source, identified)
    return written(done.text), done


def _as_written(source: str, raw: bytes) -> Callable[[str], bytes] | None:
    """Return what gives text the mark and the line ends of `raw`, None where that would change other bytes."""
    mark = BOM_UTF8 if raw.startswith(BOM_UTF8) else b""
    for end in ("\n", "\r\n"):
        if mark + source.replace("\n", end).encode("utf-8", "surrogatepass") == raw:
            return partial(_encoded, mark=mark, end=end)
    return None


def _encoded(text: str, mark: bytes, end: str) -> bytes:
    return mark + text.replace("\n", end).encode("utf-8", "surrogatepass")
