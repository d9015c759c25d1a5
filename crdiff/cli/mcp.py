"""``crdiff mcp``: programs ask what the rules said on a day."""

from __future__ import annotations

from contextlib import ExitStack
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import click
from msgspec.structs import replace

from crdiff.cli.app import line_of
from crdiff.cli.citing import AUTO, CiteJudge, CiteQuestion, cite_judge
from crdiff.cli.options import asked_corpus, asks_corpus, command, option
from crdiff.cli.output import Output, note
from crdiff.errors import UsageError, needed_for

if TYPE_CHECKING:
    from crdiff.cite.checking import CiteChecker
    from crdiff.reports.cite import CiteReport

_OUTPUT = Output("text", None, quiet=True)
_ROOT = click.Path(exists=True, file_okay=False, resolve_path=True, path_type=Path)
# Releases that citations are written for whose indexes of words are kept; each takes some megabytes.
_KEPT_MAX = 4


@command("mcp", "Tell programs what the rules said on a day.")
@click.argument("root", metavar="[DIR]", required=False, type=_ROOT)
@option("--http", "Answer on this port of this machine instead.", metavar="PORT", type=click.IntRange(0, 65_535))
@asks_corpus
def mcp_command(*, root: Path | None, http: int | None, corpus: str | None) -> None:
    """Answer a client of the Model Context Protocol over standard input and output, such as a language model has.

    What a rule said on a day, what a number meant, what releases changed, whether a quotation is right: each answer
    names its release and says where knowledge ends. With DIR, citations in the files below it are checked too. It needs
    pip install 'crdiff[mcp]'.

    Examples:
      crdiff mcp
      crdiff mcp . --http 8765
    """
    with needed_for("crdiff mcp", "mcp"):
        from crdiff.mcp.server import ClauseServer, serve
    with asked_corpus(corpus, _OUTPUT) as asked:
        serve(ClauseServer(asked, _CiteReports(root, corpus).of, line_of), http, note)


class _CiteReports:
    """Judges citations for clients; the words of the clauses are read once for all, and stay open."""

    def __init__(self, root: Path | None, corpus: str | None) -> None:
        self._root, self._corpus, self._open = root, corpus, ExitStack()
        self._judging = lru_cache(maxsize=_KEPT_MAX)(self._judged)

    @cached_property
    def _judge(self) -> CiteJudge:
        return self._open.enter_context(cite_judge(CiteQuestion((), None, corpus=self._corpus), _OUTPUT))

    def of(self, text: str, path: str, day: str) -> CiteReport:
        from crdiff.reports.cite import cite_report, judged_by

        judge, checker = self._judging(day or AUTO)
        root = self._root or Path("/")
        where = (root / path).resolve()
        if path and not (self._root and where.is_relative_to(root) and where.exists()):
            raise UsageError(f"{path[:100]!r} is not in the folder of this server", "a path in its DIR")
        found = judge.texts_in(str(where)) if path else ()
        texts = [replace(each, name=Path(each.name).relative_to(root).as_posix()) for each in found]
        texts += [judge.text_of("text.md", text.encode("utf-8", "replace"))] if text else []
        tree = checker.check(texts)
        rests_on = judged_by(tree, judge.numbering, len(texts), has_texts=not judge.corpus.is_recorded)
        return cite_report(tree, judge.numbering, rests_on)

    def _judged(self, since: str) -> tuple[CiteJudge, CiteChecker]:
        """Return what judges citations written for a release, by the settings of the folder."""
        judge = self._judge.in_folder(self._root or Path("/"), since)
        return judge, judge.checker(self._judge.words)
