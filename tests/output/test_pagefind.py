"""Running Pagefind, with a program of the tests in its place."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from crdiff.errors import StoreError
from crdiff.output import pagefind

BINARY = f"""#!{sys.executable}
import pathlib, sys
site, made = (pathlib.Path(sys.argv[sys.argv.index(option) + 1]) for option in ("--site", "--output-path"))
pages = sorted(path.name for path in site.iterdir())
if "broken" in pages:
    sys.exit("first line\\nthe page is broken")
(made / "index").mkdir(parents=True)
for name in ("pagefind.js", "pagefind-ui.js", "a.pf_meta", "index/b.pf_index"):
    (made / name).write_text(" ".join(pages))
"""


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a program that stands where Pagefind would."""
    program = tmp_path / pagefind.BINARY
    program.write_text(BINARY)
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    return program


@pytest.fixture
def absent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no Pagefind be found."""
    monkeypatch.setattr(pagefind, "find", lambda: None)


@pytest.mark.usefixtures("installed")
def test_the_index_is_made_of_the_pages_without_what_no_page_needs() -> None:
    assert pagefind.index([("a", b"A"), ("b", b"B")]) == {
        "a.pf_meta": b"a b",
        "index/b.pf_index": b"a b",
        "pagefind.js": b"a b",
    }


@pytest.mark.usefixtures("installed")
def test_a_failure_is_its_last_line() -> None:
    with pytest.raises(StoreError, match="pagefind failed: the page is broken"):
        pagefind.index([("broken", b"")])


def test_the_engine_that_is_asked_for_is_taken_and_auto_depends_on_what_is_installed(installed: Path) -> None:
    assert pagefind.find() == str(installed)
    assert [pagefind.is_wanted(choice) for choice in ("auto", "own", "pagefind")] == [True, False, True]


@pytest.mark.usefixtures("absent")
def test_without_it_the_error_says_how_to_get_it() -> None:
    assert [pagefind.is_wanted(choice) for choice in ("auto", "own", "pagefind")] == [False, False, True]
    with pytest.raises(StoreError, match=r"pip install 'crdiff\[search\]'"):
        pagefind.index([])
