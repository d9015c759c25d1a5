"""Results as a JUnit report, which most jobs of continuous integration can show: a suite per rule.

An error or a warning is a failed test, a note is a passed one that says something, a rule without results passed. All
characters that XML cannot hold are hidden ones, which `shown` writes out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from xml.etree import ElementTree as ET

from crdiff.model.release import Level
from crdiff.reports.results import Result, Results, Rule
from crdiff.text.hidden import shown, shown_on_a_line


def junit(results: Results) -> bytes:
    """Return the results as XML in UTF-8. No times are in it: the same input gives the same bytes."""
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
    failures = [result for result in found if result.level is not Level.NOTE]
    counts = {"tests": str(len(found) or 1), "failures": str(len(failures)), "errors": "0", "skipped": "0"}
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
    if result.level is Level.NOTE:
        ET.SubElement(case, "system-out").text = text
    else:
        failure = ET.SubElement(case, "failure", type=result.level.value, message=shown(result.message))
        failure.text = text
    return case
