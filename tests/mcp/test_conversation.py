"""Conversations with ``crdiff mcp``, by the client of the official SDK: right, marked, small, alike for everyone."""

from __future__ import annotations

import asyncio
import json
import os
import re
import socket
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from awaiting import awaited
from reviewed import answered
from table import rows_of

pytest.importorskip("mcp")

from crdiff.corpus import Corpus
from crdiff.store.embedded.lives import known_dates
from tests.cli.conftest import built
from tests.conftest import Golden
from tests.small_releases import RELEASES

ANSWERS = Path(__file__).with_name("answers.txt")


PROMISED = {row["tool"]: {*row["arguments"].split()} for row in rows_of(__file__, "what version 1 promised")}


def conversation(home: Path, talk: Callable[[Any], Awaitable[Any]], *options: str) -> Any:
    """Return what a talk with a server over standard input and output comes to."""
    from mcp.client.client import Client
    from mcp.client.stdio import StdioServerParameters, stdio_client

    env = {**os.environ, "CRDIFF_HOME": str(home)}
    server = StdioServerParameters(command=sys.executable, args=["-m", "crdiff", "mcp", *options], env=env)

    async def talked() -> Any:
        async with Client(stdio_client(server)) as client:
            return await talk(client)

    return awaited(talked())


async def said(client: Any, tool: str, **arguments: object) -> Any:
    """Return the answer of a tool, or the line of an error."""
    found = await client.call_tool(tool, arguments)
    text = found.content[0].text
    if found.is_error:
        assert "\n" not in text
        assert "Traceback" not in text
        return text
    assert found.structured_content == json.loads(text)
    assert len(text.encode()) <= arguments.get("limit", 4_000)  # type: ignore[operator]
    assert text.startswith('{"schema":"crdiff.mcp/1","day":')
    assert found.structured_content["known_to"] in found.structured_content["note"]
    return found.structured_content


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("mcp"), RELEASES)


def test_a_client_is_told_what_it_can_ask(home: Path) -> None:
    async def talk(client: Any) -> None:
        tools = (await client.list_tools()).tools
        for tool in tools:
            assert PROMISED[tool.name] <= tool.input_schema["properties"].keys()
            assert all(each["description"] for each in tool.input_schema["properties"].values())
            assert tool.annotations.read_only_hint
            assert tool.description
            assert tool.output_schema["properties"].keys() >= {"day", "release", "known_to", "note", "warnings", "rows"}
        assert PROMISED.keys() == {tool.name for tool in tools}
        assert "Facts to" in client.instructions

    conversation(home, talk)


LEFT_OUT = {"schema", "note", "known_to"}
# What changes with each release that comes out.
OF_TODAY = re.compile(rf"{known_dates()[-1]}|[\d,]+(?= clauses)|\S+(?= took effect by 2099)")


def test_answers_are_as_reviewed(home: Path, golden: Golden) -> None:
    """In ``answers.txt`` stands a tool with its arguments, and the answer but for `LEFT_OUT`."""
    questions = [line[2:] for line in ANSWERS.read_text("utf-8").splitlines() if line[:2] == "> "]

    async def talk(client: Any) -> dict[str, Any]:
        resource = (await client.read_resource("crdiff://clause/2003-10-01-507.4")).contents[0].text
        assert json.loads(resource)["rows"] == (await said(client, "history", clause="2003-10-01-507.4"))["rows"]
        assert (await client.list_resources()).resources
        asked = [(each, each.partition(" ")) for each in questions]
        return {each: await said(client, tool, **json.loads(arguments)) for each, (tool, _, arguments) in asked}

    found = conversation(home, talk)
    told = answered(ANSWERS, lambda given: (line for each in given for line in _lines(found[each])))
    golden(ANSWERS, OF_TODAY.sub("…", told))


