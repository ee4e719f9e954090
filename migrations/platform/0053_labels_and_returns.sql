-- Labels that carriers make, fetched after the booking: one for each assignment of such a carrier.
CREATE TABLE carrier_labels (
  assignment_id TEXT PRIMARY KEY REFERENCES assignments (id) ON DELETE CASCADE,
  account_id TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  -- When Waybill asks the carrier next. NULL: the label is here, or Waybill has given up.
  due_at INTEGER,
  content_type TEXT,
  sha256 TEXT,
  size INTEGER NOT NULL,
  content BLOB
) STRICT;

CREATE INDEX carrier_labels_due ON carrier_labels (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX carrier_labels_by_account ON carrier_labels (account_id);

-- Whose label the assignment has. NULL: Waybill draws it.
ALTER TABLE assignments ADD COLUMN carrier_label TEXT;

CREATE TRIGGER carrier_labels_stored AFTER UPDATE OF size ON carrier_labels BEGIN
  INSERT INTO storage_use VALUES (new.account_id, new.size - old.size)
  ON CONFLICT DO UPDATE SET bytes = bytes + excluded.bytes;
END;

CREATE TRIGGER carrier_labels_removed AFTER DELETE ON carrier_labels BEGIN
  UPDATE storage_use SET bytes = bytes - old.size WHERE account_id = old.account_id;
END;

DROP VIEW stored_rows;
CREATE VIEW stored_rows (account_id, bytes) AS
  SELECT account_id, octet_length(search) + octet_length(pickup) + octet_length(delivery) + octet_length(parcels)
    + octet_length(metadata) FROM shipments
  UNION ALL
  SELECT account_id, octet_length(body) FROM events
  UNION ALL
  SELECT account_id, octet_length(answer) FROM idempotency_keys
  UNION ALL
  SELECT account_id, octet_length(content) FROM proof_images JOIN shipments ON shipments.id = shipment_id
  UNION ALL
  SELECT account_id, octet_length(request_headers) + ifnull(octet_length(response_headers), 0)
    + ifnull(octet_length(response_body), 0)
  FROM webhook_attempts
  JOIN webhook_deliveries ON webhook_deliveries.id = delivery_id
  JOIN webhook_endpoints ON webhook_endpoints.id = webhook_id
  UNION ALL
  SELECT account_id, octet_length(card) FROM rate_cards WHERE account_id IS NOT NULL
  UNION ALL
  SELECT account_id, size FROM images WHERE account_id IS NOT NULL
  UNION ALL
  SELECT account_id, octet_length(headers) FROM inbox_messages
  UNION ALL
  SELECT account_id, size FROM carrier_labels;

-- Of a return: the shipment that it brings back. Of that shipment: its latest return.
ALTER TABLE shipments ADD COLUMN return_of TEXT;
ALTER TABLE shipments ADD COLUMN return_shipment_id TEXT;

CREATE INDEX shipments_by_return ON shipments (account_id, return_of, created_at, id) WHERE return_of IS NOT NULL;
