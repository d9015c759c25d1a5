"""Run Pagefind, a search engine for static sites, to make its index. No other module runs its binary."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

from crdiff.errors import StoreError
from crdiff.output.tree import read_tree

BINARY = "pagefind"
_READ_BY_PAGES = ("pagefind.js", "pagefind-worker.js", "pagefind-entry.json")
"""Files at the top of the index that a page needs; the others are user interfaces, and the site has its own."""


def is_wanted(choice: str) -> bool:
    """Whether Pagefind makes the index where `choice` is ``auto``, ``own`` or ``pagefind``."""
    return choice == "pagefind" or (choice == "auto" and find() is not None)


def find() -> str | None:
    """Return the path of the binary: the one on $PATH, else that of the package ``pagefind-bin``, else None."""
    return shutil.which(BINARY) or _of_package()


def _of_package() -> str | None:
    """Return the binary of the PyPI wheel, which puts none on $PATH."""
    try:
        from pagefind_bin import get_executable

        return str(get_executable())
    except (ImportError, FileNotFoundError):
        return None


def index(pages: Iterable[tuple[str, bytes]]) -> dict[str, bytes]:
    """Return the index of `pages`, (name, HTML) each, by the path of each of its files.

    Raises `StoreError` where Pagefind is not there or does not do it.
    """
    binary = find()
    if binary is None:
        raise StoreError("Pagefind is not installed", "it on the path, or in Python by: pip install 'crdiff[search]'")
    with TemporaryDirectory() as folder:
        site, made = Path(folder, "site"), Path(folder, "index")
        site.mkdir()
        for name, content in pages:
            (site / name).write_bytes(content)
        command = [binary, "--site", str(site), "--output-path", str(made)]
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
        if done.returncode:
            said = (done.stderr or done.stdout).strip().splitlines() or [f"exit code {done.returncode}"]
            raise StoreError(f"pagefind failed: {said[-1]}")
        return {path: content for path, content in read_tree(made).items() if _is_read(path)}


def _is_read(path: str) -> bool:
    return "/" in path or path in _READ_BY_PAGES or path.endswith((".pagefind", ".pf_meta"))
