"""Whether `crdiff mcp` answers right: dated questions with answers from the raw texts alone, traps, and many clients.

    python -m benchmarks.asked [--corpus DIR] [--texts DIR]

The texts are read here by a pattern and nothing of crdiff. The corpus has to hold them; the server is a process of its
own, asked by the client of the SDK over standard input and over HTTP.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import psutil
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

_CLAUSE = re.compile(r"^(\d{3}\.\d+[a-z]*)\.? (\S.*(?:\n(?!\d{3}(?:\.\d+[a-z]*)?\.? |Example)\S.*)*)$", re.MULTILINE)
"""A clause up to the next one, to an example, or to an empty line; some texts break lines inside a sentence."""
_WORDS = re.compile(r"\w+")
_EACH = 12
"""Questions of each of five kinds."""
_LIMIT_BYTES = 4_000

Answer = dict[str, Any]


class Asked(NamedTuple):
    """A question to a tool, and what its answer has to be; `kind` for the report."""

    kind: str
    tool: str
    arguments: dict[str, Any]
    is_right: Callable[[Answer], bool]


def words(text: str) -> str:
    """Return the words of a text in small letters."""
    return " ".join(_WORDS.findall(text.lower()))


class RawTexts:
    """Number -> words, and words that one clause has -> its number, of each release."""

    def __init__(self, folder: Path) -> None:
        self.texts = {path.stem: self._read(path) for path in sorted(folder.glob("????-??-??.txt"))}
        self.days = [*self.texts]
        self.words = {day: {number: words(text) for number, text in said.items()} for day, said in self.texts.items()}
        self.once = {day: self._once(said) for day, said in self.words.items()}

    @staticmethod
    def _read(path: Path) -> dict[str, str]:
        raw = path.read_bytes()
        try:
            text = raw.decode("utf-8-sig")
        except UnicodeDecodeError:
            text = raw.decode("utf-16" if raw[:2] in {b"\xff\xfe", b"\xfe\xff"} else "cp1252", "replace")
        found = _CLAUSE.findall(text.replace("\r\n", "\n").replace("\r", "\n"))
        count = Counter(number for number, _ in found)
        return {
            number: " ".join(said.split()) for number, said in found if count[number] == 1 and len(said.split()) > 9
        }

    @staticmethod
    def _once(said: dict[str, str]) -> dict[str, str]:
        count = Counter(said.values())
        return {text: number for number, text in said.items() if count[text] == 1}


def rows(answer: Answer) -> list[Answer]:
    """Return the rows of an answer, none for an error."""
    found: list[Answer] = answer.get("rows", [])
    return found


def questions(raw: RawTexts, chance: random.Random) -> Iterator[Asked]:
    """Yield sixty questions, twelve of each kind."""
    newest = raw.days[-1]
    made: Counter[str] = Counter()
    while made.total() < 5 * _EACH:
        at = chance.randrange(1, len(raw.days) - 1)
        day, before = raw.days[at], raw.days[at - 1]
        number = chance.choice(sorted(raw.words[day]))
        text, said = raw.texts[day][number], raw.words[day][number]
        asked = {"number": number, "day": day}
        now = raw.once[newest].get(said)
        if made["text"] < _EACH and raw.once[day].get(said):
            made["text"] += 1
            yield Asked("text", "rule_at", asked, lambda a, said=said: words(rows(a)[0]["text"]).startswith(said))
        elif made["number now"] < _EACH and raw.once[day].get(said) and now and now != number:
            made["number now"] += 1
            yield Asked("number now", "rule_at", asked, lambda a, now=now: rows(a)[0]["today"] == now)
        elif made["since when"] < _EACH and (since := _since(raw, at, said)):
            made["since when"] += 1
            yield Asked("since when", "rule_at", asked, lambda a, since=since: rows(a)[0]["from"] == since)
        elif made["what changed"] < _EACH and _is_longer(raw.words[before].get(number, ""), said):
            made["what changed"] += 1
            arguments = {"release": day, "within": [number]}
            yield Asked("what changed", "changes", arguments, lambda a, n=number: _names(n, a))
        elif made["quotation"] < _EACH:
            made["quotation"] += 1
            yield _quotation(raw, at, number, text, made["quotation"] % 4)


def _since(raw: RawTexts, at: int, said: str) -> str:
    """Return the release since which some clause reads so, "" where the clause before it is not there to compare."""
    while at and said in raw.once[raw.days[at - 1]]:
        at -= 1
    number = raw.once[raw.days[at]].get(said, "")
    other = raw.words[raw.days[at - 1]].get(number, "") if at else ""
    return raw.days[at] if _is_longer(other, said) else ""


def _is_longer(old: str, new: str) -> bool:
    """Whether a text is an old one with six words or more put in at one place."""
    before, after = old.split(), new.split()
    more = len(after) - len(before)
    return bool(old) and more >= 6 and any(after[:at] + after[at + more :] == before for at in range(len(before) + 1))


def _names(number: str, answer: Answer) -> bool:
    return any(number in row["number"].split() for row in rows(answer))


def _quotation(raw: RawTexts, at: int, number: str, text: str, kind: int) -> Asked:
    """Return a question whether a quotation is right: it is, has a slip, is of another clause, or of another time."""
    day = raw.days[at]
    if kind == 0:
        return _check(number, text, day, "holds")
    if kind == 1:
        pieces = text.split()
        return _check(number, " ".join((*pieces[:4], "gladly", *pieces[4:])), day, "slip")
    if kind == 2:
        other = next(each for each, said in raw.words[day].items() if said not in raw.words[day][number])
        same = raw.words[day][number] in raw.once[day]
        return _check(other, text, day, "elsewhere") if same else _check(number, text, day, "holds")
    everything = " ".join(raw.words[day].values())
    olds = raw.texts[raw.days[max(0, at - 30)]].values()
    gone = next((old for old in olds if words(old) not in everything), "")
    return _check(number, gone, day, "another_time")


def _check(number: str, text: str, day: str, verdict: str) -> Asked:
    arguments = {"number": number, "quotation": text, "day": day}
    return Asked(f"quotation {verdict}", "check", arguments, lambda answer: answer["verdict"] == verdict)


def is_marked(answer: Answer) -> bool:
    """Whether an answer says that it is not what was asked for."""
    return bool(answer.get("error") or answer["warnings"])


def traps(raw: RawTexts, chance: random.Random) -> Iterator[Asked]:
    """Yield twenty questions that have no answer as they are put."""
    newest = raw.days[-1]
    dead = sorted({*raw.words["2008-02-01"]} - {*raw.words[newest]})
    for number in chance.sample(dead, 5):
        yield Asked("dead number", "rule_at", {"number": number}, is_marked)
    for day in ("1993-08-05", "1998-12-31", "0001-01-01"):
        yield Asked("before all releases", "rule_at", {"number": "100.1", "day": day}, is_marked)
    for day in ("2027-01-01", "2099-12-31", "9999-12-31"):
        yield Asked("after the newest", "rule_at", {"number": "100.1", "day": day}, is_marked)
    old = raw.words["2023-02-03"]
    moved = [
        each for each, said in old.items() if each in raw.words[newest] and raw.once[newest].get(said, each) != each
    ]
    for number in chance.sample(sorted(moved), 4):
        text = raw.texts["2023-02-03"][number]
        yield Asked("moved clause", "check", {"number": number, "quotation": text}, is_marked)
    for invented in _INVENTED:
        yield Asked("invented", "check", {"number": "702.19b", "quotation": invented}, is_marked)


_INVENTED = (
    "A creature with trample may deal its damage to any number of target planeswalkers instead.",
    "If a player would lose the game on the first turn, that player draws three cards instead.",
    "Mana burn deals damage equal to the unspent mana to each opponent.",
    "The stack resolves from the bottom to the top whenever both players agree.",
    "A tapped blocker deals no combat damage, and its controller gains that much life.",
)


_CITING = Asked("citations", "cite_check", {"text": "See CR 114.4.", "day": "2018-01-19"}, lambda a: len(rows(a)) == 1)
"""Which reads the words of all clauses: what takes most time at first, and memory."""


async def ask(client: Any, asked: Asked) -> tuple[Answer, float, int]:
    """Return the answer of a client, the seconds that it took, and its bytes."""
    began = time.perf_counter()
    found = await client.call_tool(asked.tool, asked.arguments)
    took, text = time.perf_counter() - began, found.content[0].text
    return ({"error": text} if found.is_error else json.loads(text)), took, len(text.encode())


def server(corpus: str, *more: str) -> tuple[list[str], dict[str, str]]:
    """Return the command of a server and its environment."""
    return [sys.executable, "-m", "crdiff", "mcp", *more], {**os.environ, "CRDIFF_HOME": corpus}


async def examine(corpus: str, every: list[Asked]) -> list[Answer]:
    """Ask one client everything, and report what is wrong, how long it took and how large answers are."""
    (command, *rest), env = server(corpus)
    began = time.perf_counter()
    answers, times, sizes, right = [], [], [], Counter[str]()
    async with Client(stdio_client(StdioServerParameters(command=command, args=rest, env=env))) as client:
        print(f"connected after {time.perf_counter() - began:.2f} s")
        for asked in every:
            answer, took, size = await ask(client, asked)
            answers.append(answer), times.append(took), sizes.append(size)
            is_right = asked.is_right(answer) if "error" not in answer or asked.is_right is is_marked else False
            right[asked.kind] += is_right
            if not is_right:
                print("WRONG", asked.kind, asked.arguments, json.dumps(answer, ensure_ascii=False)[:600])
    of = Counter(asked.kind for asked in every)
    print(*(f"{kind}: {right[kind]} of {count}" for kind, count in of.items()), sep="\n")
    warm = sorted(times[1:])
    print(f"first call {times[0] * 1000:.0f} ms, then median {median(warm) * 1000:.0f}, 95 % {warm[-4] * 1000:.0f} ms")
    print(f"largest answer {max(sizes):,} bytes, {sum(size > _LIMIT_BYTES for size in sizes)} above {_LIMIT_BYTES:,}")
    return answers


async def crowd(corpus: str, every: list[Asked], alone: list[Answer], clients: int, calls: int) -> None:
    """Ask many clients of one server at once, and report whether each gets the answers that one alone got."""
    command, env = server(corpus, "--http", "0")
    with subprocess.Popen(command, env=env, stderr=subprocess.PIPE, text=True) as process:
        address = (process.stderr.readline() if process.stderr else "").split()[-1]
        times: list[float] = []

        async def one(at: int) -> int:
            wrong = 0
            async with Client(address) as client:
                for call in range(at, calls, clients):
                    place = call % len(every)
                    answer, took, _ = await ask(client, every[place])
                    times.append(took)
                    wrong += answer != alone[place]
            return wrong

        began = time.perf_counter()
        wrong = sum(await asyncio.gather(*map(one, range(clients))))
        took, memory = time.perf_counter() - began, psutil.Process(process.pid).memory_info().rss
        process.terminate()
    print(f"{clients} clients, {len(times)} calls in {took:.1f} s, {wrong} other answers than one alone gets")
    print(f"a call: median {median(times) * 1000:.0f} ms; memory of the server {memory / 1e6:.0f} MB")


def main() -> None:
    """Examine a server."""
    arguments = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    arguments.add_argument("--corpus", required=True)
    arguments.add_argument("--texts", default=Path(os.environ.get("CRDIFF_SHARED", "../shared"), "cr"), type=Path)
    given = arguments.parse_args()
    raw, chance = RawTexts(given.texts), random.Random(39)
    every = [*questions(raw, chance), *traps(raw, chance), _CITING]
    alone = asyncio.run(examine(given.corpus, every))
    asyncio.run(crowd(given.corpus, every, alone, 8, 500))


if __name__ == "__main__":
    main()
