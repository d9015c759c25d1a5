"""A text in the archive that breaks off, where ``answers.txt`` does not tell: compared, replaced, preceded later."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from pathlib import Path

import pytest
from broken_archive import AFTER, BEFORE, BROKEN, LATEST, add, text

from crdiff.changes.change import Part
from crdiff.corpus import Corpus
from crdiff.errors import UnrecognisedText
from crdiff.history.news import ReleaseNews
from crdiff.store.build.build import Built
from crdiff.store.texts.folder import identify
from tests.small_releases import RELEASES


@pytest.fixture
def corpus(tmp_path: Path) -> Corpus:
    made = Corpus(tmp_path / "corpus")
    add(made, tmp_path / "given", *RELEASES)
    return made


def glossary(news: ReleaseNews) -> list[tuple[str, str]]:
    """Return structure and term of each change of the glossary."""
    changes = [change for change in (*news.to_read, *news.others) if change.part is Part.GLOSSARY]
    return [(change.structure.value, (change.new or change.old)[0].number) for change in changes]


def told(corpus: Corpus) -> Sequence[ReleaseNews]:
    """Return the news of all releases, oldest first."""
    return corpus.news(BEFORE).releases[::-1]


def test_a_diff_of_the_two_texts_says_the_same(corpus: Corpus) -> None:
    after, compared = told(corpus)[1], corpus.diff(BROKEN, AFTER)
    assert compared.alignment.breaks == after.breaks
    read = {(change.part, change.remarks) for change in compared.changes if change.for_review}
    assert read == {(change.part, change.remarks) for change in after.to_read}


def test_a_whole_text_of_the_same_release_is_preferred(corpus: Corpus, tmp_path: Path) -> None:
    whole = tmp_path / "given" / "whole.txt"
    whole.write_bytes(text(BROKEN))
    corpus.add(whole)
    assert corpus.texts.text_of(BROKEN).name == "whole.txt"
    assert all(release.breaks == () for release in told(corpus))
    assert [glossary(release) for release in told(corpus)][:2] == [
        [],
        [("added", "Emblem"), ("same", "Zone"), ("removed", "Duel")],
    ]


def test_an_earlier_text_that_comes_later_is_taken_into_account(tmp_path: Path) -> None:
    """Only the pairs are done again whose texts or stand-ins are others; the result is the same in any order."""
    results = set()
    for order in permutations((BEFORE, BROKEN, AFTER)):
        corpus = Corpus(tmp_path / "-".join(order))
        for day in order:
            add(corpus, tmp_path / "given", day)
            corpus.build()
        results.add(str(told(corpus)))
    assert len(results) == 1
    late = Corpus(tmp_path / "late")
    add(late, tmp_path / "given", BROKEN, AFTER, LATEST)
    late.build()
    add(late, tmp_path / "given", BEFORE)
    assert late.build() == Built(texts_read=1, pairs_aligned=2, releases=4)


def test_a_text_that_breaks_off_in_its_rules_is_refused() -> None:
    """What became of clauses that it does not hold could not be told."""
    with pytest.raises(UnrecognisedText, match=r"breaks off in its rules after 710\.1a; expected the text of a whole"):
        identify(text(BROKEN, "is the one that works."), "cut.txt")
