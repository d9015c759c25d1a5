"""What is no file of results is refused in one line, whoever reads it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from crdiff.errors import CorpusError
from crdiff.trace.engines import read_engine_results
from crdiff.trace.mutants import read_mutation
from crdiff.trace.report import read_report
from tests.trace.test_mutation import RESULTS

Reader = Callable[[bytes, str], object]
KINDS: dict[Reader, str] = {
    read_report: "check results",
    read_mutation: "mutation results",
    read_engine_results: "engine results",
}
RUBBISH = (b"", b"[]", b'{"schema": "crdiff.%s/1"}', b"[" * 100_000, b'{"more": ' + b"[" * 200_000)
ENGINE = (
    b'{"schema": "crdiff.engine-results/1", "engine": "e", "release": "2024-06-07", "read": 0, "tests": [{"suite": "",'
    b' "name": "", "outcome": "passed", "clauses": [{"number": "704.5a", "release": "2024-06-07",'
    b' "lineage": "1999-04-23-420.5a", "by": "name"}]}]}'
)
FAULTY: tuple[tuple[Reader, bytes], ...] = (
    (read_mutation, RESULTS.encoded().replace(b'"tried":[1]', b'"tried":[9]')),
    (read_engine_results, ENGINE.replace(b"704.5a", b"<b>")),
    (read_engine_results, ENGINE.replace(b"2024-06-07", b"soon")),
)


@pytest.mark.parametrize(("read", "raw"), [*((read, raw) for read in KINDS for raw in RUBBISH), *FAULTY])
def test_what_is_no_file_of_results_is_refused_in_one_line(read: Reader, raw: bytes) -> None:
    with pytest.raises(CorpusError) as caught:
        read(raw.replace(b"%s", b"checks" if read is read_report else b"lint"), "e.json")
    assert str(caught.value).startswith(f"e.json: not a file of {KINDS[read]}")
    assert "\n" not in str(caught.value)


def test_results_of_another_schema_are_named_as_what_they_are() -> None:
    with pytest.raises(
        CorpusError, match=r"^e.json: results of checks of schema 'crdiff.diff/1'; expected crdiff.checks"
    ):
        read_report(b'{"schema": "crdiff.diff/1"}', "e.json")
    assert read_engine_results(ENGINE)
