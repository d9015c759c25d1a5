"""In a git repository: texts by revision, git's own diff through crdiff, the hooks, the steps of the Action."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

import pytest
import yaml
from clean_text import CLEAN, broken
from commands import run_command
from hub import REPOSITORY, serving
from repositories import git
from table import table, table_at_once

from crdiff.cli.app import run

ROOT = Path(__file__).parents[2]
DRAFT = broken(("at any time.", "whenever they like."), ("see rule 101.2a)", "see rule 101.2c)"))

# What lets pip install crdiff without an index: all it needs is in the environment of the tests already.
OFFLINE = {
    "PYTHONPATH": sysconfig.get_path("purelib"),
    "PIP_NO_INDEX": "1",
    "PIP_NO_DEPS": "1",
    "PIP_NO_BUILD_ISOLATION": "0",
}


@pytest.fixture(scope="module")
def committed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a repository whose last commit holds a clean text, with a draft beside it; no test changes it."""
    folder = tmp_path_factory.mktemp("committed")
    git(folder, "init", "--quiet", "--initial-branch=main")
    (folder / "rules.txt").write_text(CLEAN, "utf-8")
    (folder / "notes.txt").write_text("Not a rule.\n", "utf-8")
    (folder / ".gitattributes").write_text("*.txt diff=crdiff\n", "utf-8")
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", "Clean")
    (folder / "rules.txt").write_text(DRAFT, "utf-8")
    return folder


@pytest.fixture
def repository(committed: Path, tmp_path: Path) -> Path:
    """Return a copy of the repository for one test."""
    return Path(shutil.copytree(committed, tmp_path, dirs_exist_ok=True))


def _crdiff(folder: Path, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    return run_command(arguments, folder, os.environ)


def _hooks(about: str = "lint") -> list[dict[str, Any]]:
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
    return [hook for hook in hooks if hook["id"].startswith(f"crdiff-{about}")]


def test_the_hooks_are_hooks_to_pre_commit() -> None:
    check = [sys.executable, "-m", "pre_commit", "validate-manifest", str(ROOT / ".pre-commit-hooks.yaml")]
    subprocess.run(check, check=True, capture_output=True)


def test_a_hook_passes_a_clean_text_and_stops_a_broken_one(repository: Path) -> None:
    """Run the entries as pre-commit does: split into words, the names of the files at their end."""
    for text, code in ((DRAFT, 1), (CLEAN, 0)):
        (repository / "rules.txt").write_text(text, "utf-8")
        ended = {hook["id"]: _crdiff(repository, *_words(hook), "rules.txt").returncode for hook in _hooks()}
        assert ended == dict.fromkeys(ended, code)


def _words(hook: dict[str, Any]) -> list[str]:
    program, *options = shlex.split(hook["entry"])
    assert program == "crdiff"
    return options


@table_at_once
def test_the_hooks_take_the_names_that_texts_of_the_rules_have(name: str, is_linted: bool) -> None:
    assert {re.search(hook["files"], name) is not None for hook in _hooks()} == {is_linted}


def test_a_hook_stops_a_stale_citation(repository: Path) -> None:
    (repository / "rules.txt").unlink()
    for text, code in (("# CR 704.5a\n", 0), ("# CR 704.5a\n# CR 799.9z\n", 1)):
        (repository / "a.py").write_text(text, "utf-8")
        ended = {hook["id"]: _crdiff(repository, *_words(hook)).returncode for hook in _hooks("cite")}
        assert ended == dict.fromkeys(ended, code)


def test_no_name_of_a_file_is_an_option_of_a_hook(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(repository)
    names = ("-o..", "--output=x", "--config=x", "--fix", "--at", "--at=2009-07-11", "--")
    given = [f"{name}{end}/rules.txt" for name in names for end in ("", ".txt")]
    for path in map(Path, given):
        path.parent.mkdir()
        path.write_text(f"{DRAFT}\nCR 704.5a\n", "utf-8")
    before = {path: path.read_bytes() for path in repository.parent.rglob("*.txt") if path.is_file()}
    for hook in (*_hooks(), *_hooks("cite")):
        for some in (given[at : at + 2] for at in range(0, len(given), 2)):
            assert run([*_words(hook), *some]) in {0, 1}, (hook["id"], some)
    assert {path: path.read_bytes() for path in repository.parent.rglob("*.txt") if path.is_file()} == before


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="pre-commit takes hooks from a repository only")
def test_pre_commit_installs_and_runs_the_hooks(repository: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    """All of it as a user has it, but pip takes what it needs from the environment of the tests."""
    environment = {**os.environ, **OFFLINE, "PRE_COMMIT_HOME": str(tmp_path_factory.mktemp("pre-commit"))}
    call = [sys.executable, "-m", "pre_commit", "try-repo", str(ROOT), "--color", "never", "--files", "rules.txt"]
    done = subprocess.run(call, cwd=repository, env=environment, capture_output=True, check=False)
    said = done.stdout.decode()
    assert done.returncode == 1, said + done.stderr.decode()
    assert [hook["name"] for hook in _hooks() if not re.search(rf"^{hook['name']}\.+Failed$", said, re.MULTILINE)] == []
    assert said.count("error: 100.2 cites 101.2c, which does not exist  [dangling-reference]") == len(_hooks())


ACTION = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))


