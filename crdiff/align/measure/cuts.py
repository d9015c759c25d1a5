"""The numbers that decide which clauses are linked, each with its unit, its reason and its source.

They were set by reading the links that they accept between 1999-04-23 and 2026-04-17, not on the hand-checked pairs.
The weights of the features of a pair are in `score`; each bound of the work is beside that work. `crdiff explain`
prints the cuts that decided on a clause. A fifth less or more of any of them changes links.
"""

from __future__ import annotations

from typing import Literal

from crdiff.text import weights

Unit = Literal["share", "weight", "count", "odds", "factor"]
"""What a cut is measured in: a share or likelihood (0.0-1.0), a weight of words as `Lexicon` gives it, a count, a
logarithm of odds, or what another figure is multiplied by."""


class Cut(float):
    """A number that decides. `what` says in words what is measured, and on which side of the number it must be."""

    __slots__ = ("unit", "what")

    unit: Unit
    what: str

    def __new__(cls, value: float, what: str, unit: Unit = "share") -> Cut:
        """Return the number with its meaning and its unit."""
        cut = super().__new__(cls, value)
        cut.unit = unit
        cut.what = what
        return cut


SIMILAR_SURE_MIN = Cut(0.98, "likelihood of a pair in the first round, at least")
"""Its links lend the others context and teach which words replaced which, so hardly one may be wrong. Source: with
surer links only, 200.4a of 2009-05-01 would lose 110.5a; with less sure ones, 404.2 would be found in 603.3."""

SIMILAR_LIKELY_MIN = Cut(0.85, "likelihood of a pair in the second round, at least")
"""The second round knows the context and the replaced words of the first, and lends its own to the third."""

SIMILAR_EVEN_MIN = Cut(0.5, "likelihood of a pair in the third round, at least")
"""From here on a pair is likelier than none."""

SIMILAR_DOUBTFUL_MIN = Cut(0.2, "likelihood of a pair in the last rounds, at least")
"""A pair below is right less often than wrong. Source: 502.15e of 2009-05-01 is not 702.23e, but 419.7a is 614.11."""

SIMILAR_HEADING_MIN = Cut(0.5, "likelihood of a pair of headings, at least")
"""A heading has few words of its own; the clauses under it identify it better."""

LINK_BENEFIT = Cut(1.0, "worth of one more link in the best set of pairs", "odds")
"""Two likely pairs are better than one that is surer than either."""

FOLLOWED_LIKENESS_MIN = Cut(
    0.5, "share of the words that a clause has in common with what it became through the releases between, at least"
)
"""Below, the two texts are asked for another answer. Source: 101.3 of 2009-05-01, which is 103.4 of 2026-04-17, though
905.6 of that release is on the starting life total of a vanguard too."""

FOLLOWED_PART_MIN = Cut(
    0.5,
    "share of the words of a clause, or of a part it became through releases between, that the other has, at least",
)
"""Below, the part may have only what came in between. Source: 418.5c of 1999-11-01, which came to 613.6d of 2012-06-01
by a text of 2001."""

COMMON_GROUND_MIN = Cut(0.4, "likeness of two clauses, of their examples, or fit of two of their sentences, at least")
"""x"""

PLACE_TRUST_MAX = Cut(0.55, "raw confidence in a pair linked by its place rather than its words, at most")
"""Of 29 such pairs between neighbouring releases, all of them read, 24 were right. Source: 421.5 of 2009-05-01."""

SENTENCES_SUMMED_MAX = Cut(3, "sentences of a clause that are tried together, at most", "count")
"""One sentence may become several, but many sentences together have words of anything. Source: most of 305.3 of
2009-05-01 went on as 505.4."""

FIT_ACCOUNTED_MIN = Cut(weights.SAME, "likeness of a sentence to one of a partner that accounts for it, at least")
"""The search passes over what a partner says already. Source: 100.3 of 2003-05-26 went on in 100.5, which says more of
it than 100.5 did."""

LONG_SENTENCE_MIN = Cut(4.0, "weight of the words of a sentence that can be recognised, at least", "weight")
"""Short sentences stand in many clauses. Source: 309.2 of 2003-05-26 went: what 309.2a of 2003-10-01 has of it is too
short to tell."""

FIT_NEAR_MIN = Cut(0.55, "fit of two sentences in corresponding chapters, at least")
"""Source: 708.4d of 2017-04-28 came of 708.2 of 2017-01-20 with 0.6 of its words, as 502.7e of 2003-10-01 of 502.7b of
2003-05-26."""

FIT_FAR_MIN = Cut(weights.SAID, "fit of two sentences in other chapters, at least")
"""Where nothing else speaks for a pair, its words have to say more. Source: 217.8d of 2009-05-01 is not 702.23j, but
308.1 went to 703.4e in part."""

FIT_COPY_MIN = Cut(0.8, "fit of a sentence that was copied or changed places, at least")
"""Source: 419.4 of 2009-05-01 stands both in 613.4 and in 614.4; 408.2d has no sentence of 115.1c."""

FIT_LEAD_MIN = Cut(0.1, "lead of a sentence over the sentences of all other clauses, at least")
"""A sentence that several clauses say belongs to none. Source: 402.10 of 2003-05-26 went on in 415.2 in part."""

