-- Ids of shipments and assignments whose personal data was erased: the log keeps no body of a request about them.

CREATE TABLE redacted_ids (
  id TEXT PRIMARY KEY,
  redacted_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX redacted_ids_by_age ON redacted_ids (redacted_at);
