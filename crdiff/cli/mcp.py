"""``crdiff mcp``: programs ask what the rules said on a day."""

from __future__ import annotations

import os
from contextlib import ExitStack
from functools import cached_property, lru_cache
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

import click
from msgspec.structs import replace

from crdiff.cli.app import line_of
from crdiff.cli.citing import AUTO, CiteJudge, CiteQuestion, cite_judge
from crdiff.cli.options import FOLDER, asked_corpus, command, corpus_option, option
from crdiff.cli.output import Output, note
from crdiff.errors import UsageError

if TYPE_CHECKING:
    from crdiff.cite.checking import CiteChecker
    from crdiff.mcp.questions import CheckCitations
    from crdiff.reports.cite import CiteReport

_OUTPUT = Output("text", None, quiet=True)
# Folders with a release whose indexes of words are kept; each takes some megabytes.
_KEPT_MAX = 4


@command("mcp", "Answer programs what the rules said on a day.")
@option("--root", "Also check citations in files below this folder.", metavar="DIR", type=FOLDER)
@option("--http", "Answer on this port of this machine instead.", metavar="PORT", type=click.IntRange(0, 65_535))
@corpus_option
def mcp_command(*, root: str | None, http: int | None, corpus: str | None) -> None:
    """Answer a client of the Model Context Protocol over standard input and output, such as a language model has.

    What a rule said on a day, what a number meant, what releases changed, whether a quotation is right: each answer
    names its release and says where knowledge ends. It needs pip install 'crdiff[mcp]'.

    Examples:
      crdiff mcp
      crdiff mcp --root . --http 8765
    """
    try:
        from crdiff.mcp.server import ClauseServer, serve
    except ModuleNotFoundError:
        raise UsageError("crdiff mcp needs its SDK", remedy="pip install 'crdiff[mcp]' brings it") from None
    if root is not None and not Path(root).is_dir():
        raise UsageError("is not a folder", "one with files that cite rules", path=root)
    with asked_corpus(corpus, _OUTPUT) as asked:
        serve(ClauseServer(asked, _CiteReports(root, corpus).of, line_of), http, note)
    os._exit(0)  # what is still being answered is answered to nobody


class _CiteReports:
    """Judges citations for clients; the words of the clauses are read once for all, and stay open."""

    def __init__(self, root: str | None, corpus: str | None) -> None:
        self._root = Path(root).resolve() if root is not None else None
        self._corpus, self._open, self._lock = corpus, ExitStack(), Lock()
        self._judging = lru_cache(maxsize=_KEPT_MAX)(self._judged_in)

    @cached_property
    def _judge(self) -> CiteJudge:
        return self._open.enter_context(cite_judge(CiteQuestion((), None, corpus=self._corpus), _OUTPUT))

    def of(self, asked: CheckCitations) -> CiteReport:
        from crdiff.reports.cite import cite_report, judged_by

        where = self._inside(asked.path)
        with self._lock:
            judge, checker = self._judging(where if where.is_dir() else where.parent, asked.day or AUTO)
            text = judge.text_of("text.md", asked.text.encode("utf-8", "replace"))
            texts = judge.texts_in(str(where)) if asked.path else (text,)
            tree = checker.check(texts)
        rests_on = judged_by(tree, judge.numbering, len(texts), has_texts=not judge.corpus.is_recorded)
        report = cite_report(tree, judge.numbering, rests_on)
        return replace(report, rows=tuple(row.placed_in(self._named(row.place.file)) for row in report.rows))

    def _judged_in(self, folder: Path, since: str) -> tuple[CiteJudge, CiteChecker]:
        """Return what judges by the settings of a folder, for citations written for a release."""
        judge = self._judge.in_folder(folder, since)
        return judge, judge.checker(self._judge.words)

    def _inside(self, path: str) -> Path:
        """Return a path in the folder that the server was started for. Raises `UsageError` for any other."""
        if self._root is None and path:
            raise UsageError("this server reads no files", "a text, or a server started with --root DIR")
        root = self._root or Path("/")
        try:
            found = (root / path).resolve(strict=True)
        except (OSError, ValueError, RuntimeError):
            found = None
        if found is None or not found.is_relative_to(root):
            raise UsageError(f"{path[:100]!r} is not in the folder of this server", "a path in it")
        return found

    def _named(self, file: str) -> str:
        return Path(file).relative_to(self._root).as_posix() if self._root and Path(file).is_absolute() else file
