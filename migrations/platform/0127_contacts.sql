-- People and places that an account saved, to be found again when it makes a shipment.
CREATE TABLE contacts (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL,
  name TEXT NOT NULL,
  company TEXT,
  phone TEXT,
  email TEXT,
  -- In lower case, to be compared.
  email_key TEXT,
  -- JSON.
  address TEXT,
  instructions TEXT,
  -- The folded text in which a contact is searched.
  search TEXT NOT NULL,
  last_used_at INTEGER NOT NULL,
  version INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX contacts_by_account ON contacts (account_id, id, search);
CREATE INDEX contacts_by_use ON contacts (account_id, last_used_at);
CREATE INDEX contacts_by_phone ON contacts (account_id, phone) WHERE phone IS NOT NULL;
CREATE INDEX contacts_by_email ON contacts (account_id, email_key) WHERE email_key IS NOT NULL;

-- The shipments of a recipient, to erase them with a contact. Of a return the recipient is where it begins.
CREATE INDEX shipments_by_phone ON shipments (account_id, delivery ->> '$.contact.phone', ended_at)
  WHERE redacted_at IS NULL AND delivery ->> '$.contact.phone' IS NOT NULL;
CREATE INDEX shipments_by_email ON shipments (account_id, lower(delivery ->> '$.contact.email'), ended_at)
  WHERE redacted_at IS NULL AND delivery ->> '$.contact.email' IS NOT NULL;
CREATE INDEX returns_by_phone ON shipments (account_id, pickup ->> '$.contact.phone', ended_at)
  WHERE redacted_at IS NULL AND is_return = 1 AND pickup ->> '$.contact.phone' IS NOT NULL;
CREATE INDEX returns_by_email ON shipments (account_id, lower(pickup ->> '$.contact.email'), ended_at)
  WHERE redacted_at IS NULL AND is_return = 1 AND pickup ->> '$.contact.email' IS NOT NULL;