FIT_GAIN_MIN = Cut(0.15, "lead of a sentence over the sentences of the partners, at least")
"""Source: 100.3 of 2003-05-26 says 0.17 more of what it left to 100.5 than 100.5 did."""

PART_WEIGHT_MIN = Cut(
    weights.PART_WEIGHT_MIN, "weight of the words in common of a clause and its part, at least", "weight"
)
"""Source: 212.2d of 2003-05-26, as short as it is, is 212.7c of 2003-10-01."""

FIT_VERBATIM_MIN = Cut(0.9, "fit of a long sentence that went on unchanged, at least")
"""Then one sentence is enough. Source: 808.4c of 2010-04-23 left one to 807.4c; 115.2c of 2017-01-20 has one much like
115.2e of 2017-04-28, which is new."""

PART_SHARE_MIN = Cut(0.4, "share of a clause that another one took over, at least")
"""Source: 217.6a of 2003-05-26 became 217.6b of 2003-10-01 and less than half of 217.6a; 115.2e of 2017-04-28 is
new."""

PARTNERS_MAX = Cut(12, "partners of a clause, at most", "count")
"""The items of a list may each become a clause. Source: 418.5a of 2009-05-01 has ten heirs, the most of all; no end
would let boilerplate have any number."""

MOVED_MIN = Cut(0.5, "weight of the words that moved into a clause beside a partner of its source, at least", "weight")
"""x"""

MOVED_FAR_MIN = Cut(2.0, "weight of the words that moved into a clause elsewhere, at least", "weight")
"""x"""

COVER_ALONE_MIN = Cut(0.65, "share of a clause beside a partner that its source says, enough by itself, at least")
"""x"""

RESTATED_SHARE_MIN = Cut(0.25, "share of a removed clause that a clause of a rewritten chapter restates, at least")
"""x"""

IDENTITY_LIKENESS_MIN = Cut(weights.KIN, "fit of the first sentences of a clause and of its main heir, at least")
"""x"""

MAIN_FLOW_RATIO = Cut(1.2, "ratio of what a part took of a clause to what the main partner took, above", "factor")
"""A tie leaves the choice as it was. Source: 410.2 of 2009-05-01 stayed 603.2 though 603.3 took as much; 502.7b of
2003-05-26 is 502.7c for its greater part."""

VERBATIM_WEIGHT_MIN = Cut(3.0, "weight of a sentence that an heir has unchanged, at least", "weight")
"""Any sentence of some weight counts. Source: 304.1 of 2009-05-01 went on as 504.1, "First, the active player draws a
card", and not as 504.2."""

COVER_MIN = Cut(0.5, "share of a clause that the source says, at least")
"""Source: 203.1a of 2005-08-01 came of 203.1 of 2005-02-01; 506.2a of 2009-07-11 did not come of 306.2."""

RECALL_MIN = Cut(0.4, "share of what the partners of the source lack that a clause says, at least")
"""Source: 500.1 of 2009-05-01 went and is not in 509.1b, but 800.4d came of 600.4a."""

CHAPTERS_NEAR_MIN = Cut(
    0.2, "share of the linked clauses of the smaller of two chapters whose partners are in the other, at least"
)
"""Source: 212.2d of 2003-05-26 became 212.7c; 410.9 of 2008-02-01 did not become 509.5 of 2022-11-18."""

CHAPTER_KEPT_MIN = Cut(0.5, "share of the texts of a chapter that stayed the same, at least")
"""Below, the chapter was written anew. Source: 306.2 of 2009-05-01 is from a chapter that kept more than half, so that
506.2a is new; 200.6 went on nowhere."""

TERM_PAIRS_MIN = Cut(3, "pairs in which one word replaced another, at least", "count")
"""A term is replaced in many clauses, another word in one or two. Source: from 2009-05-01 to 2009-07-11 "play" became
"cast" in hundreds of clauses, 408.1b among them."""

TERM_SHARE_MIN = Cut(0.34, "share of the pairs that lost or gained a word in which it replaced the other, at least")
"""Source: from 2009-05-01 to 2009-07-11 "play" became "cast" or "activate"; so 406.2 is found in 605.5b."""

TERM_WORDS_MAX = Cut(12, "words that a pair lost or gained, at most", "count")
"""A pair that was written anew says nothing of single words. Source: 406.5 of 2008-02-01 is found in 605.5a of
2022-11-18."""

TERM_HEIRS_MAX = Cut(3, "words that replaced one word, at most", "count")
"""A word in the place of which many others came was not replaced. Source: 603.3a of 2010-02-01 left a sentence to
603.7e."""

EXAMPLE_WITHIN_MIN = Cut(0.3, "likeness of two examples of clauses that are partners, above")
"""An example that stayed with its clause may be half rewritten."""

EXAMPLE_ACROSS_MIN = Cut(0.6, "likeness of two examples of other clauses, above")
"""An example that left its clause has to be known by itself."""

TERM_RENAMED_MIN = Cut(0.55, "likeness of two glossary entries of different terms, above")
"""A term that was renamed keeps most of its text; entries have a pattern in common."""

PARAGRAPH_MIN = Cut(0.4, "likeness of two paragraphs of front matter or credits, above")
"""The paragraphs of the credits change in their names only."""
