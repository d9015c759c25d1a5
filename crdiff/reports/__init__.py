"""Answers as text: terminal, JSON, Markdown, HTML and the formats of CI. Nothing about rules is decided here.

- `answer`: Answers as declared types, from which their formats come, the look of all JSON, and results for CI.
- `formats`: The formats that come from the type of an answer, and Markdown that fits a comment.
- `ci_forms`: Results as workflow commands, JUnit and SARIF.
- `html_files`: Comparisons, reviews, and what texts quote, as one HTML file each; what a review tells players.
- `schemas`: The published JSON Schemas, made from the types of answers.
- `as_json`: The JSON of an answer, for Python.
- `phrases`: Counts and lists in words.
- `terminal`: Redlines, cut short and marked for a terminal.
- `labels`: A change in a few words, and its gist in about five.
- `view`: The view of a comparison that its reports share, which changes a reader asks for, notes on incomplete texts.
- `diff`: A comparison as JSON, for a terminal, as Markdown, as results for CI.
- `explanation`: Why a clause was paired as it was.
- `release`: A release as JSON and as lines, and what the corpus holds of them.
- `history`: The lineage of a clause, and which release brought each of its sentences, for a terminal and as JSON.
- `passage`: What a clause says, what a number meant, where words stand.
- `whatsnew`: What releases changed, old numbers to new ones, and how the rules grew.
- `lint`: The view of findings, and their reports.
- `review`: The view of a draft's review, an editor's notes, its reports.
- `checks`: A run of checks, the tests of engines, who plays the whole book, which checks a draft concerns.
- `cite`: The citations of a tree: for a terminal, as Markdown, JSON, CSV, and for CI.
- `cite_answers`: Who cites which clause, which release citations were written for, one citation in full.
- `cite_update`: What an update does with citations and what it leaves, on the day of a release too.
- `identified`: What a text quotes, in sentences that all forms share, and each form.
"""
