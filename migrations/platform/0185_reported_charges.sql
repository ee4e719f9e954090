-- Which report of a carrier a charge comes from: it may come again, also after an erasure. A hash, because a carrier can
-- write anything into the name of its report.
ALTER TABLE charges ADD COLUMN report_hash TEXT;
CREATE UNIQUE INDEX charges_reported_once ON charges (assignment_id, report_hash) WHERE report_hash IS NOT NULL;
