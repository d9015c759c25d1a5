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
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from little_crdiff import LITTLE_CRDIFF
from small_archive import fill

from crdiff.cli import site_serve
from crdiff.cli.site_serve import Preview
from crdiff.corpus import Corpus
from crdiff.model.number import ClauseNumber
from tests.small_releases import RELEASES, release_text

Run = Callable[..., CompletedProcess[bytes]]


@pytest.mark.usefixtures("little_site")
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


@pytest.mark.usefixtures("little_site")
def test_only_one_subsection_is_made_where_no_more_is_asked_for(tmp_path: Path) -> None:
    """507 became 710 and then 712: its clauses belong to all three."""
    preview = Preview(fill(tmp_path / "corpus"), ClauseNumber.parse("507"))
    preview.refresh()
    assert preview.page("/clause/2003-10-01-507.4/") is not None
    assert preview.page("/rules/712/") is not None
    assert preview.page("/clause/2003-10-01-701.1/") is None
    assert preview.page("/stats/") is None


@contextmanager
def _preview(folder: Path, prose: Path, note: str, *options: str) -> Iterator[str]:
    """Give the address of a preview that is there and says `note`; it has to end well when it is interrupted."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    command = [sys.executable, LITTLE_CRDIFF, "site", "serve", "--no-checks", "--address", address, *options]
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    environment = {**os.environ, "LITTLE_PROSE": str(prose)}
    with subprocess.Popen(command, cwd=folder, env=environment, **streams) as server:
        try:
            _wait_for(f"http://{address}/")
            yield f"http://{address}/"
            server.send_signal(signal.SIGINT)
            _, said = server.communicate(timeout=20)
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


def test_a_preview_of_an_archive_is_served_until_it_is_interrupted(tmp_path: Path, prose_of_three_pages: Path) -> None:
    with _preview(
        tmp_path,
        prose_of_three_pages,
        "the site is at http://{}/\n",
        "--corpus",
        str(fill(tmp_path / "corpus")),
        "--only",
        "712",
    ) as address:
        assert b"<title>" in _page(f"{address}rules/712/")
        assert b"<svg" in _page(f"{address}assets/icon.svg")
        with pytest.raises(urllib.error.HTTPError, match="404"):
            urllib.request.urlopen(f"{address}nowhere/")


@pytest.mark.usefixtures("small_known")
def test_without_texts_the_home_page_of_what_comes_with_crdiff_is_shown() -> None:
    preview = Preview(None, None)
    preview.refresh()
    assert b"<title>" in (preview.page("/") or b"")


def test_options_that_make_no_sense_together_are_one_line(crdiff: Run) -> None:
    for arguments in (("--only", "702"), ("--plain", "--config", "x.yml"), ("--plain", "--address", "8000")):
        done = crdiff("site", "serve", *arguments)
        assert done.returncode == 2
        assert done.stderr.count(b"\n") == 1
