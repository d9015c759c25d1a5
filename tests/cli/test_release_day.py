"""The day of a release: what is opened, once, at a stand-in for the service, with branches in a repository on disk."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hub import REPOSITORY, Hub, serving
from repositories import git

from tests.cli.conftest import Run

SETTINGS = """[cite]
exclude = ["no.md"]
release = "2018-01-19"  # by hand

[[cite.paths]]
path = "old/**"
release = "2018-01-19"
"""
TREE = {
    ".crdiff.toml": SETTINGS,
    "src/a.rs": "// CR 114.4: an illegal target for itself\n// CR 704.5a\r\n",
    "old/a.md": "CR 114.4\n",
    "docs/né @me.md": "See CR 306.4.\nAnd CR 702.16k. fn cr_114_4()\n",
}
"""114.4 and 702.16k move after 2018-01-19; 306.4 was gone before, and an identifier is left."""
TOKEN = "ghs_secret"
TABLE, REPAIRS = "crdiff/table", "crdiff/repairs"


@pytest.fixture
def hub() -> Iterator[Hub]:
    with serving() as hub:
        yield hub


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    """Make a repository with one commit, and a bare one that it pushes to."""
    for name, text in TREE.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(text.encode())
    git(tmp_path, "init", "-q", "-b", "main")
    git(tmp_path, "add", ".")
    (tmp_path / "src" / "a.rs").chmod(0o755)
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "one", day="2018-02-01")
    git(tmp_path, "init", "-q", "--bare", "origin.git")
    git(tmp_path, "remote", "add", "origin", str(tmp_path / "origin.git"))
    git(tmp_path, "push", "-q", "origin", "main")
    (tmp_path / ".git" / "info" / "exclude").write_text("/origin.git\n/home\n")
    return tmp_path / "origin.git"


@pytest.fixture
def day(crdiff: Run, hub: Hub, bare: Path) -> Run:
    """Return what runs the command at the stand-in."""
    assert bare.is_dir()
    return crdiff.of("cite", "release-day", **_around(hub))


def _around(hub: Hub, **more: str) -> dict[str, str]:
    nobody = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    there = {"GITHUB_REPOSITORY": REPOSITORY, "GITHUB_API_URL": hub.address, "GITHUB_SERVER_URL": "https://hub.test"}
    return {**nobody, **there, "GITHUB_TOKEN": TOKEN, **more}


def _at(bare: Path, branch: str, name: str) -> str:
    return git(bare, "show", f"{branch}:{name}")


def _lines(run: Run, *options: str) -> list[str]:
    done = run(*options)
    assert done.returncode == 0, done.stderr.decode()
    assert TOKEN.encode() not in done.stdout + done.stderr
    return [line for line in done.stdout.decode().splitlines() if line]


def test_slips_go_into_a_pull_request_of_their_own(day: Run, hub: Hub, bare: Path, shared: Path) -> None:
    """114.4 of 2018-01-19 is 115.5 in 2019-08-23: the words say what a tree of that release means by 114.4."""
    day.of("corpus", "add")("-q", *(shared / "cr" / f"{each}.txt" for each in ("2018-01-19", "2019-08-23")))
    words = '// CR 114.4: "A spell or ability on the stack is an illegal target for itself."\n'
    (bare.parent / ".crdiff.toml").write_text(SETTINGS.replace("2018-01-19", "2019-08-23"))
    (bare.parent / "src" / "a.rs").write_text(f"{words}// CR 704.5a\n")
    git(bare.parent, "commit", "-qam", "two")
    said = _lines(day, "--at", "2026-04-17")
    assert [line.partition(" http")[0] for line in said[:2]] == ["crdiff/table: opened", "crdiff/repairs: opened"]
    mended = hub.pulls[1]
    assert (mended["head"]["ref"], mended["title"]) == (REPAIRS, "Repair citations of the rules for 2026-04-17")
    assert "| 114.4 → 115.5 | 114.4 is 115.5 since 2018-04-27; 114.4 is another clause now, by the " in mended["body"]
    assert _at(bare, REPAIRS, "src/a.rs") == f"{words.replace('114.4', '115.5')}// CR 704.5a\n"
    assert git(bare, "diff", "--name-only", f"{REPAIRS}^", REPAIRS).splitlines() == ["src/a.rs"]
    assert git(bare, "diff", "--name-only", f"{TABLE}^", TABLE).splitlines() == [".crdiff.toml"]


def test_an_issue_of_somebody_else_is_not_ours(day: Run, hub: Hub) -> None:
    others = {"state": "open", "labels": [{"name": "crdiff"}], "body": None, "html_url": "", "number": 90}
    hub.issues += [others, {**others, "number": 91, "body": "<!-- crdiff release-day", "pull_request": {}}]
    _lines(day)
    assert [issue["number"] for issue in hub.issues] == [90, 91, 4]
