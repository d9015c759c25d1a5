"""What an update wrote is left alone by the next one, however the tree is mixed and whatever pins it has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from random import Random

import pytest
from citing import at, citing, numbering
from msgspec.structs import replace
from table import table

from crdiff.cite.checking import CheckedTree, CiteChecker
from crdiff.cite.editing import EditScope, TextUpdate, WhyLeft, settled_updates, updates
from crdiff.cite.judging import Certainty, Verdict
from crdiff.cite.marks import pinned_release

OLD, NEW = date(2025, 2, 7), date(2026, 8, 7)
Texts = Mapping[str, bytes]


def judged(texts: Texts, presumed: date | None = None) -> CheckedTree:
    pins = {name: pinned_release(raw) for name, raw in texts.items()}
    given = [citing(raw, name, at(day) if (day := pins[name]) else None) for name, raw in texts.items()]
    return CiteChecker(numbering(), at(NEW), presumed=at(presumed) if presumed else None).check(given)


def written(texts: Texts, found: Sequence[TextUpdate]) -> Texts:
    return {**texts, **{update.text.name: update.new for update in found}}


def settled(texts: Texts, presumed: date | None, least: Certainty) -> Sequence[TextUpdate]:
    return settled_updates(
        judged(texts, presumed),
        lambda found: judged(written(texts, found), presumed),
        NEW,
        asked=EditScope(least, repairs=None),
    )


def mixed_tree(random: Random) -> Iterator[tuple[str, bytes]]:
    """Yield files that cite some subsections, each by one of two releases or by both."""
    numbers = {day: [str(each) for each in numbering().numbers(at(day))] for day in (OLD, date(2022, 4, 29), NEW)}
    about = random.sample(["310", "702", "701", "720", "725", "704", "903", "116", "117", "118"], 3)
    for place in range(random.randint(1, 4)):
        days = random.sample(sorted(numbers), random.randint(1, 2))
        drawn = [
            random.choice([each for each in numbers[random.choice(days)] if each[:3] in about] or ["100.1"])
            for _ in range(12)
        ]
        yield f"f{place}.rs", "".join(f"// CR {number}\n" for number in drawn).encode()


@pytest.mark.parametrize(
    ("presumed", "least"), [(OLD, Certainty.SURE), (OLD, Certainty.LIKELY), (None, Certainty.LIKELY)]
)
def test_another_run_edits_nothing(presumed: date | None, least: Certainty) -> None:
    edited = unsettled = 0
    for seed in range(20):
        texts = dict(mixed_tree(Random(seed)))
        plain = updates(judged(texts, presumed), NEW, asked=EditScope(least, repairs=None))
        again = updates(judged(written(texts, plain), presumed), NEW, asked=EditScope(least, repairs=None))
        unsettled += any(update.edits for update in again)
        found = settled(texts, presumed, least)
        edited += sum(len(update.edits) for update in found)
        after = written(texts, found)
        assert written(after, settled(after, presumed, least)) == after
    assert edited
    assert unsettled or presumed is None


@table
def test_a_pin_moves_with_what_it_pins(before: str, expected: str) -> None:
    texts = {"a.rs": before.encode()}
    after = written(texts, settled(texts, None, Certainty.SURE))
    assert after["a.rs"].decode() == expected
    assert not any(update.edits for update in settled(after, None, Certainty.SURE))


@pytest.mark.parametrize(
    "before", ["// crdiff-cite: release=2009-05-01\n// CR 300.4\n// CR 212.3", "// CR@2009-05-01 300.4 and 212.3"]
)
def test_a_pin_stays_where_one_of_its_citations_cannot_be_moved(before: str) -> None:
    found = settled({"a.rs": before.encode()}, None, Certainty.SURE)
    assert not any(update.edits for update in found)
    assert {left.why for update in found for left in update.left} == {WhyLeft.SEVERAL, WhyLeft.PIN}


def test_a_range_is_left_if_two_of_its_numbers_would_become_one() -> None:
    """117 and 118 of 2018 are 118 and 119 today; 118 may be taken for one of today already."""
    tree = judged({"a.rs": b"// CR 117-118"}, date(2018, 1, 19))
    first, second = tree.numbers
    assert [str(each.judgement.numbers[0]) for each in tree.numbers] == ["118", "119"]
    right = replace(second.judgement, verdict=Verdict.RIGHT, numbers=(second.number,))
    (update,) = updates(replace(tree, numbers=(first, replace(second, judgement=right))), NEW)
    assert (update.edits, {left.why for left in update.left}) == ((), {WhyLeft.RANGE})
