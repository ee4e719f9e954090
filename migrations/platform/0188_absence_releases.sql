-- When Waybill takes back what is left of a driver's jobs, if a stop ended the request that did. Real time.
ALTER TABLE driver_absences ADD COLUMN release_at INTEGER;
CREATE INDEX driver_absences_releases ON driver_absences (release_at) WHERE release_at IS NOT NULL;
