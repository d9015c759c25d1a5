"""The pieces that a browser reads: every sentence leads to its lives, and another release changes few of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from small_archive import fill, index_of, with_our_notes

from crdiff.model.fingerprint import sentence_fingerprint
from crdiff.pages import editions as shards
from crdiff.pages.archive_index import ArchiveIndex
from crdiff.store.embedded.corpus import load_corpus
from crdiff.text.words import sentences
from tests.small_releases import RELEASES

LETTERS = shards.HEAD_LETTERS
RULE_507_4 = "2003-10-01-507.4"


def pieces_of(archive: ArchiveIndex) -> dict[str, Any]:
    return {where: json.loads(content) for where, content in shards.sentence_shards(archive)}


def parts(line: str, size: int) -> set[str]:
    return {line[at : at + size] for at in range(0, len(line), size)}


def index_in(pieces: dict[str, Any]) -> Any:
    return pieces["/identify/index.json"]


def named(pieces: dict[str, Any], sentence: str) -> set[str]:
    """Return the pages of the lives that a sentence leads to, looked up as `identify.js` does it."""
    fingerprint = sentence_fingerprint(sentence)
    heads = index_in(pieces)["heads"]
    there = [at for at, line in enumerate(heads) if fingerprint[:LETTERS] in parts(line, LETTERS)]
    lives = [life for at in there for life in pieces[f"/identify/lives-{at}.json"]["lives"]]
    return {href for href, _, _, letters, *_ in lives if fingerprint in parts(letters, len(fingerprint))}


def test_every_sentence_of_every_wording_leads_to_the_page_of_its_clause(archive: ArchiveIndex) -> None:
    pieces = pieces_of(archive)
    for lineage in archive.contents.lineages:
        for worded in lineage.wordings:
            for sentence in sentences(worded.text):
                assert f"clause/{lineage.id}/" in named(pieces, sentence), sentence


def test_a_stay_that_lasts_has_no_end(archive: ArchiveIndex) -> None:
    lives = pieces_of(archive)["/identify/lives-0.json"]["lives"]
    lasts = {href: stays[-1][1] for href, _, stays, *_ in lives}
    assert lasts[f"clause/{RULE_507_4}/"] == 0
    assert lasts["clause/2003-10-01-507.2/"] == -1


def test_another_release_leaves_lives_that_it_does_not_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shards, "LIVES_IN_PIECE", 1)
    *earlier, _ = sorted(RELEASES)
    before = pieces_of(index_of(fill(tmp_path / "before", {day: RELEASES[day] for day in earlier})))
    after_it = index_of(fill(tmp_path / "after"))
    after = pieces_of(after_it)
    changed = {where for where, piece in before.items() if after[where] != piece} - {"/identify/index.json"}
    newest = after_it.newest
    lineages = [*after_it.contents.lineages, *after_it.contents.entries]
    touched = [
        one
        for one in lineages
        if one.runs[0].first != newest
        and (not one.in_force or one.runs[-1].first == newest or one.wordings[-1].first == newest)
    ]
    assert len(changed) <= len(touched)
    assert len(before) - 1 - len(changed) > 2


def test_without_texts_the_pieces_are_those_of_the_known_lives(none: ArchiveIndex) -> None:
    pieces, known = pieces_of(none), load_corpus().lives
    assert len(index_in(pieces)["releases"]) == len(known.dates)
    lives = [life for where, piece in pieces.items() if "lives-" in where for life in piece["lives"]]
    assert len(lives) == len(known.clauses) + len(known.entries)


def test_texts_give_the_pieces_that_the_facts_give(every_release: Path) -> None:
    """A site with all texts answers as one without: only the pages that it leads to are more."""
    some, none = (pieces_of(with_our_notes(of)) for of in (every_release, None))
    assert index_in(some)["heads"] == index_in(none)["heads"]
    for where in some.keys() - {"/identify/index.json"}:
        assert list(map(facts_of, some[where]["lives"])) == list(map(facts_of, none[where]["lives"])), where


def facts_of(life: list[Any]) -> list[Any]:
    """Return a life without its page, and without the mark that it begins to read otherwise when it begins at all."""
    _, is_entry, stays, letters, forms, merged_into = life
    return [is_entry, stays[0][:-1], stays[1:], letters, forms, merged_into]
