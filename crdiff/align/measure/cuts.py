"""The numbers that decide which clauses are linked, each with its unit, its reason and its source.

They were set by reading the links that they accept between 1999-04-23 and 2026-04-17, not on the hand-checked pairs.
`benchmarks/ablate.py cuts` says what each moves where it is a fifth smaller or greater. The weights of the features of
a pair are in `score`; each bound of the work is beside that work. `crdiff explain` prints the cuts that decided on a
clause.
"""

from __future__ import annotations

from typing import Literal

from crdiff.text import words

# What a cut is measured in: a share or likelihood (0.0-1.0), a weight of words as `Lexicon` gives it, a count, a
# logarithm of odds, or what another figure is multiplied by.
Unit = Literal["share", "weight", "count", "odds", "factor"]


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


# More than half, so that at most one heading has them. Of 60 removals drawn and read, nine were of such headings.
CONTAINER_SHARE_MIN = Cut(0.5, "share of the clauses under a heading that went on together, at least")

# Its links lend the others context and teach which words replaced which, so hardly one may be wrong.
SIMILAR_SURE_MIN = Cut(0.98, "likelihood of a pair in the first round, at least")

# The second round knows the context and the replaced words of the first, and lends its own to the third.
SIMILAR_LIKELY_MIN = Cut(0.85, "likelihood in the second round, at least")

# From here on a pair is likelier than none. A heading has few words of its own, and the clauses under it identify it
# better: without this 414 of 2009-05-01, "Countering Spells and Abilities", would be 120 of 2009-07-11, "Counters".
SIMILAR_EVEN_MIN = Cut(0.5, "likelihood of a pair in the third round, and of a pair of headings, at least")

# A pair below is right less often than wrong.
SIMILAR_DOUBTFUL_MIN = Cut(0.2, "likelihood of a pair in the last rounds, at least")

# Two likely pairs are better than one that is surer than either.
LINK_BENEFIT = Cut(1.0, "worth of one more link in the best set of pairs", "odds")

# Below, the two texts are asked for another answer: what was followed may have lost its words on the way. It decides
# on links between releases far apart only.
FOLLOWED_LIKENESS_MIN = Cut(
    0.5, "share of the words that a clause has in common with what it became through the releases between, at least"
)

# Below, the part may have only what came in between. It decides on how sure a part between releases far apart is, not
# on whether there is one.
FOLLOWED_PART_MIN = Cut(
    0.5, "share of the words of a clause, or of a part it became through releases between, that the other has, at least"
)

# Place and number make no pair by themselves: below this two clauses have nothing in common. No pair between
# neighbouring releases of Magic is below 0.35; at 0.3 Netrunner loses four links.
COMMON_GROUND_MIN = Cut(
    0.2, "likeness of two clauses, at least, or share of the shorter one in the other, counted as of a part"
)

# One sentence may become several, but many sentences together have words of anything.
SENTENCES_SUMMED_MAX = Cut(3, "sentences of a clause that are tried together, at most", "count")

# The search passes over what a partner says already.
FIT_ACCOUNTED_MIN = Cut(words.SAME, "likeness of a sentence to one of a partner that accounts for it, at least")

# Short sentences stand in many clauses, so that one says nothing of where a clause went.
LONG_SENTENCE_MIN = Cut(4.0, "weight of the words of a sentence that can be recognised, at least", "weight")

# Where the chapters correspond, half of the words of a sentence tell it from the others of the chapter.
FIT_NEAR_MIN = Cut(0.55, "fit of two sentences in corresponding chapters, at least")

# Where nothing else speaks for a pair, its words have to say more.
FIT_FAR_MIN = Cut(words.SAID, "fit of two sentences in other chapters, at least")

# Of the 83 clauses between neighbours that were called removed and sure without this, all of them read, 13 of the 26
# above it or under headings that lived on were gone, and 54 of the other 57.
RESEMBLED_MIN = Cut(0.5, "likeness of a sentence of a clause without heir to one said anew, at least")

# A copy is a sentence that its own heir still has, so that only nearly the same words show it.
FIT_COPY_MIN = Cut(0.8, "fit of a sentence that was copied or changed places, at least")

