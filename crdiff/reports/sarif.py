"""Results as SARIF 2.1.0, the format of code scanning: rules, places, fingerprints and fixes."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

import msgspec.json

from crdiff.reports.results import Result, Results, Rule
from crdiff.version import __version__

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

Json = dict[str, Any]


def sarif(results: Results) -> bytes:
    """Return the results as a SARIF log of one run, indented UTF-8 JSON."""
    places = {rule.id: index for index, rule in enumerate(results.rules)}
    driver = {
        "name": "crdiff",
        "semanticVersion": __version__,
        "rules": [_rule(rule) for rule in results.rules],
    }
    run = {
        "tool": {"driver": driver},
        "automationDetails": {"id": f"crdiff/{results.command}"},
        "columnKind": "unicodeCodePoints",
        "results": [_result(result, places) for result in results.results],
    }
    log = {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}
    return msgspec.json.format(msgspec.json.encode(log), indent=1)


def _rule(rule: Rule) -> Json:
    return {
        "id": rule.id,
        "name": "".join(word.capitalize() for word in rule.id.split("-")),
        "shortDescription": {"text": rule.reason},
        "defaultConfiguration": {"level": rule.level.value},
    }


def _result(result: Result, places: dict[str, int]) -> Json:
    message = f"{result.subject} {result.message}".strip()
    found: Json = {"ruleId": result.rule, "level": result.level.value, "message": {"text": message}}
    if result.rule in places:
        found["ruleIndex"] = places[result.rule]
    found["locations"] = [_location(result)]
    found["partialFingerprints"] = {"crdiff/v1": result.fingerprint}
    if result.fix is not None and result.file and result.column:
        found["fixes"] = [_fix(result, result.fix)]
    return found


def _location(result: Result) -> Json:
    location: Json = {}
    if result.file:
        location["physicalLocation"] = {"artifactLocation": {"uri": quote(result.file)}}
        if result.line:
            location["physicalLocation"]["region"] = _region(result)
    if result.subject:
        location["logicalLocations"] = [{"fullyQualifiedName": result.subject, "kind": "member"}]
    return location


def _region(result: Result) -> Json:
    region: Json = {"startLine": result.line}
    if result.column:
        region["startColumn"] = result.column
    if result.end_line:
        region["endLine"] = result.end_line
    if result.column and result.end_column:
        region["endColumn"] = result.end_column
    return region


def _fix(result: Result, new: str) -> Json:
    replacement = {"deletedRegion": _region(result), "insertedContent": {"text": new}}
    change = {"artifactLocation": {"uri": quote(result.file)}, "replacements": [replacement]}
    return {"description": {"text": f"Write “{new}”."}, "artifactChanges": [change]}
