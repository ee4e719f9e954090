-- How an endpoint is sent to, and which shipment a delivery tells of.

ALTER TABLE webhook_endpoints
  ADD COLUMN ordering TEXT NOT NULL DEFAULT 'none' CHECK (ordering IN ('none', 'per_shipment'));
ALTER TABLE webhook_endpoints ADD COLUMN max_per_second INTEGER CHECK (max_per_second BETWEEN 1 AND 1000);
ALTER TABLE webhook_deliveries ADD COLUMN shipment_id TEXT;

UPDATE webhook_deliveries
SET shipment_id = (SELECT shipment_id FROM events WHERE events.id = webhook_deliveries.event_id);

-- A shipment's deliveries at an endpoint; with the status, the first one that waits is found at once.
CREATE INDEX webhook_deliveries_by_shipment ON webhook_deliveries (webhook_id, shipment_id, status)
  WHERE shipment_id IS NOT NULL;
