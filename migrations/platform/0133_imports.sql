-- Lists of shipments, contacts or drivers that somebody uploads, checks and confirms.
CREATE TABLE imports (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  status TEXT NOT NULL,
  file_name TEXT,
  -- SHA-256 of the bytes.
  file_hash TEXT NOT NULL,
  -- Of the headers; null before the file is read, and without headers.
  headers_hash TEXT,
  -- JSON.
  columns TEXT NOT NULL,
  defaults TEXT NOT NULL,
  column_faults TEXT NOT NULL,
  warnings TEXT NOT NULL,
  -- JSON: why it is unreadable, or stopped.
  problem TEXT,
  -- 1: duplicates are taken, those that come later too.
  takes_all INTEGER NOT NULL,
  -- 1: all rows are to be read again.
  is_stale INTEGER NOT NULL,
  rows INTEGER NOT NULL,
  valid INTEGER NOT NULL,
  duplicates INTEGER NOT NULL,
  created INTEGER NOT NULL,
  failed INTEGER NOT NULL,
  fault_count INTEGER NOT NULL,
  -- JSON.
  price_sum TEXT,
  priced_rows INTEGER NOT NULL,
  will_be_told INTEGER NOT NULL,
  -- JSON: the key or the user that confirmed it, and by which request.
  confirmed_by TEXT,
  confirmed_at INTEGER,
  version INTEGER NOT NULL,
  -- When a job does its next step; null for what waits for nobody.
  due_at INTEGER,
  expires_at INTEGER NOT NULL,
  ended_at INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX imports_by_account ON imports (account_id, id);
CREATE INDEX imports_by_file ON imports (account_id, file_hash);
CREATE INDEX imports_due ON imports (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX imports_ended ON imports (ended_at) WHERE ended_at IS NOT NULL;

-- Until it is read.
CREATE TABLE import_files (
  import_id TEXT PRIMARY KEY REFERENCES imports (id),
  bytes BLOB NOT NULL,
  charset TEXT
) STRICT;

CREATE TABLE import_rows (
  import_id TEXT NOT NULL REFERENCES imports (id),
  row INTEGER NOT NULL,
  status TEXT NOT NULL,
  -- JSON: the cells of the file, and what people typed instead, by field.
  cells TEXT,
  typed TEXT,
  -- JSON.
  faults TEXT NOT NULL,
  warnings TEXT NOT NULL,
  -- Hashes: two rows with an equal one are of the same order.
  same_key TEXT,
  reference_key TEXT,
  duplicate_row INTEGER,
  -- A shipment, a contact or a driver.
  duplicate_id TEXT,
  is_taken INTEGER NOT NULL,
  is_faulty INTEGER NOT NULL,
  -- JSON.
  price TEXT,
  is_told INTEGER NOT NULL,
  shipment_id TEXT,
  contact_id TEXT,
  driver_id TEXT,
  -- 1: an offer is still to be accepted.
  is_accepting INTEGER NOT NULL,
  -- JSON.
  problem TEXT,
  PRIMARY KEY (import_id, row)
) STRICT;
CREATE INDEX import_rows_by_status ON import_rows (import_id, status, row);
CREATE INDEX import_rows_by_shipment ON import_rows (shipment_id) WHERE shipment_id IS NOT NULL;
CREATE INDEX import_rows_by_contact ON import_rows (contact_id) WHERE contact_id IS NOT NULL;

-- What people chose for the columns of files with these headers.
CREATE TABLE import_mappings (
  account_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  headers_hash TEXT NOT NULL,
  -- JSON.
  columns TEXT NOT NULL,
  defaults TEXT NOT NULL,
  used_at INTEGER NOT NULL,
  PRIMARY KEY (account_id, kind, headers_hash)
) STRICT, WITHOUT ROWID;
CREATE INDEX import_mappings_by_use ON import_mappings (used_at);
