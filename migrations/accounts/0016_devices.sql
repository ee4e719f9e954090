-- How drivers are recognized: links that connect a phone, the devices they connected, and tokens of a driver's own.
-- Codes and cookies are stored as hashes only.

-- NULL: the token of a carrier's server.
ALTER TABLE tokens ADD COLUMN driver_id TEXT;
CREATE INDEX tokens_by_driver ON tokens (driver_id, id) WHERE driver_id IS NOT NULL;

-- A driver has one link at most: a new one replaces it.
CREATE TABLE driver_links (
  driver_id TEXT PRIMARY KEY,
  environment TEXT NOT NULL CHECK (environment IN ('sandbox', 'live')),
  -- NULL: of a carrier of the installation.
  account_id TEXT,
  carrier_id TEXT NOT NULL,
  -- The account of who made the link: its audit log records the devices.
  issuer_account_id TEXT NOT NULL,
  code_hash TEXT NOT NULL,
  devices_left INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;

CREATE UNIQUE INDEX driver_links_code ON driver_links (code_hash);
CREATE INDEX driver_links_by_carrier ON driver_links (carrier_id);
CREATE INDEX driver_links_expiring ON driver_links (expires_at);

CREATE TABLE devices (
  id TEXT PRIMARY KEY,
  driver_id TEXT NOT NULL,
  environment TEXT NOT NULL CHECK (environment IN ('sandbox', 'live')),
  account_id TEXT,
  carrier_id TEXT NOT NULL,
  issuer_account_id TEXT NOT NULL,
  name TEXT NOT NULL,
  token_hash TEXT NOT NULL,
  user_agent TEXT,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER NOT NULL
) STRICT;

CREATE UNIQUE INDEX devices_token ON devices (token_hash);
CREATE INDEX devices_by_driver ON devices (driver_id, id);
CREATE INDEX devices_by_carrier ON devices (carrier_id);
CREATE INDEX devices_idle ON devices (last_used_at);
