"""What an editor is told of a file that cites rules: findings, clauses, edits, comments, numbers."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date
from pathlib import Path

from citing import at, citing, numbering, words_of_releases
from lsprotocol import types as lsp
from table import table

from crdiff.cite.checking import CiteChecker, CitingText
from crdiff.cite.evidence import Said
from crdiff.cite.marks import not_ignored
from crdiff.cite.scan import Scanner
from crdiff.cite.spellings import DEFAULT_PREFIXES, prefix_before
from crdiff.lsp.citing import CitingFile, CitingFolder, silencing
from crdiff.lsp.clauses import Clauses
from crdiff.lsp.text import EditorText, actions

OLD, NEW = date(2018, 1, 19), date(2026, 8, 7)
TARGET = "// CR 114.4: a spell is an illegal target for itself.\n// CR 704.5a: no life.\n"
WORDS = {
    ("114.4", OLD): ("", "A spell or ability on the stack is an illegal target for itself."),
    ("704.5a", OLD): ("", "If a player has 0 or less life, he or she loses the game."),
    ("704.5a", NEW): ("", "If a player has 0 or less life, that player loses the game."),
    ("702.19", NEW): ("Trample", "Trample"),
}


def said() -> Said:
    """Return what gives the words of some clauses."""
    found = {}
    for (number, day), words in WORDS.items():
        clause = next(numbering().clause(each, at(day)) for each in numbering().numbers(at(day)) if str(each) == number)
        assert clause is not None
        found[numbering().wordings(clause, at(day), at(day))[0]] = words
    return found.get


def opened(
    source: str,
    name: str = "a.rs",
    presumed: date | None = OLD,
    *,
    accepted: Collection[str] = (),
    pinned: date | None = None,
) -> CitingFile:
    checker = CiteChecker(numbering(), at(NEW), presumed=at(presumed) if presumed else None)

    def text_of(file: str, raw: bytes) -> CitingText:
        return citing(raw, file, at(pinned) if pinned else None)

    folder = CitingFolder(
        Clauses(numbering(), said()),
        lambda text: checker.check([text]),
        text_of,
        lambda _: True,
        at(presumed or NEW),
        at(NEW),
        prefix_before(DEFAULT_PREFIXES),
        accepted,
    )
    return CitingFile(EditorText(name, f"file:///{name}", source), folder)


def shown(file: CitingFile, printed: str) -> str:
    hover = file.hover(file.text.raw.index(printed.encode()) + 1)
    assert hover
    assert isinstance(hover.contents, lsp.MarkupContent)
    return hover.contents.value


def titles(file: CitingFile) -> list[str]:
    return [action.title for action in actions(file.text, file.findings, 0, len(file.text.raw))]


def after(file: CitingFile, title: str) -> str:
    """Return a text after what is offered under a title."""
    (action,) = [each for each in actions(file.text, file.findings, 0, len(file.text.raw)) if each.title == title]
    assert action.edit
    assert action.edit.changes
    ((edit,),) = action.edit.changes.values()
    start, stop = file.text.offset(edit.range.start), file.text.offset(edit.range.end)
    return (file.text.raw[:start] + edit.new_text.encode() + file.text.raw[stop:]).decode()


def test_a_finding_says_what_the_command_says_at_the_number() -> None:
    file = opened(TARGET)
    (found,) = [each.diagnostic(file.text) for each in file.findings]
    assert found.message == "114.4 is 115.5 since 2018-04-27; 114.4 is another clause now"
    assert (found.code, found.severity, found.source) == ("reused", lsp.DiagnosticSeverity.Error, "crdiff")
    assert found.range == lsp.Range(lsp.Position(0, 6), lsp.Position(0, 11))


def test_a_citation_shows_the_clause_that_is_meant_and_since_when_it_reads_so() -> None:
    assert shown(opened(TARGET), "114.4").split("\n\n") == [
        "**114.4** of 2018-01-19: the release was given, by --from or by the settings",
        "> A spell or ability on the stack is an illegal target for itself.",
        "114.4 since 2010-07-16; these words since 2003-07-01",
        r"114.4 is 115.5 since 2018-04-27; 114.4 is another clause now \[reused\]",
        "**115.5** of 2026-08-07",
        "> A spell or ability on the stack is an illegal target for itself.",
        "115.5 since 2019-07-12; these words since 2003-07-01",
        "an update writes “115.5”",
    ]


def test_a_right_citation_shows_what_its_clause_says_today_where_that_is_something_else() -> None:
    said_of_it = shown(opened(TARGET), "704.5a")
    assert "> If a player has 0 or less life, he or she loses the game." in said_of_it
    assert "**704.5a** of 2026-08-07\n\n> If a player has 0 or less life, that player loses the game." in said_of_it
    assert "update" not in said_of_it
    assert shown(opened(TARGET, presumed=NEW), "704.5a").count("> ") == 1


def test_a_number_that_never_was_shows_that_and_no_clause() -> None:
    said_of_it = shown(opened("// CR 799.9z\n"), "799.9z")
    assert "no clause has ever been numbered 799.9z" in said_of_it
    assert "> " not in said_of_it


def test_a_number_that_is_gone_shows_the_clause_that_had_it_last() -> None:
    gone = str(min({*numbering().numbers(at(OLD))} - {*numbering().numbers(at(NEW))}))
    said_of_it = shown(opened(f"// CR {gone}\n", presumed=NEW), gone)
    assert f"\n\n{gone} since " in said_of_it
    assert "** of 2026-08-07" in said_of_it


def test_a_clause_whose_text_is_not_held_is_told_by_its_days() -> None:
    assert "510.1c since 2009-07-11; its words since" in shown(opened("// CR 510.1c\n"), "510.1c")


def test_a_range_shows_its_first_clauses() -> None:
    assert shown(opened("// CR 601.2a-h\n"), "601.2a").count("**601.2") >= 5
    assert opened(TARGET).hover(0) is None


def test_the_edit_of_an_update_is_offered_and_leaves_nothing_to_find() -> None:
    moved = after(opened(TARGET), "Write “115.5” for “114.4”")
    assert moved == TARGET.replace("114.4", "115.5")
    assert opened(moved, presumed=NEW).findings == ()


def test_what_an_update_leaves_is_not_edited() -> None:
    """A string in a program; a citation that is only likely is edited under a title that says so."""
    assert titles(opened('let rule = "CR 114.4";\n')) == ["Leave this line as it is (crdiff-cite: ignore)"]
    assert "an update leaves it: it is in a string" in shown(opened('let rule = "CR 114.4";\n'), "114.4")


def test_a_citation_that_is_likely_wrong_says_so(shared: Path) -> None:
    """725.2 beside the initiative is 726.2 since 2026-02-27."""
    words = words_of_releases(shared, "2013-02-01", "2021-02-15", "2026-04-17")
    checker = CiteChecker(numbering(), at("2026-04-17"), words=words)
    folder = CitingFolder(
        Clauses(numbering(), words.said),
        lambda text: checker.check([text]),
        lambda name, raw: citing(raw, name),
        lambda _: True,
        at(NEW),
        at(NEW),
        prefix_before(DEFAULT_PREFIXES),
    )
    source = "// CR 702.20a: Ward — whenever this becomes the target of a spell\n"
    file = CitingFile(EditorText("a.rs", "file:///a.rs", source), folder)
    assert [each.code for each in file.findings] == ["doubtful, likely"]


@table
def test_the_comment_that_is_offered_silences_the_line(name: str, line: str) -> None:
    source = f"one\n{line}\nthree\n"
    silent = after(opened(source, name), "Leave this line as it is (crdiff-cite: ignore)")
    raw = silent.encode()
    assert not_ignored(raw, tuple(Scanner().scan(raw))) == ()
    assert silent.count("\n") == source.count("\n")


def test_a_comment_stays_a_comment() -> None:
    for name, before, rest, expected in (
        ("a.java", "/* CR ", "114.4 */", "/* CR 114.4 crdiff-cite: ignore on purpose */"),
        ("a.md", "CR ", "114.4", "CR 114.4 <!-- crdiff-cite: ignore on purpose -->"),
        ("a.py", "x = cr_", "114_4", "x = cr_114_4 # crdiff-cite: ignore on purpose"),
    ):
        found = silencing(name, before, before + rest)
        assert found
        assert (before + rest)[: found[0]] + found[1] + (before + rest)[found[0] :] == expected
    assert silencing("a.json", '"CR ', '"CR 114.4"') is None
    assert silencing("a.unknown", "CR ", "CR 114.4") is None


def test_findings_of_the_baseline_stay_silent() -> None:
    (row,) = opened(TARGET).findings
    fingerprint = row.remedies.args[0].fingerprint  # type: ignore[attr-defined]
    assert opened(TARGET, accepted={fingerprint}).findings == ()


def numbers(source: str, **given: date) -> list[str]:
    file = opened(source, **given)  # type: ignore[arg-type]
    return [item.label for item in file.completion(len(file.text.raw)).items]


def test_behind_a_prefix_the_numbers_are_offered_that_begin_with_what_is_typed() -> None:
    assert numbers("// CR 115.")[:3] == ["115.1", "115.2", "115.3"]
    assert numbers("// CR 70")[:3] == ["700", "701", "702"]
    assert numbers("// see rule 702.19b") == ["702.19b"]
    assert numbers("// costs 70") == numbers("// CR 7045") == numbers("// CR") == []


def test_the_numbers_are_of_the_release_that_the_file_is_written_for() -> None:
    new = str(min({*numbering().numbers(at(NEW))} - {*numbering().numbers(at(OLD))}))
    assert new not in numbers(f"// CR {new}")
    assert new in numbers(f"// CR {new}", presumed=NEW)
    assert new in numbers(f"// CR {new}", pinned=NEW)


def test_a_number_has_the_first_words_of_its_clause_and_takes_the_place_of_what_is_typed() -> None:
    file = opened("// CR 702.19", presumed=NEW)
    first = file.completion(len(file.text.raw)).items[0]
    assert (first.label, first.detail) == ("702.19", "Trample Trample")
    assert first.text_edit == lsp.TextEdit(lsp.Range(lsp.Position(0, 6), lsp.Position(0, 12)), "702.19")


def test_a_long_list_is_cut_and_asked_for_again() -> None:
    file = opened("// CR 7")
    found = file.completion(len(file.text.raw))
    assert (found.is_incomplete, len(found.items)) == (True, 200)
