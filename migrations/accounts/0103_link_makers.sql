-- Who created a driver's link, and of a device the link that connected it: as keys and tokens say it.
ALTER TABLE driver_links ADD COLUMN created_by TEXT;
ALTER TABLE devices ADD COLUMN created_by TEXT;
UPDATE driver_links SET created_by = (
  SELECT coalesce(user_id, details ->> '$.key.id') FROM audit_entries
  WHERE account_id = driver_links.issuer_account_id AND target_id = driver_links.driver_id
    AND action = 'driver.link_created'
  ORDER BY position DESC LIMIT 1);
UPDATE devices SET created_by = (
  SELECT coalesce(user_id, details ->> '$.key.id') FROM audit_entries
  WHERE account_id = devices.issuer_account_id AND target_id = devices.driver_id
    AND action = 'driver.link_created' AND at <= devices.created_at
  ORDER BY position DESC LIMIT 1);
CREATE INDEX driver_links_by_maker ON driver_links (created_by) WHERE created_by IS NOT NULL;
