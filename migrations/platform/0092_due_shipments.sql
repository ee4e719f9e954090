-- When harm comes to an open shipment: lists can begin with the soonest. NULL: it has ended or expired.
ALTER TABLE shipments ADD COLUMN due_at INTEGER;
-- Whether a fleet has it and no driver does.
ALTER TABLE shipments ADD COLUMN without_driver INTEGER NOT NULL DEFAULT 0;

-- A first estimate; the next change of a shipment makes it exact.
UPDATE shipments SET due_at = min(
    coalesce(unixepoch(json_extract(pickup, '$.window.end')) * 1000, 253402300799999),
    coalesce(unixepoch(json_extract(delivery, '$.window.end')) * 1000, 253402300799999),
    coalesce(expires_at, 253402300799999),
    coalesce((SELECT estimated_pickup_at FROM assignments WHERE assignments.id = shipments.assignment_id), 253402300799999))
  WHERE status IN ('created', 'quoted', 'assigned');
-- Goods on their way have left the pickup behind.
UPDATE shipments SET due_at = coalesce(unixepoch(json_extract(delivery, '$.window.end')) * 1000,
    (SELECT estimated_delivery_at FROM assignments WHERE assignments.id = shipments.assignment_id), 253402300799999)
  WHERE status = 'in_transit';
UPDATE shipments SET due_at = 253402300799999 WHERE status = 'returning';
UPDATE shipments SET without_driver = 1
  WHERE status = 'assigned' AND substatus IN ('awaiting_carrier', 'confirmed')
    AND EXISTS (SELECT 1 FROM driver_jobs WHERE driver_jobs.assignment_id = shipments.assignment_id
      AND driver_jobs.status IN ('searching', 'offered', 'unassigned'))
    AND EXISTS (SELECT 1 FROM assignments WHERE assignments.id = shipments.assignment_id AND driver IS NULL);
-- Rules that hold say something else of when harm comes, and others hold sooner.
UPDATE shipments SET attention_at = min(coalesce(attention_at, updated_at), updated_at)
  WHERE needs_attention = 1 OR without_driver = 1;

CREATE INDEX shipments_by_due ON shipments (account_id, due_at, id) WHERE due_at IS NOT NULL;
CREATE INDEX shipments_without_driver ON shipments (account_id, due_at, id) WHERE without_driver = 1;
CREATE INDEX shipments_without_driver_by_time ON shipments (account_id, created_at, id) WHERE without_driver = 1;

-- Items are counted with every filter of their list, and a count reads the index only.
DROP INDEX attention_items_of_account;
DROP INDEX attention_items_of_installation;
CREATE INDEX attention_items_of_account ON attention_items (account_id, due_at, id, kind, carrier_id, driver_id, is_installed)
  WHERE dismissed_at IS NULL;
CREATE INDEX attention_items_of_installation ON attention_items (due_at, id, kind, carrier_id, driver_id)
  WHERE is_installed = 1 AND operator_dismissed_at IS NULL;
