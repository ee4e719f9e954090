-- Which driver of a fleet has which assignment, and how Waybill looks for one.

CREATE TABLE driver_jobs (
  assignment_id TEXT PRIMARY KEY REFERENCES assignments (id) ON DELETE CASCADE,
  shipment_id TEXT NOT NULL,
  carrier_id TEXT NOT NULL,
  -- Whose job it is, or who is asked; NULL: nobody.
  driver_id TEXT,
  status TEXT NOT NULL CHECK (status IN ('searching', 'offered', 'accepted', 'unassigned', 'ended')),
  -- Of all its parcels, for the capacity of drivers.
  weight_grams INTEGER NOT NULL,
  -- When the search begins, and when nobody is asked any more; NULL: never.
  search_at INTEGER NOT NULL,
  gives_up_at INTEGER,
  -- The drivers that were asked, JSON, and until when the present one may answer.
  asked TEXT NOT NULL,
  answer_until INTEGER,
  accepted_at INTEGER,
  -- Who last rejected it, when and why, JSON.
  rejection TEXT,
  -- Since when nobody is left who could drive.
  waiting_since INTEGER,
  -- When the search has its next step; NULL: a person or a driver comes first.
  due_at INTEGER,
  CHECK ((driver_id IS NOT NULL) = (status IN ('offered', 'accepted')) OR status = 'ended')
) STRICT;

CREATE INDEX driver_jobs_due ON driver_jobs (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX driver_jobs_of_driver ON driver_jobs (driver_id, accepted_at) WHERE status IN ('offered', 'accepted');
CREATE INDEX driver_jobs_waiting ON driver_jobs (carrier_id, waiting_since) WHERE waiting_since IS NOT NULL;

-- Who has or had a job: after a hand-over, a report of the former driver is judged by its time.
CREATE TABLE driver_turns (
  assignment_id TEXT NOT NULL REFERENCES driver_jobs (assignment_id) ON DELETE CASCADE,
  driver_id TEXT NOT NULL,
  since INTEGER NOT NULL,
  -- When another driver took over, or nobody; NULL while the job is theirs, and after its end.
  until INTEGER,
  PRIMARY KEY (assignment_id, driver_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX driver_turns_of_driver ON driver_turns (driver_id, since);

-- Fleets had no drivers until now: somebody moves their open assignments by hand.
INSERT INTO driver_jobs (assignment_id, shipment_id, carrier_id, status, weight_grams, search_at, asked)
  SELECT assignments.id, shipments.id, carriers.id, 'unassigned',
    (SELECT coalesce(sum((value ->> '$.quantity') * (value ->> '$.weight_grams')), 0) FROM json_each(parcels)),
    assigned_at, '[]'
  FROM assignments
  JOIN carriers ON carriers.id = assignments.carrier ->> '$.id' AND carriers.kind = 'fleet'
  JOIN shipments ON shipments.id = assignments.shipment_id
  WHERE assignments.status IN ('pending', 'confirmed');
