"""The numbers that decide which clauses are linked, each with its unit, its reason and its source.

They were set by reading the links that they accept between 1999-04-23 and 2026-04-17, not on the hand-checked pairs.
The weights of the features of a pair are in `score`; each bound of the work is beside that work. `crdiff explain`
prints the cuts that decided on a clause. A fifth less or more of any of them changes links.
"""

from __future__ import annotations

from typing import Literal

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

FIT_OF_A_PART = Cut(0.85, "factor for how well a part of a sentence continues it", "factor")
"""A part of a sentence fits nearly as well as all of it. Source: 500.2 of 2003-05-26 took nothing of 500.3; 100.5 kept
100.3 of the same release, shortened."""

SENTENCES_SUMMED_MAX = Cut(3, "sentences of a clause that are tried together, at most", "count")
"""One sentence may become several, but many sentences together have words of anything. Source: most of 305.3 of
2009-05-01 went on as 505.4."""

FIT_ACCOUNTED_MIN = Cut(0.86, "likeness of a sentence to one of a partner that accounts for it, at least")
"""The search passes over what a partner says already. Source: 100.3 of 2003-05-26 went on in 100.5, which says more of
it than 100.5 did."""

LONG_SENTENCE_MIN = Cut(4.0, "weight of the words of a sentence that can be recognised, at least", "weight")
"""Short sentences stand in many clauses. Source: 309.2 of 2003-05-26 went: what 309.2a of 2003-10-01 has of it is too
short to tell."""

FIT_NEAR_MIN = Cut(0.55, "fit of two sentences in corresponding chapters, at least")
"""Source: 708.4d of 2017-04-28 came of 708.2 of 2017-01-20 with 0.6 of its words, as 502.7e of 2003-10-01 of 502.7b of
2003-05-26."""

FIT_FAR_MIN = Cut(0.7, "fit of two sentences in other chapters, at least")
"""Where nothing else speaks for a pair, its words have to say more. Source: 217.8d of 2009-05-01 is not 702.23j, but
308.1 went to 703.4e in part."""

FAR_WEIGHT_MIN = Cut(2.0, "weight of the words in common of two sentences in other chapters, at least", "weight")
"""Half of what makes a sentence long."""

FIT_COPY_MIN = Cut(0.8, "fit of a sentence that was copied or changed places, at least")
"""Source: 419.4 of 2009-05-01 stands both in 613.4 and in 614.4; 408.2d has no sentence of 115.1c."""

FIT_LEAD_MIN = Cut(0.1, "lead of a sentence over the sentences of all other clauses, at least")
"""A sentence that several clauses say belongs to none. Source: 402.10 of 2003-05-26 went on in 415.2 in part."""

FIT_GAIN_MIN = Cut(0.15, "lead of a sentence over the sentences of the partners, at least")
"""Source: 100.3 of 2003-05-26 says 0.17 more of what it left to 100.5 than 100.5 did."""

PART_WEIGHT_MIN = Cut(1.5, "weight of the words in common of a clause and its part, at least", "weight")
"""Source: 212.2d of 2003-05-26, as short as it is, is 212.7c of 2003-10-01."""

FIT_VERBATIM_MIN = Cut(0.9, "fit of a long sentence that went on unchanged, at least")
"""Then one sentence is enough. Source: 808.4c of 2010-04-23 left one to 807.4c; 115.2c of 2017-01-20 has one much like
115.2e of 2017-04-28, which is new."""

FIT_VERBATIM_ANEW_MIN = Cut(0.8, "fit of a long sentence that went on unchanged in a rewritten chapter, at least")
"""In a chapter written anew less is invented. Source: 204.3k of 2009-07-11 came of 205.3d of 2009-05-01."""

PART_SHARE_MIN = Cut(0.4, "share of a clause that another one took over, at least")
"""Source: 217.6a of 2003-05-26 became 217.6b of 2003-10-01 and less than half of 217.6a; 115.2e of 2017-04-28 is
new."""