# A sentence that several clauses say belongs to none of them.
FIT_LEAD_MIN = Cut(0.1, "lead of a sentence over the sentences of all other clauses, at least")

# What a partner says nearly as well is accounted for by it.
FIT_GAIN_MIN = Cut(0.15, "lead of a sentence over the sentences of the partners, at least")

# Below it two clauses have formulas in common.
PART_WEIGHT_MIN = Cut(
    words.PART_WEIGHT_MIN, "weight of the words in common of a clause and its part, at least", "weight"
)

# A sentence that went on unchanged is enough, whatever share of the clause it is.
FIT_VERBATIM_MIN = Cut(0.9, "fit of a long sentence that went on unchanged, at least")

# A part is a good part of a clause, or else any clause on the same subject would be one.
PART_SHARE_MIN = Cut(0.4, "share of a clause that another one took over, at least")

# The items of a list may each become a clause; no end would let boilerplate have any number.
PARTNERS_MAX = Cut(12, "partners of a clause, at most", "count")

# Something has to have moved: one word that is not in every clause.
MOVED_MIN = Cut(0.5, "weight of the words that moved into a clause beside a partner of its source, at least", "weight")

# Away from the partners, several words have to have moved.
MOVED_FAR_MIN = Cut(2.0, "weight of the words that moved into a clause elsewhere, at least", "weight")

# A clause beside the partner of its source, most of which the source said, is a part of it even where the source lost
# much else.
COVER_ALONE_MIN = Cut(0.65, "share of a clause beside a partner that its source says, enough by itself, at least")

# A clause restates another by a sentence of some weight in it, not by a phrase.
RESTATED_SHARE_MIN = Cut(0.25, "share of a removed clause that a clause of a rewritten chapter restates, at least")

# A first sentence that is more than half the same is that of the same clause.
IDENTITY_LIKENESS_MIN = Cut(words.KIN, "fit of the first sentences of a clause and of its main heir, at least")

# A near tie leaves the choice as it was, so that no release has another main heir for a word.
MAIN_FLOW_RATIO = Cut(1.2, "ratio of what a part took of a clause to what the main partner took, above", "factor")

# Half of a part is in its source.
COVER_MIN = Cut(0.5, "share of a clause that the source says, at least")

# A part has much of what its source lost, or else it has it from elsewhere.
RECALL_MIN = Cut(0.4, "share of what the partners of the source lack that a clause says, at least")

# Where a fifth of a chapter went to another, more of it may have.
CHAPTERS_NEAR_MIN = Cut(
    0.2, "share of the linked clauses of the smaller of two chapters whose partners are in the other, at least"
)

# Where fewer texts stayed, the chapter was written anew, and what goes from it is said elsewhere more often than
# not.
CHAPTER_KEPT_MIN = Cut(0.5, "share of the texts of a chapter that stayed the same, at least")

# A term is replaced in many clauses, another word in one or two.
TERM_PAIRS_MIN = Cut(3, "pairs in which one word replaced another, at least", "count")

# A word that went where another came is not replaced by it if it mostly went elsewhere.
TERM_SHARE_MIN = Cut(0.34, "share of the pairs that lost or gained a word in which it replaced the other, at least")

# A pair that was written anew says nothing of single words.
TERM_WORDS_MAX = Cut(12, "words that a pair lost or gained, at most", "count")

# A word in the place of which many others came was not replaced.
TERM_HEIRS_MAX = Cut(3, "words that replaced one word, at most", "count")

# An example that stayed with its clause may be half rewritten.
EXAMPLE_WITHIN_MIN = Cut(0.3, "likeness of two examples of clauses that are partners, above")

# An example that left its clause has to be known by itself.
EXAMPLE_ACROSS_MIN = Cut(0.6, "likeness of two examples of other clauses, above")

# A term that was renamed keeps most of its text; entries have a pattern in common.
TERM_RENAMED_MIN = Cut(0.55, "likeness of two glossary entries of different terms, above")

# The paragraphs of the credits change in their names only.
PARAGRAPH_MIN = Cut(0.4, "likeness of two paragraphs of front matter or credits, above")
