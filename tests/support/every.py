"""One test of many values that fails with all for which it does not hold."""

from __future__ import annotations

import inspect
import traceback
from collections.abc import Callable, Iterable
from functools import wraps
from pathlib import Path
from typing import Any

import pytest


def every(
    names: str, values: Iterable[Any], ids: Callable[[Any], object] = str
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Return a decorator that gives a test each of `values` in turn, as ``parametrize`` does, but in one case.

    For values that cost little, and come from a list that grows: the sources, the notes, the releases. The test shares
    its fixtures among them.
    """
    keys = [name.strip() for name in names.split(",")]
    given = list(values)

    def over_all(test: Callable[..., None]) -> Callable[..., None]:
        @wraps(test)
        def whole(**fixtures: object) -> None:
            wrong: list[str] = []
            first: BaseException | None = None
            skipped: list[pytest.skip.Exception] = []
            for value in given:
                try:
                    test(**dict(zip(keys, value if len(keys) > 1 else (value,), strict=True)), **fixtures)
                except pytest.skip.Exception as error:
                    skipped.append(error)
                except FileNotFoundError:
                    raise  # tests/conftest.py skips what needs a text that is not at hand
                except (Exception, pytest.fail.Exception) as error:
                    first = first or error
                    where = traceback.extract_tb(error.__traceback__)[-1]
                    says = f"{Path(where.filename).name}:{where.lineno}: {type(error).__name__}: {error}"
                    wrong.append(f"{ids(value)}: {says}")
            assert not first, f"{len(wrong)} of {len(given)} fail\n" + "\n".join(wrong)
            if given and len(skipped) == len(given):
                raise skipped[0]

        del whole.__wrapped__  # type: ignore[attr-defined]
        signature = inspect.signature(test)
        kept = [each for name, each in signature.parameters.items() if name not in keys]
        whole.__signature__ = signature.replace(parameters=kept)  # type: ignore[attr-defined]
        return whole

    return over_all
