-- Accounts and people can be deleted, and nothing of them is left in any file.

-- Days after the end of a shipment until its tracking link ends; NULL: as the installation sets.
ALTER TABLE accounts ADD COLUMN link_days INTEGER CHECK (link_days > 0);

-- Accounts that are to be deleted. A row outlives its account by an hour: a request that had begun may write late.
CREATE TABLE account_deletions (
  account_id TEXT PRIMARY KEY,
  -- It waits, and can be taken back; its rows are being erased; or it is gone, and what came late goes too.
  stage TEXT NOT NULL CHECK (stage IN ('waiting', 'erasing', 'gone')),
  requested_at INTEGER NOT NULL,
  -- When the stage has its next step.
  due_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX account_deletions_due ON account_deletions (due_at);

-- People who are gone, until no file holds their data.
CREATE TABLE user_erasures (
  user_id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL,
  -- What is looked for; NULL once all of it was found. Then only their id is, an hour later.
  email TEXT,
  due_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX user_erasures_due ON user_erasures (due_at);
CREATE INDEX user_erasures_by_account ON user_erasures (account_id);

-- Rows of an account, for its deletion.
CREATE INDEX tokens_by_account ON tokens (account_id) WHERE account_id IS NOT NULL;
CREATE INDEX devices_by_account ON devices (account_id) WHERE account_id IS NOT NULL;
CREATE INDEX devices_by_issuer ON devices (issuer_account_id);
CREATE INDEX driver_links_by_account ON driver_links (account_id) WHERE account_id IS NOT NULL;
CREATE INDEX driver_links_by_issuer ON driver_links (issuer_account_id);

CREATE INDEX sessions_viewing ON sessions (viewed_account_id) WHERE viewed_account_id IS NOT NULL;

-- An entry outlives the user that it names, so the column refers to no row any more.
CREATE TABLE audit_entries_of_anyone (
  position INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  at INTEGER NOT NULL,
  action TEXT NOT NULL,
  user_id TEXT,
  email TEXT,
  target_type TEXT NOT NULL,
  target_id TEXT NOT NULL,
  target_name TEXT,
  address TEXT,
  request_id TEXT,
  details TEXT NOT NULL,
  hash TEXT,
  -- JSON, by member: salt, null once the value was erased, and SHA-256 of salt and value. NULL in entries from before
  -- this; once something was erased from such an entry, an object without members.
  salted TEXT
) STRICT;

INSERT INTO audit_entries_of_anyone
  SELECT position, id, account_id, at, action, user_id, email, target_type, target_id, target_name, address, request_id,
    details, hash, NULL
  FROM audit_entries;
DROP TABLE audit_entries;
ALTER TABLE audit_entries_of_anyone RENAME TO audit_entries;

CREATE INDEX audit_entries_by_account ON audit_entries (account_id, position);
CREATE INDEX audit_entries_by_target ON audit_entries (account_id, target_id, position);
