-- What the carrier agreed to take at the end: of goods that are back on top of the price, of a failed delivery instead.
ALTER TABLE quotes ADD COLUMN end_terms TEXT;

-- A return has its own kind of charge. SQLite changes no CHECK, so the table is built anew.
CREATE TABLE end_charges (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL,
  shipment_id TEXT NOT NULL,
  assignment_id TEXT NOT NULL,
  carrier_id TEXT NOT NULL,
  kind TEXT NOT NULL
    CHECK (kind IN
      ('delivery', 'cancellation', 'return', 'adjustment', 'waiting', 'attempt', 'discount', 'other')),
  -- Minor units; an adjustment takes back what it reverses, and a discount is negative.
  amount INTEGER NOT NULL,
  currency TEXT NOT NULL,
  billed_by TEXT NOT NULL CHECK (billed_by IN ('installation', 'carrier')),
  reverses TEXT REFERENCES end_charges (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  -- What the carrier takes of the installation. NULL in rows that are older: the amount.
  cost INTEGER,
  -- Of a later charge; NULL when it was erased.
  reason TEXT,
  -- The calendar month in UTC in which it was made.
  month TEXT GENERATED ALWAYS AS (strftime('%Y-%m', created_at / 1000, 'unixepoch')) VIRTUAL,
  CHECK (reverses IS NULL OR kind = 'adjustment'),
  CHECK (reason IS NULL OR kind IN ('waiting', 'attempt', 'discount', 'other'))
) STRICT;

INSERT INTO end_charges (id, account_id, shipment_id, assignment_id, carrier_id, kind, amount, currency, billed_by,
  reverses, created_at, cost, reason)
SELECT id, account_id, shipment_id, assignment_id, carrier_id, kind, amount, currency, billed_by, reverses, created_at,
  cost, reason FROM charges;

-- Dropping the table deletes its rows where foreign keys are on.
DROP TRIGGER charges_unsummed;
DROP TABLE charges;
ALTER TABLE end_charges RENAME TO charges;

-- However often something is reported, it is charged and reversed once.
CREATE UNIQUE INDEX charges_once ON charges (assignment_id, kind) WHERE kind IN ('delivery', 'cancellation', 'return');
CREATE UNIQUE INDEX charges_reversed_once ON charges (reverses) WHERE reverses IS NOT NULL;

CREATE INDEX charges_by_account ON charges (account_id, created_at, id);
CREATE INDEX charges_by_kind ON charges (account_id, kind, created_at, id);
CREATE INDEX charges_by_carrier ON charges (account_id, carrier_id, created_at, id);
CREATE INDEX charges_by_carrier_and_kind ON charges (account_id, carrier_id, kind, created_at, id);
CREATE INDEX charges_by_shipment ON charges (shipment_id, created_at, id);
CREATE INDEX charges_by_month ON charges (account_id, month, shipment_id, carrier_id, currency)
  WHERE billed_by = 'installation';

-- The reason alone can be erased: it may name people.
CREATE TRIGGER charges_never_change BEFORE UPDATE OF id, account_id, shipment_id, assignment_id, carrier_id, kind,
  amount, currency, billed_by, reverses, created_at, cost ON charges BEGIN
  SELECT raise(ABORT, 'a charge never changes');
END;

CREATE TRIGGER charges_summed AFTER INSERT ON charges WHEN new.billed_by = 'installation' BEGIN
  INSERT INTO statement_totals
  VALUES (new.month, new.account_id, new.carrier_id, new.currency, new.kind, 1, new.amount,
    ifnull(new.cost, new.amount))
  ON CONFLICT DO UPDATE SET charges = charges + 1, amount = amount + excluded.amount, cost = cost + excluded.cost;
END;

CREATE TRIGGER charges_unsummed AFTER DELETE ON charges WHEN old.billed_by = 'installation' BEGIN
  UPDATE statement_totals
  SET charges = charges - 1, amount = amount - old.amount, cost = cost - ifnull(old.cost, old.amount)
  WHERE month = old.month AND account_id = old.account_id AND carrier_id = old.carrier_id
    AND currency = old.currency AND kind = old.kind;
  DELETE FROM statement_totals
  WHERE month = old.month AND account_id = old.account_id AND carrier_id = old.carrier_id
    AND currency = old.currency AND kind = old.kind AND charges = 0;
END;
