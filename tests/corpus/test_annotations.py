"""Our notes state what can be checked: clauses that exist, releases that are known, changes that the lives confirm.

Where the official texts are at hand, what a note cites and quotes is looked up in them, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import date
from itertools import pairwise

from claims import is_borne_out
from every import every
from table import rows_of, table_at_once

from crdiff.history.known_lives import KnownLives
from crdiff.model.clause import Clause
from crdiff.model.corpus import Annotation, Happened, StatedChange
from crdiff.model.release import Release
from crdiff.store.embedded.corpus import load_corpus
from tests.corpus.conftest import Archive

CORPUS = load_corpus()
NOTES = CORPUS.annotations
STORIES = [note for note in NOTES if note.stretches]

ASKED_FOR = [row["note"] for row in rows_of(__file__, "notes on what people ask about")]

BULLETINS = {row["source"] for row in rows_of(__file__, "official articles that notes cite")}

_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_NAMED = re.compile(r"([^()]*?) \((\d{4}-\d\d-\d\d)\)")
_CITED = re.compile(r"Comprehensive Rules, .*?(\d{4}-\d\d-\d\d)\)?, rules? (.+)")
_NUMBER = re.compile(r"\b\d{3}(?:\.\d+[a-z]?)?(?![\d-])")
each_note = every("note", NOTES, ids=lambda note: note.id)
each_story = every("note", STORIES, ids=lambda note: note.id)


def prose(note: Annotation) -> str:
    said = (f"{stretch.title}. {stretch.says}" for stretch in note.stretches)
    return " ".join(" ".join((note.title, note.lead, note.text, *said)).split())


def lives() -> KnownLives:
    return CORPUS.lives


def test_the_changes_that_people_ask_about_have_notes() -> None:
    assert {note.id for note in NOTES}.issuperset(ASKED_FOR)
    assert all(note.lead and note.theme for note in STORIES)


@each_note
def test_a_note_concerns_clauses_and_entries_that_are_known(note: Annotation) -> None:
    assert note.named
    assert [name for name in note.spoken_of if lives().named(name) is None] == []


@each_note
def test_a_note_names_releases_that_are_known(note: Annotation) -> None:
    assert set(note.releases) <= set(lives().dates)
    assert list(note.releases) == sorted(set(note.releases))


@each_note
def test_every_date_in_the_words_of_a_note_is_among_its_releases(note: Annotation) -> None:
    named = {date.fromisoformat(day) for day in _DAY.findall(prose(note))}
    assert named <= set(note.releases)


@each_note
def test_a_release_is_called_by_the_name_of_its_set(note: Annotation) -> None:
    names = {known.effective: known.name.replace("'", "’") for known in CORPUS.releases}
    for before, day in _NAMED.findall(" ".join((prose(note), *note.sources))):
        assert before.endswith(names[date.fromisoformat(day)]), f"{before} ({day})"


@each_note
def test_a_note_cites_the_rules_or_an_article_whose_title_and_date_were_looked_up(note: Annotation) -> None:
    """Nothing is cited from memory: see `BULLETINS`."""
    others = [source for source in note.sources if not source.startswith(("Comprehensive Rules, ", "The edition "))]
    assert [source for source in others if source not in BULLETINS] == []


@each_story
def test_what_decides_in_a_stretch_is_in_the_rules_while_it_lasts(note: Annotation) -> None:
    ends = [*(stretch.first for stretch in note.stretches[1:]), date.max]
    for stretch, end in zip(note.stretches, ends, strict=True):
        inside = [day for day in lives().dates if stretch.first <= day < end]
        for life in map(lives().named, stretch.deciding):
            assert life is not None
            assert any(life.number_in(day) for day in inside) or life.is_gone_in(stretch.first), stretch.title


@each_note
def test_a_note_stays_true_when_another_release_comes(note: Annotation) -> None:
    assert not re.search(r"\b(today|now|currently|at present)\b", prose(note), re.IGNORECASE)


@each_note
def test_the_lives_confirm_every_change_that_a_note_claims(note: Annotation) -> None:
    known = {claim: lives().named(claim.id) for claim in note.claims}
    assert [claim for claim, life in known.items() if life is None or not is_borne_out(life, claim)] == []


@each_note
def test_a_note_claims_changes_in_releases_that_it_names(note: Annotation) -> None:
    days = {claim.release for claim in (*note.claims, *note.quotes)} | {stretch.first for stretch in note.stretches}
    assert days <= set(note.releases)


@each_story
def test_something_that_decides_changed_where_a_stretch_begins(note: Annotation) -> None:
    for before, after in pairwise(note.stretches):
        assert before.first < after.first
        names = {*before.deciding, *after.deciding}
        assert any(claim.release == after.first and claim.id in names for claim in note.claims), after.title


@table_at_once
def test_the_lives_refute_a_false_claim(release: date, happened: str, lineage: str) -> None:
    """What the first release has may be older, and another apostrophe does not reword a rule."""
    known = lives().named(lineage)
    assert known
    assert not is_borne_out(known, StatedChange(release, Happened[happened.upper()], lineage))


# with the texts


@each_note
def test_a_note_cites_clauses_that_its_sources_have(note: Annotation, archive: Archive) -> None:
    cited = [match for source in note.sources if (match := _CITED.fullmatch(source))]
    assert cited or any("glossary" in source for source in note.sources), "a note without a source to check it in"
    for match in cited:
        for number in _NUMBER.findall(match[2]):
            assert number in archive[date.fromisoformat(match[1])], f"{number} in {match[1]}"


@each_note
def test_every_number_that_a_note_names_is_one_of_a_release_that_it_names(note: Annotation, archive: Archive) -> None:
    """Or one that a clause of the note ever had, or the rule above it."""
    known = {number for release in note.releases for number in archive[release]}
    lineages = filter(None, map(lives().lineage, note.lineages))
    had = {str(run.number) for lineage in lineages for run in lineage.runs}
    known |= had | {number.rstrip("abcdefghijklmnopqrstuvwxyz") for number in had}
    assert [number for number in _NUMBER.findall(prose(note)) if number not in known] == []


@each_note
def test_a_release_says_what_a_note_claims_to_quote(
    note: Annotation, archive: Archive, releases: Mapping[date, Release]
) -> None:
    for claim in note.quotes:
        clause = archive[claim.release].get(claim.name)
        entries = (entry.text for entry in releases[claim.release].glossary if entry.term == claim.name)
        said = _said({claim.name: clause}) if clause else entries
        assert _folded(claim.words) in _folded("\n".join(said)), claim


@each_note
def test_what_a_note_quotes_is_in_a_release_that_it_names(
    note: Annotation, archive: Archive, glossaries: Mapping[date, str]
) -> None:
    """Quotations of three words or more are looked for in the rules and the glossaries of those releases."""
    rules = "\n".join(said for release in note.releases for said in _said(archive[release]))
    known = _folded("\n".join((rules, *(glossaries[release] for release in note.releases))))
    for quotation in re.findall(r"“([^”]+)”", prose(note)):
        for part in re.split(r"\s*…,?\s*", quotation):
            if len(part.split()) >= 3:
                assert _folded(part).rstrip(".,") in known, part


def _said(clauses: Mapping[str, Clause]) -> Iterator[str]:
    for clause in clauses.values():
        yield from (clause.title, clause.text, *clause.examples)


def _folded(text: str) -> str:
    return re.sub(r"[’'“”\"_]", "", " ".join(text.split())).lower()
