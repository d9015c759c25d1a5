"""Public repositories are brought here, and what they cite is written for the site."""

from __future__ import annotations

import json
from pathlib import Path
from subprocess import run

import pytest
from table import table

from crdiff.book_words import embedded_folder
from crdiff.cite_tree.collecting import brought, read_repositories
from crdiff.errors import UsageError
from tests.cli.conftest import Run

ADDRESS = "https://example.org/a/b.git"


def entry(name: str = "a/b", address: str = ADDRESS, licence: str = "MIT", **more: str) -> str:
    fields = {"name": name, "address": address, "licence": licence, **more}
    return f"{{ {', '.join(f'{key} = {json.dumps(value)}' for key, value in fields.items())} }}"


def listed(*entries: str) -> str:
    return f"repositories = [{', '.join(entries)}]\n"


@pytest.fixture
def repository(tmp_path: Path) -> str:
    """Give the address of a repository whose first commit cites two rules and whose second cites one."""
    folder = tmp_path / "engine"
    folder.mkdir()
    git = ["git", "-C", str(folder), "-c", "user.name=a", "-c", "user.email=a@example.org"]
    run([*git, "init", "-q"], check=True)
    for text in ("// CR 704.5a, CR 702.9b\n", "// CR 704.5a\n"):
        (folder / "rules.rs").write_text(text)
        run([*git, "add", "."], check=True)
        run([*git, "commit", "-q", "-m", "x"], check=True)
    return folder.as_uri()


def test_the_public_repositories_that_come_with_crdiff_are_a_list() -> None:
    path = embedded_folder() / "citing.toml"
    found = read_repositories(path.read_text("utf-8"), str(path))
    assert len(found) >= 12
    assert all(each.revision and each.address.startswith("https://") for each in found)
    assert [each.name for each in found] == sorted(each.name for each in found)


@table
def test_a_list_that_is_none_is_refused(text: str, said: str) -> None:
    with pytest.raises(UsageError, match=said) as refused:
        read_repositories(text, "citing.toml")
    assert refused.value.path == "citing.toml"


def test_a_repository_is_brought_at_its_revision_and_taken_away_again(repository: str) -> None:
    newest = read_repositories(listed(entry(address=repository)), "")[0]
    with brought(newest) as tree:
        assert (tree / "rules.rs").read_text() == "// CR 704.5a\n"
    assert not tree.exists()


def test_what_repositories_cite_is_written_for_the_site_and_what_cannot_be_had_is_told(
    crdiff: Run, repository: str, tmp_path: Path
) -> None:
    gone = entry(name="a/gone", address=(tmp_path / "nowhere").as_uri())
    (tmp_path / "list.toml").write_text(listed(gone, entry(name="a/engine", address=repository, licence="")))
    done = crdiff("cite", "collect", "citing", "--list", "list.toml")
    assert done.returncode == 2
    assert "1 citation of a/engine (no licence stated)" in str(done.stdout)
    assert "a/gone cannot be had" in str(done.stderr)
    answer = json.loads((tmp_path / "citing" / "a+engine.json").read_text())
    assert (answer["repository"], [each["number"] for each in answer["citations"]]) == ("a/engine", ["704.5a"])
    assert [each["file"] for each in answer["citations"]] == ["rules.rs"]
    assert not list((tmp_path / "citing").glob("*gone*"))
