-- When a shipment reached its final state: its tracking link ends some days later.
ALTER TABLE shipments ADD COLUMN ended_at INTEGER;
UPDATE shipments SET ended_at = coalesce(returned_at, delivered_at, updated_at)
  WHERE status IN ('delivered', 'cancelled', 'failed', 'returned');
-- When the present link was made, if it is not the first; and when it was ended by hand.
ALTER TABLE shipments ADD COLUMN link_made_at INTEGER;
ALTER TABLE shipments ADD COLUMN link_ended_at INTEGER;
