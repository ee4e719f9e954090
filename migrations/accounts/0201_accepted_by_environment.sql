-- What new shipments accept at once, in each environment of its own: the sandbox has other carriers, and what is tried
-- there must not book in live. Until now both had the same.
ALTER TABLE accounts ADD COLUMN accepted_by_default TEXT NOT NULL DEFAULT '{}';
UPDATE accounts
SET accepted_by_default = json_object('sandbox', json(accept_by_default), 'live', json(accept_by_default))
WHERE json_type(accept_by_default) = 'object';
ALTER TABLE accounts DROP COLUMN accept_by_default;
