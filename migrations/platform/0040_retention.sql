-- Shipments whose personal data is erased some days after their end, by account.
CREATE INDEX shipments_ended ON shipments (account_id, ended_at) WHERE ended_at IS NOT NULL AND redacted_at IS NULL;