CROSSING_SHARE_MIN = Cut(
    0.2, "share of one of two clauses with other partners that is in a sentence that changed places, at least"
)
"""A sentence that fits well is enough where it is a fifth of one of the two. Source: 608.6 of 2009-07-11 came of 416.1
of 2009-05-01, and 412.1 took nothing of it."""

TWIN_SHARE_MIN = Cut(
    0.3, "share of one of two clauses that is in a common sentence with a twin in another pair, at least"
)
"""Source: 308.5a of 2003-05-26 became half of 306.4 of 2003-07-01, and 309.4a the other half, each with a third of its
words."""

PAIR_SHARE_MIN = Cut(0.5, "share of one of two clauses without partners that is in common sentences, at least")
"""Source: 408.1i of 2009-05-01 is 405.6d by half."""

FIT_PAIR_MIN = Cut(0.65, "fit of a sentence that two clauses without partners have in common, at least")
"""Source: 601.5a of 2015-03-27 was removed and is not 601.2e of 2015-07-17; 406.5 of 2009-05-01 is 605.5a."""

FIT_PAIR_OF_HALVES_MIN = Cut(0.6, "fit of a sentence that is half of both of two clauses without partners, at least")
"""Source: 406.4 of 2009-05-01 is 605.3b, each half of the other."""

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

IDENTITY_LIKENESS_MIN = Cut(0.5, "fit of the first sentences of a clause and of its main heir, at least")
"""x"""

MAIN_FLOW_RATIO = Cut(1.2, "ratio of what a part took of a clause to what the main partner took, above", "factor")
"""A tie leaves the choice as it was. Source: 410.2 of 2009-05-01 stayed 603.2 though 603.3 took as much; 502.7b of
2003-05-26 is 502.7c for its greater part."""

VERBATIM_WORTH = Cut(1.5, "factor for what an heir took of a clause, if it has an unchanged sentence", "factor")
"""The heir that has a sentence as it was is the main one unless another took far more. Source: 402.2 of 2009-05-01 went
on as 112.2d, not as 112.3a, and 504.3 as 707.5, not as 707.7."""

VERBATIM_WEIGHT_MIN = Cut(3.0, "weight of a sentence that an heir has unchanged, at least", "weight")
"""Any sentence of some weight counts. Source: 304.1 of 2009-05-01 went on as 504.1, "First, the active player draws a
card", and not as 504.2."""

VERBATIM_SHARE_MIN = Cut(0.5, "share of a clause that its main heir has unchanged, wherever the heir is, at least")
"""Source: 108.2 of 2017-01-20 went on as 108.2a with most of its text; 208.2 of 2009-05-01 stayed 207.2 though 207.2a
has two of its sentences."""

FRESH_OF_LINKED_MIN = Cut(0.3, "share of a clause with a partner that moved into it, at least")
"""Source: 214.8f of 2003-05-26 is 212.4g, and less than a third of 212.4j came of it."""

TWIN_SAID_MIN = Cut(0.85, "share of a source that each of its two twins says, at least")
"""Source: 610.3a of 2020-06-01 became 610.3a and 610.3b, each with nearly all of it; 614.8 of 2009-07-11 says less of
419.7a of 2009-05-01 and is new."""

TWIN_OWN_MIN = Cut(0.3, "weight of the words that only one of two twins says, at least", "weight")
"""A twin says for which case it is. Source: 106.11a of 2018-01-19 stayed itself, and 106.11b of 2018-04-27, beside
which it says nothing of its own, is new; 309.3 of 2006-02-01 became 309.3, on blocking, and 309.4, on being blocked."""

NARROWED_KEPT_MIN = Cut(0.95, "share of a source said by a partner that only added a condition, at least")
"""Source: 104.4b of 2010-04-23 became 104.4b and 104.4f; 102.4 of 2005-02-01 lost "both", and 102.4c is new."""

