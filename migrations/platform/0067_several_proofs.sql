-- A delivery that was corrected may be made again: a shipment has a proof for each, and each stays in the chain.
CREATE TABLE proofs (
  id TEXT PRIMARY KEY,
  shipment_id TEXT NOT NULL REFERENCES shipments (id) ON DELETE CASCADE,
  document TEXT NOT NULL,
  captured_at INTEGER NOT NULL,
  salted TEXT,
  hash TEXT,
  -- Of the entry that follows it in the chain.
  entry_sequence INTEGER NOT NULL
) STRICT;

INSERT INTO proofs
SELECT id, shipment_id, document, captured_at, salted, hash,
  ifnull((SELECT min(sequence) FROM shipment_entries AS entry
    WHERE entry.shipment_id = proof.shipment_id AND entry.status = 'delivered'), 1)
FROM proofs_of_delivery AS proof;

DROP TABLE proofs_of_delivery;
ALTER TABLE proofs RENAME TO proofs_of_delivery;
CREATE INDEX proofs_by_shipment ON proofs_of_delivery (shipment_id, entry_sequence);
