-- What the log of deliveries is read, sent again and cut by. A list begins at a place of one of these indexes,
-- whatever its filters, so that its length costs nothing.

DROP INDEX webhook_deliveries_by_webhook;
CREATE INDEX webhook_deliveries_by_time ON webhook_deliveries (webhook_id, created_at);
-- What is pending has an index of its own already; to enter and leave this one too would cost every delivery.
CREATE INDEX webhook_deliveries_by_status ON webhook_deliveries (webhook_id, status, event_type, created_at)
  WHERE status = 'delivered' OR status = 'failed' OR status = 'paused' OR status = 'discarded';

-- An account's events of a span of time, for an endpoint that missed them.
CREATE INDEX events_by_time ON events (account_id, created_at);
CREATE INDEX events_samples ON events (created_at) WHERE sample = 1;

-- Gone for its owner; the rows of its deliveries are removed in steps, and its own after them.
ALTER TABLE webhook_endpoints ADD COLUMN removed_at INTEGER;
CREATE INDEX webhook_endpoints_removed ON webhook_endpoints (id) WHERE removed_at IS NOT NULL;
