-- Shipments with an address that the geocoder is still to be asked about. `rank` 0: an order, 1: of an import.
CREATE TABLE geocodings (
  shipment_id TEXT PRIMARY KEY REFERENCES shipments (id) ON DELETE CASCADE,
  due_at INTEGER NOT NULL,
  -- How often the geocoder failed.
  attempts INTEGER NOT NULL,
  rank INTEGER NOT NULL,
  -- When the goods are picked up at the earliest.
  pickup_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX geocodings_due ON geocodings (due_at);
CREATE INDEX geocodings_urgent ON geocodings (rank, pickup_at);

-- What the geocoder answered, under a keyed hash of the address. Without a precision it found nothing.
CREATE TABLE geocoder_answers (
  address_hash TEXT PRIMARY KEY,
  precision TEXT,
  latitude REAL,
  longitude REAL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX geocoder_answers_expiring ON geocoder_answers (expires_at);
CREATE INDEX geocoder_answers_precise ON geocoder_answers (precision);

-- Pins that people of an account set for an address, under a keyed hash of its text. The row goes with the shipment.
CREATE TABLE address_pins (
  account_id TEXT NOT NULL,
  address_hash TEXT NOT NULL,
  shipment_id TEXT NOT NULL REFERENCES shipments (id) ON DELETE CASCADE,
  latitude REAL NOT NULL,
  longitude REAL NOT NULL,
  set_at INTEGER NOT NULL,
  PRIMARY KEY (account_id, address_hash, shipment_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX address_pins_shipment ON address_pins (shipment_id);
