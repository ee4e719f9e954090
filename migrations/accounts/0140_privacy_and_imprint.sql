-- Where an account tells how it treats personal data, and who it is.
ALTER TABLE account_brands ADD COLUMN privacy_url TEXT;
ALTER TABLE account_brands ADD COLUMN imprint_url TEXT;
