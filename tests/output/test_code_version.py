"""The version of the code follows its sources."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import crdiff
from crdiff.output import fingerprints
from crdiff.output.fingerprints import code_fingerprint, package_fingerprint

PACKAGE = Path(crdiff.__file__).parent


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Give a copy of the package that the fingerprints are taken of."""
    copy = shutil.copytree(PACKAGE, tmp_path / "crdiff", ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(fingerprints, "__file__", str(copy / "output" / "code_version.py"))
    code_fingerprint.cache_clear()
    package_fingerprint.cache_clear()
    yield copy
    code_fingerprint.cache_clear()
    package_fingerprint.cache_clear()


@pytest.mark.parametrize("maker", fingerprints._MAKERS)
def test_everything_that_makes_what_is_kept_is_there_and_counts(package: Path, maker: str) -> None:
    before = code_fingerprint()
    code_fingerprint.cache_clear()
    path = package / maker
    changed = path if path.is_file() else next(path.rglob("*.py"))
    changed.write_text(changed.read_text("utf-8") + "# another line\n", "utf-8")
    assert len(before) == 16
    assert code_fingerprint() != before


def test_a_page_depends_on_every_file_of_the_package_and_a_store_does_not(package: Path) -> None:
    before = code_fingerprint(), package_fingerprint()
    code_fingerprint.cache_clear()
    package_fingerprint.cache_clear()
    (package / "pages" / "new.html").write_text("a template")
    assert code_fingerprint() == before[0]
    assert package_fingerprint() != before[1]
