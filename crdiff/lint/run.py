"""All checks of a release, and their findings in the order of the text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b

from crdiff.align.alignment import Alignment
from crdiff.align.engine import align_releases
from crdiff.align.side import mask_numbers
from crdiff.changes.change import Part
from crdiff.lint.checked_release import NOTHING_KNOWN, ArchiveVocabulary, CheckedRelease
from crdiff.lint.finding import ClausePiece, Fault, LintFinding, locate
from crdiff.lint.known import with_known
from crdiff.lint.registry import CHECKS, LintCheck
from crdiff.model.release import Release
from crdiff.text.normalise import fold_typography

# Words on each side of a fault that its fingerprint is made from.
_CONTEXT_WORDS = 3
# Characters of these words; three words of a release have 60, and in a made-up text one may have thousands.
_CONTEXT_MOST = 300


def lint_release(
    release: Release, against: Release | None = None, *, lines: Sequence[str] = (), lines_before: Sequence[str] = ()
) -> tuple[LintFinding, ...]:
    """Return the findings of all checks about `release`, in the order of its lines.

    `against` is the release before: with it references that went stale are found too, and the findings that it has as
    well are marked (``is_known``). `lines` are the lines of the file (`read_lines`), `lines_before` those of the file
    of `against`; without them spaces are not judged, and findings have no columns.
    """
    if against is None:
        return lint(release, lines=lines)
    return lint_draft(release, (align_releases(against, release),), lines=lines, lines_before=lines_before)


def lint_draft(
    release: Release,
    alignments: Sequence[Alignment],
    *,
    lines: Sequence[str] = (),
    lines_before: Sequence[str] = (),
    checks: Sequence[LintCheck] = CHECKS,
    vocabulary: ArchiveVocabulary = NOTHING_KNOWN,
) -> tuple[LintFinding, ...]:
    """Return the findings about a draft as `lint` does, those marked as known that the release before has too.

    `alignments` go from the older releases to the draft, that from the release right before first; `lines_before` are
    the lines of its file.
    """
    found = lint(release, alignments=alignments, lines=lines, checks=checks, vocabulary=vocabulary)
    asked = {finding.check for finding in found}
    asked |= {other for check in checks if check.id in asked for other in check.unless}
    same = [check for check in checks if check.id in asked]
    before = lint(alignments[0].old, lines=lines_before, checks=same, vocabulary=vocabulary)
    return with_known(found, before, alignments[0])


def lint(
    release: Release,
    against: Release | None = None,
    *,
    alignments: Sequence[Alignment] = (),
    vocabulary: ArchiveVocabulary = NOTHING_KNOWN,
    lines: Sequence[str] = (),
    checks: Iterable[LintCheck] = CHECKS,
) -> tuple[LintFinding, ...]:
    """Return the findings of `checks` about `release`, in the order of its lines.

    `against` is the release before; a caller that has its alignment (old to `release`) passes that in `alignments`
    instead, with those of older releases after it. `vocabulary` contains facts from an archive. `lines` are the lines
    of the file: without them spaces are not checked and findings have no columns.
    """
    if against is not None:
        alignments = (align_releases(against, release), *alignments)
    checked = CheckedRelease(release, alignments, vocabulary, lines)
    asked = (check for check in checks if check.id not in release.unchecked)
    faults = [(check, fault) for check in asked for fault in check.find(checked)]
    seen: Counter[str] = Counter()
    found = [_finding(checked, check, fault, seen) for check, fault in _without_echoes(faults)]
    return tuple(sorted(found, key=lambda finding: (finding.line, finding.column, finding.start, finding.check)))


def _without_echoes(faults: Sequence[tuple[LintCheck, Fault]]) -> Iterator[tuple[LintCheck, Fault]]:
    """Yield the faults without those that another check explains better at the same place."""
    found = {(check.id, fault.passage, fault.start, fault.stop) for check, fault in faults}
    for check, fault in faults:
        if not any((other, fault.passage, fault.start, fault.stop) in found for other in check.unless):
            yield check, fault


def _finding(checked: CheckedRelease, check: LintCheck, fault: Fault, seen: Counter[str]) -> LintFinding:
    passage = fault.passage
    place = locate(checked.lines, fault)
    return LintFinding(
        check=check.id,
        level=check.asked or fault.level or check.level,
        part=passage.part if passage else fault.part,
        number=passage.number if passage else fault.number,
        line=place.line,
        column=place.column,
        end_line=place.end_line,
        end_column=place.end_column,
        piece=passage.piece if passage else ClausePiece.TEXT,
        index=passage.index if passage else 0,
        start=fault.start,
        stop=fault.stop,
        quote=passage.text[fault.start : fault.stop] if passage else fault.printed,
        message=fault.message,
        fingerprint=_fingerprint(check, fault, seen),
        fix=fault.fix,
        subject=fault.subject,
        is_known=fault.is_known,
    )


def _fingerprint(check: LintCheck, fault: Fault, seen: Counter[str]) -> str:
    """Return 12 hex digits over what is wrong and the words around it; the second of two equal faults gets its own."""
    before, after = "", ""
    if fault.passage:
        before = " ".join(fault.passage.text[: fault.start].split()[-_CONTEXT_WORDS:])
        after = " ".join(fault.passage.text[fault.stop :].split()[:_CONTEXT_WORDS])
    around = mask_numbers(fold_typography(f"{before[-_CONTEXT_MOST:]} | {after[:_CONTEXT_MOST]}"))
    part = fault.passage.part if fault.passage else Part.RULES
    fault_in_context = "\x1f".join((check.id, part, fold_typography(fault.subject), around))
    seen[fault_in_context] += 1
    return blake2b(
        f"{fault_in_context}\x1f{seen[fault_in_context]}".encode("utf-8", "surrogatepass"), digest_size=6
    ).hexdigest()
