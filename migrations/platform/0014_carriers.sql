-- Carriers that an account or the operator set up. A deleted one stays as a row, so that its assignments keep their words.

CREATE TABLE carriers (
  id TEXT PRIMARY KEY,
  -- NULL: the installation's.
  account_id TEXT,
  -- Of the installation's: JSON array of the accounts that may use it; NULL: all accounts.
  accounts TEXT,
  code TEXT NOT NULL,
  name TEXT NOT NULL,
  kind TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('active', 'paused')),
  -- JSON by the schema of the kind.
  settings TEXT NOT NULL,
  -- JSON: the secret settings by name, encrypted if the installation has a key.
  secrets TEXT NOT NULL,
  version INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  deleted_at INTEGER,
  -- 1 until the open quotes of a paused carrier are withdrawn, and the tokens of a deleted one revoked.
  unsettled INTEGER NOT NULL CHECK (unsettled IN (0, 1)),
  CHECK (account_id IS NULL OR accounts IS NULL)
) STRICT;

CREATE UNIQUE INDEX carriers_code ON carriers (ifnull(account_id, ''), code) WHERE deleted_at IS NULL;
CREATE INDEX carriers_by_account ON carriers (account_id, id) WHERE deleted_at IS NULL;
CREATE INDEX carriers_unsettled ON carriers (id) WHERE unsettled = 1;
CREATE INDEX carriers_deleted ON carriers (id) WHERE deleted_at IS NOT NULL AND secrets <> '{}';

-- A paused carrier's quotes are withdrawn, and a carrier with active assignments is not deleted.
CREATE INDEX quotes_by_carrier ON quotes (carrier ->> '$.id', expires_at) WHERE status IN ('open', 'declined');
CREATE INDEX assignments_by_carrier ON assignments (carrier ->> '$.id') WHERE status IN ('pending', 'confirmed');
