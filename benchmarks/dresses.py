"""Whether a corpus keeps every file whatever comes first: releases in five dresses each, added in several orders.

    python benchmarks/dresses.py TEXTS FOLDER [--most N] [--kept]

TEXTS is a folder of official releases named by date. Each is written to FOLDER as it is, in UTF-16, with other line
ends, as a .docx and with straight quotes; all of them are added in three orders: by one process, by two at once, and by
processes that are killed and begun again. Printed are the checksums kept and what the built corpora have in common,
byte for byte. `--most` takes only so many releases. With `--kept` nothing is built: only what is kept and chosen is
compared.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from hashlib import sha256
from html import escape
from pathlib import Path
from random import Random

from fuzz_inputs import word_document

from crdiff import Corpus
from crdiff.output.workers import InProcess
from crdiff.text.decode import decode

_CURLY = str.maketrans("“”‘’", "\"\"''")
_MARKED = ("utf-8-sig", "utf-16", "utf-8")
"""Encodings of which the first that no other dress of the text has is taken."""
_COMPARED = ("choices.json", "store.sqlite", "store.index", "store.words")
_KILLS = 12
_SHORTEST, _LONGEST = 0.5, 8.0
"""Seconds of work after which a process is killed."""


def main() -> None:
    """Print what was kept, and which files differ between the corpora."""
    reader = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    reader.add_argument("texts", type=Path)
    reader.add_argument("folder", type=Path)
    reader.add_argument("--most", type=int)
    reader.add_argument("--kept", action="store_true")
    asked = reader.parse_args()
    given = list(written(sorted(asked.texts.glob("*.txt"))[: asked.most], asked.folder / "given"))
    wanted = {sha256(path.read_bytes()).hexdigest() for path in given}
    print(f"{len(given)} files, {len(wanted)} checksums", flush=True)
    publishers = {sha256(path.read_bytes()).hexdigest() for path in asked.texts.glob("*.txt")}
    names = _COMPARED[:1] if asked.kept else _COMPARED
    made = []
    for seed, (said, add) in enumerate((("one process", alone), ("two at once", at_once), ("killed", killed))):
        order = Random(seed).sample(given, len(given))
        corpus = asked.folder / said.replace(" ", "-")
        add(corpus, order, Random(seed))
        kept = {
            sha256(path.read_bytes()).hexdigest() for path in (corpus / "texts").iterdir() if path.suffix != ".json"
        }
        faults = 0
        with Corpus(corpus, executor=InProcess()) as held:
            chosen = sum(text.identity.sha256 in publishers for text in held.texts.chosen())
            if not asked.kept:
                held.build()
                faults = len(held.verify())
        made.append([sha256((corpus / name).read_bytes()).hexdigest()[:12] for name in names])
        print(
            f"{said}: {len(kept & wanted)} checksums kept, {len(kept - wanted)} others, {faults} faults;"
            f" of {chosen} releases the publisher's own is read",
            flush=True,
        )
    for name, sums in zip(names, zip(*made, strict=True), strict=True):
        print(f"{name}: {'the same' if len(set(sums)) == 1 else 'differs'} ({', '.join(sums)})")


def written(texts: Sequence[Path], folder: Path) -> Iterator[Path]:
    """Write every dress of each text, and yield the files."""
    for path in texts:
        for dress, raw in dresses(path.read_bytes()).items():
            file = folder / dress / path.with_suffix(".docx" if dress == "docx" else ".txt").name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(raw)
            yield file


def dresses(raw: bytes) -> dict[str, bytes]:
    """Return the bytes of a text in five dresses, no two of them equal."""
    text = decode(raw).text
    ends = text.replace("\r\n", "\n").replace("\r", "\n")
    paragraphs = (f"<w:p><w:r><w:t xml:space='preserve'>{escape(line)}</w:t></w:r></w:p>" for line in ends.split("\n"))
    made = {"as-it-is": raw, "docx": word_document("".join(paragraphs))}
    for dress, said, encodings in (
        ("utf-16", text, ("utf-16", "utf-8", "utf-8-sig")),
        ("ends", ends if ends != text else ends.replace("\n", "\r\n"), _MARKED),
        ("straight", text.translate(_CURLY), _MARKED),
    ):
        made[dress] = next(one for one in map(said.encode, encodings) if one not in made.values())
    return made


def alone(corpus: Path, files: Sequence[Path], _random: Random) -> None:
    """Add the files by one process."""
    begun(corpus, files).wait()


def at_once(corpus: Path, files: Sequence[Path], _random: Random) -> None:
    """Add every second file by one process and the others by another."""
    for process in [begun(corpus, files[start::2]) for start in (0, 1)]:
        process.wait()


def killed(corpus: Path, files: Sequence[Path], random: Random) -> None:
    """Add the files by processes that are killed, each with a share in another order, then all of them in peace."""
    for _ in range(_KILLS):
        process = begun(corpus, random.sample(files, len(files) // 4))
        time.sleep(random.uniform(_SHORTEST, _LONGEST))
        process.kill()
        process.wait()
    alone(corpus, files, random)


def begun(corpus: Path, files: Sequence[Path]) -> subprocess.Popen[bytes]:
    """Return a process that adds the files in their order."""
    command = (sys.executable, "-m", "crdiff", "corpus", "add", "--quiet", "--corpus", corpus, *files)
    return subprocess.Popen(list(map(str, command)), stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    main()
