"""Quotations in the dress of the places where people post them, each of a known release, from all releases of an index.

    python benchmarks/dressed_passages.py [--count 200] [--seed 1] [--show 5]

The corpus is that of $CRDIFF_HOME. Ends with 1 where a figure is worse than it must be.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from textwrap import wrap
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.made_passages import Clause, Texts, index_at_hand
from crdiff.identify.identified import Identified
from crdiff.identify.identify import identify
from crdiff.identify.today import updated
from crdiff.identify.word_index import WordIndex
from crdiff.text.same_words import words_alone

FEWEST_WORDS, MOST_WORDS = 14, 90
"""Words of a clause that is quoted."""
WORDS_OF_WRONG = 25
"""Words from which on a clause has a wrong one in ten."""
LEAST = {"inside": 0.99, "equal": 0.96, "slips": 0.98, "wrong words": 0.95, "versions": 0.97}
"""Shares that must be reached. In a post of versions without numbers the words may be those of another clause too."""
_STRAIGHT = str.maketrans("’‘“”", "''\"\"")
_OTHER_WORDS = ["table", "river", "often", "maybe", "seven", "blue", "quickly", "under", "person", "morning"]
_OCR = (("rn", "m"), ("cl", "d"), ("ll", "li"), ("e", "c"), ("h", "b"), ("i", "l"))


@dataclass(frozen=True, slots=True)
class Dressed:
    """A `page` that quotes `clause` of the release at `position`; it prints the number where `is_numbered`.

    `truth` are the releases that have the words, under the number where that is printed; `slips` the words spelt wrong.
    """

    dress: str
    page: str
    clause: Clause
    position: int
    is_numbered: bool
    truth: frozenset[int]
    slips: tuple[str, ...] = ()


def _above(number: str, text: str, _: Random) -> str:
    return f"Here is the rule.\n\n{number} states:\n{text}\n\nThat is all."


def _behind_quote(number: str, text: str, _: Random) -> str:
    return f'As they told me: "{number} {text.translate(_STRAIGHT)}" and so on.'


def _bbcode(number: str, text: str, _: Random) -> str:
    return f"[quote=Judge]\n[b]{number}[/b] {text}\n[/quote]\nI agree."


def _json(number: str, text: str, chance: Random) -> str:
    return json.dumps([{"rule": number, "text": text}], ensure_ascii=chance.random() < 0.5)


def _table(number: str, text: str, _: Random) -> str:
    return f"| Number | Rule |\n|---|---|\n| **{number}** | {text} |\n"


def _item(number: str, text: str, chance: Random) -> str:
    return f"Some rules:\n\n{chance.choice('-*+•')} {number}: {text}\n- And mine.\n"


def _block(number: str, text: str, _: Random) -> str:
    return "\n".join(f"> {line}" for line in wrap(f"**{number}** {text}", 66, break_on_hyphens=False))


def _subtitles(_: str, text: str, __: Random) -> str:
    cues = wrap(text, 42, break_on_hyphens=False)
    time = "00:{:02}:00,000 --> 00:{:02}:04,500"
    return "\n\n".join(f"{at}\n{time.format(at, at)}\n{cue}" for at, cue in enumerate(cues, 1)) + "\n"


def _hyphens(number: str, text: str, chance: Random) -> str:
    words = f"{number} {text}".split(" ")
    for at in range(6, len(words), 11):
        if re.fullmatch(r"[a-z]{6,}", words[at]):
            cut = chance.randint(2, len(words[at]) - 3)
            words[at] = f"{words[at][:cut]}-\n{words[at][cut:]}"
    return " ".join(words)


def _plain(number: str, text: str, _: Random) -> str:
    return f"{number}. {text}"


_WHOLE: dict[str, Callable[[str, str, Random], str]] = {
    "above": _above, "behind a quotation mark": _behind_quote, "BBCode": _bbcode, "JSON": _json, "table": _table,
    "item": _item, "block": _block, "subtitles": _subtitles, "hyphens": _hyphens,
}  # fmt: skip


def dressed_passages(texts: Texts, chance: Random, count: int) -> Iterator[Dressed]:
    """Yield pages in all kinds of dress, one after the other."""
    dresses = [*_WHOLE, "half", "left out", "OCR"]
    for at in range(count):
        yield _dressed(dresses[at % len(dresses)], texts, chance)


def _dressed(dress: str, texts: Texts, chance: Random) -> Dressed:
    while True:
        position, one = drawn(texts, chance)
        words = one.text.split(" ")
        if dress == "half":
            size = chance.randint(8, 12)
            said = " ".join(words[:size])
            if '"' in said.translate(_STRAIGHT) or re.search(r"[.:;!?()]|\d", said):
                continue
            truth = texts.having([Clause(one.life, one.number, said)], with_numbers=False)
            return Dressed(dress, f"I recall it says “{said.rstrip(',')}” somewhere.", one, position, False, truth)
        if dress == "left out":
            if len(words) < 34:
                continue
            parts = [" ".join(words[:12]), " ".join(words[-12:])]
            truth = texts.having([Clause(one.life, one.number, part) for part in parts], with_numbers=True)
            return Dressed(dress, f"{one.number} {parts[0]} ... {parts[1]}", one, position, True, truth)
        slips: tuple[str, ...] = ()
        if dress == "OCR":
            slips = tuple(_misread(words, chance))
            page = _plain(one.number, " ".join(words), chance)
        else:
            page = _WHOLE[dress](one.number, one.text, chance)
        is_numbered = dress != "subtitles"
        truth = texts.having([one], with_numbers=is_numbered)
        return Dressed(dress, page, one, position, is_numbered, truth, slips)


def drawn(texts: Texts, chance: Random, least: int = FEWEST_WORDS) -> tuple[int, Clause]:
    """Return the position of a release and one of its clauses, without examples, that has some words of its own."""
    while True:
        position = chance.randrange(len(texts.releases))
        one = chance.choice(texts.releases[position])
        text = one.text.partition("\nExample")[0].replace("\n", " ")
        if "." in one.number and least <= len(text.split()) <= MOST_WORDS:
            return position, Clause(one.life, one.number, text)


def _misread(words: list[str], chance: Random) -> Iterator[str]:
    """Misread a word in twenty, of those that can be misread, and yield them as they are read."""
    able = {at: [each for each in _OCR if each[0] in word] for at, word in enumerate(words) if len(word) > 4}
    places = [at for at, readings in able.items() if readings and words[at].isalpha()]
    for at in chance.sample(places, min(len(places), max(1, len(words) // 20))):
        words[at] = words[at].replace(*chance.choice(able[at]), 1)
        yield words[at]


def with_wrong_words(texts: Texts, chance: Random, count: int) -> Iterator[tuple[str, Clause]]:
    """Yield clauses of some length with one word in ten replaced by another, and the clause."""
    for _ in range(count):
        _, one = drawn(texts, chance, WORDS_OF_WRONG)
        words = one.text.split(" ")
        for at in chance.sample(range(len(words)), len(words) // 10):
            words[at] = chance.choice(_OTHER_WORDS)
        yield " ".join(words), one


@dataclass(frozen=True, slots=True)
class Versions:
    """A page that sets an old wording of a clause beside that of today, and where each begins."""

    page: str
    old: Clause
    new: Clause
    today: str


_BESIDE = (
    "Old:\n{a} {old}\n\nNew:\n{b} {new}\n",
    "> {a} {old}\nbut today\n> {b} {new}\n",
    "-{a} {old}\n+{b} {new}\n",
    "- {old}\n+ {new}\n",
    "Before: “{old}” After: “{new}”",
    "It was “{old}” and is “{new}” now.",
)


def versions(texts: Texts, chance: Random, count: int) -> Iterator[Versions]:
    """Yield posts on what changed in a clause of today, in the forms that people use, one after the other."""
    newest = len(texts.releases) - 1
    at = 0
    while at < count:
        now = chance.choice(texts.releases[newest])
        new = _proper(now)
        earlier = [(stay.number, now.life.wordings[stay.wording]) for stay in now.life.stays if stay.last < newest]
        differing = [each for each in earlier if _differ(new, each[1])]
        if "." not in now.number or not FEWEST_WORDS <= len(new.split()) <= MOST_WORDS or not differing:
            continue
        then = Clause(now.life, *chance.choice(differing))
        form, old = _BESIDE[at % len(_BESIDE)], _proper(then)
        if len(old.split()) < FEWEST_WORDS or "EXAMPLE:" in old or ("“{" in form and "“" in old + new):
            continue  # examples of 1999 stand in the clause, and today's stand under it
        is_said = newest in texts.having([Clause(then.life, then.number, old)], with_numbers=False)
        if "{a}" not in form and (is_said or not (texts.is_of_one(old) and texts.is_of_one(new))):
            continue  # without a number words can be of any clause that has them
        page = form.format(a=then.number, b=now.number, old=old, new=new)
        yield Versions(page, then, now, form.format(a=now.number, b=now.number, old=new, new=new))
        at += 1


def _differ(one: str, other: str) -> bool:
    """Whether neither of two wordings has all of the other, whatever numbers they cite and however names are set."""
    bare, bare_other = (re.sub(r"\d[\d.]*[a-z]?|_", "", each).replace("TM", "™") for each in (one, other))
    return not _says(bare, bare_other) and not _says(bare_other, bare)


def _proper(one: Clause) -> str:
    return one.text.partition("\nExample")[0].replace("\n", " ")


def positions(found: Identified, index: WordIndex, *, by_words: bool) -> frozenset[int]:
    """Return the releases that all passages of an answer can be of."""
    every = [one.by_words if by_words else one.spans for one in found.passages]
    held = (
        frozenset(at for at, day in enumerate(index.dates) if any(one.covers(day) for one in spans)) for spans in every
    )
    return frozenset.intersection(*held) if every else frozenset()


def is_right(one: Versions, index: WordIndex) -> bool:
    """Whether each side of a post is dated by itself without a slip, and today's text changes the old side alone."""
    found = identify(one.page, index)
    sides = [
        frozenset(
            at
            for stay in side.life.stays
            if _says(side.life.wordings[stay.wording], side.text)
            for at in range(stay.first, stay.last + 1)
        )
        for side in (one.old, one.new)
    ]
    dates = [
        {at for at, day in enumerate(index.dates) if any(span.covers(day) for span in each.spans)}
        for each in found.passages
    ]
    apart = len(dates) == 2 and all(mine and mine <= side for mine, side in zip(dates, sides, strict=True))
    written = updated(one.page, lambda text: identify(text, index))
    again = updated(written.text, lambda text: identify(text, index))
    return (
        apart
        and not found.slips
        and written.text.translate(_STRAIGHT) == one.today.translate(_STRAIGHT) == again.text.translate(_STRAIGHT)
    )


