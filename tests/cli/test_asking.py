"""The commands that ask the corpus, run as their users run them."""

from __future__ import annotations

import csv
import io
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


def test_the_history_of_a_clause(ask: Run) -> None:
    told, wordings = ask.text("history", "712.1").split("\nWordings\n")
    assert told == HISTORY
    heads = [line for line in wordings.splitlines() if line.startswith("  2")]
    assert heads[0] == "  2003-10-01 – 2009-07-11  507.1, then 710.1"
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


def test_the_history_of_a_clause_as_json(ask: Run) -> None:
    life = ask.json("history", "507.4")
    assert life["lineage"] == "2003-10-01-507.4"
    assert life["runs"] == [{"from": FIRST, "to": FIRST, "number": "507.4"}]
    assert life["fate"] == [{"lineage": None, "number": None, "how": "removed", "release": SECOND}]
    assert not life["in_force"]


def test_an_end_and_a_beginning_are_told_in_words(ask: Run) -> None:
    assert "last in 2003-10-01; removed in 2009-07-11" in ask.text("history", "507.4")
    assert "2014-05-01  added" in ask.text("history", "712.4")


def test_the_meanings_of_a_number(ask: Run) -> None:
    assert ask.text("number", "710") == (
        "Number 710\n  2009-07-11 – 2009-10-01  Controlling Another Player’s Turn  (2003-10-01-507)\n"
    )


def test_a_passage_reads_like_the_rules(ask: Run) -> None:
    assert ask.text("show", "710.1", "--at", "2009-09-03") == (
        "710.1. One card (Mindslaver) allows a player’s turn to be controlled by another player. This effect\n"
        "applies to the next turn that the affected player actually takes.\n"
        "\n"
        "710.1a Multiple turn-controlling effects that affect the same player overwrite each other. The last\n"
        "one to be created is the one that works.\n"
    )


def test_an_old_number_is_shown_with_a_note(ask: Run) -> None:
    done = ask("show", "507.3")
    assert done.stderr == b"507.3 is numbered 712.3 in 2014-05-01\n"
    assert done.stdout.startswith(b"712.3. The controller")
    assert ask("show", "507.3", "--quiet").stderr == b""


def test_a_clause_is_found_however_it_is_written(ask: Run) -> None:
    for command in ("history", "number", "show", "blame"):
        for written in ("CR 712.1.", "[Rule 712.1]", "2009-07-11-710.1"):
            done = ask(command, written)
            plain = ask(command, "710.1" if (command, written[0]) == ("number", "2") else "712.1")
            assert (done.returncode, done.stdout) == (0, plain.stdout)
            said = f"{written} is numbered 712.1 in {LAST}\n" if command == "show" and "-" in written else ""
            assert done.stderr.decode() == said


def test_a_title_names_its_clause_and_a_term_its_entry(ask: Run) -> None:
    done = ask("show", "CONCEDING")
    assert done.stdout.startswith(b"701. Conceding\n\n701.1. A player may concede")
    assert done.stderr == b"CONCEDING is numbered 701 in 2014-05-01\n"
    assert ask.text("show", "concede") == "Concede\nTo leave the game by choice.\n"
    assert ask.text("history", "conceding").startswith("701 Conceding\n")
    assert ask.text("history", "concede").startswith("Glossary: Concede\n")
    assert ask.text("blame", "concede").startswith(f"Glossary: Concede in {LAST} ")
    refused = ask.refused("number", "concede")
    assert "'Concede' is an entry of the glossary ('crdiff history \"concede\"' follows it)" in refused
    assert "'crdiff search \"concede\" --all'" in refused


