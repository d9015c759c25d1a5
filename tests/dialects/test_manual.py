"""Manuals: numbered headings over paragraphs without numbers."""

from __future__ import annotations

from datetime import date

import pytest

from crdiff.dialects.manual import Manual, read_manual
from crdiff.errors import UnrecognisedText
from crdiff.model.book import Headings
from crdiff.model.number import NumberGrammar, numbers_of

NUMBERS = numbers_of(
    NumberGrammar(
        section="[1-9][0-9]{0,2}", subsection=r"[1-9][0-9]?\.[1-9][0-9]?", is_dotted=True, skipped="", mark="¶"
    )
)
TEXT = """\
RULES OF THE CLUB Effective May 1, 2025
The club has a room.
CONTENTS
Introduction ........1 1. The Room ........2 1.1 Chairs ........2 2. The Table ........3
2.1 Who Sits Where ........3
1. The Room
The room is open on Mondays (see section 1.1 Chairs).
1.1 CHAIRS
There are:
Club rules 7
• six chairs • two stools (for
the children)
2. Chairs are brought back before the room is closed.
3. Stools as well
2. The Table
Whoever comes first sits first. 2.1 Who Sits Where All sit.
See 1.1 Chairs, which says how many there are.
Appendix A: What Has Changed
1.1 was written anew.
"""


def _read(text: str = TEXT) -> Manual:
    return read_manual(text, NUMBERS, (r"Club rules [0-9]+",), Headings(after=("appendix",)))


def _clauses(text: str = TEXT) -> dict[str, str]:
    return {str(draft.number): draft.title or draft.text for draft in _read(text).drafts}


def test_a_paragraph_is_numbered_by_its_heading_and_its_place() -> None:
    assert _clauses() == {
        "1": "The Room",
        "1¶1": "The room is open on Mondays (see section 1.1 Chairs).",
        "1.1": "CHAIRS",
        "1.1¶1": "There are:",
        "1.1¶2": "• six chairs",
        "1.1¶3": "• two stools (for the children)",
        "1.1¶4": "2. Chairs are brought back before the room is closed.",
        "1.1¶5": "3. Stools as well",
        "2": "The Table",
        "2¶1": "Whoever comes first sits first.",
        "2.1": "Who Sits Where",
        "2.1¶1": "All sit.",
        "2.1¶2": "See 1.1 Chairs, which says how many there are.",
    }


def test_the_parts_around_the_rules_are_kept() -> None:
    manual = _read()
    assert (manual.title, manual.effective) == ("RULES OF THE CLUB", date(2025, 5, 1))
    assert [block.text for block in manual.front[1:]] == ["The club has a room."]
    assert len(manual.contents) == 3
    assert [block.text for block in manual.after] == ["Appendix A: What Has Changed", "1.1 was written anew."]


def test_sections_may_be_numbered_by_tens_and_contents_have_no_dots() -> None:
    old = "CONTENTS\n10. Rooms\n100. Chairs\n101. Stools\n\n10. ROOMS\nA room.\n100. CHAIRS\n101. STOOLS\nTwo.\n"
    assert _clauses(old) == {"10": "ROOMS", "10¶1": "A room.", "100": "CHAIRS", "101": "STOOLS", "101¶1": "Two."}
    assert _read(old).contents[0].text == "CONTENTS"


def test_the_day_of_an_update_counts_for_more_than_that_of_the_first_printing() -> None:
    dated = TEXT.replace("Effective May 1, 2025", "\nEffective — May 1, 2025, updated June 2, 2025\n")
    assert _read(dated).effective == date(2025, 6, 2)


def test_a_text_without_headings_is_no_manual() -> None:
    with pytest.raises(UnrecognisedText, match="no numbered headings"):
        _read("A text.\nAnother line.\n")
