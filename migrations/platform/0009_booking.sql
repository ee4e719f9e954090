-- When a carrier was first asked for a booking that must not be repeated blindly. The row is on the disk before the
-- carrier is asked, so a restart knows that the carrier may have booked.

ALTER TABLE carrier_calls ADD COLUMN asked_at INTEGER;
