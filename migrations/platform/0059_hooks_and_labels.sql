-- Labels that wait are in lanes of their carriers, so that one that hangs delays no other.
ALTER TABLE carrier_labels ADD COLUMN carrier_id TEXT NOT NULL DEFAULT '';
UPDATE carrier_labels SET carrier_id = (SELECT carrier ->> '$.id' FROM assignments WHERE id = assignment_id);
DROP INDEX carrier_labels_due;
CREATE INDEX carrier_labels_due ON carrier_labels (carrier_id, due_at) WHERE due_at IS NOT NULL;

-- Webhooks of which no shipment is known lose their body, because erasing a shipment cannot find them.
CREATE INDEX carrier_hooks_unmatched ON carrier_hooks (received_at)
  WHERE shipment_id IS NULL AND due_at IS NULL AND body <> x'';

DROP TRIGGER carrier_hooks_headers_changed;
CREATE TRIGGER carrier_hooks_changed AFTER UPDATE OF headers, body ON carrier_hooks
WHEN new.account_id IS NOT NULL BEGIN
  UPDATE storage_use SET bytes = bytes + octet_length(new.headers) + octet_length(new.body)
    - octet_length(old.headers) - octet_length(old.body)
  WHERE account_id = new.account_id;
END;
