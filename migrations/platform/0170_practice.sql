-- A rush hour with an account's own riders: how many of them are out so far, and what came of it. Null until its end.
ALTER TABLE rush_hours ADD COLUMN out_count INTEGER NOT NULL DEFAULT 0;
ALTER TABLE rush_hours ADD COLUMN summary TEXT;
