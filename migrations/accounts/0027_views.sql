-- Views of accounts end in time.
CREATE INDEX sessions_ending_view ON sessions (viewed_until) WHERE viewed_until IS NOT NULL;
