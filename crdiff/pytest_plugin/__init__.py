"""The `clause` marker for pytest: tests bound to clauses, run for the releases in which these are in force.

    @pytest.mark.clause("720.5a", release="2024-06-07")
    def test_the_controlled_players_mana_pays(crdiff_release: str) -> None: ...

The plugin is loaded in every pytest run of whoever installs crdiff, so nothing but pytest is imported until a test
with the marker is collected. Then `crdiff.pytest_plugin.session` does the work.
"""

from __future__ import annotations

from collections.abc import Generator
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from crdiff.game.rules import RuleSet
    from crdiff.pytest_plugin.session import Session
    from crdiff.trace.timeline import Timeline

_MARKER = (
    "clause(number, *more, release='', says=''): the clauses this test plays, as numbers of a release "
    "(the newest held by default) or as ids of lineages; says= narrows them to wordings with a phrase"
)
# Mutants between two lines that say how many are done.
_TOLD_EVERY = 50
_session_key: pytest.StashKey[Session] = pytest.StashKey()


class Hooks:
    """The hook that a conftest may implement."""

    @pytest.hookspec(firstresult=True)
    def pytest_crdiff_timeline(self, config: pytest.Config) -> Timeline | None:
        """Return the clauses and releases that `clause` markers refer to: those of the corpus unless implemented."""


def pytest_addhooks(pluginmanager: pytest.PytestPluginManager) -> None:
    """Declare `pytest_crdiff_timeline`."""
    pluginmanager.add_hookspecs(Hooks)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options."""
    group = parser.getgroup("crdiff", "checks bound to clauses of the Comprehensive Rules")
    group.addoption(
        "--crdiff-release",
        action="append",
        default=[],
        metavar="DATE",
        help="play checks under the rules of this release only (may be repeated; default: every release held)",
    )
    group.addoption(
        "--crdiff-corpus",
        metavar="DIR",
        help="a corpus made by 'crdiff corpus add', or a folder of official texts (default: the ini option "
        "crdiff_corpus, else $CRDIFF_HOME, else the platform's folder for data, else what comes with crdiff)",
    )
    group.addoption(
        "--crdiff-built-in", action="store_true", help="take what comes with crdiff, whatever texts this machine holds"
    )
    parser.addini("crdiff_corpus", "what --crdiff-corpus is by default, relative to the file that says so")
    group.addoption("--crdiff-report", metavar="FILE", help="write the results by clause as JSON (crdiff.checks/1)")
    group.addoption(
        "--crdiff-mutants",
        metavar="FILE",
        help="also play the checks of the game model against mutants of it, and write to FILE what they notice "
        "(crdiff.mutants/1); results in FILE for the same model, checks and rules are kept",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Declare the marker; refuse to write results over what is not a file, before anything is played."""
    for option in ("--crdiff-report", "--crdiff-mutants"):
        if file := config.getoption(option):
            from crdiff.output.atomic_file import obstacle

            if what := obstacle(Path(file)):
                raise pytest.UsageError(f"{file}: is {what}; expected a file, or the name of a new one")
    config.addinivalue_line("markers", _MARKER)
    config.pluginmanager.register(_Recorder(config), "crdiff-recorder")


