"""A text is read by the dialect that the evidence names, or by the one asked for."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from table import table

from crdiff.annotate.cross_references import cross_references
from crdiff.dialects.registry import DIALECTS, choose, read
from crdiff.errors import UnreadableText, UnrecognisedText, UsageError
from crdiff.model.number import ClauseNumber
from crdiff.model.release import Coverage
from crdiff.model.tree import walk
from tests.dialects.conftest import Seed, unaccounted
from tests.marked_book import Bread

OFFICIAL = "718. Controlling Another Player\n\n718.1. Some cards do.\n\n718.1a Others do not.\n"


@table
def test_each_page_is_recognised_with_a_reason(name: str, dialect: str, reason: str, seed: Seed) -> None:
    source = seed(name).source
    assert (source.dialect, source.dialect_reason) == (dialect, reason)


@pytest.mark.parametrize(
    ("name", "coverage"), [*((name, name) for name in ("507", "712", "718", "720")), ("player", "102 506.2 802 810.7")]
)
def test_nothing_of_a_page_is_lost(name: str, coverage: str, seed: Seed, seed_text: Callable[[str], str]) -> None:
    release = seed(name)
    assert unaccounted(seed_text(name), release) == []
    assert " ".join(map(str, release.coverage.numbers)) == coverage
    assert sum(len(node.clause.examples) for node in walk(release)) == (1 if name == "player" else 5)


def test_every_official_release_is_recognised_as_official(shared: Path) -> None:
    """Decoding all would be slow: one release a year, the bytes that are ASCII in all of them being enough."""
    chosen = {
        path.stem: choose(path.read_bytes().replace(b"\0", b"").decode("latin-1").replace("\r", "\n"))[0]
        for path in sorted((shared / "cr").glob("*.txt"))[::6]
    }
    assert set(chosen.values()) == {"official"}


def test_a_coverage_asked_for_beats_the_numbers_quoted() -> None:
    coverage = Coverage((ClauseNumber.of(718), ClauseNumber.of(104)))
    assert read(OFFICIAL.encode(), "draft.txt", coverage=coverage).coverage == coverage


def test_a_dialect_that_does_not_exist_is_refused_naming_those_that_do() -> None:
    with pytest.raises(UsageError, match="there is no dialect 'latin'; expected lesson or markdown or official"):
        read(OFFICIAL.encode(), "draft.txt", "latin")


@pytest.mark.parametrize("dialect", [None, *DIALECTS])
def test_a_text_without_rules_is_refused_saying_what_was_looked_for(dialect: str | None) -> None:
    with pytest.raises(UnrecognisedText) as caught:
        read(b"Dear all,\n\nplease find no rules in this letter.\n", "letter.txt", dialect)
    assert "no" in str(caught.value)
    assert "718.1. Some cards" in str(caught.value) or dialect == "official"
    assert "\n" not in str(caught.value)


def test_an_empty_text_is_refused() -> None:
    with pytest.raises(UnreadableText):
        read(b"", "empty.txt")


NUMBER = st.builds(
    "{}{}{}".format,
    st.sampled_from(["718", "007", "99", "٧١٨", "7180"]),
    st.sampled_from(["", ".", ".1", ".0", ".01.", ".1a", ".1abc", ". 1"]),
    st.sampled_from(["", ".", "**", " - "]),
)
LINE = st.builds(
    "{}{} {}".format, st.sampled_from(["", "- ", "  • ", "**", "+ **", "# "]), NUMBER, st.text(max_size=12)
)


@pytest.mark.parametrize("dialect", ["lesson", "markdown", "rulings", "wiki"])
@given(lines=st.lists(LINE, max_size=6))
def test_no_odd_number_stops_the_reading(dialect: str, lines: list[str]) -> None:
    """A line that only looks like a clause is kept as something else, or the text is refused as a whole."""
    try:
        release = read("\n".join(lines).encode(), "odd.txt", dialect)
    except (UnrecognisedText, UnreadableText):
        return
    assert release.placements


@table
@pytest.mark.parametrize("form", ["{}. A rule.\n", "- {}. A rule.\n", "**{}.** A rule.\n", "• {} - A rule.\n"])
def test_only_the_digits_that_the_rules_print_are_numbers(form: str, digits: str) -> None:
    with pytest.raises(UnrecognisedText):
        read(form.format(digits).encode(), "rules.txt")


# texts of a book in which paragraphs stand under headings of any level, with a mark before their own number


def test_a_number_with_its_mark_is_a_reference() -> None:
    found = cross_references("See rule 2.1.1:2, rules 1:1 and 1.1, and section 3. At 1:30 the dough rests.", Bread)
    assert [str(each.number) for each in found] == ["2.1.1:2", "1:1", "1.1", "3"]
