-- What accounts owe. A charge is written in the transaction of what it is for, and never changes.
CREATE TABLE charges (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL,
  shipment_id TEXT NOT NULL,
  assignment_id TEXT NOT NULL,
  carrier_id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('delivery', 'cancellation', 'adjustment')),
  -- Minor units; an adjustment takes back what it reverses.
  amount INTEGER NOT NULL,
  currency TEXT NOT NULL,
  billed_by TEXT NOT NULL CHECK (billed_by IN ('installation', 'carrier')),
  reverses TEXT REFERENCES charges (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  CHECK ((kind = 'adjustment') = (reverses IS NOT NULL))
) STRICT;

-- However often something is reported, it is charged and reversed once.
CREATE UNIQUE INDEX charges_once ON charges (assignment_id, kind) WHERE kind <> 'adjustment';
CREATE UNIQUE INDEX charges_reversed_once ON charges (reverses) WHERE reverses IS NOT NULL;

CREATE INDEX charges_by_account ON charges (account_id, created_at, id);
CREATE INDEX charges_by_kind ON charges (account_id, kind, created_at, id);
CREATE INDEX charges_by_carrier ON charges (account_id, carrier_id, created_at, id);
CREATE INDEX charges_by_carrier_and_kind ON charges (account_id, carrier_id, kind, created_at, id);
CREATE INDEX charges_by_shipment ON charges (shipment_id, created_at, id);

CREATE TRIGGER charges_never_change BEFORE UPDATE ON charges BEGIN
  SELECT raise(ABORT, 'a charge never changes');
END;