@pytest.hookimpl(trylast=True)
def pytest_crdiff_timeline(config: pytest.Config) -> Timeline:
    """Return the clauses of the corpus that every command of crdiff would take."""
    from crdiff.checks.inputs import timeline_of

    return timeline_of(session_of(config).corpus)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Play a marked test in each release in which all its clauses are in force, as often as that can differ.

    One that asks for the release, itself or by a fixture, is played for each. One that asks for the rules only cannot
    tell releases of the same rules apart: it is played once for those that also word its clauses alike.
    """
    if not is_check(metafunc.definition):
        return
    session = session_of(metafunc.config)
    if "crdiff_release" in metafunc.fixturenames:
        releases = session.releases_of(metafunc.definition)
        metafunc.parametrize(
            "crdiff_release", releases or [None], ids=map(str, releases) if releases else ["nowhere"], indirect=True
        )
    elif "crdiff_rules" in metafunc.fixturenames:
        alike = session.alike(metafunc.definition)
        oldest = [str(each[0]) for each in alike]
        metafunc.parametrize("crdiff_rules", alike or [()], ids=oldest or ["nowhere"], indirect=True)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Take note of the checks, and give each the ids of its clauses for JUnit."""
    for item in filter(is_check, items):
        item.user_properties.extend(session_of(config).admit(item))


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Fail a check whose clause does not exist; skip one whose clauses are not in force in the releases asked for."""
    if is_check(item):
        session_of(item.config).require_clauses(item)


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Generator[None, object, object]:
    """Once a check of the game model has passed, prove that it can fail; what the model does not know is skipped."""
    if not is_check(pyfuncitem):
        return (yield)
    from crdiff.errors import NotModelled

    try:
        result = yield
    except NotModelled as unknown:
        pytest.skip(f"not modelled: {unknown}")
    session_of(pyfuncitem.config).prove(pyfuncitem)
    return result


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Attach what is known of the check to the report that decides its outcome, in a worker of xdist too."""
    report = yield
    if is_check(item) and (report.when == "call" or not report.passed):
        report.crdiff = remarks = session_of(item.config).remarks(item)  # type: ignore[attr-defined] # reports carry extras
        if report.passed:
            report.user_properties.append(("crdiff_proved", "no" if remarks["reds"] is None else "yes"))
    return report


@pytest.fixture
def crdiff_release(request: pytest.FixtureRequest) -> str:
    """Return the release, as an ISO date, whose rules this test is played under."""
    session = session_of(request.config)
    return next(iter(session.played(request.node)), session.timeline.newest).isoformat()


@pytest.fixture
def crdiff_rules(request: pytest.FixtureRequest) -> RuleSet:
    """Return the rule set of crdiff's game model for the release. A check that takes one is proved able to fail."""
    alike: tuple[date, ...] = getattr(request, "param", ())
    session = session_of(request.config)
    release = alike[0] if alike else next(iter(session.played(request.node)), session.timeline.newest)
    return session.rules(release)


def is_check(item: pytest.Item) -> bool:
    """Whether a test carries the marker."""
    return item.get_closest_marker("clause") is not None


def session_of(config: pytest.Config) -> Session:
    """Return the session of this run; the first call loads the corpus."""
    if _session_key not in config.stash:
        from crdiff.pytest_plugin.session import Session

        config.stash[_session_key] = Session(config)
    return config.stash[_session_key]


class _Recorder:
    """Records the outcomes, on the controller of xdist as well as in a plain run, and reports at the end."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keep the outcome of a check."""
        if remarks := getattr(report, "crdiff", None):
            session_of(self._config).hear(report, remarks)

    def pytest_sessionfinish(self) -> None:
        """Write the report, unless this is a worker of xdist: the controller receives every outcome."""
        path = self._config.getoption("--crdiff-report")
        if path and not hasattr(self._config, "workerinput"):
            session_of(self._config).write_report(path)
        mutants = self._config.getoption("--crdiff-mutants")
        if mutants and _session_key in self._config.stash and not hasattr(self._config, "workerinput"):
            session_of(self._config).mutate(Path(mutants), self._tell)

    def _tell(self, done: int, total: int) -> None:
        """Say how many mutants have been played, of how many, as pytest does of tests."""
        reporter = self._config.pluginmanager.get_plugin("terminalreporter")
        if reporter and (done % _TOLD_EVERY == 0 or done == total):
            reporter.write_line(f"mutants [{done}/{total}]")

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Print the states of the clauses."""
        if _session_key in self._config.stash and (lines := session_of(self._config).summary()):
            terminalreporter.section("clauses")
            for line in lines:
                terminalreporter.write_line(line)
