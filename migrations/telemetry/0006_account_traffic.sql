-- Requests of an account's keys, one row for many: the operator reads all accounts at once.

-- By how they were answered: the code of the problem, or empty.
CREATE TABLE response_counts (
  -- Hours since the epoch. It comes first: what is too old is at the front.
  hour INTEGER NOT NULL,
  account_id TEXT NOT NULL,
  environment TEXT NOT NULL CHECK (environment IN ('sandbox', 'live')),
  code TEXT NOT NULL,
  requests INTEGER NOT NULL,
  PRIMARY KEY (hour, account_id, environment, code)
) STRICT, WITHOUT ROWID;

CREATE TABLE account_days (
  -- Days since the epoch.
  day INTEGER NOT NULL,
  account_id TEXT NOT NULL,
  environment TEXT NOT NULL CHECK (environment IN ('sandbox', 'live')),
  requests INTEGER NOT NULL,
  PRIMARY KEY (day, account_id, environment)
) STRICT, WITHOUT ROWID;

INSERT INTO account_days (day, account_id, environment, requests)
SELECT day, account_id, environment, sum(requests) FROM request_counts
WHERE key_id <> '' GROUP BY day, account_id, environment;
