"""The examples of the page on the Python interface run as they are printed."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from crdiff.changes.change import Structure
from crdiff.corpus import Corpus
from tests.small_releases import RELEASES

PAGE = (Path(__file__).parents[1] / "site" / "python.md").read_text("utf-8")
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
    added, life, compared, asked, as_json, built = said
    assert added == [f"{day} added" for day in RELEASES]
    assert life[0] == "2003-10-01-507.3 in force"
    assert life[-1] == "2009-07-11 710.3 reference"
    assert compared[0].startswith("same 710.1 ")
    assert compared[-1] == "Magic: The Gathering Comprehensive Rules 14"
    assert asked == ["('712.1',)", "507.4 2003-10-01 2003-10-01"]
    assert {line.split()[0] for line in as_json} <= set(Structure)
    assert built == ["3 pairs aligned"]


def test_every_public_name_of_a_corpus_is_on_the_page() -> None:
    public = {name for name in vars(Corpus) if not name.startswith("_")}
    assert {name for name in public if not re.search(rf"\b{name}\b", PAGE)} == set()
