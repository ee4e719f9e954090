-- What an owner says of an endpoint, how what waits for it is brought to its state, and the letters that tell of it.

-- Header names with their values; like the secrets, encrypted where the installation has a key.
ALTER TABLE webhook_endpoints ADD COLUMN headers TEXT NOT NULL DEFAULT '{}';
-- Sandbox only, NULL in live.
ALTER TABLE webhook_endpoints ADD COLUMN faults TEXT;

-- A backlog may be long: it follows its endpoint's state in steps, and nothing is sent before it has.
ALTER TABLE webhook_endpoints ADD COLUMN unsettled INTEGER NOT NULL DEFAULT 0 CHECK (unsettled IN (0, 1));
ALTER TABLE webhook_endpoints ADD COLUMN discard_through INTEGER;
-- When its account's people were last told that it was disabled.
ALTER TABLE webhook_endpoints ADD COLUMN mailed_at INTEGER;
CREATE INDEX webhook_endpoints_unsettled ON webhook_endpoints (id) WHERE unsettled = 1;
CREATE INDEX webhook_deliveries_paused ON webhook_deliveries (webhook_id) WHERE status = 'paused';

CREATE TABLE mails (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL,
  subject TEXT NOT NULL,
  text TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  due_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE INDEX mails_due ON mails (due_at);
