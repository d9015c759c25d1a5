"""Write pages that quote clauses of a random release as the rules read today, twice: the second run changes nothing.

    python benchmarks/today_pages.py ../shared/cr CORPUS [PAGES [SEED [FIRST]]]

A page quotes three to six clauses of one release, as wholes or one of their sentences, with the number before them or
without. What each should be today comes from the numbers and the wordings of its lineage in the corpus. For each page
whose answer is another, and at the end in all: the quotations, those not found, those whose clause or words ended.
"""

from __future__ import annotations

import re
import sys
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from random import Random
from typing import NamedTuple

import crdiff
from crdiff.history.lineage import Lineage
from crdiff.identify.identified import Identified
from crdiff.identify.today import Updated, updated
from crdiff.model.number import ClauseNumber
from crdiff.reports.identified import fate_of_words
from crdiff.text.normalise import fold_typography
from crdiff.text.same_words import sentences_as_printed, words_alone

PAGES = 200
SEED = 31
_WORDS_MIN = 8
"""Words of the shortest quotation: fewer are claimed by their number only."""
_OWN = ("We played it so all evening.", "Somebody asked about this on Friday.", "My own two cents follow below.")


class Drawn(NamedTuple):
    """A quotation of a clause: its number in the release that the page is of, and whether it is all of the clause."""

    number: str
    text: str
    is_whole: bool
    is_numbered: bool

    @property
    def printed(self) -> str:
        """The paragraph of the page."""
        return f"{self.number}. {self.text}" if self.is_numbered else self.text


class Today(NamedTuple):
    """What became of a clause: its number and wording in the newest release, "" where it ended."""

    number: str
    text: str


def drawn_page(clauses: Sequence[tuple[str, str]], random: Random) -> list[Drawn]:
    """Return the quotations of a page of a release with `clauses`, each a number and a text."""
    found = []
    for number, text in random.sample(clauses, random.randint(3, 6)):
        is_whole = random.random() < 0.5
        sentences = [one for one in sentences_as_printed(text) if len(one.split()) >= _WORDS_MIN]
        quoted = text if is_whole or not sentences else random.choice(sentences)
        found.append(Drawn(number, quoted, words_alone(quoted) == words_alone(text), random.random() < 0.5))
    return found


def printed(page: Sequence[Drawn], random: Random) -> str:
    """Return a page as Markdown, with words of its own between some of its quotations."""
    return "\n\n".join(
        f"{random.choice(_OWN)}\n\n> {one.printed}" if random.random() < 0.5 else one.printed for one in page
    )


class Written(NamedTuple):
    """A page before and after it was written, and what it quotes afterwards."""

    before: str
    done: Updated
    found: Identified


def faults(page: Sequence[Drawn], today: Sequence[Today], texts: Mapping[str, str], written: Written) -> Iterator[str]:
    """Yield what is wrong with the page that was written; `texts` are the words of the wordings of today, as printed.

    A paragraph that is not taken for a quotation stays as it is.
    """
    before, done, found = written
    old, new = (_quoted(text) for text in (before, done.text))
    if not len(old) == len(new) == len(page):
        yield f"{len(page)} quotations, {len(old)} paragraphs before, {len(new)} after"
        return
    paragraphs = done.text.split("\n\n")
    claimed = {_bare(paragraphs[done.text.count("\n\n", 0, one.start)]) for one in found.quotations}
    left = {_bare(paragraphs[done.text.count("\n\n", 0, one.quotation.start)]): one.reason for one in done.left}
    for one, then, was, now in zip(page, today, old, new, strict=True):
        number, _, said = now.partition(". ") if one.is_numbered else ("", "", now)
        words, whole = words_alone(said), words_alone(then.text)
        stands = any(f" {words} " in f" {each} " or (each and f" {each} " in f" {words} ") for each in texts)
        if was in left:
            if was != now or words in texts:
                yield f"left ({left[was]}), but today {then.number} {then.text}: {was}"
        elif now not in claimed and was == now:
            continue
        elif not stands:
            yield f"no words of today: {now}"
        elif (
            words not in words_alone(was)
            and "?" not in was
            and not any(fold_typography(said) in each for each in texts.values())
        ):
            yield f"other marks than today's: {now}"
        elif one.is_numbered and then.text and (number != then.number or f" {words} " not in f" {whole} "):
            yield f"not today's {then.number}. {then.text}: {now}"


