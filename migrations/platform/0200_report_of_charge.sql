-- The carrier's own id of the report that made a charge: the carrier reads it where it reads the assignment. Charges that
-- were made before have a hash of it only.
ALTER TABLE charges ADD COLUMN report_id TEXT;
