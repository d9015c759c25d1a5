"""Citations of rules in code, wikis and articles: found, dated, judged, moved.

- `citation`: The values: a group of citations, its items, its sentence, and places in a text.
- `cited_by`: Which places of which repositories cite a clause, and what a draft does to them.
- `spellings`: How citations are spelled, as patterns over bytes.
- `scan`: Every citation of a text, and the numbers in the names of tests.
- `marks`: What a text says itself of its citations.
- `beside`: What stands beside a citation in a text.
- `evidence`: How well the words beside a citation fit what its number ever named.
- `numbering`: What every number meant in every release known.
- `quotations`: Words that a text has in a row with a clause.
- `meanings`: What a citation may mean.
- `prior`: Which releases the citations of a tree are of.
- `doubts`: What words are about, whatever number stands beside them.
- `weighing`: One citation weighed.
- `seen`: What is known of citations from before.
- `judging`: Whether a citation is right at a release.
- `checking`: Every citation of a tree, dated and judged.
- `editing`: Citations moved, by edits after which nothing is left to edit.
- `verifying`: A migration made by hand on trial.
- `dating`: Which release citations were written for.
"""
