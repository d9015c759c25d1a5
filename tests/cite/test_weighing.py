"""What a citation means is weighed by its words, what it quotes, and the other citations of its tree.

The texts are the releases 2013-02-01, 2021-02-15 and 2026-04-17 of the shared folder; the lines are made in the manner
of magefree/mage and phase-rs/phase.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from citing import at, citing, numbering, words_of_releases
from table import table

from crdiff.cite.checking import CheckedNumber, CheckedTree, CiteChecker, with_reworded
from crdiff.cite.evidence import ClauseWords
from crdiff.cite.judging import Basis, Certainty, Verdict

RELEASES = ("2013-02-01", "2021-02-15", "2026-04-17")
FILLER = "".join(f"// CR 704.5{letter}: state-based action\n" for letter in "abcdef")


@pytest.fixture(scope="module")
def words(shared: Path) -> ClauseWords:
    return words_of_releases(shared, *RELEASES)


def checked(content: str, words: ClauseWords | None, **settings: int) -> CheckedTree:
    return CiteChecker(numbering(), numbering().newest, words=words, **settings).check([citing(FILLER + content)])


def of(content: str, number: str, words: ClauseWords | None) -> CheckedNumber:
    return next(each for each in reversed(checked(content, words).numbers) if str(each.number) == number)


@table
def test_a_number_means_what_its_words_are_about(
    words: ClauseWords, content: str, number: str, verdict: Verdict, now: str
) -> None:
    judgement = of(f"{content}\n", number, words).judgement
    assert (judgement.verdict, " ".join(map(str, judgement.numbers))) == (verdict, now)


def test_of_two_numbers_with_the_words_of_one_rule_that_is_doubted_which_has_them_elsewhere_too(
    words: ClauseWords,
) -> None:
    """702.90 is Infect, and 702.40 Storm; 702.83 is Exalted."""
    alone, together = (f"// CR {cited}: Exalted if it attacks alone\n" for cited in ("702.90a", "702.90a & 702.40a"))
    for content, doubted in ((together, []), (alone + together, ["702.90a", "702.90a"])):
        numbers = checked(content, words).numbers
        assert [str(each.number) for each in numbers if each.judgement.verdict is Verdict.DOUBTFUL] == doubted


def test_a_quotation_outranks_the_number(words: ClauseWords) -> None:
    found = of("// 702.53a Haunt is a triggered ability. “Haunt” on a permanent means\n", "702.53a", words)
    assert (found.basis, found.certainty) == (Basis.QUOTATION, Certainty.SURE)


def test_a_quotation_ends_before_that_of_the_next_clause(words: ClauseWords) -> None:
    """As 701.34e of 2025-04-04 above 701.34f: what is quoted behind 702.53b says nothing of 702.53a."""
    content = "// 702.53a see below\n// 702.53b Cards that are in the exile zone as the result of a haunt ability\n"
    assert of(content, "702.53a", words).basis is not Basis.QUOTATION


def test_the_right_section_and_the_wrong_rule_of_it_is_not_sure(words: ClauseWords) -> None:
    """722.2 of 2021-02-15 has what happens to the monarch, now 725.2.

    722.4 up to 2025-04-04 is about a monarch who leaves the game.
    """
    told = "a creature deals combat damage to the monarch, its controller becomes the monarch"
    for number, certainty in (("722.2", Certainty.SURE), ("722.4", Certainty.LIKELY)):
        found = of(f"// CR {number}: When {told}\n", number, words)
        assert (str(found.judgement.numbers[0]), found.certainty) == (number.replace("722", "725"), certainty)


def test_another_rule_of_the_right_section_has_to_fit_much_worse(words: ClauseWords) -> None:
    """118.4 of 2013-02-01, paying life, is 119.4 now; "amount of life lost" fits 119.3 of 2026-04-17 as well.

    701.16a of the same release is the first clause under "Sacrifice", and named by that.
    """
    assert of("// CR 118.4: Amount of life lost this turn\n", "118.4", words).certainty is not Certainty.SURE
    found = of("// CR 701.16a: Sacrifice permanents\n", "701.16a", words)
    assert (str(found.judgement.numbers[0]), found.certainty) == ("701.21a", Certainty.SURE)


@table
def test_what_is_edited_unread_is_said_by_the_words_of_the_citation(
    words: ClauseWords, content: str, number: str, *, is_sure: bool
) -> None:
    """A title names a rule (701.15 of 2021-02-15: Regenerate; 701.16: Reveal, until 2020-06-01 Sacrifice).

    A letter of it is meant where the other words say so, and no number beside the titles of two that it was (701.20:
    Search and Shuffle; 701.7: Destroy and Discard), or in a group that names none of the keywords there: 701.42 was
    Surveil beside 701.18 for Scry, and 701.43 is Exert. 701.8b says who chooses what is discarded, 701.21b was the
    untapping of Tap and Untap. Code names what it does, and 702.62a of 2021-02-15 has the sentence of 702.62b, too.
    """
    found = of(f"{content}\n", number, words)
    assert (found.certainty is Certainty.SURE and found.judgement.verdict is not Verdict.RIGHT) is is_sure


def test_a_number_that_never_meant_what_its_words_say_leads_nowhere(words: ClauseWords) -> None:
    """613.3c up to 2020-01-24 is layer 7c, now 613.4c; 702.27d of 2013-02-01 is a variant of cycling.

    Colour is layer 5 and buyback no cycling: both numbers are slips. 706.9e, until 2021-06-18, is 707.9e now.
    """
    for content in (
        "// CR 613.3c: except that the copy is red: its color is that of the spell copied",
        "// CR 702.27d: if the buyback cost was paid, put this card into its owner's hand as it resolves",
    ):
        judgement = of(f"{content}\n", content.split()[2].rstrip(":"), words).judgement
        assert (judgement.verdict, judgement.numbers) == (Verdict.ABSENT, ())
        assert judgement.until is not None
    of_copies = "// CR 706.9e: an exception that’s an additional effect rather than a modification of the copy\n"
    assert list(map(str, of(of_copies, "706.9e", words).judgement.numbers)) == ["707.9e"]


def test_a_stock_phrase_is_no_quotation(words: ClauseWords) -> None:
    """701.40a of 2026-04-17 is about manifesting; up to 2025-04-04 it was exploring, now 701.44a.

    Of these two only the latter has "the top card of their library", and so have seven other clauses.
    """
    found = of("// CR 701.40a: its controller manifests the top card of their library\n", "701.40a", words)
    assert found.judgement.verdict is Verdict.RIGHT


def test_a_quotation_of_an_older_wording_is_told(words: ClauseWords) -> None:
    """202.3e speaks of mana value since 2021-04-16; up to 2021-02-15 of converted mana cost."""
    found = of("// 202.3e When calculating the converted mana cost of an object with an {X} in its\n", "202.3e", words)
    assert found.judgement.verdict is Verdict.QUOTATION
    assert found.judgement.until == at("2021-02-15")


def test_a_list_of_numbers_is_read_as_the_text_above_it(words: ClauseWords) -> None:
    content = '"doc": "CR 702.46a: Splice onto a spell by revealing it",\n"cr_refs": [\n  "CR 702.46a"\n]\n'
    verdicts = [each.judgement.verdict for each in checked(content, words).numbers if str(each.number) == "702.46a"]
    assert verdicts == [Verdict.REUSED, Verdict.REUSED]


def test_without_texts_nothing_is_called_stale_that_may_be_right() -> None:
    assert of("// CR 114.4: an illegal target for itself\n", "114.4", None).judgement.verdict is Verdict.RIGHT
    assert of("// CR 112.6m\n", "112.6m", None).judgement.verdict is Verdict.MOVED


def test_a_text_with_numbers_of_two_numberings_is_mixed(words: ClauseWords) -> None:
    older = "// 702.53a Haunt is a triggered ability. “Haunt” on a permanent means\n// 702.41a Modular represents\n"
    assert not checked(older, words).mixed
    newer = "// CR 701.68a\n// CR 702.192a: Paradigm represents two spell abilities\n// CR 702.191a: Increment\n"
    mixed = checked(older + newer, words).mixed
    assert [(str(each.older.number), str(each.newer.number)) for each in mixed] == [("702.53a", "702.192a")]


def test_a_clause_that_says_something_else_since_is_reworded_where_that_is_asked() -> None:
    tree = checked("// CR 202.3e\n", None, presumed=at("2021-02-15"))
    assert tree.numbers[-1].judgement.verdict is Verdict.RIGHT
    found = with_reworded(tree, numbering()).numbers[-1].judgement
    assert (found.verdict, found.until) == (Verdict.REWORDED, at("2021-02-15"))
