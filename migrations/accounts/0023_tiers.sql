-- What a tier costs a month, in minor units. NULL: the operator names no price.
ALTER TABLE tiers ADD COLUMN price_amount INTEGER CHECK (price_amount >= 0);
ALTER TABLE tiers ADD COLUMN price_currency TEXT CHECK ((price_amount IS NULL) = (price_currency IS NULL));

-- Accounts follow a tier that is renamed, in the same statement.
CREATE TRIGGER tiers_renamed AFTER UPDATE OF name ON tiers WHEN new.name <> old.name BEGIN
  UPDATE accounts SET tier = new.name WHERE tier = old.name;
  UPDATE tier_former_names SET tier = new.name WHERE tier = old.name;
END;

-- Earlier names of tiers: the setting of the default tier may still have one.
CREATE TABLE tier_former_names (
  name TEXT PRIMARY KEY,
  tier TEXT NOT NULL REFERENCES tiers (name) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE INDEX tier_former_names_by_tier ON tier_former_names (tier);
