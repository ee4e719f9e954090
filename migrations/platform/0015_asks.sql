-- Carriers that a running round still waits for: a row for each. The carrier's answer removes it, and so does the end
-- of the round. A start asks the carriers of all rows again.
CREATE TABLE quote_asks (
  shipment_id TEXT NOT NULL,
  round INTEGER NOT NULL,
  carrier_id TEXT NOT NULL,
  -- JSON: the carrier's identity as it was asked.
  carrier TEXT NOT NULL,
  PRIMARY KEY (shipment_id, round, carrier_id),
  FOREIGN KEY (shipment_id, round) REFERENCES quote_rounds (shipment_id, number) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- Carriers whose circuit is open: since when, and when their owner heard of it.
CREATE TABLE carrier_circuits (
  carrier_id TEXT PRIMARY KEY,
  since INTEGER NOT NULL,
  failing_at INTEGER
) STRICT, WITHOUT ROWID;

-- When a running round ends, whoever has answered by then.
ALTER TABLE quote_rounds ADD COLUMN deadline_at INTEGER NOT NULL DEFAULT 0;
DROP INDEX quote_rounds_running;
CREATE INDEX quote_rounds_ending ON quote_rounds (deadline_at) WHERE state = 'running';
