-- When the person last proved in this session who they are. Sessions from before must do so again.
ALTER TABLE sessions ADD COLUMN confirmed_at INTEGER NOT NULL DEFAULT 0;
