"""Reading: a module for each way of writing the rules down, each from a text to a `Release`.

- `registry`: The choice of a dialect by evidence, and the way from bytes to a release.
- `official`: The official text.
- `wiki`: A wiki page that quotes several passages.
- `markdown`: A page in Markdown.
- `rulings`: An index of rulings with a date behind each rule.
- `lesson`: A lesson with the comments of its author.
- `evidence`: Evidence for a dialect.
- `layout`: Paragraphs of a text whose lines are moved in, as pdftotext gives it.
- `manual`: Numbered headings over paragraphs without numbers.
- `proposal`: What a rule book that nobody has described may look like.
- `parts`: Where the parts of an official text begin and end.
- `blocks`: Lines to paragraphs.
- `clauses`: Paragraphs to clauses.
- `glossary`: Paragraphs to glossary entries.
- `build`: Clauses to a tree.
- `excerpt`: What all pages that quote rules have in common.
- `oddities`: Findings about an official text as a whole.
"""
