"""Results as forms that continuous integration reads: workflow commands, a JUnit report, SARIF."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from typing import Any
from urllib.parse import quote
from xml.etree import ElementTree as ET

import msgspec.json

from crdiff.model.release import Level
from crdiff.reports.answer import Result, Results, Rule, TextFix, as_json
from crdiff.reports.phrases import counted, in_lines
from crdiff.text.hidden import shown, shown_on_a_line
from crdiff.version import __version__

# How many annotations of a level GitHub shows for a step.
SHOWN = 10

_COMMANDS = {Level.ERROR: "error", Level.WARNING: "warning", Level.NOTE: "notice"}


@in_lines
def github(results: Results) -> Iterator[str]:
    """Return the results as lines for standard output of a step."""
    told: Counter[Level] = Counter()
    beyond: list[Result] = []
    for result in sorted(results.results, key=lambda result: list(_COMMANDS).index(result.level)):
        told[result.level] += 1
        if told[result.level] <= SHOWN:
            yield _annotation(result)
        else:
            beyond.append(result)
    if beyond:
        yield f"{counted(len(beyond), 'more result')}, of which GitHub would show none:"
    for result in beyond:
        place = f"{result.file}:{result.line}: " if result.file and result.line else ""
        yield _plain(f"{place}{result.level}: {result.subject} {result.message} [{result.rule}]")
    counts = ", ".join(counted(told[level], level.value) for level in _COMMANDS if told[level])
    rests_on = "".join(f"; {name} {value}" for name, value in results.facts)
    remark = f"; {results.remark}" if results.remark else ""
    yield f"crdiff {results.command}: {counts or 'nothing to report'}{remark}{rests_on}"


def _annotation(result: Result) -> str:
    """Return one workflow command, such as ``::error file=rules.txt,line=7,title=…::message``."""
    properties = {"file": result.file}
    if result.line:
        properties |= {"line": str(result.line), "endLine": str(result.end_line or result.line)}
    if result.line and result.column and result.end_line == result.line:
        properties |= {"col": str(result.column), "endColumn": str(result.end_column)}
    properties["title"] = " ".join(filter(None, (result.rule, result.subject)))
    said = ",".join(
        f"{name}={_escaped(value).replace(':', '%3A').replace(',', '%2C')}"
        for name, value in properties.items()
        if value
    )
    return f"::{_COMMANDS[result.level]} {said}::{_escaped(result.message)}"


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _plain(line: str) -> str:
    """Return a line that is not a command."""
    return line.replace("\n", " ").replace("\r", " ").replace("::", ": :")


def junit(results: Results) -> bytes:
    """Return the results as XML in UTF-8; a failure is what makes the run fail.

    No times are in it: the same input gives the same bytes.
    """
    by_rule: dict[str, list[Result]] = defaultdict(list)
    for result in results.results:
        by_rule[result.rule].append(result)
    root = ET.Element("testsuites", name=f"crdiff {results.command}")
    for rule in results.rules:
        suite = _suite(results.command, rule, by_rule[rule.id])
        if results.facts:
            suite.insert(0, _properties(results.facts))
        root.append(suite)
    for name in ("tests", "failures"):
        root.set(name, str(sum(int(suite.get(name, "0")) for suite in root)))
    ET.indent(root)
    return b"%s\n" % ET.tostring(root, "utf-8", xml_declaration=True)


def _properties(facts: Iterable[tuple[str, str]]) -> ET.Element:
    """Return what results rest on, as properties of a suite."""
    properties = ET.Element("properties")
    for name, value in facts:
        ET.SubElement(properties, "property", name=name, value=shown(value))
    return properties


def _suite(command: str, rule: Rule, found: list[Result]) -> ET.Element:
    failures = sum(result.fails for result in found)
    counts = {"tests": str(len(found) or 1), "failures": str(failures), "errors": "0", "skipped": "0"}
    suite = ET.Element("testsuite", {"name": rule.id, **counts})
    class_name = f"crdiff.{command}.{rule.id}"
    if not found:
        ET.SubElement(suite, "testcase", classname=class_name, name=shown(rule.reason))
    for result in found:
        suite.append(_case(class_name, result))
    return suite


def _case(class_name: str, result: Result) -> ET.Element:
    where = {"file": shown(result.file), "line": str(result.line)} if result.file and result.line else {}
    place = f"{shown_on_a_line(result.file)}:{result.line}" if where else ""
    name = " ".join(filter(None, (shown(result.subject or place), result.fingerprint)))
    case = ET.Element("testcase", {"classname": class_name, "name": name, **where})
    said = " ".join(filter(None, (result.subject, result.message)))
    text = shown(f"{place}: {said}" if place else said)
    if not result.fails:
        ET.SubElement(case, "system-out").text = text
    else:
        failure = ET.SubElement(case, "failure", type=result.level.value, message=shown(result.message))
        failure.text = text
    return case


_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

Json = dict[str, Any]


def sarif(results: Results) -> bytes:
    """Return the results as a SARIF log of one run, indented UTF-8 JSON."""
    places = {rule.id: index for index, rule in enumerate(results.rules)}
    driver: Json = {"name": "crdiff", "semanticVersion": __version__, "rules": [_rule(rule) for rule in results.rules]}
    if results.address:
        driver["informationUri"] = results.address
    run: Json = {
        "tool": {"driver": driver},
        "automationDetails": {"id": f"crdiff/{results.command}"},
        "columnKind": "unicodeCodePoints",
        "results": [_result(result, places) for result in results.results],
    }
    if results.facts:
        run["properties"] = dict(results.facts)
    log = {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}
    return msgspec.json.format(as_json(log), indent=1)


def _rule(rule: Rule) -> Json:
    described: Json = {
        "id": rule.id,
        "name": "".join(word.capitalize() for word in rule.id.split("-")),
        "shortDescription": {"text": rule.reason},
        "fullDescription": {"text": rule.reason},
        "help": {"text": " ".join(filter(None, (rule.reason, rule.address)))},
        "defaultConfiguration": {"level": rule.level.value},
    }
    return {**described, "helpUri": rule.address} if rule.address else described


def _result(result: Result, places: dict[str, int]) -> Json:
    message = f"{result.subject} {result.message}".strip()
    found: Json = {"ruleId": result.rule, "level": result.level.value, "message": {"text": message}}
    if result.rule in places:
        found["ruleIndex"] = places[result.rule]
    if result.baseline:
        found["baselineState"] = result.baseline
    found["locations"] = [_location(result)]
    found["partialFingerprints"] = {"crdiff/v1": result.fingerprint}
    if result.fix and result.file and result.fix.column:
        found["fixes"] = [_fix(result.file, result.fix)]
    return found


def _location(result: Result) -> Json:
    location: Json = {}
    if result.file:
        location["physicalLocation"] = {"artifactLocation": {"uri": quote(result.file, errors="surrogateescape")}}
        if result.line:
            location["physicalLocation"]["region"] = _region(result)
    if result.subject:
        location["logicalLocations"] = [{"fullyQualifiedName": result.subject, "kind": "member"}]
    return location


def _region(place: Result | TextFix) -> Json:
    end_column = place.end_column if place.column else 0
    region = {"startColumn": place.column, "endLine": place.end_line, "endColumn": end_column}
    return {"startLine": place.line, **{name: value for name, value in region.items() if value}}


def _fix(file: str, fix: TextFix) -> Json:
    replacement = {"deletedRegion": _region(fix), "insertedContent": {"text": fix.new}}
    change = {"artifactLocation": {"uri": quote(file, errors="surrogateescape")}, "replacements": [replacement]}
    return {"description": {"text": f"Write “{fix.new}”."}, "artifactChanges": [change]}
