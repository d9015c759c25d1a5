"""An editor that talks with ``crdiff lsp`` over its standard input and output, one message after the other."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

# What JSON says.
Answer = Any


class Editor:
    """A client of a server that it starts in a folder. Nothing is timed: each question waits for its message."""

    def __init__(self, *folders: Path, env: Mapping[str, str], options: object = None, encodings: Any = None) -> None:
        command = [sys.executable, "-m", "crdiff", "lsp"]
        self._server = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**env}, cwd=folders[0]
        )
        self._last = 0
        self._versions: dict[str, int] = {}
        # Messages that nobody has asked for yet.
        self.got: list[Answer] = []
        self.initialized = self.ask(
            "initialize",
            processId=None,
            rootUri=None,
            workspaceFolders=[{"uri": each.as_uri(), "name": each.name} for each in folders],
            initializationOptions=options,
            capabilities={"general": {"positionEncodings": encodings}} if encodings else {},
        )
        self.tell("initialized")

    def tell(self, method: str, **params: Any) -> None:
        """Send a message that nothing answers."""
        self._send({"method": method, "params": params})

    def ask(self, method: str, **params: Any) -> Answer:
        """Send a question and return the answer."""
        self._last += 1
        self._send({"id": self._last, "method": method, "params": params})
        while (message := self._read()).get("id") != self._last or "method" in message:
            self.got.append(message)
        assert "error" not in message, message
        return message["result"]

    def open(self, uri: str, text: str) -> list[Answer]:
        """Open a file and return the findings on it."""
        self._versions[uri] = 1
        item = {"uri": uri, "languageId": "x", "version": 1, "text": text}
        self.tell("textDocument/didOpen", textDocument=item)
        return self.findings(uri)

    def change(self, uri: str, text: str) -> list[Answer]:
        """Change the whole text of a file, saved or not, and return the findings on it."""
        self._versions[uri] += 1
        where = {"uri": uri, "version": self._versions[uri]}
        self.tell("textDocument/didChange", textDocument=where, contentChanges=[{"text": text}])
        return self.findings(uri)

    def findings(self, uri: str) -> list[Answer]:
        """Wait for the findings on the newest state of a file."""
        method, version = "textDocument/publishDiagnostics", self._versions[uri]
        while True:
            params = self.wait(method)
            if params["uri"] == uri and params["version"] == version:
                return params["diagnostics"]

    def wait(self, method: str) -> Answer:
        """Return the next message of a kind, one that has come before if nobody has asked for it."""
        before = next((each for each in self.got if each.get("method") == method), None)
        if before:
            self.got.remove(before)
            return before["params"]
        while (message := self._read()).get("method") != method:
            self.got.append(message)
        return message["params"]

    def at(self, method: str, uri: str, line: int, character: int) -> Answer:
        """Ask something about a place."""
        return self.ask(method, textDocument={"uri": uri}, position={"line": line, "character": character})

    def hover(self, uri: str, line: int, character: int) -> str:
        """Return what is shown about a place, "" for nothing."""
        found = self.at("textDocument/hover", uri, line, character)
        return found["contents"]["value"] if found else ""

    def actions(self, uri: str, line: int) -> list[Answer]:
        """Return what can be done in a line."""
        place = {"start": {"line": line, "character": 0}, "end": {"line": line, "character": 999}}
        asked = {"textDocument": {"uri": uri}, "range": place, "context": {"diagnostics": []}}
        return self.ask("textDocument/codeAction", **asked) or []

    def numbers(self, uri: str, line: int, character: int) -> list[Answer]:
        """Return the numbers that can be put at a place."""
        return self.at("textDocument/completion", uri, line, character)["items"]

    def end(self) -> tuple[int, str]:
        """End the conversation, and return the exit code and what was said on standard error."""
        self.ask("shutdown")
        self.tell("exit")
        _, said = self._server.communicate()
        return self._server.returncode, said.decode()

    def _send(self, message: Mapping[str, object]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self._server.stdin
        self._server.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self._server.stdin.flush()

    def _read(self) -> Answer:
        assert self._server.stdout
        length = 0
        while (line := self._server.stdout.readline().strip()) or not length:
            name, _, value = line.partition(b":")
            assert name, self._server.stderr.read().decode() if self._server.stderr else ""
            length = int(value) if name.lower() == b"content-length" else length
        return json.loads(self._server.stdout.read(length))
