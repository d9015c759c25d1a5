"""What citations are judged by can be newer than crdiff, or older: a file or an address says what is known."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest
from cut_lives import cut_lives
from repositories import git

from crdiff.book_words import embedded_folder
from crdiff.history.known_releases import HEAD
from crdiff.model.fingerprint import digest
from tests.cli.conftest import Run
from tests.store.server import serving

CHECK = ("cite", "check", "--format", "csv", "-q")


@pytest.fixture
def facts(tmp_path: Path) -> Path:
    """Write what a crdiff knew before 2026-08-07, which brought 310.12a, beside a tree that cites this clause."""
    (tmp_path / "tree").mkdir()
    (tmp_path / "tree" / "a.rs").write_text("// CR 310.12a: a Siege\n// CR 704.5a\n")
    body = cut_lives((embedded_folder() / "lives.txt").read_text("utf-8"), "2026-08-07").partition("\n")[2]
    path = tmp_path / "lives.txt"
    path.write_text(f"{HEAD} {digest([body])}\n{body}", "utf-8")
    return path


def test_a_tree_is_judged_by_the_facts_that_are_named(crdiff: Run, facts: Path) -> None:
    newer = "no clause is numbered 310.12a up to 2026-06-19; a newer release may have it"
    assert newer in crdiff.printed(*CHECK, "tree", "--facts", facts)
    assert newer in crdiff.printed(*CHECK, "tree", CRDIFF_FACTS=str(facts))
    assert newer not in crdiff.printed(*CHECK, "tree")
    stated = sha256(facts.read_bytes()).hexdigest()
    assert newer in crdiff.printed(*CHECK, "tree", "--facts", f"{facts}#sha256={stated}")
    with serving() as site:
        site.files["/lives.txt"] = facts.read_bytes()
        assert newer in crdiff.printed(*CHECK, "tree", "--facts", f"{site.base}/lives.txt#sha256={stated}")
        assert "404" in crdiff.refused(*CHECK, "tree", "--facts", f"{site.base}/other.txt")


def test_facts_that_are_not_as_they_were_made_are_refused(crdiff: Run, facts: Path, tmp_path: Path) -> None:
    assert "altered or cut short" in crdiff.refused(*CHECK, "tree", "--facts", f"{facts}#sha256={'0' * 64}")
    facts.write_text(facts.read_text("utf-8").replace("704.5a", "704.5b", 1), "utf-8")
    assert "altered or cut short" in crdiff.refused(*CHECK, "tree", "--facts", facts)
    assert "is no file of known lives" in crdiff.refused(*CHECK, "tree", "--facts", "tree/a.rs")
    assert "cannot be read" in crdiff.refused(*CHECK, "tree", "--facts", tmp_path / "none.txt")
    assert "not safe" in crdiff.refused(*CHECK, "tree", "--facts", "http://example.org/lives.txt")


def test_a_new_number_is_an_error_only_where_the_last_commit_is_older_than_what_is_known(
    crdiff: Run, facts: Path
) -> None:
    tree = facts.parent / "tree"
    git(tree, "init", "-q")
    git(tree, "add", ".")
    for day, kind in (("2026-06-20", "newer"), ("2026-01-01", "absent")):
        git(tree, "commit", "-qm", "all", "--allow-empty", day=day)
        assert f",{kind}," in crdiff.printed(*CHECK, "tree", "--facts", facts)
    (tree / "a.rs").write_text("// CR 310.12a\n")
    assert ",newer," in crdiff.printed(*CHECK, "tree", "--facts", facts)
    done = crdiff("cite", "check", "tree", "--facts", facts, "--fail-on", "absent,moved,reused")
    assert done.returncode == 0
