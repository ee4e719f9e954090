-- In which order drivers make their stops.

CREATE TABLE driver_routes (
  driver_id TEXT PRIMARY KEY REFERENCES drivers (id) ON DELETE CASCADE,
  -- The chosen order: ids of stops, JSON. Stops that it does not name come after, as their jobs were accepted.
  stops TEXT NOT NULL,
  -- A better order, JSON; NULL: none is known.
  suggestion TEXT,
  -- When Waybill looks for a better order; NULL: when the driver's jobs change.
  due_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX driver_routes_due ON driver_routes (due_at) WHERE due_at IS NOT NULL;