def _quoted(page: str) -> list[str]:
    return [_bare(part) for part in page.split("\n\n") if part not in _OWN]


def _bare(paragraph: str) -> str:
    return paragraph.removeprefix("> ")


def contradictions(found: Identified) -> Iterator[str]:
    """Yield the quotations that are called unchanged though the newest release reads otherwise."""
    for one in found.quotations:
        is_current = any(span.covers(found.newest) for span in one.spans)
        if not is_current and re.search("unchanged since(?! but)|same today", fate_of_words(one)):
            yield f"called unchanged, but ended: {one.number} {one.text}"


def main() -> None:
    """Print the faults of each page, then how many there are of each kind."""
    folder, corpus = map(Path, sys.argv[1:3])
    pages, seed, first = map(int, (*sys.argv[3:], *map(str, (PAGES, SEED, 0)[len(sys.argv) - 3 :])))
    days = [date.fromisoformat(path.stem) for path in sorted(folder.glob("*.txt"))]
    read = {day: _clauses(folder / f"{day}.txt") for day in days[-1:]}
    counts: Counter[str] = Counter()
    with crdiff.Corpus(corpus) as asked:
        standing = _standing(asked)
        current = asked.release(days[-1])
        clauses = [node.clause for node in crdiff.walk(current)]
        newest = ["\n".join((one.text, *one.examples)) for one in clauses] + [one.text for one in current.glossary]
        texts = {words_alone(text): fold_typography(text) for text in newest}
        for place in range(first, first + pages):
            random = Random(f"{seed} {place}")
            day = random.choice(days)
            read[day] = read.get(day) or _clauses(folder / f"{day}.txt")
            page = drawn_page(list(read[day].items()), random)
            today = [_today(standing.get((day, one.number)), read[days[-1]], days[-1]) for one in page]
            before = printed(page, random)
            found = asked.identify(before)
            done = updated(before, asked.identify)
            again = asked.identify(done.text)
            twice = updated(done.text, asked.identify)
            told = list(faults(page, today, texts, Written(before, done, again)))
            told += [f"a second run writes {twice.replaced}: {twice.text}"] if twice.text != done.text else []
            unlike = [*contradictions(found), *contradictions(again)]
            counts.update(
                pages=1,
                quotations=len(page),
                found=len(found.quotations),
                replaced=done.replaced,
                left=len(done.left),
                **{"ended of those drawn": sum(not one.text for one in today)},
                **{"not today's": len(told) - (twice.text != done.text), "second runs that write": twice.replaced},
                contradictions=len(unlike),
            )
            for line in (*told, *unlike):
                print(f"page {place} of {day}: {line}\n")
    print(", ".join(f"{name}: {count}" for name, count in counts.items()))


def _clauses(path: Path) -> Mapping[str, str]:
    """Return the texts of the clauses of a release by number; none printed twice, no headings."""
    release = crdiff.read(path.read_bytes(), path.name)
    nodes = [(str(node.number), node.clause.text) for node in crdiff.walk(release) if node.clause.text]
    often = Counter(number for number, _ in nodes)
    return {number: text for number, text in nodes if often[number] == 1 and "." in number}


def _standing(asked: crdiff.Corpus) -> Mapping[tuple[date, str], Lineage[ClauseNumber]]:
    """Return the lineages by each release and the number that they had in it."""
    dates = asked.releases
    return {
        (day, str(run.number)): line
        for line in asked.lineages()
        for run in line.runs
        for day in dates[bisect_left(dates, run.first) : bisect_right(dates, run.last)]
    }


def _today(line: Lineage[ClauseNumber] | None, texts: Mapping[str, str], newest: date) -> Today:
    number = line.number_in(newest) if line else None
    return Today(str(number), texts.get(str(number), "")) if number else Today("", "")


if __name__ == "__main__":
    main()
