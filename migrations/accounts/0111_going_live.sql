-- What the operator knows before the first live shipment, and leaves as it is.
CREATE TABLE need_dismissals (
  kind TEXT PRIMARY KEY,
  -- Who dismissed it: the id of a user.
  dismissed_by TEXT NOT NULL,
  dismissed_at INTEGER NOT NULL,
  -- 1: after the first live shipment. What becomes urgent then needs another dismissal.
  was_urgent INTEGER NOT NULL CHECK (was_urgent IN (0, 1))
) STRICT, WITHOUT ROWID;

-- The latest backup that left the disk for a place where Waybill does not look again: a download that ended whole, or one
-- that somebody took into a folder on another file system.
CREATE TABLE backup_departures (
  -- Only the latest is kept.
  id INTEGER PRIMARY KEY CHECK (id = 1),
  backup TEXT NOT NULL,
  left_at INTEGER NOT NULL
) STRICT;
