from __future__ import annotations

from printing import print_release

from crdiff.dialects.registry import read
from crdiff.model.clause import Clause, ClauseKind, Placement, Span
from crdiff.model.number import ClauseNumber
from crdiff.model.tree import print_clause


def test_a_clause_is_printed_with_its_label_its_paragraphs_and_its_examples() -> None:
    clause = Clause(
        ClauseKind.RULE, "Flying", "It flies.\nIt is an evasion ability.", ("Example: A bird.\nTwo birds.",)
    )
    placement = Placement(ClauseNumber.of(702, 9), "702.9.", Span(4, 9))
    assert print_clause(clause, placement) == (
        *("702.9. Flying", "It flies.", "It is an evasion ability.", "Example: A bird.", "Two birds."),
    )


def test_a_clause_that_says_nothing_is_printed_as_its_label() -> None:
    placement = Placement(ClauseNumber.of(606, 8, "b"), "606. 8b", Span(1, 2))
    assert print_clause(Clause(ClauseKind.SUBRULE, "", ""), placement) == ("606. 8b",)


def test_what_is_printed_twice_with_the_same_text_is_printed_once_and_reported() -> None:
    release = read(b"100.1. A rule.\n\n100.2. Another.\n\n100.1. A rule.\n", "twice.txt", "official")
    assert print_release(release) == ("100.1. A rule.", "100.2. Another.")
    assert [(finding.check, finding.line) for finding in release.findings][1:] == [
        *(("repeated-number", 5), ("number-out-of-order", 5))
    ]


def test_a_repeated_number_with_another_text_is_printed_again() -> None:
    release = read(b"100.1. A rule.\n\n100.1. Another.\n", "twice.txt", "official")
    assert print_release(release) == ("100.1. A rule.", "100.1. Another.")


def test_the_heading_of_the_glossary_is_printed_where_there_is_one() -> None:
    release = read(b"100.1. A rule.\n\nGlossary\n\nAbility\nText.\n\nCredits\n\nA person\n", "short.txt", "official")
    assert print_release(release) == ("100.1. A rule.", "Glossary", "Ability", "Text.", "Credits", "A person")