def _check_schema(schema: str, file: Path) -> None:
    check = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema, str(file)]
    done = subprocess.run(check, check=False, capture_output=True)
    assert done.returncode == 0, done.stdout.decode()


def test_the_action_and_the_documented_jobs_keep_to_their_schemas(tmp_path: Path) -> None:
    _check_schema("vendor.github-actions", ROOT / "action.yml")
    page = (ROOT / "site" / "ci.md").read_text("utf-8")
    for heading, schema in (("GitHub Actions", "vendor.github-workflows"), ("GitLab", "vendor.gitlab-ci")):
        block = re.search(rf"## {heading}\n.*?```yaml\n(.*?)```", page, re.DOTALL)
        assert block
        (tmp_path / "job.yml").write_text(block[1], "utf-8")
        _check_schema(schema, tmp_path / "job.yml")


def test_every_input_of_the_action_is_explained() -> None:
    page = (ROOT / "site" / "ci.md").read_text("utf-8")
    assert [name for name in ACTION["inputs"] if f"| `{name}` |" not in page] == []
    used = "".join(str(step) for step in ACTION["runs"]["steps"])
    assert [name for name in ACTION["inputs"] if f"inputs.{name} " not in used] == []


EXPRESSION = re.compile(r"\$\{\{ (.*?) \}\}")


class Runner:
    """Runs steps of the Action as GitHub does: their scripts in bash, with what the earlier steps left behind.

    `temp` is the folder that lives as long as the job. pip takes what it needs from the environment of the tests, since
    a test has no index.
    """

    def __init__(self, folder: Path, temp: Path, **inputs: str) -> None:
        self.folder, self.temp = folder, temp
        self.values = {f"inputs.{name}": str(given.get("default", "")) for name, given in ACTION["inputs"].items()}
        self.values |= {f"inputs.{name}": value for name, value in inputs.items()}
        self.reports = folder / ".github-files" / "reports"
        self.reports.mkdir(parents=True, exist_ok=True)
        self.values |= {"runner.temp": str(temp), "github.action_path": str(ROOT), "github.repository": "me/rules"}
        self.values |= {"github.event.pull_request.number": "7", "inputs.token": "secret"}
        self.values |= {"steps.install.outputs.reports": str(self.reports)}
        names = ("GITHUB_STEP_SUMMARY", "GITHUB_OUTPUT")
        self.files = {name: folder / ".github-files" / name for name in names} | {"GITHUB_PATH": temp / "GITHUB_PATH"}
        for file in self.files.values():
            file.parent.mkdir(exist_ok=True)
            file.touch()
        self.codes: dict[str, int] = {}
        self.log = ""

    def run(self, steps: list[dict[str, Any]]) -> Runner:
        """Run `steps`, those after a failed one too if they say so."""
        for step in steps:
            if self._is_wanted(step.get("if", "${{ success() }}")):
                self._run(step)
        return self

    def _is_wanted(self, condition: str) -> bool:
        after = "!cancelled() && steps.install.outcome == 'success'"
        wanted = {
            "success()": not any(self.codes.values()),
            "!cancelled()": True,
            "inputs.against != '' && inputs.text != ''": self._has("against") and self._has("text"),
            f"{after} && inputs.text != ''": self._has("text"),
            f"{after} && inputs.citations != ''": self._has("citations"),
            f"{after} && inputs.comment == 'true'": self.values["inputs.comment"] == "true",
            f"{after} && inputs.release-day == 'true'": self.values["inputs.release-day"] == "true",
        }
        found = EXPRESSION.fullmatch(condition)
        assert found
        return wanted[found[1]]

    def _has(self, name: str) -> bool:
        return self.values[f"inputs.{name}"] != "" and not self.codes.get("Install crdiff")

    def _run(self, step: dict[str, Any]) -> None:
        assert step["shell"] == "bash"
        given = {
            name: EXPRESSION.sub(lambda found: self.values[found[1]], value) for name, value in step["env"].items()
        }
        path = os.pathsep.join((*reversed(self.read("GITHUB_PATH").splitlines()), os.environ["PATH"]))
        environment = {**os.environ, **given, **{name: str(file) for name, file in self.files.items()}, "PATH": path}
        environment |= {**OFFLINE, "CRDIFF_HOME": str(self.temp / "home")}
        call = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]]
        done = subprocess.run(call, cwd=self.folder, env=environment, capture_output=True, check=False)
        self.codes[step["name"]] = done.returncode
        self.log += done.stdout.decode() + done.stderr.decode()

    def read(self, name: str) -> str:
        return self.files[name].read_text("utf-8")


