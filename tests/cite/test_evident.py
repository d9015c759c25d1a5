"""What makes an older reading of a citation evident: words of its own, its time, its title, a release that is named.

The clauses are made up, on the numbers that are recorded; the lines are in the manner of trees that people wrote.
"""

from __future__ import annotations

from datetime import date

import pytest
from citing import at, citing, numbering
from msgspec.structs import replace
from table import rows_of, table

from crdiff.cite.beside import words_beside
from crdiff.cite.checking import CheckedNumber, CheckedTree, CiteChecker
from crdiff.cite.editing import CiteEdit, EditScope, WhyLeft, updates
from crdiff.cite.evidence import ClauseWords
from crdiff.cite.judging import Certainty, Verdict
from crdiff.cite.numbering import NumberUse
from crdiff.cite.prior import FROM_MEMORY, Releases, Sense, aged, begun_by
from tests.support.days import number

NUMBERS = numbering()
NEW = NUMBERS.newest


def _texts() -> dict[str, tuple[str, str]]:
    found = {}
    for said in rows_of(__file__, "said"):
        day = at(said["release"])
        clause = NUMBERS.clause(number(said["number"]), day)
        assert clause is not None
        found.update(dict.fromkeys(NUMBERS.wordings(clause, day, day), (said["title"], said["text"])))
    return found


WORDS = ClauseWords(NUMBERS, _texts().get, _texts())


def beside(line: str, place: int) -> str:
    text = citing(line)
    return " ".join(words_beside(text.text, text.groups, place).split())


@table
def test_words_belong_to_the_citation_that_they_stand_next_to(line: str, first: str, second: str) -> None:
    """``([CR#701.22a]).`` of 2026-04-17 ends the sentence that it is cited for, as ``(CR 613.7)`` does."""
    said = [beside(f"// CR 704.5a\n\n{line}\n", place) for place in (1, 2)]
    assert said[0].removeprefix("// ").startswith(first)
    assert second.strip(" .") in said[1]
    assert "dependency" not in said[0]
    assert "processed" not in said[0]


def test_a_comment_behind_code_is_about_its_own_line() -> None:
    said = beside("lose(player);\nx = 1; // CR 704.5a: too few life\ndraw(); // CR 704.5b: no card\n", 0)
    assert "too few life" in said
    assert "lose" not in said
    assert "draw" not in said


def test_a_title_that_the_words_have_is_named_unless_they_hint_at_that_of_today() -> None:
    """117 was about costs until 2019-06-14; 701.16 was Sacrifice until 2020-06-01, then Reveal until 2025-04-04."""
    uses = NUMBERS.uses(number("117.1"))
    named = WORDS.named(frozenset({"cost", "paid"}), number("117.1"), uses, NEW)
    assert [use.covers(at("2018-01-19")) for use in named] == [True]
    assert not WORDS.named(frozenset({"cost", "priority"}), number("117.1"), uses, NEW)
    uses = NUMBERS.uses(number("701.16"))
    assert not WORDS.named(frozenset({"sacrific", "reveal"}), number("701.16"), uses, NEW), "two that it had"


def test_what_ended_long_before_a_tree_was_begun_is_hardly_meant_unless_it_is_quoted_at_length() -> None:
    begun = at("2026-02-27")
    old = NumberUse(at("2009-07-11"), at("2009-10-01"), 1)
    plain, quoted = Sense(old, 8.0), Sense(old, 8.0, quoted=FROM_MEMORY)
    named = Sense(NumberUse(at("2020-06-01"), at("2025-04-04"), 2), 8.0, is_named=True)
    today = Sense(NumberUse(at("2025-06-06"), NEW, 3), 1.0)
    found = aged((plain, quoted, named, today), begun, NUMBERS.dates)
    assert found[0].weight < 0.001
    assert (found[1], found[2], found[3]) == (quoted, named, today)
    assert aged((plain,), begun, NUMBERS.dates) == (plain,), "the number names nothing else any more"


def test_a_tree_without_a_known_beginning_is_as_old_as_what_it_cites() -> None:
    assert begun_by(Releases([0.0, 0.01, 0.5, 0.49])) == 2


def judged(line: str, *, begun: str = "2026-02-27", presumed: str | None = None) -> list[CheckedNumber]:
    words = None if presumed else WORDS
    since = at(presumed) if presumed else None
    checker = CiteChecker(NUMBERS, NEW, words=words, presumed=since, begun=at(begun))
    return list(checker.check([citing(line)]).numbers)


FILLER = "".join(f"// CR 704.5{letter}: checked\n" for letter in "abcdef") + "// CR 702.9b\n"


