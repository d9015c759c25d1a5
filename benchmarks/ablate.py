"""What each pass and each measure of the alignment is worth, on texts that it was and was not written from.

    python benchmarks/ablate.py [cuts | NAME…]

Each is switched off in turn, in a process of its own, and the families of `benchmarks/families.py` are aligned without
it. A row has its lines of code and what is lost without it: decisions and whole splits of the hand-checked pairs; of
the rows read by others those rightly left alone, those rightly linked, main heirs and wholes; of the books the clauses
linked with those of their id, those linked with them first, those that are gone and have no heir, those that are new
and have no origin; of the made-up releases the clauses linked with the right one and nothing else, the one that is
gone, the new ones. A number below zero is what would be won without it; a dot is no difference.
"""

from __future__ import annotations

import ast
import inspect
import io
import sys
import textwrap
import tokenize
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from multiprocessing import get_context
from typing import Any

from benchmarks.families import Answer, Case, cases
from crdiff.align import engine, side
from crdiff.align.alignment import in_order
from crdiff.align.finished_links import finished_links
from crdiff.align.measure import cuts, score
from crdiff.align.measure.candidates import Candidates
from crdiff.align.measure.context import Context, Upheaval
from crdiff.align.measure.cuts import Cut
from crdiff.align.measure.lexicon import Lexicon
from crdiff.align.measure.sentences import Sentences
from crdiff.align.passes import ledger, main_links, parts_by_words
from crdiff.align.passes.same_text import link_same_texts
from crdiff.align.passes.similar import link_doubtful, link_sure
from crdiff.align.passes.titles import link_containers, link_renamed, link_titles
from crdiff.store.embedded.lives import known_jump

_COLUMNS = (
    *(("gold", "decisions"), ("gold", "whole")),
    *(("read", kind) for kind in ("alone", "went on", "main", "whole")),
    *((book, kind) for book in ("Netrunner", "Rust") for kind in ("linked", "main", "gone", "new")),
    *(("made up", kind) for kind in ("alone", "gone", "new")),
)
_FAMILIES: dict[str, list[Case]] = {}
"""The texts, read once before the processes begin, which inherit them."""


class Switch:
    """A pass or a measure: the functions whose lines it is, and what switches it off."""

    def __init__(
        self, *code: Callable[..., Any] | type, lines: int = 0, off: Callable[[], None] = lambda: None
    ) -> None:
        self.passes = frozenset(code)
        self.lines = lines or sum(map(_lines, code))
        self.off = off


def _lines(code: Any) -> int:
    """Return the lines of code of a function, a class or a module, without comments and docstrings."""
    text = textwrap.dedent(inspect.getsource(code))
    prose: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            prose.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    idle = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}
    found: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in idle:
            found.update(range(token.start[0], token.end[0] + 1))
    return len(found - prose)


def _says(owner: object, name: str, answer: Callable[..., Any]) -> Switch:
    """Return what has a method or a function give one answer."""
    return Switch(getattr(owner, name), off=lambda: setattr(owner, name, answer))


def _no(*_: object) -> bool:
    return False


def _cut(name: str, value: float) -> Switch:
    """Return what sets a cut so that nothing, or everything, passes it."""
    return Switch(lines=1, off=lambda: setattr(cuts, name, Cut(value, name)))


def _in(owner: type, method: str, holder: object, name: str, value: object) -> Switch:
    """Return what gives a cut or a function another value while a method runs, and leaves it as it is elsewhere."""
    asked = getattr(owner, method)

    @contextmanager
    def set_aside() -> Iterator[None]:
        usual = getattr(holder, name)
        setattr(holder, name, value)
        yield
        setattr(holder, name, usual)

    def method_with_value(*given: object) -> object:
        with set_aside():
            return asked(*given)

    return Switch(lines=1, off=lambda: setattr(owner, method, method_with_value))


def _term(name: str) -> Switch:
    return Switch(lines=1, off=lambda: setattr(score, name, 0.0))


def _weigh_all_alike() -> None:
    made = Lexicon.__init__

    def begun(self: Lexicon, texts: Sequence[str]) -> None:
        made(self, texts)
        self._weights.clear()

    Lexicon.__init__ = begun  # type: ignore[method-assign,assignment]


