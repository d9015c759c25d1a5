CREATE TABLE fact (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

CREATE TABLE reading (
  text TEXT NOT NULL, code TEXT NOT NULL,
  layout BLOB NOT NULL,
  UNIQUE (text, code)
);
CREATE TABLE wording (
  id INTEGER PRIMARY KEY, part TEXT NOT NULL, title TEXT NOT NULL, text TEXT NOT NULL, examples TEXT NOT NULL,
  sum INTEGER NOT NULL
);
CREATE VIRTUAL TABLE wording_index USING fts5 (
  title, text, examples,
  content = 'wording', content_rowid = 'id', tokenize = 'porter unicode61 remove_diacritics 2'
);
CREATE TRIGGER wording_in AFTER INSERT ON wording BEGIN
  INSERT INTO wording_index (rowid, title, text, examples) VALUES (new.id, new.title, new.text, new.examples);
END;
CREATE TRIGGER wording_out AFTER DELETE ON wording BEGIN
  INSERT INTO wording_index (wording_index, rowid, title, text, examples)
  VALUES ('delete', old.id, old.title, old.text, old.examples);
END;
CREATE TABLE pair (
  id INTEGER PRIMARY KEY,
  old TEXT NOT NULL, new TEXT NOT NULL, code TEXT NOT NULL, overrides TEXT NOT NULL,
  step BLOB NOT NULL, rewordings BLOB NOT NULL, breaks BLOB NOT NULL, told BLOB NOT NULL, figures BLOB NOT NULL,
  UNIQUE (old, new, code, overrides)
);
CREATE TABLE change (
  pair INTEGER NOT NULL, ordinal INTEGER NOT NULL,
  part TEXT NOT NULL, structure TEXT NOT NULL, review INTEGER NOT NULL,
  old TEXT NOT NULL, new TEXT NOT NULL,
  body BLOB NOT NULL, sum INTEGER NOT NULL,
  UNIQUE (pair, ordinal)
);
