"""The cuts and weights of the alignment on the clauses that made them necessary.

A fifth more or less of nearly any of them loses one of its clauses; of some, one direction changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from crdiff.align.alignment import Alignment, Link
from crdiff.align.engine import align_releases
from crdiff.align.explain import explain
from crdiff.align.measure import cuts
from crdiff.align.measure.confidence import calibrated
from crdiff.align.measure.cuts import Cut
from crdiff.model.number import ClauseNumber
from crdiff.model.release import Release
from tests.align.test_tiers import heirs_of

Aligned = Callable[[str], Alignment]

JULY_2003 = "2003-05-26 2003-10-01"
AUGUST_2005 = "2005-02-01 2005-08-01"
JULY_2009 = "2009-05-01 2009-07-11"
LONG = "2008-02-01 2022-11-18"

ROWS = [
    # headings and what stands over clauses
    ("CONTAINER_SHARE_MIN", JULY_2003, {"415.2": ["415.7a", "415.7"]}),
    ("CONTAINER_SHARE_MIN", JULY_2009, {"418.3": ["610.2"], "200.4": ["110.5"]}),
    ("CONTAINER_SHARE_MIN", LONG, {"418.4": []}),
    # similarity
    ("SIMILAR_SURE_MIN", JULY_2009, {"200.4a": ["110.5a"], "404.2": []}),
    ("SIMILAR_DOUBTFUL_MIN", JULY_2009, {"502.15e": [], "419.7a": ["614.11"]}),
    ("OWN_LIKENESS_MIN", AUGUST_2005, {"212.4c": []}),
    ("OWN_LIKENESS_MIN", "2016-07-22 2016-09-30", {"513.1": ["513.1"], "513.3": ["513.2"]}),
    ("OWN_CONTAINMENT_MIN", "2020-08-07 2020-09-25", {"700.8": ["206.3"]}),
    # parts by sentences
    ("CONTAINED_WEIGHT_MIN", JULY_2009, {"404.2": []}),
    ("CONTAINED_WEIGHT_MIN", JULY_2003, {"212.2d": ["212.7c"]}),
    ("SENTENCES_SUMMED_MAX", JULY_2009, {"305.3": ["505.4", "505.4a", "505.3"]}),
    ("SENTENCES_SUMMED_MAX", LONG, {"406.1": ["605.5a"]}),
    ("FIT_ACCOUNTED_MIN", JULY_2003, {"100.3": ["100.3", "100.5"]}),
    ("FIT_ACCOUNTED_MIN", LONG, {"502.26e": ["708.2a"], "504.2": ["708.2", "708.4", "708.3"]}),
    ("LONG_SENTENCE_MIN", JULY_2003, {"309.2": []}),
    ("LONG_SENTENCE_MIN", JULY_2009, {"200.5": ["111.2"], "421.3": []}),
    ("FIT_NEAR_MIN", JULY_2003, {"502.7b": ["502.7c", "502.7e", "502.7f", "502.7b"]}),
    ("FIT_NEAR_MIN", "2017-01-20 2017-04-28", {"708.2": ["708.3b", "708.4", "708.4b", "708.4d"]}),
    ("FIT_FAR_MIN", JULY_2009, {"217.8d": [], "308.1": ["508.4", "508.1b", "508.3", "703.4e", "508.2"]}),
    ("FIT_COPY_MIN", JULY_2009, {"419.4": ["613.4", "614.4"], "408.2d": ["114.2a"]}),
    ("FIT_LEAD_MIN", JULY_2003, {"402.10": ["402.2", "415.2"]}),
    ("FIT_LEAD_MIN", LONG, {"308.1": ["508.2b", "508.1m", "508.2", "508.1b"]}),
    ("FIT_GAIN_MIN", JULY_2003, {"100.3": ["100.3", "100.5"]}),
    ("FIT_GAIN_MIN", JULY_2009, {"418.5b": ["612.5", "612.1e"]}),
    ("PART_WEIGHT_MIN", JULY_2003, {"212.2d": ["212.7c"]}),
    ("FIT_VERBATIM_MIN", "2010-04-23 2010-07-16", {"808.4c": ["807.4d", "807.4c"]}),
    ("FIT_VERBATIM_MIN", "2017-01-20 2017-04-28", {"115.2c": ["115.2c"]}),
    ("FIT_VERBATIM_ANEW_MIN", JULY_2009, {"205.3d": ["204.3j", "204.3g", "204.3k", "204.3f"]}),
    ("PART_SHARE_MIN", JULY_2003, {"217.6a": ["217.6b", "217.6a"]}),
    ("PART_SHARE_MIN", "2017-01-20 2017-04-28", {"115.2c": ["115.2c"]}),
    ("CROSSING_SHARE_MIN", JULY_2009, {"412.1": ["604.2"], "416.1": ["608.1", "608.6"]}),
    ("TWIN_SHARE_MIN", "2003-05-26 2003-07-01", {"308.5a": ["306.4"], "309.4a": ["306.4"]}),
    ("PAIR_SHARE_MIN", JULY_2009, {"408.1i": ["405.6d"]}),
    ("FIT_PAIR_MIN", "2015-03-27 2015-07-17", {"601.5a": []}),
    ("FIT_PAIR_MIN", JULY_2009, {"406.2": ["605.5b"], "406.5": ["605.5a"]}),
    ("FIT_PAIR_OF_HALVES_MIN", JULY_2009, {"406.4": ["605.3b"], "411.3": ["605.4a"]}),
    ("MAIN_FLOW_RATIO", JULY_2009, {"410.2": ["603.2", "603.3a", "603.2b", "603.3"]}),
    ("MAIN_FLOW_RATIO", JULY_2003, {"502.7b": ["502.7c", "502.7e", "502.7f", "502.7b"]}),
    ("VERBATIM_WORTH", JULY_2009, {"402.2": ["112.2d", "112.3a", "112.3"], "504.3": ["707.5", "707.7"]}),
    ("VERBATIM_WEIGHT_MIN", JULY_2009, {"304.1": ["504.1", "504.3", "504.2"]}),
    ("VERBATIM_SHARE_MIN", "2017-01-20 2017-04-28", {"108.2": ["108.2a", "108.2b", "108.2"]}),
    ("VERBATIM_SHARE_MIN", JULY_2009, {"208.2": ["207.2", "207.2a"]}),
    # parts by words
    ("FRESH_OF_LINKED_MIN", JULY_2003, {"214.8f": ["212.4g"]}),
    ("TWIN_SAID_MIN", "2020-06-01 2020-07-03", {"610.3a": ["610.3a", "610.3b"]}),
    ("TWIN_SAID_MIN", JULY_2009, {"419.7a": ["614.11"]}),
    ("TWIN_OWN_MIN", "2018-01-19 2018-04-27", {"106.11a": ["106.11a"]}),
    ("TWIN_OWN_MIN", "2006-02-01 2006-05-01", {"309.3": ["309.4", "309.3"]}),
    ("TWIN_OWN_MIN", JULY_2009, {"415.2": ["113.1c", "113.1d"]}),
    ("NARROWED_KEPT_MIN", "2010-04-23 2010-07-16", {"104.4b": ["104.4b", "104.4f"]}),  # 104.4f of 2010-07-16
    ("NARROWED_GAIN_MAX", "2021-07-23 2021-11-19", {"703.4b": ["703.4c"]}),
    ("NARROWED_MET_MIN", "2021-02-15 2021-04-22", {"800.4f": ["800.4g", "800.4f"]}),
    ("NARROWED_REACH_MAX", "2021-02-15 2021-04-22", {"800.4f": ["800.4g", "800.4f"]}),  # as in 2021-04-22
    ("NARROWED_RUN_MIN", "2010-07-16 2010-10-01", {"119.3a": ["119.3a", "119.3b"]}),
    ("NARROWED_RUN_MIN", "2021-04-22 2021-06-18", {"702.19d": ["702.19f", "702.19e"]}),  # 702.19c is new
    ("NARROWED_RUN_MIN", "2021-06-18 2021-07-23", {"701.38c": ["701.38d"]}),
    ("COVER_ASIDE_MIN", JULY_2009, {"408.1b": ["115.5", "115.2", "115.1"]}),
    ("RECALL_ASIDE_MIN", JULY_2009, {
        "408.1c": ["115.4", "115.3a", "115.3d", "115.3c"], "600.4a": ["800.4a", "800.4d"],
    }),
    ("COVER_ANEW_MIN", JULY_2003, {"203.2": ["203.2", "203.2b", "203.2a", "203.2c"]}),
    ("COVER_ANEW_MIN", JULY_2009, {"502.10h": ["702.19f"], "502.11c": ["702.19j"]}),
    ("COVER_MIN", AUGUST_2005, {"203.1": ["203.1", "203.1a"]}),
    ("COVER_MIN", JULY_2009, {"306.2": ["506.2", "506.2b"]}),
    ("COVER_OF_NEARLY_ALL_MIN", "2020-06-01 2020-07-03", {"903.9": ["903.9b", "903.9a"]}),
    ("COVER_OF_NEARLY_ALL_MIN", AUGUST_2005, {"102.7": ["102.3a"]}),
    ("RECALL_NEARLY_ALL_MIN", JULY_2009, {"306.2": ["506.2", "506.2b"]}),
    ("RECALL_NEARLY_ALL_MIN", LONG, {"403.1": ["602.1a", "602.1"]}),
    ("MOVED_MUCH_MIN", LONG, {"101.5": ["103.6"]}),
    ("MOVED_SOME_MIN", JULY_2009, {"602.4": ["802.4"], "600.4a": ["800.4a", "800.4d"]}),
    ("MOVED_LITTLE_MIN", JULY_2003, {"401.2": ["415.1", "401.2"]}),
    ("MOVED_LITTLE_MIN", JULY_2009, {"408.1d": ["115.1a", "115.1b", "115.1c"]}),
    ("RECALL_MIN", JULY_2009, {"500.1": [], "600.4a": ["800.4a", "800.4d"]}),
    ("COVER_ELSEWHERE_MIN", "2023-02-03 2023-04-14", {"712.12": ["712.16"], "713.11": ["712.16"]}),
    ("COVER_OF_MUCH_MIN", "2007-09-07 2007-10-01", {"212.6b": ["212.6e", "212.6c"]}),
    ("RECALL_OF_MUCH_MIN", AUGUST_2005, {"203.1": ["203.1", "203.1a"]}),
    ("COVER_OF_LITTLE_MIN", "2015-11-13 2016-01-16", {"117.7a": ["117.7b"]}),
    ("COVER_OF_LITTLE_MIN", AUGUST_2005, {"413.2d": ["413.2d", "103.4b", "103.4a"]}),
    ("PARTNERS_SEVERAL", JULY_2003, {"203.2": ["203.2", "203.2b", "203.2a", "203.2c"]}),
    ("PARTNERS_SEVERAL", LONG, {"217.1c": ["400.7e", "400.7c", "400.7", "400.7a"]}),
    ("COVER_OF_SEVERAL_MIN", LONG, {"217.1c": ["400.7e", "400.7c", "400.7", "400.7a"]}),
    ("COVER_OF_SEVERAL_MIN", JULY_2009, {"418.5a": [
        "612.2", "612.4", "612.3", "612.3c", "612.1d", "612.1", "612.1e", "612.1c", "612.1b", "612.3d",
    ]}),
    ("RECALL_ANEW_MIN", "2001-07-23 2009-07-11", {"419.7c": ["608.7a", "614.2", "608.7b", "608.7"]}),
    ("PATTERN_LEAD_MIN", "2015-11-13 2016-01-16", {"117.7a": ["117.7b"]}),  # 117.7d has the pattern of 117.7c
    ("PATTERN_LEAD_MIN", JULY_2009, {"600.4a": ["800.4a", "800.4d"]}),
    # copies and restatements
    ("COPY_LEAD_MIN", LONG, {"609.6": ["811.5"]}),
    ("COPY_LEAD_MIN", "2001-07-23 2009-07-11", {"102.1": ["104.3b", "806.8a"]}),
    ("COPY_SAID_MIN", JULY_2003, {"212.2a": ["212.3c"]}),
    ("COPY_SAID_MIN", JULY_2009, {"409.2": ["601.3", "602.3"]}),
    ("COPY_OF_MIN", JULY_2003, {"212.2a": ["212.3c"]}),
    ("COPY_OF_MIN", JULY_2009, {"409.4": ["601.5", "602.5"]}),
    ("RESTATED_NEAR_BENEFIT", JULY_2009, {"213.3": ["108.2a"], "217.8b": []}),
    ("RESTATED_FAR_BENEFIT", JULY_2009, {"424.3": ["601.2g"]}),
    ("RESTATED_NEAR_MIN", JULY_2009, {"404.4d": []}),
    ("RESTATED_FAR_MIN", JULY_2009, {"200.6a": ["110.2"]}),
    ("RESTATED_SENTENCE_MIN", JULY_2009, {"401.6": ["604.5"], "217.5d": ["109.4"]}),
    ("RESTATED_SENTENCE_MIN", "2003-05-26 2009-07-11", {"502.23c": []}),
    ("RESTATED_FAR_MIN", "2016-07-22 2016-09-30", {"511.2": ["511.1"], "511.3": ["511.3"]}),
    # clauses of one step or keyword
    ("QUOTED_WORDS_MIN", "2016-07-22 2016-09-30", {"511.1": ["511.2"]}),
    ("REWRITTEN_WEIGHT_MIN", "2016-07-22 2016-09-30", {"508.2": ["508.1k", "508.2b"]}),
    ("REWRITTEN_WEIGHT_MIN", "2015-07-17 2018-04-27", {"508.2": ["508.1m"]}),
    ("RESTATED_FAR_MIN", "2003-05-26 2003-07-01", {"214.9c": [], "214.9h": []}),
    ("RESTATED_FAR_MIN", LONG, {"606.6a": ["805.3a"]}),
    # words and places
    ("CHAPTERS_NEAR_MIN", JULY_2003, {"212.2d": ["212.7c"]}),
    ("CHAPTERS_NEAR_MIN", LONG, {"410.9": []}),
    ("CHAPTER_KEPT_MIN", JULY_2009, {"306.2": ["506.2", "506.2b"], "200.6": []}),
    ("TERM_PAIRS_MIN", LONG, {"408.1b": ["117.5", "117.2", "117.7", "117.1"]}),
    ("TERM_SHARE_MIN", JULY_2009, {"406.2": ["605.5b"], "418.5a": [
        "612.2", "612.4", "612.3", "612.3c", "612.1d", "612.1", "612.1e", "612.1c", "612.1b", "612.3d",
    ]}),
    ("TERM_WORDS_MAX", LONG, {"421": ["728"], "421.3": ["728.3"]}),
    ("TERM_HEIRS_MAX", "2010-02-01 2010-04-23", {"603.3a": ["603.3a", "603.7e"]}),
]  # fmt: skip
"""The cut that decides, the jump, and what became of old clauses: the main heir first."""

WEIGHED = [
    ("LIKENESS", JULY_2009, {"200.4a": ["110.5a"], "406.5": ["605.5a"]}),
    ("CONTAINMENT", JULY_2003, {"212.1": ["205.2b", "205.2a"], "212.2d": ["212.7c"]}),
    ("EXAMPLE", JULY_2009, {"421.3": []}),
    ("CLASH", AUGUST_2005, {"308.1": ["308.1"], "309.1": ["309.1"]}),  # "attacking" and "blocking"
    ("CHILDREN", LONG, {"403.2": ["701.2a"]}),
    ("PARENT", JULY_2003, {"308.1": ["308.2a"]}),
    ("CHAPTER", JULY_2009, {"424.3": ["601.2g"]}),
    ("NAMED", LONG, {"502.26e": ["708.2a"]}),
    ("ALONE", LONG, {"200.7a": ["113.8"]}),
    ("ALONE", JULY_2009, {"217.6f": []}),
    ("NEIGHBOUR", JULY_2009, {"200.4a": ["110.5a"], "500.2": ["508.1d", "508.1c"]}),
    ("NUMBER", JULY_2009, {"200.4a": ["110.5a"], "502.15e": []}),
    ("CITES", LONG, {"308.1": ["508.2b", "508.1m", "508.2", "508.1b"]}),
    ("CITES_OTHER", JULY_2009, {"424.3": ["601.2g"]}),
    ("CITED", JULY_2003, {"400.1": ["400.1", "400.2"], "402.3": []}),
    (
        "FAMILY",
        "2016-07-22 2016-09-30",
        {"503.2": ["503.1"], "511.2": ["511.1"], "509.5": ["509.4"], "510.4": ["510.3"]},
    ),
    ("FAMILY", JULY_2003, {"308.3": ["308.2"], "309.3": ["309.2"]}),
    ("CITED_APART", JULY_2003, {"402.3": []}),
]
"""The same for the weights of the features of a pair."""


@pytest.fixture(scope="module")
def aligned(official: Callable[[str], Release]) -> Aligned:
    """Return the function that aligns the two releases of a jump, each jump once."""
    return cache(lambda jump: align_releases(*map(official, jump.split())))


@pytest.mark.parametrize(("cut", "jump", "expected"), ROWS + WEIGHED)
def test_the_clauses_that_made_a_cut_necessary(
    aligned: Aligned, cut: str, jump: str, expected: dict[str, list[str]]
) -> None:
    found = heirs_of(aligned(jump))
    assert {old: list(dict.fromkeys(found[old])) for old in expected} == expected, cut


def test_a_cut_says_what_it_measures_and_in_which_unit() -> None:
    known = {name: cut for name, cut in vars(cuts).items() if isinstance(cut, Cut)}
    assert {name for name, _, _ in ROWS} <= known.keys()
    assert len({cut.what for cut in known.values()}) == len(known)
    assert all(0.0 <= cut <= 1.0 for cut in known.values() if cut.unit == "share")


def link_of(alignment: Alignment, old: str) -> Link:
    """Return the first link of an old clause."""
    return next(link for link in alignment.links if old in {str(alignment.old_nodes[at].number) for at in link.old})


def test_references_to_a_third_clause_cast_doubt_on_a_link(aligned: Aligned) -> None:
    """What cited 409.1d of 2009-05-01 does not cite 601.2c of 2009-07-11."""
    link = link_of(aligned(JULY_2009), "409.1d")
    assert link.evidence[-1] == "but 2 references to the old clause that the other text makes to a third clause"
    assert link.confidence == pytest.approx(0.9557, abs=0.01)


def test_references_cast_no_doubt_on_a_text_printed_once(aligned: Aligned) -> None:
    """702.124d of 2022-04-29 stopped citing 903.6 for 903.8, and 903.6 stayed the same word for word."""
    link = link_of(aligned("2021-11-19 2022-04-29"), "903.6")
    assert (link.evidence, link.confidence) == (("same text and number, unique in both",), 1.0)


def test_an_explanation_names_the_cuts_that_decided(official: Callable[[str], Release]) -> None:
    """903.9a of 2020-07-03 is a part of 903.9 though only half of its words are: it says nearly all that was lost."""
    old, new = official("2020-06-01"), official("2020-07-03")
    found = explain(old, new, ClauseNumber.parse("903.9a"), "new")
    assert found.cuts
    assert {cut.unit for cut in found.cuts} <= {"share", "weight"}


def test_of_a_clause_left_alone_the_cut_of_a_doubt_decided(official: Callable[[str], Release]) -> None:
    old, new = map(official, JULY_2009.split())
    assert explain(old, new, ClauseNumber.parse("502.15e")).cuts == (cuts.SIMILAR_DOUBTFUL_MIN,)


def test_a_link_below_the_confidence_that_decides_is_undetermined(aligned: Aligned) -> None:
    link = link_of(aligned(JULY_2009), "408.2")
    assert link.confidence == pytest.approx(0.67, abs=0.01)
    assert link.undetermined


@pytest.mark.parametrize(("raw", "right"), [(0.25, 0.55), (0.41, 0.7), (0.5, 0.8), (0.55, 0.835), (1.0, 0.995)])
def test_raw_figures_are_read_as_the_share_of_links_that_are_right(raw: float, right: float) -> None:
    assert calibrated(raw) == pytest.approx(right)


@pytest.mark.parametrize(("jump", "old"), [("2015-03-27 2015-07-17", "702.102c"), (JULY_2009, "421.5")])
def test_a_pair_that_its_place_carries_is_less_sure(aligned: Aligned, jump: str, old: str) -> None:
    """702.102c of 2015-03-27 is another rule than 702.102c of 2015-07-17, but stands between the same clauses."""
    assert 0.7 <= link_of(aligned(jump), old).confidence <= 0.86


def test_what_goes_from_a_chapter_written_anew_is_less_surely_gone(aligned: Aligned) -> None:
    """200.6 of 2009-05-01 went, but about 12 of the 55 removals of 2009-07-11 were merged into something."""
    assert link_of(aligned(JULY_2009), "200.6").confidence <= 0.78
