"""Bad input ends in one clear line on standard error and exit code 2, never in a traceback."""

from __future__ import annotations

from pathlib import Path
from subprocess import CompletedProcess

from tests.cli.conftest import Run

PDF = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<< /Type /Catalog >>\nendobj\n\x00\x01\x02\xff\xfe stream\n%%EOF\n"


def the_one_line(done: CompletedProcess[bytes]) -> str:
    """Return the line a failed run wrote, after checking that it is one and all that was written."""
    lines = done.stderr.decode().splitlines()
    assert done.returncode == 2
    assert not done.stdout
    assert len(lines) == 1, lines
    assert "Traceback" not in lines[0]
    return lines[0]


UNREADABLE = {
    "an empty file": (b"", "empty"),
    "a file of blanks": (b" \r\n\t\n", "white space"),
    "a PDF renamed .txt": (PDF, "PDF"),
    "bytes in no encoding": (bytes(range(256)) * 8, ""),
    "a text with no rules": (b"Dear editor,\n\nthe rules are attached.\n\n1. Read them.\n", "rules"),
    "a page of HTML": (b"<!doctype html><html><body><p>404 not found</p></body></html>\n", "rules"),
}


def test_a_file_that_holds_no_rules_is_named_with_the_reason(crdiff: Run, tmp_path: Path) -> None:
    for case, (raw, reason) in UNREADABLE.items():
        (tmp_path / "rules.txt").write_bytes(raw)
        line = the_one_line(crdiff("parse", "rules.txt"))
        assert line.startswith("rules.txt: "), case
        assert reason in line, case
    (tmp_path / "rules").mkdir()
    assert the_one_line(crdiff("parse", "nowhere.txt")) == "nowhere.txt: no such file or directory"
    assert the_one_line(crdiff("parse", "rules")) == "rules: is a directory"


def test_an_unknown_dialect_is_named_with_the_known_ones(crdiff: Run, texts: tuple[Path, Path]) -> None:
    line = the_one_line(crdiff("parse", texts[0], "--dialect", "klingon"))
    assert "klingon" in line
    assert "official" in line


WRONG_USAGE = [
    (["prase"], "no command 'prase'; did you mean 'parse'? (see 'crdiff --help')"),
    (["frobnicate"], "no command 'frobnicate'; expected one of parse"),
    (["parse"], "missing argument 'TEXT' (see 'crdiff parse --help')"),
    (["parse", "a", "b"], "unexpected extra argument"),
    (["parse", "a", "--frmat", "json"], "--frmat"),
    (["parse", "a", "--format", "yaml"], "'yaml' is not one of"),
    (["diff", "a"], "missing argument 'NEW'"),
    (["diff", "a", "b", "--only", "reviw"], "'reviw' is not a kind of change; did you mean 'review'?"),
    (["diff", "a", "b", "--hide", "zzz"], "'zzz' is not a kind of change; expected one of same"),
    (["diff", "a", "b", "--context", "some"], "'some' is not a number of words"),
    (["diff", "a", "b", "--format", "json", "--context", "3"], "--context does not go with --format json"),
    (["diff", "a", "b", "--format", "json", "--side-by-side"], "--side-by-side does not go with --format json"),
    (["diff", "a", "--as-of"], "--as-of needs a date"),
    (["schema", "nothing"], "'NAME': 'nothing' is not one of"),
    (["parse", "git:HEAD"], "expected git:REV:path"),
    (["parse", "git:--help:x"], "expected git:REV:path"),
]


def test_wrong_usage_is_said_in_one_line(crdiff: Run) -> None:
    said = [(the_one_line(crdiff(*arguments)), expected) for arguments, expected in WRONG_USAGE]
    assert [(line, expected) for line, expected in said if expected not in line] == []


def test_without_a_command_the_help_is_shown_and_nothing_was_done(crdiff: Run) -> None:
    assert "Commands:" in crdiff.refused()


def test_an_answer_cannot_go_to_a_link(crdiff: Run, texts: tuple[Path, Path], tmp_path: Path) -> None:
    (tmp_path / "round").symlink_to("round")
    for options in (("-o", "round"), ("--report", "json=round")):
        line = the_one_line(crdiff("diff", *texts, *options))
        assert line == "round: is a symbolic link; expected a file, or the name of a new one"
    assert (tmp_path / "round").is_symlink()
