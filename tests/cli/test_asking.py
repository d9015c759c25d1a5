"""The commands that ask the corpus, run as their users run them."""

from __future__ import annotations

import csv
import io
import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from jsonschema import Draft202012Validator

from crdiff.reports.schemas import schema
from crdiff.store.corpus import Corpus
from tests.small_releases import RELEASES, release_text

Run = Callable[..., CompletedProcess[bytes]]
FIRST, SECOND, THIRD, LAST = RELEASES


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a corpus of the four small releases, built."""
    folder = tmp_path_factory.mktemp("asking")
    for day, clauses in RELEASES.items():
        (folder / f"{day}.txt").write_bytes(release_text(day, clauses))
    with Corpus(folder / "home") as corpus:
        corpus.add(folder)
        corpus.build()
    return folder / "home"


@pytest.fixture
def ask(crdiff: Run, home: Path) -> Callable[..., str]:
    """Return a function that runs a command on the corpus and gives what it prints, which must succeed quietly."""

    def run(*arguments: str) -> str:
        done = crdiff(*arguments, CRDIFF_HOME=str(home))
        assert (done.returncode, done.stderr) == (0, b"")
        return done.stdout.decode()

    return run


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("history", ["history", "712.1"]),
        ("history", ["history", "507.4"]),
        ("number", ["number", "710"]),
        ("show", ["show", "710.1", "--at", "2009-10-02"]),
        ("show", ["show", "--at", FIRST]),
        ("blame", ["blame", "712.1"]),
        ("renumbering", ["renumbering", FIRST, LAST]),
        ("renumbering", ["renumbering", FIRST, LAST, "--all", "--no-check"]),
        ("whatsnew", ["whatsnew", "--since", FIRST]),
        ("whatsnew", ["whatsnew", "--since", FIRST, "--all", "712"]),
        ("search", ["search", "mana", "burn", "--all"]),
        ("stats", ["stats"]),
    ],
)
def test_every_answer_as_json_keeps_its_schema(ask: Callable[..., str], name: str, arguments: list[str]) -> None:
    answer = json.loads(ask(*arguments, "--format", "json"))
    assert answer["schema"] == f"crdiff.{name}/1"
    Draft202012Validator(json.loads(schema(name))).validate(answer)


def test_the_history_of_a_clause(ask: Callable[..., str]) -> None:
    told, wordings = ask("history", "712.1").split("\nWordings\n")
    assert told == HISTORY
    heads = [line for line in wordings.splitlines() if line.startswith("  2")]
    assert heads[0] == "  2003-10-01 – 2009-07-11  507.1"
    assert heads[1].startswith("  2009-10-01               710.1  (wording)")
    assert heads[2].startswith("  2014-05-01               712.1  (")
    assert "[-One card-]{+Two cards+} (Mindslaver" in wordings


HISTORY = """\
712.1 Some cards allow a player to control another player during…
First in 2003-10-01, in force in 2014-05-01, the newest release of the corpus. Lineage 2003-10-01-507.1.

Numbers
  2003-10-01               507.1
  2009-07-11 – 2009-10-01  710.1
  2014-05-01               712.1
