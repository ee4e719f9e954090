-- The chain of a shipment's history: each entry and the proof carry a hash, which takes in the one before it.

-- JSON, by member: the salt, null once the value was redacted, and SHA-256 of salt and value. Null in rows that are older
-- than the chain.
ALTER TABLE shipment_entries ADD COLUMN salted TEXT;
ALTER TABLE shipment_entries ADD COLUMN hash TEXT;
ALTER TABLE proofs_of_delivery ADD COLUMN salted TEXT;
ALTER TABLE proofs_of_delivery ADD COLUMN hash TEXT;
