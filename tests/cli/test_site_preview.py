"""``crdiff site serve`` without MkDocs: pages from memory, made again when a text is added, or of one subsection."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from small_archive import fill

from crdiff.cli import site_serve
from crdiff.cli.site_serve import Preview
from crdiff.corpus import Corpus
from crdiff.model.number import ClauseNumber
from tests.small_releases import RELEASES, release_text

Run = Callable[..., CompletedProcess[bytes]]


def test_pages_are_made_again_when_a_text_is_added_and_not_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of the files that are watched only the texts count here: somebody may be at work on the others."""
    look = site_serve._stamps
    monkeypatch.setattr(site_serve, "_stamps", lambda folder: look(folder) if folder.name == "texts" else {})
    *some, last = RELEASES
    corpus = fill(tmp_path / "corpus", {day: RELEASES[day] for day in some})
    preview = Preview(corpus, None)
    assert preview.refresh()
    assert not preview.refresh()
    assert preview.page(f"/releases/{last}/") is None
    (tmp_path / f"{last}.txt").write_bytes(release_text(last, RELEASES[last]))
    with Corpus(corpus) as opened:
        opened.add(tmp_path / f"{last}.txt")
    assert preview.refresh()
    assert preview.page(f"/releases/{last}/") is not None


def test_only_one_subsection_is_made_where_no_more_is_asked_for(tmp_path: Path) -> None:
    """507 became 710 and then 712: its clauses belong to all three."""
    preview = Preview(fill(tmp_path / "corpus"), ClauseNumber.parse("507"))
    preview.refresh()
    assert preview.page("/clause/2003-10-01-507.4/") is not None
    assert preview.page("/rules/712/") is not None
    assert preview.page("/clause/2003-10-01-701.1/") is None
    assert preview.page("/stats/") is None


def test_a_preview_of_an_archive_is_served_until_it_is_interrupted(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    corpus = str(fill(tmp_path / "corpus"))
    command = [
        sys.executable,
        "-m",
        "crdiff",
        "site",
        "serve",
        "--no-checks",
        "--corpus",
        corpus,
        "--only",
        "712",
        "--address",
        address,
    ]
    with subprocess.Popen(
        command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=os.environ
    ) as server:
        assert b"<title>" in _once_there(f"http://{address}/rules/712/")
        assert b"<svg" in _once_there(f"http://{address}/assets/icon.svg")
        with pytest.raises(urllib.error.HTTPError, match="404"):
            urllib.request.urlopen(f"http://{address}/nowhere/")
        server.send_signal(signal.SIGINT)
        _, said = server.communicate(timeout=20)
    assert said == f"the site is at http://{address}/\n".encode()
    assert server.returncode in {0, 130}


def _once_there(address: str) -> bytes:
    for _ in range(200):
        try:
            with urllib.request.urlopen(address) as answer:
                return answer.read()
        except urllib.error.URLError:
            time.sleep(0.1)
    raise AssertionError(address)


def test_options_that_make_no_sense_together_are_one_line(crdiff: Run) -> None:
    for arguments in (("--only", "702"), ("--plain", "--config", "x.yml"), ("--plain", "--address", "8000")):
        done = crdiff("site", "serve", *arguments)
        assert done.returncode == 2
        assert done.stderr.count(b"\n") == 1
