-- Bookings whose carrier Waybill asks what became of them, and how to find a booking by what its carrier calls it.

CREATE TABLE trackers (
  assignment_id TEXT PRIMARY KEY REFERENCES assignments (id) ON DELETE CASCADE,
  carrier_id TEXT NOT NULL,
  -- `booking`: the assignment is open. `refund`: it was cancelled, and the carrier has still to say whether it pays back.
  awaits TEXT NOT NULL CHECK (awaits IN ('booking', 'refund')),
  -- When the carrier is asked next.
  due_at INTEGER NOT NULL,
  -- Asks without an answer in a row.
  failures INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX trackers_due ON trackers (carrier_id, due_at);

CREATE INDEX assignments_by_carrier_reference ON assignments (carrier ->> '$.id', carrier_reference, id)
  WHERE carrier_reference IS NOT NULL;

-- The carriers' own tracking numbers, which `assignments.tracking_numbers` holds by parcel.
CREATE TABLE carrier_tracking_numbers (
  carrier_id TEXT NOT NULL,
  tracking_number TEXT NOT NULL,
  assignment_id TEXT NOT NULL REFERENCES assignments (id) ON DELETE CASCADE,
  PRIMARY KEY (carrier_id, tracking_number, assignment_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX carrier_tracking_numbers_of_assignment ON carrier_tracking_numbers (assignment_id);

CREATE TRIGGER assignments_numbered AFTER UPDATE OF tracking_numbers ON assignments
WHEN new.tracking_numbers <> old.tracking_numbers BEGIN
  DELETE FROM carrier_tracking_numbers WHERE assignment_id = new.id;
  INSERT INTO carrier_tracking_numbers
    SELECT DISTINCT new.carrier ->> '$.id', value, new.id FROM json_each(new.tracking_numbers);
END;

INSERT INTO carrier_tracking_numbers
  SELECT DISTINCT carrier ->> '$.id', value, assignments.id FROM assignments, json_each(tracking_numbers)
  WHERE tracking_numbers <> '{}';
