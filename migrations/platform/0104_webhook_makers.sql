-- Who created an endpoint: the id of a user, or of a key. NULL: nobody knows. Empty in rows of earlier versions, until the next
-- start reads it from the audit log.
ALTER TABLE webhook_endpoints ADD COLUMN created_by TEXT;
UPDATE webhook_endpoints SET created_by = '';
