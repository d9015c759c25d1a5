"""Citations of rules in code, wikis and articles: found, dated, judged, moved.

- `citation`: The values: a group of citations that share a sentence, and its items.
- `listed`: The citations of a repository as a list in JSON has them.
- `cited_by`: Which places of which repositories cite a clause, and since when wrongly.
- `spellings`: How citations are spelled, as patterns over bytes.
- `scan`: Every citation of a text.
- `names`: The numbers that the name of a test cites.
- `places`: Lines and columns of offsets.
- `marks`: What a text says itself of its citations.
- `sentence`: The sentence in which a citation stands.
- `context`: The words beside a citation.
- `numbering`: What every number meant in every release known.
- `evidence`: How well the words fit what a number ever named.
- `quotations`: Words that a text has in a row with a clause.
- `meanings`: What a citation may mean.
- `prior`: Which releases the citations of a tree are of.
- `doubts`: What words are about, whatever number stands beside them.
- `weighing`: One citation weighed.
- `judging`: Whether a citation is right at a release.
- `checking`: Every citation of a tree, dated and judged.
- `settling`: Updates after which nothing is left to edit.
- `verifying`: A migration made by hand on trial.
- `draft_citations`: What a draft does to citations of others.
- `dating`: Which release citations were written for.
"""
