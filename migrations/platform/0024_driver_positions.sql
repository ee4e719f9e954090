-- When drivers were on duty, where they were and are, and whose stop they were driving to.

-- A position counts if the driver was on duty at its time, however late it comes.
CREATE TABLE driver_shifts (
  driver_id TEXT NOT NULL REFERENCES drivers (id) ON DELETE CASCADE,
  began_at INTEGER NOT NULL,
  -- NULL: the driver is on duty.
  ended_at INTEGER,
  PRIMARY KEY (driver_id, began_at)
) STRICT, WITHOUT ROWID;

CREATE INDEX driver_shifts_ended ON driver_shifts (ended_at) WHERE ended_at IS NOT NULL;

CREATE TRIGGER drivers_begin_on_duty AFTER INSERT ON drivers WHEN new.on_duty = 1 BEGIN
  INSERT INTO driver_shifts VALUES (new.id, new.updated_at, NULL);
END;

CREATE TRIGGER drivers_begin_duty AFTER UPDATE OF on_duty ON drivers WHEN new.on_duty = 1 AND old.on_duty = 0 BEGIN
  INSERT INTO driver_shifts VALUES (new.id, new.updated_at, NULL)
  ON CONFLICT DO UPDATE SET ended_at = NULL;
END;

CREATE TRIGGER drivers_end_duty AFTER UPDATE OF on_duty ON drivers WHEN new.on_duty = 0 AND old.on_duty = 1 BEGIN
  UPDATE driver_shifts SET ended_at = new.updated_at WHERE driver_id = new.id AND ended_at IS NULL;
END;

INSERT INTO driver_shifts SELECT id, updated_at, NULL FROM drivers WHERE on_duty = 1;

-- The track of each driver, kept 30 days with what Waybill thinks of every position.
CREATE TABLE driver_positions (
  id INTEGER PRIMARY KEY,
  driver_id TEXT NOT NULL REFERENCES drivers (id) ON DELETE CASCADE,
  -- The sender's own id and time, by which a repeated position is known.
  report_id TEXT NOT NULL,
  reported_at INTEGER NOT NULL,
  latitude REAL NOT NULL,
  longitude REAL NOT NULL,
  accuracy_meters INTEGER,
  heading_degrees INTEGER,
  speed_mps REAL,
  -- By our clock.
  recorded_at INTEGER NOT NULL,
  received_at INTEGER NOT NULL,
  verdict TEXT NOT NULL
) STRICT;

CREATE UNIQUE INDEX driver_positions_once ON driver_positions (driver_id, reported_at, report_id);
CREATE INDEX driver_positions_by_age ON driver_positions (received_at);

-- JSON: what the judge of positions remembers of each driver.
CREATE TABLE driver_tracks (
  driver_id TEXT PRIMARY KEY REFERENCES drivers (id) ON DELETE CASCADE,
  memory TEXT NOT NULL
) STRICT;

-- JSON: the newest good position of each driver.
CREATE TABLE driver_places (
  driver_id TEXT PRIMARY KEY REFERENCES drivers (id) ON DELETE CASCADE,
  place TEXT NOT NULL
) STRICT;

-- 1: the driver was on the way to somebody else's stop, so the recipient does not see it.
ALTER TABLE positions ADD COLUMN to_other_stop INTEGER NOT NULL DEFAULT 0;
