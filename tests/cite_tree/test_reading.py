"""What a tree cites, and how much of it was read."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from crdiff.cite.checking import CitingText
from crdiff.cite.scan import Scanner
from crdiff.cite_tree.files import Unread
from crdiff.cite_tree.reading import TextReader, TreeRead, read_texts


def _read(*texts: bytes | Unread | None) -> tuple[Sequence[CitingText], TreeRead]:
    read = TreeRead()
    named = ((f"{at}.md", text) for at, text in enumerate(texts))
    return list(read_texts(named, TextReader(Scanner()), read)), read


def test_files_are_counted_and_those_that_cite_something_kept() -> None:
    found, read = _read(b"CR 704.5k", b"nothing", None, Unread.LARGE)
    assert [file.name for file in found] == ["0.md"]
    assert (read.files, read.bytes, read.no_text, read.unread) == (2, 16, 1, [("3.md", Unread.LARGE)])


@pytest.mark.parametrize("release", ["1999-11-01", "2009-07-11", "2026-04-17"])
def test_an_edition_of_the_rules_cites_nothing(shared: Path, release: str) -> None:
    found, read = _read((shared / "cr" / f"{release}.txt").read_bytes())
    assert (found, read.rules_texts) == ([], ["0.md"])


def test_an_article_that_quotes_many_clauses_is_no_edition() -> None:
    article = "\n".join(f"702.{rule}a See CR 702.{rule}b." for rule in range(1, 200))
    found, read = _read(article.encode())
    assert (len(found[0].groups) > 300, read.rules_texts) == (True, [])


MARKED = b"""\
CR 704.5a
// CR 704.5b crdiff-cite: ignore history
CR 704.5c
CR 704.5d and
CR 704.5e crdiff-cite: ignore these two
CR 704.5f crdiff-cite: ignore
CR 704.5g
"""


def test_lines_that_ask_with_a_reason_are_left_alone() -> None:
    (file,) = _read(MARKED)[0]
    assert [str(group.items[0].number) for group in file.groups] == ["704.5a", "704.5c", "704.5f", "704.5g"]


def test_a_line_of_half_a_million_bytes_is_read_in_a_moment() -> None:
    text = b"CR 704.5k " * 50_000 + b"crdiff-cite: ignore-not CR 704.5k"
    (file,) = _read(text)[0]
    assert len(file.groups) == 50_001
    assert _read(text + b" crdiff-cite: ignore all of it")[0] == []
