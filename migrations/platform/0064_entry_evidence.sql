-- What a report showed: pictures of pickups and failed attempts, and the proof of a report that changed nothing. JSON.
ALTER TABLE shipment_entries ADD COLUMN evidence TEXT;
