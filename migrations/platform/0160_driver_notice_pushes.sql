-- When Waybill wakes the driver's phones because of it; NULL: it did, or push is off.
ALTER TABLE driver_notices ADD COLUMN push_at INTEGER;
CREATE INDEX driver_notices_push ON driver_notices (driver_id, push_at) WHERE push_at IS NOT NULL;
