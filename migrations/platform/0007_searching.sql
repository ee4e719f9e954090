-- Lists of shipments are in the order of their creation, so that a span of time begins at a place of an index, with
-- every filter. What is searched stands in one of them: looking through it does not read the shipments themselves.

DROP INDEX shipments_by_account;
DROP INDEX shipments_by_status;
DROP INDEX shipments_by_reference;
DROP INDEX shipments_by_carrier;
CREATE INDEX shipments_by_time ON shipments (account_id, created_at, id, search);
CREATE INDEX shipments_by_status ON shipments (account_id, status, created_at, id);
CREATE INDEX shipments_by_reference ON shipments (account_id, reference, created_at, id) WHERE reference IS NOT NULL;
CREATE INDEX shipments_by_carrier ON shipments (account_id, carrier_id, created_at, id) WHERE carrier_id IS NOT NULL;

-- Types of events in a span of time, likewise.
DROP INDEX events_by_time;
CREATE INDEX events_by_time ON events (account_id, created_at, type);
