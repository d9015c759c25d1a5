"""The examples of the page on the Python interface run as they are printed."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import crdiff
from crdiff import Corpus, Structure
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
