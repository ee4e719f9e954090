-- A filter holds for what waits already, but not for a delivery that somebody asked for: a test, a retry, an event
-- sent again.
ALTER TABLE webhook_deliveries ADD COLUMN is_asked INTEGER NOT NULL DEFAULT 0 CHECK (is_asked IN (0, 1));
-- What waits from before is not known to be one or the other, and is sent as it would have been.
UPDATE webhook_deliveries SET is_asked = 1 WHERE status IN ('pending', 'paused');
