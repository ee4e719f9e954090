-- When a person last used the account; NULL: not since this is stored.
ALTER TABLE users ADD COLUMN last_seen_at INTEGER;

-- Which notices a person gets by email.
ALTER TABLE users ADD COLUMN notify_webhooks INTEGER NOT NULL DEFAULT 1 CHECK (notify_webhooks IN (0, 1));
ALTER TABLE users ADD COLUMN notify_security INTEGER NOT NULL DEFAULT 1 CHECK (notify_security IN (0, 1));

-- Links with which somebody joins an account. Their rows stay for a day after they expired, so that the limits of mail hold.
CREATE TABLE invitations (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  email TEXT NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('owner', 'developer', 'dispatcher', 'viewer')),
  invited_by TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  -- When it was accepted, withdrawn or replaced.
  ended_at INTEGER,
  -- SHA-256 of the link's secret part; the mailed link has another one, which shows that the address is right.
  token_hash TEXT NOT NULL UNIQUE,
  mailed_token_hash TEXT UNIQUE,
  -- When Waybill was asked to mail it; NULL: not at all.
  mail_asked_at INTEGER,
  attempts INTEGER NOT NULL,
  -- Next attempt to send the mail; NULL when it was sent, given up or not asked for.
  due_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX invitations_by_account ON invitations (account_id, id);
CREATE INDEX invitations_by_inviter ON invitations (invited_by);
CREATE INDEX invitations_by_email ON invitations (email, mail_asked_at);
CREATE INDEX invitations_mailed ON invitations (mail_asked_at) WHERE mail_asked_at IS NOT NULL;
CREATE INDEX invitations_due ON invitations (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX invitations_by_end ON invitations (expires_at);

-- How an account presents itself to its recipients.
CREATE TABLE account_brands (
  account_id TEXT PRIMARY KEY REFERENCES accounts (id),
  -- Of account_images.
  logo_image_id TEXT,
  color TEXT,
  phone TEXT,
  email TEXT,
  url TEXT
) STRICT, WITHOUT ROWID;

-- Pictures that an account uploaded for its brand.
CREATE TABLE account_images (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  content_type TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  content BLOB NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE INDEX account_images_by_account ON account_images (account_id, id);
