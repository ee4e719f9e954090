-- Rows of an account, for its deletion.
CREATE INDEX carriers_of_account ON carriers (account_id) WHERE account_id IS NOT NULL;
CREATE INDEX drivers_of_account ON drivers (account_id) WHERE account_id IS NOT NULL;
-- Also for the foreign key.
CREATE INDEX drivers_of_carrier ON drivers (carrier_id);
CREATE INDEX rate_cards_of_account ON rate_cards (account_id) WHERE account_id IS NOT NULL;
CREATE INDEX redactions_of_account ON redactions (account_id);
-- Shipments that expired: nobody ended them, so their personal data ends some days later.
CREATE INDEX shipments_expired ON shipments (account_id, updated_at) WHERE status = 'expired';
