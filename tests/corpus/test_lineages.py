"""The recorded lineages agree with every official text at hand, and with those checked by hand."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import date
from itertools import pairwise
from pathlib import Path

from every import every

from crdiff.annotate.cross_references import cross_references
from crdiff.changes.change import Facet
from crdiff.history.lineage import Lineage
from crdiff.model.clause import Clause
from crdiff.model.number import ClauseNumber
from crdiff.model.tree import walk
from crdiff.store.embedded.corpus import EmbeddedCorpus, load_corpus
from crdiff.text.normalise import fold_typography
from tests.corpus.conftest import Archive

LINEAGES = load_corpus().lineages
# The newest release that the record was read from; a clause recorded up to it goes on in later ones.
RECORDED = max(load_corpus().lives.dates)

# The respects in which a clause differs that was printed in another way.
PRINTING = {Facet.TYPOGRAPHIC, Facet.EXAMPLE}


def _folded(text: str) -> str:
    """Return a text as it may be compared although 2008-05-01 lost its quotes and 2005-08-01 repeats a number."""
    text = text.removeprefix("602.2a ")
    return fold_typography(text).replace("?", "'").replace('"', "'").strip()


def _without_references(text: str) -> str:
    for reference in reversed(cross_references(text)):
        text = f"{text[: reference.number_at]}#{text[reference.stop :]}"
    return text


def _difference(old: Clause, new: Clause) -> Facet | None:
    before, after = _folded(old.wording), _folded(new.wording)
    examples = [list(map(_folded, clause.examples)) for clause in (old, new)]
    if before == after:
        return None if examples[0] == examples[1] else Facet.EXAMPLE
    same = _without_references(before) == _without_references(after) and examples[0] == examples[1]
    return Facet.REFERENCE if same else Facet.WORDING


def _stands(lineage: Lineage[ClauseNumber], archive: Archive) -> Iterator[tuple[date, Clause]]:
    for release, clauses in archive.items():
        number = lineage.number_in(release)
        if number is not None:
            yield release, clauses[str(number)]


@every("lineage", LINEAGES, ids=lambda lineage: lineage.id)
def test_a_clause_stands_and_is_reworded_where_its_runs_say(lineage: Lineage[ClauseNumber], archive: Archive) -> None:
    found = {
        release: respect
        for (_, old), (release, new) in pairwise(_stands(lineage, archive))
        if (respect := _difference(old, new)) is not None
    }
    told = {worded.first: worded for worded in lineage.wordings[1:]}
    assert found.keys() <= told.keys()
    for release, worded in told.items():
        respect, facets = found.get(release), set(worded.facets) - PRINTING
        assert (respect is Facet.REFERENCE) <= (facets == {Facet.REFERENCE}), release
        assert respect or worded.is_mechanical or facets == {Facet.REFERENCE}, release


@every("lineage", LINEAGES, ids=lambda lineage: lineage.id)
def test_no_release_is_missing_in_the_life_of_a_clause(lineage: Lineage[ClauseNumber], archive: Archive) -> None:
    read = [release for release in archive if release <= RECORDED]
    first, last = lineage.runs[0].first, lineage.removed or date.max
    stands = [release for release in read if lineage.number_in(release)]
    assert stands == [release for release in read if first <= release < last]


@every("lineage", LINEAGES, ids=lambda lineage: lineage.id)
def test_a_removed_clause_is_gone_and_a_new_one_was_not_there(lineage: Lineage[ClauseNumber], archive: Archive) -> None:
    """Fewer clauses read as it did in the release before it came, and in the one from which it went.

    Mostly none; 805.10a of 2017-06-05 is copied from 810.7a, which goes on.
    """
    stands = list(_stands(lineage, archive))
    releases = list(archive)
    (first, opening), (last, closing) = stands[0], stands[-1]
    before = archive[releases[releases.index(first) - 1]]
    assert _how_many_read(opening, before) < _how_many_read(opening, archive[first])
    if lineage.removed:
        assert _how_many_read(closing, archive[lineage.removed]) < _how_many_read(closing, archive[last])


def _how_many_read(clause: Clause, clauses: Mapping[str, Clause]) -> int:
    wording = _folded(clause.wording)
    return sum(_folded(other.wording) == wording for other in clauses.values())


def test_links_of_the_gold_stay_within_a_lineage(corpus: EmbeddedCorpus, shared: Path) -> None:
    gold = json.loads((shared / "gold/controlling-another-player.json").read_text("utf-8"))
    checked = 0
    for pair in gold["composed"]:
        old, new = date.fromisoformat(pair["old"]), date.fromisoformat(pair["new"])
        for number, link in pair["old_to_new"].items():
            lineage = next(each for each in corpus.lineages if str(each.number_in(old)) == number)
            now = lineage.number_in(new)
            assert ([str(now)] if now else []) == link["to"]
            checked += 1
    assert checked == 48


def test_every_clause_the_editions_quote_is_recorded(corpus: EmbeddedCorpus) -> None:
    for edition in corpus.editions:
        for node in walk(corpus.text(edition)):
            assert corpus.lineage_of(edition.release, node.number) is not None, f"{edition.id} {node.number}"
