"""The steps by which a text is read, each by itself: lines, glossary, dates, evidence, parts, clauses, oddities."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from clean_text import CLEAN
from printing import normalised_lines
from reviewed import answered

from crdiff.dialects import lesson, markdown, official, rulings, wiki
from crdiff.dialects.blocks import TextBlock, read_blocks
from crdiff.dialects.clauses import labels_in, opened_section, read_clauses
from crdiff.dialects.evidence import numbered_lines
from crdiff.dialects.glossary import read_glossary
from crdiff.dialects.parts import divide, lacks_beginning, missing_at_the_end
from crdiff.model.number import ClauseNumber
from crdiff.model.release import Source
from crdiff.model.tree import by_number, walk
from tests.conftest import Golden, Official

FILE = Path(__file__).with_name("blocks.txt")


def paragraphs(given: list[str]) -> Iterator[str]:
    """Yield paragraphs, and entries of a glossary; ``␣`` is a blank at an end, ``⍽`` one that holds, ``→`` a tab."""
    text = "\n".join(given).replace("␣", " ").replace("⍽", "\u00a0").replace("→", "\t") + "\n"
    blocks = read_blocks(text)
    for block in blocks:
        yield f"{block.first}-{block.last} {'apart ' * block.apart}indent {block.indent}: {block.text}"
    if given[:1] == ["Glossary"]:
        yield from (f"entry {entry.term}: {entry.text}" for entry in read_glossary(blocks[1:]))
    assert tuple(block.text for block in blocks) == normalised_lines(text)


def test_lines_are_joined_to_paragraphs_as_reviewed(golden: Golden) -> None:
    golden(FILE, answered(FILE, paragraphs))


def test_a_reference_kept_on_one_line_breaks_the_line_before_it_early(official: Official) -> None:
    """1999-04-23 keeps "rule 408" on one line, so 420.3 breaks early, after "(see"."""
    clause = by_number(walk(official("1999-04-23")))[ClauseNumber.of(420, 3)].clause
    assert "(see rule 408" in clause.text
    assert "\n" not in clause.text


SIZES = {
    "1999-04-23": 175, "1999-11-01": 188, "2003-05-26": 213, "2004-06-01": 307, "2013-02-01": 31, "2021-06-18": 591,
    "2021-07-23": 601,
}  # fmt: skip


@pytest.mark.parametrize("date", SIZES)
def test_each_layout_gives_its_entries(official: Official, date: str) -> None:
    glossary = official(date).glossary
    assert len(glossary) == SIZES[date]
    assert all(len(entry.term) < 70 and not entry.term.endswith(".") for entry in glossary)


def test_an_entry_says_what_it_says(official: Official) -> None:
    entries_1999 = {entry.term: entry.text for entry in official("1999-04-23").glossary}
    assert entries_1999["Untap"].split("\n")[1].startswith("2. Untap is the first step")
    assert entries_1999["Color"].count("\n") == 2
    entries_2021 = {entry.term: entry.text for entry in official("2021-06-18").glossary}
    assert entries_2021["Ante"].split("\n") == [
        *(
            "1. A zone used only when playing “for keeps.”",
            "2. To put a card into the ante zone.",
            "See rule 407, “Ante.”",
        )
    ]


# the steps by which a text is read, each by itself: dates, evidence, parts, clauses, oddities, what a page quotes


SOURCE = Source("made.txt", "0" * 64, 1, 1, "utf-8", "valid UTF-8", "LF", "made", "asked for")


def test_a_numbered_line_opens_with_the_number_of_a_rule() -> None:
    text = "100.1. A\n  702.9c B\n408.f C\n100. General\n10.1 D\n1000.1 E\nrule 100.1\n"
    assert numbered_lines(text).lines == 3
    assert numbered_lines("100.1. A").reason.startswith("1 line ")


DIALECTS = {
    official: CLEAN,
    lesson: "712. Controlling\n\n712.1a. One card allows it.\n\n712.1b. Another one does.\n",
    markdown: "**718.** **Controlling**\n\n**718.1.** Some cards allow it.\n\n- **718.1a** So it is.\n",
    rulings: "• 507.1 - One card allows it. [CompRules 2003/10/01]\n• 507.1a - So it is. [CompRules 2003/10/01]\n",
    wiki: "From the Comprehensive Rules (June 7, 2024—Modern Horizons 3)\n\n- 720.1. Some cards allow it.\n",
}


@pytest.mark.parametrize("dialect", DIALECTS, ids=lambda dialect: dialect.__name__.rpartition(".")[2])
def test_a_dialect_reads_its_own_text_and_counts_most_lines_in_it(dialect: ModuleType) -> None:
    read = dialect.parse(DIALECTS[dialect], SOURCE)
    assert [node for node in walk(read) if node.clause.text]
    if dialect is not official:
        others = [other for other in DIALECTS if other not in (dialect, official)]
        seen = dialect.evidence(DIALECTS[dialect]).lines
        assert all(other.evidence(DIALECTS[dialect]).lines <= seen > 0 for other in others)


def test_a_text_falls_into_its_parts_with_nothing_lost() -> None:
    blocks = read_blocks(CLEAN)
    parts = divide(blocks)
    assert parts.contents[0].text == "Contents"
    assert parts.rules[0].text == "1. Game Concepts"
    assert parts.glossary[-1].text.startswith(("Player", "One of"))
    assert [block.text for block in parts.credits] == ["Credits", "Somebody wrote these rules."]
    held = [*parts.front, *parts.contents, *parts.rules, *parts.glossary, *parts.credits]
    assert len(held) == len(blocks) - 1, "the heading Glossary alone is left out"


def test_a_text_that_breaks_off_lacks_what_its_contents_list_last() -> None:
    whole, cut = (divide(read_blocks(text)) for text in (CLEAN, CLEAN.rpartition("Credits")[0]))
    assert (missing_at_the_end(whole), missing_at_the_end(cut)) == ((), ("Credits",))
    drafts = read_clauses(whole.rules, [])
    assert not lacks_beginning(whole, drafts)
    assert lacks_beginning(whole, [draft for draft in drafts if draft.number >= ClauseNumber.of(200)])


def test_a_section_is_followed_by_its_clauses_and_a_numbered_item_is_not() -> None:
    texts = ("1. Game Concepts", "100. General", "100.1. These are steps:", "1. Untap.", "200.1. Names.")
    blocks = [TextBlock(text, line, line, True, 0) for line, text in enumerate(texts, 1)]
    assert [opened_section(blocks, at, labels_in(ClauseNumber)) is not None for at in range(4)] == [
        True,
        False,
        False,
        False,
    ]
