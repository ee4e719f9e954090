-- What endpoints with the URL waybill:inbox received. The body is the event's.

CREATE TABLE inbox_messages (
  position INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  account_id TEXT NOT NULL,
  webhook_id TEXT NOT NULL,
  delivery_id TEXT NOT NULL,
  attempt INTEGER NOT NULL,
  event_id TEXT NOT NULL REFERENCES events (id) ON DELETE CASCADE,
  type TEXT NOT NULL,
  shipment_id TEXT,
  -- JSON, as they were sent, with the values of custom headers masked.
  headers TEXT NOT NULL,
  received_at INTEGER NOT NULL
) STRICT;

CREATE INDEX inbox_messages_by_account ON inbox_messages (account_id, position);
CREATE INDEX inbox_messages_of_event ON inbox_messages (event_id);
CREATE INDEX inbox_messages_by_time ON inbox_messages (received_at);

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
  SELECT account_id, octet_length(headers) FROM inbox_messages;

CREATE TRIGGER inbox_messages_stored AFTER INSERT ON inbox_messages BEGIN
  INSERT INTO storage_use VALUES (new.account_id, octet_length(new.headers))
  ON CONFLICT DO UPDATE SET bytes = bytes + excluded.bytes;
END;

CREATE TRIGGER inbox_messages_removed AFTER DELETE ON inbox_messages BEGIN
  UPDATE storage_use SET bytes = bytes - octet_length(old.headers) WHERE account_id = old.account_id;
END;
