"""Mutants of the game model, made by rule from its source, and what came of playing checks against them.

A mutant is one small change, which some check should notice. Only functions are changed, and nothing that Python does
not run: no annotation, no docstring, no message of an error. A mutant is tried by a check that runs the function it
changes. A check that noticed it under one rule set is not played against it under another: `tried` and `noticed` of all
its plays together say what the check found. The results are the JSON value of ``crdiff.mutants/1``.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Annotated

import msgspec
from msgspec.structs import replace

from crdiff.errors import CorpusError
from crdiff.text.groups import by_key
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
# Fields of one type that a slip would exchange, as mutants made by hand did before checks noticed them.
_TWINS = (("owner", "controller"), ("attacker", "blocker"), ("creature", "target"), ("life", "mana"))
_OF_A_TWIN = {name: twin for one, other in _TWINS for name, twin in ((one, other), (other, one))}
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
# Characters of a change shown on a line. The longest condition of the model has more, and its beginning tells it.
_SHOWN_MAX = 100
_Place = Annotated[int, msgspec.Meta(ge=0)]


class NamedMutant(msgspec.Struct, frozen=True):
    """A mutant as results name it: in `function` of `module`, `was` in `line` reads `now`."""

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
    """A change to one function, with the whole `source` of the module; `id` has what tells it from others there."""

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
    for changed in chain(_exchanged(node), _left_out(node)):
        text = ast.unparse(ast.fix_missing_locations(changed))
        if isinstance(node, ast.stmt):
            yield f"\n{' ' * node.col_offset}".join(text.splitlines())
        else:
            yield f"({text})"


def _exchanged(node: ast.AST) -> Iterator[ast.AST]:
    """Yield a node that calculates or decides with another operator, operand, name or outcome."""
    match node:
        case ast.Compare(left, [first, *others], comparators):
            yield from (ast.Compare(left, [other(), *others], comparators) for other in _COMPARISONS[type(first)])
        case ast.BoolOp(connective, values):
            yield ast.BoolOp(ast.Or() if isinstance(connective, ast.And) else ast.And(), values)
            for left_out in values:
                rest = [value for value in values if value is not left_out]
                yield rest[0] if len(rest) == 1 else ast.BoolOp(connective, rest)
        case ast.BinOp(left, operator, right) if opposite := _ARITHMETIC.get(type(operator)):
            yield ast.BinOp(left, opposite(), right)
        case ast.UnaryOp(ast.Not(), operand):
            yield operand
        case ast.Constant(bool(truth)):
            yield ast.Constant(not truth)
        case ast.Constant(int(count)):
            yield from (ast.Constant(count + 1), ast.Constant(count - 1))
        case ast.Attribute(owner, name, context) if twin := _OF_A_TWIN.get(name):
            yield ast.Attribute(owner, twin, context)
        case ast.IfExp(_, chosen, otherwise):
            yield from (chosen, otherwise)


def _left_out(node: ast.AST) -> Iterator[ast.AST]:
    """Yield a node without a part of it, or nothing in its place; a branch that is taken otherwise, or never."""
    match node:
        case ast.If() | ast.While():
            for test in (ast.UnaryOp(ast.Not(), node.test), ast.Constant(value=False)):
                yield type(node)(test, node.body, node.orelse)
        case ast.Tuple(parts, ast.Load() as context):  # without each of its parts that are whole tuples
            for part in parts:
                if isinstance(part, ast.Starred):
                    yield ast.Tuple([each for each in parts if each is not part], context)
        case ast.Call(function, arguments, keywords):  # without each of its named arguments
            for keyword in keywords:
                if keyword.arg:
                    yield ast.Call(function, arguments, [each for each in keywords if each is not keyword])
        case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() if node.generators[0].ifs:  # all that there is taken
            outer, *inner = node.generators
            every = ast.comprehension(outer.target, outer.iter, [], outer.is_async)
            yield type(node)(node.elt, [every, *inner])
        case ast.Expr(ast.Call()) | ast.Raise():
            yield ast.Pass()
        case ast.Assign([ast.Name(name), *_], value) if name in _names_in(value):  # ``game = record(game, …)``
            yield ast.Pass()


def _names_in(value: ast.expr) -> set[str]:
    return {each.id for each in ast.walk(value) if isinstance(each, ast.Name)}


class MutantPlay(msgspec.Struct, frozen=True):
    """A check played against mutants under one rule set."""

    # Id of the check.
    check: str
    # Identifies the rule set.
    rules: str
    # Identifies the file of the check.
    source: str
    # Lineages that the check names.
    clauses: tuple[str, ...]
    # Places in the list of mutants.
    tried: tuple[_Place, ...]
    # Places in the list of mutants.
    noticed: tuple[_Place, ...]


class MutationResults(msgspec.Struct, frozen=True, kw_only=True, tag_field="schema", tag=SCHEMA):
    """Which mutants of the game model the checks notice, as crdiff checks mutate --format json writes it."""

    # Identifies the source of the model.
    model: str
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
    plays = by_key((lineage, play) for play in results.plays for lineage in play.clauses)
    anywhere = {place for play in results.plays for place in play.noticed}
    found = {}
    for lineage, own in sorted(plays.items()):
        tried = {place for play in own for place in play.tried}
        noticed = {place for play in own for place in play.noticed}
        survivors = tuple(str(results.mutants[at]) for at in sorted(tried - anywhere))
        found[lineage] = MutantCount(len(tried), len(noticed), survivors)
    return found


def with_mutants(report: CheckReport, results: MutationResults) -> CheckReport:
    """Return a report with what the checks of each clause noticed of the mutants."""
    found = mutants_by_clause(results)
    clauses = (replace(each, mutants=found.get(each.lineage, each.mutants)) for each in report.clauses)
    return replace(report, clauses=tuple(clauses))
