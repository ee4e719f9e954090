-- SHA-256 of an entry and of the hash before it in its account. Entries from before this have none: the first new one
-- covers them.
ALTER TABLE audit_entries ADD COLUMN hash TEXT;
