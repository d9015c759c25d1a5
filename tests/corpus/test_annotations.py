"""Our notes tell the twelve stories, in our words, about clauses that exist."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date

import pytest

from crdiff.model.clause import Clause
from crdiff.model.corpus import Annotation
from crdiff.store.embedded.corpus import EmbeddedCorpus, load_corpus

NOTES = load_corpus().annotations

STORIES = {
    "mana-burn": "2003-10-01-507.4",
    "from-turn-to-player": "2003-10-01-507",
    "word-of-command": "2010-10-01-711.2",
    "opposition-agent": "2010-10-01-711.2",
    "identity-becomes-face": "2003-10-01-507.2",
    "outside-the-game": "2003-10-01-507.2",
    "his-or-her-becomes-their": "2003-10-01-507.3d",
    "conceding-and-its-reference": "2003-10-01-507.3b",
    "the-crossing-of-2009": "2003-10-01-507.3c",
    "sorin-markov": "2003-10-01-507.1",
    "sideboards-and-teams": "2005-08-01-606.6f",
    "control-of-oneself": "2010-10-01-711.9",
}

_CITED = re.compile(r"Comprehensive Rules (\d{4}-\d\d-\d\d)(?: and (\d{4}-\d\d-\d\d))?, (?:\w+ )*?rules? (.+)")
_NUMBER = re.compile(r"\d{3}(?:\.\d+[a-z]?)?")


def test_the_twelve_stories_are_told(corpus: EmbeddedCorpus) -> None:
    told = {note.id: note for note in corpus.annotations}
    assert sorted(told) == sorted(STORIES)
    assert all(lineage in told[note].lineages for note, lineage in STORIES.items())


@pytest.mark.parametrize("note", NOTES, ids=[note.id for note in NOTES])
def test_a_note_cites_clauses_that_stand_in_the_release_it_names(
    note: Annotation, archive: Mapping[date, Mapping[str, Clause]]
) -> None:
    cited = [match for source in note.sources if (match := _CITED.fullmatch(source))]
    assert cited, "a note without a source to check it in"
    for match in cited:
        for release in filter(None, (match[1], match[2])):
            for number in _NUMBER.findall(match[3]):
                assert number in archive[date.fromisoformat(release)], f"{number} in {release}"


@pytest.mark.parametrize("note", NOTES, ids=[note.id for note in NOTES])
def test_what_a_note_quotes_stands_in_a_release_it_speaks_of(
    note: Annotation, archive: Mapping[date, Mapping[str, Clause]]
) -> None:
    """Quotations of three words or more are looked for in the rules of those releases."""
    rules = "\n".join(
        "\n".join((clause.title, clause.text, *clause.examples))
        for release in note.releases
        for clause in archive[release].values()
    )
    known = re.sub(r"[’']", "", rules).lower()
    for quotation in re.findall(r"“([^”]+)”", note.text.replace("\n", " ")):
        for part in re.split(r"\s*…,?\s*", quotation):
            if len(part.split()) >= 3:
                assert re.sub(r"[’']", "", part).rstrip(".,").lower() in known, part
