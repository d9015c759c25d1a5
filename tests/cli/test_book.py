"""``crdiff book new``."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Run
from tests.other_book import CHESS, release

LONGER = {**CHESS, **{f"10.1.{at}": f"A clock has part {at}." for at in range(2, 9)}}


def _write(folder: Path) -> str:
    (folder / "laws.txt").write_text(release(LONGER, "January 1, 2001"))
    return "laws.txt"


def test_a_book_is_described_from_a_text_and_reads_it(crdiff: Run, tmp_path: Path) -> None:
    laws = _write(tmp_path)
    assert f"{laws}: 18 clauses read, effective 2001-01-01" in crdiff.text("book", "new", "chess", laws)
    assert crdiff.json("parse", laws, "--book", "chess")["release"] == "2001-01-01"
    assert "2.1.1a A bishop moves" in crdiff.text("parse", laws, "--book", "chess")


def test_a_description_that_is_there_is_left_alone(crdiff: Run, tmp_path: Path) -> None:
    laws = _write(tmp_path)
    crdiff.text("book", "new", "chess", laws)
    described = (tmp_path / "chess" / "book.toml").read_bytes()
    assert "is there already" in crdiff.refused("book", "new", "chess", laws)
    assert (tmp_path / "chess" / "book.toml").read_bytes() == described


def test_what_is_no_text_of_rules_is_refused_in_a_line(crdiff: Run, tmp_path: Path) -> None:
    (tmp_path / "empty.txt").write_text("")
    assert "the file is empty" in crdiff.refused("book", "new", "chess", "empty.txt")
    assert "cannot be read" in crdiff.refused("book", "new", "chess", "nowhere.txt")
    assert not (tmp_path / "chess").exists()
