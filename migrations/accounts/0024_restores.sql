-- Backups are restored for a check, and a restored backup holds what was erased after it was made.

-- The last time that a backup was restored for a check.
CREATE TABLE restore_checks (
  -- Only the latest is kept.
  id INTEGER PRIMARY KEY CHECK (id = 1),
  checked_at INTEGER NOT NULL,
  duration_ms INTEGER NOT NULL,
  backup TEXT NOT NULL,
  -- When the backup was taken; NULL: it could not be read.
  taken_at INTEGER,
  result TEXT NOT NULL CHECK (result IN ('ok', 'warning', 'failed')),
  -- What was found, and what to do; NULL: nothing.
  message TEXT
) STRICT;

-- Ids of what was erased: a restored backup brings it back, and Waybill erases it again.
CREATE TABLE erasures (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('shipment', 'user', 'account')),
  -- NULL: of neither.
  environment TEXT CHECK (environment IN ('sandbox', 'live')),
  erased_at INTEGER NOT NULL,
  -- When it is erased again; NULL: nothing brought it back.
  due_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX erasures_by_time ON erasures (erased_at);
CREATE INDEX erasures_due ON erasures (due_at) WHERE due_at IS NOT NULL;
