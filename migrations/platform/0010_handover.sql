-- When the goods were picked up, delivered and brought back, for lists and reports; and when goods that go back are
-- expected at the pickup.
ALTER TABLE shipments ADD COLUMN picked_up_at INTEGER;
ALTER TABLE shipments ADD COLUMN delivered_at INTEGER;
ALTER TABLE shipments ADD COLUMN returned_at INTEGER;
ALTER TABLE trackings ADD COLUMN eta_return_at INTEGER;

-- Shipments that are older than these columns have the same moments in their tracking entries.
UPDATE shipments SET
  picked_up_at = (SELECT occurred_at FROM shipment_entries WHERE shipment_id = shipments.id
    AND status = 'in_transit' AND code IS NOT 'late_report' ORDER BY sequence LIMIT 1),
  delivered_at = (SELECT occurred_at FROM shipment_entries WHERE shipment_id = shipments.id
    AND status = 'delivered' AND code IS NOT 'late_report' ORDER BY sequence LIMIT 1),
  returned_at = (SELECT occurred_at FROM shipment_entries WHERE shipment_id = shipments.id
    AND status = 'returned' AND code IS NOT 'late_report' ORDER BY sequence LIMIT 1)
WHERE status IN ('in_transit', 'delivered', 'returning', 'returned', 'failed');
UPDATE shipments SET failure = (SELECT json_object('reason_code', code, 'message', message, 'by', source, 'at',
    strftime('%Y-%m-%dT%H:%M:%fZ', occurred_at / 1000.0, 'unixepoch')) FROM shipment_entries
    WHERE shipment_id = shipments.id AND status = 'returning' AND code IS NOT 'late_report' ORDER BY sequence LIMIT 1)
WHERE status IN ('returning', 'returned') AND failure IS NULL;
