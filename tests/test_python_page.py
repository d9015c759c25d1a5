"""The Python on the pages runs, and the page on the Python interface has every name that is public."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import crdiff
from crdiff import Corpus, Structure
from tests.small_releases import RELEASES

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "site" / "python.md").read_text("utf-8")
EXAMPLES = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def test_the_examples_run_one_after_another(
    small_files: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    small_files.rename(tmp_path / "downloads")
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    said = []
    for example in EXAMPLES:
        exec(compile(example, "site/python.md", "exec"), names)
        said.append(capsys.readouterr().out.splitlines())
    added, life, compared, asked, as_json, steps, built, quoted = said
    assert added == [f"{day} added" for day in RELEASES]
    assert life[0] == "2003-10-01-507.3 in force"
    assert life[-1] == "2009-07-11 710.3 reference"
    assert compared[0].startswith("same 710.1 ")
    assert compared[-1] == "Magic: The Gathering Comprehensive Rules 14"
    assert asked == ["712.1", "507.4 2003-10-01 2003-10-01"]
    assert {line.split()[0] for line in as_json} <= set(Structure)
    assert re.fullmatch(r"\d+ links, \d+ changes, \d+ findings", "".join(steps))
    assert built == ["3 pairs aligned"]
    assert quoted == ["('post', '2003-10-01-500.1', '500.1', 1)"]


def test_the_table_of_the_class_has_every_public_name_of_a_corpus_and_no_other(tmp_path: Path) -> None:
    rows = re.findall(r"^\| (`.+?`) \| ", PAGE.partition("## The class")[2], re.MULTILINE)
    named = [name for row in rows for name in re.findall(r"`(\w+)`", row)]
    public = {name for name in (*vars(Corpus), *vars(Corpus(tmp_path))) if not name.startswith("_")}
    assert sorted(named) == sorted(public)


def test_every_public_name_that_the_page_speaks_of_is_public() -> None:
    named = set(re.findall(r"\bcrdiff\.(\w+)", PAGE))
    assert named - set(crdiff.__all__) == {"align"}


# the Python on all pages runs: the samples of each, one after the other, on the official releases that they speak of


PAGES = (ROOT / "README.md", *sorted((ROOT / "site").rglob("*.md")))
# A sample that begins so is a file of the project on the page about writing checks, which tests/plugin plays.
_NAMED = re.compile(r"# \w+\.py\n")

# What the samples find in their folder, named by date; old.txt and new.txt are the last pair that differs little.
OFFICIAL = ("2003-10-01", "2009-05-01", "2009-07-11", "2009-10-01", "2014-05-01")


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
    for release in OFFICIAL:
        (folder / f"{release}.txt").symlink_to(texts / f"{release}.txt")
        if (
            release != "2009-05-01"
        ):  # 2009-07-11 put most of the text in a new order: seconds, and no sample asks for it
            (folder / "downloads" / f"{release}.txt").symlink_to(texts / f"{release}.txt")
    (folder / "old.txt").symlink_to(texts / "2009-07-11.txt")
    (folder / "new.txt").symlink_to(texts / "2009-10-01.txt")
    return folder


@pytest.mark.slow
@pytest.mark.whole
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
