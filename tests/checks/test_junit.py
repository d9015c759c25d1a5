"""JUnit XML of anybody is read within bounds: what is wrong with it is one error, with its line."""

from __future__ import annotations

import contextlib
import subprocess
import sys
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from table import table

from crdiff.checks import junit
from crdiff.checks.inputs import (
    REVIEWED,
    SCOPE,
    reviews_beside,
    save_reviews,
    scope_beside,
    timeline_of,
    timeline_of_folder,
)
from crdiff.checks.junit import JUnitTest, junit_tests
from crdiff.errors import CorpusError, UnknownRelease
from crdiff.store.texts.home import BUILT_IN, Chosen
from crdiff.trace.beside import Scope
from crdiff.trace.report import read_report
from crdiff.trace.results import checks_of
from tests.conftest import Filled
from tests.small_releases import RELEASES
from tests.support.marked import checks_in


def read(tmp_path: Path, text: str | bytes) -> list[JUnitTest]:
    file = tmp_path / "results.xml"
    file.write_bytes(text.encode() if isinstance(text, str) else text)
    return list(junit_tests(file))


@table
def test_what_is_no_results_is_refused_in_one_line(text: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(CorpusError) as caught:
        read(tmp_path, text)
    assert said in str(caught.value)
    assert "results.xml" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_elements_within_elements_without_end_are_given_up(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="has more than 100 elements nested in one another"):
        read(tmp_path, "<testsuite>" * 500)


def test_a_tag_that_never_ends_is_given_up(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="has a tag or a comment of more than"):
        read(tmp_path, b"<testsuite><testcase name='" + b"a" * 6_000_000 + b"'/></testsuite>")


def test_output_of_tests_takes_no_memory(tmp_path: Path) -> None:
    text = (
        b"<testsuite><testcase name='a'><system-out>" + b"out\n" * 5_000_000 + b"</system-out></testcase></testsuite>"
    )
    file = tmp_path / "results.xml"
    file.write_bytes(text)
    del text
    tracemalloc.start()
    (test,) = junit_tests(file)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert test.outcome == "passed"
    assert most < 2_000_000


def test_too_many_tests_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(junit, "TESTS_MAX", 2)
    with pytest.raises(CorpusError, match="has more than 2 tests"):
        read(tmp_path, "<testsuite>" + "<testcase name='a'/>" * 3 + "</testsuite>")


def test_names_and_messages_are_cut_and_on_one_line(tmp_path: Path) -> None:
    text = f"<testsuite><testcase name='a\n{'b' * 9_000}'><failure>\n\n {'c' * 9_000}</failure></testcase></testsuite>"
    (test,) = read(tmp_path, text)
    assert len(test.name) <= 500
    assert test.name.startswith("a b")
    assert len(test.message) <= 500
    assert test.message.startswith("ccc")


@table
def test_elements_inside_a_test_say_what_came_of_it(inside: str, outcome: str, tmp_path: Path) -> None:
    (test,) = read(tmp_path, f"<testsuites><testsuite><testcase name='a'>{inside}</testcase></testsuite></testsuites>")
    assert test.outcome == outcome


def test_googletest_says_in_an_attribute_that_a_test_was_not_run(tmp_path: Path) -> None:
    (test,) = read(tmp_path, "<testsuite><testcase name='a' status='notrun' result='suppressed'/></testsuite>")
    assert test.outcome == "skipped"


def test_properties_of_a_suite_are_those_of_its_tests_unless_they_have_their_own(tmp_path: Path) -> None:
    suite = "<properties><property name='clause' value='704.5j'/><property name='java.home' value='x'/></properties>"
    own = "<testcase name='b'><properties><property name='clause' value='510.2'/></properties></testcase>"
    first, second = read(tmp_path, f"<testsuite>{suite}<testcase name='a'/>{own}</testsuite>")
    assert first.properties == (("clause", "704.5j"),)
    assert second.properties == (("clause", "510.2"),)


@table
def test_the_nearest_element_names_the_clauses_and_the_nearest_dates_them(
    root: str, suite: str, test: str, expected: list[tuple[str, str]], tmp_path: Path
) -> None:
    def of(properties: str) -> str:
        return f"<properties>{properties}</properties>"

    case = f"<testcase name='a'>{of(test)}</testcase>"
    (found,) = read(tmp_path, f"<testsuites>{of(root)}<testsuite>{of(suite)}{case}</testsuite></testsuites>")
    assert list(found.properties) == expected


@given(st.binary(max_size=400))
def test_any_bytes_are_read_or_refused(tmp_path_factory: pytest.TempPathFactory, raw: bytes) -> None:
    file = tmp_path_factory.getbasetemp() / "any.xml"
    file.write_bytes(b"<testsuite>" + raw)
    with contextlib.suppress(CorpusError):
        list(junit_tests(file))


# what checks need from files: a timeline, the two files beside them, and the markers of tests that nobody runs


REVIEWS = Path(__file__).parents[1] / "rules"


def test_without_the_files_there_are_no_reviews_and_no_scope(tmp_path: Path) -> None:
    assert reviews_beside(tmp_path) == ()
    assert scope_beside(tmp_path) == Scope()


def test_reviews_that_are_saved_are_read_again(tmp_path: Path) -> None:
    reviews = reviews_beside(REVIEWS)
    assert reviews
    assert save_reviews(tmp_path, reviews) == tmp_path / REVIEWED
    assert reviews_beside(tmp_path) == reviews


def test_a_file_that_makes_no_sense_is_named_with_its_path(tmp_path: Path) -> None:
    for name, read in ((REVIEWED, reviews_beside), (SCOPE, scope_beside)):
        (tmp_path / name).write_text("nonsense = [")
        with pytest.raises(CorpusError, match=name):
            read(tmp_path)


def test_a_folder_without_texts_has_no_timeline(tmp_path: Path) -> None:
    with pytest.raises(UnknownRelease, match="no text of a release"):
        timeline_of_folder(tmp_path)


def test_a_corpus_and_its_texts_alone_and_what_comes_with_crdiff_have_timelines(filled: Filled) -> None:
    corpus = filled()
    releases = timeline_of(Chosen(corpus.folder)).releases
    assert [str(day) for day in releases if str(day) in RELEASES] == list(RELEASES)
    assert str(timeline_of(BUILT_IN).newest) == "2024-06-07"


ROOT = Path(__file__).parents[2]


def test_our_own_checks_are_read_as_pytest_collects_them(tmp_path: Path) -> None:
    report = tmp_path / "checks.json"
    options = ["-q", "-m", "clause", "--collect-only", "-p", "no:cacheprovider", "--crdiff-report", str(report)]
    subprocess.run([sys.executable, "-m", "pytest", *options, "tests/rules"], cwd=ROOT, check=True, capture_output=True)
    collected = {check.id: (check.clauses, check.title) for check in checks_of(read_report(report.read_bytes()))}
    read = checks_in(ROOT / "tests" / "rules")
    assert {check.id: (check.clauses, check.title) for check in read.checks} == collected
    assert read.reviews
