-- A carrier that makes and checks a PIN of its own: what its settings said when the quote was accepted.
ALTER TABLE assignments ADD COLUMN own_pin INTEGER NOT NULL DEFAULT 0;
