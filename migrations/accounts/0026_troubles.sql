-- What needs the operator, each from its beginning to its end.
CREATE TABLE troubles (
  id TEXT PRIMARY KEY,
  -- Which need it is, for as long as it goes on.
  need_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  -- NULL: of the installation itself.
  account_id TEXT REFERENCES accounts (id) ON DELETE CASCADE,
  environment TEXT,
  webhook_id TEXT,
  message TEXT NOT NULL,
  weight REAL NOT NULL,
  began_at INTEGER NOT NULL,
  -- Since when it is gone; it has ended when it stays gone.
  missing_since INTEGER,
  ended_at INTEGER
) STRICT;

CREATE UNIQUE INDEX troubles_open ON troubles (need_id) WHERE ended_at IS NULL;
CREATE INDEX troubles_ended ON troubles (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX troubles_by_account ON troubles (account_id) WHERE account_id IS NOT NULL;

-- The messages of their beginning and end, by channel.
CREATE TABLE alarms (
  id TEXT PRIMARY KEY,
  trouble_id TEXT NOT NULL REFERENCES troubles (id) ON DELETE CASCADE,
  channel TEXT NOT NULL CHECK (channel IN ('webhook', 'mail')),
  state TEXT NOT NULL CHECK (state IN ('began', 'ended')),
  created_at INTEGER NOT NULL,
  attempts INTEGER NOT NULL,
  -- The next attempt; NULL when it was sent or given up.
  due_at INTEGER,
  sent_at INTEGER,
  last_error TEXT
) STRICT;

CREATE UNIQUE INDEX alarms_by_trouble ON alarms (trouble_id, channel, state);
CREATE INDEX alarms_due ON alarms (channel, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX alarms_sent ON alarms (channel, sent_at) WHERE sent_at IS NOT NULL;
