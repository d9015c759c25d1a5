"""The conversation with a client: which tool is called, and errors in its own words."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable
from functools import partial
from typing import Any, get_type_hints

import anyio.to_thread
import msgspec
import uvicorn
from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ResourceError
from mcp_types import CallToolResult, Resource, TextContent, Tool, ToolAnnotations

from crdiff.corpus import Corpus
from crdiff.errors import StoreError, UsageError
from crdiff.mcp.answers import DatedAnswer, fitted
from crdiff.mcp.asking import TOOLS, AnswerGround, CiteReports
from crdiff.reports.answer import as_json
from crdiff.reports.schemas import schema_of
from crdiff.store.texts.books import read_book
from crdiff.version import __version__

_CLAUSE = "crdiff://clause/"
_JSON = "application/json"
_INSTRUCTIONS = """\
Answers on the {title} of any day since {first}, by the releases themselves. {note} Numbers and wordings from memory \
are often those of an older release: ask rule_at before you cite a rule, check before you quote one, number where an \
old number is cited. Give the release with what you cite, and tell what an answer has in warnings.\
"""
_HINTS = ToolAnnotations(read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False)
# Tool -> the type of its arguments.
_QUESTIONS = {name: get_type_hints(tool)["asked"] for name, tool in TOOLS.items()}


class ClauseServer(MCPServer[Any]):
    """Answers what clients ask of a corpus, one after another; `line_of` makes a line of an error.

    Raises `CrdiffError` where the corpus cannot be used.
    """

    def __init__(self, corpus: Corpus, cited: CiteReports, line_of: Callable[[Exception], str]) -> None:
        self._corpus, self._line_of, self._ground = corpus, line_of, partial(AnswerGround, corpus, cited)
        self._in_thread = partial(anyio.to_thread.run_sync, limiter=anyio.CapacityLimiter(1))
        title, first, note = read_book(corpus.book).title, corpus.archive.dates[0], self._ground("").note
        told = _INSTRUCTIONS.format(title=title, first=first, note=note)
        super().__init__("crdiff", version=__version__, instructions=told, log_level="CRITICAL")
        self.resource(_CLAUSE + "{clause}", name="clause", mime_type=_JSON)(self._clause)

    def _answered(self, name: str, arguments: object) -> str:
        """Return the answer of a tool as JSON. Raises `CrdiffError` for what cannot be answered."""
        if name not in TOOLS:
            raise UsageError(f"there is no tool {name[:100]!r}", f"one of {', '.join(TOOLS)}")
        try:
            question = msgspec.convert(arguments, _QUESTIONS[name])
        except msgspec.ValidationError as error:
            raise UsageError(f"the arguments of {name} do not fit: {error}") from None
        try:
            answer = TOOLS[name](self._ground(question.day), question)
        except StoreError:  # texts came or went since it was opened
            self._corpus.close()
            answer = TOOLS[name](self._ground(question.day), question)
        return as_json(fitted(answer, question.limit)).decode()

    async def _asked(self, name: str, arguments: object) -> str:
        try:
            return await self._in_thread(partial(self._answered, name, arguments))
        except Exception as error:
            raise ResourceError(self._line_of(error)) from None  # which of a tool is told as its error

    async def _clause(self, clause: str) -> str:
        """Return a clause through all releases, by its number, its title or its permanent id."""
        return await self._asked("history", {"clause": clause})

    async def call_tool(self, name: str, arguments: dict[str, Any], _context: object = None) -> CallToolResult:
        """Return the answer of a tool, as text and as JSON."""
        text = await self._asked(name, arguments)
        return CallToolResult(content=[TextContent(text=text)], structured_content=json.loads(text))

    async def list_tools(self) -> list[Tool]:
        """Return what can be asked; a question is described by its type."""
        return [
            Tool(
                name=name,
                description=" ".join((inspect.getdoc(kind) or "").split()),
                input_schema=schema_of(kind),
                output_schema=schema_of(DatedAnswer),
                annotations=_HINTS,
            )
            for name, kind in _QUESTIONS.items()
        ]

    async def list_resources(self) -> list[Resource]:
        """Return the sections; the other clauses have addresses like theirs."""
        shown = await self._in_thread(partial(self._corpus.show, outline=True))
        return [Resource(name=f"{c.number} {c.title}", uri=_CLAUSE + c.lineage, mime_type=_JSON) for c in shown.clauses]


def serve(server: ClauseServer, port: int | None, told: Callable[[str], None]) -> None:
    """Answer until the client ends the conversation on standard input, or on HTTP, where a port is given, for good.

    On HTTP only this machine is answered, by its own names, and `told` gets a line with the address. Raises
    `UsageError` where the port is taken.
    """
    if port is None:
        server.run("stdio")
        return
    app = server.streamable_http_app(stateless_http=True, json_response=True)
    config = uvicorn.Config(app, port=port, log_level="critical")
    try:
        bound = config.bind_socket()
    except SystemExit:
        raise UsageError(f"port {port} of this machine is taken", "another one, or 0 for any") from None
    with bound:
        bound.listen()  # before anybody is told: who comes early waits, and is not refused
        told("crdiff: serving at http://{}:{}/mcp".format(*bound.getsockname()))
        uvicorn.Server(config).run(sockets=[bound])
