-- What all drivers of an account, or with NULL of the installation, were told.
CREATE INDEX driver_notices_of_account ON driver_notices (account_id, id);
CREATE INDEX driver_notices_open ON driver_notices (account_id, id) WHERE seen_at IS NULL;