def _lines(answer: Any) -> list[str]:
    """Return an answer, a line for each of its keys and for each of its rows, or the line of an error."""
    if isinstance(answer, str):
        return [answer]
    parts = [(key, part) for key, said in answer.items() for part in (said if isinstance(said, list) else [said])]
    return [f"{key}: {json.dumps(part, ensure_ascii=False)}" for key, part in parts if key not in LEFT_OUT]


def test_what_cannot_be_answered_is_refused_in_a_line_and_the_conversation_goes_on(tmp_path: Path) -> None:
    (root := tmp_path / "root").mkdir()
    (tmp_path / "outside.md").write_text("CR 114.4")
    (root / "link.md").symlink_to(tmp_path / "outside.md")
    (root / "a.md").write_text("See CR 114.4.")

    async def talk(client: Any) -> None:
        for row in rows_of(__file__, "what is refused"):
            assert isinstance(await said(client, row["tool"], **json.loads(row["arguments"])), str), row
        with pytest.raises(Exception, match=r"999\.9"):
            await client.read_resource("crdiff://clause/999.9")
        found = await said(client, "cite_check", path="a.md", day="2018-01-19")
        assert [row["place"] for row in found["rows"]] == ["a.md:1"]
        assert (await said(client, "cite_check", path=".", day="2018-01-19"))["rows"] == found["rows"]

    conversation(tmp_path / "home", talk, str(root))


def test_many_clients_of_one_server_are_answered_as_one_is(home: Path) -> None:
    from mcp.client.client import Client

    questions = [("rule_at", {"number": number, "day": "2009-08-01"}) for number in ("710", "710.1", "710.3", "100.1")]
    questions += [("search", {"words": "turn"}), ("number", {"number": "710.1"}), ("history", {"clause": "710.1"})]
    questions += [("check", {"number": "710.1", "quotation": "Some cards allow a player to control"})]
    questions += [("cite_check", {"text": text, "day": "2018-01-19"}) for text in ("CR 114.4, CR 704.5a", "CR 799.9z")]

    async def asked(address: str) -> list[Any]:
        async with Client(address) as client:
            return [await said(client, tool, **arguments) for tool, arguments in questions * 2]

    async def all_at_once(address: str) -> tuple[list[Any], list[list[Any]]]:
        return await asked(address), await asyncio.gather(*(asked(address) for _ in range(8)))

    command = [sys.executable, "-m", "crdiff", "mcp", "--http", "0", "--corpus", str(home)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
        assert server.stderr
        address = server.stderr.readline().split()[-1]
        try:
            alone, crowd = awaited(all_at_once(address))
        finally:
            server.terminate()
            server.wait()
    assert all(each == alone for each in crowd)


def test_who_comes_as_soon_as_the_address_is_told_is_not_refused(home: Path) -> None:
    from crdiff.mcp.server import ClauseServer, serve

    def told(line: str) -> None:
        address = urlsplit(line.rsplit(maxsplit=1)[-1])
        socket.create_connection((address.hostname, address.port)).close()
        raise InterruptedError

    with pytest.raises(InterruptedError):
        serve(ClauseServer(Corpus(home), lambda *_: None, str), 0, told)


def test_a_text_that_comes_while_the_server_runs_is_answered_from(tmp_path: Path) -> None:
    first, *_ = RELEASES
    home = built(tmp_path, {first: RELEASES[first]})

    async def talk(client: Any) -> None:
        before = await said(client, "rule_at", number="710.1", day="2009-08-01")
        assert "no release held has a number 710.1" in before
        built(tmp_path, RELEASES)
        after = await said(client, "rule_at", number="710.1", day="2009-08-01")
        assert after["rows"][0]["text"].startswith("One card (Mindslaver)")

    conversation(home, talk)


def test_without_the_sdk_the_command_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from crdiff.cli.app import run

    monkeypatch.setitem(sys.modules, "mcp.server.mcpserver", None)
    monkeypatch.delitem(sys.modules, "crdiff.mcp.server", raising=False)
    assert run(["mcp"]) == 2
    assert "pip install 'crdiff[mcp]'" in capsys.readouterr().err
