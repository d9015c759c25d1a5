"""The archive of official texts: lineages as hand-made facts have them, and the costs of a whole build."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import pairwise
from pathlib import Path
from string import ascii_lowercase
from typing import Any

import pytest

from crdiff.corpus import Corpus
from crdiff.history.lineage import How, Lineage
from crdiff.model.number import ClauseNumber
from crdiff.store.build import build
from crdiff.store.embedded.lives import known_dates
from tests.conftest import SOME
from tests.support.days import on

pytestmark = pytest.mark.whole

Run = tuple[str, str, str]
Lineages = Sequence[Lineage[ClauseNumber]]

_NEWEST = str(known_dates()[-1])
_SINCE = {"from": "2026-04-17", "to": _NEWEST}
# Where the hand-checked lineages end: 2026-02-27 has the two as 722 and 732, and the releases since as 723 and 733.
MENDED = {
    "Controlling Another Player('s Turn)": {**_SINCE, "number": "723"},
    "Handling illegal actions (section)": {**_SINCE, "number": "733"},
}


@pytest.fixture(scope="module")
def some(some_releases: Path) -> Iterator[Corpus]:
    """Return a corpus of a few official releases."""
    with Corpus(some_releases) as corpus:
        yield corpus


@pytest.fixture(scope="module")
def every(every_release: Path) -> Iterator[Corpus]:
    """Return a corpus of all official releases."""
    with Corpus(every_release) as corpus:
        yield corpus


@pytest.fixture(scope="module")
def lineages(every: Corpus) -> Lineages:
    """Return the lineages of all clauses of all official releases."""
    return list(every.lineages())


def gold(shared: Path) -> dict[str, list[Mapping[str, Any]]]:
    """Return name -> runs of every hand-checked lineage, the section's life among them.

    The runs of a revoked clause end where it was revoked; its notice goes on under the last of its numbers.
    """
    lineages = json.loads((shared / "gold" / "lineages.json").read_text())
    section = json.loads((shared / "gold" / "controlling-another-player.json").read_text())
    found = {lineage["name"]: _with_notice(lineage) for lineage in lineages} | {section["section"]: section["runs"]}
    for name, run in MENDED.items():
        found[name] = [*found[name][:-1], {**found[name][-1], "to": "2026-02-27"}, run]
    return found


def _with_notice(lineage: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    *before, last = lineage["runs"]
    return [*before, {**last, "to": _NEWEST} if "revoked_in" in lineage else last]


def held(runs: Iterable[Mapping[str, Any]], releases: Sequence[date]) -> list[Run]:
    """Return the runs cut to the releases held; two of the same number that follow one another are one."""
    cut: list[Run] = []
    for run in runs:
        inside = [str(day) for day in releases if run["from"] <= str(day) <= run["to"]]
        if inside and cut and cut[-1][2] == run["number"]:
            cut[-1] = cut[-1][0], inside[-1], run["number"]
        elif inside:
            cut.append((inside[0], inside[-1], run["number"]))
    return cut


def found(corpus: Corpus, wanted: Sequence[Run]) -> list[Run]:
    """Return the runs of the lineage that the last of the wanted runs belongs to."""
    _, last, number = wanted[-1]
    return [(str(run.first), str(run.last), str(run.number)) for run in corpus.history(number, at=last).runs]


def share(corpus: Corpus, shared: Path, releases: Sequence[date]) -> float:
    """Return the share of all hand-checked runs that come out as they are."""
    right = total = 0
    for runs in gold(shared).values():
        wanted = held(runs, releases)
        total += len(wanted)
        right += len(set(wanted) & set(found(corpus, wanted))) if wanted else 0
    return right / total


def test_every_lineage_comes_out_through_all_known_releases_though_few_are_held(some: Corpus, shared: Path) -> None:
    assert share(some, shared, known_dates()) == 1.0


def test_most_lineages_come_out_of_the_texts_alone(
    some_releases: Path, shared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The store is woven anew where it has a text less."""
    monkeypatch.setattr(build, "are_woven_on", lambda *_: False)
    shutil.copytree(some_releases, tmp_path / "alone")
    with Corpus(tmp_path / "alone") as alone:
        alone.remove(SOME[-1])
        assert share(alone, shared, alone.releases) >= 0.9
        wanted = held(gold(shared)["Controlling Another Player('s Turn)"], alone.releases)
        assert found(alone, wanted) == wanted


