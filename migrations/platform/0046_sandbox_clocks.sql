-- Clocks of accounts' sandboxes; empty in live, and without --test-clock.
CREATE TABLE sandbox_clocks (
  account_id TEXT PRIMARY KEY NOT NULL,
  -- How far it is ahead of real time while it runs, in milliseconds.
  ahead_ms INTEGER NOT NULL,
  -- Where it stands still; null while it runs.
  frozen_at INTEGER,
  -- Where an advance that has not ended goes to, and whether the clock runs on from there.
  goal_at INTEGER,
  runs_on INTEGER NOT NULL
) STRICT;
