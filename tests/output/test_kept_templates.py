"""Templates are compiled once for each version of crdiff, and a folder that cannot be written costs time only."""

from __future__ import annotations

from pathlib import Path

import pytest
from jinja2 import DictLoader, Environment

from crdiff.output import kept_templates as module
from crdiff.output.kept_templates import kept_templates


def said(cache: Path, text: str = "{{ word }}!") -> str:
    """Return what a template says whose compiled form is kept in `cache`."""
    engine = Environment(loader=DictLoader({"a.html": text}), bytecode_cache=kept_templates(cache), autoescape=True)
    return engine.get_template("a.html").render(word="flash")


def kept(cache: Path) -> list[Path]:
    return sorted(path for path in cache.rglob("*") if path.is_file())


def test_a_template_is_compiled_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert said(tmp_path) == "flash!"
    assert len(kept(tmp_path)) == 1
    monkeypatch.setattr(Environment, "compile", lambda *_, **__: pytest.fail("compiled again"))
    assert said(tmp_path) == "flash!"


def test_a_template_that_reads_otherwise_is_compiled_again(tmp_path: Path) -> None:
    said(tmp_path)
    assert said(tmp_path, "{{ word }}?") == "flash?"


@pytest.mark.parametrize("spoiled", [b"", b"no code", None])
def test_what_cannot_be_read_is_compiled_again(tmp_path: Path, spoiled: bytes | None) -> None:
    said(tmp_path)
    (file,) = kept(tmp_path)
    file.write_bytes(file.read_bytes()[:40] if spoiled is None else spoiled)
    assert said(tmp_path) == "flash!"


def test_a_folder_that_cannot_be_written_costs_time_only(tmp_path: Path) -> None:
    (tmp_path / "templates").write_bytes(b"a file")
    assert kept_templates(tmp_path) is None
    assert said(tmp_path) == "flash!"


def test_other_code_takes_nothing_over_and_the_oldest_versions_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for version in range(5):
        monkeypatch.setattr(module, "package_fingerprint", lambda version=version: f"version{version}")
        said(tmp_path)
    left = [path.name for path in (tmp_path / "templates").iterdir()]
    assert sorted(left) == ["version2", "version3", "version4"]