def _says(whole: str, part: str) -> bool:
    return f" {words_alone(part.partition(chr(10) + 'Example')[0])} " in f" {words_alone(whole)} "


def finds(page: str, one: Clause, index: WordIndex) -> bool:
    """Whether a page is said to quote a clause."""
    return any(each.id == one.life.id for each in identify(page, index).quotations)


def dressed_figures(index: WordIndex, seed: int, count: int) -> tuple[dict[str, float], list[str]]:
    """Return the shares reached, by the names in `LEAST`, over `count` passages, and what was not as it must be."""
    texts, chance = Texts(index), Random(seed)
    cases = list(dressed_passages(texts, chance, count))
    outcomes = [(case, _outcome(case, index)) for case in cases]
    faults = [f"{case.dress} {index.dates[case.position]} {case.page!r}" for case, found in outcomes if not all(found)]
    slips = [case for case in cases if case.slips]
    wrong = [(page, finds(page, one, index)) for page, one in with_wrong_words(texts, chance, count // 2)]
    posts = [(post.page, is_right(post, index)) for post in versions(texts, chance, count * 3 // 10)]
    faults += [f"{page!r}" for page, is_found in (*wrong, *posts) if not is_found]
    return {
        "inside": _share(found.is_inside for _, found in outcomes),
        "equal": _share(found.is_equal for _, found in outcomes),
        "slips": _share(found.has_slips for case, found in outcomes if case in slips),
        "wrong words": _share(is_found for _, is_found in wrong),
        "versions": _share(is_found for _, is_found in posts),
    }, faults


class _Outcome(NamedTuple):
    is_inside: bool
    is_equal: bool
    has_slips: bool


def _outcome(case: Dressed, index: WordIndex) -> _Outcome:
    """Return how a page was identified; its slips are those made and no others."""
    answer = identify(case.page, index)
    there = positions(answer, index, by_words=not case.is_numbered)
    written = [slip.written.lower() for slip in answer.slips]
    are_found = all(any(slip.lower() in each for each in written) for slip in case.slips)
    are_made = all(any(slip.lower() in each for slip in case.slips) for each in written)
    return _Outcome(case.position in there, there == case.truth, are_found and are_made)


def _share(held: Iterable[bool]) -> float:
    every = list(held)
    return sum(every) / max(1, len(every))


def main() -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    for name, number in (("--count", 200), ("--seed", 1), ("--show", 5)):
        parser.add_argument(name, type=int, default=number)
    given = parser.parse_args()
    index = index_at_hand(parser)
    figures, faults = dressed_figures(index, given.seed, given.count)
    print(", ".join(f"{name} {share:.1%}" for name, share in figures.items()))
    print(*faults[: given.show], sep="\n")
    return int(any(figures[name] < least for name, least in LEAST.items()))


if __name__ == "__main__":
    sys.exit(main())
