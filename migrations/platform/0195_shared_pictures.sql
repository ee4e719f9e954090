-- A proof names the bytes of an upload in place of a copy: copying seven large pictures held up everybody else. The bytes
-- stay as long as the upload or a proof names them.
CREATE TABLE shared_contents (
  image_id TEXT PRIMARY KEY,
  content BLOB NOT NULL
) STRICT;
INSERT INTO shared_contents (image_id, content) SELECT image_id, content FROM image_contents;
DROP TABLE image_contents;
ALTER TABLE shared_contents RENAME TO image_contents;

-- Either the bytes themselves, or the upload that has them and how many they are.
ALTER TABLE proof_images ALTER COLUMN content DROP NOT NULL;
ALTER TABLE proof_images ADD COLUMN upload_id TEXT REFERENCES image_contents (image_id);
ALTER TABLE proof_images ADD COLUMN upload_size INTEGER;
CREATE INDEX proof_images_by_upload ON proof_images (upload_id) WHERE upload_id IS NOT NULL;

CREATE TRIGGER images_removed_with_contents AFTER DELETE ON images BEGIN
  DELETE FROM image_contents WHERE image_id = old.id
    AND NOT EXISTS (SELECT 1 FROM proof_images WHERE upload_id = old.id);
END;

CREATE TRIGGER proof_images_removed_with_contents AFTER DELETE ON proof_images WHEN old.upload_id IS NOT NULL BEGIN
  DELETE FROM image_contents WHERE image_id = old.upload_id
    AND NOT EXISTS (SELECT 1 FROM images WHERE id = old.upload_id)
    AND NOT EXISTS (SELECT 1 FROM proof_images WHERE upload_id = old.upload_id);
END;

-- A picture counts in each proof that shows it, as before.
DROP TRIGGER proof_images_stored;
CREATE TRIGGER proof_images_stored AFTER INSERT ON proof_images BEGIN
  UPDATE storage_use SET bytes = bytes + ifnull(new.upload_size, octet_length(new.content))
  WHERE account_id = (SELECT account_id FROM shipments WHERE id = new.shipment_id);
END;

DROP TRIGGER proof_images_removed;
CREATE TRIGGER proof_images_removed AFTER DELETE ON proof_images BEGIN
  UPDATE storage_use SET bytes = bytes - ifnull(old.upload_size, octet_length(old.content))
  WHERE account_id = (SELECT account_id FROM shipments WHERE id = old.shipment_id);
END;

DROP TRIGGER shipments_removed;
CREATE TRIGGER shipments_removed BEFORE DELETE ON shipments BEGIN
  UPDATE storage_use SET bytes = bytes
    - octet_length(old.search) - octet_length(old.pickup) - octet_length(old.delivery) - octet_length(old.parcels)
    - octet_length(old.metadata)
    - (SELECT ifnull(sum(ifnull(upload_size, octet_length(content))), 0) FROM proof_images WHERE shipment_id = old.id)
    - (SELECT 150 * count(*) FROM positions WHERE shipment_id = old.id)
  WHERE account_id = old.account_id;
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
  SELECT account_id, ifnull(upload_size, octet_length(content)) FROM proof_images JOIN shipments ON shipments.id = shipment_id
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
