"""Citations in a git repository: what a change adds, revisions, migrations made by hand, baselines, links."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from repositories import git

from crdiff.cli.citing import folder_of
from tests.cli.conftest import Run

FROM = ("--from", "2018-01-19")
STALE = "// CR 114.4: an illegal target for itself\n"


@pytest.fixture(autouse=True)
def tree(tmp_path: Path) -> Path:
    """Make a repository with one commit: three stale citations and a right one."""
    git(tmp_path, "init", "-q", "-b", "main")
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "a.rs").write_text(f"{STALE}// CR 704.5a\n")
    (tmp_path / "b.md").write_text("CR 114.4/112.6m\n")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "one")
    return tmp_path


def _places(answer: subprocess.CompletedProcess[bytes]) -> list[str]:
    return [line.partition(": ")[0] for line in answer.stdout.decode().splitlines()[:-1]]


def test_only_what_a_change_added_is_reported(crdiff: Run, tree: Path) -> None:
    (tree / "src" / "a.rs").write_text(f"// new\n{STALE}// CR 704.5a\n++ CR 114.4\n")
    (tree / 'né "w".md').write_text("CR 114.4\n")
    assert _places(crdiff("cite", "check", *FROM, "--diff", "HEAD")) == ['né "w".md:1:4', "src/a.rs:4:7"]
    assert _places(crdiff("cite", "check", *FROM, "--diff", "HEAD", "src")) == ["src/a.rs:4:7"]


def test_a_change_is_what_came_since_the_revisions_parted(crdiff: Run, tree: Path) -> None:
    git(tree, "switch", "-qc", "work")
    (tree / "c.md").write_text("CR 114.4\n")
    git(tree, "add", ".")
    git(tree, "commit", "-qm", "work")
    git(tree, "switch", "-q", "main")
    (tree / "b.md").write_text("CR 112.6m\nnothing\n")
    git(tree, "commit", "-qam", "main goes on")
    git(tree, "switch", "-q", "work")
    assert _places(crdiff("cite", "check", *FROM, "--diff", "main")) == ["c.md:1:4"]


def test_a_change_that_adds_no_citation_is_right_and_says_so(crdiff: Run) -> None:
    answer = crdiff("cite", "check", *FROM, "--diff", "HEAD", "--fail-on", "reused")
    assert answer.returncode == 0
    assert answer.stdout.startswith(b"0 of 0 citations in 0 files to look at, judged by 2026-08-07")


@pytest.mark.parametrize(
    ("paths", "folder"),
    [(("src",), "src"), (("src/a.rs", "b.md"), "src"), ((), "."), (("-",), "."), (("git:HEAD", "src"), "src")],
)
def test_the_repository_that_the_first_path_is_in_knows_the_age_of_a_tree(
    monkeypatch: pytest.MonkeyPatch, tree: Path, paths: tuple[str, ...], folder: str
) -> None:
    """And not the one of the current folder, which may have begun many years earlier or later."""
    monkeypatch.chdir(tree)
    assert folder_of(paths) == folder


def test_before_the_first_commit_everything_is_added(crdiff: Run, tmp_path: Path) -> None:
    git(tmp_path, "update-ref", "-d", "HEAD")
    assert len(_places(crdiff("cite", "check", *FROM, "--diff", "HEAD"))) == 3


def test_a_revision_that_is_none_is_told_in_a_line(crdiff: Run) -> None:
    for given in (("--diff", "nowhere"), ("git:nowhere",), ("git:HEAD:nowhere",), ("--diff", "--all")):
        assert crdiff.refused("cite", "check", *given, "-q"), given


def test_a_revision_is_read_as_git_has_it(crdiff: Run, tree: Path) -> None:
    (tree / "b.md").write_text("nothing\n")
    (tree / "link.md").symlink_to("b.md")
    git(tree, "add", ".")
    git(tree, "commit", "-qm", "two")
    assert _places(crdiff("cite", "check", *FROM, "git:HEAD~1")) == ["b.md:1:4", "b.md:1:10", "src/a.rs:1:7"]
    assert _places(crdiff("cite", "check", *FROM, "git:HEAD~1:src")) == ["src/a.rs:1:7"]
    assert _places(crdiff("cite", "check", *FROM, "git:HEAD")) == ["src/a.rs:1:7"]


def test_a_migration_made_by_hand_is_judged_citation_by_citation(crdiff: Run, tree: Path) -> None:
    (tree / "src" / "a.rs").write_text("//   CR 115.4: an illegal target for itself\n// CR 704.5b\n")
    (tree / "b.md").write_text("CR 114.4/113.6n\n")
    asked = ("cite", "update", *FROM, "--to", "2026-04-17", "--verify", "HEAD")
    answer = crdiff(*asked)
    assert answer.returncode == 0
    assert answer.stdout.decode().splitlines()[:3] == [
        "b.md:1:4: missed: 114.4 was left, and its clause is 115.5 now",
        "src/a.rs:1:9: wrong: 114.4 became 115.4, and its clause is 115.5 now",
        "src/a.rs:2:7: redirected: 704.5a became 704.5b, though its clause is 704.5a before and after",
    ]
    assert b"4 citations since HEAD: 1 right, 1 missed, 1 wrong, 1 redirected, 0 open;" in answer.stdout
    assert crdiff(*asked, "--fail-on", "missed").returncode == 1
    found = crdiff.json(*asked)
    assert found["summary"] == {"missed": 1, "redirected": 1, "right": 1, "wrong": 1}


def test_what_an_update_wrote_is_all_right_to_verify(crdiff: Run) -> None:
    assert crdiff("cite", "update", *FROM, "--write").returncode == 0
    said = crdiff("cite", "update", *FROM, "--verify", "HEAD").stdout
    assert said.startswith(b"4 citations since HEAD: 4 right, 0 missed, 0 wrong, 0 redirected, 0 open;")


def test_what_was_written_is_undone_by_its_diff(crdiff: Run, tree: Path) -> None:
    before = (tree / "b.md").read_bytes()
    assert crdiff("cite", "update", *FROM, "--write", "--output", "numbers.diff").returncode == 0
    assert (tree / "b.md").read_bytes() != before
    assert b"114.4" not in crdiff("cite", "list").stdout, "a diff cites nothing"
    git(tree, "apply", "-R", "numbers.diff")
    assert (tree / "b.md").read_bytes() == before


def test_lines_that_changed_otherwise_are_counted_and_not_judged(crdiff: Run, tree: Path) -> None:
    (tree / "b.md").write_text("Another sentence on CR 704.5a\n")
    said = crdiff("cite", "update", *FROM, "--verify", "HEAD").stdout
    assert b"2 citations since HEAD: 1 right, 1 missed" in said
    assert b"; 2 in lines that changed otherwise;" in said


def test_a_baseline_silences_what_was_there_wherever_it_moves(crdiff: Run, tree: Path) -> None:
    assert crdiff("cite", "baseline", *FROM, "--reason", "old").returncode == 0
    text = (tree / "crdiff-cite-baseline.toml").read_text()
    assert text.count('reason = "old"') == 3
    asked = ("cite", "check", *FROM, "--baseline", "crdiff-cite-baseline.toml", "--fail-on", "reused")
    git(tree, "mv", "src/a.rs", "moved.rs")
    (tree / "moved.rs").write_text(f"// a line\n  {STALE}")
    assert crdiff(*asked).returncode == 0
    (tree / "moved.rs").write_text(f"// a line\n  {STALE}{STALE}")
    answer = crdiff(*asked)
    assert (answer.returncode, _places(answer)) == (1, ["moved.rs:3:7"])
    (tree / "moved.rs").write_text(STALE.replace("illegal", "impossible"))
    assert b"; the baseline holds 2 more and 1 entry that can go\n" in crdiff(*asked).stdout


def test_a_baseline_keeps_reasons_and_drops_what_is_mended(crdiff: Run, tree: Path) -> None:
    (tree / ".crdiff.toml").write_text('[cite]\nrelease = "2018-01-19"\nbaseline = "known.toml"\n')
    assert crdiff("cite", "baseline", "--reason", "old").returncode == 0
    (tree / "b.md").write_text("CR 112.6m\n")
    (tree / "c.md").write_text("CR 114.4, new\n")
    assert b"known.toml: 3 findings, 1 new, 1 taken out" in crdiff("cite", "baseline", "--reason", "new").stderr
    text = (tree / "known.toml").read_text()
    assert (text.count('reason = "old"'), text.count('reason = "new"')) == (2, 1)
    assert b"the baseline holds 3 more" in crdiff("cite", "check").stdout


@pytest.mark.usefixtures("tree")
def test_a_part_of_a_tree_does_not_know_which_entries_can_go(crdiff: Run) -> None:
    assert crdiff("cite", "baseline", *FROM).returncode == 0
    asked = ("cite", "check", *FROM, "src", "--baseline", "crdiff-cite-baseline.toml")
    assert b"can go" not in crdiff(*asked).stdout
    assert crdiff.json(*asked)["stale"] is None


def test_a_baseline_that_is_not_there_is_told(crdiff: Run) -> None:
    assert "nowhere.toml: there is no such baseline" in crdiff.refused(
        "cite", "check", "--baseline", "nowhere.toml", "-q"
    )


def test_a_list_names_files_from_the_top_and_says_where_they_are_published(crdiff: Run, tree: Path) -> None:
    git(tree, "remote", "add", "origin", "https://name:secret@github.com/magefree/mage.git")
    answer = crdiff("cite", "list", "src", *FROM, "--format", "json")
    found = json.loads(answer.stdout)
    assert b"secret" not in answer.stdout
    assert (found["repository"], found["revision"]) == ("magefree/mage", git(tree, "rev-parse", "HEAD").strip())
    assert found["link"] == "https://github.com/magefree/mage/blob/{revision}/{path}#L{line}"
    assert {each["file"] for each in found["citations"]} == {"src/a.rs"}
    assert b"not committed" not in answer.stderr
    (tree / "b.md").write_text("changed\n")
    assert b"not committed" in crdiff("cite", "list", "src", *FROM, "--format", "json").stderr
    given = crdiff.json("cite", "list", *FROM, "--repository", "a/b", "--link", "x/{path}#{line}")
    assert (given["repository"], given["link"]) == ("a/b", "x/{path}#{line}")


def test_a_list_of_two_repositories_or_of_standard_input_claims_none(crdiff: Run, tmp_path: Path) -> None:
    git(tmp_path, "remote", "add", "origin", "git@gitlab.com:group/project.git")
    piped = crdiff.json("cite", "list", "-", stdin=b"CR 704.5a")
    assert [piped[key] for key in ("repository", "revision", "link")] == [None] * 3


def test_a_line_is_taken_for_the_release_of_its_day_where_blame_is_asked(crdiff: Run, tree: Path) -> None:
    """Without words 114.4 may be of today; written in 2012 it was the target of itself."""
    git(tree, "commit", "-q", "--amend", "--no-edit", "--date", "2012-08-01T12:00:00Z")
    said = crdiff.printed("cite", "check", "--from", "blame")
    assert "src/a.rs:1:7: error: 114.4 is 115.5 since 2018-04-27" in said
    dated = crdiff.printed("cite", "date", "--by", "commit")
    assert dated.startswith("2012-08-01 ")
    assert crdiff.refused("cite", "date", "--by", "commit", "git:HEAD", "-q")
