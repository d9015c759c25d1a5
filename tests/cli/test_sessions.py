"""What commands answer and refuse, whole, as sessions at a terminal that were reviewed: text, notes and exit codes."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from clean_text import CLEAN, broken

from tests.cli import test_checks, test_identify, test_lint, test_review
from tests.cli.conftest import EXCERPT, Run, built
from tests.conftest import Golden
from tests.marked_book import write_bread
from tests.other_book import OF_MAGIC, releases, write_book
from tests.revoked_releases import REVOKED_RELEASES
from tests.small_releases import RELEASES

FOLDER = Path(__file__).parents[1] / "golden" / "sessions"
FIRST, SECOND, _, LAST = RELEASES
_BURN = {"Conceding": "To leave the game.", "Mana Burn": "Losing life for mana that is left when a phase ends."}
_GONE = {"Conceding": "To leave a game.", "Mana Burn (Obsolete)": "An older version of the rules had it."}


def _of_book(book: str, write: Callable[[Path], tuple[Path, Path]]) -> Callable[[Path], Path]:
    """Return what makes the corpus of a book that is not Magic's."""

    def make(folder: Path) -> Path:
        Run(folder).text("corpus", "add", "--book", f"./{book}", *write(folder), "--quiet")
        return folder / "home"

    return make


CORPORA: dict[str, Callable[[Path], Path]] = {
    "asking": lambda folder: built(folder, RELEASES),
    "bread": _of_book("bread", write_bread),
    "burned": lambda folder: built(
        folder, {day: RELEASES[day] for day in (FIRST, SECOND, LAST)}, {FIRST: _BURN, SECOND: _GONE, LAST: _GONE}
    ),
    "chess": _of_book("chess", lambda folder: releases(write_book(folder).parent)),
    "identifying": lambda folder: built(folder, test_identify.TWO_RELEASES),
    "revoked": lambda folder: built(folder, REVOKED_RELEASES),
}
"""Session -> what makes its corpus where it has one: the small releases; a book with marked numbers; an entry of 2003
that is called obsolete in the next release, and another that shares a title; a book about chess; a clause that was
reworded under another number; a rule that was revoked."""

