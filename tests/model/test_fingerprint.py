from __future__ import annotations

from collections.abc import Iterable, Iterator

from crdiff.model.clause import Clause, ClauseKind
from crdiff.model.fingerprint import fingerprint, raw_fingerprint, share
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
