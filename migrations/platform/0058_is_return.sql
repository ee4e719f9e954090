-- Whether it brings goods back to the sender. A return of a return takes them to the recipient again.
ALTER TABLE shipments ADD COLUMN is_return INTEGER NOT NULL DEFAULT 0;
UPDATE shipments SET is_return = 1 WHERE return_of IS NOT NULL;
