"""What corpora answer, as reviewed in ``answers.txt``: histories, passages, blame, renumberings, news, searches.

Given are the corpus and questions to it; the answer to each is what the command line prints, or why it is refused.
"""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest
from broken_archive import add
from jsonschema import Draft202012Validator
from msgspec.structs import astuple
from reviewed import answered
from small_archive import fill

from crdiff.corpus import Corpus
from crdiff.errors import CrdiffError, UsageError
from crdiff.reports.as_json import to_json
from crdiff.reports.history import blame_text, history_text
from crdiff.reports.passage import number_text, passage_text, search_text
from crdiff.reports.schemas import schema
from crdiff.reports.whatsnew import renumbering_text, stats_text, whatsnew_text
from tests.conftest import Golden
from tests.small_releases import RELEASES

FILE = Path(__file__).with_name("answers.txt")
FIRST, SECOND, THIRD, LAST = RELEASES
# An entry loses a sentence, which a rule says from then on, and is retitled; one ends, and one shares a title.
GLOSSARIES = {
    day: dict(line.split(": ", 1) for line in said.splitlines())
    for day, _, said in (
        part.partition("\n") for part in FILE.with_name("glossaries.txt").read_text("utf-8").split("== ")[1:]
    )
}
RULED = "Cards that belong to this player are taken out of all zones and put into a box."
MARKS = ('"legend rule."', "“legend rule.”", "?legend rule.?")
SWAPPED = {**RELEASES[THIRD], "710.2": RELEASES[THIRD]["710.3"], "710.3": RELEASES[THIRD]["710.2"]}
CORPORA: Mapping[str, Mapping[str, Mapping[str, str]]] = {
    "the small releases": RELEASES,
    "two releases between which numbers were swapped": {SECOND: RELEASES[SECOND], THIRD: SWAPPED},
    "releases that mark the same words otherwise": {
        day: {**RELEASES[LAST], "712.9": f"This is called the {marked}"}
        for day, marked in zip(RELEASES, MARKS, strict=False)
    },
    "releases with glossaries": {
        day: clauses if day == FIRST else {**clauses, ("712.9" if "712.1" in clauses else "710.9"): RULED}
        for day, clauses in RELEASES.items()
    },
    "no texts": {},
}
BREAKING_OFF = {"a text that breaks off": (*RELEASES,), "a text that breaks off, and none before it": (SECOND, THIRD)}
Ask = Callable[..., str]
# What changes with each release that comes out.
_OF_TODAY = re.compile(r"\d+(?= newer releases)|(?<=\d\d to )2026-\d\d-\d\d(?=;)")


def _history(corpus: Corpus, number: str, at: str | None = None) -> str:
    lineage = corpus.history(number, at)
    return f"{history_text(lineage)}Also {', '.join(lineage.aliases) or 'nothing else'}.\n"


def _renumbering(corpus: Corpus, old: str, new: str, check: str = "yes") -> str:
    found = corpus.renumbering(old, new, check=check == "yes")
    through, new = (", ".join(map(str, each)) for each in (found.through, found.arrived))
    checked = sum(row.direct is not None for row in found.rows)
    return f"Through {through}; new: {new}; {checked} checked.\n{renumbering_text(found, found.rows)}"


def _blame(corpus: Corpus, number: str, at: str | None = None) -> str:
    found = corpus.blame(number, at)
    Draft202012Validator(json.loads(schema("blame"))).validate(json.loads(to_json(found)))
    ended = (f"ended with {one.release}: {one.text} ({one.number}, last in {one.last})\n" for one in found.ended)
    return "".join((blame_text(found), *ended))


def _search(corpus: Corpus, words: str, at: str | None = None, most: str = "20", ever: str = "") -> str:
    hits = corpus.search(words, at, ever=bool(ever), most=int(most))
    return search_text(words, hits) + "".join(f"{hit.part}, {hit.lineage}\n" for hit in hits)


ASK: Mapping[str, Ask] = {
    "history": _history,
    "number": lambda corpus, number: number_text(number, corpus.number(number)),
    "show": lambda corpus, number=None, at=None: passage_text(corpus.show(number, at)),
    "blame": _blame,
    "renumbering": _renumbering,
    "news": lambda corpus, since, *within: whatsnew_text(corpus.news(since, *within)),
    "search": _search,
    "stats": lambda corpus: (
        stats_text(corpus.stats()) + "".join(f"{', '.join(map(str, astuple(size)))}\n" for size in corpus.stats())
    ),
}


def _told(corpus: Corpus, question: str) -> Iterator[str]:
    verb, *words = shlex.split(question)
    named = dict(word.split("=", 1) for word in words if "=" in word)
    yield f"-- {question}"
    try:
        yield from ASK[verb](corpus, *(word for word in words if "=" not in word), **named).splitlines()
    except CrdiffError as error:
        yield f"refused: {error}"


def test_corpora_answer_as_reviewed(tmp_path: Path, golden: Golden) -> None:
    made = {}
    for name, releases in CORPORA.items():
        made[name] = Corpus(tmp_path / name)
        if releases:
            fill(tmp_path / name, releases, GLOSSARIES if "glossaries" in name else {})
    for name, days in BREAKING_OFF.items():
        made[name] = Corpus(tmp_path / name)
        add(made[name], tmp_path / f"{name}, given", *days)
    told = answered(FILE, lambda given: (line for each in given[1:] for line in _told(made[given[0]], each)))
    golden(FILE, _OF_TODAY.sub("…", told))


def test_when_an_older_release_is_added_the_former_id_stays_an_alias(tmp_path: Path) -> None:
    fill(tmp_path / "small")
    with Corpus(tmp_path / "late") as late:
        late.add(tmp_path / "small-given" / f"{SECOND}.txt")
        former = late.history("710.2").id
        late.add(tmp_path / "small-given" / f"{FIRST}.txt")
        lineage = late.history(former)
    assert former == f"{SECOND}-710.2"
    assert lineage.id == f"{FIRST}-507.2"
    assert former in lineage.aliases


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Corpus]:
    """Return a corpus of the four small releases."""
    with Corpus(fill(tmp_path_factory.mktemp("small") / "corpus")) as made:
        yield made


@pytest.mark.parametrize("words", ["", "  ", '""', "---", "* ("])
def test_a_search_without_a_word_is_refused(small: Corpus, words: str) -> None:
    with pytest.raises(UsageError, match="no word to search for"):
        small.search(words)


@pytest.mark.parametrize("words", ['a"b', "NOT burn", "mana OR", "(mana", "concede*", "text:burn", "^player", "+1/+1"])
def test_what_means_something_to_the_search_engine_is_searched_for_as_words(small: Corpus, words: str) -> None:
    assert isinstance(small.search(words, ever=True), tuple)


def test_a_release_and_a_comparison_come_from_the_texts(small: Corpus) -> None:
    assert small.release(LAST).name == str(LAST)
    changes = small.diff(SECOND, THIRD).changes
    assert [change.new[0].number for change in changes if change.for_review and change.part == "rules"] == ["710.1"]
