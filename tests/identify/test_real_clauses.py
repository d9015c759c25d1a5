"""Single clauses of the rules with slips in them, over all releases: each once led to another release, or to none."""

from __future__ import annotations

from table import table

from crdiff.identify.identified import SlipKind
from crdiff.identify.identify import identify
from crdiff.identify.word_index import WordIndex


@table
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
