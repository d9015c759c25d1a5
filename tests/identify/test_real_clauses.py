"""Single clauses of the rules with slips in them, over all releases: each once led to another release, or to none."""

from __future__ import annotations

import pytest

from crdiff.identify.identified import SlipKind
from crdiff.identify.identify import identify
from crdiff.identify.word_index import WordIndex

AMPLIFY = (
    "Amplify is a static ability. “Amplify N” means “As his object enters the battlefield, reveal any number of cards"
    " from your hand that share a creature type with it. This permanent enters the battlefield with N +1/+1 counters on"
    " it for each card revealed this way. You can’t reveal this card or any other cards that are entering the"
    " battlefield at the same time as this card.”"
)
CASES = [
    # 702.38a of 2023-04-14: "his" is a word of the rules, and the glossary once said nearly the same
    (AMPLIFY, "702.38a", "2009-07-11 to 2024-06-07", ["this"]),
    # 203.1a of 2005-08-01: the glossary has all but the first two words
    (
        "203.1a Lands normallly have no mana cost. Tokens have no mana cost unless the effect that creates them"
        " specifies otherwise. A copy of an object copies that object's mana cost.",
        "203.1a", "2005-08-01 to 2007-02-01", ["normally"],
    ),
    # 502.25b of 2003-07-01; the glossary of 2003-05-26 prints "creaturse", which no other release does
    (
        "A creature with fear can't be blocked except by artifact creaturse and/or black creatures. (See rule 509,"
        " “Declare Blockers Step.”)",
        "702.36b", "2009-07-11 to 2026-08-07", ["creatures"],
    ),
    # 504.2 of 2016-09-30: hardly two words in a row are left
    (
        "504.2. Second, the acive palyer gts priority. (See rule 116, “Timing and Priority.”)",
        "504.2", "2016-09-30 to 2019-06-14", ["active player gets"],
    ),
    # 402.1 of 2007-05-01 says more before and after
    (
        "Abipities can fafect the objects they're on. Thuy can also affect other objects and/or players.",
        "113.2", "2003-07-01 to 2026-08-07", ["Abilities", "affect", "They"],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("text", "number", "span", "slips"), CASES, ids=[case[1] for case in CASES])
def test_a_clause_with_slips_is_of_its_releases(
    text: str, number: str, span: str, slips: list[str], whole_index: WordIndex
) -> None:
    (passage,) = identify(text, whole_index).passages
    (found,) = passage.quotations
    told = [slip.official for slip in found.slips if slip.kind is not SlipKind.NUMBER]
    assert (found.number, told) == (number, slips)
    first, _, last = span.partition(" to ")
    assert (str(passage.by_words[0].first), str(passage.by_words[-1].last)) == (first, last)


def test_a_space_in_another_place_is_evidence(whole_index: WordIndex) -> None:
    """408.1c of 2003-05-26 prints "go ont he stack", and no release before or after it."""
    said = "The active player gets priority at the beginning of most phases and steps, after special actions and"
    (passage,) = identify(f"{said} abilities that trigger at the beginning of that phase or step go ont he stack.",
                          whole_index).passages  # fmt: skip
    assert [(str(span.first), str(span.last)) for span in passage.spans] == [("2003-05-26", "2003-05-26")]
