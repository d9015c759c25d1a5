"""The commands that ask the corpus, run as their users run them."""

from __future__ import annotations

import re
import sqlite3
from itertools import product
from pathlib import Path

import pytest

from crdiff import __version__
from tests.cli.conftest import Run, built
from tests.conftest import Filled
from tests.small_releases import RELEASES

FIRST, SECOND, THIRD, LAST = RELEASES


@pytest.fixture
def ask(crdiff: Run, archive: Path) -> Run:
    """Return what runs a command on that corpus."""
    return crdiff.of(CRDIFF_HOME=str(archive))


def test_every_answer_as_json_keeps_its_schema(ask: Run) -> None:
    for line in (
        "history 712.1", "history 507.4", "show Concede", "show 712.1 --at latest", f"show --at {FIRST}",
        "show 710.1 --at 2009-10-02", "whatsnew --since previous concede conceding", f"whatsnew --since {FIRST}",
        f"whatsnew --since {FIRST} --all 712", "number 710", "blame 712.1", f"renumbering {FIRST} {LAST}",
        f"renumbering {FIRST} {LAST} --all --no-check", "search mana burn --all", "stats",
    ):  # fmt: skip
        assert ask.json(*line.split())["schema"] == f"crdiff.{line.split()[0]}/1"


def test_the_history_of_a_clause_as_json(ask: Run) -> None:
    life = ask.json("history", "507.4")
    assert life["lineage"] == "2003-10-01-507.4"
    assert life["runs"] == [{"from": FIRST, "to": FIRST, "number": "507.4"}]
    assert life["fate"] == [{"lineage": None, "number": None, "how": "removed", "release": SECOND}]
    assert not life["in_force"]


def test_a_clause_is_found_however_it_is_written(ask: Run) -> None:
    for command in ("history", "number", "show", "blame"):
        for written in ("CR 712.1.", "[Rule 712.1]", "2009-07-11-710.1"):
            done = ask(command, written)
            plain = ask(command, "710.1" if (command, written[0]) == ("number", "2") else "712.1")
            assert (done.returncode, done.stdout) == (0, plain.stdout)
            said = f"{written} is numbered 712.1 in {LAST}\n" if command == "show" and "-" in written else ""
            assert done.stderr.decode() == said


def test_a_number_that_named_several_clauses_is_noted_and_an_id_has_named_one(crdiff: Run, tmp_path: Path) -> None:
    """The number 710.2 has named two clauses, the place 2009-07-11-710.2 one."""
    swapped = dict(RELEASES[THIRD])
    swapped["710.2"], swapped["710.3"] = swapped["710.3"], swapped["710.2"]
    ask = crdiff.of(CRDIFF_HOME=str(built(tmp_path, {SECOND: RELEASES[SECOND], THIRD: swapped})))
    assert ask("history", "710.2").stderr == b"710.2 has named 2 clauses; 'crdiff number 710.2' lists them\n"
    assert ask("history", f"{SECOND}-710.2").stderr == b""
    assert ask("number", f"{SECOND}-710.2").stdout == ask("number", "710.2").stdout


def test_latest_and_previous_name_the_newest_two_releases_held(ask: Run) -> None:
    for line in (
        "diff previous latest", "parse latest --format text", "review previous latest --format text",
        "explain previous latest 710.1", "lint latest --against previous --format json", "renumbering previous latest",
        "show 710.1 --at previous", "history 710.1 --at previous", "blame 710.1 --at previous",
        "search concede --at previous", "whatsnew --since previous",
    ):  # fmt: skip
        told = ask(*line.split())
        assert told.returncode != 2, told.stderr
        if not line.startswith("lint"):  # its lines begin with the name of the text
            assert told.stdout == ask(*line.replace("previous", THIRD).replace("latest", LAST).split()).stdout
    assert ask.refused("parse", "./latest") == "./latest: no such file or directory"


def test_without_texts_the_embedded_facts_answer_and_that_is_said(crdiff: Run) -> None:
    done = crdiff("history", "507.4")
    assert done.returncode == 0
    assert b"answering from the facts that come with crdiff" in done.stderr
    assert re.search(
        rb"up to 20\d\d-\d\d-\d\d and .*; add texts with 'crdiff corpus add FILE' or 'crdiff cor", done.stderr
    )
    assert "removed in 2009-07-11" in done.stdout.decode()


