-- Customers of an account order by a link.
CREATE TABLE order_forms (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL,
  name TEXT NOT NULL,
  -- JSON: whose form it is, and where they hand goods over.
  customer TEXT NOT NULL,
  pickup TEXT NOT NULL,
  -- JSON arrays; NULL: all.
  services TEXT,
  countries TEXT,
  -- What the customer pays beside the price; NULL: the form shows no prices.
  markup_percent INTEGER,
  approval TEXT NOT NULL CHECK (approval IN ('each', 'none')),
  orders_per_day INTEGER NOT NULL,
  -- JSON array.
  may TEXT NOT NULL,
  -- SHA-256 of the token in the link.
  token_hash TEXT NOT NULL,
  link_made_at INTEGER NOT NULL,
  -- When somebody entered a code that was sent to the customer's mail.
  email_confirmed_at INTEGER,
  paused_until INTEGER,
  pause_reason TEXT CHECK (pause_reason IN ('person', 'wrong_codes', 'burst')),
  -- Since the last right one.
  wrong_codes INTEGER NOT NULL,
  -- When somebody last ordered, or else changed it.
  last_used_at INTEGER NOT NULL,
  version INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX order_forms_by_account ON order_forms (account_id, id);
CREATE UNIQUE INDEX order_forms_by_token ON order_forms (token_hash);
CREATE INDEX order_forms_by_use ON order_forms (account_id, last_used_at);

-- The latest code that was sent to a form's customer.
CREATE TABLE order_form_codes (
  form_id TEXT PRIMARY KEY REFERENCES order_forms (id) ON DELETE CASCADE,
  account_id TEXT NOT NULL,
  -- Keyed hash; NULL until it is sent.
  code_hash TEXT,
  -- Of the mail.
  language TEXT NOT NULL,
  tries INTEGER NOT NULL,
  asked_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  -- Attempts to mail it, and the next one; NULL when it was sent or given up.
  attempts INTEGER NOT NULL,
  due_at INTEGER
) STRICT;
CREATE INDEX order_form_codes_due ON order_form_codes (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX order_form_codes_over ON order_form_codes (expires_at);
CREATE INDEX order_form_codes_by_account ON order_form_codes (account_id);

-- Devices on which a right code was entered.
CREATE TABLE order_form_devices (
  id TEXT PRIMARY KEY,
  form_id TEXT NOT NULL REFERENCES order_forms (id) ON DELETE CASCADE,
  account_id TEXT NOT NULL,
  token_hash TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX order_form_devices_by_token ON order_form_devices (token_hash);
CREATE INDEX order_form_devices_by_form ON order_form_devices (form_id);
CREATE INDEX order_form_devices_over ON order_form_devices (expires_at);
CREATE INDEX order_form_devices_by_account ON order_form_devices (account_id);

-- What was ordered. What it says stands here until there is a shipment.
CREATE TABLE form_orders (
  id TEXT PRIMARY KEY,
  form_id TEXT NOT NULL REFERENCES order_forms (id) ON DELETE CASCADE,
  account_id TEXT NOT NULL,
  -- SHA-256 of the client's key, and of what was sent with it.
  key_hash TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'approved', 'refused', 'withdrawn')),
  -- JSON; NULL once there is a shipment.
  asked TEXT,
  shipment_id TEXT REFERENCES shipments (id) ON DELETE CASCADE,
  -- What the account says to the customer.
  message TEXT,
  decided_at INTEGER,
  -- When the row goes; NULL once there is a shipment.
  expires_at INTEGER,
  -- When Waybill accepts an offer for its shipment, if nobody has done so.
  accept_due_at INTEGER,
  version INTEGER NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX form_orders_once ON form_orders (form_id, key_hash);
CREATE INDEX form_orders_by_form ON form_orders (form_id, id);
CREATE INDEX form_orders_by_time ON form_orders (form_id, created_at);
CREATE INDEX form_orders_by_account ON form_orders (account_id, id);
CREATE INDEX form_orders_by_state ON form_orders (account_id, state, id);
CREATE INDEX form_orders_of_form_by_state ON form_orders (form_id, state, id);
CREATE INDEX form_orders_by_shipment ON form_orders (shipment_id) WHERE shipment_id IS NOT NULL;
CREATE INDEX form_orders_over ON form_orders (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX form_orders_to_accept ON form_orders (accept_due_at) WHERE accept_due_at IS NOT NULL;

-- By which form a shipment was ordered, and what its customer pays beside the price; NULL: nobody says.
ALTER TABLE shipments ADD COLUMN order_form_id TEXT;
ALTER TABLE shipments ADD COLUMN markup_percent INTEGER;
CREATE INDEX shipments_by_order_form ON shipments (account_id, order_form_id, id) WHERE order_form_id IS NOT NULL;
