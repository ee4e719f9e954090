-- How many bytes each account stores. The triggers count in the transaction that writes, so the count cannot drift and
-- no crash can part them. It holds what an account can make large: shipments, events, pictures of proofs, attempts at
-- deliveries and kept answers; other rows are small, and none is without one of these.

-- What each row takes. The triggers below count the same.
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
  JOIN webhook_endpoints ON webhook_endpoints.id = webhook_id;

CREATE TABLE storage_use (
  account_id TEXT PRIMARY KEY,
  bytes INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO storage_use (account_id, bytes) SELECT account_id, sum(bytes) FROM stored_rows GROUP BY account_id;

CREATE TRIGGER shipments_stored AFTER INSERT ON shipments BEGIN
  INSERT INTO storage_use VALUES (new.account_id, octet_length(new.search) + octet_length(new.pickup)
    + octet_length(new.delivery) + octet_length(new.parcels) + octet_length(new.metadata))
  ON CONFLICT DO UPDATE SET bytes = bytes + excluded.bytes;
END;

CREATE TRIGGER shipments_changed AFTER UPDATE ON shipments
WHEN octet_length(new.search) + octet_length(new.pickup) + octet_length(new.delivery) + octet_length(new.parcels)
  + octet_length(new.metadata) <> octet_length(old.search) + octet_length(old.pickup) + octet_length(old.delivery)
  + octet_length(old.parcels) + octet_length(old.metadata) BEGIN
  UPDATE storage_use SET bytes = bytes
    + octet_length(new.search) + octet_length(new.pickup) + octet_length(new.delivery) + octet_length(new.parcels)
    + octet_length(new.metadata)
    - octet_length(old.search) - octet_length(old.pickup) - octet_length(old.delivery) - octet_length(old.parcels)
    - octet_length(old.metadata)
  WHERE account_id = new.account_id;
END;

-- A picture goes after its shipment, and then belongs to nobody: it is counted out here.
CREATE TRIGGER shipments_removed BEFORE DELETE ON shipments BEGIN
  UPDATE storage_use SET bytes = bytes
    - octet_length(old.search) - octet_length(old.pickup) - octet_length(old.delivery) - octet_length(old.parcels)
    - octet_length(old.metadata)
    - (SELECT ifnull(sum(octet_length(content)), 0) FROM proof_images WHERE shipment_id = old.id)
  WHERE account_id = old.account_id;
END;

CREATE TRIGGER proof_images_stored AFTER INSERT ON proof_images BEGIN
  UPDATE storage_use SET bytes = bytes + octet_length(new.content)
  WHERE account_id = (SELECT account_id FROM shipments WHERE id = new.shipment_id);
END;

CREATE TRIGGER proof_images_removed AFTER DELETE ON proof_images BEGIN
  UPDATE storage_use SET bytes = bytes - octet_length(old.content)
  WHERE account_id = (SELECT account_id FROM shipments WHERE id = old.shipment_id);
END;

CREATE TRIGGER events_stored AFTER INSERT ON events BEGIN
  INSERT INTO storage_use VALUES (new.account_id, octet_length(new.body))
  ON CONFLICT DO UPDATE SET bytes = bytes + excluded.bytes;
END;

CREATE TRIGGER events_changed AFTER UPDATE OF body ON events BEGIN
  UPDATE storage_use SET bytes = bytes + octet_length(new.body) - octet_length(old.body)
  WHERE account_id = new.account_id;
END;

CREATE TRIGGER events_removed AFTER DELETE ON events BEGIN
  UPDATE storage_use SET bytes = bytes - octet_length(old.body) WHERE account_id = old.account_id;
END;

CREATE TRIGGER idempotency_keys_stored AFTER INSERT ON idempotency_keys BEGIN
  INSERT INTO storage_use VALUES (new.account_id, octet_length(new.answer))
  ON CONFLICT DO UPDATE SET bytes = bytes + excluded.bytes;
END;

CREATE TRIGGER idempotency_keys_changed AFTER UPDATE OF answer ON idempotency_keys BEGIN
  UPDATE storage_use SET bytes = bytes + octet_length(new.answer) - octet_length(old.answer)
  WHERE account_id = new.account_id;
END;

CREATE TRIGGER idempotency_keys_removed AFTER DELETE ON idempotency_keys BEGIN
  UPDATE storage_use SET bytes = bytes - octet_length(old.answer) WHERE account_id = old.account_id;
END;

CREATE TRIGGER webhook_attempts_stored AFTER INSERT ON webhook_attempts BEGIN
  UPDATE storage_use SET bytes = bytes + octet_length(new.request_headers)
    + ifnull(octet_length(new.response_headers), 0) + ifnull(octet_length(new.response_body), 0)
  WHERE account_id = (SELECT account_id FROM webhook_deliveries
    JOIN webhook_endpoints ON webhook_endpoints.id = webhook_id WHERE webhook_deliveries.id = new.delivery_id);
END;

CREATE TRIGGER webhook_attempts_changed AFTER UPDATE OF request_headers, response_headers, response_body
ON webhook_attempts BEGIN
  UPDATE storage_use SET bytes = bytes + octet_length(new.request_headers)
    + ifnull(octet_length(new.response_headers), 0) + ifnull(octet_length(new.response_body), 0)
    - octet_length(old.request_headers) - ifnull(octet_length(old.response_headers), 0)
    - ifnull(octet_length(old.response_body), 0)
  WHERE account_id = (SELECT account_id FROM webhook_deliveries
    JOIN webhook_endpoints ON webhook_endpoints.id = webhook_id WHERE webhook_deliveries.id = new.delivery_id);
END;

CREATE TRIGGER webhook_attempts_removed AFTER DELETE ON webhook_attempts BEGIN
  UPDATE storage_use SET bytes = bytes - octet_length(old.request_headers)
    - ifnull(octet_length(old.response_headers), 0) - ifnull(octet_length(old.response_body), 0)
  WHERE account_id = (SELECT account_id FROM webhook_deliveries
    JOIN webhook_endpoints ON webhook_endpoints.id = webhook_id WHERE webhook_deliveries.id = old.delivery_id);
END;

-- Attempts go after their delivery, and deliveries after their endpoint: they are counted out before.
CREATE TRIGGER webhook_deliveries_removed BEFORE DELETE ON webhook_deliveries BEGIN
  UPDATE storage_use SET bytes = bytes - (
    SELECT ifnull(sum(octet_length(request_headers) + ifnull(octet_length(response_headers), 0)
      + ifnull(octet_length(response_body), 0)), 0) FROM webhook_attempts WHERE delivery_id = old.id)
  WHERE account_id = (SELECT account_id FROM webhook_endpoints WHERE id = old.webhook_id);
END;

CREATE TRIGGER webhook_endpoints_removed BEFORE DELETE ON webhook_endpoints BEGIN
  UPDATE storage_use SET bytes = bytes - (
    SELECT ifnull(sum(octet_length(request_headers) + ifnull(octet_length(response_headers), 0)
      + ifnull(octet_length(response_body), 0)), 0)
    FROM webhook_attempts JOIN webhook_deliveries ON webhook_deliveries.id = delivery_id WHERE webhook_id = old.id)
  WHERE account_id = old.account_id;
END;