@pytest.fixture(scope="module")
def burned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a corpus in which an entry of 2003 is called obsolete in the next, and another shares a title."""
    burn = {"Conceding": "To leave the game.", "Mana Burn": "Losing life for mana that is left when a phase ends."}
    gone = {"Conceding": "To leave a game.", "Mana Burn (Obsolete)": "An older version of the rules had it."}
    releases = {day: RELEASES[day] for day in (FIRST, SECOND, LAST)}
    return built(tmp_path_factory.mktemp("burned"), releases, {FIRST: burn, SECOND: gone, LAST: gone})


def test_an_entry_that_no_clause_shares_its_name_with_is_followed_through_its_terms(crdiff: Run, burned: Path) -> None:
    ask = crdiff.of(CRDIFF_HOME=str(burned))
    told = ask.text("history", "mana burn")
    assert told.splitlines()[:8] == [
        "Glossary: Mana Burn (Obsolete)",
        f"First in {FIRST}, in force in {LAST}, the newest release of the corpus. Lineage {FIRST}-mana-burn.",
        "",
        "Terms",
        f"  {FIRST}               Mana Burn",
        f"  {SECOND} – {LAST}  Mana Burn (Obsolete)",
        "",
        "Wordings",
    ]
    assert ask.text("history", f"{FIRST}-mana-burn") == told
    assert ask.text("history", "mana burn (obsolete)", "--at", LAST).startswith("Glossary: Mana Burn (Obsolete)\n")
    value = ask.json("history", "mana burn")
    assert (value["part"], value["lineage"], value["in_force"]) == ("glossary", f"{FIRST}-mana-burn", True)
    assert [(run["from"], run["number"]) for run in value["runs"]] == [
        (FIRST, "Mana Burn"),
        (SECOND, "Mana Burn (Obsolete)"),
    ]
    assert value["fate"] == []


def test_a_clause_comes_before_an_entry_of_its_name_unless_the_entry_is_asked_for(crdiff: Run, burned: Path) -> None:
    ask = crdiff.of(CRDIFF_HOME=str(burned))
    clause = ask("history", "conceding")
    assert clause.stdout.startswith(b"701 Conceding\n")
    assert clause.stderr == b"Conceding is a glossary entry too; 'crdiff history \"Conceding\" --entry' follows it\n"
    assert ask.text("history", "conceding", "--entry").startswith("Glossary: Conceding\n")
    assert ask.refused("history", "507.1", "--entry").startswith("crdiff: no glossary entry is called '507.1';")


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


def test_a_release_that_is_not_held_says_how_to_get_it(crdiff: Run, ask: Run) -> None:
    """Nor is any the latest where there are no texts at all."""
    for line in (
        "diff previous latest", "lint latest", "show 720.6 --at latest --quiet", "whatsnew --since latest --quiet",
        "renumbering previous latest --quiet",
    ):  # fmt: skip
        refused = crdiff.refused(*line.split())
        assert "no release is held, so none is '" in refused
        assert "'crdiff corpus add FILE' or 'crdiff corpus fetch'" in refused
    for command in ("diff", "renumbering"):
        refused = ask.refused(command, "2026-08-07", LAST)
        assert "release 2026-08-07 is not held; expected " in refused
        assert "'crdiff corpus add FILE' or 'crdiff corpus fetch' adds more" in refused


def test_the_sentences_of_a_clause_are_due_to_their_releases(ask: Run) -> None:
    assert ask.text("blame", "712.1").splitlines()[2:] == [
        "introduced   reads so    number",
        "2003-10-01   2014-05-01  712.1   Some cards allow a player to control another player during that",
        "                                 player’s next turn.",
        "2003-10-01               507.1   This effect applies to the next turn that the affected player",
        "                                 actually takes.",
    ]


def test_a_renumbering_as_text_markdown_and_csv(ask: Run) -> None:
    text = ask.text("renumbering", FIRST, LAST)
    assert "507.1a → 712.1a\n" in text
    assert "507.4  → -  (removed)\n" in text
    assert "| 507.4 | - | removed |  |" in ask.text("renumbering", FIRST, LAST, "--format", "markdown")
    rows = list(csv.DictReader(io.StringIO(ask.text("renumbering", FIRST, LAST, "--format", "csv"))))
    assert {row["old"]: row["new"] for row in rows}["507.3"] == "712.3"
    assert all(row["direct"] == "" for row in rows)


def test_what_is_new_as_text_and_markdown(ask: Run) -> None:
    text = ask.text("whatsnew", "--since", "2009-08-01", "712.4")
    assert text.startswith("Changes in 712.4 since 2009-07-11, the release in force on 2009-08-01: 1 change to read")
    assert "712.4  (added)" in text
    assert "## 2014-05-01" in ask.text("whatsnew", "--since", "2009-08-01", "--format", "markdown")


def test_a_search_as_text_and_where_nothing_was_found(ask: Run, crdiff: Run) -> None:
    """Mana burn was in the rules, and the legend rule is: neither may be said to be in no clause at all."""
    assert ask.text("search", "mana burn", "--at", FIRST) == (
        "507.4  2003-10-01\n"
        "    A player doesn’t lose life due to [mana] [burn] while another player controls his or her turn.\n"
    )
    assert ask.text("search", "mana", "burn") == f"No clause of {LAST} contains mana burn.\n"
    assert ask.text("search", "dragons", "--all") == "No clause of any release held contains dragons.\n"
    said = crdiff.printed("search", "legend")  # there are no texts in its corpus
    assert said == "No clause whose text comes with crdiff contains legend.\n"


def test_the_figures_as_a_table(ask: Run) -> None:
    head, first, *_ = ask.text("stats").splitlines()
    assert " ".join(head.split()) == "year releases clauses words added removed revoked changes to read"
    assert first.split()[:3] == ["2003", "1", "15"]


UNANSWERED = [
    (["history", "710.9"], "no release held has a number 710.9; expected one such as 710.3, 710.2, 710.1a"),
    (["number", "710.9"], "no release held has a number 710.9"),
    (["show", "507.4"], "release 2014-05-01 does not have clause 507.4; expected one from 2003-10-01"),
    (["show", "--at", "2003-09-30"], "no release held was in force on 2003-09-30"),
    (["history", "mana"], "'mana' is not a clause number, and no clause or glossary entry is called so"),
    (["history", "concedin"], "expected 'Conceding', 'Concede', or words to look for: 'crdiff search concedin'"),
    (["show", "rule 7021"], "'rule 7021' is not a clause number"),
    (["number", "2003-10-01-999.9"], "the release of 2003-10-01 does not have a number 999.9"),
    (["renumbering", FIRST, "2020-01-01"], "release 2020-01-01 is not held; expected 2014-05-01"),
    (["whatsnew", "--since", "yesterday"], "'yesterday' is not a date"),
    (["search", "--", "--"], "there is no word to search for"),
    (["search", "mana", "--all", "--at", FIRST], "--all does not go with --at"),
    (["blame", "712.4", "--at", FIRST], "release 2003-10-01 does not have clause 712.4"),
]


def test_what_cannot_be_answered_is_one_line_and_exit_2(ask: Run) -> None:
    for arguments, said in UNANSWERED:
        assert said in ask.refused(*arguments)


def test_a_release_in_force_that_is_not_held_is_told(ask: Run) -> None:
    done = ask("show", "710.3", "--at", "2012-12-24")
    assert done.returncode == 0
    assert done.stderr.decode() == (
        "crdiff: 2012-10-01 was in force on 2012-12-24, but its text is not held; answered from 2009-10-01\n"
    )
    assert ask.text("whatsnew", "--since", "2012-12-24").startswith(
        "Changes since 2009-10-01, the last release before 2012-10-01 that is known (2012-10-01 was in force on"
    )


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
    assert crdiff.text("history", "712.1").startswith(HISTORY)


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
