"""Where a corpus lives: where it is asked for, else where the environment says, else where the platform keeps data."""

from __future__ import annotations

from pathlib import Path

import pytest

from crdiff.errors import StoreError
from crdiff.store.texts import home as module
from crdiff.store.texts.home import home


@pytest.fixture(autouse=True)
def user(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Make the user's folder an empty one, with nothing said in the environment."""
    for name in ("CRDIFF_HOME", "XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
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


@pytest.mark.parametrize("named", ["", "relative", None])
def test_an_unknown_home_is_refused_rather_than_the_root_or_the_current_folder_taken(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, named: str | None
) -> None:
    """Nor does a relative $XDG_DATA_HOME count: the specification has it ignored."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(module.sys, "platform", "linux")
    monkeypatch.setattr("pwd.getpwuid", lambda _: (_ for _ in ()).throw(KeyError))  # as in a container
    for variable in ("XDG_DATA_HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(variable, "relative")
    monkeypatch.delenv("HOME")
    if named is not None:
        monkeypatch.setenv("HOME", named)
    for folder in (home, module.cache_folder):
        with pytest.raises(StoreError, match=r"home folder of the user is not known; expected .* \$HOME"):
            folder()
    assert home(tmp_path / "asked") == tmp_path / "asked"
    assert not [*tmp_path.iterdir()]
