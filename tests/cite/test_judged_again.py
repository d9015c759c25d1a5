"""One text judged again, beside the others of its tree, as an editor asks after each change."""

from __future__ import annotations

from datetime import date

import pytest
from citing import at, citing, numbering
from msgspec.structs import replace

from crdiff.cite.checking import CiteChecker, by_text
from crdiff.cite.judging import Certainty, Verdict
from crdiff.cite.seen import Seen
from crdiff.model.number import ClauseNumber

OLD, NEW = date(2018, 1, 19), date(2026, 8, 7)
TEXTS = {
    "old.rs": b"// CR 114.4, CR 702.16k and CR 704.5a\n// CR 114.1a, CR 114.1b, CR 114.1c, CR 799.9\n" * 3,
    "new.rs": b"// CR 115.5, CR 702.16m, CR 122.6c\n// see 704.5a\n",
    "pinned.rs": b"// crdiff-cite: release=2018-01-19\n// CR 114.4\n",
}


def checker(presumed: date | None = None) -> CiteChecker:
    return CiteChecker(numbering(), at(NEW), presumed=at(presumed) if presumed else None)


@pytest.mark.parametrize("presumed", [None, OLD])
def test_a_text_judged_again_is_judged_as_with_its_tree(presumed: date | None) -> None:
    texts = [citing(raw, name, at(OLD) if name == "pinned.rs" else None) for name, raw in TEXTS.items()]
    tree = (judge := checker(presumed)).check(texts)
    for text in texts:
        again = judge.check_again(text)
        assert list(again.numbers) == by_text(tree.numbers)[text.name]
        assert again.mixed == tuple(each for each in tree.mixed if each.text is text)
        assert (again.at, again.written) == (tree.at, tree.written)


def test_a_new_text_is_judged_by_what_the_others_of_its_tree_say() -> None:
    """116.3 is 117.3 since 2018-04-27; by itself it is taken for the 116.3 of today."""
    judge, new = checker(), citing(b"// CR 116.3\n", "new.rs")
    gone = sorted({*numbering().numbers(at(OLD))} - {*numbering().numbers(at(NEW))})
    judge.check([citing("".join(f"// CR {number}\n" for number in gone), "old.rs")])
    (beside,) = judge.check_again(new).numbers
    (alone,) = checker().check([new]).numbers
    assert (beside.judgement.verdict, alone.judgement.verdict) == (Verdict.REUSED, Verdict.RIGHT)


def test_numbers_alone_are_citations_where_the_tree_has_enough_with_a_prefix() -> None:
    judge, new = checker(), citing(b"// see 704.5a\n", "new.rs")
    judge.check([citing(TEXTS["old.rs"])])
    assert [str(each.number) for each in judge.check_again(new).numbers] == ["704.5a"]
    judge.check([])
    assert judge.check_again(new).numbers == ()


def test_beside_a_tree_that_cites_nothing_a_text_is_judged_as_alone() -> None:
    judge, new = checker(OLD), citing(b"// CR 114.4\n")
    judge.check([])
    assert judge.check_again(new).numbers == checker(OLD).check([new]).numbers


def test_numbers_that_were_typed_and_taken_back_say_nothing_of_what_is_typed_next() -> None:
    """103.7a is 103.8a since 2022-10-07. Of twenty numbers beside it that may come it would be taken for one, too."""
    judge, new = CiteChecker(numbering(), at(NEW), is_ahead=lambda _: True), citing(b"// CR 103.7a\n", "new.rs")
    judge.check([citing(TEXTS["old.rs"])])
    before = judge.check_again(new)
    for subsection in range(100, 124):
        rule = next(rule for rule in range(1, 99) if not numbering().uses(ClauseNumber.of(subsection, rule)))
        judge.check_again(citing(f"// CR {subsection}.{rule}\n".encode(), "new.rs"))
    assert before.numbers[0].judgement.verdict is Verdict.MOVED
    assert judge.check_again(new).numbers == before.numbers


def test_a_range_of_sections_is_of_those_that_are_there() -> None:
    """Section 1 ends at 123 in 2026-08-07, and none was ever called 199 or 190; 424 was one until 2009-05-01."""
    cited = "// CR 704.5a\n// Rules 100-199, rule 199.2\n// Rules 400-499\n"
    found = CiteChecker(numbering(), numbering().newest).check([citing(cited)])
    assert [str(each.number) for each in found.numbers if each.judgement.verdict is Verdict.ABSENT] == ["199.2"]


def test_what_a_range_does_not_print_is_of_the_release_of_its_ends() -> None:
    """712 and 713, by themselves, are taken for those of 2021-06-18, which moved; 710, 711, and 714 never did."""
    old, judge = "// CR 114.4, CR 114.1a, CR 114.1b, CR 114.1c\n", checker()
    whole, apart = (citing(f"// Rules {cited}\n{old}") for cited in ("711-714", "711, 712, 713, 714"))
    tree = judge.check([whole])
    for numbers in (tree.numbers, judge.check_again(whole).numbers):
        assert {each.judgement.written for each in numbers[:4]} == {at(NEW)}
    assert {each.judgement.written for each in checker().check([apart]).numbers[1:3]} == {at("2021-06-18")}


def test_a_tree_in_which_nothing_has_changed_is_judged_by_what_is_known_of_it() -> None:
    texts = [replace(citing(raw, name), digest=name.encode()) for name, raw in TEXTS.items()]
    seen = Seen()
    first = CiteChecker(numbering(), at(NEW), seen=seen).check(texts)
    settled = seen.settled
    assert settled is not None
    seen.settled = replace(settled, said=tuple(replace(each, certainty=Certainty.OPEN) for each in settled.said))
    again = CiteChecker(numbering(), at(NEW), seen=seen).check(texts)
    assert {each.certainty for each in again.numbers} == {Certainty.OPEN}
    assert [each.judgement for each in again.numbers] == [each.judgement for each in first.numbers]
    assert CiteChecker(numbering(), at(NEW), seen=seen).check(texts[:2]).numbers != again.numbers[:-1]
