-- When a window of an accepted shipment was last moved; null for one that stays as it was booked.
ALTER TABLE shipments ADD COLUMN promise_moved_at INTEGER;
-- Which window a mail about a later delivery told, so that nobody reads the same one twice; null for other mails.
ALTER TABLE recipient_mails ADD COLUMN told_window TEXT;
