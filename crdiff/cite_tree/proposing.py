"""Edits proposed to a project: a commit that touches no file of the checkout, a branch, and what a service is asked."""

from __future__ import annotations

import os
from collections.abc import Mapping
from http import HTTPStatus
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError
from urllib.request import HTTPRedirectHandler, Request, build_opener

import msgspec
from msgspec import Struct

from crdiff.cite.editing import name_in_patch
from crdiff.cite_tree.git import git, refusal
from crdiff.errors import UsageError
from crdiff.store.texts.fetch import refuse_unsafe
from crdiff.text.hidden import shown_on_a_line
from crdiff.version import __version__

# Who writes the commits: an address that is nobody's. A branch that ends with a commit of another is left.
COMMITTER = "crdiff@crdiff.invalid"
_REF = "refs/crdiff/proposed"
# Seconds to wait for an answer.
_PATIENCE = 60
# Bytes of an answer that are read; a hundred pull requests have at most six million.
_ANSWER_MAX = 50_000_000
# Characters of what a service says of an error.
_SAID_MAX = 200
_HEADERS = {"Accept": "application/vnd.github+json", "User-Agent": f"crdiff/{__version__}"}


def committed(parent: str, files: Mapping[str, bytes], subject: str) -> str:
    """Return the id of a commit on `parent` that gives files of it, named from the top, new contents.

    The same edits make the same commit. Raises `UsageError` where git cannot make it.
    """
    listed = (git("ls-tree", "-r", "-z", "--full-tree", parent) or b"").split(b"\0")
    modes = {
        os.fsdecode(name): facts.split()[0] for facts, _, name in (line.partition(b"\t") for line in listed if line)
    }
    day = (git("log", "-1", "--format=%cd", "--date=raw", parent) or b"").strip()
    said = f"{subject}\n".encode()
    stream = [
        b"commit %s\ncommitter crdiff <%s> %s\n" % (_REF.encode(), COMMITTER.encode(), day),
        b"data %d\n%s\nfrom %s\n" % (len(said), said, parent.encode()),
    ]
    for name, content in sorted(files.items()):
        stream.append(b"M %s inline %s\n" % (modes[name], name_in_patch(os.fsencode(name))))
        stream.append(b"data %d\n%s\n" % (len(content), content))
    made = git("fast-import", "--quiet", "--force", given=b"".join(stream))
    found = git("rev-parse", "--verify", "--quiet", _REF) if made is not None else None
    git("update-ref", "-d", _REF)
    if not found:
        raise UsageError("git could not commit the edits", "a repository that can be written")
    return found.decode().strip()


def pushed(branch: str, commit: str) -> bool:
    """Whether a branch of ``origin`` is at a commit now; False where it ends with a commit of somebody else.

    Raises `UsageError` where git does not reach ``origin``, or may not write there.
    """
    ref = f"refs/heads/{branch}"
    listed = git("ls-remote", "origin", ref)
    if listed is None:
        raise UsageError("git does not reach 'origin'", "a remote of that name that can be read")
    tip = listed.decode().partition("\t")[0]
    if tip == commit:
        return True
    if tip:
        git("fetch", "--quiet", "--no-tags", "--no-write-fetch-head", "origin", ref)
        if git("log", "-1", "--format=%ce", tip) != f"{COMMITTER}\n".encode():
            return False
    why = refusal("push", "--quiet", "--no-verify", f"--force-with-lease={ref}:{tip}", "origin", f"{commit}:{ref}")
    if why:
        what = f"git could not push {branch!r} to 'origin': {shown_on_a_line(why[:_SAID_MAX])}"
        raise UsageError(what, "a remote that takes it, and the permission to write contents")
    return True


class _NoRedirects(HTTPRedirectHandler):
    """Follows no redirection: a token is for one address."""

    def redirect_request(self, *_: object) -> None:
        """Return no request."""


class Service(Struct, frozen=True):
    """The interface of GitHub, or of what answers as it does, at `api`, to one repository. Nothing prints the token."""

    api: str
    repository: str
    token: str

    def asked(self, method: str, path: str, value: object = None, *, may_lack: bool = False) -> Any:
        """Return the answer about `path` of the repository, None for what it lacks and `may_lack`.

        Raises `UsageError` with what the service says.
        """
        address = f"{self.api.rstrip('/')}/repos/{self.repository}/{path}"
        refuse_unsafe(address)
        raw = None if value is None else msgspec.json.encode(value)
        request = Request(
            address,
            raw,
            {**_HEADERS, "Content-Type": "application/json", "Authorization": f"Bearer {self.token}"},
            method=method,
        )
        try:
            with build_opener(_NoRedirects()).open(request, timeout=_PATIENCE) as answer:
                return msgspec.json.decode(answer.read(_ANSWER_MAX))
        except HTTPError as error:
            with error:
                if may_lack and error.code == HTTPStatus.NOT_FOUND:
                    return None
                what = f"the service answered {error.code}{self._reason(error.read(_ANSWER_MAX))}"
        except (OSError, HTTPException, ValueError) as error:
            what = f"no usable answer ({type(error).__name__})"
        raise UsageError(
            f"{method} {address}: {what}", "a service that gives the token contents, pull requests and issues to write"
        )

    def _reason(self, raw: bytes) -> str:
        """Return what a service says of an error, on a line and without the token."""
        try:
            said = str(msgspec.json.decode(raw)["message"])
        except (ValueError, TypeError, KeyError):
            return ""
        return f" ({shown_on_a_line(said.replace(self.token, '…')[:_SAID_MAX])})"
