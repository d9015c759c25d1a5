"""Each check asked by itself, without the lint around it: what looks like a fault and is none."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest
from clean_text import CLEAN, ONE_IS_ODD, broken, release, with_siblings
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from table import table_at_once

from crdiff.align.engine import align_releases
from crdiff.lint import lint, numbering, punctuation, references, wording, words
from crdiff.lint.checked_release import CheckedRelease
from crdiff.lint.citations_followed import follow_citations
from crdiff.lint.finding import Fault, Location, locate
from crdiff.lint.glossary import entries_without_keyword, glossary_order, glossary_pointers, unused_terms
from crdiff.lint.known import Accepted, sift
from crdiff.lint.registry import BY_ID
from crdiff.lint.stale import stale_references
from crdiff.lint.templates import odd_templates
from crdiff.lint.wording import Phrases
from crdiff.lint.words import doubled_words
from crdiff.model.release import GlossaryEntry, Release

# The whole text of 101.3, which most cases put their own in place of.
PLACE = "A player can concede the game at any time."


def checked(text: str, before: str = "") -> CheckedRelease:
    """Return a text under check, beside the one before it if one is given."""
    now = release(text)
    alignments = [align_releases(release(before), now)] if before else []
    return CheckedRelease(now, alignments, lines=text.split("\n"))


def numbers(faults: Iterable[Fault]) -> list[str]:
    """Return the clause of each fault."""
    return [fault.passage.number if fault.passage else fault.number for fault in faults]


FUNCTIONS = {
    name: each for room in (numbering, punctuation, references, wording, words) for name, each in vars(room).items()
}


@table_at_once
def test_a_check_leaves_alone_what_only_looks_like_its_fault(check: str, text: str, why: str) -> None:
    assert numbers(FUNCTIONS[check](checked(broken((PLACE, text))))) == [], why


def test_the_entries_of_the_glossary_are_in_order_and_lead_to_what_is_there() -> None:
    assert list(glossary_order(checked(CLEAN))) == []
    assert numbers(glossary_pointers(checked(broken(("See Player.", "See Plaything."))))) == ["Game"]
    assert numbers(entries_without_keyword(checked(broken(("300.3. Flying", "300.3. Reach"))))) == ["Flying"]
    assert list(unused_terms(checked(CLEAN))) == []


def test_a_citation_goes_stale_when_its_clause_moves_without_it() -> None:
    moved = broken(
        (f"101.3. {PLACE}", "101.3. Whoever owns the most dragons rules the skies over Shiv forever."),
        ("\n2. Parts of a Card\n\n200", f"\n101.4. {PLACE}\n\n2. Parts of a Card\n\n200"),
    )
    faults = list(stale_references(checked(moved, CLEAN)))
    assert set(numbers(faults)) == {"301.2", "Concede"}
    assert {(fault.fix.old, fault.fix.new) for fault in faults if fault.fix} == {("101.3", "101.4")}


def test_citations_are_followed_by_their_sentence_whatever_number_they_have() -> None:
    text, before = (
        release(broken(("concede the game. See rule 101.3", "concede the game. See rule 200.1"))),
        release(CLEAN),
    )
    alignment = align_releases(before, text)
    both = CheckedRelease(text), CheckedRelease(before)
    followed = {
        (str(one.before.reference.number), str(one.now.reference.number)) for one in follow_citations(*both, alignment)
    }
    assert ("101.3", "200.1") in followed
    assert ("101.2a", "101.2a") in followed


def test_a_sentence_is_odd_that_differs_in_one_word_of_grammar_from_all_its_siblings() -> None:
    assert list(odd_templates(checked(with_siblings(["are"] * 7)))) == []
    assert numbers(odd_templates(checked(with_siblings(ONE_IS_ODD)))) == ["300.7a"]


def test_a_fault_is_located_in_its_line_whatever_white_space_is_between() -> None:
    text = broken((PLACE, "A player\tcan can concede."))
    (fault,) = doubled_words(checked(text))
    line = text.split("\n").index("101.3. A player\tcan can concede.") + 1
    found = locate(text.split("\n"), fault)
    assert (found.line, found.end_line) == (line, line)
    assert text.split("\n")[line - 1][found.column - 1 : found.end_column - 1] == "can can"
    assert fault.passage
    assert locate((), fault) == Location(fault.passage.lines.start, 0, fault.passage.lines.start, 0)


def test_a_baseline_silences_what_it_names_and_says_what_it_no_longer_needs() -> None:
    findings = lint(release(broken((PLACE, "A player player wins."))))
    (doubled,) = (finding for finding in findings if finding.check == "doubled-word")
    known = Accepted(doubled.fingerprint, "doubled-word", "101.3", "meant")
    gone = Accepted("0" * 12, "doubled-word", "101.2", "meant once")
    not_run = Accepted("1" * 12, "odd-template", "101.2", "meant")
    sifted = sift(findings, [known, gone, not_run], {"doubled-word"})
    assert (doubled in sifted.findings, sifted.silenced, sifted.stale) == (False, 1, (gone,))


@given(st.text("ab \n", max_size=25), st.text("ab ", min_size=1, max_size=6))
def test_a_phrase_is_held_where_a_search_finds_it(text: str, phrase: str) -> None:
    assert (phrase in Phrases(text)) == (phrase in text)


# the glossary is judged by every order in which editors have sorted it


_ORDER = [BY_ID["glossary-order"]]


def _faults(*terms: str) -> list[tuple[str, str]]:
    text = release()
    entries = tuple(GlossaryEntry(term, "Some words.", text.glossary[0].lines) for term in terms)
    return [(finding.number, finding.message) for finding in lint(replace(text, glossary=entries), checks=_ORDER)]


@table_at_once
def test_what_is_right_in_one_of_them_is_right(first: str, second: str) -> None:
    assert _faults("Ability", first, second, "Zone") == []


@table_at_once
def test_what_is_wrong_in_all_of_them_is_told(before: str, after: str) -> None:
    ((wrong, message),) = _faults("Ability", before, after)
    assert {wrong, message.split("“")[1].split("”")[0]} == {before, after}


def test_the_newest_release_has_one_entry_out_of_order(official: Callable[[str], Release]) -> None:
    assert [finding.number for finding in lint(official("2026-04-17"), checks=_ORDER)] == ["If"]


@pytest.mark.parametrize("release_date", ["2022-10-07", "2025-09-19"])
def test_a_sign_and_an_action_are_found_where_the_glossary_explains_them(
    official: Callable[[str], Release], release_date: str
) -> None:
    found = lint(official(release_date), checks=[BY_ID["keyword-without-entry"]])
    told = {finding.subject for finding in found}
    assert told.isdisjoint({"∞ (Infinity)", "Roll to Visit Your Attractions"})
    assert "Open an Attraction" in told
