-- The token of a tracking link is found by its hash, and shown from `sealed_token`: JSON, a text or an encrypted box. Rows of
-- earlier versions have the token itself in `tracking_hash` until the next start moves it.
ALTER TABLE shipments RENAME COLUMN tracking_token TO tracking_hash;
ALTER TABLE shipments ADD COLUMN sealed_token TEXT;
-- Those that are still to be moved.
CREATE INDEX shipments_open_tokens ON shipments (id) WHERE sealed_token IS NULL;
