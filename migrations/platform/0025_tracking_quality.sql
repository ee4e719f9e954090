-- How good a position is; only good ones move the map. Nobody judged those before this.
ALTER TABLE positions ADD COLUMN verdict TEXT NOT NULL DEFAULT 'good';

-- What Waybill learned from the positions of the trip: see TripMemory.
ALTER TABLE trackings ADD COLUMN memory TEXT;
-- Set by `tracking.silent` to the time of the last good position; the next one clears it.
ALTER TABLE trackings ADD COLUMN silent_since INTEGER;

-- What the driver reported last, where Waybill has seen them arrive since: no fee rests on what Waybill sees.
ALTER TABLE assignments ADD COLUMN reported_substatus TEXT;

-- When Waybill looks at a trip again: whether positions still come, and what the router says of the way.
CREATE TABLE tracking_checks (
  shipment_id TEXT PRIMARY KEY REFERENCES shipments (id) ON DELETE CASCADE,
  silence_at INTEGER,
  route_at INTEGER
) STRICT;

CREATE INDEX tracking_checks_by_silence ON tracking_checks (silence_at) WHERE silence_at IS NOT NULL;
CREATE INDEX tracking_checks_by_route ON tracking_checks (route_at) WHERE route_at IS NOT NULL;
