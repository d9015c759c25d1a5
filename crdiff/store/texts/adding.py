"""Add files to a corpus, one at a time, under the lock for writers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from crdiff.errors import CrdiffError, UnreadableText
from crdiff.output.lock import writing
from crdiff.output.progress import Progress
from crdiff.store.texts.folder import Added, TextFolder, identify
from crdiff.store.texts.named_files import expand
from crdiff.store.texts.sweep import sweep

_PATIENCE = 120.0
"""Seconds to wait for a build to end."""

Failed = Callable[[CrdiffError], None]
"""Called with the error of each file that could not be added, which names the file."""


def add_files(
    corpus: Path, names: Iterable[str | Path], failed: Failed | None = None, progress: Progress | None = None
) -> Iterator[Added]:
    """Add the files that `names` mean, and yield the outcome of each; `progress` is called after each.

    A file that is not the text of a release is handed to `failed` as an error, or raised where `failed` is None.
    """
    files = list(expand(names))
    if not files:
        raise UnreadableText("no files there", "files, folders with texts in them, or patterns that match some")
    with writing(corpus, _PATIENCE):
        sweep(corpus)
        folder = TextFolder(corpus)
        for done, path in enumerate(files, 1):
            try:
                yield _add_file(folder, path)
            except CrdiffError as error:
                if failed is None:
                    raise
                failed(error)
            if progress:
                progress(done, len(files))


def _add_file(folder: TextFolder, path: Path) -> Added:
    raw = path.read_bytes()
    try:
        return folder.add(raw, identify(raw, path.name), path.name)
    except CrdiffError as error:
        raise error.at(str(path)) from None
