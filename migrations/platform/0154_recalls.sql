-- The sender wants goods back that are on their way: when, why, and who asked.
ALTER TABLE shipments ADD COLUMN recall TEXT;
