-- What the operator adds to a carrier's prices, JSON; NULL: nothing. Only carriers of the installation have one.
ALTER TABLE carriers ADD COLUMN margin TEXT;

-- What the carrier takes of the installation, in minor units of the price's currency. NULL in rows that are older: the price.
ALTER TABLE quotes ADD COLUMN cost INTEGER;
ALTER TABLE assignments ADD COLUMN cost INTEGER;
ALTER TABLE charges ADD COLUMN cost INTEGER;

-- The calendar month in UTC in which a charge was made.
ALTER TABLE charges ADD COLUMN month TEXT
  GENERATED ALWAYS AS (strftime('%Y-%m', created_at / 1000, 'unixepoch')) VIRTUAL;

-- The lines of a statement, in their order.
CREATE INDEX charges_by_month ON charges (account_id, month, shipment_id, carrier_id, currency)
  WHERE billed_by = 'installation';

-- What the charges of a month sum up to. Triggers keep it, so that a statement reads some rows instead of all charges.
CREATE TABLE statement_totals (
  month TEXT NOT NULL,
  account_id TEXT NOT NULL,
  carrier_id TEXT NOT NULL,
  currency TEXT NOT NULL,
  kind TEXT NOT NULL,
  charges INTEGER NOT NULL,
  amount INTEGER NOT NULL,
  cost INTEGER NOT NULL,
  PRIMARY KEY (month, account_id, carrier_id, currency, kind)
) STRICT, WITHOUT ROWID;

CREATE INDEX statement_totals_by_account ON statement_totals (account_id);

INSERT INTO statement_totals
SELECT month, account_id, carrier_id, currency, kind, count(*), sum(amount), sum(amount)
FROM charges WHERE billed_by = 'installation'
GROUP BY month, account_id, carrier_id, currency, kind;

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
