"""The conversation with a client: which tool is called, and errors in its own words."""

from __future__ import annotations

import inspect
import logging
from collections.abc import Callable
from functools import partial
from typing import Any
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
from crdiff.errors import CrdiffError, StoreError, UsageError
from crdiff.mcp.answers import DatedAnswer, fitted
from crdiff.mcp.asking import ASKED, AnswerGround, CiteReports
from crdiff.reports.answer import as_json
from crdiff.reports.schemas import schema_of
from crdiff.store.texts.books import read_book
from crdiff.version import __version__

_CLAUSE = "crdiff://clause/"
_JSON = "application/json"
_HOST = "127.0.0.1"
# Questions that are worked on at once; a corpus answers one after another, and each thread takes memory.
_THREADS_MAX = 4
_INSTRUCTIONS = """\
Answers on the {title} of any day since {first}, by the releases themselves. {note} Rules are renumbered and reworded \
several times a year, so numbers and wordings from memory are often those of an older release: ask rule_at before you \
cite a rule, check before you quote one, number where an old number is cited. Give the release with what you cite, and \
tell what an answer has in warnings. Days are written 2008-03-17.\
"""
_HINTS = types.ToolAnnotations(read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False)


class ClauseServer:
    """Answers what clients ask of a corpus; `line_of` makes a line of an error that nobody foresaw."""

    def __init__(self, corpus: Corpus, cited: CiteReports, line_of: Callable[[Exception], str]) -> None:
        self._corpus = corpus
        self._more: dict[str, dict[str, Any]] = {"cite_check": {"judged": cited}}
        self._line_of = line_of
        self._in_thread = partial(anyio.to_thread.run_sync, limiter=anyio.CapacityLimiter(_THREADS_MAX))

    def server(self) -> Server[Any]:
        """Return a server of the SDK. Raises `CrdiffError` where the corpus cannot be used."""
        title, first = read_book(self._corpus.book).title, self._corpus.archive.dates[0]
        told = _INSTRUCTIONS.format(title=title, first=first, note=AnswerGround.of(self._corpus, "").note)
        return Server(
            "crdiff",
            version=__version__,
            instructions=told,
            on_list_tools=self._list_tools,
            on_call_tool=self._call,
            on_list_resources=self._list_resources,
            on_list_resource_templates=self._list_templates,
            on_read_resource=self._read,
        )

    def answered(self, name: str, arguments: object) -> bytes:
        """Return the answer of a tool as JSON. Raises `CrdiffError` for what cannot be answered."""
        if name not in ASKED:
            raise UsageError(f"there is no tool {name[:100]!r}", f"one of {', '.join(ASKED)}")
        kind, asking = ASKED[name]
        try:
            question = msgspec.convert(arguments, kind)
        except msgspec.ValidationError as error:
            raise UsageError(f"the arguments of {name} do not fit: {error}") from None
        ask = partial(asking, self._corpus, question, **self._more.get(name, {}))
        try:
            answer = ask()
        except StoreError:  # texts came or went since it was opened
            self._corpus.close()
            answer = ask()
        return as_json(fitted(answer, question.limit))

    def _said(self, error: Exception) -> str:
        return str(error) if isinstance(error, CrdiffError) else self._line_of(error)

    async def _list_tools(self, _ctx: object, _params: object) -> types.ListToolsResult:
        tools = [
            types.Tool(
                name=name,
                description=" ".join((inspect.getdoc(kind) or "").split()),
                input_schema=schema_of(kind),
                output_schema=schema_of(DatedAnswer),
                annotations=_HINTS,
            )
            for name, (kind, _) in ASKED.items()
        ]
        return types.ListToolsResult(tools=tools)

    async def _call(self, _ctx: object, params: types.CallToolRequestParams) -> types.CallToolResult:
        try:
            raw = await self._in_thread(partial(self.answered, params.name, params.arguments or {}))
        except Exception as error:
            return types.CallToolResult(content=[types.TextContent(text=self._said(error))], is_error=True)
        said = types.TextContent(text=raw.decode())
        return types.CallToolResult(content=[said], structured_content=msgspec.json.decode(raw))

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
        _, is_clause, clause = str(params.uri).partition(_CLAUSE)
        try:
            if not is_clause:
                raise UsageError("there is no such resource", f"one such as {_CLAUSE}2003-10-01-507.3b")
            raw = await self._in_thread(partial(self.answered, "history", {"clause": unquote(clause)}))
        except Exception as error:
            raise MCPError(types.INVALID_PARAMS, self._said(error)) from None
        said = types.TextResourceContents(uri=params.uri, mime_type=_JSON, text=raw.decode())
        return types.ReadResourceResult(contents=[said])


def serve(served: ClauseServer, port: int | None, told: Callable[[str], None]) -> None:
    """Answer until the client ends the conversation on standard input, or on HTTP, where a port is given, for good.

    On HTTP only this machine is answered, by its own names, and `told` gets a line with the address. Raises
    `UsageError` where the port is taken.
    """
    logging.getLogger("mcp").setLevel(logging.CRITICAL)  # what a client sends wrong is told to the client
    server = served.server()
    if port is None:
        anyio.run(_over_standard_streams, server)
        return
    app = server.streamable_http_app(stateless_http=True, json_response=True, host=_HOST)
    config = uvicorn.Config(app, host=_HOST, port=port, log_level="critical")
    try:
        bound = config.bind_socket()
    except SystemExit:
        raise UsageError(f"port {port} of this machine is taken", "another one, or 0 for any") from None
    told(f"crdiff: serving at http://{_HOST}:{bound.getsockname()[1]}/mcp")
    uvicorn.Server(config).run(sockets=[bound])


async def _over_standard_streams(server: Server[Any]) -> None:
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())
