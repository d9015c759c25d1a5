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
MOVED = {
    "src/a.rs": "// CR 115.5: an illegal target for itself\n// CR 704.5a\r\n",
    "docs/né @me.md": "See CR 306.4.\nAnd CR 702.16m. fn cr_114_4()\n",
}
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


def test_a_release_opens_one_pull_request_with_its_table_and_one_issue(day: Run, hub: Hub, bare: Path) -> None:
    before = git(bare.parent, "status", "--porcelain"), git(bare.parent, "for-each-ref", "refs/heads", "refs/crdiff")
    said = _lines(day, "--to", "2026-04-17")
    assert said == [
        "crdiff/table: opened https://hub.test/pulls/1",
        "crdiff/repairs: nothing to do",
        "issue: opened https://hub.test/issues/2",
    ]
    (pull,), (issue,) = hub.pulls, hub.issues
    assert (pull["head"], pull["base"]) == ({"ref": TABLE}, "main")
    assert pull["title"] == "Move citations of the rules from 2018-01-19 to 2026-04-17"
    assert {name: _at(bare, TABLE, name) for name in MOVED} == MOVED
    assert _at(bare, TABLE, "old/a.md") == TREE["old/a.md"]
    assert _at(bare, TABLE, ".crdiff.toml") == SETTINGS.replace('"2018-01-19"  # by', '"2026-04-17"  # by')
    assert git(bare, "rev-parse", f"{TABLE}^") == git(bare, "rev-parse", "main")
    assert "100755" in git(bare, "ls-tree", TABLE, "src/a.rs")
    assert issue["title"] == "Citations of the rules to decide on, 2026-04-17"
    assert [each["name"] for each in hub.labels] == ["crdiff"]
    assert hub.tokens == {f"Bearer {TOKEN}"}
    after = git(bare.parent, "status", "--porcelain"), git(bare.parent, "for-each-ref", "refs/heads", "refs/crdiff")
    assert before == after


def test_each_edit_and_what_is_left_has_its_place_and_its_reason(day: Run, hub: Hub, bare: Path) -> None:
    _lines(day, "--to", "2026-04-17")
    commit = git(bare, "rev-parse", "main").strip()
    table, left = hub.pulls[0]["body"], hub.issues[0]["body"]
    line = f"[src/a.rs:1](https://hub.test/me/engine/blob/{commit}/src/a.rs#L1)"
    assert f"| {line} | 114.4 → 115.5 | 114.4 is 115.5 since 2018-04-27; 114.4 is another clause now |" in table
    assert f"/blob/{commit}/docs/n%C3%A9%20%40me.md#L2) | 702.16k → 702.16m |" in table
    assert "judged by 2026-04-17" in table
    assert f"{commit}/docs/n%C3%A9%20%40me.md#L2) | 114.4 is 115.5 since 2018-04-27" in left
    assert "| it is a name or an address |" in left
    assert "old/a.md" not in table + left
    assert "[docs/né @me" not in table + left, "a name of a file mentions nobody"


def test_a_second_run_updates_and_opens_nothing_again(day: Run, hub: Hub, bare: Path) -> None:
    _lines(day, "--to", "2026-04-17")
    first = git(bare, "for-each-ref")
    hub.pulls[0]["body"] = hub.pulls[0]["body"].replace("Edits", "edited by somebody")
    said = _lines(day, "--to", "2026-04-17")
    assert said[0] == "crdiff/table: updated https://hub.test/pulls/1"
    assert said[2] == "issue: updated https://hub.test/issues/2"
    assert (len(hub.pulls), len(hub.issues), len(hub.labels)) == (1, 1, 1)
    assert "### Edits" in hub.pulls[0]["body"]
    assert git(bare, "for-each-ref") == first, "the same edits are the same commit"


def test_a_newer_release_or_commit_takes_the_place_of_the_older_one(day: Run, hub: Hub, bare: Path) -> None:
    _lines(day, "--to", "2026-04-17")
    (bare.parent / "src" / "b.rs").write_text("// CR 114.4\n")
    git(bare.parent, "add", ".")
    git(bare.parent, "commit", "-qm", "two")
    _lines(day)
    assert [pull["title"] for pull in hub.pulls] == ["Move citations of the rules from 2018-01-19 to 2026-08-07"]
    assert _at(bare, TABLE, "src/b.rs") == "// CR 115.5\n"
    assert git(bare, "rev-list", "--count", TABLE) == "3\n"