def test_the_same_slip_all_over_a_tree_is_found_where_its_title_is_named() -> None:
    """117.1 and 117.6 of 2018-01-19 are of costs, in a tree of 2026 that cites 117.1 for nothing else."""
    found = [each for each in judged(FILLER + "// CR 117.1: the cost is paid\n" * 9) if each.number == number("117.1")]
    assert {(each.judgement.verdict, str(each.judgement.numbers[0])) for each in found} == {(Verdict.REUSED, "118.1")}


@pytest.mark.parametrize(("more", "certainty"), [("", Certainty.SURE), (", shown to all for a time", Certainty.LIKELY)])
def test_of_two_things_that_a_number_was_the_older_is_sure_where_the_words_are_not_of_the_other_too(
    more: str, certainty: Certainty
) -> None:
    """As 701.19 of 2025-04-04, to search a library, which was to shuffle it up to 2020-06-01."""
    tree = FILLER + "// CR 701.16: reveal it\n" * 3
    checker = CiteChecker(NUMBERS, NEW, words=WORDS, begun=at("2025-02-07"))
    *_, found = checker.check([citing(f"{tree}// CR 701.16: sacrifice a creature{more}\n")]).numbers
    assert (str(found.judgement.numbers[0]), found.certainty) == ("701.21", certainty)


def edits_of(tree: CheckedTree, asked: EditScope) -> list[CiteEdit]:
    return [edit for update in updates(tree, NUMBERS.dates[NEW], asked=asked) for edit in update.edits]


def test_a_repair_edits_slips_and_a_move_edits_the_others() -> None:
    words = "// CR 701.16: sacrifice a creature, CR 704.5y\n"
    tree = CiteChecker(NUMBERS, NEW, words=WORDS, begun=at("2026-02-27")).check([citing(FILLER + words)])
    edits = {repairs: edits_of(tree, EditScope(repairs=repairs)) for repairs in (False, True, None)}
    assert [str(edit.to[0]) for edit in edits[True]] == ["701.21"]
    assert not {edit.start for edit in edits[False]} & {edit.start for edit in edits[True]}
    assert len(edits[None]) == len(edits[False]) + len(edits[True])


def test_a_group_that_would_say_one_number_twice_is_left() -> None:
    tree = CiteChecker(NUMBERS, NEW, presumed=at("2018-01-19")).check([citing("// CR 117.5 and CR 118.5\n")])
    (update,) = updates(tree, NUMBERS.dates[NEW])
    assert update.new == b"// CR 118.5 and CR 119.5\n"
    first, second = tree.numbers
    same = replace(second, judgement=replace(second.judgement, numbers=first.judgement.numbers))
    together = replace(tree, numbers=(replace(first, group=second.group), same))
    (update,) = updates(together, NUMBERS.dates[NEW])
    assert not update.edits
    assert {left.why for left in update.left} == {WhyLeft.PART}


@pytest.mark.parametrize(("line", "is_moved"), [("", True), ("// CR 704.5aa\n", False)])
def test_a_number_of_both_releases_is_moved_by_the_table_unless_its_text_was_moved_already(
    line: str, is_moved: bool
) -> None:
    """704.5w of 2026-06-19 is 704.5x of 2026-08-07, which had a number of that name, too; 704.5aa is new there."""
    found = judged(f"// CR 704.5w\n{line}", presumed="2026-06-19")
    assert found[0].judgement.verdict is Verdict.REUSED
    assert (found[0].certainty is Certainty.SURE) is is_moved
    assert NUMBERS.dates[NEW] == date(2026, 8, 7)


def test_a_tree_that_says_it_is_of_the_newest_release_is_still_told_its_slips() -> None:
    checker = CiteChecker(NUMBERS, NEW, words=WORDS, presumed=NEW, begun=at("2026-02-27"))
    found = checker.check([citing(FILLER + "// CR 701.16: sacrifice a creature\n")]).numbers[-1]
    assert (found.judgement.verdict, [str(each) for each in found.judgement.numbers]) == (Verdict.REUSED, ["701.21"])
    assert found.is_slip


@pytest.mark.parametrize(("new", "certainty"), [(5, Certainty.SURE), (30, Certainty.LIKELY)])
def test_beside_many_new_numbers_of_its_section_nothing_is_moved_for_sure(new: int, certainty: Certainty) -> None:
    """Section 7 of 2026-08-07 ends at 733.8: who cites what is behind it may cite 701.16 as it will be, too."""
    ahead = "".join(f"// CR 733.{rule}\n" for rule in range(9, 9 + new))
    checker = CiteChecker(NUMBERS, NEW, words=WORDS, begun=at("2026-02-27"), is_ahead=lambda _: True)
    found = checker.check([citing(f"{FILLER}{ahead}// CR 701.16: sacrifice a creature\n")]).numbers[-1]
    assert (found.judgement.verdict, found.certainty) == (Verdict.REUSED, certainty)
