"""Citations of rules in code, wikis and articles: found, dated, judged, moved.

- `citation`: The values: a group of citations that share a sentence, and its items.
- `listed`: The citations of a repository as a list in JSON has them.
- `cited_by`: Which places of which repositories cite a clause, and since when wrongly.
- `spellings`: How citations are spelled, as patterns over bytes.
- `scan`: Every citation of a text.
- `marks`: What a text says itself of its citations.
- `context`: The words beside a citation.
- `numbering`: What every number meant in every release known.
- `evidence`: How well the words fit what a number ever named.
- `judging`: Whether a citation is right at a release.
- `checking`: Every citation of a tree, dated and judged.
"""
