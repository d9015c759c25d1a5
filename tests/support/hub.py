"""A stand-in on this machine for the service that keeps pull requests and issues, as far as GitHub's REST goes here."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from typing import Any
from urllib.parse import parse_qs, urlsplit

from on_loopback import Stand, on_loopback

REPOSITORY = "me/engine"


@dataclass(slots=True)
class Hub:
    """What the service has, and what it was asked: `requests` are method and path, `tokens` those that were sent.

    `refusing` is a status and an answer with which it meets everything.
    """

    address: str = ""
    pulls: list[dict[str, Any]] = field(default_factory=list)
    issues: list[dict[str, Any]] = field(default_factory=list)
    labels: list[dict[str, Any]] = field(default_factory=list)
    requests: list[tuple[str, str]] = field(default_factory=list)
    tokens: set[str] = field(default_factory=set)
    refusing: tuple[int, bytes, dict[str, str]] | None = None

    def kept(self) -> dict[str, list[Any]]:
        """Return what a test may look at, by name."""
        kept = {name: getattr(self, name) for name in ("pulls", "issues", "labels", "requests")}
        return kept | {"tokens": sorted(self.tokens)}

    def answer(self, method: str, address: str, given: dict[str, Any]) -> tuple[int, Any]:
        """Return status and answer to one request."""
        path, asked = urlsplit(address).path, parse_qs(urlsplit(address).query)
        self.requests.append((method, path.removeprefix(f"/repos/{REPOSITORY}/")))
        _, _, owner, name, kind, *rest = path.split("/")
        kept: list[dict[str, Any]] = getattr(self, kind)
        assert f"{owner}/{name}" == REPOSITORY
        if kind == "labels":
            there = next((each for each in kept if [each["name"]] == rest), None)
            if method == "POST":
                kept.append(given)
            return (201, given) if method == "POST" else (200, there) if there else (404, {"message": "Not Found"})
        if method == "GET":
            assert asked["state"] == ["all"]
            return 200, [each for each in reversed(kept) if _is_meant(each, asked)]
        if method == "POST":
            if not {*given.get("labels", ())} <= {each["name"] for each in self.labels}:
                return 422, {"message": "Validation Failed"}
            kept.append(self._made(kind, given, len(self.pulls) + len(self.issues) + 1))
            return 201, kept[-1]
        (found,) = (each for each in kept if str(each["number"]) == rest[0])
        found.update(given)
        return 200, found

    @staticmethod
    def _made(kind: str, given: dict[str, Any], number: int) -> dict[str, Any]:
        made = {"number": number, "state": "open", "html_url": f"https://hub.test/{kind}/{number}", **given}
        if kind == "pulls":
            made["head"] = {"ref": given["head"]}
        else:
            made["labels"] = [{"name": name} for name in given["labels"]]
        return made


def _is_meant(each: dict[str, Any], asked: dict[str, list[str]]) -> bool:
    if "head" in asked:
        owner, _, branch = asked["head"][0].partition(":")
        return owner == REPOSITORY.partition("/")[0] and each["head"]["ref"] == branch
    return asked["labels"][0] in {label["name"] for label in each["labels"]}


class _Handler(Stand, BaseHTTPRequestHandler):
    hub: Hub

    def do_GET(self) -> None:
        """Answer as the service does."""
        raw = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        self.hub.tokens.add(self.headers.get("Authorization", ""))
        if self.hub.refusing:
            code, said, headers = self.hub.refusing
        else:
            code, answer = self.hub.answer(self.command, self.path, json.loads(raw or b"{}"))
            said, headers = json.dumps(answer).encode(), {}
        self.send_response(code)
        for name, value in {**headers, "Content-Length": str(len(said))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(said)

    do_POST = do_PATCH = do_GET  # noqa: N815  the names that the server looks for


@contextmanager
def serving() -> Iterator[Hub]:
    """Run a service on 127.0.0.1 for a while."""
    hub = Hub()
    with on_loopback(type("OneHub", (_Handler,), {"hub": hub})) as hub.address:
        yield hub
