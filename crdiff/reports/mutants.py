"""What came of playing checks against mutants of the game model, for a terminal."""

from __future__ import annotations

from crdiff.reports.phrases import counted
from crdiff.trace.mutation import MutationResults, mutants_by_clause
from crdiff.trace.report import CheckReport


def mutants_text(results: MutationResults, report: CheckReport) -> str:
    """Return how many mutants the checks of each clause of a run tried and noticed, with those that none noticed."""
    tried = {place for play in results.plays for place in play.tried}
    noticed = {place for play in results.plays for place in play.noticed}
    unreached = len(results.mutants) - len(tried)
    lines = [f"{counted(len(tried), 'mutant')} tried: {len(noticed):,} noticed, {len(tried - noticed):,} survive"]
    if unreached:
        lines.append(f"{counted(unreached, 'mutant')} of code that no check runs")
    by_clause = mutants_by_clause(results)
    for clause in report.clauses:
        if count := by_clause.get(clause.lineage):
            survive = f", {len(count.survivors):,} survive" if count.survivors else ""
            lines.append(f"  {clause.number:8} {count.tried:,} tried, {count.noticed:,} noticed by its checks{survive}")
            lines += [f"  {'':8} {mutant}" for mutant in count.survivors]
    return "\n".join(lines) + "\n"