NARROWED_GAIN_MAX = Cut(
    0.45, "share of the weight of a source that the condition added by its partner has, at most", "factor"
)
"""A condition is a few words. Source: 703.4b of 2021-07-23 went on in 703.4c with half as much again, and 703.4b of
2021-11-19 is new."""

NARROWED_MET_MIN = Cut(0.6, "share of an added condition that a clause on its opposite says, at least")
"""Source: 104.4f of 2010-07-16 has most of the condition of 104.4b; 119.3b of 2010-10-01 has nothing of that of
119.3d."""

NARROWED_SAID_MIN = Cut(
    0.3, "share of the first sentence of a source that the first sentence of a clause on its opposite says, at least"
)
"""Source: 800.4f of 2021-02-15 became 800.4g, "a choice other than whether to pay a cost", and 800.4f, on paying, which
says 0.46 of it."""

NARROWED_REACH_MAX = Cut(10, "words between an opposite condition and what it is a condition of, at most", "count")
"""Source: 800.4f of 2021-04-22, on "an object" that "requires a player who has left the game to pay a cost", the other
half of 800.4g."""

NARROWED_RUN_MIN = Cut(
    3, "words in a row that a source and a clause on its opposite case begin with, at least", "count"
)
"""Source: 119.3b of 2010-10-01 says "Damage dealt to a player" as 119.3a did; 702.19c of 2021-06-18 begins anew."""

QUOTED_WORDS_MIN = Cut(3, "words of a phrase in quotes that only two clauses have, at least", "count")
"""Shorter ones are names. Source: 511.1 of 2016-07-22 quotes "at end of combat", as 511.2 of 2016-09-30 does."""

REWRITTEN_WEIGHT_MIN = Cut(
    12.0, "weight of the words of a clause and of its part that were rewritten as in another place, at least", "weight"
)
"""Few words are rewritten alike by chance. Source: 508.2 of 2016-07-22 has a part in 508.2b of 2016-09-30, with a
weight of 19; 508.3 of 2018-04-27, with one of 9, came later and not from 508.2 of 2015-07-17."""

MOVED_OWN_MIN = Cut(
    4.0, "weight of the words that moved into a clause and are enough by themselves, at least", "weight"
)
"""So many words have no other source, wherever the clause is."""

FRESH_MIN = Cut(0.45, "share of a clause that moved into it, at least")
"""A clause that only took some words in is one by itself."""

COVER_ASIDE_MIN = Cut(0.6, "share of a clause neither under a partner nor joined to it that the source says, at least")
"""Of 35 clauses on 121 pairs with less of both about half were no parts. Of the two that a reference
joins to a partner both were. Source: 408.1b of 2009-05-01 only shares words with 115.7 of 2009-07-11; 204.3g came of
205.3d."""

RECALL_ASIDE_MIN = Cut(
    0.45,
    "share of what the partners of the source lack that a clause neither under one nor joined to one says, at least",
)
"""Source: 408.1c of 2009-05-01 lost more than 114.1 of 2009-07-11 says, which is new; 800.4d came of 600.4a."""

COVER_ANEW_MIN = Cut(0.4, "share of a clause in a rewritten chapter that the source says, at least")
"""In a chapter written anew less is invented. Source: 203.2c of 2003-10-01 came of 203.2 of 2003-05-26; 702.19j of
2009-07-11 did not come of 502.10h."""

RECALL_ANEW_MIN = Cut(
    0.1, "share of what the partners of the source lack that a clause in a rewritten chapter says, at least"
)
"""Source: 419.7c of 2001-07-23 lost next to nothing that 614.8 of 2009-07-11 says."""

COVER_MIN = Cut(0.5, "share of a clause that the source says, at least")
"""Source: 203.1a of 2005-08-01 came of 203.1 of 2005-02-01; 506.2a of 2009-07-11 did not come of 306.2."""

COVER_OF_NEARLY_ALL_MIN = Cut(
    0.5, "share said by the source of a clause that says nearly all that the partners lack, at least"
)
"""Where it says nearly all that the partners lost, the rest of it may be new. Source: 903.9a of 2020-07-03 came of
903.9, but 102.5 of 2005-08-01 is new beside 102.7 of 2005-02-01, now 102.3a."""