def test_without_texts_the_answers_agree_on_what_is_known_up_to_when(crdiff: Run) -> None:
    def told(*arguments: str) -> str:
        return crdiff.text(*arguments, "--quiet")

    (known,) = re.findall(r"First in 2003-10-01, known up to (\S+)\.", told("history", "723.6"))
    assert known in told("number", "723.6")
    assert told("show", "723.6").startswith("723.6. The controller of another player can’t make that player concede.")
    assert told("blame", "723.6").startswith(f"723.6 in {known}")
    assert told("show", "723").lower().startswith("723. controlling another player\n\n723.1. some cards")
    assert "\n102.1. A player is one of the people in the game." in told("show")
    assert told("stats").splitlines()[-1].split()[0] == known[:4]
    assert told("search", "concede").splitlines()[0].startswith("723.6  ")
    assert told("search", "concede").splitlines()[0].endswith(known)


def test_without_texts_every_number_there_was_is_answered_by_what_it_stood_under(crdiff: Run) -> None:
    """704.5k was 420.5i until 2009-05-01, and 702.19b is a subrule of trample."""
    told = {number: crdiff.text("number", number, "--quiet") for number in ("704.5k", "702.19b", "420.5i")}
    said = "  2009-07-11 – 2017-08-25  under “State-Based Actions”; the text is not held  (1999-04-23-420.5e)\n"
    assert said in told["704.5k"]
    assert "under “Trample”; the text is not held  (1999-04-23-502.9b)\n" in told["702.19b"]
    assert "  2001-07-23 – 2009-05-01  under “State-Based Effects”; the text is not held" in told["420.5i"]
    written = crdiff.json("number", "704.5k", "--quiet")
    assert {use["under"] for use in written["uses"]} == {"State-Based Actions"}


def test_without_texts_a_history_says_since_when_each_wording_stands(crdiff: Run) -> None:
    told = crdiff.text("history", "2001-07-23-420.5i", "--quiet")
    assert "  2013-07-13 – " in told
    assert "  2004-10-01 – 2009-05-01  420.5i  (wording)\n    the text is not held\n" in told
    assert " more wordings, typography only: 2005" in told
    assert "(typographic)" not in told


def test_without_texts_what_is_asked_of_a_text_is_refused_in_a_line(crdiff: Run) -> None:
    for command in ("show", "blame"):
        line = crdiff.refused(command, "704.5k", "--at", "2018-01-01", "--quiet")
        assert "the text of 704.5k in 2017-09-29 is not held, only that it has been known from 2001-07-23 to 20" in line
        assert line.endswith("expected texts added with 'crdiff corpus add FILE' or 'crdiff corpus fetch'")


def test_without_texts_nothing_is_said_of_what_is_not_known(crdiff: Run) -> None:
    for arguments, said in (
        (["show", "104.99"], "nothing is known of 104.99 without texts"),
        (["renumbering", "2008-02-01", "2099-01-01"], "release 2099-01-01 is not known without texts; expected 20"),
    ):
        assert said in crdiff(*arguments).stderr.decode()
        assert "'crdiff corpus add FILE' or 'crdiff corpus fetch'" in crdiff.refused(*arguments, "--quiet")
    later = crdiff("show", "723.6", "--at", "2099-01-01")
    assert b"but it is not among the releases known; answered from 20" in later.stderr


def test_what_is_new_is_told_by_number_and_kind_where_no_text_shows_it(crdiff: Run) -> None:
    """2024-11-08 ended the damage assignment order: 510.1c changed, and 802.5, which an edition quotes, went."""
    news = crdiff.json("whatsnew", "--since", "2024-08-01", "--quiet", "--all")
    assert (news["in_force"], news["known"]) == ("2024-07-30", "2024-07-30")
    assert news["until"] < min(news["later"])
    changed = {release["release"]: release for release in news["releases"]}["2024-11-08"]
    assert changed["to_read"] > 2
    gone = [change for change in changed["changes"] if change["structure"] == "removed" and not change["new"]]
    assert "802.5" in [change["old"][0]["number"] for change in gone]
    told = crdiff.printed("whatsnew", "--since", "2024-08-01", "510")
    assert "\n  510.1c" in told
    assert "neither wording is held" in told


