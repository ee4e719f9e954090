-- What was done in an account, by whom and from where. Entries are only ever added.
CREATE TABLE audit_entries (
  position INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  at INTEGER NOT NULL,
  action TEXT NOT NULL,
  user_id TEXT REFERENCES users (id),
  email TEXT,
  target_type TEXT NOT NULL,
  target_id TEXT NOT NULL,
  target_name TEXT,
  address TEXT,
  request_id TEXT,
  details TEXT NOT NULL
) STRICT;

CREATE INDEX audit_entries_by_account ON audit_entries (account_id, position);
CREATE INDEX audit_entries_by_target ON audit_entries (account_id, target_id, position);
