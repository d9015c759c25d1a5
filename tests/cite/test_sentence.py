"""A citation is known again by the words of its sentence, whatever moves around it."""

from __future__ import annotations

import pytest

from crdiff.cite.citation import sentence_at
from crdiff.cite.scan import Scanner


def _sentence(text: bytes) -> str:
    groups = list(Scanner().scan(text))
    return sentence_at(text, groups, groups[-1].items[0].start)


SAME = [
    b"// CR 704.5a: life total 0",
    b"\t//   CR 704.5b: Life total   0",
    b"// Another sentence.\n// CR 704.5a: life total 0\n// A line after it",
    b"Something else. CR 704.5a: life total 0. And more.",
]


@pytest.mark.parametrize("text", SAME)
def test_lines_blanks_numbers_and_other_sentences_do_not_count(text: bytes) -> None:
    assert _sentence(text) == "life total"


def test_other_words_are_another_sentence() -> None:
    assert _sentence(b"// CR 704.5a: life total below 1") != _sentence(SAME[0])


def test_a_line_without_end_is_read_in_part() -> None:
    assert len(_sentence(b"word " * 100_000 + b"CR 704.5a " + b"word " * 100_000)) < 1000
