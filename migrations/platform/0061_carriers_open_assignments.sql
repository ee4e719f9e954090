-- The index by carrier and status finds a carrier's open assignments too.
DROP INDEX assignments_by_carrier;
