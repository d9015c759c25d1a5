"""A file whose citations are judged beside those of its folder, and what an editor is told of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from pathlib import PurePath

from lsprotocol import types as lsp
from msgspec import Struct
from msgspec.structs import replace

from crdiff.cite.checking import CheckedNumber, CheckedTree, CitingText
from crdiff.cite.editing import EditScope, updates
from crdiff.cite.judging import Certainty, Verdict
from crdiff.lsp.clauses import Clauses
from crdiff.lsp.text import EditorText, PlacedFinding, Remedy
from crdiff.reports import cite
from crdiff.reports.cite_answers import explained
from crdiff.reports.formats import escaped

# Numbers of a range that are shown.
_HOVERED_MAX = 5
_MARK = " crdiff-cite: ignore on purpose"
_ENDINGS = {
    "//": "rs java kt kts scala js jsx mjs ts tsx go c h cc cpp hpp cs swift php dart zig groovy fs proto",
    "#": "py rb sh bash toml yaml yml pl r ex exs jl nix tf cfg feature",
    "--": "lua sql hs elm",
    "<!--": "md markdown html htm xml vue svelte",
    "": "txt rst adoc tex",
}
# Ending of a file -> what opens a comment in it, "" where words may stand anywhere.
_LEADERS = {f".{ending}": leader for leader, endings in _ENDINGS.items() for ending in endings.split()}
# What closes a comment -> what shows that a line is in one.
_BLOCKS = {"*/": ("/*", "*"), "-->": ("<!--",)}


class CitingFolder(Struct, frozen=True):
    """What the citations of a folder are judged by.

    `judged` judges what `text_of` gives for a file and its bytes; `is_read` says whether findings on it are asked for.
    `written` is the release that new citations are of, `held` the newest whose text is there, `prefix` what stands
    before citations. `accepted` are the fingerprints of findings that stay.
    """

    clauses: Clauses
    judged: Callable[[CitingText], CheckedTree]
    text_of: Callable[[str, bytes], CitingText]
    is_read: Callable[[str], bool]
    written: int
    held: int
    prefix: re.Pattern[bytes]
    accepted: Collection[str] = ()
    edits_strings: bool = False


class CitingFile:
    """A file as it is judged; every question to it is one to this state of its text."""

    def __init__(self, text: EditorText, folder: CitingFolder) -> None:
        self.text, self._folder, self._numbering = text, folder, folder.clauses.numbering
        self._citing = folder.text_of(text.name, text.raw)
        self._tree = folder.judged(self._citing)
        day, asked = self._numbering.dates[self._tree.at], EditScope(strings=folder.edits_strings, repairs=None)
        self._sure = updates(self._tree, day, asked=asked)
        self._likely = cite.cite_fixes(updates(self._tree, day, asked=asked._replace(least=Certainty.LIKELY)))
        self._starts = [0, *(at.end() for at in re.finditer(b"\n", text.raw))]
        rests_on = cite.judged_by(self._tree, self._numbering, 1, has_texts=folder.clauses.said is not None)
        self._report = partial(cite.cite_report, numbering=self._numbering, rests_on=rests_on)
        report = self._report(self._tree, fixes=cite.cite_fixes(self._sure))
        left = cite.without_accepted(report, folder.accepted, is_whole=False)
        self.findings: Sequence[PlacedFinding] = tuple(map(self._finding, left.findings))

    def _finding(self, row: cite.CiteRow) -> PlacedFinding:
        return PlacedFinding(*self._bytes(row.place), row.message, row.level, _code(row), partial(self._remedies, row))

    def _bytes(self, place: cite.CitePlace) -> tuple[int, int]:
        """Return the bytes of a place."""
        start, stop = self._starts[place.line - 1], self._starts[place.end_line - 1]
        return start + place.column - 1, stop + place.end_column - 1

    def _remedies(self, row: cite.CiteRow) -> Iterator[Remedy]:
        """Yield the edit that an update makes, and the comment that leaves all as it is."""
        at, _ = self._bytes(row.place)
        if fix := row.fix or self._likely.get((self.text.name, at)):
            title = f"Write “{fix.new}” for “{fix.place.printed}”{'' if row.fix else ' (likely: read it first)'}"
            yield Remedy(*self._bytes(fix.place), fix.new, title, row.fix is not None)
        start, line = self.text.line(self.text.line_of(at))
        before = self.text.raw[start:at].decode("utf-8", "replace")
        if mark := silencing(self.text.name, before, line):
            end = self.text.offset_of(self.text.line_of(at), mark[0])
            yield Remedy(end, end, mark[1], "Leave this line as it is (crdiff-cite: ignore)")

    def hover(self, offset: int) -> lsp.Hover | None:
        """Return what is said of the citation at a byte: its clause, since when, and what an update makes of it."""
        there = [each for each in self._tree.numbers if each.item.start <= offset <= each.item.stop][:_HOVERED_MAX]
        if not there:
            return None
        report = self._report(replace(self._tree, numbers=tuple(there), malformed=(), mixed=()), everything=True)
        lines = [line for each, row in zip(there, report.rows, strict=True) for line in self._said(each, row)]
        return self.text.hover(there[0].item.start, there[0].item.stop, lines)

    def _said(self, checked: CheckedNumber, row: cite.CiteRow) -> Iterator[str]:
        clauses, numbering, judgement = self._folder.clauses, self._numbering, checked.judgement
        full = explained(checked, row, numbering, clauses.said, self._sure)
        yield f"**{checked.number}**" + (f" of {full.written}: {full.why}" if full.written else "")
        clause, at = judgement.clause, self._tree.at
        until = at if judgement.until is None else judgement.until
        meant = numbering.dates.index(full.written) if full.written else until
        if clause is not None:
            yield from clauses.lines(checked.number, clause, meant)
        if judgement.verdict is not Verdict.RIGHT:
            yield escaped(f"{row.message} [{_code(row)}]")
        now = None if clause is None else numbering.number(clause, at)
        if clause is not None and now:
            says, said = (numbering.wordings(clause, position, position) for position in (at, meant))
            if now != checked.number or says != said:
                yield f"**{now}** of {numbering.dates[at]}"
                yield from clauses.lines(now, clause, at)
        if full.becomes:
            yield full.becomes

    def completion(self, offset: int) -> lsp.CompletionList:
        """Return the numbers that may follow a prefix, of the release that the file is written for."""
        position = self._folder.written if self._citing.written is None else self._citing.written
        return self._folder.clauses.completion(self.text, offset, self._folder.prefix, position)


def _code(row: cite.CiteRow) -> str:
    """Return the kind of a finding, and that it is likely only: "moved, likely"."""
    return f"{row.kind}, likely" if row.certainty == Certainty.LIKELY else row.kind


def silencing(name: str, before: str, line: str) -> tuple[int, str] | None:
    """Return what silences a citation behind the part `before` of a line, and before which character that is put.

    None in a file of a kind whose comments are not known, if it has any.
    """
    leader, said = _LEADERS.get(PurePath(name).suffix.lower()), line.rstrip()
    for closer, openers in _BLOCKS.items():
        if said.endswith(closer) and any(opener in before for opener in openers):
            return len(said.removesuffix(closer).rstrip()), _MARK
    if leader is None:
        return None
    if leader == "<!--":
        return len(said), f" <!--{_MARK} -->"
    is_comment = leader in before or before.lstrip().startswith(("*", "/*"))
    return len(said), _MARK if is_comment else f" {leader}{_MARK}"
