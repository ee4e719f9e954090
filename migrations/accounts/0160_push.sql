-- Where drivers' phones are woken: what a browser gave the page of a device.
CREATE TABLE push_subscriptions (
  device_id TEXT PRIMARY KEY REFERENCES devices (id) ON DELETE CASCADE,
  driver_id TEXT NOT NULL,
  subscription TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX push_subscriptions_of_driver ON push_subscriptions (driver_id, created_at);

-- The key pair by which push services know this installation (VAPID).
CREATE TABLE push_keys (
  id TEXT PRIMARY KEY,
  public_key TEXT NOT NULL,
  private_key TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- What a driver's phone can do, as its page last told; NULL: it has not.
ALTER TABLE devices ADD COLUMN abilities TEXT;
