-- What needs a person. A shipment's row says when its rules must be looked at next, so that nobody scans all shipments.

-- NULL: nothing can need a person until the shipment changes.
ALTER TABLE shipments ADD COLUMN attention_at INTEGER;
-- Whether it has items, so that its next change looks at their rules at once.
ALTER TABLE shipments ADD COLUMN needs_attention INTEGER NOT NULL DEFAULT 0;
CREATE INDEX shipments_attention ON shipments (attention_at) WHERE attention_at IS NOT NULL;
UPDATE shipments SET attention_at = updated_at
  WHERE status IN ('created', 'quoted', 'assigned', 'in_transit', 'returning');

-- Facts that need a person and that no other row tells, such as a wrong PIN; the latest of each kind.
CREATE TABLE shipment_troubles (
  shipment_id TEXT NOT NULL REFERENCES shipments (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  at INTEGER NOT NULL,
  -- One sentence, which the item shows.
  detail TEXT NOT NULL,
  PRIMARY KEY (shipment_id, kind)
) STRICT, WITHOUT ROWID;

CREATE TABLE attention_items (
  id TEXT PRIMARY KEY,
  shipment_id TEXT NOT NULL REFERENCES shipments (id) ON DELETE CASCADE,
  account_id TEXT NOT NULL,
  -- The assignment's, and its carrier's; NULL without one.
  assignment_id TEXT,
  carrier_id TEXT,
  -- Whether the carrier is the installation's: then its operator sees the item too.
  is_installed INTEGER NOT NULL,
  driver_id TEXT,
  kind TEXT NOT NULL,
  since INTEGER NOT NULL,
  due_at INTEGER NOT NULL,
  -- What the sentence is made of, JSON.
  facts TEXT NOT NULL,
  raised_at INTEGER NOT NULL,
  -- A person of the account, or the operator, has seen to it: they do not see it again while its rule holds.
  dismissed_at INTEGER,
  operator_dismissed_at INTEGER
) STRICT;

CREATE UNIQUE INDEX attention_items_once ON attention_items (shipment_id, kind);
CREATE INDEX attention_items_of_account ON attention_items (account_id, due_at, id) WHERE dismissed_at IS NULL;
CREATE INDEX attention_items_of_installation ON attention_items (due_at, id)
  WHERE is_installed = 1 AND operator_dismissed_at IS NULL;
