-- Faults that the API makes on purpose, for the sandbox keys of an account.

CREATE TABLE api_faults (
  account_id TEXT PRIMARY KEY,
  -- JSON: the rules in their order, and for each how many requests it matched and how many it changed.
  rules TEXT NOT NULL,
  counts TEXT NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
