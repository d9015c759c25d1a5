CREATE INDEX stay_by_number ON stay (number, first, last);
CREATE INDEX stay_by_wording ON stay (wording);
CREATE INDEX entry_by_wording ON entry (wording);
