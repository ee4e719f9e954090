-- When somebody showed that mail to the address reaches them. Null: no notices go there.
ALTER TABLE users ADD COLUMN email_verified_at INTEGER;
-- The operator chose these addresses.
UPDATE users SET email_verified_at = created_at
WHERE is_operator = 1 OR id IN (SELECT target_id FROM audit_entries WHERE action = 'user.created');

-- The link that a person is sent to verify the address.
CREATE TABLE email_verifications (
  user_id TEXT PRIMARY KEY REFERENCES users (id),
  asked_at INTEGER NOT NULL,
  -- Null before the mail is made.
  token_hash TEXT UNIQUE,
  -- When the link ends.
  expires_at INTEGER,
  attempts INTEGER NOT NULL,
  -- When the mail is tried next; null after it was sent or given up.
  due_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX email_verifications_asked ON email_verifications (asked_at);
CREATE INDEX email_verifications_due ON email_verifications (due_at) WHERE due_at IS NOT NULL;

-- When an account's people may be mailed the next digest.
CREATE TABLE digests (
  account_id TEXT PRIMARY KEY REFERENCES accounts (id),
  next_at INTEGER NOT NULL,
  -- Of the digest that the mail server has not taken yet.
  attempts INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
