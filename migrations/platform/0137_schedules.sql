-- Standing orders: on which days which shipment is made.
CREATE TABLE schedules (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL,
  name TEXT NOT NULL,
  -- JSON, the body of creating a shipment; NULL once it was erased.
  shipment TEXT,
  -- JSON, as the windows and the skipped dates.
  days TEXT NOT NULL,
  pickup_window TEXT NOT NULL,
  delivery_window TEXT,
  time_zone TEXT NOT NULL,
  create_hours_before INTEGER NOT NULL,
  starts_on TEXT NOT NULL,
  ends_on TEXT,
  skip_dates TEXT NOT NULL,
  paused INTEGER NOT NULL,
  -- When the next day is due; NULL while it is paused or over.
  due_at INTEGER,
  -- Since when it is paused or over.
  idle_since INTEGER,
  redacted_at INTEGER,
  version INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX schedules_by_account ON schedules (account_id, id);
CREATE INDEX schedules_due ON schedules (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX schedules_idle ON schedules (account_id, idle_since) WHERE redacted_at IS NULL;

-- One row for each day whose shipment was made or tried, so that no day is made twice.
CREATE TABLE schedule_days (
  -- `<schedule>/<date>`.
  id TEXT PRIMARY KEY,
  schedule_id TEXT NOT NULL,
  account_id TEXT NOT NULL,
  date TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('waiting', 'created', 'failed', 'missed')),
  shipment_id TEXT,
  -- JSON.
  problem TEXT,
  tries INTEGER NOT NULL,
  ends_at INTEGER NOT NULL,
  due_at INTEGER,
  UNIQUE (schedule_id, date)
) STRICT;
CREATE INDEX schedule_days_due ON schedule_days (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX schedule_days_by_account ON schedule_days (account_id);
CREATE INDEX schedule_days_over ON schedule_days (ends_at);

-- Of which schedule a shipment is, and of which of its days.
ALTER TABLE shipments ADD COLUMN schedule_id TEXT;
ALTER TABLE shipments ADD COLUMN scheduled_for TEXT;
CREATE INDEX shipments_by_schedule ON shipments (account_id, schedule_id, created_at, id) WHERE schedule_id IS NOT NULL;
CREATE UNIQUE INDEX shipments_of_days ON shipments (schedule_id, scheduled_for) WHERE schedule_id IS NOT NULL;

-- A day of a schedule that failed has no shipment, and needs a person all the same.
ALTER TABLE attention_items RENAME TO earlier_attention_items;
DROP INDEX attention_items_once;
DROP INDEX attention_items_of_account;
DROP INDEX attention_items_of_installation;
CREATE TABLE attention_items (
  id TEXT PRIMARY KEY,
  -- NULL: it is of a schedule.
  shipment_id TEXT REFERENCES shipments (id) ON DELETE CASCADE,
  schedule_id TEXT REFERENCES schedules (id) ON DELETE CASCADE,
  account_id TEXT NOT NULL,
  -- The assignment's, and its carrier's; NULL without one.
  assignment_id TEXT,
  carrier_id TEXT,
  -- Whether the carrier is the installation's: then its operator sees the item too.
  is_installed INTEGER NOT NULL,
  driver_id TEXT,
  kind TEXT NOT NULL,
  since INTEGER NOT NULL,
  due_at INTEGER NOT NULL,
  -- What the sentence is made of, JSON.
  facts TEXT NOT NULL,
  raised_at INTEGER NOT NULL,
  -- A person of the account, or the operator, has seen to it: they do not see it again while its rule holds.
  dismissed_at INTEGER,
  operator_dismissed_at INTEGER
) STRICT;
INSERT INTO attention_items (id, shipment_id, account_id, assignment_id, carrier_id, is_installed, driver_id, kind, since,
  due_at, facts, raised_at, dismissed_at, operator_dismissed_at)
SELECT id, shipment_id, account_id, assignment_id, carrier_id, is_installed, driver_id, kind, since,
  due_at, facts, raised_at, dismissed_at, operator_dismissed_at FROM earlier_attention_items;
DROP TABLE earlier_attention_items;
CREATE UNIQUE INDEX attention_items_once ON attention_items (shipment_id, kind) WHERE shipment_id IS NOT NULL;
CREATE UNIQUE INDEX attention_items_of_schedule ON attention_items (schedule_id) WHERE schedule_id IS NOT NULL;
CREATE INDEX attention_items_of_account ON attention_items (account_id, due_at, id, kind, carrier_id, driver_id, is_installed)
  WHERE dismissed_at IS NULL;
CREATE INDEX attention_items_of_installation ON attention_items (due_at, id, kind, carrier_id, driver_id)
  WHERE is_installed = 1 AND operator_dismissed_at IS NULL;
