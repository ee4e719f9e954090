-- Drivers who are out: until when, and what becomes of their jobs (`release` or `keep`). No reason.
CREATE TABLE driver_absences (
  driver_id TEXT PRIMARY KEY REFERENCES drivers (id) ON DELETE CASCADE,
  until INTEGER NOT NULL,
  jobs TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX driver_absences_until ON driver_absences (until);

-- When a driver's duty changes by itself: the end of a break, or of a shift.
ALTER TABLE drivers ADD COLUMN duty_until INTEGER;
CREATE INDEX drivers_duty_ending ON drivers (duty_until) WHERE duty_until IS NOT NULL;

-- Fleets that exist do not get the new kind of attention until their owner wants it.
UPDATE carriers SET settings = json_set(settings, '$.attention', json('["clock_wrong"]'))
WHERE kind = 'fleet' AND json_type(settings, '$.attention') IS NULL;
