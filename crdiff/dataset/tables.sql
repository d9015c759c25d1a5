-- The tables of the dataset. What stands behind -- describes a table or a column, here, in the file and in datapackage.json.
-- Numbers of rows may differ from edition to edition; ids of lineages and dates are permanent.

PRAGMA foreign_keys = ON;

CREATE TABLE release ( -- The releases of the rules, each named by the day on which it took effect.
  date DATE NOT NULL PRIMARY KEY, -- Effective date.
  last_day DATE NOT NULL, -- Last day on which it is known to have been in force: of the newest one its own day.
  code TEXT NOT NULL, -- Code of the set that it came with, such as M10, or empty.
  name TEXT NOT NULL, -- Name of that set, or empty.
  clauses INTEGER NOT NULL, -- Clauses that it has, headings among them.
  words INTEGER NOT NULL, -- Words of its rules; 0 where they were not counted.
  added INTEGER NOT NULL, -- Clauses that it added.
  removed INTEGER NOT NULL, -- Clauses that it removed.
  revoked INTEGER NOT NULL, -- Clauses whose text it made a notice that the rule is gone.
  changes INTEGER NOT NULL, -- Changes of wording or place in the whole text.
  to_read INTEGER NOT NULL -- Those of them that a person has to read: no known step proves them.
) WITHOUT ROWID;

CREATE TABLE clause ( -- Every clause there ever was, headings too, followed through all its numbers and wordings.
  id INTEGER NOT NULL PRIMARY KEY, -- Number of the row.
  lineage TEXT NOT NULL, -- Permanent id: the first known place of the clause, such as 2003-10-01-507.3b.
  number TEXT NOT NULL, -- Its number in the last release that has it.
  section TEXT NOT NULL, -- First digit of that number.
  title TEXT, -- Its newest title, such as Trample; NULL where it has none.
  first DATE NOT NULL REFERENCES release(date), -- First release known to have it.
  last DATE NOT NULL REFERENCES release(date), -- Last release that has it.
  in_force BOOLEAN NOT NULL, -- Whether the newest release has it, and not as a notice that the rule is gone.
  revoked DATE REFERENCES release(date), -- Release in which its text became such a notice.
  ended DATE REFERENCES release(date), -- Release in which it was gone, or merged into another clause.
  ended_how TEXT -- removed, merged or revoked; NULL while it lasts.
);

CREATE TABLE number ( -- Which clause had which number in which releases.
  clause INTEGER NOT NULL REFERENCES clause(id), -- The clause.
  first DATE NOT NULL REFERENCES release(date), -- First release with this number.
  last DATE NOT NULL REFERENCES release(date), -- Last release with it, before another or a time without the clause.
  number TEXT NOT NULL, -- As printed, without a trailing full stop.
  PRIMARY KEY (clause, first)
) WITHOUT ROWID;

CREATE TABLE wording ( -- The wordings of clauses, letter by letter, with their texts where these were asked for.
  id INTEGER NOT NULL UNIQUE, -- Number of the row.
  clause INTEGER NOT NULL REFERENCES clause(id), -- The clause that has it.
  first DATE NOT NULL REFERENCES release(date), -- First release with this wording.
  last DATE NOT NULL REFERENCES release(date), -- Last release with it, before another or a time without the clause.
  words_changed BOOLEAN NOT NULL, -- Whether other words than before: not typography, references or misprints alone.
  respects TEXT NOT NULL, -- How it differs from the wording before, apart by spaces: wording, reference, typographic, ...
  is_proved BOOLEAN NOT NULL, -- Whether known steps make it from the wording before, so that nobody has to read it.
  title TEXT, -- Title, such as Trample; NULL where it has none.
  text TEXT, -- Text, paragraphs apart by a newline; NULL in a dataset of facts, and where it is not held.
  examples TEXT, -- Examples, apart by a newline; NULL where the text is.
  PRIMARY KEY (clause, last)
) WITHOUT ROWID;

CREATE TABLE sentence ( -- The sentences of clauses, those of their examples too, with the releases that have them.
  clause INTEGER NOT NULL REFERENCES clause(id), -- The clause that says it.
  first DATE NOT NULL REFERENCES release(date), -- First release in which it says so.
  last DATE NOT NULL REFERENCES release(date), -- Last one before it does not.
  fingerprint TEXT NOT NULL, -- Of its words, whatever the typography: equal sentences have equal ones.
  text TEXT, -- The sentence; NULL in a dataset of facts, and where it is not held.
  PRIMARY KEY (clause, first, fingerprint)
) WITHOUT ROWID;

CREATE TABLE link ( -- Where text of a clause went to another one.
  release DATE NOT NULL REFERENCES release(date), -- Release in which it happened.
  how TEXT NOT NULL, -- split: a part of the source went to the target; merged: all of it did.
  source INTEGER NOT NULL REFERENCES clause(id), -- The clause that the text came from.
  target INTEGER NOT NULL REFERENCES clause(id), -- The clause that it went to.
  PRIMARY KEY (release, how, source, target)
) WITHOUT ROWID;

CREATE TABLE entry ( -- Every glossary entry there ever was, a row for each of its wordings.
  lineage TEXT NOT NULL, -- Permanent id of the entry, such as 1999-04-23-ability.
  first DATE NOT NULL REFERENCES release(date), -- First release with this wording.
  last DATE NOT NULL REFERENCES release(date), -- Last release with it, before another or a time without the entry.
  term TEXT NOT NULL, -- Its term in the first of these releases.
  words_changed BOOLEAN NOT NULL, -- Whether other words than before: not typography, references or misprints alone.
  text TEXT, -- Text, paragraphs apart by a newline; NULL in a dataset of facts, and where it is not held.
  PRIMARY KEY (lineage, first)
) WITHOUT ROWID;

CREATE TABLE change ( -- What releases did to clauses; those of which neither number nor words changed are left out.
  release DATE NOT NULL REFERENCES release(date), -- Release that changed it.
  clause INTEGER NOT NULL REFERENCES clause(id), -- The clause.
  what TEXT NOT NULL, -- added, split (off another), reinstated, removed, merged, revoked, reworded, or only renumbered.
  old TEXT, -- Its number before; NULL where it was not there.
  new TEXT, -- Its number then; NULL where it is gone.
  PRIMARY KEY (release, clause)
) WITHOUT ROWID;

CREATE VIEW clause_at AS -- Every clause on every day: WHERE '2008-03-17' BETWEEN release AND last_day AND number = '507.3b'.
SELECT date AS release, last_day, number.number, lineage, wording.title, text, examples,
  wording.first AS reads_so_since, clause.id AS clause
FROM release
CROSS JOIN number ON number.first <= date AND number.last >= date
CROSS JOIN clause ON clause.id = number.clause
CROSS JOIN wording ON wording.clause = clause.id AND wording.first <= date AND wording.last >= date;

CREATE VIRTUAL TABLE wording_search USING fts5 (
  title, text, examples, content = 'wording', content_rowid = 'id', columnsize = 0,
  tokenize = 'porter unicode61 remove_diacritics 2'
);
