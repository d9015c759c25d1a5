"""What test runners print: the lines of TAP, of `cargo test` and of Gradle, read as the tests of a JUnit file are."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from crdiff.checks.junit import JUnitTest, TestOutcome, junit_tests
from crdiff.errors import CorpusError
from crdiff.store.text_file import read_raw

_EXPECTED = "JUnit XML, TAP, or what cargo test or Gradle prints"
_OUTCOMES: dict[str, TestOutcome] = {
    "ok": "passed", "FAILED": "failed", "ignored": "skipped", "not ok": "failed", "PASSED": "passed",
    "SKIPPED": "skipped",
}  # fmt: skip
_LINES = (
    re.compile(r"test (?P<name>\S.*?)(?: - should panic)? \.\.\. (?P<outcome>ok|FAILED|ignored)(?:,.*|\s<.*)?"),
    re.compile(r"\s*(?P<outcome>not ok|ok)\b\s*\d*\s*-?\s*(?P<name>.*?)(?:\s#\s*(?P<skip>(?i:skip|todo)).*|\s#.*)?"),
    re.compile(r"(?P<suite>\S.*?) > (?P<name>.+) (?P<outcome>PASSED|FAILED|SKIPPED)"),
)
_NAME_MAX = 500


def results_in(path: Path) -> Iterator[JUnitTest]:
    """Yield the tests of a file that a runner wrote. Raises `CorpusError` where it is none, with the place."""
    try:
        raw = read_raw(path) if path.suffix.lower() != ".xml" else b"<"
    except OSError as error:
        raise CorpusError(f"the results cannot be read ({error.strerror})", _EXPECTED, path=str(path)) from None
    if raw.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
        yield from junit_tests(path)
        return
    found = False
    for line in raw.decode("utf-8", "replace").splitlines():
        match = next(filter(None, (each.fullmatch(line.rstrip()) for each in _LINES)), None)
        if match and match["name"]:
            found = True
            fields = match.groupdict()
            outcome = "skipped" if fields.get("skip") else _OUTCOMES[match["outcome"]]
            yield JUnitTest(fields.get("suite") or "", match["name"][:_NAME_MAX], "", 0, outcome, "", ())
    if not found:
        raise CorpusError("has no result of a test", _EXPECTED, path=str(path), line=1 if raw else 0)