def test_slips_go_into_a_pull_request_of_their_own(day: Run, hub: Hub, bare: Path, shared: Path) -> None:
    """114.4 of 2018-01-19 is 115.5 in 2019-08-23: the words say what a tree of that release means by 114.4."""
    day.of("corpus", "add")("-q", *(shared / "cr" / f"{each}.txt" for each in ("2018-01-19", "2019-08-23")))
    words = '// CR 114.4: "A spell or ability on the stack is an illegal target for itself."\n'
    (bare.parent / ".crdiff.toml").write_text(SETTINGS.replace("2018-01-19", "2019-08-23"))
    (bare.parent / "src" / "a.rs").write_text(f"{words}// CR 704.5a\n")
    git(bare.parent, "commit", "-qam", "two")
    said = _lines(day, "--to", "2026-04-17")
    assert [line.partition(" http")[0] for line in said[:2]] == ["crdiff/table: opened", "crdiff/repairs: opened"]
    mended = hub.pulls[1]
    assert (mended["head"]["ref"], mended["title"]) == (REPAIRS, "Repair citations of the rules for 2026-04-17")
    assert "| 114.4 → 115.5 | 114.4 is 115.5 since 2018-04-27; 114.4 is another clause now, by the " in mended["body"]
    assert _at(bare, REPAIRS, "src/a.rs") == f"{words.replace('114.4', '115.5')}// CR 704.5a\n"
    assert git(bare, "diff", "--name-only", f"{REPAIRS}^", REPAIRS).splitlines() == ["src/a.rs"]
    assert git(bare, "diff", "--name-only", f"{TABLE}^", TABLE).splitlines() == [".crdiff.toml"]


def test_after_the_merge_nothing_is_asked_until_the_next_release(day: Run, hub: Hub, bare: Path) -> None:
    _lines(day, "--to", "2026-04-17")
    git(bare.parent, "fetch", "-q", "origin", TABLE)
    git(bare.parent, "merge", "-q", "--ff-only", "FETCH_HEAD")
    hub.pulls[0]["state"] = "closed"
    hub.requests.clear()
    assert _lines(day, "--to", "2026-04-17") == ["no release up to 2026-04-17 is newer than that of the settings"]
    assert hub.requests == []
    assert _lines(day)[0].startswith("crdiff/table: opened")


def test_what_is_no_longer_to_decide_is_closed(day: Run, hub: Hub, bare: Path) -> None:
    _lines(day)
    (bare.parent / "docs" / "né @me.md").write_text("CR 704.5a\n")
    git(bare.parent, "commit", "-qam", "decided")
    assert _lines(day)[2] == "issue: closed https://hub.test/issues/2"
    assert hub.issues[0]["state"] == "closed"
    assert _lines(day)[2] == "issue: nothing to do"


def test_settings_in_another_form_are_left_to_a_person(day: Run, hub: Hub, bare: Path) -> None:
    (bare.parent / ".crdiff.toml").write_text('cite.release = "2018-01-19"\n')
    git(bare.parent, "commit", "-qam", "two")
    _lines(day)
    assert "The release in the settings is to be changed by hand" in hub.pulls[0]["body"]
    assert "src/a.rs" in git(bare, "diff", "--name-only", f"{TABLE}^", TABLE).splitlines()
    assert ".crdiff.toml" not in git(bare, "diff", "--name-only", f"{TABLE}^", TABLE).splitlines()


def test_a_folder_of_a_repository_is_named_from_its_top(day: Run, hub: Hub, bare: Path) -> None:
    run = Run(bare.parent / "src", *day.first, **day.environment)
    assert _lines(run)[0] == "crdiff/table: opened https://hub.test/pulls/1"
    assert "/src/a.rs#L1)" in hub.pulls[0]["body"]
    assert git(bare, "diff", "--name-only", f"{TABLE}^", TABLE).splitlines() == [".crdiff.toml", "src/a.rs"]


