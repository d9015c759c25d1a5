"""Mutants of the game model, made by rule from its source, and what came of playing checks against them.

A mutant is one small change, which some check should notice. Only functions are changed, and nothing that Python does
not run: no annotation, no docstring, no message of an error. A mutant is tried by a check that runs the function it
changes. A check that noticed it under one rule set is not played against it under another: `tried` and `noticed` of all
its plays together say what the check found. The results are the JSON value of ``crdiff.mutants/1``.
"""

from __future__ import annotations

import ast
import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Annotated

import msgspec
from msgspec.structs import replace

from crdiff.errors import CorpusError
from crdiff.text.normalise import squeeze
from crdiff.trace.report import CheckReport, MutantCount

SCHEMA = "crdiff.mutants/1"
_COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
_ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}
_TWINS = (("owner", "controller"), ("attacker", "blocker"), ("creature", "target"), ("life", "mana"))
"""Fields of one type that a slip would exchange, as mutants made by hand did before checks noticed them."""
_OF_A_TWIN = {name: twin for one, other in _TWINS for name, twin in ((one, other), (other, one))}
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_SHOWN_MAX = 100
"""Characters of a change shown on a line. The longest condition of the model has more, and its beginning tells it."""
_Place = Annotated[int, msgspec.Meta(ge=0)]


class NamedMutant(msgspec.Struct, frozen=True):
    """A change to one function of a module, as results name it: `was` in `line` (from 1) reads `now`.

    `id` is the module, the function, and what tells it from others there.
    """

    id: str
    module: str
    function: str
    line: Annotated[int, msgspec.Meta(ge=1)]
    was: str
    now: str

    def __str__(self) -> str:
        """Return the change in one line."""
        return f"{self.module}.py:{self.line}: {_clipped(self.was)} → {_clipped(self.now)}"


def _clipped(text: str) -> str:
    line = squeeze(text)
    return line if len(line) <= _SHOWN_MAX else f"{line[:_SHOWN_MAX].rstrip()}…"


class Mutant(NamedMutant, frozen=True):
    """A mutant with the whole `source` of its module."""

    source: str


def mutants_of(module: str, source: str) -> tuple[Mutant, ...]:
    """Return the mutants of a module in the order of its lines, no two alike."""
    found: dict[str, Mutant] = {}
    for name, function in _functions(ast.parse(source)):
        for node in _run_nodes(function):
            for now in _variants(node):
                mutant = _mutant(module, name, source, node, now)
                if mutant:
                    found.setdefault(mutant.source, mutant)
    return tuple(sorted(found.values(), key=lambda each: each.line))


def _functions(tree: ast.Module) -> Iterator[tuple[str, ast.AST]]:
    """Yield the functions and methods of a module by their qualified names; those within belong to them."""
    for node in tree.body:
        if isinstance(node, _FUNCTIONS):
            yield node.name, node
        elif isinstance(node, ast.ClassDef):
            yield from ((f"{node.name}.{each.name}", each) for each in node.body if isinstance(each, _FUNCTIONS))


