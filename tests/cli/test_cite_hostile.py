"""Trees of others have files of all kinds: none is damaged, and none brings ``crdiff cite`` down."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from repositories import git

from tests.cli.conftest import Run

UPDATE = ("cite", "update", "--from", "2018-01-19", "--at", "2026-04-17")
CITING = b"// CR 114.4: a spell is an illegal target for itself\n"
NAMES = (
    b"a\nb.rs",
    b"\xff\xfe.rs",
    b"##[add-mask]x \xe2\x80\xae.rs",
    b"-x.rs",
    b"\x1b[31mred.rs",
    b'q"uo<te>&.rs',
    "é ü.rs".encode(),
    b"a%0A::error::x.rs",
    b"tab\tname.md",
    b"back\\slash.rs",
)

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="names of files are bytes on Linux alone")


CONTENTS = {
    "crlf.md": b"\xef\xbb\xbfCR 114.4\r\nmixed\nCR 114.4 at an end without a newline",
    "latin.txt": b"caf\xe9 CR 114.4 \x96 704.5a\n",
    "old-mac.txt": b"one\rCR 114.4\rthree",
    "wide.md": "🂡 CR\u00a0114.4 “quoted”\n".encode(),
    "long.js": b"x=1;" * 50_000 + b" // CR 114.4 " + b"y" * 50_000,
    "table.md": b"| 114.4 | illegal |\n| CR 114.4 | x |\n",
}


def _contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def test_the_diff_applies_and_its_reverse_gives_every_byte_back(crdiff: Run, tmp_path: Path) -> None:
    for name in NAMES:
        Path(os.fsdecode(os.fsencode(tmp_path) + b"/" + name)).write_bytes(CITING)
    for plain, content in CONTENTS.items():
        (tmp_path / plain).write_bytes(content)
    before = _contents(tmp_path)
    git(tmp_path, "init", "-q")
    diff = crdiff(*UPDATE).stdout
    (tmp_path / ".git" / "numbers.diff").write_bytes(diff)
    git(tmp_path, "apply", "--whitespace=nowarn", ".git/numbers.diff")
    assert _contents(tmp_path) == {name: content.replace(b"114.4", b"115.5") for name, content in before.items()}
    assert crdiff(*UPDATE).stdout == b""
    git(tmp_path, "apply", "--whitespace=nowarn", "-R", ".git/numbers.diff")
    assert _contents(tmp_path) == before
