-- Which carriers are asked for a shipment and which of their services are taken, as JSON arrays of codes and ids. Null: all.
ALTER TABLE shipments ADD COLUMN carriers TEXT;
ALTER TABLE shipments ADD COLUMN services TEXT;
