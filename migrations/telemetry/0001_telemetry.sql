-- Counts that may be lost without harm. One row per key, route and UTC day.

CREATE TABLE usage_days (
  day TEXT NOT NULL,
  account_id TEXT NOT NULL,
  environment TEXT NOT NULL,
  key_id TEXT NOT NULL,
  route TEXT NOT NULL,
  requests INTEGER NOT NULL,
  errors INTEGER NOT NULL,
  PRIMARY KEY (day, account_id, environment, key_id, route)
) STRICT, WITHOUT ROWID;
