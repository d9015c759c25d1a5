"""The conversation with a client: which tool is called, and errors in its own words."""

from __future__ import annotations

import inspect
import json
import logging
import socket
from collections.abc import Callable
from functools import partial
from typing import Any, get_type_hints
from urllib.parse import quote, unquote

import anyio
import anyio.to_thread
import mcp_types as types
import msgspec
import uvicorn
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError

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
_HOST = "127.0.0.1"
_INSTRUCTIONS = """\
Answers on the {title} of any day since {first}, by the releases themselves. {note} Rules are renumbered and reworded \
several times a year, so numbers and wordings from memory are often those of an older release: ask rule_at before you \
cite a rule, check before you quote one, number where an old number is cited. Give the release with what you cite, and \
tell what an answer has in warnings. Days are written 2008-03-17.\
"""
_HINTS = types.ToolAnnotations(read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False)
# Tool -> the type of its arguments.
_QUESTIONS = {name: get_type_hints(tool)["asked"] for name, tool in TOOLS.items()}


class ClauseServer:
    """Answers what clients ask of a corpus, one after another; `line_of` makes a line of an error."""

    def __init__(self, corpus: Corpus, cited: CiteReports, line_of: Callable[[Exception], str]) -> None:
        self._corpus = corpus
        self._ground = partial(AnswerGround.of, corpus, cited)
        self._line_of = line_of
        self._in_thread = partial(anyio.to_thread.run_sync, limiter=anyio.CapacityLimiter(1))

    def server(self) -> Server[Any]:
        """Return a server of the SDK. Raises `CrdiffError` where the corpus cannot be used."""
        title, first = read_book(self._corpus.book).title, self._corpus.archive.dates[0]
        return Server(
            "crdiff",
            version=__version__,
            instructions=_INSTRUCTIONS.format(title=title, first=first, note=self._ground("").note),
            on_list_tools=self._list_tools,
            on_call_tool=self._call,
            on_list_resources=self._list_resources,
            on_list_resource_templates=self._list_templates,
            on_read_resource=self._read,
        )

    def _answered(self, name: str, arguments: object) -> bytes:
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
        return as_json(fitted(answer, question.limit))

    async def _asked(self, name: str, arguments: object) -> tuple[str, bool]:
        """Return the answer of a tool as JSON, or else a line, and whether it is that of an error."""
        try:
            return (await self._in_thread(partial(self._answered, name, arguments))).decode(), False
        except Exception as error:
            return self._line_of(error), True

    async def _list_tools(self, _ctx: object, _params: object) -> types.ListToolsResult:
        tools = [
            types.Tool(
                name=name,
                description=" ".join((inspect.getdoc(kind) or "").split()),
                input_schema=schema_of(kind),
                output_schema=schema_of(DatedAnswer),
                annotations=_HINTS,
            )
            for name, kind in _QUESTIONS.items()
        ]
        return types.ListToolsResult(tools=tools)

    async def _call(self, _ctx: object, params: types.CallToolRequestParams) -> types.CallToolResult:
        text, is_error = await self._asked(params.name, params.arguments or {})
        answer = None if is_error else json.loads(text)
        return types.CallToolResult(
            content=[types.TextContent(text=text)], structured_content=answer, is_error=is_error
        )

    async def _list_resources(self, _ctx: object, _params: object) -> types.ListResourcesResult:
        shown = await self._in_thread(partial(self._corpus.show, outline=True))
        named = ((f"{each.number} {each.title}".strip(), _CLAUSE + quote(each.lineage)) for each in shown.clauses)
        return types.ListResourcesResult(
            resources=[types.Resource(name=name, uri=uri, mime_type=_JSON) for name, uri in named]
        )

    async def _list_templates(self, _ctx: object, _params: object) -> types.ListResourceTemplatesResult:
        said = "A clause through all releases, by its number, its title or its permanent id."
        uri = f"{_CLAUSE}{{clause}}"
        template = types.ResourceTemplate(name="clause", uri_template=uri, mime_type=_JSON, description=said)
        return types.ListResourceTemplatesResult(resource_templates=[template])

    async def _read(self, _ctx: object, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        text, is_error = await self._asked("history", {"clause": unquote(str(params.uri).removeprefix(_CLAUSE))})
        if is_error:
            raise MCPError(types.INVALID_PARAMS, text)
        said = types.TextResourceContents(uri=params.uri, mime_type=_JSON, text=text)
        return types.ReadResourceResult(contents=[said])


def serve(served: ClauseServer, port: int | None, told: Callable[[str], None]) -> None:
    """Answer until the client ends the conversation on standard input, or on HTTP, where a port is given, for good.

    On HTTP only this machine is answered, by its own names, and `told` gets a line with the address. Raises
    `OSError` where the port is taken.
    """
    logging.getLogger("mcp").setLevel(logging.CRITICAL)  # what a client sends wrong is told to the client
    server = served.server()
    if port is None:
        anyio.run(_over_standard_streams, server)
        return
    app = server.streamable_http_app(stateless_http=True, json_response=True, host=_HOST)
    with socket.create_server((_HOST, port)) as bound:
        told(f"crdiff: serving at http://{_HOST}:{bound.getsockname()[1]}/mcp")
        uvicorn.Server(uvicorn.Config(app, log_level="critical")).run(sockets=[bound])


async def _over_standard_streams(server: Server[Any]) -> None:
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())
