-- The index by carrier and status finds a carrier's open assignments too, and that by endpoint and time what is due.
DROP INDEX assignments_by_carrier;
DROP INDEX webhook_deliveries_by_due;