INSTALL, *STEPS = ACTION["runs"]["steps"]

# Makes an environment as the real one does, in which what is locked is noted and not fetched: a test has no index.
PYTHON = f"""#!/bin/sh
{shlex.quote(sys.executable)} "$@" || exit
ln -s {shlex.quote(sys.executable)} "$3/bin/unfeigned"
rm "$3/bin/python"
cat > "$3/bin/python" <<'end'
#!/bin/sh
case "$*" in *--require-hashes*) echo "$@" >> pip.log;; *) exec "$(dirname "$0")/unfeigned" "$@";; esac
end
chmod +x "$3/bin/python"
"""


@pytest.fixture(scope="module")
def job(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a job in which the Action has installed crdiff."""
    temp = tmp_path_factory.mktemp("job")
    (temp / "fake-python").write_text(PYTHON, "utf-8")
    (temp / "fake-python").chmod(0o755)
    for module in ("venv", "pip", "json"):
        (temp / "checkout").mkdir(exist_ok=True)
        (temp / "checkout" / f"{module}.py").write_text("raise SystemExit('code of the checkout was run')\n", "utf-8")
    runner = Runner(temp / "checkout", temp, python=str(temp / "fake-python")).run([INSTALL])
    assert runner.codes == {"Install crdiff": 0}, runner.log
    return temp


def test_the_action_installs_nothing_but_what_is_locked_and_itself(job: Path) -> None:
    calls = [shlex.split(line) for line in (job / "pip.log").read_text("utf-8").splitlines()]
    assert [Path(call[-1]).relative_to(ROOT).as_posix() for call in calls] == ["locked/build.txt", "locked/run.txt"]
    installs = re.findall(r"^ *get (.*)", INSTALL["run"], re.MULTILINE)
    assert len(installs) == 3
    assert all("--require-hashes" in call or "--no-index --no-deps" in call for call in installs)
    assert all("--no-build-isolation" in call or "--only-binary :all:" in call for call in installs)


def test_no_step_of_the_action_runs_code_of_the_checkout(repository: Path, job: Path) -> None:
    """``python -c`` and ``python -m`` look for modules in the current folder first."""
    for module in ("json", "sys", "encodings", "click"):
        (repository / f"{module}.py").write_text("print('code of the checkout was run')\n", "utf-8")
    asked = {"text": "rules.txt", "against": "git:HEAD:rules.txt", "citations": "json.py", "fail-on": "never"}
    runner = Runner(repository, job, **asked).run(STEPS)
    assert (runner.codes["Say what changed"], runner.codes["Lint"]) == (0, 0)
    assert "code of the checkout was run" not in runner.log


# What the input `citations` says -> the files that are read, None where that is refused.
READ = {"\n src\n\n\tdocs \n": 2, "src\nmy docs\n": 3, "-o..\n--config=x": 2, "\n \n": None}


def test_the_action_checks_every_path_that_it_is_given(repository: Path, job: Path) -> None:
    for folder in ("src", "docs", "my docs", "my docs/more", "-o..", "--config=x"):
        (repository / folder).mkdir()
        (repository / folder / "a.py").write_text("# CR 799.9z\n", "utf-8")
    (repository / "b.py").write_text("# CR 799.9z\n", "utf-8")
    for citations, read in READ.items():
        shutil.rmtree(repository / ".github-files", ignore_errors=True)
        runner = Runner(repository, job, citations=citations).run(STEPS)
        assert runner.codes == {"Check citations": 1 if read else 2}, runner.log
        assert runner.read("GITHUB_OUTPUT") == (f"citations={read}\n" if read else "")


def test_the_action_installs_crdiff_from_itself_and_puts_it_on_the_path(job: Path) -> None:
    (folder,) = (job / "GITHUB_PATH").read_text("utf-8").splitlines()
    asked = "import crdiff, sys; print(crdiff.__file__)"
    environment = {**os.environ, **OFFLINE}
    found = subprocess.run([f"{folder}/python", "-c", asked], env=environment, cwd=job, capture_output=True, check=True)
    assert Path(found.stdout.decode().strip()).is_relative_to(job)
    assert os.access(f"{folder}/crdiff", os.X_OK)


def test_the_action_says_what_changed_and_fails_on_an_error(repository: Path, job: Path) -> None:
    runner = Runner(repository, job, text="rules.txt", against="git:HEAD:rules.txt", sarif="crdiff.sarif").run(STEPS)
    assert runner.codes == {"Say what changed": 0, "Lint": 1}
    assert "::error file=rules.txt,line=" in runner.log
    assert "::warning file=rules.txt,line=" in runner.log
    summary = runner.read("GITHUB_STEP_SUMMARY")
    assert "whenever they like" in summary
    assert "dangling-reference" in summary
    assert runner.read("GITHUB_OUTPUT") == "changes=2\nfindings=1\nknown=0\n"
    assert b"dangling-reference" in (repository / "crdiff.sarif").read_bytes()
    assert {file.name for file in runner.reports.iterdir()} == {"changes.json", "changes.md", "lint.json", "lint.md"}


# Stands in for GitHub's own command: it notes how it was called, and keeps what it is told to write.
GH = """#!/bin/sh
echo "$@" | tr '\\n' ' ' >> gh.log
echo >> gh.log
case "$*" in *"--jq"*) for last; do :; done; jq -r "$last" known.json;; *) cp "${7#body=@}" comment.md;; esac
"""
OURS, STRANGE = {"viewerDidAuthor": True}, {"viewerDidAuthor": False}
MARKED = {"body": "<!-- crdiff -->\n## Lint"}


# The comments that there are -> what GitHub is asked to do.
COMMENTS: list[tuple[list[dict[str, object]], str]] = [
    ([], "api repos/me/rules/issues/7/comments --method POST"),
    ([OURS | MARKED, OURS | MARKED], "api repos/me/rules/issues/comments/4000000000 --method PATCH"),
    ([OURS | {"body": "of another action"}], "api repos/me/rules/issues/7/comments --method POST"),
    ([STRANGE | MARKED, OURS | MARKED], "api repos/me/rules/issues/comments/4000000001 --method PATCH"),
    ([STRANGE | MARKED], "api repos/me/rules/issues/7/comments --method POST"),
]


def _stand_in_for_gh(repository: Path, patch: pytest.MonkeyPatch, program: str) -> None:
    (repository / "programs").mkdir()
    (repository / "programs" / "gh").write_text(program, "utf-8")
    (repository / "programs" / "gh").chmod(0o755)
    patch.setenv("PATH", f"{repository / 'programs'}{os.pathsep}{os.environ['PATH']}")


@pytest.mark.skipif(not shutil.which("jq"), reason="GitHub's command filters as jq does, and there is no jq")
def test_a_comment_is_made_once_and_updated_from_then_on(
    repository: Path, job: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _stand_in_for_gh(repository, monkeypatch, GH)
    runner = Runner(repository, job, text="rules.txt", against="git:HEAD:rules.txt", comment="true")
    runner.run([step for step in STEPS if step["name"] != "Comment"])
    for known, call in COMMENTS:
        address = "https://github.com/me/the-rules/pull/7#issuecomment-"
        nodes = [each | {"url": f"{address}{4_000_000_000 + at}"} for at, each in enumerate(known)]
        found = {"data": {"repository": {"pullRequest": {"comments": {"nodes": nodes}}}}}
        (repository / "known.json").write_text(json.dumps(found), "utf-8")
        (repository / "gh.log").unlink(missing_ok=True)
        runner.run([step for step in STEPS if step["name"] == "Comment"])
        assert runner.codes == {"Say what changed": 0, "Lint": 1, "Comment": 0}, runner.log
        (asked, written) = (repository / "gh.log").read_text("utf-8").splitlines()
        assert asked.startswith("api graphql --paginate -f owner=me -f name=rules -F number=7 -f query=query(")
        assert written.startswith(f"{call} --silent --field body=@")
        comment = (repository / "comment.md").read_text("utf-8")
        assert comment.startswith("<!-- crdiff -->\n")
        assert "whenever they like" in comment
        assert "dangling-reference" in comment


def test_a_comment_that_may_not_be_written_is_a_warning(
    repository: Path, job: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _stand_in_for_gh(repository, monkeypatch, "#!/bin/sh\nexit 1\n")
    runner = Runner(repository, job, text="rules.txt", comment="true", **{"fail-on": "never"}).run(STEPS)
    assert runner.codes == {"Lint": 0, "Comment": 0}
    assert "::warning title=crdiff::The comment could not be written" in runner.log


@table
def test_the_action_fails_where_it_is_told_to_and_where_a_text_cannot_be_read(
    repository: Path, job: Path, asked: dict[str, str], codes: dict[str, int], output: str
) -> None:
    """What users put into the inputs reaches the shell through its environment only."""
    (repository / "rules; touch broken.txt").write_text(CLEAN, "utf-8")
    (repository / "empty.txt").write_bytes(b"")
    _crdiff(repository, "lint", "rules.txt", "--baseline", "lint.toml", "--accept", "it stays")
    runner = Runner(repository, job, **asked).run(STEPS)
    assert (runner.codes, runner.read("GITHUB_OUTPUT")) == (codes, output)
    assert not (repository / "broken.txt").exists()
    if not output:
        assert runner.log.splitlines()[-1].startswith(f"{asked['text']}: ")


def test_the_action_opens_what_a_release_asks_for(repository: Path, job: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (repository / ".crdiff.toml").write_text('[cite]\nrelease = "2018-01-19"\n', "utf-8")
    (repository / "a.py").write_text("# CR 114.4\n", "utf-8")
    git(repository, "add", ".")
    git(repository, "commit", "-qm", "two")
    git(repository, "init", "-q", "--bare", "../origin.git")
    git(repository, "remote", "add", "origin", "../origin.git")
    with serving() as hub:
        there = {"REPOSITORY": REPOSITORY, "API_URL": hub.address, "SERVER_URL": "https://hub.test"}
        for name, value in there.items():
            monkeypatch.setenv(f"GITHUB_{name}", value)
        runner = Runner(repository, job, **{"release-day": "true"}).run(STEPS)
    assert runner.codes == {"Release day": 0}, runner.log
    assert [pull["head"]["ref"] for pull in hub.pulls] == ["crdiff/table"]
    assert hub.tokens == {"Bearer secret"}
    assert "- crdiff/table: opened https://hub.test/pulls/1\n" in runner.read("GITHUB_STEP_SUMMARY")
    assert "secret" not in runner.log


def test_the_action_checks_citations_without_any_text(repository: Path, job: Path) -> None:
    (repository / "a.py").write_text("# CR 799.9z\n", "utf-8")
    asked = {"citations": "a.py .", "citations-diff": "HEAD", "citations-sarif": "citations.sarif"}
    runner = Runner(repository, job, **asked).run(STEPS)
    assert runner.codes == {"Check citations": 1}
    assert "::error file=a.py,line=1" in runner.log
    assert runner.read("GITHUB_OUTPUT") == "citations=1\n"
    assert "no clause has ever been numbered 799.9z" in runner.read("GITHUB_STEP_SUMMARY")
    assert b"799.9z" in (repository / "citations.sarif").read_bytes()
    runner = Runner(repository, job, **asked, **{"citations-fail-on": "never"}).run(STEPS)
    assert runner.codes == {"Check citations": 0}