RECALL_NEARLY_ALL_MIN = Cut(0.75, "share of what the partners of the source lack that counts as nearly all, at least")
"""Source: 306.2 of 2009-05-01 lost more than 506.2a of 2009-07-11 says, which is new; nearly all that 403.1 of
2008-02-01 lost is in 602.1 of 2022-11-18."""

MOVED_MUCH_MIN = Cut(2.0, "weight of the words that moved into a clause, at least", "weight")
"""About two words that hardly any clause has. Source: 101.5 of 2008-02-01 did not become 103.6a of 2022-11-18."""

MOVED_SOME_MIN = Cut(
    0.9, "weight of the words that moved into a new clause beside a partner of its source, at least", "weight"
)
"""Source: 802.5 of 2009-07-11 is new beside 602.4 of 2009-05-01, but 800.4d came of 600.4a."""

MOVED_LITTLE_MIN = Cut(
    0.5, "weight of the words that moved into a clause most of which the source says, at least", "weight"
)
"""Source: 115.1c of 2009-07-11 came of 408.1d of 2009-05-01; 415.6 of 2003-10-01 is new beside 401.2."""

RECALL_MIN = Cut(0.4, "share of what the partners of the source lack that a clause says, at least")
"""Source: 500.1 of 2009-05-01 went and is not in 509.1b, but 800.4d came of 600.4a."""

COVER_ELSEWHERE_MIN = Cut(0.75, "share of a clause not beside a partner that a changed source says, at least")
"""Source: 713.11 of 2023-02-03, on meld cards, merged into 712.16 of 2023-04-14, which has 0.8 of it."""

RECALL_ELSEWHERE_MIN = Cut(0.6, "share of what the partners lack that a clause not beside them says, at least")
"""Source: 713.11 of 2023-02-03 has what 712.16 of 2023-04-14 says of melded permanents."""

COVER_OF_MUCH_MIN = Cut(
    0.6, "share of a clause beside a partner, much of which moved there, that the source says, at least"
)
"""Source: 212.6b of 2007-09-07 went on in 212.6c of 2007-10-01 too, which has 0.61 of its words from it."""

RECALL_OF_MUCH_MIN = Cut(
    0.33, "share of what the partners of the source lack said by a clause into which much moved, at least"
)
"""Source: 203.1a of 2005-08-01 came of 203.1 of 2005-02-01."""

COVER_OF_LITTLE_MIN = Cut(
    0.65, "share of a clause beside a partner, little of which moved there, that the source says, at least"
)
"""Source: 103.4a of 2005-08-01 came of 413.2d of 2005-02-01; 117.7a of 2016-01-16 is new beside 117.7b, which was
117.7a."""

PARTNERS_SEVERAL = Cut(4, "partners of a source that count as several, at least", "count")
"""A source with so many partners explains much by chance. Source: 203.2 of 2003-05-26 became four clauses, 708.2 of
2017-01-20 too."""

COVER_OF_SEVERAL_MIN = Cut(0.8, "share of a clause that a source with several partners says, at least")
"""Source: 418.5a of 2009-05-01 became ten clauses with 612.3d; 217.1c of 2008-02-01 did not become 400.7m of
2022-11-18."""

PATTERN_LEAD_MIN = Cut(0.15, "share of a clause that a sibling of another origin says beyond the source, at least")
"""Such a clause was made on the pattern of the sibling. Source: 117.7d of 2016-01-16 is 117.7c over again, for
colorless mana."""

COPY_SAID_MIN = Cut(0.92, "share said by the old clause of a new one that repeats it, at least")
"""A clause that follows the pattern of another says less of it. Source: 605.3a of 2009-07-11 has 0.93 of 411.2 of
2009-05-01, 903.7 of 2022-11-18 less of 101.3 of 2008-02-01."""

