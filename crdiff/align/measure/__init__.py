"""What the passes measure and decide by: words, places, references, and the odds they make.

- `absence`: How sure it is that a clause left alone has no partner.
- `assignment`: The best set of pairs.
- `candidates`: The few clauses of the other side that could be the partner of one.
- `citations`: What the cross-references say of who is who.
- `confidence`: From raw figures to a confidence that means what it says.
- `context`: Where two clauses stand, seen through the links made so far.
- `cuts`: The numbers that decide, each with its unit, its reason and its source.
- `lexicon`: What words weigh, and which word became which.
- `marks`: Copies of a text told apart by their places.
- `nearest_texts`: Which texts of one list are worth comparing with those of another.
- `part_candidate`: A clause without partner as a candidate part of a changed pair.
- `rare_words`: Texts found by the rare words that they share.
- `score`: The features of a pair, what each is worth, and the odds.
- `scorer`: The scores of candidate pairs, and how these compare.
- `sentences`: The sentences of changed clauses, and how well each continues another.
- `upheaval`: Which chapters were written anew.
- `wordings`: How alike the words of pairs are, measured once.
"""
