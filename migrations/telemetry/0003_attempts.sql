-- Attempts at webhook deliveries by endpoint, hour and result, and by class of latency for percentiles.

CREATE TABLE attempt_counts (
  hour INTEGER NOT NULL,
  webhook_id TEXT NOT NULL,
  result TEXT NOT NULL,
  latency INTEGER NOT NULL,
  attempts INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  PRIMARY KEY (hour, webhook_id, result, latency)
) STRICT, WITHOUT ROWID;
