"""A text that would like to be more than text is shown as text in the pages that `diff` and `review` write."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from html_reader import read_html

from tests.small_releases import CHOICES, RELEASES, release_text

Run = Callable[..., "subprocess.CompletedProcess[bytes]"]

HOSTILE = (
    "<script>alert(1)</script> </script><!-- \"><img src=x onerror=alert(1)> ' onmouseover='alert(1) ]]> & &amp; "
    "\u202eright to left\u202c {{ 7 * 7 }} `code` | [link](javascript:alert(1))"
)
PLAIN = "nothing out of the ordinary, said at some length to be sure that the words are many enough"
LONG = " ".join(f"word{at}" for at in range(12_000))


def _pair(folder: Path, said: str) -> tuple[Path, Path]:
    """Write two releases of which the second says `said` in a clause, an example, a heading and the glossary."""
    old, new = dict(RELEASES["2014-05-01"]), dict(RELEASES["2014-05-01"])
    old["712.2"], new["712.2"] = f"{CHOICES} Before.", f"{CHOICES} After: {said}\nExample: {said}"
    new["712.4"] = f"{new['712.4']} {said}"
    new["713"], new["713.1"] = said[:80], said
    files = folder / "old.txt", folder / "new.txt"
    files[0].write_bytes(release_text("2014-05-01", old))
    files[1].write_bytes(release_text("2014-06-01", new, {"Concede": f"To leave the game by choice. {said}"}))
    return files


def _page(crdiff: Run, folder: Path, said: str, *command: str) -> bytes:
    old, new = _pair(folder, said)
    done = crdiff(command[0], old, new, *command[1:], "-o", "page.html")
    assert (done.returncode, done.stderr) == (0, b"")
    return (folder / "page.html").read_bytes()


@pytest.mark.parametrize(
    "command",
    [("diff", "--format", "html"), ("diff", "--format", "html", "--side-by-side"), ("review", "--format", "html")],
    ids=" ".join,
)
def test_a_page_has_no_element_that_a_text_asked_for(crdiff: Run, tmp_path: Path, command: tuple[str, ...]) -> None:
    hostile, plain = (read_html(_page(crdiff, tmp_path, said, *command)) for said in (HOSTILE, PLAIN))
    assert hostile.unbalanced == []
    assert set(hostile.tags) == set(plain.tags)
    assert hostile.tags.count("script") == plain.tags.count("script")
    assert {name for name, _ in hostile.attributes} == {name for name, _ in plain.attributes}
    assert not [link for _, link in hostile.links if link.lower().startswith("javascript")]
    assert " ".join(HOSTILE.split()) in " ".join(hostile.text.split())


@pytest.mark.parametrize("command", ["diff", "review"])
def test_a_clause_of_a_hundred_thousand_characters_is_shown_whole(crdiff: Run, tmp_path: Path, command: str) -> None:
    page = read_html(_page(crdiff, tmp_path, LONG, command, "--format", "html"))
    assert LONG in " ".join(page.text.split())


def test_other_formats_hold_it_whole_and_stay_what_they_are(crdiff: Run, tmp_path: Path) -> None:
    old, new = _pair(tmp_path, HOSTILE)
    value = json.loads(crdiff("diff", old, new, "--format", "json").stdout)
    said = [place["text"] for change in value["changes"] for place in change["new"]]
    assert f"{CHOICES} After: {HOSTILE}" in said
    ET.fromstring(crdiff("diff", old, new, "--format", "junit").stdout)
    json.loads(crdiff("diff", old, new, "--format", "sarif").stdout)
    markdown = crdiff("diff", old, new, "--format", "markdown").stdout.decode()
    assert "<script" not in markdown
    assert "<img" not in markdown
    assert "[link](javascript:" not in markdown
