-- Order forms, and what was ordered by them, are erased too.
ALTER TABLE erasures RENAME TO earlier_erasures;
DROP INDEX erasures_by_time;
DROP INDEX erasures_due;
CREATE TABLE erasures (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('shipment', 'contact', 'schedule', 'order_form', 'order_request', 'user', 'account')),
  environment TEXT CHECK (environment IN ('sandbox', 'live')),
  erased_at INTEGER NOT NULL,
  -- When it is erased again; NULL if nothing brought it back.
  due_at INTEGER
) STRICT, WITHOUT ROWID;
INSERT INTO erasures SELECT id, kind, environment, erased_at, due_at FROM earlier_erasures;
DROP TABLE earlier_erasures;
CREATE INDEX erasures_by_time ON erasures (erased_at);
CREATE INDEX erasures_due ON erasures (due_at) WHERE due_at IS NOT NULL;
