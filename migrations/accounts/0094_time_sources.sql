-- Whose clock says when a tracking app was somewhere: the device's, or the server's when the position comes.

ALTER TABLE tokens ADD COLUMN time_source TEXT NOT NULL DEFAULT 'device';
