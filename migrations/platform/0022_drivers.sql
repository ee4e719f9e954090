-- Drivers of fleets. A deleted one stays as a row, so that its assignments can be told apart.

CREATE TABLE drivers (
  id TEXT PRIMARY KEY,
  carrier_id TEXT NOT NULL REFERENCES carriers (id),
  -- The carrier's account; NULL: the installation's.
  account_id TEXT,
  name TEXT NOT NULL,
  phone TEXT,
  -- JSON: type and plate.
  vehicle TEXT NOT NULL,
  -- NULL: the language of the phone.
  language TEXT,
  on_duty INTEGER NOT NULL CHECK (on_duty IN (0, 1)),
  -- How many assignments and how much weight the driver takes at a time; NULL: no limit.
  capacity_assignments INTEGER,
  capacity_weight_grams INTEGER,
  version INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  deleted_at INTEGER,
  -- 1 until the link, the devices and the tokens of a deleted driver are ended.
  unsettled INTEGER NOT NULL CHECK (unsettled IN (0, 1))
) STRICT;

CREATE INDEX drivers_by_account ON drivers (account_id, id) WHERE deleted_at IS NULL;
CREATE INDEX drivers_by_carrier ON drivers (carrier_id, id) WHERE deleted_at IS NULL;
CREATE INDEX drivers_on_duty ON drivers (carrier_id, id) WHERE deleted_at IS NULL AND on_duty = 1;
CREATE INDEX drivers_unsettled ON drivers (id) WHERE unsettled = 1;
