-- A PIN is stored as the vault stores secrets: JSON, a text or an encrypted box.
UPDATE shipments SET pin = json_quote(pin) WHERE pin IS NOT NULL;
-- With a secret key, those that are still to be encrypted; else every PIN.
CREATE INDEX shipments_plain_pins ON shipments (id) WHERE substr(pin, 1, 1) = '"';
