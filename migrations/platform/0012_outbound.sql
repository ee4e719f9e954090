-- Notices wait for their account's next digest. The mails that waited here hold text of callers, and are not sent.
DROP TABLE mails;

CREATE TABLE notices (
  account_id TEXT NOT NULL,
  -- The id of what it tells of. A later notice takes the place of the one before.
  about TEXT NOT NULL,
  subject TEXT NOT NULL,
  text TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  due_at INTEGER NOT NULL,
  PRIMARY KEY (account_id, about)
) STRICT, WITHOUT ROWID;

CREATE INDEX notices_due ON notices (due_at);

-- The digest bounds how often people are told.
ALTER TABLE webhook_endpoints DROP COLUMN mailed_at;
