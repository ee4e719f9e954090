-- A carrier's own name for what it charged later: the report that says so may come again, also after an erasure.
ALTER TABLE charges ADD COLUMN report_id TEXT;
CREATE UNIQUE INDEX charges_reported_once ON charges (assignment_id, report_id) WHERE report_id IS NOT NULL;