SWITCHES: Mapping[str, Switch] = {
    "all": Switch(lines=sum(map(_lines, set(map(inspect.getmodule, engine.PASSES))))),
    "pass: titles": Switch(link_titles, lines=_lines(inspect.getmodule(link_titles))),
    "pass: same texts": Switch(link_same_texts, lines=_lines(inspect.getmodule(link_same_texts))),
    "pass: sure (and all after it)": Switch(link_sure),
    "pass: renamed": Switch(link_renamed),
    "pass: containers": Switch(link_containers),
    "pass: doubtful": Switch(link_doubtful),
    "pass: sentences": Switch(ledger.link_sentences, lines=_lines(ledger)),
    "pass: parts by words": Switch(parts_by_words.link_parts_by_words, lines=_lines(parts_by_words)),
    "pass: main links": Switch(main_links.elect_main_links, lines=_lines(main_links)),
    **{
        f"score: {name.lower().replace('_', ' ')}": _term(name)
        for name in (
            *("LIKENESS", "CONTAINMENT", "PARENT", "CHAPTER", "NAMED", "ALONE", "NEIGHBOUR", "NUMBER", "TORN"),
            *("CITES", "FAMILY"),
        )
    },
    "words: their rarity": Switch(Lexicon.__init__, off=_weigh_all_alike),
    "words: which replaced which": _says(Lexicon, "learn", lambda *_: None),
    "words: reminders aside": _says(side, "without_reminders", lambda text: text),
    "candidates: by place": _says(Candidates, "_by_place", lambda *_: ()),
    "rounds: likely ones first": _cut("SIMILAR_LIKELY_MIN", 2.0),
    "rounds: even ones first, headings": _cut("SIMILAR_EVEN_MIN", cuts.SIMILAR_DOUBTFUL_MIN),
    "no sentence of a torn pair": _says(Context, "torn", lambda *_: 0.0),
    "upheaval": _says(Upheaval, "has", _no),
    "ledger: sentences together": _cut("SENTENCES_SUMMED_MAX", 0.0),
    "ledger: words once": _says(Sentences, "_net", lambda self, one, other, _: self.fit(one, other)),
    "ledger: clashing words": _says(ledger, "clash", _no),
    "ledger: copies": _says(ledger._Ledger, "_is_copied", _no),
    "ledger: restated": _says(ledger._Ledger, "_is_restated", _no),
    "ledger: patterns": _says(ledger._Ledger, "_is_pattern", _no),
    "ledger: twins became one": _in(ledger._Ledger, "is_paid", cuts, "FIT_LEAD_MIN", -cuts.FIT_GAIN_MIN),
    "ledger: whole sentence": _cut("FIT_VERBATIM_MIN", 2.0),
    "ledger: opening": _says(ledger, "keeps_opening", _no),
    "words: pattern of a sibling": _says(parts_by_words, "_is_template", _no),
    "main link: opening": _says(main_links, "keeps_opening", _no),
    "main link: first sentence": _cut("IDENTITY_LIKENESS_MIN", 2.0),
    "main link: text": _cut("MAIN_FLOW_RATIO", 1e9),
    "main link: number": _says(main_links._Identity, "_numbered", _no),
}


_MOVED: Mapping[str, Switch] = {
    f"{name} {factor:+.0%}": _cut(name, getattr(cuts, name) * (1 + factor))
    for name, value in vars(cuts).items()
    if isinstance(value, Cut)
    for factor in (-0.2, 0.2)
}
"""Each cut a fifth smaller and a fifth greater."""
_EVERY = {**SWITCHES, **_MOVED}


def main() -> None:
    """Print the table, or the rows named; ``cuts`` prints the rows of all cuts, moved by a fifth."""
    _FAMILIES.update(cases())
    names = _MOVED if sys.argv[1:] == ["cuts"] else sys.argv[1:] or SWITCHES
    wanted = ["all", *(name for name in names if name != "all")]
    with get_context("fork").Pool(2, maxtasksperchild=1) as pool:
        found = pool.imap(without, wanted, chunksize=1)
        every = next(found)
        print(f"{'':30} {'lines':>5}  {_cells(f'{family[:4]} {kind[:4]}' for family, kind in _COLUMNS)}")
        print(f"{'all':30} {SWITCHES['all'].lines:5}  {_cells(every[column] for column in _COLUMNS)}")
        for name, figures in zip(wanted[1:], found, strict=True):
            lost = (every[column] - figures[column] or "." for column in _COLUMNS)
            print(f"{name:30} {_EVERY[name].lines:5}  {_cells(lost)}", flush=True)


def _cells(values: Iterator[object]) -> str:
    return " ".join(f"{value!s:>9}" for value in values)


def without(name: str) -> Counter[tuple[str, str]]:
    """Return what is right by family and kind with a pass or a measure switched off."""
    switch = _EVERY[name]
    switch.off()
    passes = [each for each in engine.PASSES if each not in switch.passes]
    found: Counter[tuple[str, str]] = Counter()
    for family, pairs in _FAMILIES.items():
        for old, new, judge in pairs:
            right = judge(_answer(old, new, passes, is_known=family == "gold"))
            found.update({(family, kind): count for kind, count in right.items()})
    return found


def _answer(old: Any, new: Any, passes: Sequence[Any], *, is_known: bool) -> Answer:
    state = engine.settle(old, new, (), known_jump(old, new) if is_known else None, passes)
    numbers_old, numbers_new = (list(map(str, each.numbers)) for each in (state.matching.old, state.matching.new))
    heirs: dict[str, list[str]] = {}
    origins: dict[str, list[str]] = {}
    for link in in_order(finished_links(state)):
        olds, news = [numbers_old[at] for at in link.old], [numbers_new[at] for at in link.new]
        for found, mine, others in ((heirs, olds, news), (origins, news, olds)):
            for number in mine:
                known = found.setdefault(number, [])
                known += [other for other in others if other not in known]
    return heirs, origins


if __name__ == "__main__":
    main()
