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

-- Rows are added at the end and removed at the front, both in the order of position.
CREATE TABLE requests (
  position INTEGER PRIMARY KEY,
  id TEXT NOT NULL,
  account_id TEXT NOT NULL,
  environment TEXT NOT NULL CHECK (environment IN ('sandbox', 'live')),
  -- NULL: somebody who is signed in.
  key_id TEXT,
  method TEXT NOT NULL,
  -- With its query.
  path TEXT NOT NULL,
  -- The operation's id.
  route TEXT NOT NULL,
  status INTEGER NOT NULL,
  code TEXT,
  duration_ms REAL NOT NULL,
  address TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  -- The first 16 KiB with secrets masked, of what changes something and of what was refused.
  request_body TEXT,
  response_body TEXT
) STRICT;

CREATE INDEX requests_by_account ON requests (account_id, environment, id);

-- Refusals are few, and what most searches look for.
CREATE INDEX requests_refused ON requests (account_id, environment, id) WHERE status >= 400;
