-- Personal data of a finished shipment can be erased.

-- When; NULL: it was not.
ALTER TABLE shipments ADD COLUMN redacted_at INTEGER;
-- 1: the body is the redacted form, and no response of a receiver is kept.
ALTER TABLE events ADD COLUMN is_redacted INTEGER NOT NULL DEFAULT 0 CHECK (is_redacted IN (0, 1));

-- Redactions that are not complete. A row stays until nothing is left in any file, whatever ends the process before.
CREATE TABLE redactions (
  shipment_id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL,
  -- What is done next: rewrite the events, delete the rows beside them, or erase the request log and the files.
  stage TEXT NOT NULL CHECK (stage IN ('events', 'rows', 'files')),
  -- The position of the last event that was rewritten.
  events_through INTEGER NOT NULL,
  due_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX redactions_due ON redactions (due_at);

-- Events of attention name their shipment in the body only.
CREATE INDEX events_of_attention ON events (body ->> '$.data.attention.shipment_id', position)
  WHERE type IN ('attention.raised', 'attention.settled');

-- The shipment that a kept response is about. Responses about several are those of batches.
CREATE INDEX idempotency_keys_of_shipment ON idempotency_keys (substr(path || answer, instr(path || answer, 'shp_'), 30))
  WHERE instr(path || answer, 'shp_') > 0;
CREATE INDEX idempotency_keys_of_batches ON idempotency_keys (created_at) WHERE path GLOB '*/batch';

-- Whether another shipment has the same picture.
CREATE INDEX proof_images_by_hash ON proof_images (sha256);
