-- When a window of an accepted shipment was last moved; null for one that stays as it was booked.
ALTER TABLE shipments ADD COLUMN promise_moved_at INTEGER;

-- Mails of one more moment: a dispatcher moved what was promised.
CREATE TABLE recipient_mails_next (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL,
  shipment_id TEXT NOT NULL REFERENCES shipments (id) ON DELETE CASCADE,
  moment TEXT NOT NULL CHECK (moment IN ('collected', 'held', 'missed', 'delayed', 'approaching', 'finished')),
  status TEXT NOT NULL CHECK (status IN ('waiting', 'sent', 'skipped', 'failed')),
  -- Why it was skipped or failed.
  reason TEXT,
  -- Of the link that stops further mails for the shipment, and when it was used.
  stop_token TEXT NOT NULL UNIQUE,
  stopped_at INTEGER,
  -- A keyed hash of the address, for a day after the last attempt: an address gets few mails a day.
  address_hash TEXT,
  -- Which window a mail of another time told, so that nobody reads the same one twice; NULL in other mails.
  told_window TEXT,
  created_at INTEGER NOT NULL,
  attempts INTEGER NOT NULL,
  attempted_at INTEGER,
  -- The next attempt; NULL when it was sent, skipped or given up.
  due_at INTEGER,
  sent_at INTEGER
) STRICT;

INSERT INTO recipient_mails_next
SELECT id, account_id, shipment_id, moment, status, reason, stop_token, stopped_at, address_hash, NULL, created_at, attempts,
  attempted_at, due_at, sent_at FROM recipient_mails;
DROP TABLE recipient_mails;
ALTER TABLE recipient_mails_next RENAME TO recipient_mails;

CREATE INDEX recipient_mails_by_shipment ON recipient_mails (shipment_id, moment);
CREATE INDEX recipient_mails_due ON recipient_mails (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX recipient_mails_by_account ON recipient_mails (account_id, attempted_at);
CREATE INDEX recipient_mails_by_address ON recipient_mails (address_hash, attempted_at) WHERE address_hash IS NOT NULL;
CREATE INDEX recipient_mails_with_address ON recipient_mails (attempted_at) WHERE address_hash IS NOT NULL;
