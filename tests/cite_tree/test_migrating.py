"""Trees are moved to a release that nobody has yet: all old, all new, or half of them, by file or by line.

The release is made by ``eval/future.py`` of the shared folder, with its answers; the lines are those of
``gold/citations/spellings.json``, with other numbers in them and words of the clauses behind.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from unittest import mock

import pytest

from crdiff import Corpus
from crdiff.cite.checking import CiteChecker, CitingText
from crdiff.cite.editing import EditScope, TextUpdate, updates
from crdiff.cite.evidence import ClauseWords
from crdiff.cite.numbering import Numbering
from crdiff.cite.scan import Scanner
from crdiff.cite_tree.reading import threads_of, words_of_clauses
from crdiff.model.number import ClauseNumber
from crdiff.store.build import build

NEWEST = "2026-04-17"
FILES = 6
LINES = 20


@dataclass(frozen=True)
class Migration:
    """A release to come: what numbers become in it, and both numberings, with the words of their clauses."""

    moved: dict[str, str]
    numbers: list[ClauseNumber]
    numbering: Numbering
    words: ClauseWords


@pytest.fixture(scope="module")
def migration(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Migration:
    script = shared / "eval" / "future.py"
    if not script.exists():
        pytest.skip("no future.py in the shared folder")
    folder = tmp_path_factory.mktemp("future")
    newest, answers = shared / "cr" / f"{NEWEST}.txt", folder / "answers.json"
    made = (str(newest), "--date", "2027-01-08", "--seed", "1")
    to = ("-o", str(folder / "2027-01-08.txt"), "--answers", str(answers))
    subprocess.run([sys.executable, str(script), *made, *to], check=True, capture_output=True)
    corpus = Corpus(folder / "home")
    corpus.add(newest, folder / "2027-01-08.txt")
    with mock.patch.object(build, "are_woven_on", return_value=False):  # the answers are about these two alone
        threads = threads_of(corpus.archive)
    numbering = Numbering(threads, corpus.releases)
    words = words_of_clauses(corpus, numbering)
    assert words is not None
    moved = {number: to for number, to in json.loads(answers.read_text())["moved"].items() if "." in number}
    return Migration(moved, [number for number in numbering.numbers(0) if number.is_subrule], numbering, words)


def templates(shared: Path) -> list[str]:
    """Return the spellings of one number, with {} in its place."""
    cases = json.loads((shared / "gold" / "citations" / "spellings.json").read_text())["cases"]
    alone = [case for case in cases if len(case["numbers"]) == 1 and "." in case["numbers"][0]]
    lines = [case["text"].replace(case["numbers"][0], "{}", 1) for case in alone if case["numbers"][0] in case["text"]]
    kept = [line.rpartition("{}")[0] + "{}" for line in lines]
    return [line for line in dict.fromkeys(kept) if not any(mark in line for mark in ("CR 702", "119.", "\n"))]


def lines(shared: Path, migration: Migration, kind: str, file: int) -> Iterator[tuple[str, str]]:
    """Yield lines as they are written, and as they should read afterwards."""
    chance = Random(file)
    spelled = templates(shared)
    affected = [number for number in migration.numbers if str(number) in migration.moved]
    for place in range(LINES):
        number = chance.choice(affected if place % 2 else migration.numbers)
        clause = migration.numbering.clause(number, 0)
        said = [migration.words.said(each) for each in migration.numbering.wordings(clause or 0, 0, 0)]
        words = said[0][1].split() if said and said[0] else []
        start = chance.randrange(max(1, len(words) - 11))
        beside = " ".join(word for word in words[start : start + 12] if not any(map(str.isdigit, word)))
        to = migration.moved.get(str(number), str(number))
        is_new = kind == "new" or (kind == "by file" and file % 2 == 1) or (kind == "by line" and place % 4 > 1)
        spelling = chance.choice(spelled)
        yield (
            f"// {spelling.format(to if is_new else number)}: {beside}\nx({place});\n",
            f"// {spelling.format(to)}: {beside}\nx({place});\n",
        )


KINDS = ["old", "new", "by file", "by line"]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("has_words", [True, False], ids=["with texts", "without texts"])
def test_every_edit_is_right_and_none_is_made_twice(
    shared: Path, migration: Migration, kind: str, has_words: bool
) -> None:
    """Without texts, a citation that may be of either release is left alone as soon as the tree shows both."""
    made = {f"f{file}.rs": list(lines(shared, migration, kind, file)) for file in range(FILES)}
    old = {name: "".join(written for written, _ in rows).encode() for name, rows in made.items()}
    new = moved(old, migration, has_words=has_words)
    changed = wrong = open_ = 0
    for name, rows in made.items():
        after = new[name].decode().split("\nx(")
        for (written, wanted), line in zip(rows, after, strict=False):
            got = line.split(";\n")[-1]
            before, right = written.split("\nx(")[0], wanted.split("\nx(")[0]
            changed += got != before
            wrong += got not in (before, right)
            open_ += got == before != right
    assert not wrong
    assert (changed > 0) == (kind != "new")
    assert open_ <= 0.2 * FILES * LINES
    assert moved(new, migration, has_words=has_words) == new
    if kind == "old":
        back = moved(new, migration, has_words=has_words, is_back=True)
        ways = [
            (was, now, there)
            for name in old
            for was, now, there in zip(*(side[name].splitlines() for side in (old, back, new)), strict=True)
            if now != was
        ]
        assert [way for way in ways if way[1] != way[2]] == []  # left as it is where its mend stands close to it
        assert len(ways) <= (0 if has_words else 0.02 * FILES * LINES)


def moved(texts: dict[str, bytes], migration: Migration, *, has_words: bool, is_back: bool = False) -> dict[str, bytes]:
    """Return texts as they read after an update from the older release to the newer, or back."""
    found = updated(texts, migration, has_words=has_words, is_back=is_back)
    return texts | {update.text.name: update.new for update in found}


def updated(
    texts: dict[str, bytes], migration: Migration, *, has_words: bool, is_back: bool = False
) -> Sequence[TextUpdate]:
    citing = [CitingText(name, raw, tuple(Scanner().scan(raw))) for name, raw in texts.items()]
    words = migration.words if has_words else None
    checker = CiteChecker(migration.numbering, int(not is_back), words=words, presumed=int(is_back))
    return updates(checker.check(citing), migration.numbering.dates[int(not is_back)], asked=EditScope(strings=True))
