-- Where own riders handed goods over, under a keyed hash of the address without its `line2`. The row goes with the shipment.
CREATE TABLE handovers (
  shipment_id TEXT PRIMARY KEY REFERENCES shipments (id) ON DELETE CASCADE,
  account_id TEXT NOT NULL,
  address_hash TEXT NOT NULL,
  driver_id TEXT NOT NULL,
  latitude REAL NOT NULL,
  longitude REAL NOT NULL,
  handed_over_at INTEGER NOT NULL,
  -- 0: it says nothing of where the address is, and only whether the rider's other taps do.
  teaches INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX handovers_address ON handovers (account_id, address_hash, handed_over_at);
CREATE INDEX handovers_driver ON handovers (driver_id, handed_over_at);
