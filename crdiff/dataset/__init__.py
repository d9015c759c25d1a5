"""The rules as a dataset: tables for SQL and data frames, with facts alone or with the texts of a corpus.

- `tables.sql`: The tables, each and every column with what it has.
- `rows`: The rows of the tables, made from lineages.
- `files`: The tables as a SQLite file, as Parquet, as lines of JSON and as CSV, with a description of all of them.
"""
