"""The numbers that decide which clauses are linked, each with its unit, its reason and its source.

They were set by reading what they let through between 1999-04-23 and 2026-04-17, not on the hand-checked pairs. The
weights of the features of a pair are beside these features, in `score`; bounds of the work are where the work is done.
`crdiff explain` prints the cuts that decided on a clause. A fifth less or more of any of them changes links.
"""

from __future__ import annotations

from typing import Literal

Unit = Literal["share", "weight", "count", "odds", "factor"]
"""What a cut is measured in: a share or likelihood (0.0-1.0), a weight of words as `Lexicon` gives it, a count, a
logarithm of odds, or what another figure is multiplied by."""


class Cut(float):
    """A number that decides. `what` says in words what is measured, and on which side of the number it has to be."""

    __slots__ = ("unit", "what")

    unit: Unit
    what: str

    def __new__(cls, value: float, unit: Unit, what: str) -> Cut:
        """Return the number with its unit and its meaning."""
        cut = super().__new__(cls, value)
        cut.unit = unit
        cut.what = what
        return cut


HEADING_VOTES_WORTH = Cut(0.65, "share", "of the gain of two headings, the clauses that went from one to the other")
"""The likeness of the titles makes up the rest: a renamed chapter may have no word of its title left."""

HEADING_GAIN_MIN = Cut(
    0.4, "share", "of the clauses under two headings and of the words of their titles, in common, above"
)
"""TODO"""

CONTAINER_CLAUSES_MIN = Cut(2, "count", "clauses that went on together under another one, at least")
"""One clause that moves says nothing of what it stood under. Source: both clauses of 415.2 of 2003-05-26 went on under
415.7, which merged with it."""

CONTAINER_SHARE_MIN = Cut(0.6, "share", "of the clauses under either, those that went on together, at least")
"""Source: 200.4 of 2009-05-01 went on as 110.5 with most of its clauses."""

SIMILAR_SURE_MIN = Cut(0.98, "share", "likelihood of a pair in the first round, at least")
"""TODO"""

SIMILAR_LIKELY_MIN = Cut(0.85, "share", "likelihood of a pair in the second round, at least")
"""TODO"""

SIMILAR_EVEN_MIN = Cut(0.5, "share", "likelihood of a pair in the third round, at least")
"""TODO"""

SIMILAR_DOUBTFUL_MIN = Cut(0.25, "share", "likelihood of a pair in the last rounds, at least")
"""TODO"""

SIMILAR_HEADING_MIN = Cut(0.5, "share", "likelihood of a pair of headings, at least")
"""TODO"""

LINK_BENEFIT = Cut(1.0, "odds", "what one link more is worth to the best set of pairs")
"""TODO"""

OWN_LIKENESS_MIN = Cut(0.25, "share", "likeness of the words or of the examples of a pair, at least")
"""TODO"""

OWN_CONTAINMENT_MIN = Cut(0.45, "share", "of the shorter clause of a pair, what the longer one says, at least")
"""TODO"""

CONTAINED_WEIGHT_MIN = Cut(1.5, "weight", "words in common of a sentence that is part of another, at least")
"""Source: 410.2 of 2009-05-01 took in nothing of 404.2, which went."""

FIT_OF_A_PART = Cut(0.85, "factor", "how well a part of a sentence continues it, times")
"""A part fits almost as well as the whole. Source: 402.2 of 2009-05-01 went on as 112.3a for the most part."""

SENTENCES_SUMMED_MAX = Cut(3, "count", "sentences of a clause that are tried together, at most")
"""One sentence may become two, but a long clause is more than the sum of what one sentence says. Source: of 305.3 of
2009-05-01, what became 505.4a is the main part."""

FIT_ACCOUNTED_MIN = Cut(0.86, "share", "likeness of a sentence to one of a partner that accounts for it, at least")
"""TODO"""

LONG_SENTENCE_MIN = Cut(4.0, "weight", "words of a sentence that says enough to be known again, at least")
"""Source: 309.2 of 2003-05-26 went; short sentences of it are printed in 309.2a and 309.2c of 2003-10-01."""

FIT_NEAR_MIN = Cut(0.55, "share", "fit of two sentences in chapters that correspond, at least")
"""TODO"""

