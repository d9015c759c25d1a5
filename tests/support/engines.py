"""The two engines that may search a site: our own index, and Pagefind."""

from __future__ import annotations

import os

import pytest

from crdiff.output import pagefind
from crdiff.pages.archive_index import ArchiveIndex
from crdiff.pages.search.search import PAGEFIND, stubs

ENGINES = ("own", "pagefind")


def files_of(engine: str, archive: ArchiveIndex) -> dict[str, bytes] | None:
    """Return the files of Pagefind where it is the engine, None for our own; without Pagefind skip, in CI fail."""
    if engine == "own":
        return None
    if pagefind.find() is None:
        if os.environ.get("CI"):
            pytest.fail("no Pagefind: CI has to test the search that a site has with it")
        pytest.skip("no Pagefind: pip install 'crdiff[search]', for the search that a site has with it")
    return {f"{PAGEFIND}{path}": content for path, content in pagefind.index(stubs(archive)).items()}
