"""A citation is stale only where it is certain that its clause went elsewhere and another clause has its number."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from crdiff.lint import lint
from crdiff.lint.registry import BY_ID
from tests.changes.conftest import aligned

CITED = "Alpha beta gamma delta zeta kappa."
CITING = "See rule 100.1 for more."


def stale(now: str, heir: str, confidence: float = 1.0) -> list[str]:
    """Return the clauses with a stale citation where 100.1 became 100.3 and the text `now` has its number."""
    new = {"100.1": now, "100.2": CITING, "100.3": heir}
    return _found({"100.1": CITED, "100.2": CITING}, new, {"100.1": ["100.3"]}, confidence)


def stale_when_removed(now: str) -> list[str]:
    """Return the same where 100.1 was removed and 100.3, which says `now`, took its number."""
    old = {"100.1": CITED, "100.2": CITING, "100.3": now}
    return _found(old, {"100.1": now, "100.2": CITING}, {"100.1": [], "100.3": ["100.1"]}, 1.0)


def _found(old: dict[str, str], new: dict[str, str], heirs: dict[str, list[str]], confidence: float) -> list[str]:
    alignment = aligned(old, new, heirs)
    links = tuple(replace(link, confidence=confidence) for link in alignment.links)
    against = replace(alignment, links=links)
    return [found.number for found in lint(against.new, alignments=(against,), checks=(BY_ID["stale-reference"],))]


def test_a_citation_of_a_clause_that_moved_is_stale() -> None:
    assert stale("Omega sigma.", CITED) == ["100.2"]


def test_the_heir_has_to_be_much_more_like_the_cited_clause_than_the_clause_at_its_number() -> None:
    """As 601.3 of 2019-10-04, which kept half of what it said and gave the rest to 601.4."""
    half = "Alpha beta gamma delta omega sigma."
    assert stale("Gamma delta zeta mu nu.", CITED) == ["100.2"]
    assert stale("Gamma delta zeta mu nu.", half) == []


@pytest.mark.parametrize(("confidence", "found"), [(0.89, []), (0.9, ["100.2"])])
def test_a_doubtful_link_accuses_nobody(confidence: float, found: list[str]) -> None:
    assert stale("Omega sigma.", CITED, confidence) == found


@pytest.mark.parametrize(("now", "found"), [("Omega sigma mu.", ["100.2"]), ("Alpha beta gamma omega sigma.", [])])
def test_a_clause_much_like_a_removed_one_may_stand_for_it(now: str, found: list[str]) -> None:
    assert stale_when_removed(now) == found


@pytest.mark.parametrize(
    ("citing", "found"),
    [
        ("As in rule 100.4, players of this fine old game see rule 100.1 for more of that now.", ["100.2"]),
        ("As in rule 100.4, players of this fine old game see rule 100.1 for more of that again.", ["100.2"]),
        ("As in rule 100.4, players of this fine new game see rule 100.1 for more of that now.", []),
    ],
)
def test_four_words_on_each_side_identify_a_citation_beside_a_new_one(citing: str, found: list[str]) -> None:
    before = "Long ago, players of this fine old game see rule 100.1 for more of that now."
    old = {"100.1": CITED, "100.2": before, "100.4": "Eta."}
    new = {"100.1": "Omega sigma.", "100.2": citing, "100.3": CITED, "100.4": "Eta."}
    assert _found(old, new, {"100.1": ["100.3"], "100.2": ["100.2"], "100.4": ["100.4"]}, 1.0) == found