FIT_FAR_MIN = Cut(0.7, "share", "fit of two sentences in other chapters, at least")
"""TODO"""

FAR_WEIGHT_MIN = Cut(2.0, "weight", "words in common of two sentences in other chapters, at least")
"""TODO"""

FIT_COPY_MIN = Cut(0.8, "share", "fit of a sentence that was copied or changed places, at least")
"""TODO"""

FIT_LEAD_MIN = Cut(0.1, "share", "by which a sentence fits better than those of all other clauses, at least")
"""TODO"""

FIT_GAIN_MIN = Cut(0.15, "share", "by which a sentence fits better than those of the partners, at least")
"""TODO"""

PART_WEIGHT_MIN = Cut(1.5, "weight", "words in common of a clause and its part, at least")
"""TODO"""

FIT_VERBATIM_MIN = Cut(0.9, "share", "fit of a long sentence that went on as it was, at least")
"""TODO"""

FIT_VERBATIM_ANEW_MIN = Cut(
    0.8, "share", "fit of a long sentence that went on as it was in a chapter written anew, at least"
)
"""TODO"""

PART_SHARE_MIN = Cut(0.4, "share", "of a clause, what another one took over, at least")
"""TODO"""

CROSSING_SHARE_MIN = Cut(
    0.2, "share", "of one of two clauses with other partners, a sentence that changed places, at least"
)
"""TODO"""

PAIR_SHARE_MIN = Cut(0.5, "share", "of one of two clauses without partners, sentences in common, at least")
"""TODO"""

FIT_PAIR_MIN = Cut(0.65, "share", "fit of a sentence that two clauses without partners have in common, at least")
"""TODO"""

FIT_PAIR_OF_HALVES_MIN = Cut(
    0.6, "share", "fit of a sentence that is half of both of two clauses without partners, at least"
)
"""TODO"""

PARTNERS_MAX = Cut(12, "count", "partners of a clause, at most")
"""The items of a list may each become a clause. Source: TODO"""

MAIN_FLOW_RATIO = Cut(1.2, "factor", "what a part took of a clause beside what the main partner took, above")
"""TODO"""

FRESH_OF_LINKED_MIN = Cut(0.3, "share", "of a clause with a partner, what moved into it, at least")
"""TODO"""

TWIN_SAID_MIN = Cut(0.85, "share", "of a source, what each of its two twins says, at least")
"""TODO"""

TWIN_GROWTH_MIN = Cut(1.15, "factor", "what a twin weighs beside its source, at least")
"""TODO"""

MOVED_OWN_MIN = Cut(4.0, "weight", "words that moved into a clause, enough by themselves, at least")
"""TODO"""

FRESH_MIN = Cut(0.45, "share", "of a clause, what moved into it, at least")
"""TODO"""

COVER_ASIDE_MIN = Cut(
    0.6, "share", "of a clause that is not under a partner of its source, what the source says, at least"
)
"""TODO"""

RECALL_ASIDE_MIN = Cut(0.45, "share", "of what the partners of the source lack, what such a clause says, at least")
"""TODO"""

COVER_ANEW_MIN = Cut(0.4, "share", "of a clause in a chapter written anew, what the source says, at least")
"""TODO"""

RECALL_ANEW_MIN = Cut(0.1, "share", "of what the partners of the source lack, what such a clause says, at least")
"""TODO"""

COVER_MIN = Cut(0.55, "share", "of a clause, what the source says, at least")
"""TODO"""

COVER_OF_NEARLY_ALL_MIN = Cut(
    0.5, "share", "of a clause that says nearly all that the partners lack, what the source says, at least"
)
"""Source: 903.9a of 2020-07-03 is what 903.9b lost of 903.9, but 102.5 of 2005-08-01 is new beside 102.7 of 2005-02-01,
now 102.3a."""

RECALL_NEARLY_ALL_MIN = Cut(0.75, "share", "of what the partners of the source lack, nearly all, at least")
"""TODO"""

MOVED_MUCH_MIN = Cut(2.0, "weight", "words that moved into a clause, at least")
"""TODO"""

MOVED_SOME_MIN = Cut(0.9, "weight", "words that moved into a new clause beside a partner of its source, at least")
"""TODO"""

MOVED_LITTLE_MIN = Cut(0.5, "weight", "words that moved into a clause most of which the source says, at least")
"""TODO"""