def test_the_texts_added_in_another_order_give_the_same_lineages(
    shared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those of the texts alone; tests/store/build/test_build.py adds small ones to the recorded facts."""
    monkeypatch.setattr(build, "are_woven_on", lambda *_: False)
    lineages = []
    for orders in ([SOME[-2:]], [SOME[-1:], SOME[-2:-1]]):
        with Corpus(tmp_path / str(len(orders))) as corpus:
            for days in orders:
                corpus.add(*(shared / "cr" / f"{day}.txt" for day in days))
                assert corpus.archive
            lineages.append(list(corpus.lineages()))
    assert lineages[0] == lineages[1]


def test_mana_burn_ends_though_the_rule_on_unspent_mana_goes_on(some: Corpus) -> None:
    """Of 300.3 the sentence on mana burn ended in 2009-07-11; the pool is still emptied, by 500.4."""
    unspent = some.history("300.3", at="2009-05-01")
    assert unspent == some.history("500.4", at="2009-07-11")
    last, first = (
        text
        for text in unspent.wordings
        if on("2009-05-01") in (text.first, text.last) or text.first == on("2009-07-11")
    )
    assert "mana burn" in last.text
    assert "mana burn" not in first.text


def test_every_hand_checked_lineage_comes_out(every: Corpus, shared: Path) -> None:
    wanted = held(gold(shared)["Controlling Another Player('s Turn)"], every.releases)
    assert found(every, wanted) == wanted
    assert share(every, shared, every.releases) >= 0.95


def test_a_rule_is_revoked_where_its_text_becomes_a_notice(every: Corpus, lineages: Lineages, shared: Path) -> None:
    """306.7 of 2018-04-27, 306.4 of 2017-09-29, 502.9d of 2001-07-23, and no others."""
    checked = json.loads((shared / "gold" / "lineages.json").read_text())
    wanted = {(each["runs"][-1]["number"], each["revoked_in"]) for each in checked if "revoked_in" in each}
    found = {(str(one.runs[-1].number), str(one.revoked)) for one in lineages if one.revoked}
    assert found == wanted | {("306.4", "2017-09-29"), ("502.9d", "2001-07-23")}
    redirection = every.history("306.7", at="2018-01-19")
    assert redirection == every.history("306.7")
    assert [str(run.number) for run in redirection.runs] == ["212.9g", "306.8", "306.7"]
    assert [str(use.revoked) for use in every.number("502.9d")] == ["2001-07-23", "None"]
    ended = every.history("502.9d", at="2001-07-23").ended
    assert ended
    assert (ended.how, ended.release) == (How.REMOVED, on("2003-07-01"))


def test_every_wording_but_the_oldest_says_how_it_came_about(every: Corpus, lineages: Lineages) -> None:
    first = every.releases[0]
    for lineage in lineages:
        for worded in lineage.wordings:
            assert (worded.change is None) <= (worded.first == first), (lineage.id, worded.first)


def test_renumbering_over_sixteen_years_agrees_with_the_direct_alignment_for_the_most_part(every: Corpus) -> None:
    renumbering = every.renumbering("2008-02-01", "2022-11-18")
    assert len(renumbering.disagreements) < 0.1 * len(renumbering.rows)


def test_a_title_is_that_of_one_lineage_with_a_handful_of_exceptions(lineages: Lineages) -> None:
    """Titles are an independent witness: few headings of rules and subsections share one, apart from "General".

    Exceptions are true ones: rule 216, Tokens, was removed in 2009 and 111, Tokens, written anew in 2019.
    """
    titled: dict[tuple[bool, str], set[str]] = {}
    for lineage in lineages:
        for worded in lineage.wordings:
            key = "." in str(worded.number), "".join(filter(str.isalnum, worded.title.lower()))
            if worded.title and key[1] != "general":
                titled.setdefault(key, set()).add(lineage.id)
    assert len(titled) > 400
    assert len([names for names in titled.values() if len(names) > 1]) <= 6


# Number -> (first release, last release, lineage) of everything it named.
Places = Mapping[str, Sequence[tuple[date, date, str]]]


def places_of(lineages: Iterable[Lineage[ClauseNumber]]) -> Places:
    places: dict[str, list[tuple[date, date, str]]] = {}
    for lineage in lineages:
        for run in lineage.runs:
            places.setdefault(str(run.number), []).append((run.first, run.last, lineage.id))
    return places


def named(number: str, release: date, places: Places) -> str:
    """Return the lineage that a number named in a release, "" for none."""
    uses = places.get(number, ())
    return next((name for first, last, name in uses if first <= release <= last), "")


def test_no_clause_leaves_its_subsection_to_come_back(lineages: Lineages) -> None:
    """A chain of alignments that strays seldom returns by chance.

    2003-05-26 prints 409.4 as 410.4; the permission to concede was 100.6 for two releases and 102.7 before and after.
    """
    places = places_of(lineages)
    returned = set()
    for lineage in lineages:
        days = [(str(run.number.subsection), day) for run in lineage.runs for day in (run.first, run.last)]
        under = [named(subsection, day, places) for subsection, day in days]
        visited = [one for at, one in enumerate(under) if at == 0 or under[at - 1] != one]
        if len(visited) != len(set(visited)):
            returned.add(lineage.id)
    assert returned == {"2002-10-07-409.4", "1999-04-23-102.7"}


KEYWORDS = {ClauseNumber.of(502), ClauseNumber.of(702)}
# Keywords whose clauses another one has rightly: it was made a part of that, or both were printed under one number.
JOINED = {("Bands with Other", "Banding"), ("Modular", "Scry"), ("Offspring", "Impending")}


def test_no_clause_of_a_keyword_passes_to_another_keyword(lineages: Lineages) -> None:
    """That multiple instances are redundant is said of sixty keywords: likeness alone would mix them up."""
    places = places_of(lineages)
    titles = {lineage.id: lineage.title for lineage in lineages}
    passed = set()
    for lineage in lineages:
        for before, after in pairwise(lineage.runs):
            if {before.number.subsection, after.number.subsection} <= KEYWORDS:
                rules = [str(run.number).rstrip(ascii_lowercase) for run in (before, after)]
                old, new = named(rules[0], before.last, places), named(rules[1], after.first, places)
                if before.number.is_subrule and after.number.is_subrule and old != new:
                    passed.add((titles[old], titles[new]))
    assert passed <= JOINED
