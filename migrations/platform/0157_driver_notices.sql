-- What a driver is told: jobs, changes, recalls, cancellations, and notes of a dispatcher.
CREATE TABLE driver_notices (
  id TEXT PRIMARY KEY,
  driver_id TEXT NOT NULL REFERENCES drivers (id) ON DELETE CASCADE,
  -- The driver's account; NULL: the installation's.
  account_id TEXT,
  -- NULL for a note.
  assignment_id TEXT REFERENCES driver_jobs (assignment_id) ON DELETE CASCADE,
  shipment_id TEXT,
  kind TEXT NOT NULL,
  details TEXT NOT NULL,
  made_at INTEGER NOT NULL,
  -- When the phone had it, and when the driver said so.
  reached_at INTEGER,
  seen_at INTEGER
) STRICT;

CREATE INDEX driver_notices_unseen ON driver_notices (driver_id, id) WHERE seen_at IS NULL;
CREATE INDEX driver_notices_of_driver ON driver_notices (driver_id, id);
CREATE INDEX driver_notices_of_assignment ON driver_notices (assignment_id, driver_id) WHERE assignment_id IS NOT NULL;
CREATE INDEX driver_notices_of_shipment ON driver_notices (shipment_id) WHERE shipment_id IS NOT NULL;
CREATE INDEX driver_notices_made ON driver_notices (made_at);
