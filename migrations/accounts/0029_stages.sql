-- Accounts that tests opened for themselves in an instance that lives for tests only.
CREATE TABLE stages (
  -- In the order of their creation, which seeded ids do not tell.
  position INTEGER PRIMARY KEY,
  account_id TEXT NOT NULL UNIQUE REFERENCES accounts (id),
  -- The account whose key opened it.
  opened_by TEXT REFERENCES accounts (id),
  name TEXT NOT NULL,
  -- As it was sent; NULL without one.
  seed TEXT,
  -- What its ids derive from; NULL for random ones.
  ids_seed TEXT UNIQUE,
  created_at INTEGER NOT NULL
) STRICT;

CREATE INDEX stages_by_opener ON stages (opened_by, position);
