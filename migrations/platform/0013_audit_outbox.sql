-- Entries of the audit log, which is in the accounts' database: each waits here, beside the change that it tells of,
-- until it is there.
CREATE TABLE audit_outbox (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL,
  at INTEGER NOT NULL,
  action TEXT NOT NULL,
  user_id TEXT,
  email TEXT,
  target_type TEXT NOT NULL,
  target_id TEXT NOT NULL,
  target_name TEXT,
  address TEXT,
  request_id TEXT,
  details TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX audit_outbox_by_account ON audit_outbox (account_id, id);
