-- How many bytes an account may store in each of its environments.
ALTER TABLE tiers ADD COLUMN storage_bytes INTEGER CHECK (storage_bytes > 0);
UPDATE tiers SET storage_bytes = CASE name
  WHEN 'scale' THEN 200000000000
  WHEN 'growth' THEN 20000000000
  ELSE 1000000000 END
WHERE requests_per_day IS NOT NULL;

-- Where users have signed in from, as hashes: wrong passwords from elsewhere do not keep them out there.
CREATE TABLE familiar_networks (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  network_hash TEXT NOT NULL,
  used_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, network_hash)
) STRICT, WITHOUT ROWID;
