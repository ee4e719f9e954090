-- What a user may do in the account. Until now every user could do everything.
ALTER TABLE users ADD COLUMN role TEXT NOT NULL DEFAULT 'owner'
  CHECK (role IN ('owner', 'developer', 'dispatcher', 'viewer'));
