"""Texts woven onto known lives: which clauses go on from a known release without text, on clauses made by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from benchmarks.written_lives import write_lives
from crdiff.history.chain import NONE, ChainStep, Stage
from crdiff.history.known_lives import FollowedRelease, KnownLife, KnownLives, KnownWording, sentence_prints
from crdiff.history.lineage import How
from crdiff.history.news import Size
from crdiff.history.onto_facts import FactClause, FactStep, fact_clauses, fact_step
from crdiff.history.onto_lives import Chain, TextRelease, are_woven_on, woven_onto
from crdiff.history.thread import Thread, wording_runs
from crdiff.history.weave import weave
from crdiff.model.clause import Clause, ClauseKind
from crdiff.model.fingerprint import raw_fingerprint
from crdiff.model.number import ClauseNumber
from tests.support.days import on

RULES = {
    "3": "Cards", "300": "General", "300.1": "A card has a name. A name is printed at the top.",
    "300.2": "A card has a cost.", "300.3": "A card has a type.", "301": "Colors", "301.1": "There are five colors.",
    "301.2": "A card without a color is colorless.",
}  # fmt: skip


def clauses(says: Mapping[str, str]) -> tuple[FactClause, ...]:
    """Return clauses by number; what has no full stop is a title."""
    return fact_clauses(
        (ClauseNumber.parse(number), 1, "" if "." in said else said, said if "." in said else "", ())
        for number, said in says.items()
    )


def stepped(later: Mapping[str, str], more: Mapping[str, str] = {}) -> tuple[dict[str, str], FactStep]:
    """Return the step from the rules above and `more` to later ones, and new number -> old number of what went on."""
    old, new = clauses({**RULES, **more}), clauses(later)
    step = fact_step(old, new)
    assert step is not None
    pairs = zip(new, step.step.continues, strict=True)
    return {each.number: old[before].number for each, before in pairs if before != NONE}, step


def named(later: Mapping[str, str], indices: frozenset[int]) -> set[str]:
    return {list(later)[index] for index in indices}


def test_what_says_the_same_is_the_same_under_whatever_number() -> None:
    later = {"3": "Cards", "300": "General", "300.1": "A card exists.", **_moved()}
    went, step = stepped(later)
    assert (went["300.2"], went["300.3"], went["300.4"]) == ("300.1", "300.2", "300.3")
    assert {"300.2", "300.3", "300.4"} <= named(later, step.same)
    assert not named(later, step.unsure) & {"300.2", "300.3", "300.4"}


def _moved() -> dict[str, str]:
    shifted = {"300.2": RULES["300.1"], "300.3": RULES["300.2"], "300.4": RULES["300.3"]}
    return {**shifted, **{number: said for number, said in RULES.items() if number.startswith("301")}}


def test_number_and_a_sentence_of_its_own_are_enough() -> None:
    later = {**RULES, "300.1": "A card has a name. It is a word."}
    went, step = stepped(later)
    assert went["300.1"] == "300.1"
    assert "300.1" not in named(later, step.unsure | step.same)


def test_a_clause_in_other_words_where_one_stood_alone_most_likely_is_that_one_and_it_is_unsure() -> None:
    later = {**RULES, "300.2": "Every card has a cost that is paid."}
    went, step = stepped(later)
    assert went["300.2"] == "300.2"
    assert named(later, step.unsure) == {"300.2"}


def test_of_two_clauses_where_one_stood_the_one_with_its_number_may_be_that_one() -> None:
    later = {"3": "Cards", "300": "General", "300.1": RULES["300.1"], "300.2": "Every card has a cost that is paid."}
    later |= {"300.3": "What it costs is mana.", "300.4": RULES["300.3"]}
    later |= {number: said for number, said in RULES.items() if number.startswith("301")}
    went, step = stepped(later)
    assert went["300.2"] == "300.2"
    assert "300.3" not in went
    assert "300.2" in named(later, step.unsure)
    assert step.open == frozenset()


def test_what_shares_most_of_its_words_may_be_the_same_under_another_number() -> None:
    later = {**RULES, "300.4": LAND.format("was")}
    went, step = stepped(later, {"301.3": LAND.format("is")})
    assert went["300.4"] == "301.3"
    assert "300.4" in named(later, step.unsure)


def test_headings_without_a_common_word_are_not_taken_for_one_because_of_their_place() -> None:
    went, _ = stepped({**RULES, "301": "Loyalty", "301.1": "A planeswalker has loyalty.", "301.2": "It goes up."})
    assert "301" not in went


def test_what_comes_where_nothing_went_is_new_and_what_goes_where_nothing_came_is_gone() -> None:
    later = {number: said for number, said in RULES.items() if number != "301.2"} | {"302": "Sets", "302.1": "It has."}
    went, step = stepped(later)
    assert {"302", "302.1"}.isdisjoint(went)
    assert not step.unsure
    assert not step.open


def test_other_rules_are_not_joined() -> None:
    assert fact_step(clauses(RULES), clauses({"1": "Chess", "100": "Pieces", "100.1": "A pawn goes one step."})) is None


def test_a_clause_that_was_taken_apart_goes_on_in_the_one_that_begins_as_it_did() -> None:
    later = {**RULES, "300.4": "Loyalty is a number. Who has it is told.", "300.5": "It goes up. It goes down."}
    went, _ = stepped(later, {"301.3": "Loyalty is a number. It goes up."})
    assert went["300.4"] == "301.3"
    assert "300.5" not in went


def test_clauses_without_a_word_in_common_are_not_taken_for_one_because_of_their_place() -> None:
    went, _ = stepped({**RULES, "301.2": "Nobody ever wins."})
    assert "301.2" not in went


LAND = "Each color has its own basic land that {} named after what grows there."


def test_of_two_clauses_as_like_a_reworded_one_goes_on_where_its_family_went() -> None:
    moved = {"304": "Hues", "304.1": LAND.format("was"), "304.2": RULES["301.1"], "304.3": RULES["301.2"]}
    moved |= {"305": "Lands", "305.1": LAND.format("was")}
    later = {number: said for number, said in RULES.items() if number < "301"} | moved
    went, _ = stepped(later, {"301.3": LAND.format("is")})
    assert went["304.1"] == "301.3"
    assert "305.1" not in went


def test_where_most_is_new_all_that_does_not_read_as_before_is_unsure() -> None:
    later = {"3": "Cards", "300": "General", "300.1": "A card has a name. It is a word.", "300.2": RULES["300.2"]}
    later |= {f"302.{at}": f"Sentence {at} is told here for the first time." for at in range(1, 8)}
    _, step = stepped(later)
    assert named(later, step.unsure) == set(later) - {"3", "300", "300.2"}


def test_what_is_like_a_clause_that_does_not_surely_go_on_may_be_that_one() -> None:
    later = {**RULES, "302": "Lands", "302.1": LAND.format("was"), "302.2": LAND.format("shall be")}
    _, step = stepped(later, {"301.3": LAND.format("is")})
    assert named(later, step.unsure) == {"302.1", "302.2"}


def test_what_is_new_beside_a_clause_that_does_not_surely_go_on_may_be_that_one() -> None:
    """104.1 of 2007-05-01, of which 104.1a took the words."""
    later = {**RULES, "301.2": "Only five are known.", "301.2a": LAND.format("was")}
    later |= {"302": "Sets", "302.1": "It has."}
    _, step = stepped(later, {"301.2": f"There are six. {LAND.format('is')}"})
    assert named(later, step.unsure) == {"301.2", "301.2a"}


def test_a_clause_that_left_the_one_above_it_is_unsure_though_it_says_the_same() -> None:
    """213 of 2003-07-01 took the title of 401, 800.5 of 2010-06-18 the words of 103.4b."""
    later = {**RULES, "301": "Sets", "301.3": "A set has a symbol."}
    later |= {"301.4": f"{LAND.format('is')} It has a name."}
    moved = {"300.4": "Sets", "300.5": "A set has a symbol.", "300.6": f"{LAND.format('is')} It is used."}
    went, step = stepped(later, moved)
    assert [went[number] for number in ("301", "301.3", "301.4")] == list(moved)
    assert {"301", "301.3", "301.4"} <= named(later, step.unsure)


def test_a_clause_is_unsure_where_one_in_doubt_beside_it_is_as_like_its_origin() -> None:
    """703.4b of 2021-11-19 has a sentence of the 703.4b before it, and 703.4c the others in other words."""
    see = "See the rule on untapping."
    later = {**RULES, "300.4": f"Day is looked at. {see}", "300.5": LAND.format("was")}
    went, step = stepped(later, {"300.4": f"{LAND.format('is')} {see}"})
    assert went["300.4"] == "300.4"
    assert named(later, step.unsure) == {"300.4", "300.5"}


def test_of_two_clauses_as_like_a_reworded_one_goes_on_in_the_one_between_its_neighbours() -> None:
    begun = {"300.1a": "A card has a nickname."}
    before = {**begun, "300.1b": LAND.format("is"), "300.1c": "A card has a sound."}
    later = {"300.1c": LAND.format("was"), "300.1d": "A card has a sound.", "300.1e": LAND.format("was")}
    went, _ = stepped({**RULES, **begun, **later}, before)
    assert went["300.1c"] == "300.1b"


# texts woven onto known lives, on releases of a few clauses made by hand


Says = Mapping[str, str]
"""Number -> what the clause says."""

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