COPY_OF_MIN = Cut(0.7, "share said by the new clause of an old one that it repeats, at least")
"""Source: 602.5 of 2009-07-11 repeats 409.4 of 2009-05-01; 212.6c of 2003-10-01 says only a part of 212.2a of
2003-05-26."""

COPY_LEAD_MIN = Cut(0.1, "lead in likeness of a copy over the next best clause, at least")
"""Where two old clauses are alike, neither is known to be the one repeated. Source: 609.6 of 2008-02-01 is repeated in
808.5 of 2022-11-18 hardly better than another clause."""

RESTATED_NEAR_BENEFIT = Cut(3.0, "what a rewritten chapter adds to a pair in corresponding chapters", "odds")
"""Any value from 2.5 to 3.5 does as well. Source: 213.3 of 2009-05-01 is restated in 108.2a; 217.8b went."""

RESTATED_FAR_BENEFIT = Cut(2.0, "what a rewritten chapter adds to a pair in other chapters", "odds")
"""Source: 424.3 of 2009-05-01 is restated in 601.2g."""

RESTATED_NEAR_MIN = Cut(0.45, "share of an old clause that a new one in a corresponding chapter restates, at least")
"""Of 507.4, which went with mana burn, 0.41 to 0.43 is in what 507.3d became. Source: 404.4d of 2009-05-01 went, with
less than this in 603.7c."""

RESTATED_FAR_MIN = Cut(
    0.7, "share of an old clause that is restated in another chapter or beside what came from elsewhere, at least"
)
"""Of nine clauses of neighbouring releases of which a clause with an origin of its own says less, one went on there.
Source: 200.6a of 2009-05-01 is restated in 110.2, 214.9h of 2003-05-26 not in 212.6e of 2003-07-01; 606.6a of
2008-02-01 is not in 805.3a of 2022-11-18."""

RESTATED_SENTENCE_MIN = Cut(0.7, "likeness of a main sentence of an old clause to one of another clause, at least")
"""Source: 401.6 of 2009-05-01 is restated in 604.5 and 217.5d in 109.4; 502.23c of 2003-05-26, on threshold, went."""

RESTATED_LIKELIHOOD_MIN = Cut(0.45, "likelihood of a clause that restates another, at least")
"""Less than even, since the clause that restates has a partner of its own."""

RESTATED_TRUST = Cut(0.65, "factor from the likelihood of a restatement to the confidence in it", "factor")
"""Of 45 such links that were read, two in three were right."""

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

RARE_WORDS_MIN = Cut(3, "rare words by which candidates are found, at least", "count")
"""A clause of common words only needs some to be found by. Source: 212.2d of 2003-05-26 is found as 212.7c by three."""

HOME_WORTH = Cut(1.5, "factor for words in common in a corresponding chapter", "factor")
"""The same sentence stands in every step of a turn. Source: 217.1c of 2009-05-01 became 400.7a to 400.7f."""

CONFIRMED_DOUBT = Cut(0.5, "factor for the doubt about a pair that references confirm", "factor")
"""Source: 507.1 of 2009-05-01 became 710.1, which is cited where 507.1 was."""

DOUBTED_CONFIDENCE = Cut(0.85, "factor for the confidence in a pair that references contradict", "factor")
"""A citation that did not follow is commoner than a wrong link."""

EXAMPLE_WITHIN_MIN = Cut(0.3, "likeness of two examples of clauses that are partners, above")
"""An example that stayed with its clause may be half rewritten."""

EXAMPLE_ACROSS_MIN = Cut(0.6, "likeness of two examples of other clauses, above")
"""An example that left its clause has to be known by itself."""

TERM_RENAMED_MIN = Cut(0.55, "likeness of two glossary entries of different terms, above")
"""A term that was renamed keeps most of its text; entries have a pattern in common."""

PARAGRAPH_MIN = Cut(0.4, "likeness of two paragraphs of front matter or credits, above")
"""The paragraphs of the credits change in their names only."""
