"""Official texts: their parts, their clauses and what is odd in them; whatever looks like rules loses nothing."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from printing import normalised_lines, print_release

from crdiff.dialects.registry import read
from crdiff.errors import UnrecognisedText
from crdiff.model.tree import walk
from crdiff.text.decode import decode

# laws of reading: whatever looks like rules is read without an error, and nothing of it is lost


_WORDS = st.sampled_from(
    ("a", "player", "may", "draw", "cards.", "See", "rule", "104.3a,", "“Ending", "the", "Game.”", "{T}:", "Add",
     "-1/-1", "mid-", "sentence", "—", "1.", "(2)", "Flying", "702.", "Example:")
)  # fmt: skip
_SENTENCE = st.lists(_WORDS, min_size=1, max_size=9).map(" ".join)
_LABEL = st.sampled_from(
    ("1.", "7.", "100.", "702.", "100.1.", "100.1a", "702.9.", "702.9b", "704.5aa", "606. 8b", "306.b", "305.3.After",
     "Example:", "EXAMPLE:", "    ", " ", "•", "1)", "Ability", "Ability1. Text")
)  # fmt: skip
_OTHER = st.sampled_from(
    ("Glossary", "Credits", "Index", "Contents", "These rules are effective as of June 7, 2024.", "-----------", "", "",
     "", "", "f")
)  # fmt: skip
_LINE = st.one_of(st.builds("{} {}{}".format, _LABEL, _SENTENCE, st.sampled_from(["", "", " "])), _OTHER, _SENTENCE)
# Lines of all kinds in any order. A clause's label never stands alone: it takes the next paragraph as its text.
TEXTS = st.lists(_LINE, min_size=1, max_size=25).map("\n".join)


@settings(max_examples=150)
@given(TEXTS)
def test_a_text_is_read_whole_or_refused(text: str) -> None:
    raw = text.encode()
    if not text.strip():
        return
    try:
        release = read(raw, "text.txt", "official")
    except UnrecognisedText:
        return
    merged = any(finding.check == "repeated-number" and "merged" in finding.message for finding in release.findings)
    if not merged:
        assert print_release(release) == normalised_lines(decode(raw).text)
    assert len(walk(release)) == len(release.placements)


@settings(max_examples=100)
@given(TEXTS)
def test_normalised_lines_lose_no_character(text: str) -> None:
    kept = "".join(line for line in text.split("\n") if line.strip().strip("-"))
    assert "".join("".join(normalised_lines(text)).split()) == "".join(kept.split())
