"""What an editor is told of a file that cites rules: findings, clauses, edits, comments, numbers."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import date
from pathlib import Path

from citing import at, citing, numbering, words_of_releases
from lsprotocol import types as lsp
from reviewed import answered
from table import table

from crdiff.cite.checking import CiteChecker, CitingText
from crdiff.cite.evidence import ClauseWords, Said
from crdiff.cite.marks import not_ignored
from crdiff.cite.scan import Scanner
from crdiff.cite.spellings import DEFAULT_PREFIXES, prefix_before
from crdiff.lsp.citing import CitingFile, CitingFolder, silencing
from crdiff.lsp.clauses import Clauses
from crdiff.lsp.text import EditorText, actions
from tests.conftest import Golden

HOVERS = Path(__file__).with_name("hovers.txt")
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
    words: ClauseWords | None = None,
    accepted: Collection[str] = (),
    pinned: date | None = None,
) -> CitingFile:
    checker = CiteChecker(numbering(), at(NEW), presumed=at(presumed) if presumed else None, words=words)

    def text_of(file: str, raw: bytes) -> CitingText:
        return citing(raw, file, at(pinned) if pinned else None)

    folder = CitingFolder(
        Clauses(numbering(), words.said if words else said()),
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


def shown_at(given: list[str]) -> Iterator[str]:
    """Yield what an editor shows at a number of a text: the clauses, and what it offers to do there.

    The first line given has the number and the release that the text is written for.
    """
    printed, _, day = given[0].partition(" in a text of ")
    file = opened("".join(f"{line}\n" for line in given[1:]), presumed=date.fromisoformat(day))
    yield from (f"    {line}" for line in shown(file, printed).split("\n") if line)
    yield from (f"    offered: {title}" for title in titles(file))


def test_a_number_shows_its_clauses_as_reviewed(golden: Golden) -> None:
    golden(HOVERS, answered(HOVERS, shown_at))
    assert opened(TARGET).hover(0) is None


def test_the_edit_of_an_update_is_offered_and_leaves_nothing_to_find() -> None:
    moved = after(opened(TARGET), "Write “115.5” for “114.4”")
    assert moved == TARGET.replace("114.4", "115.5")
    assert opened(moved, presumed=NEW).findings == ()


def test_a_citation_that_is_likely_wrong_says_so(shared: Path) -> None:
    """725.2 beside the initiative is 726.2 since 2026-02-27."""
    words = words_of_releases(shared, "2013-02-01", "2021-02-15", "2026-04-17")
    source = "// CR 702.20a: Ward — whenever this becomes the target of a spell\n"
    assert [each.code for each in opened(source, presumed=None, words=words).findings] == ["doubtful, likely"]


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
