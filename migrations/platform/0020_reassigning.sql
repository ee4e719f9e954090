-- The client's wish that another offer takes over from a carrier that gives the shipment back, JSON; NULL for none.
ALTER TABLE assignments ADD COLUMN auto_reassign TEXT;
