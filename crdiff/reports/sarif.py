"""Results as SARIF 2.1.0, the format of code scanning: rules, places, fingerprints and fixes."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

import msgspec.json

from crdiff.reports.indented import as_json
from crdiff.reports.results import Result, Results, Rule, TextFix
from crdiff.version import __version__

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

Json = dict[str, Any]


def sarif(results: Results) -> bytes:
    """Return the results as a SARIF log of one run, indented UTF-8 JSON."""
    places = {rule.id: index for index, rule in enumerate(results.rules)}
    driver: Json = {
        "name": "crdiff",
        "semanticVersion": __version__,
        "rules": [_rule(rule) for rule in results.rules],
    }
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
