"""``crdiff site serve``: whom it answers, and that pages are made again when a text is added."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from little_crdiff import LITTLE_CRDIFF
from small_archive import fill

from crdiff.corpus import Corpus
from tests.small_releases import RELEASES, release_text


@pytest.fixture(autouse=True)
def little(monkeypatch: pytest.MonkeyPatch, prose_of_three_pages: Path) -> None:
    """Have little of what comes with crdiff on the pages: what they say is no matter here."""
    monkeypatch.setenv("LITTLE_PROSE", str(prose_of_three_pages))


@contextmanager
def _preview(folder: Path, note: str, *options: str) -> Iterator[str]:
    """Give the address of a preview that is there and says `note`; it has to end well when it is interrupted."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    command = [sys.executable, LITTLE_CRDIFF, "site", "serve", "--no-checks", "--address", address, *options]
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as server:
        try:
            _wait_for(f"http://{address}/")
            yield f"http://{address}/"
            server.send_signal(signal.SIGINT)
            _, said = server.communicate(timeout=120)
        finally:
            server.kill()
    assert note.format(address) in said.decode()
    assert b"Traceback" not in said
    assert server.returncode in {0, 130}


def _wait_for(address: str) -> None:
    for _ in range(900):
        try:
            urllib.request.urlopen(address).close()
            return
        except urllib.error.HTTPError:
            return
        except urllib.error.URLError:
            time.sleep(0.1)
    raise AssertionError(f"nothing at {address}")


def _page(address: str) -> bytes:
    with urllib.request.urlopen(address) as answer:
        return answer.read()


def _status(address: str, name: str) -> int:
    try:
        with urllib.request.urlopen(urllib.request.Request(address, headers={"Host": name})) as answer:
            return answer.status
    except urllib.error.HTTPError as refused:
        return refused.code


def test_a_preview_answers_to_names_of_this_machine_and_no_other(tmp_path: Path) -> None:
    with _preview(tmp_path, "using what comes with crdiff") as address:
        assert b"<title>" in _page(address)
        for name in ("localhost:8000", "LOCALHOST", "127.0.0.1", "[::1]:8000"):
            assert _status(address, name) == 200
        for name in ("rebound.example", "rebound.example:8000", "192.0.2.7"):
            assert _status(address, name) == 421


def test_a_preview_of_an_archive_is_made_again_when_a_text_is_added(tmp_path: Path) -> None:
    *some, last = RELEASES
    corpus = fill(tmp_path / "corpus", {day: RELEASES[day] for day in some})
    with _preview(tmp_path, "", "--corpus", str(corpus)) as address:
        assert b"<svg" in _page(f"{address}assets/icon.svg")
        assert _status(f"{address}releases/{last}/", "localhost") == 404
        (tmp_path / f"{last}.txt").write_bytes(release_text(last, RELEASES[last]))
        with Corpus(corpus) as opened:
            opened.add(tmp_path / f"{last}.txt")
        for _ in range(900):
            if _status(f"{address}releases/{last}/", "localhost") == 200:
                return
            time.sleep(0.1)
        raise AssertionError("the new text has no page")
