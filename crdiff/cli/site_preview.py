"""A preview of the website without MkDocs: pages held in memory, made again when what they are made from changes."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from crdiff.cli.output import note
from crdiff.cli.site_files import prose_folder
from crdiff.cli.site_pages import SiteTexts, read_site
from crdiff.errors import CrdiffError
from crdiff.model.number import ClauseNumber

_PAUSE = 0.5
"""Seconds between two looks at the files."""
Stamps = dict[str, tuple[int, int]]
"""Of each file its time of change, in nanoseconds, and its size."""


class Preview:
    """The pages of a site as they are now, with the `results` of checks in a file.

    `only` limits those of an archive to what concerns one subsection.
    """

    def __init__(
        self,
        corpus: Path | None,
        only: ClauseNumber | None,
        results: Path | None = None,
        engines: Sequence[str] = (),
    ) -> None:
        self._corpus = corpus
        self._only = only
        self._results = results
        self._engines = engines
        self._texts = SiteTexts(corpus)
        self._text_stamps: Stamps | None = None
        self._seen: Stamps = {}
        self._pages: Mapping[str, bytes] = {}

    def page(self, address: str) -> bytes | None:
        """Return what is served at an address, None for nothing."""
        return self._pages.get(address)

    def refresh(self) -> bool:
        """Make the pages again if a file has changed, and say whether one had. Raises what making them raises."""
        texts = _stamps(self._corpus / "texts") if self._corpus is not None else {}
        seen = texts | _stamps(prose_folder()) | (_stamps(self._results) if self._results else {})
        for file in (*map(Path, self._engines), Path(__file__).parents[1] / "pages"):
            seen |= _stamps(file)
        if seen == self._seen:
            return False
        if texts != self._text_stamps:
            self._texts = SiteTexts(self._corpus)
        self._seen, self._text_stamps = seen, texts
        self._pages = self._made()
        return True

    def _made(self) -> Mapping[str, bytes]:
        from crdiff.pages.site import site_portions

        archive = read_site(self._texts, self._results, engines=self._engines)
        portions = site_portions(archive, only=self._only)
        return dict(page for portion in portions for page in portion())


def watch(preview: Preview) -> None:
    """Look at the files again and again, until interrupted."""
    while True:
        time.sleep(_PAUSE)
        _refresh(preview)


def _refresh(preview: Preview) -> None:
    """Look at the files once; while they are wrong, the pages stay as they were."""
    begun = time.monotonic()
    try:
        if preview.refresh():
            note(f"made again in {time.monotonic() - begun:.1f} s")
    except CrdiffError as error:
        note(f"crdiff: {error}")


def _stamps(folder: Path) -> Stamps:
    return {str(path): (path.stat().st_mtime_ns, path.stat().st_size) for path in _files(folder)}


def _files(folder: Path) -> Iterator[Path]:
    paths = (folder,) if folder.is_file() else sorted(folder.rglob("*"))
    return (path for path in paths if path.is_file() and path.suffix not in {".py", ".pyc"})
