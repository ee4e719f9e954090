-- What calendar jobs do for an account whose sandbox has a clock of its own; empty in live, and without --test-clock.
CREATE TABLE sandbox_chores (
  account_id TEXT PRIMARY KEY NOT NULL,
  -- By the account's clock; null: nothing is planned.
  due_at INTEGER,
  -- When each job runs next, by its name.
  plan TEXT NOT NULL
) STRICT;
CREATE INDEX sandbox_chores_due ON sandbox_chores (due_at) WHERE due_at IS NOT NULL;