"""


def test_the_history_of_a_clause_as_json(ask: Callable[..., str]) -> None:
    life = json.loads(ask("history", "507.4", "--format", "json"))
    assert life["lineage"] == "2003-10-01-507.4"
    assert life["runs"] == [{"from": FIRST, "to": FIRST, "number": "507.4"}]
    assert life["fate"] == [{"lineage": None, "number": None, "how": "removed", "release": SECOND}]
    assert not life["in_force"]


def test_an_end_and_a_beginning_are_told_in_words(ask: Callable[..., str]) -> None:
    assert "last in 2003-10-01; removed in 2009-07-11" in ask("history", "507.4")
    assert "2014-05-01  added" in ask("history", "712.4")


def test_the_meanings_of_a_number(ask: Callable[..., str]) -> None:
    assert ask("number", "710") == (
        "Number 710\n  2009-07-11 – 2009-10-01  Controlling Another Player’s Turn  (2003-10-01-507)\n"
    )


def test_a_passage_reads_like_the_rules(ask: Callable[..., str]) -> None:
    assert ask("show", "710.1", "--at", "2009-09-03") == (
        "710.1. One card (Mindslaver) allows a player’s turn to be controlled by another player. This effect\n"
        "applies to the next turn that the affected player actually takes.\n"
        "\n"
        "710.1a Multiple turn-controlling effects that affect the same player overwrite each other. The last\n"
        "one to be created is the one that works.\n"
    )


def test_an_old_number_is_shown_with_a_note(crdiff: Run, home: Path) -> None:
    done = crdiff("show", "507.3", "--corpus", home)
    assert done.stderr == b"507.3 is 712.3 in 2014-05-01\n"
    assert done.stdout.startswith(b"712.3. The controller")
    assert crdiff("show", "507.3", "--quiet", "--corpus", home).stderr == b""


def test_a_number_that_named_several_clauses_is_noted(crdiff: Run, tmp_path: Path) -> None:
    swapped = dict(RELEASES[THIRD])
    swapped["710.2"], swapped["710.3"] = swapped["710.3"], swapped["710.2"]
    for day, clauses in ((SECOND, RELEASES[SECOND]), (THIRD, swapped)):
        (tmp_path / f"{day}.txt").write_bytes(release_text(day, clauses))
    assert crdiff("corpus", "add", tmp_path).returncode == 0
    done = crdiff("history", "710.2")
    assert done.stderr == b"710.2 has named 2 clauses; 'crdiff number 710.2' lists them\n"


def test_the_sentences_of_a_clause_are_due_to_their_releases(ask: Callable[..., str]) -> None:
    assert ask("blame", "712.1").splitlines()[2:] == [
        "introduced   reads so    number",
        "2003-10-01   2014-05-01  712.1   Some cards allow a player to control another player during that",
        "                                 player’s next turn.",
        "2003-10-01               507.1   This effect applies to the next turn that the affected player",
        "                                 actually takes.",
    ]


def test_a_renumbering_as_text_markdown_and_csv(ask: Callable[..., str]) -> None:
    text = ask("renumbering", FIRST, LAST)
    assert "507.1a → 712.1a\n" in text
    assert "507.4  → -  (removed)\n" in text
    assert "| 507.4 | - | removed |  |" in ask("renumbering", FIRST, LAST, "--format", "markdown")
    rows = list(csv.DictReader(io.StringIO(ask("renumbering", FIRST, LAST, "--format", "csv"))))
    assert {row["old"]: row["new"] for row in rows}["507.3"] == "712.3"
    assert all(row["direct"] == "" for row in rows)


def test_what_is_new_as_text_and_markdown(ask: Callable[..., str]) -> None:
    text = ask("whatsnew", "--since", "2009-08-01", "712.4")
    assert text.startswith("Changes in 712.4 since 2009-07-11, the release in force on 2009-08-01: 1 change to read")
    assert "712.4  (added)" in text
    assert "## 2014-05-01" in ask("whatsnew", "--since", "2009-08-01", "--format", "markdown")


def test_a_search_as_text(ask: Callable[..., str]) -> None:
    assert ask("search", "mana", "burn") == "Nothing holds mana burn.\n"
    assert ask("search", "mana burn", "--at", FIRST) == (
        "507.4  2003-10-01\n"
        "    A player doesn’t lose life due to [mana] [burn] while another player controls his or her turn.\n"
    )


def test_the_figures_as_a_table(ask: Callable[..., str]) -> None:
    head, first, *_ = ask("stats").splitlines()
    assert head.split() == ["year", "releases", "clauses", "words", "added", "removed", "changes", "to", "read"]
    assert first.split()[:3] == ["2003", "1", "15"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["history", "710.9"], "no release held has a number 710.9; expected one such as 710.3, 710.2, 710.1a"),
        (["number", "710.9"], "no release held has a number 710.9"),
        (["show", "507.4"], "release 2014-05-01 does not have clause 507.4; expected one from 2003-10-01"),
        (["show", "--at", "2003-09-30"], "no release held was in force on 2003-09-30"),
        (["history", "mana"], "'mana' is no clause number"),
        (["renumbering", FIRST, "2020-01-01"], "release 2020-01-01 is not held; expected 2014-05-01"),
        (["whatsnew", "--since", "yesterday"], "'yesterday' is no date"),
        (["search", "--", "--"], "there is no word to search for"),
        (["search", "mana", "--all", "--at", FIRST], "--all does not go with --at"),
        (["blame", "712.4", "--at", FIRST], "release 2003-10-01 does not have clause 712.4"),
    ],
)
def test_what_cannot_be_answered_is_one_line_and_exit_2(
    crdiff: Run, home: Path, arguments: list[str], said: str
) -> None:
    done = crdiff(*arguments, CRDIFF_HOME=str(home))
    assert (done.returncode, done.stdout) == (2, b"")
    (line,) = done.stderr.decode().splitlines()
    assert said in line


def test_a_release_in_force_that_is_not_held_is_told(crdiff: Run, home: Path) -> None:
    done = crdiff("show", "710.3", "--at", "2012-12-24", "--corpus", home)
    assert done.returncode == 0
    assert done.stderr.decode() == (
        "crdiff: 2012-10-01 was in force on 2012-12-24, but its text is not held; answered from 2009-10-01\n"
    )


def test_without_texts_the_embedded_facts_answer_and_that_is_said(crdiff: Run) -> None:
    done = crdiff("history", "507.4")
    assert done.returncode == 0
    assert b"answered from the facts that come with crdiff" in done.stderr
    assert "removed in 2009-07-11" in done.stdout.decode()


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("history", ["720.5"]),
        ("history", ["711.2", "--at", "2010-05-01"]),
        ("blame", ["720.6"]),
        ("whatsnew", ["--since", "2009-08-01"]),
        ("stats", []),
        ("search", ["mana burn", "--all"]),
        ("number", ["720.1"]),
        ("show", ["720"]),
        ("renumbering", ["2008-02-01", "2024-06-07"]),
    ],
)
def test_every_question_is_answered_from_the_embedded_facts(crdiff: Run, name: str, arguments: list[str]) -> None:
    done = crdiff(name, *arguments, "--quiet", "--format", "json")
    assert (done.returncode, done.stderr) == (0, b"")
    Draft202012Validator(json.loads(schema(name))).validate(json.loads(done.stdout))


def test_what_missing_texts_leave_open_is_said(crdiff: Run) -> None:
    told = crdiff("blame", "720.1", "--quiet").stdout.decode()
    assert "2003-10-01   2014-05-01? 712.1   Some cards allow" in told
    assert told.endswith("? 2014-05-01, or a release before it, from 2009-10-01 on: their texts are not held\n")
    refused = crdiff("blame", "711.2", "--at", "2010-05-01", "--quiet")
    assert (refused.returncode, refused.stdout) == (2, b"")
    assert b"the text of 711.2 in 2010-04-23 is not held" in refused.stderr


def test_a_damaged_store_is_one_line_that_names_the_way_out(crdiff: Run, tmp_path: Path, home: Path) -> None:
    store = tmp_path / "home" / "store.sqlite"
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "texts").symlink_to(home / "texts")
    with sqlite3.connect(store) as other:
        other.execute("CREATE TABLE recipe (name TEXT)")
    other.close()
    done = crdiff("history", "712.1")
    assert done.returncode == 2
    (line,) = done.stderr.decode().splitlines()
    assert "crdiff corpus build --rebuild" in line
    assert crdiff("corpus", "build", "--rebuild").returncode == 0
    assert crdiff("history", "712.1").stdout.decode().startswith(HISTORY)
