-- The language of what an account prints, and how its people write weights and lengths. NULL: as is usual where they are.
ALTER TABLE accounts ADD COLUMN language TEXT NOT NULL DEFAULT 'en';
ALTER TABLE accounts ADD COLUMN units TEXT CHECK (units IN ('metric', 'imperial'));
