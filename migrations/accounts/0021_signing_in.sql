-- The app of a person that makes codes for signing in. Its secret is encrypted where the installation has a key.
CREATE TABLE second_factors (
  user_id TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  secret TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  -- When the first code showed that the app works; signing in asks for none before.
  active_at INTEGER
) STRICT, WITHOUT ROWID;

-- Time steps whose code was used: each counts once, whatever the clock does.
CREATE TABLE used_codes (
  user_id TEXT NOT NULL REFERENCES second_factors (user_id) ON DELETE CASCADE,
  step INTEGER NOT NULL,
  PRIMARY KEY (user_id, step)
) STRICT, WITHOUT ROWID;

-- SHA-256 of the codes that are left for somebody without the app.
CREATE TABLE recovery_codes (
  user_id TEXT NOT NULL REFERENCES second_factors (user_id) ON DELETE CASCADE,
  code_hash TEXT NOT NULL,
  PRIMARY KEY (user_id, code_hash)
) STRICT, WITHOUT ROWID;

-- Links to a new password or a new address: one of each kind for each person. Requests for addresses that nobody has
-- share a row, so that they take as long.
CREATE TABLE mailed_links (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('password_reset', 'email_change')),
  user_id TEXT REFERENCES users (id) ON DELETE CASCADE,
  -- The new address; NULL for a link to the person's own.
  email TEXT,
  asked_at INTEGER NOT NULL,
  -- NULL before the mail is made.
  token_hash TEXT UNIQUE,
  expires_at INTEGER,
  attempts INTEGER NOT NULL,
  -- When the mail is tried next; NULL after it was sent or given up.
  due_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX mailed_links_by_user ON mailed_links (user_id);
CREATE INDEX mailed_links_asked ON mailed_links (asked_at);
CREATE INDEX mailed_links_due ON mailed_links (due_at) WHERE due_at IS NOT NULL;

-- What a person is told by mail about signing in.
CREATE TABLE security_mails (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  -- To whom it goes, which is not the person's address any more after a change.
  email TEXT NOT NULL,
  details TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  attempts INTEGER NOT NULL,
  due_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX security_mails_by_user ON security_mails (user_id, created_at);
CREATE INDEX security_mails_created ON security_mails (created_at);
CREATE INDEX security_mails_due ON security_mails (due_at) WHERE due_at IS NOT NULL;
