-- Positions count as storage, so that drivers' phones cannot fill the disk. A row takes about so many bytes with its
-- indexes: 280 of a driver's track, 150 of a shipment's tracking.
ALTER TABLE driver_positions ADD COLUMN account_id TEXT;
UPDATE driver_positions SET account_id = (SELECT account_id FROM drivers WHERE id = driver_id);
CREATE INDEX driver_positions_of_account ON driver_positions (account_id) WHERE account_id IS NOT NULL;

-- The newest webhooks of an account stay, whichever of its carriers sent them.
DROP INDEX carrier_hooks_of_account;
CREATE INDEX carrier_hooks_of_account ON carrier_hooks (account_id, id) WHERE account_id IS NOT NULL;

INSERT INTO storage_use (account_id, bytes)
SELECT account_id, sum(bytes) FROM (
  SELECT account_id, 280 * count(*) AS bytes FROM driver_positions WHERE account_id IS NOT NULL GROUP BY account_id
  UNION ALL
  SELECT account_id, 150 * count(*) FROM positions JOIN shipments ON shipments.id = shipment_id GROUP BY account_id
) WHERE true GROUP BY account_id
ON CONFLICT DO UPDATE SET bytes = bytes + excluded.bytes;

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
  SELECT account_id, octet_length(headers) + octet_length(body) FROM carrier_hooks WHERE account_id IS NOT NULL
  UNION ALL
  SELECT account_id, 280 FROM driver_positions WHERE account_id IS NOT NULL
  UNION ALL
  SELECT account_id, 150 FROM positions JOIN shipments ON shipments.id = shipment_id;

-- Waybill itself counts the new positions of a request, at once: a trigger for each takes longer than the position.
CREATE TRIGGER driver_positions_removed AFTER DELETE ON driver_positions WHEN old.account_id IS NOT NULL BEGIN
  UPDATE storage_use SET bytes = bytes - 280 WHERE account_id = old.account_id;
END;

CREATE TRIGGER positions_removed AFTER DELETE ON positions BEGIN
  UPDATE storage_use SET bytes = bytes - 150
  WHERE account_id = (SELECT account_id FROM shipments WHERE id = old.shipment_id);
END;

-- Pictures and positions go after their shipment, and then belong to nobody: they are counted out here.
DROP TRIGGER shipments_removed;
CREATE TRIGGER shipments_removed BEFORE DELETE ON shipments BEGIN
  UPDATE storage_use SET bytes = bytes
    - octet_length(old.search) - octet_length(old.pickup) - octet_length(old.delivery) - octet_length(old.parcels)
    - octet_length(old.metadata)
    - (SELECT ifnull(sum(octet_length(content)), 0) FROM proof_images WHERE shipment_id = old.id)
    - (SELECT 150 * count(*) FROM positions WHERE shipment_id = old.id)
  WHERE account_id = old.account_id;
END;
