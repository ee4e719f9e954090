-- Answers to requests that came with an Idempotency-Key, kept for a day in the transaction that they tell of.
-- Not final: what follows the transaction has still to be said.

CREATE TABLE idempotency_keys (
  account_id TEXT NOT NULL,
  key TEXT NOT NULL,
  path TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  answer TEXT NOT NULL,
  final INTEGER NOT NULL CHECK (final IN (0, 1)),
  created_at INTEGER NOT NULL,
  PRIMARY KEY (account_id, key)
) STRICT;

CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);
