-- A busy hour that the sandbox plays: the last one of each account, and what it has made.

CREATE TABLE rush_hours (
  account_id TEXT PRIMARY KEY,
  -- The fleet that it sets up, and the drivers whom it moves, JSON.
  carrier_id TEXT NOT NULL,
  driver_ids TEXT NOT NULL,
  -- What was asked for: shipments, minutes, speed, seed and place, JSON. They decide its plan.
  settings TEXT NOT NULL,
  -- How many of its shipments exist.
  created_count INTEGER NOT NULL,
  started_at INTEGER NOT NULL,
  ends_at INTEGER NOT NULL,
  -- NULL while it runs.
  ended_at INTEGER,
  end_reason TEXT,
  -- When it goes on; NULL after its end.
  due_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX rush_hours_due ON rush_hours (due_at) WHERE due_at IS NOT NULL;

CREATE TABLE rush_hour_shipments (
  shipment_id TEXT PRIMARY KEY REFERENCES shipments (id) ON DELETE CASCADE,
  account_id TEXT NOT NULL REFERENCES rush_hours (account_id) ON DELETE CASCADE,
  -- Its place in the plan, from 0.
  number INTEGER NOT NULL,
  -- Whether an offer is still to be accepted.
  needs_carrier INTEGER NOT NULL,
  -- Whether its mishap has begun, and until when its driver waits.
  has_begun INTEGER NOT NULL,
  resume_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX rush_hour_shipments_of_account ON rush_hour_shipments (account_id, number);
CREATE INDEX rush_hour_shipments_without_carrier ON rush_hour_shipments (account_id) WHERE needs_carrier = 1;
