-- When a carrier of a sandbox script answers; null for carriers that are asked at once.
ALTER TABLE quote_asks ADD COLUMN answers_at INTEGER;
CREATE INDEX quote_asks_answering ON quote_asks (answers_at) WHERE answers_at IS NOT NULL;
