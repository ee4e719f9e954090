-- When the operator suspended an account; null for one that may call.
ALTER TABLE accounts ADD COLUMN suspended_at INTEGER;

CREATE INDEX accounts_by_tier ON accounts (tier, id);
CREATE INDEX users_by_account ON users (account_id, id);
CREATE INDEX accounts_suspended ON accounts (id) WHERE suspended_at IS NOT NULL;
