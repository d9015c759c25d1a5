"""The figures that the passes measure: words, places, references and odds; and the cuts by which they decide.

- `absence`: The confidence that a clause left alone has no partner.
- `score`: The features of a pair, their weights, and the odds.
- `candidates`: The few clauses of the other side that could be the partner of one.
- `citations`: Cross-references as evidence for a pair.
- `confidence`: Raw figures calibrated to a confidence.
- `context`: How the places of two clauses correspond under the links made so far.
- `cuts`: The numbers that decide, each with its unit, its reason and its source.
- `lexicon`: The weights of words, and which word replaced which.
- `scorer`: The scores of candidate pairs, and how they compare.
- `sentences`: The sentences of changed clauses, and how well each continues another.
"""
