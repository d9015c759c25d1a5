"""Trees of others have files of all kinds: none is damaged, and none brings ``crdiff cite`` down."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from repositories import git

from tests.cli.conftest import Run

OF_2018 = ("--from", "2018-01-19", "--at", "2026-04-17")
"""114.4 of 2018-01-19 is 115.5 today."""
UPDATE = ("cite", "update", "--from", "2018-01-19", "--to", "2026-04-17")
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


def test_written_files_keep_their_permissions_and_links_stay_links(crdiff: Run, tmp_path: Path) -> None:
    script, link = tmp_path / "run.sh", tmp_path / "link.sh"
    script.write_bytes(b"# CR 114.4\n")
    script.chmod(0o755)
    link.symlink_to(script)
    assert crdiff(*UPDATE, "--write").returncode == 0
    assert (script.stat().st_mode & 0o777, script.read_bytes()) == (0o755, b"# CR 115.5\n")
    assert link.is_symlink()


def test_a_file_that_is_read_only_is_told_before_any_is_written(crdiff: Run, tmp_path: Path) -> None:
    for name in ("a.md", "b.md"):
        (tmp_path / name).write_bytes(CITING)
    (tmp_path / "b.md").chmod(0o444)
    refused = crdiff(*UPDATE, "--write", "--force")
    assert (refused.returncode, refused.stderr.count(b"b.md: is read-only")) == (2, 1)
    assert [(tmp_path / name).read_bytes() for name in ("a.md", "b.md")] == [CITING, CITING]


def test_what_is_not_read_is_told_on_a_line(crdiff: Run, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_bytes(CITING)
    (tmp_path / "wide.md").write_bytes("CR 114.4".encode("utf-16"))
    (tmp_path / "build.js").write_bytes(b"CR 114.4 " * (1 << 20))
    answer = crdiff("cite", "check", *OF_2018)
    assert b"in 1 file " in answer.stdout
    assert b"wide.md (in UTF-16)" in answer.stderr
    assert b"build.js (larger than 8 MiB)" in answer.stderr


def test_numbers_without_end_and_lists_without_end_are_read(crdiff: Run, tmp_path: Path) -> None:
    bomb = "CR 100-999, CR 702.1-702.99, CR 702.2a-az, CR 999999999, CR 704.99999999, CR 7045k, " + "CR 704.5a/" * 5000
    (tmp_path / "bomb.md").write_text(bomb)
    assert crdiff.json("cite", "check", *OF_2018)["read"] > 5000


def test_the_patterns_of_settings_mean_the_same_files_from_every_folder(crdiff: Run, tmp_path: Path) -> None:
    for name in ("docs/history/old.md", "docs/left-out.md", "docs/new.md"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(CITING)
    (tmp_path / ".crdiff.toml").write_text(
        '[cite]\nrelease = "2018-01-19"\nexclude = ["docs/left-out.md"]\n'
        '[[cite.paths]]\npath = "docs/history/**"\nrelease = "2017-09-29"\n'
    )
    for path in (".", "docs", tmp_path / "docs"):
        diff = crdiff("cite", "update", path, "--to", "2026-04-17").stdout
        assert (diff.count(b"+++ "), b"new.md" in diff) == (1, True)
