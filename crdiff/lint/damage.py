"""Characters that the carrier of a text lost or mangled: a finding each where they are few, else one for all."""

from __future__ import annotations

import re
from collections.abc import Iterator

from crdiff.lint.checked_release import CheckedRelease
from crdiff.lint.finding import Fault

_LOST = re.compile(r"\ufffd|(?<=[A-Za-z])\?(?=[a-z])|(?<=[\s(\[“])\?(?=\w)")
_MANGLED = re.compile(r"â€.?|Ã[\u0080-\u00bf]|Â(?=[\s\u00a0-\u00bf])")
_ADDRESS = re.compile(r"(?<!\S)\S+(?:\.\w+/|://)\S*")
_SIGNS = "?\ufffdâÃÂ"
_SINGLY_MAX = 20
"""Lost characters that get a finding each; more are a fault of the whole file, which gets one."""


def encoding_damage(checked: CheckedRelease) -> Iterator[Fault]:
    """Yield characters printed as "?" or U+FFFD, and signs of a wrong decoding.

    Source: "[?4]" in 2022-10-07; 2008-05-01 lost 4,742 quotes, which is one fault of its file.
    """
    found = [
        (passage, match)
        for passage in checked.prose
        if any(map(passage.text.__contains__, _SIGNS))
        for pattern in (_LOST, _MANGLED)
        for match in pattern.finditer(_ADDRESS.sub(lambda address: " " * len(address[0]), passage.text))
    ]
    if len(found) > _SINGLY_MAX:
        yield Fault(f"{len(found):,} characters were lost or mangled on the way", "many characters")
        return
    for passage, match in found:
        around = passage.text[max(0, match.start() - 15) : match.end() + 15].replace("\n", " ")
        yield Fault(f"a character was lost or mangled: “{around}”", match[0], passage, match.start(), match.end())
