-- How much an account may ask: of each environment, and without any limit where there are none.
CREATE TABLE tiers (
  name TEXT PRIMARY KEY,
  requests_per_second INTEGER CHECK (requests_per_second > 0),
  burst INTEGER CHECK (burst > 0),
  requests_per_day INTEGER CHECK (requests_per_day > 0),
  CHECK ((requests_per_second IS NULL) = (burst IS NULL) AND (burst IS NULL) = (requests_per_day IS NULL))
) STRICT;

INSERT INTO tiers (name, requests_per_second, burst, requests_per_day) VALUES
  ('free', 10, 20, 10000),
  ('growth', 50, 100, 250000),
  ('scale', 200, 400, 5000000),
  ('unlimited', NULL, NULL, NULL);

ALTER TABLE accounts ADD COLUMN tier TEXT NOT NULL DEFAULT 'free' REFERENCES tiers (name);

-- Requests of an account on the last UTC day on which it asked for anything, counted in days since the epoch.
CREATE TABLE quota_use (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  environment TEXT NOT NULL CHECK (environment IN ('sandbox', 'live')),
  day INTEGER NOT NULL,
  requests INTEGER NOT NULL,
  PRIMARY KEY (account_id, environment)
) STRICT, WITHOUT ROWID;
