"""Texts woven onto known lives: which clauses go on from a known release without text, on clauses made by hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path

from reviewed import answered

from benchmarks.written_lives import write_lives
from crdiff.history.chain import NONE, ChainStep, Stage
from crdiff.history.known_lives import FollowedRelease, KnownLife, KnownLives, KnownWording, sentence_prints
from crdiff.history.lineage import How
from crdiff.history.news import Size
from crdiff.history.onto_facts import FactClause, fact_clauses, fact_step
from crdiff.history.onto_lives import Chain, TextRelease, are_woven_on, woven_onto
from crdiff.history.thread import Thread, wording_runs
from crdiff.history.weave import weave
from crdiff.model.clause import Clause, ClauseKind
from crdiff.model.fingerprint import raw_fingerprint
from crdiff.model.number import ClauseNumber
from tests.conftest import Golden
from tests.support.days import on

FILE = Path(__file__).with_name("onto_facts.txt")
RULES = {
    "3": "Cards", "300": "General", "300.1": "A card has a name. A name is printed at the top.",
    "300.2": "A card has a cost.", "300.3": "A card has a type.", "301": "Colors", "301.1": "There are five colors.",
    "301.2": "A card without a color is colorless.",
}  # fmt: skip


def clauses(says: Mapping[str, str]) -> tuple[FactClause, ...]:
    """Return clauses by number; what has no full stop is a title."""
    numbers = sorted(map(ClauseNumber.parse, says))
    parted = ((number, says[str(number)].partition(".")) for number in numbers)
    return fact_clauses(
        (number, 1, "" if stop else said, said + stop + more if stop else "", ())
        for number, (said, stop, more) in parted
    )


def step_between(given: list[str]) -> Iterator[str]:
    """Yield what came of the rules above, some of which were otherwise in the old or the new ones; not what stayed."""
    old, new = (
        RULES | {number: said for which, number, said in map(_parted, given) if which == side}
        for side in ("old", "new")
    )
    before, after = clauses(old), clauses({number: said for number, said in new.items() if said})
    step = fact_step(before, after)
    if step is None:
        yield "other rules"
        return
    for at, origin in enumerate(step.step.continues):
        told = "new" if origin == NONE else f"was {before[origin].number}"
        sure = "unsure" if at in step.unsure else "the same" if at in step.same else "sure"
        if (told, sure) != (f"was {after[at].number}", "the same"):
            yield f"{after[at].number:8}{told:12}{sure}"
    for at, clause in enumerate(before):
        if at not in step.step.continues:
            yield f"{clause.number:8}{'gone':12}{'open' if at in step.open else 'sure'}"


def _parted(line: str) -> list[str]:
    which, number, *said = line.split(" ", 2)
    return [which, number, *(said or [""])]


def test_what_becomes_of_clauses_is_as_reviewed(golden: Golden) -> None:
    golden(FILE, answered(FILE, step_between))


# texts woven onto known lives, on releases of a few clauses made by hand


# Number -> what the clause says.
Says = Mapping[str, str]

CARDS = {"3": "Cards.", "300": "General.", "300.1": "A card has a name.", "300.2": "A card has a cost."}
TYPED = {**CARDS, "300.3": "A card's type is printed."}
MOVED = {"3": "Cards.", "300": "General.", "300.1": "A card has a name.", "300.2": "A card's type is printed."}
D1, D2, D3, D4 = "2001-01-01", "2002-01-01", "2003-01-01", "2004-01-01"


def printed(text: str) -> str:
    """Return the fingerprint of a wording."""
    return raw_fingerprint(Clause(ClauseKind.RULE, "", text))


def chain(releases: Mapping[str, Says]) -> Chain:
    """Return the chain of releases in which a clause goes on under its number, or with its text."""
    stages = [
        Stage(on(day), tuple(says), tuple(map(printed, says.values())), (NONE,) * len(says))
        for day, says in releases.items()
    ]
    steps = [_step(old, new) for old, new in pairwise(stages)]
    return Chain(tuple(map(on, releases)), weave(stages, steps, lambda one: one), ())


def _step(old: Stage, new: Stage) -> ChainStep:
    texts, numbers = ({one: at for at, one in enumerate(each)} for each in (old.wordings, old.numbers))
    said = {texts[wording] for wording in new.wordings if wording in texts}
    free = {number: at for number, at in numbers.items() if at not in said}
    return ChainStep(
        tuple(
            texts.get(wording, free.get(number, NONE))
            for number, wording in zip(new.numbers, new.wordings, strict=True)
        )
    )


def known(releases: Mapping[str, Says]) -> KnownLives:
    """Return the lives of the clauses of releases."""
    followed = chain(releases)
    text = {printed(one): one for says in releases.values() for one in says.values()}
    lives = [_life(thread, text) for thread in followed.clauses]
    sizes = [
        Size(day, len(says), 0, 0, 0, 0, 0, 0) for day, says in zip(followed.dates, releases.values(), strict=True)
    ]
    return KnownLives(write_lives([FollowedRelease(size, "0", "0") for size in sizes], lives, [], "small"))


def _life(thread: Thread, text: Mapping[str, str]) -> KnownLife:
    begun = [run[0] for run in wording_runs(thread.stays)]
    wordings = (KnownWording(stay.first, (), False, True, sentence_prints(text[stay.wording], ())) for stay in begun)
    return KnownLife(thread, tuple(wordings))


def woven(lives: KnownLives, releases: Mapping[str, Says], *, known_days: Sequence[str] = ()) -> dict[str, list[str]]:
    """Return id -> its stays, written ``first-last number text``, ``?`` for a text that is not at hand."""
    followed = _woven(lives, releases, known_days)
    said = {printed(one): one for says in releases.values() for one in says.values()}
    years = [day.year for day in followed.dates]
    return {
        thread.id: [
            f"{years[stay.first]}-{years[stay.last]} {stay.number} {said.get(stay.wording, '?')}"
            for stay in thread.stays
        ]
        for thread in followed.clauses
    }


def _woven(lives: KnownLives, releases: Mapping[str, Says], known_days: Sequence[str] = ()) -> Chain:
    said = {printed(one): one for says in releases.values() for one in says.values()}
    texts = [TextRelease(on(day), day in known_days) for day in releases]
    return woven_onto(lives, texts, chain(releases), lambda one: ("", said[one], ()) if one in said else None)


def test_a_text_gives_its_words_to_every_release_that_prints_them() -> None:
    lives = known({D1: CARDS, D2: TYPED, D3: MOVED})
    found = woven(lives, {D2: TYPED}, known_days=[D2])
    assert found["2001-01-01-300.1"] == ["2001-2003 300.1 A card has a name."]
    assert found["2001-01-01-300.2"] == ["2001-2002 300.2 A card has a cost."]
    assert found["2002-01-01-300.3"] == [
        "2002-2002 300.3 A card's type is printed.",
        "2003-2003 300.2 A card's type is printed.",
    ]


def test_a_known_wording_in_another_dress_stands_for_it_in_all_releases() -> None:
    curly = {number: text.replace("'", "’") for number, text in TYPED.items()}
    found = woven(known({D1: CARDS, D2: TYPED, D3: MOVED}), {D2: curly}, known_days=[D2])
    assert found["2002-01-01-300.3"][-1] == "2003-2003 300.2 A card’s type is printed."


def test_a_release_after_the_last_known_one_goes_on_with_the_lives() -> None:
    found = woven(known({D1: CARDS, D2: TYPED}), {D3: MOVED})
    assert found["2001-01-01-300.1"] == ["2001-2003 300.1 A card has a name."]
    assert found["2002-01-01-300.3"][-1] == "2003-2003 300.2 A card's type is printed."
    assert found["2001-01-01-300.2"] == ["2001-2002 300.2 ?"]


def test_what_came_and_went_since_a_release_without_text_is_told() -> None:
    followed = _woven(known({D1: CARDS, D2: TYPED}), {D3: MOVED})
    by_id = {thread.id: thread for thread in followed.clauses}
    (ended,) = by_id["2001-01-01-300.2"].fate
    assert (ended.how, followed.dates[ended.at]) == (How.REMOVED, on(D3))


def test_texts_that_follow_one_another_are_joined_by_their_alignment() -> None:
    later = {**MOVED, "300.2": "A card has one type or more."}
    found = woven(known({D1: CARDS, D2: TYPED}), {D3: MOVED, D4: later})
    assert found["2002-01-01-300.3"][-2:] == [
        "2003-2003 300.2 A card's type is printed.",
        "2004-2004 300.2 A card has one type or more.",
    ]


def test_a_text_between_two_known_releases_leaves_the_later_ones_as_they_are() -> None:
    lives = known({D1: CARDS, D3: MOVED})
    found = woven(lives, {D2: {**CARDS, "300.4": "A card has a color."}})
    assert found["2001-01-01-300.1"] == ["2001-2003 300.1 A card has a name."]
    assert found["2002-01-01-300.4"] == ["2002-2002 300.4 A card has a color."]


def test_only_texts_of_the_same_rules_that_lack_a_release_are_woven_on() -> None:
    lives = known({D1: CARDS, D2: TYPED})

    def are(releases: Mapping[str, Says], *known_days: str) -> bool:
        said = {printed(one): one for says in releases.values() for one in says.values()}
        texts = [TextRelease(on(day), day in known_days) for day in releases]
        return are_woven_on(lives, texts, chain(releases), lambda one: ("", said[one], ()))

    assert are({D3: MOVED})
    assert are({D1: CARDS}, D1)
    assert not are({D1: CARDS, D2: TYPED}, D1, D2)
    assert not are({D3: {"1": "Chess.", "100": "Squares.", "100.1": "A king moves."}})
    assert not are({})