_DRAFT = EXCERPT.replace("Only control", "Just control") + "\n720.4. A player may gain control of themselves.\n"
FILES: dict[str, Mapping[str, str]] = {
    "checking": {
        "pytest.ini": "[pytest]\n",
        "test_engine.py": test_checks.PASSING,
        "failing/test_engine.py": test_checks.FAILING,
        "orphaned/test_engine.py": test_checks.ORPHANED,
        "unknown/test_engine.py": test_checks.PASSING.replace('"720.6"', '"702.19b"'),
        "empty/none.txt": "",
    },
    "comparing": {
        "old.txt": EXCERPT.format(date="June 7, 2024"),
        "new.txt": _DRAFT.format(date="July 30, 2024"),
    },
    "identifying": test_identify.PASTED,
    "linting": {
        "slip.txt": test_lint.SLIP,
        "remark.txt": test_lint.REMARK,
        "dangling.txt": test_lint.DANGLING,
        "moved.txt": test_lint.MOVED,
        "before.txt": test_lint.MOVED,
    },
    "reviewing": {
        "moved.txt": broken(("See rule 101.3.\n\nGlossary", "See rule 100.2.\n\nGlossary"), text=test_review.MOVED),
        "redated.txt": broken(("at any time", "whenever they like")),
    },
}
"""Session -> the files that its commands find, besides a clean text and a draft of it."""
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
    "bread": """
        history 2.2.1:2 | history 2.1.1.1:1 --at 2001-01-01 | number 2.2.1:2 | show 2.2.1 | show 1 | show 3.0.1:1
        search sifts | renumbering 2001-01-01 2002-01-01 | explain 2001-01-01 2002-01-01 2.2.1:2 | blame 2.2.1:2
        corpus verify | history 2.2.1:9 | number 7.x""",
    "chess": """
        history 2.1.2 | number 2.1.1 | show 2.1 --at latest | renumbering 2001-01-01 2002-01-01 | search bishop | stats
        whatsnew --since 2001-06-01 | blame 2.1.2a | explain 2001-01-01 2002-01-01 2.1.2 | lint texts/new.txt
        corpus verify | history 2.7.1 | number 70.x""",
    "checking": """
        checks run test_engine.py --release 2014-05-01 | checks run failing | checks run orphaned | checks run unknown
        checks status test_engine.py --release 2024-06-07 | checks status test_engine.py --fail-on uncovered
        checks status failing --fail-on uncovered | checks status unknown --fail-on suspect
        checks status unknown --fail-on unknown | checks show 507.3b test_engine.py | checks run nowhere --quiet
        checks show 720.66 test_engine.py --quiet | checks run empty --quiet
        checks run test_engine.py --release 2020-01-01 --quiet
        checks accept 720.99 test_engine.py --release 2024-06-07 --reason x --quiet
        checks accept 720.5 test_engine.py --release 2024-06-07 --reason x --quiet
        checks accept 720.6 --release 2024-06-07 --reason x --quiet""",
    "comparing": """
        diff old.txt new.txt | diff old.txt new.txt --side-by-side | diff old.txt new.txt --exit-code --hide wording
        diff old.txt new.txt --exit-code -o out | diff old.txt new.txt --fail-on any -o out
        diff old.txt new.txt --fail-on review -o out | diff old.txt new.txt --fail-on undetermined -o out
        diff old.txt new.txt --fail-on review --only moved | diff old.txt new.txt --exit-code --only glossary -o out
        diff old.txt new.txt --exit-code --hide wording,added,front -o out
        diff old.txt old.txt --exit-code --fail-on any""",
    "identifying": """
        identify slip.txt -q | identify nothing.txt -q | identify exact.txt -q --fail-on outdated
        identify exact.txt -q --fail-on outdated,slip | identify exact.txt -q --fail-on slip
        identify exact.txt -q --as-of 2025-05-01 | identify dated.txt -q | identify marks.txt -q | identify part.txt -q
        identify part.txt -q --today | identify quoted.txt -q --number 720.1a --as-of 2024-12-01 --fail-on slip
        identify quoted.txt -q --number 720.1a --as-of 2030-01-01 --fail-on slip
        identify quoted.txt quoted.txt --number 720.1a | identify quoted.txt --number 720.1a --format html""",
    "linting": """
        lint rules.txt | lint slip.txt | lint slip.txt --fail-on warning | lint remark.txt --fail-on warning
        lint slip.txt --fail-on warning --ignore double-space | lint remark.txt --exit-code | lint rules.txt --exit-code
        lint slip.txt --exit-code --fail-on never | lint dangling.txt | lint dangling.txt --fail-on never
        lint dangling.txt --select double-space | lint dangling.txt --format markdown
        lint 718-markdown 712-judge-school --against 718-markdown | lint rules.txt --against rules.txt
        lint slip.txt --against rules.txt | lint moved.txt --against before.txt --select stale-reference
        lint moved.txt --against before.txt --select stale-reference --against rules.txt
        lint moved.txt --against before.txt --select stale-reference --against rules.txt --all""",
    "reviewing": """
        review rules.txt draft.txt --format text | review rules.txt redated.txt --format text""",
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
        review rules.txt draft.txt --format markdown | review rules.txt draft.txt --concerns nowhere.json
        show 720 --at 2009-13-45 --quiet | blame 720.5 --at yesterday --quiet | corpus fetch --since 2009
        renumbering 2009-13-45 2009-07-11 --quiet | whatsnew --since 2009-13-45 --quiet | corpus remove 2009-13-45
        diff previous latest | lint latest | show 720.6 --at latest --quiet | whatsnew --since latest --quiet
        renumbering previous latest --quiet""",
}
"""Session -> the command lines of it, between bars."""


@pytest.mark.parametrize("name", LINES)
def test_commands_say_what_was_reviewed(name: str, tmp_path: Path, golden: Golden) -> None:
    for file, content in {"rules.txt": CLEAN, "draft.txt": test_review.DRAFT, **FILES.get(name, {})}.items():
        (tmp_path / file).parent.mkdir(exist_ok=True)
        (tmp_path / file).write_text(content, "utf-8")
    (tmp_path / "texts").mkdir()
    home = CORPORA[name](tmp_path / "texts") if name in CORPORA else tmp_path / "home"
    lines = [line.strip() for line in re.split(r"[|\n]", LINES[name]) if line.strip()]
    told = "\n".join(_told(line, Run(tmp_path, CRDIFF_HOME=str(home))) for line in lines)
    golden(FOLDER / f"{name}.txt", re.sub(r"\d+ later ones", "… later ones", told.replace(str(tmp_path), "…")))
    assert name not in {"bread", "chess"} or not OF_MAGIC.search(told.replace("crdiff", ""))


def _told(line: str, ask: Run) -> str:
    """Return a command line with what it writes, notes and errors after an exclamation mark, and how it ends."""
    done = ask(*shlex.split(line), stdin=CLEAN.encode())
    noted = "".join(f"! {each}\n" for each in done.stderr.decode().splitlines())
    ended = f"[ends with {done.returncode}]\n" if done.returncode else ""
    return f"$ crdiff {line}\n{noted}{done.stdout.decode()}{ended}"
