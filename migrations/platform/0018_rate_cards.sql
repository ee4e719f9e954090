-- What fleets charge. Every change of a card is a new version, which quotes name.
CREATE TABLE rate_cards (
  carrier_id TEXT NOT NULL,
  version INTEGER NOT NULL,
  -- The carrier's; NULL: the installation's.
  account_id TEXT,
  -- JSON, as its owner sent it.
  card TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (carrier_id, version)
) STRICT;

-- A card can be large, so it counts as storage of its account.
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
  SELECT account_id, octet_length(card) FROM rate_cards WHERE account_id IS NOT NULL;

CREATE TRIGGER rate_cards_stored AFTER INSERT ON rate_cards WHEN new.account_id IS NOT NULL BEGIN
  INSERT INTO storage_use VALUES (new.account_id, octet_length(new.card))
  ON CONFLICT DO UPDATE SET bytes = bytes + excluded.bytes;
END;

CREATE TRIGGER rate_cards_removed AFTER DELETE ON rate_cards WHEN old.account_id IS NOT NULL BEGIN
  UPDATE storage_use SET bytes = bytes - octet_length(old.card) WHERE account_id = old.account_id;
END;
