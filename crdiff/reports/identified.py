"""What a text quotes, as text for a person and as ``crdiff.identified/1``."""

from __future__ import annotations

from collections.abc import Sequence

from crdiff.identify.identified import DatedPassage, Identified, QuotedClause, ReleaseSpan, Slip, SlipKind
from crdiff.reports.indented import Json, indented
from crdiff.text.normalise import squeeze

SCHEMA = "crdiff.identified/1"
_TIMES = {1: "once", 2: "twice"}


def verdict(found: Identified) -> str:
    """Return in a sentence what a text quotes."""
    if not found.passages:
        return "Quotes no rules known." if found.has_texts else "Quotes no whole sentence of the rules as they were."
    if len(found.passages) > 1:
        return f"Quotes the rules in {len(found.passages)} passages of different dates."
    (passage,) = found.passages
    slips = len(passage.slips)
    said = f"Quotes {_clauses(passage.quotations)} as in force {spans_text(passage.spans)}"
    said += f", with {slips} slip{'s' if slips > 1 else ''}" if slips else ""
    return f"{said}; {_since(passage)}."


def _clauses(quotations: Sequence[QuotedClause]) -> str:
    """Return what is quoted: one clause, or several by the section or the number of them."""
    if len(quotations) == 1:
        return _name(quotations[0])
    rules = {one.number.partition(".")[0] for one in quotations if not one.is_entry}
    entries = [one for one in quotations if one.is_entry]
    named = [f"{len(quotations) - len(entries)} rules of {', '.join(sorted(rules))}"] if rules else []
    named += [f"{len(entries)} glossary entr{'ies' if len(entries) > 1 else 'y'}"] if entries else []
    return " and ".join(named)


def _name(one: QuotedClause) -> str:
    return f"“{one.number}”" if one.is_entry else one.number


def spans_text(spans: Sequence[ReleaseSpan]) -> str:
    """Return releases as a person reads them: ``2014-05-01 to 2016-04-08``."""
    return " and ".join(
        str(span.first) if span.first == span.last else f"{span.first} to {span.last}" for span in spans
    )


def _since(passage: DatedPassage) -> str:
    changed = sum(1 for one in passage.quotations if one.since or not one.today)
    if not changed:
        return "nothing of it has been reworded since"
    return (
        f"{changed} of {len(passage.quotations)} read otherwise today"
        if len(passage.quotations) > 1
        else _fate(passage.quotations[0])
    )


def _fate(one: QuotedClause) -> str:
    if not one.today:
        return "no rule today"
    words = f"reworded {_TIMES.get(one.since, f'{one.since} times')} since" if one.since else "unchanged since"
    return words if one.today == one.number else f"{words}, today {one.today}"


def identified_text(found: Identified, name: str) -> str:
    """Return what the text called `name` quotes: the verdict, then a line for each clause and each slip."""
    lines = [f"{name}: {verdict(found)}"]
    for passage in found.passages:
        lines += ["", *_passage_lines(passage)]
    return "\n".join(lines) + "\n"


def _passage_lines(passage: DatedPassage) -> list[str]:
    head = f"As in force {spans_text(passage.spans)}"
    if passage.by_numbers and passage.by_words != passage.spans:
        head += f" (by its words {spans_text(passage.by_words)}, by its numbers {spans_text(passage.by_numbers)})"
    lines = [head]
    for one in passage.quotations:
        lines.append(f"  line {one.line}  {_name(one)}{', in part' if one.is_part else ''}: {_fate(one)}")
        lines += [f"    {_slip_text(slip)}" for slip in one.slips]
    return lines


def _slip_text(slip: Slip) -> str:
    place = f"{slip.line}:{slip.column}"
    match slip.kind:
        case SlipKind.LEFT_OUT:
            return f"{place}: leaves out “{squeeze(slip.official)}”"
        case SlipKind.ADDED:
            return f"{place}: adds “{squeeze(slip.written)}”"
        case SlipKind.NUMBER:
            return f"{place}: is called {slip.written}; its number is {slip.official}"
        case _:
            return f"{place}: “{squeeze(slip.written)}”, where the rules say “{squeeze(slip.official)}”"


def identified_to_json(documents: Sequence[tuple[str, Identified]]) -> bytes:
    """Return what documents quote, each with its name, as UTF-8 JSON."""
    return indented(SCHEMA, {"documents": [_document(name, found) for name, found in documents]})


def _document(name: str, found: Identified) -> Json:
    return {
        "name": name,
        "verdict": verdict(found),
        "newest": found.newest,
        "has_texts": found.has_texts,
        "words": found.words,
        "passages": [_passage(one) for one in found.passages],
    }


def _passage(passage: DatedPassage) -> Json:
    spans = {"releases": passage.spans, "by_words": passage.by_words, "by_numbers": passage.by_numbers}
    return {key: _spans(value) for key, value in spans.items()} | {"clauses": list(map(_clause, passage.quotations))}


def _spans(spans: Sequence[ReleaseSpan]) -> list[Json]:
    return [{"first": span.first, "last": span.last} for span in spans]


def _clause(one: QuotedClause) -> Json:
    return {
        "lineage": one.id,
        "is_entry": one.is_entry,
        "written": one.written,
        "number": one.number,
        "today": one.today or None,
        "text": one.text,
        "official": one.official or None,
        "now": one.now or None,
        "reworded_since": one.since,
        "is_part": one.is_part,
        "releases": _spans(one.spans),
        "line": one.line,
        "last_line": one.last_line,
        "slips": [_slip(slip) for slip in one.slips],
    }


def _slip(slip: Slip) -> Json:
    return {
        "kind": slip.kind.value,
        "written": slip.written,
        "official": slip.official,
        "line": slip.line,
        "column": slip.column,
    }
