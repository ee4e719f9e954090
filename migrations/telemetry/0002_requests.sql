-- How much was asked and how it was answered, and the log of requests. All of it may be lost without harm.

DROP TABLE usage_days;

-- Requests by how long they took: their latency is a class of the scale in src/usage/latency.ts, so that counts
-- of any days, keys and routes add up to a distribution.
CREATE TABLE request_counts (
  -- Days since the epoch, UTC. It comes first: what is too old is at the front.
  day INTEGER NOT NULL,
  account_id TEXT NOT NULL,
  environment TEXT NOT NULL CHECK (environment IN ('sandbox', 'live')),
  -- Empty: people who are signed in.
  key_id TEXT NOT NULL,
  -- The operation's id.
  route TEXT NOT NULL,
  latency INTEGER NOT NULL,
  requests INTEGER NOT NULL,
  errors INTEGER NOT NULL,
  rate_limited INTEGER NOT NULL,
  PRIMARY KEY (day, account_id, environment, key_id, route, latency)
) STRICT, WITHOUT ROWID;

-- What became of shipments and of webhook deliveries.
CREATE TABLE outcome_counts (
  day INTEGER NOT NULL,
  account_id TEXT NOT NULL,
  environment TEXT NOT NULL CHECK (environment IN ('sandbox', 'live')),
  kind TEXT NOT NULL CHECK (kind IN ('shipment', 'delivery')),
  outcome TEXT NOT NULL,
  total INTEGER NOT NULL,
  PRIMARY KEY (day, account_id, environment, kind, outcome)
) STRICT, WITHOUT ROWID;

-- The log of requests in batches of what was written together: one row for up to some hundred requests costs the
-- writer a tenth of a row for each.

-- Rows are added at the end and removed at the front, both in the order of position.
CREATE TABLE request_batches (
  position INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL,
  environment TEXT NOT NULL CHECK (environment IN ('sandbox', 'live')),
  -- The least and the greatest of its requests' ids; of two batches either may have the lesser.
  first_id TEXT NOT NULL,
  last_id TEXT NOT NULL,
  -- When the first and the last of its requests came, in milliseconds since the epoch.
  oldest_at INTEGER NOT NULL,
  newest_at INTEGER NOT NULL,
  -- How many of them were answered with 400 or more.
  refused INTEGER NOT NULL,
  -- How many characters there were in all batches up to this one, itself included; and in those of its account and
  -- environment.
  characters_upto INTEGER NOT NULL,
  own_upto INTEGER NOT NULL,
  -- JSON: a list of requests in the order of their answers.
  entries TEXT NOT NULL,
  -- JSON: id → the bodies of what changed something or was refused, as JSON, the first 16 KiB with secrets masked.
  bodies TEXT NOT NULL
) STRICT;

CREATE INDEX request_batches_by_account ON request_batches (account_id, environment, position);
CREATE INDEX request_batches_by_id ON request_batches (account_id, environment, last_id, first_id);
