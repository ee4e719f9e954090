-- Lists in the order of the changes, for callers who poll for them.
CREATE INDEX shipments_by_change ON shipments (account_id, updated_at, id);
-- Lists of what is delivered within a span, in the order of the windows.
CREATE INDEX shipments_by_delivery ON shipments (account_id, delivery ->> '$.window.start', id)
  WHERE delivery ->> '$.window.start' IS NOT NULL;
