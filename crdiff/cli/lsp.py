"""``crdiff lsp``: an editor is told of citations and drafts while they are written."""

from __future__ import annotations

import os
from contextlib import ExitStack
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from crdiff.cite.spellings import prefix_before
from crdiff.cli.app import line_of
from crdiff.cli.citing import AUTO, BLAME, CiteJudge, CiteQuestion, cite_judge, release_in
from crdiff.cli.options import RELEASE, asks_corpus, command, option
from crdiff.cli.output import Output
from crdiff.cli.project_settings import read_baseline
from crdiff.cli.texts import Texts
from crdiff.errors import UsageError, needed_for

if TYPE_CHECKING:
    from crdiff.lint.finding import LintFinding
    from crdiff.lsp.citing import CitingFolder

# Where notes go: editors keep what a server says on standard error.
_OUTPUT = Output("text", None, quiet=False)
# What an editor may set in place of options -> the name that it has here.
_SET = {"at": "at", "from": "since", "corpus": "corpus"}


@command("lsp", "Tell an editor of citations and drafts.")
@option("--at", "Judge by this release.", type=RELEASE)
@option("--from since", "The release that citations are written for.", default=AUTO, show_default=True, type=RELEASE)
@asks_corpus
def lsp_command(*, at: str | None, since: str, corpus: str | None) -> None:
    """Talk with an editor over standard input and output, by the language server protocol.

    In code and prose the findings of 'crdiff cite check' are shown as they are typed, each with the edit that 'crdiff
    cite update' would make, and a citation shows its clause; in a .txt of rules the findings of 'crdiff lint' are. What
    the editor sets as initializationOptions takes precedence. It needs pip install 'crdiff[lsp]'.

    Examples:
      crdiff lsp
      crdiff lsp --from 2026-01-16
    """
    with needed_for("crdiff lsp", "lsp"):
        from crdiff.lsp.server import serve
    serve(_Opener(CiteQuestion((), at, since, corpus)))
    os._exit(0)  # what is still being judged is judged for nobody


class _Opener:
    """Opens folders for an editor; the corpus and the words of its clauses are read once for all, and stay open."""

    line_of = staticmethod(line_of)

    def __init__(self, started: CiteQuestion) -> None:
        self._started, self._open = started, ExitStack()
        self.options: object = None

    @cached_property
    def _asked(self) -> CiteQuestion:
        given = self.options if isinstance(self.options, dict) else {}
        return replace(self._started, **{name: str(given[key]) for key, name in _SET.items() if given.get(key)})

    @cached_property
    def _judge(self) -> CiteJudge:
        if self._asked.since == BLAME:
            raise UsageError("git does not know the lines that an editor has", "a release, or auto")
        return self._open.enter_context(cite_judge(self._asked, _OUTPUT))

    def opened(self, folder: Path, *, is_alone: bool) -> CitingFolder:
        from crdiff.cite_tree.files import is_read
        from crdiff.lsp.citing import CitingFolder
        from crdiff.lsp.clauses import Clauses

        first, judge = self._judge, self._judge.in_folder(folder, self._asked.since)
        settings, since, checker = judge.settings, judge.presumed, judge.checker(first.words)
        if not is_alone:
            checker.check(judge.texts_in(str(folder)))
        baseline = read_baseline(settings.baseline_file) if settings.baseline_file else ()
        return CitingFolder(
            Clauses(first.numbering, first.said),
            (lambda text: checker.check([text])) if is_alone else checker.check_again,
            judge.text_of,
            is_read(settings.exclude, settings.top),
            judge.at if since is None else since,
            judge.at if first.corpus.is_recorded else release_in(first.numbering.dates, str(first.corpus.releases[-1])),
            prefix_before(settings.prefixes),
            frozenset(each.fingerprint for each in baseline),
            settings.strings == "edit",
        )

    def linted(self, name: str, raw: bytes) -> tuple[LintFinding, ...]:
        from crdiff.cli.lint import LintRun, chosen_checks, find_settings, own_vocabulary

        settings, texts = find_settings(Path(name).parent), Texts(self._asked.corpus)
        texts.hold(name, raw)
        run = LintRun(settings.against, chosen_checks((), (), settings), own_vocabulary(settings), texts, _OUTPUT)
        baseline = settings.folder / settings.baseline if settings.baseline else None
        return run.report([name], baseline, lists_known=False).texts[0].new
