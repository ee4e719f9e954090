-- How long what drivers did is kept, and where it is found.

-- 1: a copy of a driver's own track, which is kept 30 days.
ALTER TABLE positions ADD COLUMN of_driver INTEGER NOT NULL DEFAULT 0;

UPDATE positions SET of_driver = 1 WHERE id IN (
  SELECT positions.id FROM driver_turns
  JOIN assignments ON assignments.id = driver_turns.assignment_id
  JOIN positions ON positions.shipment_id = assignments.shipment_id
    AND positions.received_at BETWEEN driver_turns.since
      AND coalesce(driver_turns.until, assignments.ended_at, positions.received_at)
);
UPDATE trackings SET position = json_set(position, '$.ofDriver', json('true'))
WHERE position IS NOT NULL AND assignment_id IN (SELECT assignment_id FROM driver_turns);

CREATE INDEX positions_of_drivers ON positions (received_at) WHERE of_driver = 1;

-- The jobs that a driver has or had.
CREATE INDEX driver_jobs_by_driver ON driver_jobs (driver_id, assignment_id) WHERE driver_id IS NOT NULL;
