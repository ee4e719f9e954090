-- What carriers read of their jobs, what they report, and the pictures that they upload.

-- When the job last changed for its carrier, when it ended, and how many reports of it are kept.
ALTER TABLE assignments ADD COLUMN updated_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE assignments ADD COLUMN ended_at INTEGER;
ALTER TABLE assignments ADD COLUMN report_count INTEGER NOT NULL DEFAULT 0;
UPDATE assignments SET
  updated_at = (SELECT max(shipments.updated_at, shipments.created_at) FROM shipments WHERE id = shipment_id),
  ended_at = CASE WHEN status NOT IN ('pending', 'confirmed') THEN
    coalesce(released_at, (SELECT updated_at FROM shipments WHERE id = shipment_id)) END;
CREATE INDEX assignments_of_carrier ON assignments (carrier ->> '$.id', id);
CREATE INDEX assignments_of_carrier_by_status ON assignments (carrier ->> '$.id', status, id);
CREATE INDEX assignments_of_carrier_by_change ON assignments (carrier ->> '$.id', updated_at, id);

-- Wrong PINs so far, by whatever carrier.
ALTER TABLE shipments ADD COLUMN pin_tries INTEGER NOT NULL DEFAULT 0;

-- Reports that were applied or came late, so that a repeated one adds nothing. Of a refused one only what counted: a
-- wrong PIN.
CREATE TABLE carrier_reports (
  assignment_id TEXT NOT NULL REFERENCES assignments (id) ON DELETE CASCADE,
  -- The carrier's own.
  id TEXT NOT NULL,
  -- SHA-256 of what it said.
  hash TEXT NOT NULL,
  result TEXT NOT NULL CHECK (result IN ('applied', 'late', 'refused')),
  PRIMARY KEY (assignment_id, id)
) STRICT, WITHOUT ROWID;

-- Kept for a day. A report that names one copies it to its shipment's proof.
CREATE TABLE images (
  id TEXT PRIMARY KEY,
  carrier_id TEXT NOT NULL,
  -- Whose shipments it belongs to: of an installation's carrier NULL until a report names it.
  account_id TEXT,
  named_at INTEGER,
  content_type TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  size INTEGER NOT NULL,
  content BLOB NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE INDEX images_by_age ON images (created_at);
CREATE INDEX images_by_account ON images (account_id) WHERE account_id IS NOT NULL;
CREATE INDEX images_unnamed ON images (carrier_id, size) WHERE named_at IS NULL;
