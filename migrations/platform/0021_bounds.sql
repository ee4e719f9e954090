-- What carriers send stays bounded: images count as storage of their account, and a late report is looked up.

-- Whether an entry tells of a report already, without a read of the whole timeline.
CREATE INDEX shipment_entries_told ON shipment_entries (shipment_id, status, substatus, code);
CREATE INDEX shipment_entries_late ON shipment_entries (shipment_id, message) WHERE code = 'late_report';

CREATE INDEX images_unnamed_of_account ON images (account_id, size)
  WHERE named_at IS NULL AND account_id IS NOT NULL;

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
  SELECT account_id, size FROM images WHERE account_id IS NOT NULL;

INSERT INTO storage_use (account_id, bytes)
  SELECT account_id, sum(size) FROM images WHERE account_id IS NOT NULL GROUP BY account_id
  ON CONFLICT DO UPDATE SET bytes = bytes + excluded.bytes;

CREATE TRIGGER images_stored AFTER INSERT ON images WHEN new.account_id IS NOT NULL BEGIN
  INSERT INTO storage_use VALUES (new.account_id, new.size)
  ON CONFLICT DO UPDATE SET bytes = bytes + excluded.bytes;
END;

-- An image of an installation's carrier belongs to the account whose shipment first names it.
CREATE TRIGGER images_named AFTER UPDATE OF account_id ON images
WHEN old.account_id IS NULL AND new.account_id IS NOT NULL BEGIN
  INSERT INTO storage_use VALUES (new.account_id, new.size)
  ON CONFLICT DO UPDATE SET bytes = bytes + excluded.bytes;
END;

CREATE TRIGGER images_removed AFTER DELETE ON images WHEN old.account_id IS NOT NULL BEGIN
  UPDATE storage_use SET bytes = bytes - old.size WHERE account_id = old.account_id;
END;
