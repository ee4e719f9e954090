-- What carriers send to their webhook address, as it came, and the secret in that address.

CREATE TABLE carrier_inboxes (
  carrier_id TEXT PRIMARY KEY NOT NULL REFERENCES carriers (id) ON DELETE CASCADE,
  -- JSON, sealed where there is a secret key. The hash lets a request in.
  secret TEXT NOT NULL,
  secret_hash TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE carrier_hooks (
  id TEXT PRIMARY KEY NOT NULL,
  carrier_id TEXT NOT NULL REFERENCES carriers (id) ON DELETE CASCADE,
  -- The carrier's owner; null: the installation.
  account_id TEXT,
  -- JSON of the headers, sealed where there is a secret key: some carriers send a secret in them.
  headers TEXT NOT NULL,
  body BLOB NOT NULL,
  body_hash TEXT NOT NULL,
  -- What the carrier calls it, once it was read.
  own_id TEXT,
  status TEXT NOT NULL,
  reason TEXT,
  -- The shipment that it is about, once its booking was found.
  shipment_id TEXT REFERENCES shipments (id) ON DELETE CASCADE,
  -- Real times.
  received_at INTEGER NOT NULL,
  queued_at INTEGER NOT NULL,
  due_at INTEGER
) STRICT;

CREATE UNIQUE INDEX carrier_hooks_by_body ON carrier_hooks (carrier_id, body_hash);
CREATE UNIQUE INDEX carrier_hooks_by_own_id ON carrier_hooks (carrier_id, own_id) WHERE own_id IS NOT NULL;
CREATE INDEX carrier_hooks_of_carrier ON carrier_hooks (carrier_id, id);
CREATE INDEX carrier_hooks_by_status ON carrier_hooks (carrier_id, status, id);
CREATE INDEX carrier_hooks_of_account ON carrier_hooks (account_id) WHERE account_id IS NOT NULL;
CREATE INDEX carrier_hooks_of_shipment ON carrier_hooks (shipment_id) WHERE shipment_id IS NOT NULL;
CREATE INDEX carrier_hooks_by_time ON carrier_hooks (received_at);
CREATE INDEX carrier_hooks_due ON carrier_hooks (due_at) WHERE due_at IS NOT NULL;

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
  SELECT account_id, size FROM carrier_labels
  UNION ALL
  SELECT account_id, octet_length(headers) + octet_length(body) FROM carrier_hooks WHERE account_id IS NOT NULL;

CREATE TRIGGER carrier_hooks_stored AFTER INSERT ON carrier_hooks WHEN new.account_id IS NOT NULL BEGIN
  INSERT INTO storage_use VALUES (new.account_id, octet_length(new.headers) + octet_length(new.body))
  ON CONFLICT DO UPDATE SET bytes = bytes + excluded.bytes;
END;

CREATE TRIGGER carrier_hooks_headers_changed AFTER UPDATE OF headers ON carrier_hooks
WHEN new.account_id IS NOT NULL BEGIN
  UPDATE storage_use SET bytes = bytes + octet_length(new.headers) - octet_length(old.headers)
  WHERE account_id = new.account_id;
END;

CREATE TRIGGER carrier_hooks_removed AFTER DELETE ON carrier_hooks WHEN old.account_id IS NOT NULL BEGIN
  UPDATE storage_use SET bytes = bytes - octet_length(old.headers) - octet_length(old.body)
  WHERE account_id = old.account_id;
END;