def test_a_loop_of_links_is_no_empty_corpus(crdiff: Run, tmp_path: Path) -> None:
    (tmp_path / "one").symlink_to("two")
    (tmp_path / "two").symlink_to("one")
    (tmp_path / "three").mkdir()
    (tmp_path / "three" / "texts").symlink_to("texts")
    for name, arguments in product(("one", "three"), (("history", "720.6"), ("show", "104.3a"), ("corpus", "list"))):
        line = crdiff.refused(*arguments, "--corpus", name)
        assert line.startswith(name)
        assert "too many levels of symbolic links" in line.lower()


def test_the_help_of_a_command_can_be_asked_for_by_name(crdiff: Run) -> None:
    assert crdiff("help", "corpus", "add").stdout == crdiff("corpus", "add", "--help").stdout
    assert crdiff("help").stdout == crdiff("--help").stdout
    assert "no command 'hsitory'; did you mean 'history'?" in crdiff.refused("help", "hsitory")


def test_every_question_is_answered_from_the_embedded_facts(crdiff: Run) -> None:
    for line in (
        "history 720.5", "history 711.2 --at 2010-05-01", "blame 720.6", "whatsnew --since 2024-06-07", "stats",
        "search mana", "number 720.1", "show 720", "renumbering 2008-02-01 2024-06-07",
    ):  # fmt: skip
        assert crdiff.json(*line.split(), "--quiet")["schema"] == f"crdiff.{line.split()[0]}/1"


def test_what_missing_texts_leave_open_is_said(crdiff: Run) -> None:
    told = crdiff.text("blame", "720.1", "--at", "2024-06-07", "--quiet")
    assert "2003-10-01   2014-05-01? 712.1   Some cards allow" in told
    assert told.endswith("? 2014-05-01, or a release before it, from 2009-10-01 on: their texts are not held\n")
    refused = crdiff.refused("blame", "711.2", "--at", "2010-05-01", "--quiet")
    assert "the text of 711.2 in 2010-04-23 is not held" in refused


def test_a_damaged_store_is_one_line_that_names_the_way_out(crdiff: Run, tmp_path: Path, archive: Path) -> None:
    store = tmp_path / "home" / "store.sqlite"
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "texts").symlink_to(archive / "texts")
    with sqlite3.connect(store) as other:
        other.execute("CREATE TABLE recipe (name TEXT)")
    other.close()
    line = crdiff.refused("history", "712.1")
    assert "crdiff corpus build --rebuild" in line
    assert crdiff("corpus", "build", "--rebuild").returncode == 0
    assert crdiff.text("history", "712.1").startswith("712.1 Some cards allow")


def test_a_store_of_another_version_answers_with_a_note_and_stays_as_it_is(
    crdiff: Run, filled: Filled, monkeypatch: pytest.MonkeyPatch
) -> None:
    corpus = filled()
    with monkeypatch.context() as patched:
        patched.setattr("crdiff.store.texts.corpus_folder.code_fingerprint", lambda: "0123456789abcdef")
        corpus.build()
        corpus.close()
    before = {path.name: path.read_bytes() for path in corpus.folder.glob("store.*")}
    asked = crdiff("history", "710.3", "--corpus", corpus.folder)
    assert asked.returncode == 0
    assert asked.stderr.decode().splitlines() == [
        f"crdiff: the store was built by another version of crdiff ({__version__}, code 01234567);"
        " 'crdiff corpus build' brings it up to date"
    ]
    assert crdiff("history", "710.3", "--corpus", corpus.folder, "--quiet").stderr == b""
    assert {path.name: path.read_bytes() for path in corpus.folder.glob("store.*")} == before
    crdiff("corpus", "build", "--corpus", corpus.folder)
    assert crdiff("history", "710.3", "--corpus", corpus.folder).stderr == b""