def _run_nodes(function: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes under a function that run: its statements and default values, without errors that it raises."""
    waiting: list[ast.AST] = [function]
    while waiting:
        node = waiting.pop()
        yield node
        if isinstance(node, ast.Raise):
            continue
        skipped = {id(each) for each in _not_run(node)}
        waiting += (child for child in ast.iter_child_nodes(node) if id(child) not in skipped)


def _not_run(node: ast.AST) -> Iterator[ast.AST | None]:
    if isinstance(node, _FUNCTIONS):
        yield node.returns
        yield from node.decorator_list
    if isinstance(node, ast.arg | ast.AnnAssign):
        yield node.annotation


def _mutant(module: str, function: str, source: str, node: ast.AST, now: str) -> Mutant | None:
    """Return the module with `node` replaced, None where that is not Python."""
    was = ast.get_source_segment(source, node)
    if not was or not isinstance(node, ast.expr | ast.stmt) or node.end_lineno is None:
        return None
    lines = source.splitlines(keepends=True)
    head = lines[node.lineno - 1].encode()[: node.col_offset].decode()
    tail = lines[node.end_lineno - 1].encode()[node.end_col_offset :].decode()
    text = "".join([*lines[: node.lineno - 1], head, now, tail, *lines[node.end_lineno :]])
    try:
        ast.parse(text)
    except SyntaxError:
        return None
    name = f"{module}.{function}:{hashlib.sha256(text.encode()).hexdigest()[:8]}"
    return Mutant(name, module, function, node.lineno, squeeze(was), now, text)


def _variants(node: ast.AST) -> Iterator[str]:
    """Yield what could stand in place of a node."""
    for kind, rule in _RULES:
        if isinstance(node, kind):
            yield from (f"({text})" if isinstance(node, ast.expr) else text for text in rule(node))


def _compared(node: ast.Compare) -> Iterator[str]:
    for other in _COMPARISONS[type(node.ops[0])]:
        yield ast.unparse(ast.Compare(node.left, [other(), *node.ops[1:]], node.comparators))


def _connected(node: ast.BoolOp) -> Iterator[str]:
    other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    yield ast.unparse(ast.BoolOp(other, node.values))
    for left_out in node.values:
        rest = [value for value in node.values if value is not left_out]
        yield ast.unparse(rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest))


def _calculated(node: ast.BinOp) -> Iterator[str]:
    if other := _ARITHMETIC.get(type(node.op)):
        yield ast.unparse(ast.BinOp(node.left, other(), node.right))


def _denied(node: ast.UnaryOp) -> Iterator[str]:
    if isinstance(node.op, ast.Not):
        yield ast.unparse(node.operand)


def _constant(node: ast.Constant) -> Iterator[str]:
    if isinstance(node.value, bool):
        yield str(not node.value)
    elif isinstance(node.value, int):
        yield str(node.value + 1)
        yield str(node.value - 1)


def _exchanged(node: ast.Attribute) -> Iterator[str]:
    if twin := _OF_A_TWIN.get(node.attr):
        yield ast.unparse(ast.Attribute(node.value, twin, node.ctx))


def _chosen(node: ast.IfExp) -> Iterator[str]:
    yield ast.unparse(node.body)
    yield ast.unparse(node.orelse)


def _condition(node: ast.If | ast.While) -> Iterator[str]:
    """Yield the statement with its condition turned round, or never met."""
    for test in (ast.UnaryOp(ast.Not(), node.test), ast.Constant(value=False)):
        changed = ast.If if isinstance(node, ast.If) else ast.While
        yield _indented(changed(test, node.body, node.orelse), node)


def _collected(node: ast.Tuple) -> Iterator[str]:
    """Yield a tuple without each of its parts that are whole tuples."""
    for left_out in node.elts:
        if isinstance(left_out, ast.Starred) and isinstance(node.ctx, ast.Load):
            yield ast.unparse(ast.Tuple([each for each in node.elts if each is not left_out], node.ctx))


def _called(node: ast.Call) -> Iterator[str]:
    """Yield a call without each of its named arguments."""
    for left_out in node.keywords:
        if left_out.arg:
            kept = [each for each in node.keywords if each is not left_out]
            yield ast.unparse(ast.Call(node.func, node.args, kept))


def _filtered(node: ast.ListComp | ast.SetComp | ast.GeneratorExp) -> Iterator[str]:
    """Yield a comprehension that takes all there is."""
    first = node.generators[0]
    if first.ifs:
        every = ast.comprehension(first.target, first.iter, [], first.is_async)
        yield ast.unparse(type(node)(node.elt, [every, *node.generators[1:]]))


def _statement(node: ast.Expr) -> Iterator[str]:
    """Yield nothing done instead of a call."""
    if isinstance(node.value, ast.Call):
        yield "pass"


def _assigned(node: ast.Assign) -> Iterator[str]:
    """Yield nothing done instead of a change to what a name meant before: ``game = record(game, …)``."""
    names = {each.id for each in ast.walk(node.value) if isinstance(each, ast.Name)}
    if isinstance(node.targets[0], ast.Name) and node.targets[0].id in names:
        yield "pass"


def _raised(_: ast.Raise) -> Iterator[str]:
    yield "pass"


def _indented(statement: ast.stmt, at: ast.stmt) -> str:
    lines = ast.unparse(ast.fix_missing_locations(statement)).splitlines()
    return f"\n{' ' * at.col_offset}".join(lines)


_RULES: tuple[tuple[type[ast.AST] | tuple[type[ast.AST], ...], Callable[..., Iterator[str]]], ...] = (
    (ast.Compare, _compared),
    (ast.BoolOp, _connected),
    (ast.BinOp, _calculated),
    (ast.UnaryOp, _denied),
    (ast.Constant, _constant),
    (ast.Attribute, _exchanged),
    (ast.IfExp, _chosen),
    ((ast.If, ast.While), _condition),
    (ast.Tuple, _collected),
    (ast.Call, _called),
    ((ast.ListComp, ast.SetComp, ast.GeneratorExp), _filtered),
    (ast.Expr, _statement),
    (ast.Assign, _assigned),
    (ast.Raise, _raised),
)
"""Kinds of nodes, each with the rule that yields what could stand there."""


class MutantPlay(msgspec.Struct, frozen=True):
    """A check played against mutants under one rule set."""

    check: str
    """Id of the check."""
    rules: str
    """Identifies the rule set."""
    source: str
    """Identifies the file of the check."""
    clauses: tuple[str, ...]
    """Lineages that the check names."""
    tried: tuple[_Place, ...]
    """Places in the list of mutants."""
    noticed: tuple[_Place, ...]
    """Places in the list of mutants."""


class MutationResults(msgspec.Struct, frozen=True, kw_only=True, tag_field="schema", tag=SCHEMA):
    """Which mutants of the game model the checks notice, as crdiff checks mutate --format json writes it."""

    model: str
    """Identifies the source of the model."""
    mutants: tuple[NamedMutant, ...]
    plays: tuple[MutantPlay, ...]

    def encoded(self) -> bytes:
        """Return the results as JSON with a newline at the end."""
        return msgspec.json.encode(self) + b"\n"


def model_fingerprint(sources: Mapping[str, str]) -> str:
    """Return what identifies a model: its source."""
    text = "\n".join(f"{name}\n{source}" for name, source in sorted(sources.items()))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def named(mutants: Iterable[Mutant]) -> tuple[NamedMutant, ...]:
    """Return mutants as results name them."""
    return tuple(NamedMutant(m.id, m.module, m.function, m.line, m.was, m.now) for m in mutants)


def read_mutation(raw: bytes, path: str = "") -> MutationResults:
    """Return the results that `raw` encodes. Raises `CorpusError` where it is not ``crdiff.mutants/1``."""
    try:
        found = msgspec.json.decode(raw, type=MutationResults)
        places = range(len(found.mutants))
        if any(place not in places for play in found.plays for place in (*play.tried, *play.noticed)):
            raise msgspec.ValidationError("a play names one that is not listed")
    except (msgspec.MsgspecError, RecursionError) as error:
        raise CorpusError(f"not a file of mutation results ({error!s:.200})", f"JSON of {SCHEMA}", path=path) from None
    return found


def mutants_by_clause(results: MutationResults) -> dict[str, MutantCount]:
    """Return what the checks of each clause noticed, by its lineage; survivors are noticed by those of no clause."""
    tried: dict[str, set[int]] = defaultdict(set)
    noticed: dict[str, set[int]] = defaultdict(set)
    for play in results.plays:
        for lineage in play.clauses:
            tried[lineage].update(play.tried)
            noticed[lineage].update(play.noticed)
    anywhere = {place for play in results.plays for place in play.noticed}
    return {
        lineage: MutantCount(
            len(places), len(noticed[lineage]), tuple(str(results.mutants[at]) for at in sorted(places - anywhere))
        )
        for lineage, places in sorted(tried.items())
    }


def with_mutants(report: CheckReport, results: MutationResults) -> CheckReport:
    """Return a report with what the checks of each clause noticed of the mutants."""
    found = mutants_by_clause(results)
    clauses = (replace(each, mutants=found.get(each.lineage, each.mutants)) for each in report.clauses)
    return replace(report, clauses=tuple(clauses))
