"""Clauses: their fingerprints, how they are printed, and the tree that they stand in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from printing import print_release

from crdiff.dialects.registry import read
from crdiff.model.clause import Clause, ClauseKind, Placement, Span
from crdiff.model.fingerprint import fingerprint, raw_fingerprint, share
from crdiff.model.number import ClauseNumber
from crdiff.model.tree import by_number, print_clause, subtree, walk
from tests.conftest import Official


def rule(text: str, *examples: str, title: str = "") -> Clause:
    return Clause(ClauseKind.RULE, title, text, examples)


def test_typography_changes_the_raw_fingerprint_alone() -> None:
    straight, curly = rule('A player\'s "card"'), rule("A player’s “card”")
    assert raw_fingerprint(straight) != raw_fingerprint(curly)
    assert fingerprint(straight) == fingerprint(curly)


def test_title_text_and_examples_count_and_their_borders_too() -> None:
    clauses = [
        rule("a", title="b"),
        rule("b", title="a"),
        rule("ab"),
        rule("a", "b"),
        rule("a"),
        rule("a", "b", "c"),
        rule("a", "b c"),
    ]
    assert len({fingerprint(clause) for clause in clauses}) == len(clauses)
    assert len({raw_fingerprint(clause) for clause in clauses}) == len(clauses)


def test_children_do_not_count() -> None:
    bare = rule("a")
    assert fingerprint(Clause(bare.kind, "", "a", (), (rule("child"),))) == fingerprint(bare)


def test_a_fingerprint_is_the_same_on_every_machine() -> None:
    assert fingerprint(rule("Mana burn.")) == raw_fingerprint(rule("Mana burn.")) == "f707dc0b68ebbaab"


def test_equal_subtrees_of_two_releases_become_one_object(official: Official) -> None:
    pool: dict[Clause, Clause] = {}
    old, new = ([share(clause, pool) for clause in official(date).sections] for date in ("2014-05-01", "2014-06-01"))
    assert tuple(old) == official("2014-05-01").sections
    assert tuple(new) == official("2014-06-01").sections
    objects = {id(clause) for clause in every(old)}
    contents = set(every(old))
    shared = [clause for clause in every(new) if id(clause) in objects]
    assert shared == [clause for clause in every(new) if clause in contents]
    assert len(shared) > 1900


def every(clauses: Iterable[Clause]) -> Iterator[Clause]:
    """Yield the clauses and all under them."""
    for clause in clauses:
        yield clause
        yield from every(clause.children)


def test_a_clause_is_printed_with_its_label_its_paragraphs_and_its_examples() -> None:
    clause = Clause(
        ClauseKind.RULE, "Flying", "It flies.\nIt is an evasion ability.", ("Example: A bird.\nTwo birds.",)
    )
    placement = Placement(ClauseNumber(702, 9), "702.9.", Span(4, 9))
    assert print_clause(clause, placement) == (
        *("702.9. Flying", "It flies.", "It is an evasion ability.", "Example: A bird.", "Two birds."),
    )


def test_a_clause_that_says_nothing_is_printed_as_its_label() -> None:
    placement = Placement(ClauseNumber(606, 8, "b"), "606. 8b", Span(1, 2))
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


def test_a_repeated_number_means_its_first_clause(official: Official) -> None:
    """Source: 2024-09-20 prints 702.175 for Offspring and for Impending."""
    found = by_number(walk(official("2024-09-20")))
    assert found[ClauseNumber(702, 175)].clause.title == "Offspring"


def test_a_subtree_is_the_clause_and_everything_under_it(official: Official) -> None:
    nodes = walk(official("2024-06-07"))
    start = by_number(nodes)[ClauseNumber(720)].index
    numbers = [str(node.number) for node in subtree(nodes, start)]
    assert numbers[:4] == ["720", "720.1", "720.1a", "720.1b"]
    assert len(numbers) == 14
    assert all(number.startswith("720") for number in numbers)
