"""Where a corpus lives: where it is asked for, else where the environment says, else where the platform keeps data."""

from __future__ import annotations

from pathlib import Path

import pytest

from crdiff.store.texts import home as module
from crdiff.store.texts.home import home


@pytest.fixture(autouse=True)
def user(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Make the user's folder an empty one, with nothing said in the environment."""
    for name in ("CRDIFF_HOME", "XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    return tmp_path


def test_what_is_asked_for_goes_before_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CRDIFF_HOME", "elsewhere")
    assert home("here") == Path("here")
    assert home() == Path("elsewhere")


@pytest.mark.parametrize(
    ("platform", "folder"),
    [
        ("linux", ".local/share/crdiff"),
        ("darwin", "Library/Application Support/crdiff"),
        ("win32", "AppData/Local/crdiff"),
    ],
)
def test_each_platform_has_its_place_for_data(
    monkeypatch: pytest.MonkeyPatch, user: Path, platform: str, folder: str
) -> None:
    monkeypatch.setattr(module.sys, "platform", platform)
    assert home() == user / folder


def test_the_place_for_data_can_be_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module.sys, "platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert home() == Path("/data/crdiff")
