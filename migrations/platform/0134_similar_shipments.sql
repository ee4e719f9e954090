-- Shipments to the same street, to find those that a list would make twice.
CREATE INDEX shipments_by_street ON shipments (account_id, delivery ->> '$.address.line1', created_at)
  WHERE redacted_at IS NULL;
