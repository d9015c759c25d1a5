"""Known lives made from texts say what the archive says, and the file that comes with crdiff is made from texts."""

from __future__ import annotations

from operator import attrgetter
from pathlib import Path

import pytest

from benchmarks.lives import lives_of
from crdiff.corpus import Corpus
from crdiff.history.known_lives import KnownLives
from crdiff.store.embedded.corpus import load_corpus
from crdiff.store.texts.home import embedded_folder
from tests.conftest import Filled

followed = attrgetter("runs", "origin", "fate", "aliases", "known_until")
SIZE_MAX = 1_600_000
"""Bytes of the file that comes with crdiff."""


def test_lives_tell_of_every_clause_what_the_archive_does(filled: Filled) -> None:
    corpus = filled()
    lives = KnownLives(lives_of(corpus.archive))
    assert lives.dates == corpus.releases
    lineages = {lineage.id: lineage for lineage in corpus.lineages()}
    assert [thread.id for thread in lives.clauses] == sorted(lineages)
    for name, lineage in lineages.items():
        life = lives.lineage(name)
        assert life
        assert followed(life) == followed(lineage)
        spans = ([(one.first, one.last, set(one.facets)) for one in each.wordings] for each in (life, lineage))
        assert next(spans) == next(spans)
        assert not any(one.text or one.title for one in life.wordings)


def test_lives_hold_no_text_but_titles_and_terms(filled: Filled) -> None:
    corpus = filled()
    text = lives_of(corpus.archive)
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    for lineage in corpus.lineages():
        for worded in lineage.wordings:
            assert not worded.text or not any(worded.text in line for line in lines)
    assert any(line.endswith("2003-10-01 Controlling Another Player’s Turn") for line in lines)


def test_figures_are_those_of_the_archive(filled: Filled) -> None:
    corpus = filled()
    assert tuple(release.size for release in KnownLives(lives_of(corpus.archive)).releases) == corpus.stats()


def test_releases_with_other_numbers_or_other_words_have_other_digests(filled: Filled) -> None:
    releases = KnownLives(lives_of(filled().archive)).releases
    assert len({release.content for release in releases}) == len(releases)
    by_day = {str(release.effective): release for release in releases}
    assert by_day["2009-07-11"].numbers == by_day["2009-10-01"].numbers
    assert by_day["2009-07-11"].content != by_day["2009-10-01"].content


def test_the_file_that_comes_with_crdiff_is_small() -> None:
    assert (embedded_folder() / "lives.txt").stat().st_size <= SIZE_MAX


@pytest.mark.slow
def test_the_file_that_comes_with_crdiff_is_what_the_texts_make(
    every_release: Path, all_shared: Path, tmp_path: Path
) -> None:
    known = load_corpus().lives.dates
    with Corpus(every_release) as corpus:
        if corpus.releases == known:
            made = lives_of(corpus.archive)
        else:
            with Corpus(tmp_path / "known") as own:
                own.add(*(all_shared / "cr" / f"{day}.txt" for day in known))
                made = lives_of(own.archive)
    assert made.encode() == (embedded_folder() / "lives.txt").read_bytes()
