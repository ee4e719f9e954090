-- What an account's new shipments accept at once where the request says nothing, as JSON. Null: nothing.
ALTER TABLE accounts ADD COLUMN accept_by_default TEXT;
