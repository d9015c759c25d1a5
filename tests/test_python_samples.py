"""The Python on the pages runs: each page's samples, one after the other, on the official releases they speak of."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import crdiff

pytestmark = pytest.mark.whole

ROOT = Path(__file__).parents[1]
PAGES = (ROOT / "README.md", *sorted((ROOT / "site").rglob("*.md")))
_NAMED = re.compile(r"# \w+\.py\n")
"""A sample that begins so is a file of the project on the page about writing checks, which tests/plugin plays."""

RELEASES = ("2003-10-01", "2009-05-01", "2009-07-11", "2009-10-01", "2014-05-01")
"""What the samples find in their folder, named by date; old.txt and new.txt are the last pair that differs little."""


def _samples() -> dict[str, str]:
    """Return by page what stands on it, as one script: later samples use the names of earlier ones."""
    found = {}
    for page in PAGES:
        blocks = re.findall(r"^```python\n(.*?)^```$", page.read_text("utf-8"), re.MULTILINE | re.DOTALL)
        if script := "\n".join(block for block in blocks if not _NAMED.match(block)):
            found[page.relative_to(ROOT).as_posix()] = script
    indented = re.findall(r"^    (.*\n)", crdiff.__doc__ or "", re.MULTILINE)
    return found | {"crdiff/__init__.py": "".join(indented)}


SAMPLES = _samples()


def test_the_pages_that_speak_of_python_have_samples() -> None:
    assert set(SAMPLES) == {"README.md", "site/builders.md", "site/python.md", "site/model.md", "crdiff/__init__.py"}


@pytest.fixture(scope="module")
def folder(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder in which all pages run: the corpus that one builds, the next one finds."""
    folder, texts = tmp_path_factory.mktemp("samples"), (shared / "cr").resolve()
    (folder / "downloads").mkdir()
    for release in RELEASES:
        (folder / f"{release}.txt").symlink_to(texts / f"{release}.txt")
        if (
            release != "2009-05-01"
        ):  # 2009-07-11 put most of the text in a new order: seconds, and no sample asks for it
            (folder / "downloads" / f"{release}.txt").symlink_to(texts / f"{release}.txt")
    (folder / "old.txt").symlink_to(texts / "2009-07-11.txt")
    (folder / "new.txt").symlink_to(texts / "2009-10-01.txt")
    return folder


@pytest.mark.parametrize("page", SAMPLES)
def test_the_samples_of_a_page_run(page: str, folder: Path) -> None:
    if page == "site/builders.md":
        pytest.importorskip("mcp")
        pytest.importorskip("pygls")
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", SAMPLES[page]],
        cwd=folder,
        env={**os.environ, "CRDIFF_HOME": str(folder / "home"), "PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout
