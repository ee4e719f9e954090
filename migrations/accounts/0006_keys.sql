-- When a key was issued to end: its successors inherit this, not the end of a grace period.
ALTER TABLE api_keys ADD COLUMN own_expires_at INTEGER;
UPDATE api_keys SET own_expires_at = expires_at;
