"""Clauses: their fingerprints, how they are printed, and the tree that they stand in."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import asdict

from crdiff.errors import UnknownNumber
from crdiff.model.book import MAGIC, Book
from crdiff.model.clause import Clause, ClauseKind, Placement, Span
from crdiff.model.fingerprint import fingerprint, raw_fingerprint, share
from crdiff.model.number import (
    NUMBERS,
    ClauseNumber,
    NumberGrammar,
    first_number,
    first_rule,
    next_number,
    numbers_of,
    read_number,
    section_of,
)
from crdiff.model.tree import by_number, print_clause, subtree, walk
from tests.conftest import Official
from tests.marked_book import Bread


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


def test_equal_subtrees_of_two_releases_become_one_object() -> None:
    def parent(text: str) -> Clause:
        return Clause(ClauseKind.RULE, "", text, (), (rule("child", "an example"), rule(text)))

    pool: dict[Clause, Clause] = {}
    old, same, other = (share(parent(text), pool) for text in ("a", "a", "b"))
    assert same is old
    assert (old, other) == (parent("a"), parent("b"))
    assert other.children[0] is old.children[0]
    assert other.children[1] is not old.children[1]


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


def test_a_repeated_number_means_its_first_clause(official: Official) -> None:
    """Source: 2024-09-20 prints 702.175 for Offspring and for Impending."""
    found = by_number(walk(official("2024-09-20")))
    assert found[ClauseNumber.of(702, 175)].clause.title == "Offspring"


def test_a_subtree_is_the_clause_and_everything_under_it(official: Official) -> None:
    nodes = walk(official("2024-06-07"))
    start = by_number(nodes)[ClauseNumber.of(720)].index
    numbers = [str(node.number) for node in subtree(nodes, start)]
    assert numbers[:4] == ["720", "720.1", "720.1a", "720.1b"]
    assert len(numbers) == 14
    assert all(number.startswith("720") for number in numbers)


# A rule book, and numbers with a full stop between section and subsection


DOTTED = NumberGrammar(section="[1-9][0-9]?", subsection=r"[1-9][0-9]?\.[1-9][0-9]?", is_dotted=True, skipped="")
Dotted = numbers_of(DOTTED)

DIGITS = numbers_of(NumberGrammar(**{**asdict(DOTTED), "has_letters": False}))

paths = st.integers(1, 4).flatmap(lambda level: st.tuples(*[st.integers(1, 60)] * level))


def test_a_book_is_numbered_as_magic_is_unless_it_says_otherwise() -> None:
    said = {"title": "", "called": "", "short": "", "game": "", "publisher": "", "notice": ""}
    assert Book(name=MAGIC, **said).numbers == NUMBERS
    assert numbers_of(NUMBERS) is ClauseNumber


@given(paths, paths)
def test_dotted_numbers_sort_as_their_paths_do(one: tuple[int, ...], other: tuple[int, ...]) -> None:
    assert (Dotted(one) < Dotted(other)) == (one < other)


@given(paths)
def test_what_a_dotted_number_leads_to_is_of_its_book(path: tuple[int, ...]) -> None:
    number = Dotted(path)
    led = [number.section, number.subsection, number.of_rule, next_number(number), *filter(None, [number.parent])]
    led += [] if number.is_subrule else [first_number(number)]
    assert {type(each) for each in led} == {Dotted}
    assert str(number.section) == section_of(str(number))


@pytest.mark.parametrize("wrong", ["5a", "0.1", "702.9x.1", "x", "", "5.2.1.4"])
def test_what_is_no_number_of_the_book_is_refused_with_one_that_is(wrong: str) -> None:
    with pytest.raises(UnknownNumber, match=r"such as 7, 7\.2, 7\.2\.9 or 7\.2\.9a|before the full stop"):
        Dotted.parse(wrong)


@pytest.mark.parametrize("written", ["rule 5.2.1b", "5.2.1(b)", "§5.2.1B"])
def test_a_dotted_number_is_read_as_people_write_it(written: str) -> None:
    assert str(read_number(written, Dotted)) == "5.2.1b"


marked = st.builds(
    lambda heads, rule: Bread((*heads, *(0,) * (4 - len(heads)), rule) if rule else tuple(heads)),
    st.lists(st.integers(1, 60), min_size=1, max_size=4),
    st.integers(0, 60),
)


@given(st.one_of(paths.map(Dotted), paths.map(DIGITS), marked))
def test_a_number_of_any_book_survives_being_printed_read_and_sent_to_another_process(number: ClauseNumber) -> None:
    book = type(number)
    assert book.parse(str(number)) == book.parse(f"{number}.") == read_number(f"rule {number}", book) == number
    assert pickle.loads(pickle.dumps(number)) == number
    assert {number: 1}[book(number.path)] == 1
    assert number.place == number.path[-1]
    assert book is not DIGITS or str(number) == ".".join(map(str, number.path))


@given(marked, marked)
def test_paragraphs_stand_between_their_heading_and_those_below_it(one: ClauseNumber, other: ClauseNumber) -> None:
    if one.is_heading and other.within(one) and other != one:
        assert one < other
        assert one.depth < other.depth
    if one.is_rule and other.is_heading and other.parent == one.parent:
        assert one < other


@given(marked)
def test_what_a_marked_number_leads_to_is_printed_as_its_book_does(number: ClauseNumber) -> None:
    heads, _, rule = str(number).partition(":")
    assert str(number.subsection) == heads
    assert str(number.section) == section_of(str(number))
    assert str(number.parent or "") == (heads if rule else heads.rpartition(".")[0])
    assert number.place == number.path[-1]
    assert str(next_number(number)) == str(number)[: -len(str(number.path[-1]))] + str(number.path[-1] + 1)
    assert (number.is_rule, number.is_heading, number.label) == (bool(rule), not rule, str(number))
    assert number.is_rule or str(first_number(number)) == f"{number}:1"


def test_a_heading_and_a_paragraph_with_the_same_digits_are_two_numbers() -> None:
    assert Bread.parse("6.3.1.4").path == (6, 3, 1, 4)
    assert Bread.parse("6.3.1:4").path == (6, 3, 1, 0, 4)
    assert str(Bread.parse("6.0.0.4").parent) == "6"
    assert str(Bread.parse("6.3.1:4").under(Bread.parse("7.2"))) == "7.2:4"
    assert str(first_rule(Bread)) == "1:1"


@pytest.mark.parametrize("wrong", ["6.3:1a", "6.3:x", ":1", "6.3.1.4.5", "6.3:1:2", "0:1"])
def test_what_is_no_marked_number_is_refused_with_one_that_is(wrong: str) -> None:
    with pytest.raises(UnknownNumber, match=r"such as 7, 7\.2, 7\.2\.9 or 7\.2:1"):
        Bread.parse(wrong)
