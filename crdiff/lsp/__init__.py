"""What an editor is told of a file, over the language server protocol: findings, clauses, edits, numbers.

- `text`: A text as an editor has it: places in it, findings, and what can be done about them.
- `clauses`: What a clause says and since when, and the numbers that begin with what is typed.
- `citing`: A file whose citations are judged.
- `draft`: A text of the rules that is linted.
- `server`: The conversation with an editor.
"""
