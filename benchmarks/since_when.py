"""How often `crdiff blame` agrees with the texts alone on since when a sentence stands there as it does.

    python benchmarks/since_when.py TEXTS CORPUS [HOW_MANY]

TEXTS is a folder of releases named by their dates, CORPUS a corpus of the same texts. Nothing of crdiff reads the texts
here: numbers, sentences and words are found by the few lines below. Sentences are drawn, with a fixed seed, from those
of the newest release that no release has twice: a formula such as "See rule 704." could be that of another clause.
A misprint of one release is passed over, rule numbers, marks and what a file has in their place are no words.
"""

from __future__ import annotations

import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from random import Random

from crdiff import Corpus

_CLAUSE = re.compile(r"^\s*(\d{3}\.\s?\d{1,3}[a-z]{0,2})\.?\s+(.*)$")
_CUT = re.compile(r"[.!][\"')\]]*\s+(?=[\"'(\[]*[A-Z0-9{])")
_LOST = re.compile(r"(?<=\w)[?\ufffd](?=(?:s|t|re|ve|ll|d)\b)")
_NUMBER = re.compile(r"\b\d{3}(?:\.\d{1,3}[a-z]{0,2})?(?:\s*[-–—\"]+\s*[a-z0-9]{1,3}\b)?")
_QUOTES = str.maketrans(dict.fromkeys("“”?\ufffd", '"') | dict.fromkeys("’‘´`", "'") | {"\xa0": " "})
_SEED = 30
_FEWEST_WORDS = 4

Sentences = dict[str, list[tuple[str, str]]]
"""The words of a sentence -> where it stands, and how it is printed."""


def read(path: Path) -> Sentences:
    """Return the sentences of the clauses in a text, without examples."""
    raw = path.read_bytes()
    try:
        text = raw.decode("utf-16" if raw[:2] in {b"\xff\xfe", b"\xfe\xff"} else "utf-8-sig")
    except UnicodeDecodeError:
        text = raw.decode("cp1252", "replace")
    found: Sentences = defaultdict(list)
    for number, said in clauses(text.replace("\r\n", "\n").replace("\r", "\n").split("\n")):
        for sentence in cut(said):
            found[words(sentence)].append((number, sentence))
    return found


def clauses(lines: list[str]) -> Iterator[tuple[str, str]]:
    """Yield the number and the text of each clause; an empty line, an example or another number ends it."""
    number, said = "", []
    for line in (*lines, ""):
        begun = _CLAUSE.match(line)
        if number and (begun or not line.strip() or line.lstrip().startswith("Example")):
            yield number, " ".join(said)
            number = ""
        if begun:
            number, said = begun[1].replace(" ", ""), [begun[2]]
        elif number:
            said.append(line.strip())


def cut(text: str) -> Iterator[str]:
    """Yield the sentences of a text as printed."""
    ends = [match.end() for match in _CUT.finditer(text.translate(_QUOTES))]
    yield from filter(None, (text[start:end].strip() for start, end in pairwise([0, *ends, len(text)])))


def words(sentence: str) -> str:
    """Return the words of a sentence."""
    plain = _LOST.sub("'", sentence).translate(_QUOTES).lower().replace("æ", "ae")
    plain = _NUMBER.sub(" # ", plain.replace("(tm)", "").replace("(r)", "")).replace("'", "")
    return " ".join(re.findall(r"[^\W_]+|[+#]", plain))


def is_slip(one: str, other: str) -> bool:
    """Whether two words differ in two letters in a row at most."""
    start = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    rest = one[start:][::-1], other[start:][::-1]
    end = next((at for at, (a, b) in enumerate(zip(*rest, strict=False)) if a != b), min(map(len, rest)))
    return max(map(len, rest)) - end <= 2


def has_slipped(said: str, release: Sentences) -> bool:
    """Whether a release has a sentence with misprints in at most four of its words."""
    mine = said.split()
    near = (other.split() for other in release if abs(len(other) - len(said)) <= 6 and other[:6] == said[:6])
    return any(
        len(its) == len(mine) and sum(map(str.__ne__, mine, its)) <= 4 and all(map(is_slip, mine, its)) for its in near
    )


def since(said: str, releases: list[tuple[str, Sentences]]) -> str:
    """Return the first of the releases from which on all have a sentence; `releases` are oldest first."""
    at = len(releases) - 1
    while at:
        if said in releases[at - 1][1]:
            at -= 1
        elif at > 1 and said in releases[at - 2][1] and has_slipped(said, releases[at - 1][1]):
            at -= 2
        else:
            break
    return releases[at][0]


def main(texts: str, corpus: str, how_many: str = "2000") -> None:
    """Print how many sentences agree, and those that do not."""
    releases = [(path.name[:10], read(path)) for path in sorted(Path(texts).glob("*.txt"))]
    newest, said = releases[-1]
    once = [key for key in said if all(len(each.get(key, ())) <= 1 for _, each in releases)]
    pool = sorted(key for key in once if len(key.split()) >= _FEWEST_WORDS)
    drawn = Random(_SEED).sample(pool, min(int(how_many), len(pool)))
    agreed: Counter[bool] = Counter()
    with Corpus(corpus) as opened:
        for key in drawn:
            number, printed = said[key][0]
            raw = since(key, releases)
            blamed = [one for one in opened.blame(number, newest).sentences if key in words(one.text)]
            told = str(blamed[0].since) if blamed else "not there"
            agreed[told == raw] += 1
            if told != raw:
                print(f"{number}: {told}, by the texts {raw}: {printed}")
    print(f"{agreed[True]} of {len(drawn)} sentences agree ({agreed[True] / len(drawn):.2%})")


if __name__ == "__main__":
    main(*sys.argv[1:])
