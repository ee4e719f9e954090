-- How carriers answered in the last day, so that a restart does not forget it.

CREATE TABLE carrier_health (
  carrier_id TEXT PRIMARY KEY,
  -- Counts by hour, JSON.
  hours TEXT NOT NULL,
  -- When the last call failed and why, JSON; NULL: none did.
  last_error TEXT
) STRICT, WITHOUT ROWID;
