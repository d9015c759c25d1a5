"""What stands beside a citation, and what it says of the clause that is meant: on made-up releases of a few clauses."""

from __future__ import annotations

from datetime import date
from itertools import pairwise

import pytest

from crdiff.changes.compare import compare
from crdiff.cite.beside import code_beside, passage_after, passage_before, words_beside
from crdiff.cite.citation import CitedGroup
from crdiff.cite.cited_by import CitationList, CitedAt, GoingStale, ListedCitation, cited_at, going_stale
from crdiff.cite.numbering import NumberUse
from crdiff.cite.prior import Releases, Sense, fits, leanings, weight_at
from crdiff.cite.quotations import longest, may_quote, tokens_of
from crdiff.cite.scan import Scanner
from crdiff.cite.spellings import heads
from tests.changes.conftest import aligned

CODE = b"""fn untap() {
    // The active player untaps. See CR 502.3, then
    // CR 704.5k applies; nothing else does.
    // It is checked again.

    check(player);
}
"""


def groups(text: bytes) -> list[CitedGroup]:
    """Return the citations of a text."""
    return list(Scanner().scan(text))


def test_the_words_beside_a_citation_end_at_the_next_one_and_at_the_code() -> None:
    found = groups(CODE)
    assert " ".join(words_beside(CODE, found, 0).split()) == "The active player untaps. See , then"
    last = words_beside(CODE, found, 1)
    assert "nothing else does. It is checked again." in " ".join(last.split())
    assert "check(player)" not in last


def test_the_passage_is_the_whole_comment_on_either_side_and_the_code_is_beside_it() -> None:
    found = groups(CODE)
    assert "active player untaps" in passage_before(CODE, found[1])
    assert "704.5k" in passage_after(CODE, found, 0)
    bare = b"x();\nuntap(player); // CR 502.3\ny();\n"
    assert "untap" in code_beside(bare, groups(bare), 0)


@pytest.mark.parametrize(
    ("text", "at"), [(b"CR 704.5k", [3]), (b"70 or 10704", []), (b"rule 100.1 and 702.19b", [5, 15])]
)
def test_a_number_may_begin_at_three_digits_of_which_the_first_is_none(text: bytes, at: list[int]) -> None:
    assert [head for head in heads(text) if text[head : head + 1] != b"0"] == at


SENTENCE = "a player can't begin to cast a spell that's prohibited from being cast"


def test_words_in_a_row_are_a_quotation_from_six_on() -> None:
    clause = f" {' '.join(tokens_of(SENTENCE))} "
    words = tokens_of(f"I read: {SENTENCE}!")
    run = longest(words, clause)
    assert words[run.start : run.start + run.length] == tokens_of(SENTENCE)
    enough, few = tokens_of(SENTENCE)[:6], tokens_of(SENTENCE)[:5]
    assert (longest(enough, clause).length, longest(few, clause).length) == (6, 0)
    assert may_quote(words, set(words))
    assert not may_quote(few, set(few))


def test_the_words_of_a_quotation_are_compared_without_what_people_change_in_it() -> None:
    assert tokens_of("See rule 702.19b: “Trample” isn’t.") == ("see", "702.19b", "trample", "isn't")
    assert tokens_of("See CR 702.19b") == tokens_of("See 702.19b")


# A number that named one clause in the first five releases and another one in the next five.
OLD_SENSE, NEW_SENSE = Sense(NumberUse(0, 4, 1), 1.0), Sense(NumberUse(5, 9, 2), 1.0)


def test_a_citation_weighs_what_its_words_do_in_the_releases_of_its_clause() -> None:
    assert weight_at([OLD_SENSE, Sense(NumberUse(5, 9, 2), 0.5)], 7) == 0.5
    assert weight_at([OLD_SENSE], 7) == 0
    best = fits([([OLD_SENSE], 1.0)], 10)
    assert max(best) == best[0] == pytest.approx(best[4])
    assert best[5] == pytest.approx(0)


def test_shares_sum_up_over_stretches_and_the_newest_release_is_expected_most() -> None:
    releases = Releases([0.1, 0.2, 0.3, 0.4])
    assert releases.of(1, 2) == pytest.approx(0.5)
    assert releases.of(0, 3) == pytest.approx(1.0)
    expected = Releases.expected(9, None)
    assert expected.of(9, 9) == pytest.approx(0.5, abs=0.06)
    assert Releases.expected(9, 2).of(2, 2) > 0.9


def test_lines_of_a_day_are_of_the_release_in_force_then_or_of_one_shortly_before() -> None:
    at_hand = Releases.at_hand(9, 5)
    shares = [at_hand.of(position, position) for position in range(10)]
    assert max(shares) == shares[5]
    assert all(one < other for one, other in pairwise(shares[:6]))
    assert sum(shares[7:]) < 0.05


def test_clear_citations_of_a_tree_decide_what_an_unclear_one_means() -> None:
    expected = Releases.expected(9, None)
    before = expected.chances([OLD_SENSE, NEW_SENSE])
    learnt = expected.learnt([([OLD_SENSE], 1.0)] * 20)
    after = learnt.chances([OLD_SENSE, NEW_SENSE])
    assert before[1] > before[0]
    assert after[0] > 0.9 > after[1]
    assert sum(after) <= 1.0


def test_a_number_that_a_tree_cites_for_one_clause_hardly_means_another() -> None:
    releases = Releases.expected(9, None)
    mostly_old = [OLD_SENSE, NEW_SENSE._replace(weight=0.01)]
    found = leanings([(mostly_old, releases)] * 30)
    plain = releases.chances([OLD_SENSE, NEW_SENSE])
    leaning = releases.chances([OLD_SENSE, NEW_SENSE], leanings=found)
    assert leaning[0] > plain[0]


def listed(number: str, line: int, kind: str = "right") -> ListedCitation:
    """Return a citation of a list."""
    return ListedCitation("a.rs", line, number, kind, False, "", None)


def test_a_draft_makes_stale_what_others_cite_rightly_and_it_renumbers() -> None:
    cited = CitationList(
        date(2026, 4, 17),
        1,
        1,
        (listed("100.1", 3), listed("100.2", 4), listed("100.3", 5, "gone")),
        repository="own/er",
    )
    places = cited_at([cited])
    assert places == {"100.1": [CitedAt("own/er", "a.rs", 3)], "100.2": [CitedAt("own/er", "a.rs", 4)]}
    texts = {"100.1": "One is.", "100.2": "Two is.", "100.3": "Three is."}
    comparison = compare(aligned(texts, {**texts, "100.4": "One is."}, {"100.1": ["100.4"], "100.3": []}))
    assert list(going_stale(comparison, places)) == [GoingStale("100.1", ("100.4",), tuple(places["100.1"]))]
    assert [str(one) for one in places["100.1"]] == ["own/er a.rs:3"]
