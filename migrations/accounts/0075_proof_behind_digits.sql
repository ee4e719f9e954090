-- Whether recipients enter the last digits of their phone number before the page shows them the proof of delivery.
-- Accounts that exist show it to everybody with the link until they change it.
ALTER TABLE account_brands ADD COLUMN proof_behind_digits INTEGER NOT NULL DEFAULT 1;
UPDATE account_brands SET proof_behind_digits = 0;
INSERT INTO account_brands (account_id, proof_behind_digits)
  SELECT id, 0 FROM accounts WHERE id NOT IN (SELECT account_id FROM account_brands);
