-- The day of a delivery, `YYYY-MM-DD` at its address: of carriers that know no time.
ALTER TABLE quotes ADD COLUMN estimated_delivery_date TEXT;
ALTER TABLE assignments ADD COLUMN estimated_delivery_date TEXT;
ALTER TABLE trackings ADD COLUMN eta_delivery_date TEXT;
-- What keeps the goods, as JSON: the carrier's last failed attempt, or that they wait somewhere.
ALTER TABLE trackings ADD COLUMN setback TEXT;
