-- The delivery data of one environment; the same file makes live.db and sandbox.db.
-- Times are milliseconds since the epoch, money is integer minor units, JSON columns hold wire shapes.

CREATE TABLE shipments (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL,
  status TEXT NOT NULL,
  substatus TEXT,
  reference TEXT,
  tracking_number TEXT NOT NULL UNIQUE,
  tracking_token TEXT NOT NULL UNIQUE,
  search TEXT NOT NULL,
  pickup TEXT NOT NULL,
  delivery TEXT NOT NULL,
  parcels TEXT NOT NULL,
  if_undeliverable TEXT NOT NULL,
  metadata TEXT NOT NULL,
  simulation TEXT,
  distance_meters INTEGER,
  assignment_id TEXT,
  carrier_id TEXT,
  pin TEXT,
  cancellation TEXT,
  failure TEXT,
  expires_at INTEGER,
  version INTEGER NOT NULL,
  event_count INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE INDEX shipments_by_account ON shipments (account_id, id);
CREATE INDEX shipments_by_status ON shipments (account_id, status, id);
CREATE INDEX shipments_by_reference ON shipments (account_id, reference, id) WHERE reference IS NOT NULL;
CREATE INDEX shipments_by_carrier ON shipments (account_id, carrier_id, id) WHERE carrier_id IS NOT NULL;
CREATE INDEX shipments_expiring ON shipments (expires_at) WHERE expires_at IS NOT NULL;

CREATE TABLE shipment_entries (
  shipment_id TEXT NOT NULL REFERENCES shipments (id) ON DELETE CASCADE,
  sequence INTEGER NOT NULL,
  status TEXT NOT NULL,
  substatus TEXT,
  code TEXT,
  message TEXT NOT NULL,
  source TEXT NOT NULL,
  location TEXT,
  occurred_at INTEGER NOT NULL,
  recorded_at INTEGER NOT NULL,
  PRIMARY KEY (shipment_id, sequence)
) STRICT, WITHOUT ROWID;

CREATE TABLE quote_rounds (
  shipment_id TEXT NOT NULL REFERENCES shipments (id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('running', 'complete', 'withdrawn')),
  unavailable TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  PRIMARY KEY (shipment_id, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX quote_rounds_running ON quote_rounds (started_at) WHERE state = 'running';

CREATE TABLE quotes (
  id TEXT PRIMARY KEY,
  shipment_id TEXT NOT NULL REFERENCES shipments (id) ON DELETE CASCADE,
  round INTEGER NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('open', 'accepted', 'declined', 'withdrawn')),
  carrier TEXT NOT NULL,
  service TEXT NOT NULL,
  amount INTEGER NOT NULL,
  currency TEXT NOT NULL,
  price_breakdown TEXT NOT NULL,
  carrier_reference TEXT,
  estimated_pickup_at INTEGER NOT NULL,
  estimated_delivery_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE INDEX quotes_by_shipment ON quotes (shipment_id, round);

CREATE TABLE assignments (
  id TEXT PRIMARY KEY,
  shipment_id TEXT NOT NULL REFERENCES shipments (id) ON DELETE CASCADE,
  quote_id TEXT NOT NULL REFERENCES quotes (id) ON DELETE CASCADE,
  status TEXT NOT NULL,
  attempt INTEGER NOT NULL,
  carrier TEXT NOT NULL,
  service TEXT NOT NULL,
  amount INTEGER NOT NULL,
  currency TEXT NOT NULL,
  estimated_pickup_at INTEGER NOT NULL,
  estimated_delivery_at INTEGER NOT NULL,
  driver TEXT,
  carrier_reference TEXT,
  assigned_at INTEGER NOT NULL,
  released_at INTEGER,
  release_reason TEXT,
  UNIQUE (shipment_id, attempt)
) STRICT;

CREATE INDEX assignments_by_quote ON assignments (quote_id);

-- At most one active assignment per shipment, whatever the code does.
CREATE UNIQUE INDEX assignments_active ON assignments (shipment_id) WHERE status IN ('pending', 'confirmed');

-- What a carrier still has to be told, in order, per assignment.
CREATE TABLE carrier_calls (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  assignment_id TEXT NOT NULL REFERENCES assignments (id) ON DELETE CASCADE,
  carrier_id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('book', 'update', 'cancel')),
  attempts INTEGER NOT NULL,
  due_at INTEGER NOT NULL
) STRICT;

CREATE INDEX carrier_calls_due ON carrier_calls (due_at);
CREATE INDEX carrier_calls_by_carrier ON carrier_calls (carrier_id, due_at);
CREATE INDEX carrier_calls_by_assignment ON carrier_calls (assignment_id, id);

-- Where a shipment is; changed by positions and estimates, which leave the shipment's version alone.
CREATE TABLE trackings (
  shipment_id TEXT PRIMARY KEY REFERENCES shipments (id) ON DELETE CASCADE,
  assignment_id TEXT NOT NULL,
  position TEXT,
  percent INTEGER NOT NULL,
  eta_pickup_at INTEGER,
  eta_delivery_at INTEGER,
  eta_source TEXT,
  eta_updated_at INTEGER,
  eta_told_at INTEGER,
  position_event_at INTEGER
) STRICT;

CREATE TABLE positions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  shipment_id TEXT NOT NULL REFERENCES shipments (id) ON DELETE CASCADE,
  latitude REAL NOT NULL,
  longitude REAL NOT NULL,
  accuracy_meters INTEGER,
  heading_degrees INTEGER,
  speed_mps REAL,
  recorded_at INTEGER NOT NULL,
  received_at INTEGER NOT NULL
) STRICT;

CREATE INDEX positions_by_shipment ON positions (shipment_id, id);

CREATE TABLE proofs_of_delivery (
  id TEXT PRIMARY KEY,
  shipment_id TEXT NOT NULL UNIQUE REFERENCES shipments (id) ON DELETE CASCADE,
  document TEXT NOT NULL,
  captured_at INTEGER NOT NULL
) STRICT;

CREATE TABLE proof_images (
  shipment_id TEXT NOT NULL REFERENCES shipments (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  content_type TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  content BLOB NOT NULL,
  PRIMARY KEY (shipment_id, name)
) STRICT;

-- The log of what happened; `position` is the order of commits, which cursors and streams use.
CREATE TABLE events (
  position INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  account_id TEXT NOT NULL,
  type TEXT NOT NULL,
  shipment_id TEXT,
  sequence INTEGER,
  body TEXT NOT NULL,
  sample INTEGER NOT NULL CHECK (sample IN (0, 1)),
  created_at INTEGER NOT NULL,
  UNIQUE (shipment_id, sequence)
) STRICT;

CREATE INDEX events_by_account ON events (account_id, position);
CREATE INDEX events_by_type ON events (account_id, type, position);
CREATE INDEX events_by_shipment ON events (shipment_id, position) WHERE shipment_id IS NOT NULL;

CREATE TABLE webhook_endpoints (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL,
  url TEXT NOT NULL,
  description TEXT,
  events TEXT NOT NULL,
  disabled_reason TEXT,
  secrets TEXT NOT NULL,
  failing_since INTEGER,
  failure_count INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE INDEX webhook_endpoints_by_account ON webhook_endpoints (account_id, id);

CREATE TABLE webhook_deliveries (
  id TEXT PRIMARY KEY,
  webhook_id TEXT NOT NULL REFERENCES webhook_endpoints (id) ON DELETE CASCADE,
  event_id TEXT NOT NULL REFERENCES events (id) ON DELETE CASCADE,
  event_type TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('pending', 'delivered', 'failed', 'paused', 'discarded')),
  attempt_count INTEGER NOT NULL,
  round_attempts INTEGER NOT NULL,
  due_at INTEGER,
  created_at INTEGER NOT NULL,
  delivered_at INTEGER
) STRICT;

CREATE INDEX webhook_deliveries_due ON webhook_deliveries (webhook_id, due_at) WHERE status = 'pending';
CREATE INDEX webhook_deliveries_by_due ON webhook_deliveries (due_at) WHERE status = 'pending';
CREATE INDEX webhook_deliveries_by_webhook ON webhook_deliveries (webhook_id, id);
CREATE INDEX webhook_deliveries_by_event ON webhook_deliveries (event_id);

CREATE TABLE webhook_attempts (
  delivery_id TEXT NOT NULL REFERENCES webhook_deliveries (id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  url TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  duration_ms INTEGER NOT NULL,
  request_headers TEXT NOT NULL,
  response_status INTEGER,
  response_headers TEXT,
  response_body TEXT,
  error TEXT,
  message TEXT,
  next_attempt_at INTEGER,
  PRIMARY KEY (delivery_id, number)
) STRICT, WITHOUT ROWID;

-- A simulated driver on the way; sandbox only, empty in live.
CREATE TABLE simulations (
  assignment_id TEXT PRIMARY KEY REFERENCES assignments (id) ON DELETE CASCADE,
  shipment_id TEXT NOT NULL REFERENCES shipments (id) ON DELETE CASCADE,
  step INTEGER NOT NULL,
  started_at INTEGER NOT NULL,
  due_at INTEGER
) STRICT;

CREATE INDEX simulations_by_shipment ON simulations (shipment_id);
CREATE INDEX simulations_due ON simulations (due_at) WHERE due_at IS NOT NULL;
