"""The commands that ask the corpus, run as their users run them."""

from __future__ import annotations

from pathlib import Path

import pytest

from crdiff import __version__
from tests.cli.conftest import Run, built
from tests.conftest import Filled
from tests.small_releases import RELEASES

_, SECOND, THIRD, _ = RELEASES


def test_a_number_that_named_several_clauses_is_noted_and_an_id_has_named_one(crdiff: Run, tmp_path: Path) -> None:
    """The number 710.2 has named two clauses, the place 2009-07-11-710.2 one."""
    swapped = dict(RELEASES[THIRD])
    swapped["710.2"], swapped["710.3"] = swapped["710.3"], swapped["710.2"]
    ask = crdiff.of(CRDIFF_HOME=str(built(tmp_path, {SECOND: RELEASES[SECOND], THIRD: swapped})))
    assert ask("history", "710.2").stderr == b"710.2 has named 2 clauses; 'crdiff number 710.2' lists them\n"
    assert ask("history", f"{SECOND}-710.2").stderr == b""
    assert ask("number", f"{SECOND}-710.2").stdout == ask("number", "710.2").stdout


def test_a_store_of_another_version_answers_with_a_note_and_stays_as_it_is(
    crdiff: Run, filled: Filled, monkeypatch: pytest.MonkeyPatch
) -> None:
    corpus = filled()
    with monkeypatch.context() as patched:
        patched.setattr("crdiff.store.texts.corpus_folder.code_fingerprint", lambda: "0123456789abcdef")
        corpus.build()
        corpus.close()
    before = {path.name: path.read_bytes() for path in corpus.folder.glob("store.*")}
    asked = crdiff("history", "710.3", "--corpus", corpus.folder)
    assert asked.returncode == 0
    assert asked.stderr.decode().splitlines() == [
        f"crdiff: the store was built by another version of crdiff ({__version__}, code 01234567);"
        " 'crdiff corpus build' brings it up to date"
    ]
    assert crdiff("history", "710.3", "--corpus", corpus.folder, "--quiet").stderr == b""
    assert {path.name: path.read_bytes() for path in corpus.folder.glob("store.*")} == before
    crdiff("corpus", "build", "--corpus", corpus.folder)
    assert crdiff("history", "710.3", "--corpus", corpus.folder).stderr == b""
