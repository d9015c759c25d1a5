"""A migration made by hand is judged by pairing the citations of lines that differ in their numbers alone."""

from __future__ import annotations

import pytest
from citing import at, citing, numbering

from crdiff.cite.checking import CheckedTree, CiteChecker
from crdiff.cite.verifying import verify


def _tree(raw: bytes) -> CheckedTree:
    return CiteChecker(numbering(), numbering().newest, presumed=at("2018-01-19")).check([citing(raw, "a.md")])


def _said(before: bytes, after: bytes) -> tuple[list[str], int]:
    verified = verify(_tree(before), _tree(after), numbering().dates[-1])
    return [each.said.value for each in verified.citations], verified.unpaired


CASES = [
    (b"see CR 114.4", b"see CR 115.5", ["right"]),
    (b"see CR 114.4", b"see CR 114.4", ["missed"]),
    (b"see CR 114.4", b"see CR 115.4", ["wrong"]),
    (b"see CR 704.5a", b"see CR 704.5b", ["redirected"]),
    (b"see CR 507.4 of old", b"see CR 507.4 of old", ["open"]),  # no clause of 2018 has the number
    (b"CR 114.4 and 114.4", b"CR 115.5 and 114.4", ["right", "missed"]),
    (b"// CR 114.4 x\n// CR 114.4 x", b"//   CR 115.5 x\n\n// new\n// CR 115.5 x", ["right", "right"]),
]


@pytest.mark.parametrize("case", CASES, ids=[case[1].decode() for case in CASES])
def test_each_citation_is_held_against_what_its_clause_became(case: tuple[bytes, bytes, list[str]]) -> None:
    before, after, said = case
    assert _said(before, after) == (said, 0)


def test_what_is_gone_or_written_anew_is_counted() -> None:
    assert _said(b"see CR 114.4\nand CR 704.5a", b"quite CR 115.5\nand CR 704.5a") == (["right"], 1)


def test_a_long_text_of_equal_lines_is_paired_at_once() -> None:
    said, unpaired = _said(b"see CR 114.4\n" * 5000, b"see CR 115.5\n" * 5001)
    assert unpaired == 0
    assert set(said) == {"right"}
