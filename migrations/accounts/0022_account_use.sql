-- When one of its keys was used last, to the minute; 0: never. Of all accounts at once, without a row for each key.
ALTER TABLE accounts ADD COLUMN last_request_at INTEGER NOT NULL DEFAULT 0;
UPDATE accounts SET last_request_at =
  coalesce((SELECT max(last_used_at) FROM api_keys WHERE account_id = accounts.id), 0);
CREATE INDEX accounts_by_use ON accounts (last_request_at, id);

-- Who used most of a day's requests.
CREATE INDEX quota_use_by_day ON quota_use (day, requests);

-- The account that the operator looks at with this session, and until when.
ALTER TABLE sessions ADD COLUMN viewed_account_id TEXT REFERENCES accounts (id);
ALTER TABLE sessions ADD COLUMN viewed_until INTEGER;
