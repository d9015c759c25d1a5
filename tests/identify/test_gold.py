"""Real passages quoted on the web, with the releases that string search found their clauses in; and made ones."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from random import Random

import pytest
from table import table

from benchmarks.dressed_passages import LEAST, dressed_figures
from benchmarks.identify_quality import LEAST_EXACT, LEAST_SLIPS, MOST_INVENTED, figures, judged
from benchmarks.made_passages import Texts, made_passages
from crdiff.corpus import Corpus
from crdiff.identify.check import QuotationVerdict
from crdiff.identify.identified import DatedPassage, Identified
from crdiff.identify.identify import identify, identify_sentences
from crdiff.identify.sentence_index import SentenceIndex
from crdiff.identify.word_index import WordIndex
from crdiff.importers.page import read_page
from crdiff.reports.identified import IdentifiedDocument, identified_text
from crdiff.store.embedded.lives import known_lives
from tests.identify.made_cards import CARDS

pytestmark = pytest.mark.whole

PASSAGES = ("s1", "s2", "s3", "s4", "s5", "s6")
# The passages were judged by 126 releases: the last one of them that holds a passage -> the one of 134.
NOW = {"2013-02-01": "2013-05-01"}


@pytest.fixture(scope="session")
def gold(shared: Path) -> dict[str, dict[str, object]]:
    """Return the passages by their ids."""
    read = json.loads((shared / "gold" / "quotations" / "passages.json").read_text("utf-8"))
    return {one["id"]: one for one in (*read["passages"], *read["no_quotations"])}


def _span(found: Identified) -> list[list[str]]:
    return [[str(span.first), str(span.last)] for passage in found.passages for span in passage.spans]


@pytest.mark.parametrize("name", PASSAGES)
def test_a_real_passage_is_of_the_releases_that_hold_its_clauses(
    name: str, gold: dict[str, dict[str, object]], whole_index: WordIndex
) -> None:
    found = identify(str(gold[name]["text"]), whole_index)
    held = [NOW.get(day, day) for day in gold[name]["truth"]["held_126"]]  # type: ignore[index]
    assert _span(found) == [held]


@pytest.mark.parametrize("name", PASSAGES)
def test_without_texts_whole_sentences_date_it_no_later_or_earlier(
    name: str, gold: dict[str, dict[str, object]]
) -> None:
    first, last = map(date.fromisoformat, gold[name]["truth"]["held_126"])  # type: ignore[index]
    found = identify_sentences(str(gold[name]["text"]), SentenceIndex(known_lives()))
    assert found.passages
    for passage in found.passages:
        assert passage.spans[0].first <= first
        assert last <= passage.spans[-1].last


def test_texts_that_quote_nothing_are_not_claimed(gold: dict[str, dict[str, object]], whole_index: WordIndex) -> None:
    others = [one for name, one in gold.items() if name not in PASSAGES]
    assert others
    assert not any(identify(str(one["text"]), whole_index).passages for one in others)


def test_quotations_in_all_kinds_of_dress_are_found_and_dated(whole_index: WordIndex) -> None:
    """Passages of all releases, in twelve kinds of dress; with wrong words; an old wording beside the new one."""
    found, faults = dressed_figures(whole_index, seed=3, count=120)
    assert {name for name, least in LEAST.items() if found[name] < least} == set(), faults


def test_quotations_on_public_pages_are_found_and_dated(whole_index: WordIndex) -> None:
    """The rules in forums, wikis, blogs of judges, reports on engines and lists of changes, in the dress of these.

    What is expected, in the line above each, was compared with the words of the clause in the official texts.
    """
    cases = Path(__file__).with_name("public.txt").read_text("utf-8").split("=== ")[1:]
    assert len(cases) >= 50
    for expected, _, text in (case.partition("\n") for case in cases):
        found = identify(read_page(text.encode(), "-").text, whole_index)
        assert " | ".join(map(_told, found.passages)) == expected, text


def _told(passage: DatedPassage) -> str:
    """Return ``702.17a, 702.17b of 2009-07-11 to 2011-05-01``, and what is spelt otherwise."""
    named = ", ".join(one.number for one in passage.quotations)
    spans = " and ".join(f"{span.first} to {span.last}" for span in passage.spans)
    return f"{named} of {spans}{''.join(f'; slip {slip.written} for {slip.official}' for slip in passage.slips)}"


def test_texts_without_quotations_are_not_claimed(whole_index: WordIndex) -> None:
    """Paraphrases, rulings, other games, licences, code, six other languages, texts in the style of cards."""
    quiet = [*(Path(__file__).with_name("quiet.txt").read_text("utf-8")).split("\n---\n"), *CARDS]
    assert len(quiet) >= 60
    assert [text for text in quiet if identify(text, whole_index).passages] == []
    assert sum(not identify(text, whole_index).is_english for text in quiet) >= 4


def test_made_passages_are_identified(whole_index: WordIndex) -> None:
    found = figures([judged(one, whole_index) for one in made_passages(Texts(whole_index), Random(5), 100)])
    assert found["exact"] >= LEAST_EXACT
    assert found["slips"] >= LEAST_SLIPS
    assert found["invented"] <= MOST_INVENTED


def test_a_clause_that_is_gone_is_told_with_its_end(gold: dict[str, dict[str, object]], whole_index: WordIndex) -> None:
    """100.3 of 2003-05-26 went into 100.2 in 2009-07-11; 502.46b of 2007-02-01 was removed. With texts or without."""
    text = f"{gold['s6']['text']}\n\n502.46b Convoke can't reduce the cost to play a spell to less than 0."
    for found in (identify(text, whole_index), identify_sentences(text, SentenceIndex(known_lives()))):
        ends = {one.number: (str(one.gone), one.merged_into) for one in found.quotations if one.gone}
        assert ends == {"100.3": ("2009-07-11", "100.2"), "502.46b": ("2007-05-01", "")}


def test_a_corpus_with_gaps_says_when_a_clause_was_gone_and_an_error_corrected(shared: Path, tmp_path: Path) -> None:
    """510.1e was removed in 2011-07-15, and 2010-10-01 corrected 711.1c: releases that this corpus lacks."""
    text = (
        "510.1e Each creature's damage must be assigned fully before another creature's damage may be assigned.\n\n"
        "711.1c Only the control of the turn changes. All objects are controlled by their normal controllers."
    )
    with Corpus(tmp_path) as corpus:
        corpus.add(*(shared / "cr" / f"{release}.txt" for release in ("2010-07-16", "2013-07-13")))
        found = corpus.identify(text)
    said = identified_text([IdentifiedDocument("a.txt", "", found)])
    assert "510.1e: gone from the rules by 2011-07-15" in said
    assert "print “Only the control”, corrected to “Only control” by 2010-10-01" in said


# An old wording beside a new one, with something between them or nothing.
BESIDE = (
    "Old: 704.5a {old}\n\nNew: 704.5a {new}", "704.5a was “{old}” and 704.5a is “{new}” they said.",
    "704.5a {old} 704.5a {new}", "> 704.5a {old}\nbut today\n> 704.5a {new}\n",
    "-704.5a {old}\n+704.5a {new}\n", "704.5a {old} -> 704.5a {new}",
    "704.5a “{old}” / 704.5a “{new}”", '    say("704.5a {old}");\n    say("704.5a {new}");\n',
)  # fmt: skip


@pytest.mark.parametrize("held", [(), ("1999-04-23",), ("2010-07-16", "2013-07-13"), ("2026-08-07",), ("made",)])
def test_whole_sentences_are_of_their_days_whatever_texts_are_held(
    held: tuple[str, ...], shared: Path, tmp_path: Path
) -> None:
    """704.5a said "he or she" up to 2018-01-19; a release that nobody knows words it anew."""
    old, new = (f"If a player has 0 or less life, {who} loses the game." for who in ("he or she", "that player"))
    newest = (shared / "cr" / "2026-08-07.txt").read_text("utf-8-sig")
    made = newest.replace("August 7, 2026", "January 8, 2027").replace(new, "A player without life loses the game.")
    (tmp_path / "made.txt").write_text(made, "utf-8")
    with Corpus(tmp_path / "corpus") as corpus:
        for day in held:
            corpus.add(tmp_path / "made.txt" if day == "made" else shared / "cr" / f"{day}.txt")
        for form in BESIDE:
            found = corpus.identify(form.format(old=old, new=new))
            assert _span(found) == [["2009-07-11", "2018-01-19"], ["2018-04-27", "2026-08-07"]], form
            assert not found.slips
        assert corpus.check("704.5a", old).verdict is QuotationVerdict.ANOTHER_TIME
        assert corpus.check("704.5a", "A player with 7 or more life wins.").verdict is QuotationVerdict.UNKNOWN


@table
def test_what_is_odd_about_a_passage_is_told(
    name: str, told: list[str], gold: dict[str, dict[str, object]], whole_index: WordIndex
) -> None:
    """A full stop after a letter, no number, an end cut off, an error of the rules; the passage itself is no clause."""
    text = str(gold[name]["text"])
    said = identified_text([IdentifiedDocument(name, "", identify(text, whole_index))])
    assert all(each in said for each in told)


@pytest.mark.parametrize(
    ("name", "own"), [("s3", "A mana ability can"), ("s4", "Rules text:"), ("s5", "However, only a basic")]
)
def test_the_words_of_its_author_are_in_no_quotation(
    name: str, own: str, gold: dict[str, dict[str, object]], whole_index: WordIndex
) -> None:
    text = str(gold[name]["text"])
    assert own in text
    found = identify(text, whole_index)
    assert found.quotations
    assert not any(own in one.text for one in found.quotations)
    assert not found.slips
