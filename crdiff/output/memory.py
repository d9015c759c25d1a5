"""Remember costly results from one run to the next, by what they were computed from."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

import msgspec

from crdiff.output.cached_group import Note, plain

Result = TypeVar("Result")


@dataclass(frozen=True)
class Memory:
    """Results by the `source_of` everything they were computed from: `known` are those of an earlier run."""

    known: Mapping[str, str] = field(default_factory=dict)
    _asked: dict[str, str] = field(default_factory=dict)
    _unnoted: list[str] = field(default_factory=list)

    def recall(self, source: str, kind: type[Result], work_out: Callable[[], Result]) -> Result:
        """Return the result of `work_out`, from memory where the same was worked out before.

        `kind` is its type: strings, numbers, dates, and dataclasses and tuples of them. `source` names what is asked
        for, and everything that `work_out` reads besides the code.
        """
        noted = self._asked.get(source) or self.known.get(source)
        if noted is None:
            noted = msgspec.json.encode(work_out(), enc_hook=plain).decode()
        if source not in self._asked:
            self._asked[source] = noted
            self._unnoted.append(source)
        return msgspec.json.decode(noted, type=kind, dec_hook=lambda string, value: string(value))

    def notes(self) -> Iterator[Note]:
        """Yield the results that were first asked for since this was last called, for the next run to know."""
        asked = [*self._unnoted]
        self._unnoted.clear()
        return (Note(source, self._asked[source]) for source in asked)
