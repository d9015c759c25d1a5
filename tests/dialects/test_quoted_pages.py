"""The five pages that quote rules, and pages like them: lessons, Markdown, rulings, wikis."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from reviewed import answered

from crdiff.dialects.oddities import without_slips
from crdiff.dialects.registry import read
from crdiff.model.number import ClauseNumber
from crdiff.model.release import Fact, Release
from crdiff.model.tree import walk
from tests.conftest import Golden
from tests.dialects.conftest import Seed, unaccounted

PAGES = Path(__file__).with_name("quoted_pages.txt")


def test_the_five_pages_are_read_as_reviewed(seed: Seed, golden: Golden) -> None:
    """But for the words of their clauses, and those of others beyond the first few, which stand on the pages."""
    golden(PAGES, answered(PAGES, lambda given: _told(seed(given[0]))))


def _told(page: Release) -> Iterator[str]:
    """Yield what a page says of itself, and what stands beside its clauses, each with its line."""
    yield f"effective {page.effective}"
    yield from (f"{each.line} quotes {each.name}" for each in page.quotations)
    yield f"printed {', '.join(placement.printed for placement in page.placements)}"
    yield from (f"{each.line} {each.check}, {each.number}" for each in page.findings)
    yield from (f"{each.line} {each.name} {each.value}, {each.number} {each.example}" for each in page.facts)
    for each in page.asides:
        about = f"about {each.about}, " if each.about else ""
        words = " ".join(each.text.split()[:2])
        yield f"{each.lines.start}-{each.lines.stop} {each.kind} {each.label!r}, {about}{words}"
    yield from (f"{each.lines.start}-{each.lines.stop} entry {each.term}" for each in page.glossary)
    for slipped, mended in zip(walk(page), walk(without_slips(page)), strict=True):
        before, after = (one.clause.wording.split() for one in (slipped, mended))
        mends = [f"{was} as {now}" for was, now in zip(before, after, strict=True) if was != now]
        yield from [f"{slipped.number} is answered with {', '.join(mends)}"] if mends else []
        assert "CompRules" not in "".join((slipped.clause.wording, *slipped.clause.examples))


def _lesson(*lines: str) -> Release:
    return read("\n\n".join(lines).encode(), "page.txt", "lesson")


IN_LESSON = st.one_of(
    st.sampled_from(
        [
            *("Some prose.", "Example: Something happens.", "Briefly: it happens.", "Comment: it can happen."),
            *("3.15 Sideboard", "805.8. (...) Something about teams.", "712. Controlling another player"),
        ]
    ),
    st.builds("712.{}{}. Text {}.".format, st.integers(1, 3), st.sampled_from("abc"), st.integers()),
)


@given(lines=st.lists(IN_LESSON, max_size=12))
def test_in_a_lesson_nothing_is_lost(lines: list[str]) -> None:
    page = [*lines, "712.9z. The last rule."]
    assert unaccounted("\n\n".join(page), _lesson(*page)) == []


# the 718 page, and Markdown pages like it


def _markdown(page: str) -> Release:
    return read(page.encode(), "page.md")


WORDS = st.lists(st.sampled_from(["card", "player", "isn’t", "“turn”", "mana,", "Word"]), min_size=1).map(" ".join)
RULE = WORDS.map(lambda words: f"**{{number}}** {words}.\n")
EXAMPLE = WORDS.map(lambda words: f"    Example: {words}.\n")
PROSE = WORDS.map(lambda words: f"{words}.\n")


@given(pieces=st.lists(st.one_of(RULE, EXAMPLE, PROSE), max_size=12))
def test_in_markdown_nothing_is_lost(pieces: list[str]) -> None:
    numbered = [piece.format(number=f"718.{index}.") for index, piece in enumerate(pieces, 2)]
    page = "\n".join(["**718.1.** The first rule.\n", *numbered])
    assert unaccounted(page, _markdown(page)) == []


# the 507 page, and indexes of rulings like it


def _rulings(*lines: str) -> Release:
    return read("\n".join(lines).encode(), "page.txt", "rulings")


IN_RULINGS = st.one_of(
    st.sampled_from(["Some prose.", "", "    Example: Something. [CompRules 2004/10/01]", "507 - Heading"]),
    st.builds("  • {}.{}{} - Text {}. [CompRules 20{:02}/10/01]".format, st.integers(500, 503), st.integers(1, 3),
              st.sampled_from("abc"), st.integers(), st.integers(0, 9)),
)  # fmt: skip


@given(lines=st.lists(IN_RULINGS, max_size=12))
def test_in_rulings_nothing_is_lost(lines: list[str]) -> None:
    page = ["• 507.1 - Text. [CompRules 2003/10/01]", *lines]
    release = _rulings(*page)
    assert unaccounted("\n".join(page), release) == []
    assert release.facts[0] == Fact(ClauseNumber.of(507, 1), None, "dated", "2003-10-01", 1)
    assert len(release.facts) == sum("CompRules" in line for line in page)


# the 720 page, the "Player" page, and wiki pages like them


DATED = "From the Comprehensive Rules (June 7, 2024—Modern Horizons 3)"


def _wiki(*lines: str) -> Release:
    return read("\n".join(lines).encode(), "page.txt", "wiki")


IN_WIKI = st.one_of(
    st.sampled_from(
        [
            DATED,
            "From the glossary of the Comprehensive Rules (June 7, 2024—Modern Horizons 3)",
            *("Rulings for Mindslaver", "Example: Something happens.", "- A bullet", "- A bullet that ends."),
            *("Some prose.", ""),
        ]
    ),
    st.builds(
        "- {}.{}{} Text {}.".format, st.integers(100, 103), st.integers(1, 3), st.sampled_from("abc"), st.integers()
    ),
    st.builds("- {}. Heading".format, st.integers(100, 103)),
)


@given(lines=st.lists(IN_WIKI, max_size=15))
def test_in_a_wiki_nothing_is_lost(lines: list[str]) -> None:
    page = ["- 718.1. The first rule.", *lines]
    assert unaccounted("\n".join(page), _wiki(*page)) == []
