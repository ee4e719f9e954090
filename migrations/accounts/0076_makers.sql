-- Who created a key or token: the id of a user, or of a key. NULL: a command, or nobody knows.
ALTER TABLE api_keys ADD COLUMN created_by TEXT;
ALTER TABLE tokens ADD COLUMN created_by TEXT;
UPDATE api_keys SET created_by = entries.user_id
  FROM (SELECT target_id, user_id FROM audit_entries WHERE action = 'key.issued') AS entries
  WHERE entries.target_id = api_keys.id;
UPDATE tokens SET created_by = entries.maker
  FROM (
    SELECT target_id, coalesce(user_id, details ->> '$.key.id') AS maker FROM audit_entries
    WHERE action = 'token.issued'
  ) AS entries
  WHERE entries.target_id = tokens.id;
CREATE INDEX api_keys_by_maker ON api_keys (created_by) WHERE created_by IS NOT NULL;
CREATE INDEX tokens_by_maker ON tokens (created_by) WHERE created_by IS NOT NULL;
