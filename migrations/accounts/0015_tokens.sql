-- Tokens of those who deliver. A carrier authenticates with one; only a hash of its secret is stored.

CREATE TABLE tokens (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('carrier', 'driver', 'positions')),
  environment TEXT NOT NULL CHECK (environment IN ('sandbox', 'live')),
  -- NULL: of a carrier of the installation.
  account_id TEXT,
  carrier_id TEXT NOT NULL,
  name TEXT NOT NULL,
  prefix TEXT NOT NULL,
  last4 TEXT NOT NULL,
  secret_hash TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER,
  -- The end of the grace period of a token that was rotated.
  expires_at INTEGER,
  revoked_at INTEGER
) STRICT;

CREATE UNIQUE INDEX tokens_secret ON tokens (secret_hash);
CREATE INDEX tokens_by_carrier ON tokens (carrier_id, id);

-- A key made without scopes has all of them, also those that came later. A key with a list gains none.
UPDATE api_keys SET scopes = '["shipments:read","shipments:write","quotes:read","quotes:write","assignments:write","tracking:read","webhooks:read","webhooks:write","events:read","usage:read","sandbox:write","carriers:read","carriers:write","drivers:read","drivers:write","dispatch:write","charges:read"]'
WHERE scopes = '["shipments:read","shipments:write","quotes:read","quotes:write","assignments:write","tracking:read","webhooks:read","webhooks:write","events:read","usage:read","sandbox:write"]';
