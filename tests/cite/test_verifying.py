"""A migration made by hand is judged by pairing the citations of lines that differ in their numbers alone."""

from __future__ import annotations

from citing import at, citing, numbering
from table import table

from crdiff.cite.checking import CheckedTree, CiteChecker
from crdiff.cite.verifying import verify


def _tree(raw: bytes) -> CheckedTree:
    return CiteChecker(numbering(), numbering().newest, presumed=at("2018-01-19")).check([citing(raw, "a.md")])


def _said(before: bytes, after: bytes) -> tuple[list[str], int]:
    verified = verify(_tree(before), _tree(after), numbering().dates[-1])
    return [each.said.value for each in verified.citations], verified.unpaired


@table
def test_each_citation_is_held_against_what_its_clause_became(before: str, after: str, said: str) -> None:
    assert _said(before.encode(), after.encode()) == (said.split(), 0)


def test_what_is_gone_or_written_anew_is_counted() -> None:
    assert _said(b"see CR 114.4\nand CR 704.5a", b"quite CR 115.5\nand CR 704.5a") == (["right"], 1)


def test_a_long_text_of_equal_lines_is_paired_at_once() -> None:
    said, unpaired = _said(b"see CR 114.4\n" * 5000, b"see CR 115.5\n" * 5001)
    assert unpaired == 0
    assert set(said) == {"right"}
