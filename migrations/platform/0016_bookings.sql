-- What carriers that know a day and not a minute, answer later or refuse a cancellation need.

-- SQLite cannot drop NOT NULL. A column beside the old one keeps the table with its indexes.
ALTER TABLE quotes ADD COLUMN pickup_at INTEGER;
ALTER TABLE quotes ADD COLUMN delivery_at INTEGER;
UPDATE quotes SET pickup_at = estimated_pickup_at, delivery_at = estimated_delivery_at;
ALTER TABLE quotes DROP COLUMN estimated_pickup_at;
ALTER TABLE quotes DROP COLUMN estimated_delivery_at;
ALTER TABLE quotes RENAME COLUMN pickup_at TO estimated_pickup_at;
ALTER TABLE quotes RENAME COLUMN delivery_at TO estimated_delivery_at;
-- How the carrier came to the price, for its owner only; NULL where it does not say.
ALTER TABLE quotes ADD COLUMN basis TEXT;
-- What a cancellation costs at which step, JSON; NULL where only the carrier knows.
ALTER TABLE quotes ADD COLUMN cancellation_steps TEXT;

ALTER TABLE assignments ADD COLUMN pickup_at INTEGER;
ALTER TABLE assignments ADD COLUMN delivery_at INTEGER;
UPDATE assignments SET pickup_at = estimated_pickup_at, delivery_at = estimated_delivery_at;
ALTER TABLE assignments DROP COLUMN estimated_pickup_at;
ALTER TABLE assignments DROP COLUMN estimated_delivery_at;
ALTER TABLE assignments RENAME COLUMN pickup_at TO estimated_pickup_at;
ALTER TABLE assignments RENAME COLUMN delivery_at TO estimated_delivery_at;
-- The carrier's own tracking numbers by parcel id, JSON.
ALTER TABLE assignments ADD COLUMN tracking_numbers TEXT NOT NULL DEFAULT '{}';
ALTER TABLE assignments ADD COLUMN carrier_tracking_url TEXT;
-- The client's wish to end the assignment, which the carrier has not agreed to yet or has refused, JSON; NULL for none.
ALTER TABLE assignments ADD COLUMN cancellation_request TEXT;

-- When the carrier answered that it will decide later; NULL before.
ALTER TABLE carrier_calls ADD COLUMN pending_at INTEGER;
