"""The conversation with an editor: which file is asked about, and errors in a line.

One thread judges and answers, in the order of the questions: what it has read of the clauses is not read twice at once,
and what is asked of a file waits until it is judged.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Protocol, TypeVar

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path

from crdiff.cite_tree.files import SIZE_MAX
from crdiff.lint.finding import LintFinding
from crdiff.lsp.citing import CitingFile, CitingFolder
from crdiff.lsp.draft import RulesDraft, is_draft
from crdiff.lsp.text import EditorText, actions
from crdiff.version import __version__

_SETTINGS = (".crdiff.toml", "pyproject.toml")
# Characters after which an editor asks for numbers.
_TYPED_ON = [".", *map(str, range(10))]
# How addresses of what is edited begin; an editor shows states of git and other things too.
_EDITED = ("file:", "untitled:")
_Answer = TypeVar("_Answer")
_File = CitingFile | RulesDraft


class Opener(Protocol):
    """Opens folders as the command line reads them; `options` is what an editor sets. Methods raise `CrdiffError`."""

    options: object

    def opened(self, folder: Path, *, is_alone: bool) -> CitingFolder:
        """Return a folder with all of its citations judged; `is_alone`: it is that of a file which no tree has."""

    def linted(self, name: str, raw: bytes) -> Sequence[LintFinding]:
        """Return what is wrong with a text of the rules."""

    def line_of(self, error: Exception) -> str:
        """Return the line that tells a person of an error."""


class CiteServer(LanguageServer):
    """A server whose errors are one line each, told once."""

    def __init__(self, opener: Opener) -> None:
        super().__init__("crdiff", __version__, text_document_sync_kind=lsp.TextDocumentSyncKind.Full)
        self.opener = opener
        self._thread = ThreadPoolExecutor(1)
        self._folders: dict[Path, CitingFolder] = {}
        self._files: dict[str, _File | None] = {}
        self._told: set[str] = set()

    def report_server_error(self, error: Exception, source: object) -> None:  # noqa: ARG002  the signature of pygls
        """Tell a person of an error, once."""
        line = self.opener.line_of(error)
        if line not in self._told:
            self._told.add(line)
            self.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Error, line))

    async def of(self, uri: str, question: Callable[[_File], _Answer]) -> _Answer | None:
        """Return what a file says to a question about its text of now, None where nothing is to say."""
        document = self.workspace.get_text_document(uri)
        if document.version is None or not uri.startswith(_EDITED):  # it has a version as long as it is open
            return None
        work = partial(self._answer, uri, document.path, document.source, question)
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, work)
        except Exception as error:
            self.report_server_error(error, None)
        return None

    async def show(self, uri: str) -> None:
        """Show the findings on a file, unless its text is another by the time they are known."""
        version = self.workspace.get_text_document(uri).version
        found = await self.of(uri, lambda file: [each.diagnostic(file.text) for each in file.findings]) or []
        if version is not None and self.workspace.get_text_document(uri).version == version:
            self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, found, version))

    async def start_again(self) -> None:
        """Read settings and folders anew, and judge all that is open."""
        for kept in (self._folders, self._files, self._told):
            await asyncio.get_running_loop().run_in_executor(self._thread, kept.clear)
        await asyncio.gather(*(self.show(each.uri) for each in self.workspace.text_documents.values()))

    def _answer(self, uri: str, name: str, source: str, question: Callable[[_File], _Answer]) -> _Answer | None:
        """Return what a file says to a question, None where its text is another already."""
        document, file = self.workspace.get_text_document(uri), self._files.get(uri)
        if document.version is None or document.source != source:
            return None
        if file is None or file.text.source != source:
            text = EditorText(name, uri, source, self.workspace.position_encoding or "utf-16")
            file = self._files[uri] = self._judged(text)
        return None if file is None else question(file)

    def _judged(self, text: EditorText) -> _File | None:
        """Return a file judged, None where it is not asked about."""
        uris = [each.uri for each in self.workspace.folders.values()] or [self.workspace.root_uri or ""]
        around = [Path(path) for uri in uris if (path := to_fs_path(uri)) and Path(text.name).is_relative_to(path)]
        top = max(around, key=lambda each: len(each.parts), default=Path(text.name).parent)
        if top not in self._folders:
            self._folders[top] = self.opener.opened(top, is_alone=not around)
        folder = self._folders[top]
        if len(text.raw) > SIZE_MAX:
            return None
        if is_draft(text):
            return RulesDraft(text, folder.clauses, folder.held, self.opener.linted)
        return CitingFile(text, folder) if folder.is_read(text.name) else None


def serve(opener: Opener) -> None:
    """Talk with an editor over standard input and output until it ends the conversation."""
    logging.getLogger("pygls").setLevel(logging.CRITICAL)  # it logs tracebacks
    server = CiteServer(opener)

    @server.feature(lsp.INITIALIZE)
    def initialize(params: lsp.InitializeParams) -> None:
        opener.options = params.initialization_options

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    async def changed(params: lsp.DidOpenTextDocumentParams | lsp.DidChangeTextDocumentParams) -> None:
        await server.show(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: lsp.DidCloseTextDocumentParams) -> None:
        server.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(params.text_document.uri, []))

    @server.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    @server.feature(lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    async def settled(params: lsp.DidSaveTextDocumentParams | lsp.DidChangeWatchedFilesParams) -> None:
        if isinstance(params, lsp.DidChangeWatchedFilesParams) or params.text_document.uri.endswith(_SETTINGS):
            await server.start_again()

    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    async def hover(params: lsp.HoverParams) -> lsp.Hover | None:
        at = params.position
        return await server.of(params.text_document.uri, lambda file: file.hover(file.text.offset(at)))

    @server.feature(lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions([lsp.CodeActionKind.QuickFix]))
    async def act(params: lsp.CodeActionParams) -> list[lsp.CodeAction] | None:
        ends = params.range.start, params.range.end
        return await server.of(
            params.text_document.uri, lambda file: actions(file.text, file.findings, *map(file.text.offset, ends))
        )

    @server.feature(lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=_TYPED_ON))
    async def complete(params: lsp.CompletionParams) -> lsp.CompletionList | None:
        at = params.position
        return await server.of(params.text_document.uri, lambda file: file.completion(file.text.offset(at)))

    server.start_io()
