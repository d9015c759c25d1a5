"""From Python an answer is the JSON that the command writes, byte for byte."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from small_archive import fill

import crdiff
from crdiff import Answer, Corpus
from tests.small_releases import RELEASES, release_text

CASES: dict[str, Callable[[Corpus], Answer]] = {
    "diff 2003-10-01 2009-07-11": lambda corpus: corpus.diff("2003-10-01", "2009-07-11"),
    "history 507.4": lambda corpus: corpus.history("507.4"),
    "show 712": lambda corpus: corpus.show("712"),
    "blame 712.1": lambda corpus: corpus.blame("712.1"),
    "renumbering 2003-10-01 2009-07-11": lambda corpus: corpus.renumbering("2003-10-01", "2009-07-11"),
    "whatsnew 2003-10-01..": lambda corpus: corpus.news("2003-10-01"),
}

LISTS: dict[str, Callable[[Corpus], bytes]] = {
    "number 507.4": lambda corpus: crdiff.uses_to_json("507.4", corpus.number("507.4")),
    "search --all mana": lambda corpus: crdiff.hits_to_json("mana", corpus.search("mana", ever=True)),
    "search nothingatall": lambda corpus: crdiff.hits_to_json("nothingatall", corpus.search("nothingatall")),
    "stats": lambda corpus: crdiff.sizes_to_json(corpus.stats()),
}


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    """Return a small archive."""
    return Corpus(fill(tmp_path_factory.mktemp("answers") / "corpus"))


def _written(*arguments: str) -> bytes:
    command = [sys.executable, "-m", "crdiff", *arguments, "--format", "json", "--quiet"]
    return subprocess.run(command, capture_output=True, check=True).stdout


@pytest.mark.parametrize("command", CASES)
def test_an_answer_is_the_json_of_its_command(corpus: Corpus, command: str) -> None:
    assert crdiff.to_json(CASES[command](corpus)) == _written(*command.split(), "--corpus", str(corpus.folder))


@pytest.mark.parametrize("command", LISTS)
def test_a_list_is_the_json_of_its_command(corpus: Corpus, command: str) -> None:
    assert LISTS[command](corpus) == _written(*command.split(), "--corpus", str(corpus.folder))


def test_findings_are_the_json_of_lint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    old, new = Path("2003-10-01.txt"), Path("2009-07-11.txt")
    for file in (old, new):
        file.write_bytes(release_text(file.stem, RELEASES[file.stem]))
    before, after = (crdiff.read(file.read_bytes(), file.name) for file in (old, new))
    findings = crdiff.lint_release(after, before, lines=crdiff.read_lines(new.read_bytes(), new.name))
    assert findings
    assert crdiff.findings_to_json(after, findings, before) == _written("lint", str(new), "--against", str(old))


def test_a_release_is_the_json_of_its_text(tmp_path: Path) -> None:
    text = tmp_path / "2009-07-11.txt"
    text.write_bytes(release_text("2009-07-11", RELEASES["2009-07-11"]))
    assert crdiff.to_json(crdiff.read(text.read_bytes(), text.name)) == _written("parse", str(text))


def test_what_a_text_quotes_is_the_json_of_its_command(corpus: Corpus, tmp_path: Path) -> None:
    quoted = tmp_path / "lesson.txt"
    quoted.write_text("507.1 A player may concede the game at any time by leaving it.\n", "utf-8")
    text, folder = quoted.read_text("utf-8"), str(corpus.folder)
    found = crdiff.identified_to_json(corpus.identify(text), str(quoted))
    assert found == _written("identify", str(quoted), "--corpus", folder)
    checked = crdiff.to_json(corpus.check("507.1", text, "2009-07-11"))
    assert checked == _written("identify", str(quoted), "--number", "507.1", "--at", "2009-07-11", "--corpus", folder)
    Draft202012Validator(json.loads(crdiff.schema("quotation"))).validate(json.loads(checked))
