"""What commands answer and refuse, whole, as sessions at a terminal that were reviewed: text, notes and exit codes."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest
from clean_text import CLEAN

from tests.cli.conftest import Run, built
from tests.cli.test_review import DRAFT
from tests.conftest import Golden
from tests.revoked_releases import REVOKED_RELEASES
from tests.small_releases import RELEASES

FOLDER = Path(__file__).parents[1] / "golden" / "sessions"
FIRST, SECOND, _, LAST = RELEASES
_BURN = {"Conceding": "To leave the game.", "Mana Burn": "Losing life for mana that is left when a phase ends."}
_GONE = {"Conceding": "To leave a game.", "Mana Burn (Obsolete)": "An older version of the rules had it."}
CORPORA: dict[str, Callable[[Path], Path]] = {
    "asking": lambda folder: built(folder, RELEASES),
    "burned": lambda folder: built(
        folder, {day: RELEASES[day] for day in (FIRST, SECOND, LAST)}, {FIRST: _BURN, SECOND: _GONE, LAST: _GONE}
    ),
    **dict.fromkeys(("editions", "refusing"), lambda folder: folder / "home"),
    "revoked": lambda folder: built(folder, REVOKED_RELEASES),
}
"""Session -> what makes its corpus: the small ones; one in which an entry of 2003 is called obsolete in the next, and
another shares a title; none; one in which a rule is revoked."""
LINES = {
    "asking": """
        history 712.1 | history 507.4 | history 712.4 | number 710 | show 710.1 --at 2009-09-03 | show 507.3
        show CONCEDING | show concede | history concede | blame concede | number concede | blame 712.1
        renumbering 2003-10-01 2014-05-01 | renumbering 2003-10-01 2014-05-01 --format markdown
        renumbering 2003-10-01 2014-05-01 --format csv | whatsnew --since 2009-08-01 712.4
        whatsnew --since 2009-08-01 --format markdown | search "mana burn" --at 2003-10-01 | search mana burn
        search dragons --all | stats | show 710.3 --at 2012-12-24 | whatsnew --since 2012-12-24 712.4
        history 710.9 | number 710.9 | show 507.4 | show --at 2003-09-30 | history mana | history concedin
        show "rule 7021" | number 2003-10-01-999.9 | renumbering 2003-10-01 2020-01-01 | whatsnew --since yesterday
        search -- -- | search mana --all --at 2003-10-01 | blame 712.4 --at 2003-10-01 | parse ./latest
        diff 2026-08-07 2014-05-01 | renumbering 2026-08-07 2014-05-01""",
    "burned": """
        history "mana burn" | history 2003-10-01-mana-burn | history "mana burn (obsolete)" --at 2014-05-01
        history "mana burn" --format json | history conceding | history conceding --entry | history 507.1 --entry""",
    "revoked": """
        history 306.7 | number 306.7 | show 306 | show 306.7 --at 2018-01-19 | blame 306.7 --at 2018-01-19 | blame 306.7
        blame 300.1 | blame 300.1 --at 2017-08-25 | whatsnew --since 2018-01-19 | renumbering 2018-01-19 2019-01-25
        renumbering 2019-01-25 2018-01-19 | renumbering 2017-08-25 2018-01-19 | renumbering 2018-04-27 2019-01-25
        diff 2018-01-19 2018-04-27 --only revoked | explain 2018-01-19 2018-04-27 306.7 | stats""",
    "editions": """
        explain 507-crystal-keep 720-mtg-wiki 507.4 | diff 718-markdown 720-mtg-wiki | search legend --quiet
        diff 507-crystal-keep player-mtg-wiki""",
    "refusing": """
        prase | frobnicate | parse | parse a b | parse a --frmat json | parse a --format yaml | diff a
        diff a b --only reviw | diff a b --hide zzz | diff a b --context some | diff a b --format json --context 3
        diff a b --format json --side-by-side | diff a --as-of | schema nothing | parse git:HEAD | parse git:--help:x
        parse rules.txt --dialect klingon | parse 718-markdwn | parse 2021-07-23 | parse 2021-17-23
        parse --as-of=2021-08-01 | parse --as-of=1990-01-01 | parse --as-of 2009-13-45 | parse nowhere.txt
        diff 718-markdown --as-of=soon | explain 718-markdown --as-of 20090711 718.1 | help hsitory
        explain 507-crystal-keep 720-mtg-wiki 507.9 | explain 507-crystal-keep 720-mtg-wiki 507.3 --side new
        explain 507-crystal-keep 720-mtg-wiki 509.1 --side new | explain 507-crystal-keep 720-mtg-wiki 5O7
        lint nowhere.txt | lint rules.txt --against nowhere.txt | lint rules.txt --against 1998-01-01 | lint
        lint rules.txt --select stale-referense | lint rules.txt --select stale-reference
        lint rules.txt --select excerpt | lint rules.txt --accept because | lint rules.txt --config nowhere.toml
        lint rules.txt --fail-on sometimes | lint rules.txt --format html | lint 718-markdown --against 2009-02-30
        lint 712-judge-school --fix | lint - --fix | lint rules.txt --fix -o fixed.docx | lint --explain stale-referense
        lint rules.txt --fix --accept why --baseline b.toml | lint rules.txt --diff --accept why --baseline b.toml
        lint --explain zzz | review rules.txt nowhere.txt | review rules.txt | review 718-markdown --as-of 11.7.2009
        review rules.txt draft.txt --concerns draft.txt | review rules.txt draft.txt --checks nowhere.py
        review rules.txt draft.txt --checks rules.txt | review rules.txt draft.txt --checks a --concerns b
        review rules.txt draft.txt --bulletin --format json | review rules.txt draft.txt --concerns nowhere.json
        show 720 --at 2009-13-45 --quiet | blame 720.5 --at yesterday --quiet | corpus fetch --since 2009
        renumbering 2009-13-45 2009-07-11 --quiet | whatsnew --since 2009-13-45 --quiet | corpus remove 2009-13-45
        diff previous latest | lint latest | show 720.6 --at latest --quiet | whatsnew --since latest --quiet
        renumbering previous latest --quiet""",
}
"""Session -> the command lines of it, between bars."""


@pytest.mark.parametrize("name", LINES)
def test_commands_say_what_was_reviewed(name: str, tmp_path: Path, golden: Golden) -> None:
    (tmp_path / "rules.txt").write_text(CLEAN, "utf-8")
    (tmp_path / "draft.txt").write_text(DRAFT, "utf-8")
    (tmp_path / "texts").mkdir()
    ask = Run(tmp_path, CRDIFF_HOME=str(CORPORA[name](tmp_path / "texts")))
    lines = [line.strip() for line in re.split(r"[|\n]", LINES[name]) if line.strip()]
    told = "\n".join(_told(line, ask) for line in lines)
    golden(FOLDER / f"{name}.txt", re.sub(r"\d+ later ones", "… later ones", told))


def _told(line: str, ask: Run) -> str:
    """Return a command line with what it writes, notes and errors after an exclamation mark, and how it ends."""
    done = ask(*shlex.split(line), stdin=CLEAN.encode())
    noted = "".join(f"! {each}\n" for each in done.stderr.decode().splitlines())
    ended = f"[ends with {done.returncode}]\n" if done.returncode else ""
    return f"$ crdiff {line}\n{noted}{done.stdout.decode()}{ended}"
