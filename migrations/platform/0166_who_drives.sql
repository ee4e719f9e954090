-- Which driver of an own fleet has an assignment, or had it at its end. Null for drivers of the installation, whom
-- accounts do not know.
ALTER TABLE assignments ADD COLUMN driver_id TEXT;
UPDATE assignments SET driver_id = (
  SELECT drivers.id FROM driver_jobs JOIN drivers ON drivers.id = driver_jobs.driver_id
  WHERE driver_jobs.assignment_id = assignments.id AND driver_jobs.status IN ('accepted', 'ended')
    AND drivers.account_id IS NOT NULL
);

-- How far a driver rode in each quarter of an hour, by the positions of times on duty. Every time zone begins its days at
-- a quarter, so days can be reckoned in each. It is kept longer than the positions, which say where.
CREATE TABLE driver_rides (
  driver_id TEXT NOT NULL REFERENCES drivers (id) ON DELETE CASCADE,
  -- When the quarter begins.
  quarter INTEGER NOT NULL,
  meters REAL NOT NULL,
  PRIMARY KEY (driver_id, quarter)
) STRICT, WITHOUT ROWID;
CREATE INDEX driver_rides_quarter ON driver_rides (quarter);

-- Hours and ways leave with their driver.
CREATE TRIGGER drivers_forget_work AFTER UPDATE OF deleted_at ON drivers
WHEN new.deleted_at IS NOT NULL AND old.deleted_at IS NULL BEGIN
  DELETE FROM driver_shifts WHERE driver_id = new.id;
  DELETE FROM driver_rides WHERE driver_id = new.id;
END;
