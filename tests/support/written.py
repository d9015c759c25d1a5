"""How people write numbers: one table for the reader of the command line and for that of the site."""

from __future__ import annotations

NUMBERS = {
    **dict.fromkeys(
        (
            "702.19b", "702.19B", "702.19b.", " 702.19b ", "rule 702.19b", "Rule 702.19b", "RULE: 702.19b",
            "CR 702.19B", "CR702.19b", "cr.702.19b", "MTG CR 702.19b", "Comprehensive Rules 702.19b",
            "subrule 702.19b", "§702.19b", "§§ 702.19b", "#702.19b", "No. 702.19b", "[702.19b]", "(CR 702.19b)",
            "“702.19b”", "“Rule 702.19b,”", "702.19(b)", "702. 19 b", "702.\N{NO-BREAK SPACE}19b", "７０２.１９ｂ",
        ),
        "702.19b",
    ),
    "704.5aa": "704.5aa", "§702": "702", "rules 702": "702", "section 7": "7", "7.": "7",
}  # fmt: skip
"""What is written -> the number that is meant."""

NO_NUMBERS = (
    "Trample", "rule", "CR", "mana burn", "702.19abc", "702.19-b", "702..1", "702.1.2", "7021", "0702.1", "7.1", "12",
    "0", "012", "5O7", "crew 2", "c702", "702.1e5", "١٠٠.١", "", "[]",
)  # fmt: skip
"""What is written and is no number."""