def test_what_somebody_closed_or_committed_to_is_left(day: Run, hub: Hub, bare: Path) -> None:
    _lines(day)
    hub.issues[0]["state"] = "closed"
    git(bare.parent, "fetch", "-q", "origin", TABLE)
    git(bare.parent, "switch", "-q", "--detach", "FETCH_HEAD")
    (bare.parent / "src" / "a.rs").write_text("// by hand\n")
    git(bare.parent, "commit", "-qam", "by hand")
    git(bare.parent, "push", "-q", "origin", f"HEAD:{TABLE}")
    git(bare.parent, "switch", "-q", "main")
    (bare.parent / "src" / "b.rs").write_text("// CR 114.4\n")
    git(bare.parent, "add", ".")
    git(bare.parent, "commit", "-qm", "two")
    hub.requests.clear()
    said = _lines(day)
    assert said[0] == "crdiff/table: left, since somebody else committed to crdiff/table"
    assert said[2] == "issue: closed before, left"
    assert _at(bare, TABLE, "src/a.rs") == "// by hand\n"
    hub.pulls[0]["state"] = "closed"
    assert _lines(day)[0] == "crdiff/table: closed before, left"
    assert {method for method, _ in hub.requests} == {"GET"}


def test_an_issue_of_somebody_else_is_not_ours(day: Run, hub: Hub) -> None:
    others = {"state": "open", "labels": [{"name": "crdiff"}], "body": None, "html_url": "", "number": 90}
    hub.issues += [others, {**others, "number": 91, "body": "<!-- crdiff release-day", "pull_request": {}}]
    _lines(day)
    assert [issue["number"] for issue in hub.issues] == [90, 91, 4]


REFUSED = {
    "no repository": ({"GITHUB_REPOSITORY": ""}, "no repository is named; expected --repository OWNER/NAME"),
    "a repository that is none": ({"GITHUB_REPOSITORY": "me/../you/x"}, "no repository is named"),
    "no token": ({"GITHUB_TOKEN": ""}, "there is no token; expected one in $GITHUB_TOKEN"),
    "a token on two lines": ({"GITHUB_TOKEN": f"{TOKEN}\nX: y"}, "there is no token"),
    "plain http elsewhere": ({"GITHUB_API_URL": "http://api.test"}, "the address is not safe"),
    "no service": ({"GITHUB_API_URL": "http://127.0.0.1:9"}, "no usable answer (URLError)"),
}


def test_what_is_missing_is_said_in_a_line_without_the_token(day: Run, hub: Hub) -> None:
    for case, (around, said) in REFUSED.items():
        line = day.refused("-q", **around)
        assert said in line, case
        assert TOKEN not in line, case
    assert hub.requests == []


def test_settings_that_name_no_release_are_refused(day: Run, hub: Hub, bare: Path) -> None:
    (bare.parent / ".crdiff.toml").write_text("[cite]\n")
    assert day.refused("-q").startswith("crdiff: no setting says for which release the citations are written")
    (bare.parent / ".crdiff.toml").write_text("[cite]\nrelease = 'soon'\n")
    assert ".crdiff.toml" in day.refused("-q")
    git(bare.parent, "restore", ".")
    git(bare.parent, "switch", "-q", "--detach")
    assert day.refused("-q").startswith("crdiff: no branch is checked out")
    assert hub.requests == []


ANSWERS: dict[str, tuple[int, bytes, dict[str, str]]] = {
    "answered 403 (Resource not accessible; … was used)": (
        403,
        f'{{"message": "Resource not accessible; {TOKEN} was used"}}'.encode(),
        {},
    ),
    "answered 502": (502, b"<html>", {}),
    "answered 301": (301, b"", {"Location": "https://elsewhere.test/"}),
    "no usable answer": (200, b"<html>", {}),
}


def test_a_service_that_refuses_is_quoted_without_the_token_and_never_followed_elsewhere(day: Run, hub: Hub) -> None:
    for said, hub.refusing in ANSWERS.items():
        line = day.refused("-q")
        assert said in line
        assert TOKEN not in line


def test_a_push_that_is_refused_ends_the_run_before_anything_is_opened(day: Run, hub: Hub, bare: Path) -> None:
    git(bare.parent, "remote", "set-url", "origin", "nowhere")
    assert day.refused("-q") == "crdiff: git does not reach 'origin'; expected a remote of that name that can be read"
    assert (hub.pulls, hub.issues) == ([], [])


def test_a_push_that_is_refused_says_why_in_the_words_of_git(day: Run, hub: Hub, bare: Path) -> None:
    hook = bare / "hooks" / "pre-receive"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\necho 'branches of robots are not taken: //robot:ghs_secret@hub.test' >&2\nexit 1\n")
    hook.chmod(0o755)
    line = day.refused("-q")
    assert line.startswith("crdiff: git could not push 'crdiff/table' to 'origin': remote: branches of robots are not")
    assert "pre-receive hook declined" in line
    assert TOKEN not in line
    assert (hub.pulls, hub.issues) == ([], [])
