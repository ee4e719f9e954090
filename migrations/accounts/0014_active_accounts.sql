-- The operator's list of active accounts, also where most of them are suspended.
CREATE INDEX accounts_active ON accounts (id) WHERE suspended_at IS NULL;
