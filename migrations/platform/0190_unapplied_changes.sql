-- What changes of the price could not take back, because the shipment cost nothing any more. Minor units.
ALTER TABLE assignments ADD COLUMN unapplied_amount INTEGER NOT NULL DEFAULT 0;
