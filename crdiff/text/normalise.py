"""Ways of writing the same text: line ends, spaces, and the typography in which releases differ.

What is folded here never carries meaning in the rules: quotes, dashes, spaces, trade mark signs, the
underscores that mark italics. Words, case and numbers are left alone.
"""

from __future__ import annotations

from functools import lru_cache

_COMMON = (("’", "'"), ("“", '"'), ("”", '"'), ("—", "--"), ("–", "--"))
_RARE = (
    *(("‘", "'"), ("‚", "'"), ("´", "'"), ("„", '"'), ("«", '"'), ("»", '"')),
    *(("―", "--"), ("‒", "-"), ("−", "-"), ("‐", "-"), ("‑", "-"), ("…", "...")),
    *(("™", ""), ("®", ""), ("©", "(c)"), ("Æ", "Ae"), ("æ", "ae"), ("œ", "oe")),
    *(("\u00a0", " "), ("\u2002", " "), ("\u2003", " "), ("\u2009", " "), ("\u200a", " "), ("\u202f", " ")),
    *(("\u200b", ""), ("\u200e", ""), ("\ufeff", ""), ("\u00ad", "")),
)
_PLAIN = (("AEther", "Aether"), ("`", "'"), ("_", ""), ("<", ""), (">", ""), ("\n", " "), ("\t", " "))
_MARKS = (("(tm)", ""), ("(TM)", ""), ("(r)", ""), ("(R)", ""), ("(C)", "(c)"))
_QUOTES = (("’", "'"), ("‘", "'"), ("“", '"'), ("”", '"'))
# What `fold_typography` writes of dashes, again and again until nothing is left to fold.
DASH_FOLDS = ((" - ", "-"), (" --", "--"), ("-- ", "--"), (' -"', '-"'), (" -'", "-'"), (" -,", "-,"), (" -.", "-."))
# What `fold_typography` replaces before that, in this order.
TYPOGRAPHY_FOLDS = (*_COMMON, *_RARE, *_PLAIN, *_MARKS)


def unify_line_ends(text: str) -> str:
    """Return `text` with every CRLF and lone CR as one LF.

    Source: 1999-04-23 and seven others end lines with a lone CR; 2003-03-15 mixes both, and so do those since
    2019-05-03 that end twelve lines with CRLF and all others with CR.
    """
    return text.replace("\r\n", "\n").replace("\r", "\n")


def squeeze(text: str) -> str:
    """Return `text` with each run of white space as one space, none at the ends."""
    return " ".join(text.split())


def straight_quotes(text: str) -> str:
    """Return `text` with straight quotation marks and apostrophes, every character in its place."""
    # A chain here too: a translation of a clause with one curly mark takes seventy times as long.
    for written, plain in _QUOTES:
        text = text.replace(written, plain)
    return text


def folded_once(text: str) -> str:
    """Return `text` with the typography that changes between releases written one way, on one line.

    Straight quotes; one hyphen for every dash, without the spaces around it; no trade mark signs, no underscores for
    italics, no angle brackets around addresses; white space squeezed. The minus of "-1/-1" keeps the space before it.

    Source: apostrophes turn curly in 2014-02-01, which also puts addresses in angle brackets; quotes in 2014-05-01,
    which drops the underscores and puts spaces around dashes ("Artifact — Equipment"); 2019-01-25 is ASCII but for a
    few names, with (r) and (tm); 2008-07-15 prints "--" for a dash.
    """
    # A chain of replacements: several times faster than one translation, since most clauses need few of them.
    if not text.isascii():
        for written, plain in _COMMON:
            text = text.replace(written, plain)
        if not text.isascii():
            for written, plain in _RARE:
                text = text.replace(written, plain)
    for written, plain in _PLAIN:
        text = text.replace(written, plain)
    if "(" in text:
        for written, plain in _MARKS:
            text = text.replace(written, plain)
    while "  " in text:
        text = text.replace("  ", " ")
    if "--" in text or " -" in text:
        text = _fold_dashes(text)
    return text.strip()


@lru_cache(maxsize=1 << 15)
def fold_typography(text: str) -> str:
    """Return what `folded_once` returns, from memory for texts that are asked about again and again."""
    return folded_once(text)


def _fold_dashes(text: str) -> str:
    """Fold until nothing is left to fold: taking a space away can put two dashes side by side."""
    before = ""
    while text != before:
        before = text
        for written, plain in DASH_FOLDS:
            text = text.replace(written, plain)
        while "--" in text:
            text = text.replace("--", "-")
        text = f"{text[:-2]}-" if text.endswith(" -") else text
    return text
