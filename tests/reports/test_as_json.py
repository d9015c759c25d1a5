"""From Python an answer is the JSON that the command writes, byte for byte."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from small_archive import fill

from crdiff import Corpus, read, to_json
from crdiff.reports.as_json import Answer
from tests.small_releases import RELEASES, release_text

CASES: dict[str, Callable[[Corpus], Answer]] = {
    "diff 2003-10-01 2009-07-11": lambda corpus: corpus.diff("2003-10-01", "2009-07-11"),
    "history 507.4": lambda corpus: corpus.history("507.4"),
    "show 712": lambda corpus: corpus.show("712"),
    "blame 712.1": lambda corpus: corpus.blame("712.1"),
    "renumbering 2003-10-01 2009-07-11": lambda corpus: corpus.renumbering("2003-10-01", "2009-07-11"),
    "whatsnew --since 2003-10-01": lambda corpus: corpus.news("2003-10-01"),
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
    assert to_json(CASES[command](corpus)) == _written(*command.split(), "--corpus", str(corpus.folder))


def test_a_release_is_the_json_of_its_text(tmp_path: Path) -> None:
    text = tmp_path / "2009-07-11.txt"
    text.write_bytes(release_text("2009-07-11", RELEASES["2009-07-11"]))
    assert to_json(read(text.read_bytes(), text.name)) == _written("parse", str(text))
