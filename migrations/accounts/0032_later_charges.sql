-- What the installation's fleets may charge an account later, in percent of a price.
ALTER TABLE accounts ADD COLUMN later_charges_percent INTEGER NOT NULL DEFAULT 0
  CHECK (later_charges_percent BETWEEN 0 AND 100);