RECALL_MIN = Cut(0.4, "share", "of what the partners of the source lack, what a clause says, at least")
"""TODO"""

COVER_OF_MUCH_MIN = Cut(
    0.6, "share", "of a clause beside a partner into which much moved, what the source says, at least"
)
"""TODO"""

RECALL_OF_MUCH_MIN = Cut(0.33, "share", "of what the partners of the source lack, what such a clause says, at least")
"""TODO"""

COVER_OF_LITTLE_MIN = Cut(
    0.65, "share", "of a clause beside a partner into which little moved, what the source says, at least"
)
"""TODO"""

PARTNERS_SEVERAL = Cut(4, "count", "partners of a source, several, at least")
"""TODO"""

COVER_OF_SEVERAL_MIN = Cut(0.8, "share", "of a clause, what a source with several partners says, at least")
"""TODO"""

PATTERN_LEAD_MIN = Cut(0.15, "share", "of a clause, what a sibling of another origin says beyond the source, at least")
"""TODO"""

COPY_SAID_MIN = Cut(0.92, "share", "of a new clause that repeats an old one, what the old one says, at least")
"""TODO"""

COPY_OF_MIN = Cut(0.7, "share", "of an old clause that is repeated, what the new one says, at least")
"""TODO"""

COPY_LEAD_MIN = Cut(0.1, "share", "by which a copy is liker than the next best, at least")
"""TODO"""

RESTATED_NEAR_BENEFIT = Cut(3.0, "odds", "what a chapter written anew adds to a pair in chapters that correspond")
"""TODO"""

RESTATED_FAR_BENEFIT = Cut(2.0, "odds", "what a chapter written anew adds to a pair in other chapters")
"""TODO"""

RESTATED_NEAR_MIN = Cut(0.45, "share", "of an old clause, what is restated in a chapter that corresponds, at least")
"""TODO"""

RESTATED_FAR_MIN = Cut(0.7, "share", "of an old clause, what is restated in another chapter, at least")
"""TODO"""

RESTATED_LIKELIHOOD_MIN = Cut(0.45, "share", "likelihood of a clause that restates another, at least")
"""TODO"""

RESTATED_TRUST = Cut(0.65, "factor", "what the likelihood of a restatement counts as confidence, times")
"""Of 45 such links that were read, two in three were right."""

CHAPTERS_NEAR_MIN = Cut(
    0.2, "share", "of the linked clauses of the smaller of two chapters, those of the other, at least"
)
"""TODO"""

CHAPTER_KEPT_MIN = Cut(0.5, "share", "of the texts of a chapter, those that stayed the same, at least")
"""TODO"""

TERM_PAIRS_MIN = Cut(3, "count", "pairs in which one word replaced another, at least")
"""TODO"""

TERM_SHARE_MIN = Cut(
    0.34, "share", "of the pairs that lost or gained a word, those in which it replaced the other, at least"
)
"""TODO"""

TERM_WORDS_MAX = Cut(12, "count", "words that a pair lost or gained, at most")
"""TODO"""

TERM_HEIRS_MAX = Cut(3, "count", "words that replaced one word, at most")
"""TODO"""

RARE_WORDS_MIN = Cut(3, "count", "rare words by which candidates are found, at least")
"""TODO"""

HOME_WORTH = Cut(1.5, "factor", "what words in common count in a chapter that corresponds, times")
"""TODO"""

CONFIRMED_DOUBT = Cut(0.5, "factor", "the doubt that references leave which confirm a pair, times")
"""TODO"""

DOUBTED_CONFIDENCE = Cut(0.85, "factor", "the confidence that references leave which contradict a pair, times")
"""TODO"""

EXAMPLE_WITHIN_MIN = Cut(0.3, "share", "likeness of two examples of clauses that are partners, above")
"""TODO"""

EXAMPLE_ACROSS_MIN = Cut(0.6, "share", "likeness of two examples of other clauses, above")
"""TODO"""

TERM_RENAMED_MIN = Cut(0.55, "share", "likeness of two glossary entries of different terms, above")
"""TODO"""

PARAGRAPH_MIN = Cut(0.4, "share", "likeness of two paragraphs of front matter or credits, above")
"""TODO"""
