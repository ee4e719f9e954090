-- How busy a fleet is now: JSON, null for a fleet that nobody slowed down.
ALTER TABLE carriers ADD COLUMN load TEXT;
